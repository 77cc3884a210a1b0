/**
 * Reads and prints JSON without loss. Numbers that a double would change (ids of 20 digits,
 * `1e400`, `-0`, `1.0`) keep their text, and members named like numbers keep their place, so that
 * an unchanged value is sent back as it was read.
 */
import { compareNumber, type ParseOptions, parse, splitNumber, stringify } from "lossless-json";
import { compareText } from "./collections.ts";
import { MAXIMUM_DEPTH } from "./limits.ts";

/** A JSON number as its text, because a double would print another text. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    Object.freeze(this);
  }

  toString(): string {
    return this.text;
  }

  /**
   * Makes `JSON.stringify` print a string, because it cannot print such a number. `jsonText` can.
   */
  toJSON(): string {
    return this.text;
  }
}

/** Reads the JSON text of a number. */
export function numberOf(text: string): number | ExactNumber {
  const double = Number(text);
  return String(double) === text ? double : new ExactNumber(text);
}

/** Compares numbers of any size exactly, as a function for sorting does. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  return typeof a === "number" && typeof b === "number"
    ? a - b
    : compareNumber(String(a), String(b));
}

/**
 * Most digits of a number without an exponent. `custom_data` has at most 1,024 characters, so no
 * longer number is compared.
 */
const MOST_DIGITS = 1_100;

/** Prints equal numbers alike: without an exponent, unless the number is huge or tiny. */
function decimalText(number: number | ExactNumber): string {
  const { sign, digits, exponent } = splitNumber(String(number));
  const zeros = exponent + 1 - digits.length;
  if (!Number.isSafeInteger(exponent)) return String(number);
  if (Math.abs(exponent) > MOST_DIGITS) return `${sign}${digits}e${zeros}`;
  if (zeros >= 0) return sign + digits + "0".repeat(zeros);
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

/**
 * Returns a whole number exactly; undefined if it has a fraction or more digits than any double.
 */
export function wholeNumber(number: number | ExactNumber): bigint | undefined {
  const { sign, digits, exponent } = splitNumber(String(number));
  const zeros = exponent + 1 - digits.length;
  return zeros < 0 || exponent > 400 ? undefined : BigInt(sign + digits + "0".repeat(zeros));
}

export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether the value is an object with members, neither a list nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

/** Whether the value is an object of any sort. */
export function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the texts in a list; none for a value that is not a list. */
export function textsIn(value: Json | undefined): readonly string[] {
  return isJsonList(value) ? value.filter((element) => typeof element === "string") : [];
}

/** Sorts the members of every object by name, so that equal values print alike. */
export function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(members.map(([name, member]) => [name, sortKeys(member)]));
}

/**
 * Parses JSON. Numbers that a double would change become `ExactNumber`s. Undefined if it is not
 * JSON or too deeply nested.
 */
export function jsonIn(text: string): Json | undefined {
  // Parsing 64 MB of `[` takes 80 times the memory.
  if (isTooDeep(text)) return undefined;
  try {
    const value: Json = JSON.parse(text);
    if (LIKELY_MOVED_NAME.test(text))
      return withoutMarks(parsedExactly(withNames(text, markedName)));
    return mayLoseDigits(text) ? parsedExactly(text) : value;
  } catch {
    return undefined;
  }
}

function parsedExactly(text: string): Json {
  // The package calls everything unknown that it reads, with the numbers that `LOSSLESS` makes.
  return mayLoseDigits(text) ? (parse(text, null, LOSSLESS) as Json) : JSON.parse(text);
}

/**
 * The names of members in their written order, for objects in which JavaScript would put names like
 * array indices first.
 */
const WRITTEN_ORDER = new WeakMap<object, readonly string[]>();

/**
 * Finds members with names like array indices, and some that have none. Digits can be written as
 * escapes.
 */
const LIKELY_MOVED_NAME = /"(?:\d|\\u003\d)+"\s*:/;

/**
 * Prefix that keeps a member with a name like an index in its place. Names that begin with it get a
 * second one.
 */
const MARK = "=";

function markedName(name: string): string {
  return /^(?:0|[1-9]\d*)$/.test(name) || name.startsWith(MARK) ? MARK + name : name;
}

function unmarkedName(name: string): string {
  return name.startsWith(MARK) ? name.slice(MARK.length) : name;
}

/** Removes the prefixes of names, and remembers the written order. */
function withoutMarks(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [unmarkedName(name), withoutMarks(member)] as const,
  );
  const object = Object.fromEntries(members);
  const isMoved = Object.keys(object).some((name, index) => name !== members[index]?.[0]);
  if (isMoved) {
    const names = members.map(([name]) => name);
    WRITTEN_ORDER.set(object, names);
  }
  return object;
}

