/** JSON values, and the one text form of them that digests and comparisons of bytes use. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether the value is an object with members, neither a list nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same value with the members of every object in the order of their names, so that equal values print alike. */
export function sortKeys(value: Json): Json {
  // JSON text has no negative zero.
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortKeys(value[name] as Json)]));
}

/** Compact JSON text in which equal values are equal text, whatever the order of their members was. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(sortKeys(value));
}
