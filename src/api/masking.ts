/** Keeps the token out of everything that leaves the client (docs/service.md#surprises). */
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Json } from "../model/json.ts";

/** Replaces secrets in texts. */
export type Mask = (text: string) => string;

/** Characters of a secret's beginning that are hidden; shorter texts are too common. */
const BEGINNING = 8;
/** A piece from anywhere in a secret, or in an encoding of it. Shorter ones may be everyday words. */
const PIECE = 12;
/** Half of a beginning: a quick check that most texts pass. */
const HINT = 4;

/**
 * A mask for one token: whole, without the number in front of a bar, cut, and in pieces of twelve characters; also
 * where characters are escaped (percent, JSON, HTML), where blanks or line breaks split it, and in base64 and hex.
 * What else a service could make of it is not recognised. Linear in the text.
 */
export function maskFor(token: string): Mask {
  const secret = secretOf(token);
  const forms = [token, ...encodings(secret)];
  const pieces = new Set(forms.flatMap((form) => slices(form, PIECE)));
  const hints = new Set(forms.flatMap((form) => slices(form, HINT)));
  const beginnings = [...new Set([token, secret])].filter(({ length }) => length > BEGINNING);
  const isHinted = (plain: string): boolean => {
    for (let at = 0; at < plain.length; at += HINT) if (hints.has(plain.slice(at, at + HINT))) return true;
    return false;
  };
  const hide = (text: string, escapes: RegExp): string =>
    isHinted(text.replace(escapes, resolved)) ? withoutPieces(text, escapes, beginnings, pieces) : text;
  return (text) => {
    const whole = text.replaceAll(token, "***");
    if (beginnings.length === 0) return whole;
    // Then as it is written: what is in front of a piece can make an escape of its beginning.
    return hide(hide(whole, ESCAPES), BLANKS);
  };
}

function secretOf(token: string): string {
  return token.slice(token.indexOf("|") + 1);
}

/** The secret as it is, in hex, and in base64 at each of the three places that it can have in what is encoded. */
function encodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64url");
    // The characters at both ends hold bits of what is around the secret, too.
    const inner = encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6));
    return [inner, inner.replaceAll("-", "+").replaceAll("_", "/")];
  });
  return [secret, hex, hex.toUpperCase(), ...base64];
}

function slices(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.max(text.length - size + 1, 0) }, (_, start) => text.slice(start, start + size));
}

function withoutPieces(
  text: string,
  passed: RegExp,
  beginnings: readonly string[],
  pieces: ReadonlySet<string>,
): string {
  const { plain, starts, ends } = unescaped(text, passed);
  const parts: string[] = [];
  let copied = 0;
  let hidden = 0;
  for (let at = 0; at + BEGINNING <= plain.length; at += 1) {
    const length = Math.max(
      pieces.has(plain.slice(at, at + PIECE)) ? PIECE : 0,
      ...beginnings.map((secret) => sharedLength(plain, at, secret)),
    );
    if (length === 0) continue;
    if (at >= hidden) parts.push(text.slice(copied, starts[at]), "***");
    hidden = Math.max(hidden, at + length);
    copied = ends[hidden - 1] as number;
    // A longer match cannot begin before the last piece.
    at += Math.max(length - PIECE, 0);
  }
  return parts.join("") + text.slice(copied);
}

/** How many characters of the text are those with which the secret begins; too few are none. */
function sharedLength(text: string, at: number, secret: string): number {
  if (!text.startsWith(secret.slice(0, BEGINNING), at)) return 0;
  let length = BEGINNING;
  while (length < secret.length && text[at + length] === secret[length]) length += 1;
  return length;
}

/** Blanks, control characters and what cannot be seen. */
const BLANK = "[\\s\\x00-\\x1f\\x7f-\\x9f\\xad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069]";
const BLANKS = new RegExp(`${BLANK}+`, "g");
const ESCAPES = new RegExp(
  `${BLANK}+|%[0-9a-f]{2}|\\\\(?:u[0-9a-f]{4}|["\\\\/bfnrt])|&(?:#x[0-9a-f]{1,4}|#\\d{1,5}|quot|amp|lt|gt|apos);`,
  "gi",
);
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };

/** The character of an escape; nothing for blanks. */
function resolved(written: string): string {
  if (written.startsWith("%")) return character(written.slice(1), 16);
  if (/^\\u/i.test(written)) return character(written.slice(2), 16);
  if (/^&#x/i.test(written)) return character(written.slice(3, -1), 16);
  if (written.startsWith("&#")) return character(written.slice(2, -1), 10);
  if (written.startsWith("&")) return ENTITIES[written.slice(1, -1).toLowerCase()] ?? "";
  return /^\\["\\/]/.test(written) ? written.slice(1) : "";
}

function character(digits: string, base: number): string {
  return String.fromCharCode(Number.parseInt(digits, base));
}

/** The text with one level of escapes resolved and without blanks, and where each of its characters is in the text. */
function unescaped(
  text: string,
  escapes: RegExp,
): { readonly plain: string; readonly starts: readonly number[]; readonly ends: readonly number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let from = 0;
  const pass = (end: number): void => {
    for (; from < end; from += 1) {
      starts.push(from);
      ends.push(from + 1);
    }
  };
  const plain = text.replace(escapes, (written, start: number) => {
    pass(start);
    from = start + written.length;
    const found = resolved(written);
    if (found !== "") {
      starts.push(start);
      ends.push(from);
    }
    return found;
  });
  pass(text.length);
  return { plain, starts, ends };
}

/** Whether a JSON value contains the token, with or without the number in front of a bar. */
export function tokenFinder(token: string): (value: Json) => boolean {
  const secret = secretOf(token);
  const sought = secret.length >= PIECE ? secret : token;
  // A shorter token may be an everyday word.
  if (sought.length < PIECE) return () => false;
  const forms = [...new Set([...encodings(sought), encodeURIComponent(sought)])];
  return (value) => holdsText(value, (text) => text.length >= PIECE && forms.some((form) => text.includes(form)));
}

/** Also checks names of members. Not recursive: answers may be deep. */
function holdsText(value: Json, isOne: (text: string) => boolean): boolean {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string" && isOne(next)) return true;
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some(isOne)) return true;
    for (const member of Object.values(next)) open.push(member as Json);
  }
  return false;
}

export function maskDiagnostic(mask: Mask, problem: Diagnostic): Diagnostic {
  return { ...problem, detail: mask(problem.detail), help: problem.help.map(mask) };
}

/** The same text on one line: runs of blanks as one, control and direction characters replaced. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")
    .trim();
}
