/**
 * Canonical form: one way to write each value. In: a value of a field, of either side. Out: the same, so that plain deep equality
 * finds what differs. What the service itself changes without being asked (blanks trimmed, "" stored as null, `{}` read back
 * as `[]`: docs/service.md#transport, #common-properties) makes no difference in this form.
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
} from "../ground/json.ts";
import { sortedMembers } from "./catalog-lookup.ts";
import type { Comparable } from "./model.ts";

/** The canonical form of one value of a field. The value must already be of the field's type, or null. */
export function canonicalValue(field: Field, value: Json | undefined): Json {
  const written = typeof value === "string" && field.type !== "json-text" ? trimmedValue(field, value) : value;
  if (written === undefined || written === null || written === "") return field.default ?? null;
  if (field.type === "json-text") return isEmpty(written) ? null : sortKeys(written);
  if (field.type === "conditions") return canonicalConditions(written);
  return written;
}

/** A service that takes off what cannot be seen cannot have a required text of nothing else; another one can. */
function trimmedValue({ required }: Field, text: string): string {
  return trimmed(text) === "" && required === true ? text.trim() : trimmed(text);
}

/** What services of Laravel 11 and later take off both ends of a text: blanks of every sort, and what cannot be seen. */
const TRIMMED = "[\\s\\u0000\\u0085\\u180E\\u200B\\u200E\\uFEFF]";
const ENDS = new RegExp(`^${TRIMMED}+|(?<!${TRIMMED})${TRIMMED}+$`, "g");

/** The text without what a service may take off its ends. Most texts have nothing there, and no pattern searches them. */
export function trimmed(text: string): string {
  const isPlain = [text.charCodeAt(0), text.charCodeAt(text.length - 1)].every((code) => code > 0x20 && code < 0x7f);
  return isPlain ? text : text.replace(ENDS, "");
}

/** The canonical values of a declared resource: what is left out has its default, and an omitted link is none. */
export function canonicalForm({ fields, links }: Kind, written: JsonObject): Comparable {
  const body: Record<string, Json> = {};
  for (const field of fields) body[field.name] = canonicalValue(field, written[field.name]);
  const members = links.map(({ name }) => [name, sortedMembers((written[name] ?? []) as readonly string[])]);
  return { body, links: Object.fromEntries(members) };
}

/** Whether two canonical values are equal as far as services keep them apart. What is absent equals only that. */
export function isAlike(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (typeof a !== "object" && typeof b !== "object")) return a === b;
  return equal(a && comparable(a), b && comparable(b));
}

/** The text by which canonical values are found again in a map: of values that are alike, the same. */
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

/** Whether the value holds nothing: null, an empty list or an empty object. */
function isEmpty(value: Json): boolean {
  return value === null || ((Array.isArray(value) || isJsonObject(value)) && Object.keys(value).length === 0);
}

/**
 * `and` is what an omitted operator means (docs/service.md#conditions), so it is left out; conditions without any group
 * are no conditions. Anything of another shape is kept as it is.
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
