/**
 * Labels of boxes. A page cuts labels that are too long at their end. Where the names of several resources begin alike,
 * all of them would look the same then: such a name comes in two pieces, and is cut where the first piece ends.
 */
import { compareText } from "../../model/diagnostics.ts";
import { widthOf } from "../text/layout.ts";

export interface BoxLabel {
  /** What may be cut at its end. */
  readonly head: string;
  /** What stays, if there is room for it; `""` for most labels. */
  readonly tail: string;
}

/** Columns that a box shows of a label with any font: what is cut in the middle is longer, and begins alike for half of it. */
const SHOWN = 22;

/** A label for each text. */
export function labelsOf(texts: Iterable<string>): ReadonlyMap<string, BoxLabel> {
  const sorted = [...new Set(texts)].sort(compareText);
  return new Map(
    sorted.map((text, index) => {
      const alike = [sorted[index - 1], sorted[index + 1]].map((other) => commonBeginning(text, other ?? ""));
      return [text, labelOf(text, Math.max(...alike))];
    }),
  );
}

/** `alike`: the length of what it has in common with another one. */
function labelOf(text: string, alike: number): BoxLabel {
  const beginning = text.slice(0, alike);
  if (widthOf(text) <= SHOWN || widthOf(beginning) < SHOWN / 2) return { head: text, tail: "" };
  // The word in which they differ stays whole, unless it is the first: ids may be one long word.
  const word = Math.max(...[" ", "-", "_", "."].map((each) => beginning.lastIndexOf(each))) + 1;
  const at = widthOf(text.slice(0, word)) < SHOWN / 2 ? alike : word;
  return { head: text.slice(0, at), tail: text.slice(at) };
}

/** The length of the beginning that both have, in UTF-16 units. Characters that are made of several stay whole. */
function commonBeginning(a: string, b: string): number {
  let length = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(a)) {
    if (!b.startsWith(segment, length)) break;
    length += segment.length;
  }
  return length;
}
