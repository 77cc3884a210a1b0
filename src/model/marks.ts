/**
 * Marks of temporary ids and names. In: a text. Out: the text with a mark, or the meaning of its
 * mark. A mark contains the desired id of its resource, so that a later run can continue without
 * memory: `dragon~laurel-moving` gets the id `dragon`, and `dragon~laurel-old` was replaced by
 * another `dragon`.
 */
import { TEXT_LIMIT } from "../catalog/common.ts";

/**
 * `moving`: parked, and gets the id before the mark. `old`: had that id, and will be deleted.
 * `left`: a `moved` entry gave it that id, but it is replaced, and will be deleted.
 */
export type IdMark = "moving" | "old" | "left";

const PATTERN = /^(.+)~laurel-(moving|old|left)(?:-(\d+))?$/s;

interface Mark {
  readonly bare: string;
  readonly mark: IdMark;
  /** 1 if the text has no number. */
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
 * Adds a mark and a number, which is left out if it is 1. If the text is taken, it gets the next
 * number. Undefined if it would be too long.
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

/**
 * Counts code points, as the limits of the catalog do: an emoji is one character, although it has
 * two UTF-16 units.
 */
function isTooLong(text: string): boolean {
  return text.length > TEXT_LIMIT && [...text].length > TEXT_LIMIT;
}
