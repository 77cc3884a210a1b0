/** Words for the values, keys and limits of a schema, for all messages. */

import {
  isJsonList,
  isJsonObject,
  isNumber,
  type Json,
  type JsonObject,
  textsIn,
} from "../../ground/json.ts";
import {
  both,
  inDigits,
  inQuotes,
  oneOf,
  quoted,
  shortened,
  withArticle,
} from "../../ground/words.ts";
import type { DiagnosticCode } from "../../model/codes.ts";
import { type Part, writtenText } from "../parts.ts";
import { ID_PATTERN } from "../schema.ts";
import { isElement, type Place } from "./places.ts";

/** Diagnostic code of each keyword, and for limits of length the words of the limit N. */
export const KEYWORDS: Readonly<
  Record<string, { readonly code: DiagnosticCode; readonly limit?: string }>
> = {
  type: { code: "wrong-type" },
  minimum: { code: "out-of-range" },
  maximum: { code: "out-of-range" },
  maxLength: { code: "too-long", limit: "of at most N characters" },
  maxItems: { code: "too-long", limit: "of at most N elements" },
  maxProperties: { code: "out-of-range", limit: "of at most N keys" },
  minLength: { code: "missing-field", limit: "that is not blank" },
  minItems: { code: "missing-field", limit: "of at least N element" },
  minProperties: { code: "missing-field", limit: "of at least N key" },
  uniqueItems: { code: "duplicate-member", limit: "without repetition" },
};

/** Returns the words for a value: its key, or its list. */
export function valueWords({ names }: Pick<Place, "names">): string {
  return isElement({ names })
    ? `an element of ${inQuotes(names.at(-2) ?? "")}`
    : inQuotes(names.at(-1) ?? "the file");
}

/** Returns the words for a mapping with a missing or unknown key. */
export function ownerOf({ schema, names }: Pick<Place, "schema" | "names">): string {
  return typeof schema.title === "string" ? withArticle(schema.title) : valueWords({ names });
}

/**
 * Returns the values that a schema allows, in a few words; empty for `null`. A limit of length is
 * included if it is exceeded.
 */
export function expectedWords(schema: JsonObject, keyword: string): readonly string[] {
  const { title, patternErrorMessage, minimum, maximum } = schema;
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.map(choiceWords);
  if (keyword === "oneOf") {
    const sides = isJsonList(schema.oneOf) ? schema.oneOf.filter(isJsonObject) : [];
    const names = sides.flatMap(({ required }) => textsIn(required));
    return [`exactly one of ${both(names.map((name) => inQuotes(name)))}`];
  }
  const types = oneOf(
    typesOf(schema).flatMap((type) => (type === "null" ? [] : (TYPES[type] ?? type))),
  );
  if (types === "") return [];
  const isForm =
    keyword === "pattern" || (schema.maxLength === undefined && schema.pattern !== ID_PATTERN);
  if (typeof patternErrorMessage === "string" && isForm) return [patternErrorMessage];
  const name = schema.pattern === ID_PATTERN ? "custom_id" : title;
  if (typeof name === "string") return [`${withArticle(name)} (${types})`];
  const limit = KEYWORDS[keyword]?.limit?.replace("N", inDigits(Number(schema[keyword])));
  if (limit !== undefined) return [`${types} ${limit}`];
  if (minimum === undefined || minimum === Number.MIN_SAFE_INTEGER) return [types];
  if (maximum === undefined) return [`${types} of at least ${minimum}`];
  return [`${types} from ${minimum} to ${inDigits(Number(maximum))}`];
}

function choiceWords(value: Json): string {
  return typeof value === "string" ? inQuotes(value) : String(value);
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
};

/**
 * Returns words for the found value: its length if that is wrong, its type if that is wrong, else
 * the value.
 */
export function foundWords(part: Part, keyword: string): string {
  if (keyword === "uniqueItems") return "an element twice";
  if (part.type === "map") {
    const names = part.members.map(({ name }) => inQuotes(name));
    if (keyword === "oneOf" && names.length > 0) return both(names);
    return sizeWords(names.length, "mapping", keyword);
  }
  if (part.type === "list") return sizeWords(part.elements.length, "list", keyword);
  const { value } = part;
  if (value === null) return "nothing";
  if (keyword === "maxLength") return inDigits([...String(value)].length);
  if (typeof value === "string") return value.trim() === "" ? "a blank text" : quoted(value);
  const type = isNumber(value) ? "the number" : "the boolean";
  return keyword === "type"
    ? `${type} ${shortened(writtenText(part))}`
    : shortened(writtenText(part));
}

function sizeWords(size: number, type: "list" | "mapping", keyword: string): string {
  if (keyword.startsWith("max")) return inDigits(size);
  return `${size === 0 ? "an empty" : "a"} ${type}`;
}

/** Returns the JSON types of a schema. */
export function typesOf({ type, const: only }: JsonObject): readonly string[] {
  if (type === undefined) return only === undefined ? [] : [typeof only];
  return typeof type === "string" ? [type] : textsIn(type);
}

/** Returns the values that a schema lists. */
export function choicesOf({ enum: values, const: only }: JsonObject): readonly Json[] {
  if (only !== undefined) return [only];
  return isJsonList(values) ? values : [];
}

/** Returns the schema's own help for a value. */
export function fixOf(schema: Json | undefined): string | undefined {
  return isJsonObject(schema) && typeof schema["x-fix"] === "string" ? schema["x-fix"] : undefined;
}
