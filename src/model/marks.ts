/**
 * Marks of temporary ids and names. In: a text. Out: the text with a mark, or what a mark says.
 * A mark contains the id that its resource will have, so that a run which continues needs no memory: `dragon~laurel-moving` will be
 * renamed to `dragon`, and `dragon~laurel-old` was replaced there.
 */
import { TEXT_LIMIT } from "../catalog/common.ts";

/**
 * `moving`: renamed to the id before the mark next. `old`: had this id, and is deleted. `left`: a `moved` entry leads to this id, where
 * the resource is replaced; it is deleted.
 */
export type IdMark = "moving" | "old" | "left";

const PATTERN = /^(.+)~laurel-(moving|old|left)(?:-(\d+))?$/s;

export interface Mark {
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

/**
 * Adds a mark and a number, which is left out if it is 1. A taken text gets the next number. Undefined if the text would be longer than
 * ids and names may be; it is never cut, because the next run identifies the resource by it.
 */
export function marked(
  text: string,
  mark: Omit<Mark, "bare">,
  isTaken: (marked: string) => boolean,
): string | undefined {
  const bare = markOf(text)?.bare ?? text;
  for (let { number } = mark; ; number += 1) {
    const candidate = `${bare}~laurel-${mark.mark}${number === 1 ? "" : `-${number}`}`;
    if (isTooLong(candidate)) return undefined;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Counts code points, as the limits of the catalog do: an emoji is one character, although it has two UTF-16 units. */
function isTooLong(text: string): boolean {
  return text.length > TEXT_LIMIT && [...text].length > TEXT_LIMIT;
}
