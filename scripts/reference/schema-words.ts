/**
 * A JSON Schema's members in the words of the reference: types, limits and choices as cells of
 * tables.
 */
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
} from "../../src/ground/json.ts";
import { code, codes } from "./markdown.ts";

/** Named parts of a schema, by the name behind `#/$defs/` or `#/definitions/`. */
export type Definitions = JsonObject;

export function definitionsOf(schema: JsonObject): Definitions {
  const definitions = schema.$defs ?? schema.definitions;
  return isJsonObject(definitions) ? definitions : {};
}

/** A member of an object with its schema. */
export interface SchemaMember {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

export function membersOf({ properties, required }: JsonObject): readonly SchemaMember[] {
  const names = Array.isArray(required) ? (required as readonly Json[]) : [];
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  return members.map(([name, schema]) => ({
    name,
    schema: isJsonObject(schema) ? schema : {},
    isRequired: names.includes(name),
  }));
}

/** The name of the part that the schema refers to. */
export function referenceName({ $ref }: JsonObject): string | undefined {
  return typeof $ref === "string"
    ? /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec($ref)?.[1]
    : undefined;
}

/** The schema with that of its `$ref` below its own keywords. The `$ref` may lead into a part. */
export function resolved(schema: JsonObject, definitions: Definitions): JsonObject {
  if (typeof schema.$ref !== "string") return schema;
  let target: Json | undefined = definitions;
  for (const name of schema.$ref.split("/").slice(2))
    target = isJsonObject(target) ? target[name] : undefined;
  return isJsonObject(target) ? { ...resolved(target, definitions), ...schema } : schema;
}

/**
 * What a value must be, in a few words. `linkTo`: the cell for a named object.
 */
export function typeWords(
  schema: JsonObject,
  definitions: Definitions,
  linkTo: (name: string) => string,
): string {
  const words = (each: JsonObject): string => typeWords(each, definitions, linkTo);
  const name = referenceName(schema);
  const target = resolved(schema, definitions);
  if (name !== undefined && (isJsonObject(target.properties) || Array.isArray(target.oneOf)))
    return linkTo(name);
  if (target.const !== undefined) return code(jsonText(target.const));
  if (isJsonList(target.enum)) return choiceWords(target.enum);
  const choices = isJsonList(target.anyOf) ? target.anyOf : target.oneOf;
  if (isJsonList(choices) && target.type === undefined) {
    return [...new Set(choices.filter(isJsonObject).map(words))].join(" or ");
  }
  if (isJsonList(target.type)) return target.type.map((type) => scalarWords(type)).join(" or ");
  const { type, items, additionalProperties } = target;
  if (type === "array") return isJsonObject(items) ? `list of ${words(items)}` : "list";
  if (type === "object" && isJsonObject(additionalProperties))
    return mappingWords(additionalProperties, words);
  return [TYPES[String(type)] ?? "any JSON", ...limitWords(target)].join(" ");
}

function mappingWords(value: JsonObject, words: (each: JsonObject) => string): string {
  return referenceName(value) === undefined ? "mapping" : `mapping of names to ${words(value)}`;
}

function scalarWords(type: Json): string {
  return TYPES[String(type)] ?? String(type);
}

function choiceWords(values: readonly Json[]): string {
  return values.length > MOST_CHOICES
    ? `one of ${values.length} strings`
    : codes(values.map(String));
}

function limitWords({ minimum, maximum }: JsonObject): readonly string[] {
  const hasMinimum = typeof minimum === "number" && minimum !== Number.MIN_SAFE_INTEGER;
  const hasMaximum = typeof maximum === "number" && maximum !== Number.MAX_SAFE_INTEGER;
  return [...(hasMinimum ? [`from ${minimum}`] : []), ...(hasMaximum ? [`to ${maximum}`] : [])];
}

/** A longer list is in the schema only. */
const MOST_CHOICES = 30;

const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  boolean: "boolean",
  integer: "whole number",
  number: "number",
  object: "object",
  null: "null",
};

export function descriptionOf({ description }: JsonObject): string {
  return typeof description === "string" ? description : "";
}

/** Each value of an `enum` with its description. */
export function choiceRows({
  enum: values,
  enumDescriptions,
}: JsonObject): readonly (readonly [string, string])[] {
  if (!Array.isArray(values) || !Array.isArray(enumDescriptions)) return [];
  const texts = enumDescriptions as readonly Json[];
  return (values as readonly Json[]).map((value, index) => [String(value), String(texts[index])]);
}
