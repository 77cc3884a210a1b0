/**
 * A JSON Schema's members in the words of the reference: types, limits and choices as cells of
 * tables.
 */
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../src/ground/json.ts";
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
  if (Array.isArray(target.enum)) {
    const values = target.enum as readonly Json[];
    return values.length > MOST_CHOICES
      ? `one of ${values.length} strings`
      : codes(values.map(String));
  }
  const choices = [target.anyOf, target.oneOf].find((each) => Array.isArray(each)) as
    | readonly Json[]
    | undefined;
  if (choices !== undefined && target.type === undefined) {
    return [...new Set(choices.filter(isJsonObject).map(words))].join(" or ");
  }
  if (Array.isArray(target.type))
    return (target.type as readonly Json[])
      .map((type) => TYPES[String(type)] ?? String(type))
      .join(" or ");
  if (target.type === "array")
    return isJsonObject(target.items) ? `list of ${words(target.items)}` : "list";
  if (target.type === "object" && isJsonObject(target.additionalProperties)) {
    const value = target.additionalProperties;
    return referenceName(value) === undefined ? "mapping" : `mapping of names to ${words(value)}`;
  }
  const limits = [
    ...(typeof target.minimum === "number" && target.minimum !== Number.MIN_SAFE_INTEGER
      ? [`from ${target.minimum}`]
      : []),
    ...(typeof target.maximum === "number" && target.maximum !== Number.MAX_SAFE_INTEGER
      ? [`to ${target.maximum}`]
      : []),
  ];
  return [TYPES[String(target.type)] ?? "any JSON", ...limits].join(" ");
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
