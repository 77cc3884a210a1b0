/**
 * JSON values, read and printed without loss, and the text form that digests use. Numbers that a double would change (ids of
 * 20 digits, `1e400`, `-0`, `1.0`) keep their text, so that an unchanged value is sent back as it was read.
 */
import canonicalize from "canonicalize";
import { largest } from "./collections.ts";
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
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [x, y] = [decimalOf(a), decimalOf(b)];
  if (x.sign !== y.sign) return x.sign - y.sign;
  const byPlace = x.place === y.place ? 0 : x.place < y.place ? -1 : 1;
  const byDigits = x.digits === y.digits ? 0 : x.digits < y.digits ? -1 : 1;
  return x.sign * (byPlace || byDigits);
}

/** The number in the one form that all numbers of its value have. */
function canonicalNumber(number: ExactNumber): number | ExactNumber {
  const double = Number(number.text);
  if (Number.isFinite(double) && compareNumbers(number, double) === 0) return double + 0;
  const { sign, digits, place } = decimalOf(number);
  return new ExactNumber(`${sign < 0 ? "-" : ""}${digits}e${place - BigInt(digits.length)}`);
}

/** Digits that a number is written out with. `custom_data` has at most 1,024 characters, and so no longer text to compare with. */
const MOST_DIGITS = 1_100n;

/** The number without an exponent, in the one form that all numbers of its value have; huge and tiny ones keep an exponent. */
function decimalText(number: number | ExactNumber): string {
  const { sign, digits, place } = decimalOf(number);
  if (sign === 0) return "0";
  const minus = sign < 0 ? "-" : "";
  const length = BigInt(digits.length);
  if (place > MOST_DIGITS || length - place > MOST_DIGITS) return `${minus}${digits}e${place - length}`;
  if (place <= 0n) return `${minus}0.${"0".repeat(Number(-place))}${digits}`;
  const whole = digits.slice(0, Number(place)) + "0".repeat(Number(place > length ? place - length : 0n));
  return `${minus}${whole}${place < length ? `.${digits.slice(Number(place))}` : ""}`;
}

/** Whether the number is not whole. */
export function hasFraction(number: number | ExactNumber): boolean {
  const { digits, place } = decimalOf(number);
  return place < BigInt(digits.length);
}

/** The whole number that the value is; undefined when it has a fraction, or more digits than any whole number needs. */
export function wholeNumber(number: number | ExactNumber): bigint | undefined {
  const { sign, digits, place } = decimalOf(number);
  const zeros = place - BigInt(digits.length);
  return zeros < 0n || place > 100n ? undefined : BigInt(sign) * BigInt(digits + "0".repeat(Number(zeros)));
}

/** `0.digits` times ten to the power of `place`; the digits neither begin nor end with a zero. */
interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly place: bigint;
}

function decimalOf(number: number | ExactNumber): Decimal {
  const [, minus, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(String(number)) ?? [];
  const all = whole + fraction;
  const digits = all.replace(/^0+/, "");
  if (digits === "") return { sign: 0, digits: "0", place: 1n };
  const place = BigInt(exponent.replace("+", "")) + BigInt(whole.length - (all.length - digits.length));
  return { sign: minus === "-" ? -1 : 1, digits: withoutEndingZeros(digits), place };
}

/** Without a pattern: one for zeros at the end takes quadratic time on digits with many zeros between them. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
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

/**
 * Reads JSON text from outside; numbers that a double would change become `ExactNumber`s. Throws a `SyntaxError` for
 * what is no JSON, and for what is nested too deeply.
 */
export function parseJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (isDeeper(value, MAXIMUM_DEPTH)) throw new SyntaxError(`it is nested deeper than ${MAXIMUM_DEPTH} levels`);
  return mayLoseDigits(text) ? parseExactly(text) : value;
}

/** A number where JSON allows one. Inside a text it may be none, which costs time and nothing else. */
const LIKELY_NUMBER = /(?<![^\s:,[])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![^\s,\]}])/g;

function mayLoseDigits(text: string): boolean {
  for (const [word] of text.matchAll(LIKELY_NUMBER)) if (numberOf(word) instanceof ExactNumber) return true;
  return false;
}

/**
 * Parses valid JSON text with every number that needs it replaced by a text with a mark, then takes these texts for
 * numbers. The mark is in none of the text's own strings: it is longer than any run of its character in them, escapes
 * included.
 */
