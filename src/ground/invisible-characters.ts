/**
 * Finds characters that are invisible and still have an effect: controls, line separators, marks
 * that change the direction of writing, and characters without width that only machines read. In:
 * JSON text. Out: the same value, with escapes in their place. Other forms of output have escapes
 * of their own.
 *
 * Joiners, variation selectors and the letters in the flag of a region stay, because emoji and some
 * scripts need them. Controls below U+0020 and halves of surrogate pairs are missing here, because
 * JSON escapes those by itself.
 */
export const INVISIBLE =
  /[\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|(?!\u200c|\u200d|[\p{Variation_Selector}\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}|(?<!\u{1f3f4}[\u{e0030}-\u{e007a}]{0,6})[\u{e0020}-\u{e007f}]/gu;

/** Escapes the invisible characters in JSON text. The value stays the same. */
export function escapeInvisible(json: string): string {
  return json.replaceAll(INVISIBLE, unitEscapes);
}

/** Escapes each UTF-16 unit as `\u` and four digits, as JSON does. */
export function unitEscapes(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/**
 * Characters that print like others, or like nothing: spaces of other widths, and marks that
 * combine with a letter.
 */
const AMBIGUOUS = /[\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff]|\p{M}/gu;

/** Escapes the characters of a text that print like others. */
export function shownExactly(text: string): string {
  return escapeInvisible(text).replaceAll(AMBIGUOUS, unitEscapes);
}

/** Escapes both texts if they differ and would print the same. */
export function toldApart(one: string, other: string): readonly [string, string] {
  const isSame = one !== other && printedForm(one) === printedForm(other);
  return isSame ? [shownExactly(one), shownExactly(other)] : [one, other];
}

/**
 * Returns a text as it looks: composed, with plain spaces, and without characters that have no
 * width.
 */
function printedForm(text: string): string {
  const spaces = text
    .normalize("NFC")
    .replaceAll(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " ");
  return spaces.replaceAll(/[\u200b-\u200f\u2060\ufeff]|\p{Default_Ignorable_Code_Point}/gu, "");
}

/** Characters that look like spaces or like nothing, which copied text can contain. */
export const UNSEEN = /[\u00A0\u1680\u2000-\u200D\u202F\u205F\u2060\u3000\uFEFF]/;

/** Returns help for a name that contains an invisible character, as a list. */
export function unseenHelp(name: string): readonly string[] {
  const character = UNSEEN.exec(name)?.[0];
  if (character === undefined) return [];
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const fix = /[\u200B-\u200D\u2060\uFEFF]/.test(character) ? "delete it" : "write a space instead";
  return [`the invisible character U+${code} is here; ${fix}`];
}
