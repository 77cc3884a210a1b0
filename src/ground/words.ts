/** Words that all messages share. In: counts, names and texts. Out: pieces of sentences. */
import { escapeInvisible, unitEscapes } from "./invisible-characters.ts";

/** `an action`, `a reward`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** `a, b and c` */
export function both(words: readonly string[]): string {
  return joined(words, "and");
}

/** `a, b or c` */
export function oneOf(words: readonly string[]): string {
  return joined(words, "or");
}

/** `1 error`, `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${inDigits(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `1,000`. */
export function inDigits(count: number | bigint): string {
  // The first number that Intl formats takes longer than reading a game.
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Text in double quotes, cut if it is long; escaped like `inQuotes`. */
export function quoted(text: string): string {
  return inQuotes(shortened(text));
}

/**
 * Text in double quotes. Quotation marks, characters that look like them, backslashes and what
 * nobody can see are escaped as in JSON, so that no name can end its quotation, or look as if it
 * did.
 */
export function inQuotes(text: string): string {
  const escaped = text.replaceAll(
    MARKS,
    (character) => SHORT_ESCAPES[character] ?? unitEscapes(character),
  );
  return `"${escapeInvisible(escaped)}"`;
}

/**
 * A name or a path as it is if nothing in it could be taken for words around it; otherwise in
 * quotes.
 */
export function nameText(text: string): string {
  return /^[\p{L}\p{N}_./@+~${}-]+(?::[\p{L}\p{N}_./@+~${}-]+)*$/u.test(text)
    ? text
    : inQuotes(text);
}

/** Also a letter's and a prime's double marks, the ditto mark and the wide quotation mark. */
const MARKS = /["\\\u02ba\u02ee\u2033\u3003\uff02]|\p{Cc}|\p{Surrogate}/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 57).join("")}…` : text;
}

function joined(words: readonly string[], last: string): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Makes a label a sentence: with a capital at its beginning and a full stop at its end. */
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}

/** Joins the words of a command, and quotes those that a shell could split or expand. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) =>
      /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
    )
    .join(" ");
}
