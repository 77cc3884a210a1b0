/**
 * Characters that are invisible and still have an effect: controls, separators of lines, what turns the direction of
 * writing, and characters of no width that carry meaning for machines only. In: JSON text. Out: the same value, with escapes
 * in their place. Other forms of output write escapes of their own.
 *
 * Joiners, signs of variation and the letters in the flag of a region are needed by emoji and by whole scripts, and stay.
 * Controls below U+0020 and halves of surrogate pairs are not in it, because JSON escapes those by itself.
 */
export const INVISIBLE =
  /[\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|(?!\u200c|\u200d|[\p{Variation_Selector}\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}|(?<!\u{1f3f4}[\u{e0030}-\u{e007a}]{0,6})[\u{e0020}-\u{e007f}]/gu;

/** JSON text with escapes in place of what cannot be seen: its value stays the same, and it can be shown on a screen. */
export function escapeInvisible(json: string): string {
  return json.replaceAll(INVISIBLE, unitEscapes);
}

/** Each UTF-16 unit as `\u` and four digits, as JSON writes them. */
export function unitEscapes(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
