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

const PATTERN = /^(.+)~laurel-(moving|old|left)(?:-(\d+))?$/s;
const LONGEST = 255;

interface Mark {
  readonly bare: string;
  readonly mark: IdMark;
  /** 1 if the text has none. */
  readonly number: number;
}

/** Reads a marked text; undefined for a text without a mark. */
export function markOf(text: string): Mark | undefined {
  const [, bare, mark, number = "1"] = text.includes("~laurel-") ? (PATTERN.exec(text) ?? []) : [];
  return bare === undefined || !isMark(mark) ? undefined : { bare, mark, number: Number(number) };
}

function isMark(word: string | undefined): word is IdMark {
  return word === "moving" || word === "old" || word === "left";
}

/** The text with a mark and a number, which is left out if it is 1. A taken text gets the next number. Undefined if there is no room. */
export function marked(
  text: string,
  mark: Omit<Mark, "bare">,
  isTaken: (marked: string) => boolean,
): string | undefined {
  const bare = markOf(text)?.bare ?? text;
  for (let { number } = mark; ; number += 1) {
    const candidate = `${bare}~laurel-${mark.mark}${number === 1 ? "" : `-${number}`}`;
    if (candidate.length > LONGEST) return undefined;
    if (!isTaken(candidate)) return candidate;
  }
}
