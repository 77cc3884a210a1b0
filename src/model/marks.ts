/**
 * The marks of ids and names that resources have for a while. In: a text. Out: the text with a mark, or what a mark says.
 * A mark carries the id that its resource is to have, so that a run which continues needs no memory:
 * `dragon~laurel-moving` is on its way to `dragon`, `dragon~laurel-old` was replaced there.
 */

/**
 * `moving`: has left its id and is to have the one before the mark. `old`: had this id, and goes. `left`: was to get this
 * id by a `moved` entry, is replaced there, and goes.
 */
export type IdMark = "moving" | "old" | "left";

const PATTERN = /^(.+)~laurel-(moving|old|left)(?:-\d+)?$/s;
const LONGEST = 255;

/** What a marked text says; undefined for a text without a mark. */
export function markOf(text: string): { readonly bare: string; readonly mark: IdMark } | undefined {
  const [, bare, mark] = text.includes("~laurel-") ? (PATTERN.exec(text) ?? []) : [];
  return bare === undefined ? undefined : { bare, mark: mark as IdMark };
}

/** The text with a mark, and with a number where that is taken; undefined where it leaves no room for one. */
export function marked(text: string, mark: IdMark, isTaken: (marked: string) => boolean): string | undefined {
  const bare = markOf(text)?.bare ?? text;
  for (let number = 1; ; number += 1) {
    const candidate = `${bare}~laurel-${mark}${number === 1 ? "" : `-${number}`}`;
    if (candidate.length > LONGEST) return undefined;
    if (!isTaken(candidate)) return candidate;
  }
}
