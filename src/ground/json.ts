/**
 * JSON without loss. In: a text or a value. Out: the other one, or the text that digests cover. Numbers that a double would change
 * (ids of 20 digits, `1e400`, `-0`, `1.0`) keep their text, and members named like numbers keep their place, so that an unchanged
 * value is sent back as it was read.
 */
import { compareNumber, type ParseOptions, parse, splitNumber, stringify } from "lossless-json";
import { MAXIMUM_DEPTH } from "./limits.ts";

/** A JSON number by its text, which is never the one that a double would print. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    Object.freeze(this);
  }

  toString(): string {
    return this.text;
  }

  /** `JSON.stringify` has no way to print such a number: it becomes a text. `jsonText` prints it. */
  toJSON(): string {
    return this.text;
  }
}

/** The number that JSON text of one says. */
export function numberOf(text: string): number | ExactNumber {
  const double = Number(text);
  return String(double) === text ? double : new ExactNumber(text);
}

/** Below zero, zero or above it, as for sorting. Exact for numbers of any size. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  return typeof a === "number" && typeof b === "number" ? a - b : compareNumber(String(a), String(b));
}

/** Digits that a number is written out with: `custom_data` has no longer text, of at most 1,024 characters, to compare with. */
const MOST_DIGITS = 1_100;

/** The number without an exponent, in the one form that all numbers of its value have; huge and tiny ones keep an exponent. */
function decimalText(number: number | ExactNumber): string {
  const { sign, digits, exponent } = splitNumber(String(number));
  const zeros = exponent + 1 - digits.length;
  if (!Number.isSafeInteger(exponent)) return String(number);
  if (Math.abs(exponent) > MOST_DIGITS) return `${sign}${digits}e${zeros}`;
  if (zeros >= 0) return sign + digits + "0".repeat(zeros);
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

/** The whole number that the value is; undefined when it has a fraction, or more digits than any double. */
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
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The same value with the members of every object in the order of their names, so that equal values print alike. */
export function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortKeys(value[name] as Json)]));
}

/** Numbers that a double would change become `ExactNumber`s. Undefined for what is no JSON, or nested too deeply. */
export function jsonIn(text: string): Json | undefined {
  // To parse 64 MB of `[` takes 80 times the memory.
  if (isTooDeep(text)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    if (LIKELY_MOVED_NAME.test(text)) return withoutMarks(parsedExactly(withNames(text, markedName)));
    return mayLoseDigits(text) ? parsedExactly(text) : value;
  } catch {
    return undefined;
  }
}

function parsedExactly(text: string): Json {
  return mayLoseDigits(text) ? (parse(text, null, LOSSLESS) as Json) : (JSON.parse(text) as Json);
}

/** Names in the order of the text, for each object in which JavaScript would put those that look like array indices first. */
const WRITTEN_ORDER = new WeakMap<object, readonly string[]>();

/** A member named like an index, in a text that may be none. Digits can be written as escapes. */
const LIKELY_MOVED_NAME = /"(?:\d|\\u003\d)+"\s*:/;

/** In front of a name, it keeps the member in its place. Names that begin with it get another one. */
const MARK = "=";

function markedName(name: string): string {
  return /^(?:0|[1-9]\d*)$/.test(name) || name.startsWith(MARK) ? MARK + name : name;
}

function unmarkedName(name: string): string {
  return name.startsWith(MARK) ? name.slice(MARK.length) : name;
}

/** The value under its real names, whose order is kept. */
function withoutMarks(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [unmarkedName(name), withoutMarks(member)] as const);
  const object = Object.fromEntries(members);
  const isMoved = Object.keys(object).some((name, index) => name !== members[index]?.[0]);
  if (isMoved) {
    const names = members.map(([name]) => name);
    WRITTEN_ORDER.set(object, names);
  }
  return object;
}

/** The value under names that keep the order in which the members were written. */
function withMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMarks);
  if (!isJsonObject(value)) return value;
  const names = WRITTEN_ORDER.get(value) ?? Object.keys(value);
  return Object.fromEntries(names.map((name) => [markedName(name), withMarks(value[name])]));
}

/** JSON text with other names of members. */
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
    const name = JSON.parse(text.slice(start, at)) as string;
    const other = rename(name);
    if (other === name) continue;
    pieces.push(text.slice(copied, start), JSON.stringify(other));
    copied = at;
  }
  return pieces.join("") + text.slice(copied);
}

/** The slower parser, which gives the text of each number. Of members with one name the last counts, as in `JSON.parse`. */
const LOSSLESS: ParseOptions = { parseNumber: numberOf, onDuplicateKey: ({ newValue }) => newValue };

/** A number where JSON allows one. Inside a text it may be none, which costs time and nothing else. */
const LIKELY_NUMBER = /(?<![^\s:,[])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![^\s,\]}])/g;

function mayLoseDigits(text: string): boolean {
  for (const [word] of text.matchAll(LIKELY_NUMBER)) if (numberOf(word) instanceof ExactNumber) return true;
  return false;
}

/**
 * The value as JSON text, every number as it was read or written. Members that are undefined are left out, as
 * `JSON.stringify` does. `indent`: blanks for each level; without it the text is one line.
 */
export function jsonText(value: unknown, indent = 0): string {
  if (holdsWrittenOrder(value)) return withNames(textOf(withMarks(value), indent), unmarkedName);
  return textOf(value, indent);
}

function textOf(value: unknown, indent: number): string {
  return holdsExact(value) ? (stringify(value, null, indent, EXACT) ?? "null") : JSON.stringify(value, null, indent);
}

/** Whether JavaScript's order of members is not the written one somewhere in the value. */
function holdsWrittenOrder(value: unknown): boolean {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return false;
  if (Array.isArray(value)) return value.some(holdsWrittenOrder);
  if (WRITTEN_ORDER.has(value)) return true;
  for (const name in value) {
    if (holdsWrittenOrder((value as Readonly<Record<string, unknown>>)[name])) return true;
  }
  return false;
}

const EXACT = [{ test: (value: unknown) => value instanceof ExactNumber, stringify: String }];

/** Whether an `ExactNumber` is in the value. */
export function holdsExact(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.some(holdsExact);
  for (const name in value) if (holdsExact((value as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Whether JSON text has lists and objects on more levels than may be nested. An iterator would take twice the time. */
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

/** One text for all equal values, whatever the order of their members and the form of their numbers: what digests cover. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value instanceof ExactNumber) return jsonText(canonicalNumbers(value));
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names.sort().map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`)}}`;
}

/** The value with numbers in their one form: plain ones wherever a double holds the value, as it does 1.0. */
export function canonicalNumbers(value: Json): Json {
  if (value instanceof ExactNumber) {
    const double = Number(value.text);
    const isHeld = Number.isFinite(double) && compareNumbers(value, double) === 0;
    return isHeld ? double + 0 : new ExactNumber(decimalText(value));
  }
  if (!holdsExact(value)) return value;
  if (Array.isArray(value)) return value.map(canonicalNumbers);
  const members = Object.entries(value as JsonObject).map(([name, member]) => [name, canonicalNumbers(member)]);
  return Object.fromEntries(members);
}

/** A number, text or boolean as text, a number with all its digits; undefined for everything else. */
export function scalarText(value: Json | undefined): string | undefined {
  if (isNumber(value)) return decimalText(value);
  return typeof value === "object" || value === undefined ? undefined : String(value);
}

/** Whether the value is a number, in either form. */
export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}
