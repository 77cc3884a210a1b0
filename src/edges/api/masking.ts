/** Keeps the token out of everything that leaves the client (service-contract.md §6, trap 30). */
import type { Diagnostic } from "../../core/diagnostics.ts";
import type { Json } from "../../core/json.ts";

/** Replaces secrets in texts. */
export type Mask = (text: string) => string;

/** So much of a secret's beginning is enough to give it away; shorter texts are too common to be searched for. */
const BEGINNING = 8;
/** A piece from anywhere in a secret, or in an encoding of it. Shorter ones may be everyday words. */
const PIECE = 12;

/**
 * A mask for one token: whole, without the number in front of a bar, cut, and in pieces of twelve characters; also
 * where characters are escaped (percent, JSON, HTML), where blanks or line breaks split it, and in base64 and hex.
 * What else a service could make of it is not recognised. Linear in the text.
 */
export function maskFor(token: string): Mask {
  const secret = secretOf(token);
  const pieces = new Set([token, ...encodings(secret)].flatMap(piecesOf));
  const beginnings = [...new Set([token, secret])].filter(({ length }) => length > BEGINNING);
  return (text) => {
    const whole = text.replaceAll(token, "***");
    if (beginnings.length === 0) return whole;
    // Then as it is written: what is in front of a piece can make an escape of its beginning.
    return [ESCAPES, BLANKS].reduce((rest, passed) => withoutPieces(rest, passed, beginnings, pieces), whole);
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

function piecesOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(text.length - PIECE + 1, 0) }, (_, start) => text.slice(start, start + PIECE));
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
    // Nothing that is hidden already can begin anything longer before its last piece.
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

const BLANKS = /[\s\p{Cc}\p{Cf}]+/gu;
const ESCAPES =
  /%([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]{1,4});|&#(\d{1,5});|&(quot|amp|lt|gt|apos);|\\(["\\/])|(?:\\[bfnrt]|[\s\p{Cc}\p{Cf}])+/giu;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };

/** The text with one level of escapes resolved and without blanks, and where each of its characters is in the text. */
function unescaped(
  text: string,
  escapes: RegExp,
): {
  readonly plain: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
} {
  const characters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (character: string, start: number, end: number): void => {
    characters.push(character);
    starts.push(start);
    ends.push(end);
  };
  let from = 0;
  const copyTo = (end: number): void => {
    for (; from < end; from += 1) add(text[from] as string, from, from + 1);
  };
  for (const { 0: written, 1: percent, 2: unit, 3: hex, 4: decimal, 5: entity, 6: quoted, index } of text.matchAll(
    escapes,
  )) {
    copyTo(index);
    from = index + written.length;
    const hexadecimal = percent ?? unit ?? hex;
    if (hexadecimal !== undefined) add(String.fromCharCode(Number.parseInt(hexadecimal, 16)), index, from);
    else if (decimal !== undefined) add(String.fromCharCode(Number(decimal)), index, from);
    else if (entity !== undefined) add(ENTITIES[entity.toLowerCase()] as string, index, from);
    else if (quoted !== undefined) add(quoted, index, from);
  }
  copyTo(text.length);
  return { plain: characters.join(""), starts, ends };
}

/** Says of a value in JSON whether the token is in it; the number in front of a bar makes no difference. */
export function tokenFinder(token: string): (value: Json) => boolean {
  const secret = secretOf(token);
  const sought = secret.length >= PIECE ? secret : token;
  // A token that is shorter may be an everyday word, which resources hold by chance.
  if (sought.length < PIECE) return () => false;
  const forms = [...new Set([...encodings(sought), encodeURIComponent(sought)])];
  return (value) => holdsText(value, (text) => text.length >= PIECE && forms.some((form) => text.includes(form)));
}

/** Whether some text of the value is one, names of members included. Not recursive: answers may be deep. */
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

/** The same diagnostic with the mask over every text that can come from outside. */
export function maskDiagnostic(mask: Mask, problem: Diagnostic): Diagnostic {
  return { ...problem, detail: mask(problem.detail), help: problem.help.map(mask) };
}
