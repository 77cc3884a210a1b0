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

/** As deep as PHP nests, on which the service runs by all signs. What works through values in steps within steps bears it. */
const DEEPEST = 512;

/** Reads JSON text from outside. Throws a `SyntaxError` for what is no JSON, and for what is nested too deeply. */
export function parseJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (isDeeper(value, DEEPEST)) throw new SyntaxError(`it is nested deeper than ${DEEPEST} levels`);
  return value;
}

/** The same, but undefined for what `parseJson` throws at. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether lists and objects stand in each other on more levels than these. Takes no more steps within steps than that. */
function isDeeper(value: Json | undefined, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((element) => isDeeper(element, levels - 1));
  for (const name in value) if (isDeeper((value as JsonObject)[name], levels - 1)) return true;
  return false;
}

/** Whether the text holds no half of a surrogate pair, which can be neither sent nor written. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether two values are equal, whatever the order of members is. Names such as `toString` mean nothing special. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    const isList = Array.isArray(a) && Array.isArray(b) && a.length === b.length;
    return isList && a.every((element, index) => sameJson(element, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  const isAlike = names.length === Object.keys(b).length;
  return isAlike && names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]));
}

/** Compact JSON text in which equal values are equal text, whatever the order of their members was. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(sortKeys(value));
}
