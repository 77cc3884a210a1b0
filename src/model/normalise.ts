/**
 * Brings values of fields, declared or live, into one canonical form, so that deep equality finds
 * the differences. Changes that the service makes itself are no differences: it trims blanks,
 * stores "" as null, and reads `{}` back as `[]` (docs/service.md#transport, #common-properties).
 */
import equal from "fast-deep-equal";
import type { Field, Kind } from "../catalog/types.ts";
import {
  canonicalJson,
  canonicalNumbers,
  ExactNumber,
  hasMembers,
  isJsonObject,
  type Json,
  type JsonObject,
  sortKeys,
  textsIn,
} from "../ground/json.ts";
import { sortedMembers } from "./catalog-lookup.ts";
import type { Comparable } from "./model.ts";

/** Returns the canonical form of a value, which must have the field's type or be null. */
export function canonicalValue(field: Field, value: Json | undefined): Json {
  const written =
    typeof value === "string" && field.type !== "json-text" ? trimmedValue(field, value) : value;
  if (written === undefined || written === null || written === "") return field.default ?? null;
  if (field.type === "json-text") return isEmpty(written) ? null : sortKeys(written);
  if (field.type === "conditions") return canonicalConditions(written);
  return written;
}

/**
 * Trims a text, except a required text of invisible characters alone, which only a service that
 * does not trim them can have.
 */
function trimmedValue({ required }: Field, text: string): string {
  return trimmed(text) === "" && required === true ? text.trim() : trimmed(text);
}

/**
 * Blanks and invisible characters, which services of Laravel 11 and later trim from both ends of a
 * text.
 */
const TRIMMED = "[\\s\\u0000\\u0085\\u180E\\u200B\\u200E\\uFEFF]";
const ENDS = new RegExp(`^${TRIMMED}+|(?<!${TRIMMED})${TRIMMED}+$`, "g");

/** Trims a text as services do. Most texts have nothing to trim, so the pattern is tried on few. */
export function trimmed(text: string): string {
  const isPlain = [text.charCodeAt(0), text.charCodeAt(text.length - 1)].every(
    (code) => code > 0x20 && code < 0x7f,
  );
  return isPlain ? text : text.replace(ENDS, "");
}

/**
 * Returns the canonical values of a declared resource. An omitted field has its default, and an
 * omitted link has no members.
 */
export function canonicalForm({ fields, links }: Kind, written: JsonObject): Comparable {
  const body: Record<string, Json> = {};
  for (const field of fields) body[field.name] = canonicalValue(field, written[field.name]);
  const members = links.map(({ name }) => [name, sortedMembers(textsIn(written[name]))]);
  return { body, links: Object.fromEntries(members) };
}

/**
 * Whether services treat two canonical values as equal. An empty object and an empty list are
 * alike, because a service that decodes and encodes JSON may turn one into the other. An absent
 * value equals only another absent value.
 */
export function isAlike(a: unknown, b: unknown): boolean {
  return a === b || equal(comparable(a, EMPTY_LIST), comparable(b, EMPTY_LIST));
}

/**
 * Whether two values are the same JSON. The order of members and the form of numbers make no
 * difference.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || equal(comparable(a, EMPTY_OBJECT), comparable(b, EMPTY_OBJECT));
}

/**
 * Returns a text for a canonical value as a key of maps, because finding equal values among many by
 * comparing each with each takes too long. Values that are alike have the same text.
 */
export function comparableText(value: Json): string {
  return canonicalJson(comparable(value, EMPTY_LIST));
}

const EMPTY_LIST: Json = [];
const EMPTY_OBJECT: Json = {};

/**
 * Returns a value that `fast-deep-equal` compares rightly: the same one, unless it contains an
 * exact number, an empty object, a name that the package reads as a method, or an object without
 * the methods of objects.
 */
function comparable(value: unknown, emptyObject: Json): unknown {
  return hasOtherForm(value) ? otherForm(value, emptyObject) : value;
}

/**
 * The package calls `valueOf` and `toString`, and compares `constructor`. Names with a dot could
 * not be told from those that get one.
 */
const NAMES_WITH_DOT = /^(?:\.|valueOf$|toString$|constructor$)/;

function hasOtherForm(value: unknown): boolean {
  if (!hasMembers(value)) return false;
  if (Array.isArray(value)) return value.some(hasOtherForm);
  if (Object.getPrototypeOf(value) !== Object.prototype) return true;
  let isEmptyObject = true;
  for (const name in value) {
    if (NAMES_WITH_DOT.test(name) || hasOtherForm(value[name])) return true;
    isEmptyObject = false;
  }
  return isEmptyObject;
}

function otherForm(value: unknown, emptyObject: Json): unknown {
  if (value instanceof ExactNumber) return canonicalNumbers(value);
  if (Array.isArray(value)) return value.map((element) => otherForm(element, emptyObject));
  if (!hasMembers(value)) return value;
  const members = Object.entries(value);
  if (members.length === 0) return emptyObject;
  const start = members.some(([name]) => NAMES_WITH_DOT.test(name)) ? "." : "";
  return Object.fromEntries(
    members.map(([name, member]) => [start + name, otherForm(member, emptyObject)]),
  );
}

/** Whether the value is null, an empty list or an empty object. */
function isEmpty(value: Json): boolean {
  return (
    value === null ||
    ((Array.isArray(value) || isJsonObject(value)) && Object.keys(value).length === 0)
  );
}

/**
 * `and` is what an omitted operator means (docs/service.md#conditions), so it is left out;
 * conditions without any group are no conditions. Values with another structure stay the same.
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
