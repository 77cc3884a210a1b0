/**
 * Scalars of the plain form of YAML: what stands between two offsets, as the core schema of YAML 1.2 reads it. Whatever
 * is not surely read as the `yaml` package reads it is given up.
 */
import { numberOf } from "../model/json.ts";
import type { ScalarPart, SourceText } from "./parts.ts";

/** Thrown where a text leaves the plain form. The `yaml` package then reads it, and says what is wrong if anything is. */
/** How many values of a file are still read. */
export interface Budget {
  left: number;
}

/** Counts a value. */
export function spend(budget: Budget): void {
  budget.left -= 1;
  if (budget.left < 0) throw new NotPlain();
}

export class NotPlain extends Error {}

/** Codes of the characters that mean something. */
export const CODE = {
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  doubleQuote: 34,
  hash: 35,
  singleQuote: 39,
  comma: 44,
  minus: 45,
  colon: 58,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
} as const;

const INDICATORS = new Set([..."?:,[]{}#&*!|>'\"%@`\uFEFF"].map((character) => character.charCodeAt(0)));

/** Whether nothing or a blank is at the offset: an indicator before it counts. */
export function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === CODE.space || (code >= 9 && code <= 13) || Number.isNaN(code);
}

function isFlowIndicator(code: number): boolean {
  return (
    code === CODE.comma ||
    code === CODE.openBracket ||
    code === CODE.closeBracket ||
    code === CODE.openBrace ||
    code === CODE.closeBrace
  );
}

export function isQuote(code: number): boolean {
  return code === CODE.singleQuote || code === CODE.doubleQuote;
}

/** The offset of the first character from `from` on that is no space. */
export function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === CODE.space) at += 1;
  return at;
}

/** Reads the text of one line, with or without quotes, that begins at `start`. */
export function readScalar(source: SourceText, start: number, inFlow: boolean): ScalarPart {
  const { text } = source;
  if (isQuote(text.charCodeAt(start))) {
    const end = endOfQuoted(text, start);
    return { type: "scalar", value: quotedValue(text.slice(start, end)), source, start, end };
  }
  const end = withoutBlanks(text, start, endOfUnquoted(text, start, inFlow));
  return { type: "scalar", value: unquotedValue(text.slice(start, end)), source, start, end };
}

/**
 * The first offset that no longer belongs to the unquoted text that begins at `start`, blanks before it included: a
 * colon that ends a key, a comment, a bracket or comma where `inFlow`, or the end of the line.
 */
export function endOfUnquoted(text: string, start: number, inFlow: boolean): number {
  const first = text.charCodeAt(start);
  if (INDICATORS.has(first)) throw new NotPlain();
  if (first === CODE.minus && (isBlankAt(text, start + 1) || (inFlow && isFlowIndicator(text.charCodeAt(start + 1))))) {
    throw new NotPlain();
  }
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    // Past the end of the text there is no code.
    if (!(code >= CODE.space)) {
      if (code === CODE.lineFeed || Number.isNaN(code)) return at;
      if (code === CODE.carriageReturn && text.charCodeAt(at + 1) === CODE.lineFeed) return at;
      throw new NotPlain();
    }
    if (code === CODE.colon) {
      if (isBlankAt(text, at + 1) || (inFlow && isFlowIndicator(text.charCodeAt(at + 1)))) return at;
    } else if (code === CODE.hash) {
      if (text.charCodeAt(at - 1) === CODE.space) return at;
    } else if (inFlow && isFlowIndicator(code)) return at;
  }
}

/** The offset behind the last character before `end` that is no blank. */
export function withoutBlanks(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) === CODE.space) at -= 1;
  return at;
}

/** What an unquoted text means. */
export function unquotedValue(written: string): ScalarPart["value"] {
  // Nothing that is no text begins with another character.
  return /^[-+.~0-9tTfFnN]/.test(written) ? coreValue(written) : written;
}

/** The core schema of YAML 1.2, chapter 10.3.2, in the order in which the package tries it. */
function coreValue(written: string): ScalarPart["value"] {
  if (/^(?:~|[Nn]ull|NULL)$/.test(written)) return null;
  if (/^(?:[Tt]rue|TRUE)$/.test(written)) return true;
  if (/^(?:[Ff]alse|FALSE)$/.test(written)) return false;
  if (/^(?:0o[0-7]+|0x[0-9a-fA-F]+)$/.test(written)) return numberOf(String(BigInt(written)));
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(written)) {
    return written.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (/^\.(?:nan|NaN|NAN)$/.test(written)) return Number.NaN;
  const [, sign, whole = "", fraction = "", exponent = ""] =
    /^([-+]?)(?=\.?[0-9])([0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?$/.exec(written) ?? [];
  if (sign === undefined) return written;
  // JSON has no plus sign, no zeros in front, and digits on both sides of a point.
  const plain = (whole.replace(/^0+(?=[0-9])/, "") || "0") + (fraction === "." ? "" : fraction) + exponent;
  return numberOf(sign === "-" ? `-${plain}` : plain);
}

/** The offset behind the closing quote of the text in quotes that begins at `start`, which ends on its line. */
export function endOfQuoted(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CODE.lineFeed || Number.isNaN(code)) throw new NotPlain();
    if (code === CODE.backslash && quote === CODE.doubleQuote) at += 1;
    else if (code === quote) {
      if (quote === CODE.doubleQuote || text.charCodeAt(at + 1) !== quote) return at + 1;
      at += 1;
    }
  }
}

/** What a text in quotes means, quotes included. */
export function quotedValue(quoted: string): string {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith("'")) return inner.replaceAll("''", "'");
  return inner.includes("\\") ? inner.replaceAll(ESCAPE, unescaped) : inner;
}

const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/gs;

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  " ": " ",
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1B",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\x85",
  _: "\xA0",
  L: "\u2028",
  P: "\u2029",
};

function unescaped(sequence: string): string {
  if (sequence.length > 2) {
    const point = Number.parseInt(sequence.slice(2), 16);
    if (point > 0x10_ff_ff) throw new NotPlain();
    return String.fromCodePoint(point);
  }
  const character = ESCAPED[sequence.charAt(1)];
  if (character === undefined) throw new NotPlain();
  return character;
}
