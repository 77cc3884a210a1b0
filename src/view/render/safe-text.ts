/**
 * Text from outside, made harmless for a terminal: file contents, names, a service's messages.
 * Control characters could move the cursor or recolour the screen, and characters that turn the
 * direction of writing or take no room could make a line look like another one. All become visible
 * escapes.
 */

import { escapeInvisible, INVISIBLE, unitEscapes } from "../../ground/invisible-characters.ts";
import { jsonText } from "../../ground/json.ts";
import { inDigits } from "../../ground/words.ts";

/** Longest text that is shown whole, in UTF-16 units. Services take no longer names and values. */
const LONGEST = 4_000;

/** Scripts in which joiners and signs of variation only make texts differ that look alike. */
const PLAIN_SCRIPT = "\\0-\\x7f\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}";
const DANGEROUS = new RegExp(
  [
    "[\\u0000-\\u001f]|\\p{Surrogate}|\\p{Noncharacter_Code_Point}",
    INVISIBLE.source,
    `(?<![^${PLAIN_SCRIPT}\\u200c\\u200d])[\\u200c\\u200d]`,
    // Digits with a sign of variation are keys of a telephone.
    `(?<![^${PLAIN_SCRIPT}\\p{Variation_Selector}]|[#*0-9])\\p{Variation_Selector}`,
    // More marks than any script puts on one letter would grow over the lines above and below.
    "(?<=\\p{M}{8})\\p{M}",
  ].join("|"),
  "gu",
);

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Makes a text one line that can be printed anywhere. Ordinary text is returned unchanged. A long
 * text is cut.
 */
export function safeText(text: string): string {
  const isCut = text.length > LONGEST;
  // The half of a character at the end becomes an escape.
  const escaped = (isCut ? text.slice(0, LONGEST) : text).replaceAll(
    DANGEROUS,
    (character) => SHORT[character] ?? unitEscapes(character),
  );
  return isCut ? `${escaped}… (cut, ${inDigits(text.length)} characters in all)` : escaped;
}

/** Whether `safeText` shows all of a text, also with a sign in front. */
export function isShownWhole(text: string): boolean {
  return text.length < LONGEST;
}

/**
 * Writes a value as a JSON document. Characters that a terminal would obey or nobody can see are
 * escaped.
 */
export function safeJson(value: object): string {
  return `${escapeInvisible(jsonText(value, 2))}\n`;
}