/** Adds prefixes to names, so that the members are printed in their written order. */
function withMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMarks);
  if (!isJsonObject(value)) return value;
  const names = WRITTEN_ORDER.get(value) ?? Object.keys(value);
  return Object.fromEntries(names.map((name) => [markedName(name), withMarks(value[name])]));
}

/** Renames the members in JSON text. */
function withNames(text: string, rename: (name: string) => string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    const start = at;
    at += 1;
    while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    at += 1;
    const isName = /\s*:/y;
    isName.lastIndex = at;
    if (!isName.test(text)) continue;
    const name: string = JSON.parse(text.slice(start, at));
    const other = rename(name);
    if (other === name) continue;
    pieces.push(text.slice(copied, start), JSON.stringify(other));
    copied = at;
  }
  return pieces.join("") + text.slice(copied);
}

/**
 * Options for the slower parser, which sees the text of each number. The last of equal names
 * counts, as in `JSON.parse`.
 */
const LOSSLESS: ParseOptions = {
  parseNumber: numberOf,
  onDuplicateKey: ({ newValue }) => newValue,
};

/** Finds numbers, and digits inside strings, which are only parsed in vain. */
const LIKELY_NUMBER = /(?<![^\s:,[])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![^\s,\]}])/g;

function mayLoseDigits(text: string): boolean {
  for (const [word] of text.matchAll(LIKELY_NUMBER))
    if (numberOf(word) instanceof ExactNumber) return true;
  return false;
}

/**
 * Prints a value as JSON, each number as it was read. Members that are undefined are left out, as
 * in `JSON.stringify`. `indent`: spaces for each level; 0 prints one line.
 */
export function jsonText(value: unknown, indent = 0): string {
  if (holdsWrittenOrder(value)) return withNames(textOf(withMarks(value), indent), unmarkedName);
  return textOf(value, indent);
}

function textOf(value: unknown, indent: number): string {
  return holdsExact(value)
    ? (stringify(value, null, indent, EXACT) ?? "null")
    : JSON.stringify(value, null, indent);
}

/**
 * Whether the members of an object in the value were written in another order than JavaScript's.
 */
function holdsWrittenOrder(value: unknown): boolean {
  if (!hasMembers(value) || value instanceof ExactNumber) return false;
  if (Array.isArray(value)) return value.some(holdsWrittenOrder);
  if (WRITTEN_ORDER.has(value)) return true;
  return holdsIn(value, holdsWrittenOrder);
}

const EXACT = [{ test: (value: unknown) => value instanceof ExactNumber, stringify: String }];

/** Whether the value contains an `ExactNumber`. */
export function holdsExact(value: unknown): boolean {
  if (!hasMembers(value)) return false;
  if (value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.some(holdsExact);
  return holdsIn(value, holdsExact);
}

/**
 * Whether a member of the object passes the test. A list of its members would take twice the time.
 */
function holdsIn(
  object: Readonly<Record<string, unknown>>,
  test: (member: unknown) => boolean,
): boolean {
  for (const name in object) if (test(object[name])) return true;
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Whether lists and objects in JSON text are nested too deeply. An iterator would take twice the
 * time.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length && depth <= MAXIMUM_DEPTH; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText) at += code === BACKSLASH ? 1 : 0;
    else if (code === LIST || code === OBJECT) depth += 1;
    else if (code === LIST_END || code === OBJECT_END) depth -= 1;
  }
  return depth > MAXIMUM_DEPTH;
}

/**
 * Prints equal values alike, for digests: the order of members and the form of numbers make no
 * difference.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value instanceof ExactNumber) return jsonText(canonicalNumbers(value));
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names.sort().map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)}}`;
}

/** Brings numbers into one form: a plain number if a double has the same value, as for `1.0`. */
export function canonicalNumbers(value: Json): Json {
  if (value instanceof ExactNumber) {
    const double = Number(value.text);
    const isHeld = Number.isFinite(double) && compareNumbers(value, double) === 0;
    return isHeld ? double + 0 : new ExactNumber(decimalText(value));
  }
  if (!holdsExact(value)) return value;
  if (Array.isArray(value)) return value.map(canonicalNumbers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, canonicalNumbers(member)]),
  );
}

/** Prints a number, string or boolean, a number with all its digits; undefined for other values. */
export function scalarText(value: Json | undefined): string | undefined {
  if (isNumber(value)) return decimalText(value);
  return typeof value === "object" || value === undefined ? undefined : String(value);
}

/** Whether the value is a number, plain or exact. */
export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}
