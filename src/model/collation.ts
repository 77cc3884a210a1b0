/**
 * Texts as databases may compare them. In: an id or a name. Out: a text that is the same for all
 * texts which a collation may take for one: `Café`, `CAFE` and `cafe` become `cafe`. Which
 * collation the service has is unknown (docs/service.md#common-properties).
 */

const PLAIN = /^[\x20-\x7e]*$/;
/** Accents, joiners and variation selectors, which have no weight of their own. */
const WEIGHTLESS = /[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]/gu;

/** Letters that collations take for others, although Unicode does not decompose them. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ŧ: "t",
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** Folds case, accents, and the forms of characters. */
export function foldedText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Through capitals, because `ß` and `ss` have the same ones, and through small letters before,
  // because `ẞ` is a capital of its own.
  const capitals = text.normalize("NFKD").toLowerCase().toUpperCase();
  const small = capitals.normalize("NFKD").replaceAll(WEIGHTLESS, "").toLowerCase();
  return small.replaceAll(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}

/**
 * Folds emoji and other characters after U+FFFF, too: the default of older MySQL databases takes
 * all of them for one.
 */
export function collationKey(text: string): string {
  return foldedText(text).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, "\uFFFD");
}
