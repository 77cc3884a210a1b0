/**
 * Brings values of fields, declared or live, into one canonical form, so that deep equality finds the differences. Changes that
 * the service makes itself are no differences: it trims blanks, stores "" as null, and reads `{}` back as `[]`
 * (docs/service.md#transport, #common-properties).
 */
import equal from "fast-deep-equal";
import type { Field, Kind } from "../catalog/types.ts";
import {
  canonicalJson,
  canonicalNumbers,
  isJsonObject,
  isNumber,
  type Json,
  type JsonObject,
  sortKeys,
  textsIn,
} from "../ground/json.ts";
import { sortedMembers } from "./catalog-lookup.ts";
import type { Comparable } from "./model.ts";

/** Returns the canonical form of a value, which must have the field's type or be null. */
export function canonicalValue(field: Field, value: Json | undefined): Json {
  const written = typeof value === "string" && field.type !== "json-text" ? trimmedValue(field, value) : value;
  if (written === undefined || written === null || written === "") return field.default ?? null;
  if (field.type === "json-text") return isEmpty(written) ? null : sortKeys(written);
  if (field.type === "conditions") return canonicalConditions(written);
  return written;
}

/** Trims a text, except a required text of invisible characters alone, which only a service that does not trim them can have. */
function trimmedValue({ required }: Field, text: string): string {
  return trimmed(text) === "" && required === true ? text.trim() : trimmed(text);
}

/** Blanks and invisible characters, which services of Laravel 11 and later trim from both ends of a text. */
const TRIMMED = "[\\s\\u0000\\u0085\\u180E\\u200B\\u200E\\uFEFF]";
const ENDS = new RegExp(`^${TRIMMED}+|(?<!${TRIMMED})${TRIMMED}+$`, "g");

/** Trims a text as services do. Most texts have nothing to trim, so the pattern is tried on few. */
export function trimmed(text: string): string {
  const isPlain = [text.charCodeAt(0), text.charCodeAt(text.length - 1)].every((code) => code > 0x20 && code < 0x7f);
  return isPlain ? text : text.replace(ENDS, "");
}

/** Returns the canonical values of a declared resource. An omitted field has its default, and an omitted link has no members. */
export function canonicalForm({ fields, links }: Kind, written: JsonObject): Comparable {
  const body: Record<string, Json> = {};
  for (const field of fields) body[field.name] = canonicalValue(field, written[field.name]);
  const members = links.map(({ name }) => [name, sortedMembers(textsIn(written[name]))]);
  return { body, links: Object.fromEntries(members) };
}

/** Whether services treat two canonical values as equal. An absent value equals only another absent value. */
export function isAlike(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (typeof a !== "object" && typeof b !== "object")) return a === b;
  return equal(a && comparable(a), b && comparable(b));
}

/** Returns a text for a canonical value as a key of maps. Values that are alike have the same text. */
export function comparableText(value: Json): string {
  return canonicalJson(comparable(value));
}

/**
 * An empty object and an empty list are alike, because a service that decodes and encodes JSON may turn one into the other.
 * Names get a dot, because `fast-deep-equal` calls members named `valueOf` and `toString`.
 */
function comparable(value: Json): Json {
  if (isNumber(value)) return canonicalNumbers(value);
  if (Array.isArray(value)) return value.map(comparable);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [`.${name}`, comparable(member)]);
  return members.length === 0 ? [] : Object.fromEntries(members);
}

/** Whether the value is null, an empty list or an empty object. */
function isEmpty(value: Json): boolean {
  return value === null || ((Array.isArray(value) || isJsonObject(value)) && Object.keys(value).length === 0);
}

/**
 * `and` is what an omitted operator means (docs/service.md#conditions), so it is left out; conditions without any group
 * are no conditions. Values with another structure stay the same.
 */
function canonicalConditions(value: Json): Json {
  if (isEmpty(value)) return null;
  if (!isJsonObject(value) || !Array.isArray(value.groups)) return sortKeys(value);
  if (value.groups.length === 0) return null;
  return sortKeys(withoutAnd({ ...value, groups: value.groups.map(withoutAnd) }));
}

function withoutAnd(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const { operator, ...rest } = value;
  return operator === "and" || operator === null || operator === undefined ? rest : value;
}