function parseExactly(text: string): Json {
  const [head, tail] = ["\uE000", "\uE001"];
  const runs = text.match(/(?:\uE000|\\u[eE]000)+/g) ?? [];
  const mark =
    head.repeat(
      largest(
        runs.map(({ length }) => length),
        0,
      ) + 1,
    ) + tail;
  const pieces: string[] = [];
  let copied = 0;
  const token = /"|-?\d[\d.eE+-]*/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [word] = found;
    if (word === '"') token.lastIndex = endOfString(text, found.index);
    else if (numberOf(word) instanceof ExactNumber) {
      pieces.push(text.slice(copied, found.index), `"${mark}${word}"`);
      copied = found.index + word.length;
    }
  }
  pieces.push(text.slice(copied));
  const marked = JSON.parse(pieces.join("")) as Json;
  return unmarked(marked, mark);
}

/** The offset behind the quote that ends the string beginning at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (;;) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
}

function unmarked(value: Json, mark: string): Json {
  if (typeof value === "string") return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value;
  if (Array.isArray(value)) return value.map((element) => unmarked(element, mark));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unmarked(member, mark)]));
}

/**
 * The value as JSON text, every number as it was read or written. Members that are undefined are left out, as
 * `JSON.stringify` does. `indent`: blanks for each level; without it the text is one line.
 */
export function jsonText(value: unknown, indent = 0): string {
  return holdsExact(value) ? exactText(value, indent, "\n") : JSON.stringify(value, null, indent);
}

/** Whether an `ExactNumber` is in the value. */
export function holdsExact(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.some(holdsExact);
  for (const name in value) if (holdsExact((value as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

function exactText(
  value: unknown,
  indent: number,
  lineBreak: string,
  inOrder: (names: string[]) => readonly string[] = (names) => names,
): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = indent === 0 ? "" : lineBreak + " ".repeat(indent);
  const colon = indent === 0 ? ":" : ": ";
  const members = value as Readonly<Record<string, unknown>>;
  const parts = Array.isArray(value)
    ? value.map((element) => exactText(element, indent, inner, inOrder))
    : inOrder(Object.keys(members))
        .filter((name) => members[name] !== undefined)
        .map((name) => `${JSON.stringify(name)}${colon}${exactText(members[name], indent, inner, inOrder)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return parts.length === 0
    ? `${open}${close}`
    : `${open}${inner}${parts.join(`,${inner}`)}${indent === 0 ? "" : lineBreak}${close}`;
}

/** The same, but undefined for what `parseJson` throws at. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether lists and objects are nested on more levels than these. Recurses no deeper than that. */
function isDeeper(value: Json | undefined, levels: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((element) => isDeeper(element, levels - 1));
  for (const name in value) if (isDeeper((value as JsonObject)[name], levels - 1)) return true;
  return false;
}

/** Whether the text holds no half of a surrogate pair, which can be neither sent nor written. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * The RFC 8785 text of a value: equal values have equal text, whatever the order of members and the form of numbers. Of what
 * RFC 8785 has no text for, a number beyond a double is its digits and an exponent (`12345678901234567891e0`), and half of a
 * surrogate pair its escape; such a value is never rounded, and never equal to its neighbour.
 */
export function canonicalJson(value: Json): string {
  const plain = canonicalNumbers(value);
  if (holdsExact(plain) || holdsHalfPair(plain)) return exactText(plain, 0, "", byName);
  return canonicalize(plain) as string;
}

function holdsHalfPair(value: unknown): boolean {
  if (typeof value === "string") return !isWellFormed(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => !isWellFormed(name) || holdsHalfPair(member));
}

/** By UTF-16 code units, as RFC 8785 has it. */
const byName = (names: string[]): readonly string[] => names.sort();

/** The value with numbers in their one form: plain ones wherever a double holds the value, as it does 1.0. */
export function canonicalNumbers(value: Json): Json {
  if (value instanceof ExactNumber) return canonicalNumber(value);
  if (Array.isArray(value)) return value.some(mayHoldExact) ? value.map(canonicalNumbers) : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, canonicalNumbers(member)]));
}

function mayHoldExact(value: Json): boolean {
  return typeof value === "object" && value !== null;
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
