/**
 * Labels of boxes. A page cuts labels that are too long at their end. Where the names of several resources of a kind begin
 * alike, all of them would look the same then: such a name comes in two pieces, and is cut where the first piece ends.
 */
import { grouped, smallest } from "../../model/collections.ts";
import { compareText } from "../../model/diagnostics.ts";
import { widthOf } from "../text/layout.ts";

export interface BoxLabel {
  /** What may be cut at its end. */
  readonly head: string;
  /**
   * What stays, as far as there is room for it; `""` for most labels. Where several differ from others in one word, and
   * from each other in a later one, it begins with the first and has `…` in place of what is between.
   */
  readonly tail: string;
}

/** Columns that a box shows of a label with any font: what is cut in the middle is longer, and begins alike for half of it. */
const SHOWN = 22;
/** Of the first of two pieces, and of the second. */
const [SHOWN_HEAD, SHOWN_TAIL] = [6, 11];
/** Of a word in which they differ, at most. */
const WORD = 5;

/** A label for each text. They are made to differ; those of other kinds look different anyway. */
export function labelsOf(texts: Iterable<string>): ReadonlyMap<string, BoxLabel> {
  const all = [...new Set(texts)].sort(compareText);
  const labels = new Map<string, BoxLabel>(all.map((text) => [text, { head: text, tail: "" }]));
  const cut = (alike: readonly string[]): void => {
    if (alike.length === 1) return;
    const at = wordAt(alike, sharedBeginning(alike));
    for (const [text, tail] of tailsOf(alike, "")) labels.set(text, { head: text.slice(0, at), tail });
  };
  const long = all.filter((text) => widthOf(text) > SHOWN);
  for (const alike of grouped(long, (text) => beginningOf(text, SHOWN / 2)).values()) cut(alike);
  // Less of the first piece is shown beside a second one: others may look the same now.
  const inPieces = [...labels].filter(([, { tail }]) => tail !== "");
  for (const alike of grouped(inPieces, ([, { head }]) => beginningOf(head, SHOWN_HEAD)).values()) {
    const seen = new Set(alike.map(([, { tail }]) => beginningOf(tail, SHOWN_TAIL)));
    if (seen.size < alike.length) cut(alike.map(([text]) => text));
  }
  return labels;
}

/** The second pieces of texts that begin alike. `lead`: how they differ from others before that. */
function tailsOf(texts: readonly string[], lead: string): ReadonlyMap<string, string> {
  const at = wordAt(texts, sharedBeginning(texts));
  const tails = new Map(texts.map((text) => [text, lead + text.slice(at)]));
  const same = grouped(texts, (text) => beginningOf(tails.get(text) ?? "", SHOWN_TAIL));
  for (const group of same.values()) {
    const [word = ""] = /^[^ ]*/.exec(group[0]?.slice(at) ?? "") ?? [];
    const longer = word === "" ? lead : `${lead}${beginningOf(word, WORD)}…`;
    // With every word there is less room, until one more would show nothing of where they differ.
    if (group.length === 1 || same.size === 1 || widthOf(longer) >= SHOWN_TAIL) continue;
    for (const [text, tail] of tailsOf(group, longer)) tails.set(text, tail);
  }
  return tails;
}

/** Where the word begins in which they differ after so much, unless it begins much earlier: ids may be one long word. */
function wordAt([text = ""]: readonly string[], shared: number): number {
  const beginning = text.slice(0, shared);
  const word = Math.max(...[" ", "-", "_", "."].map((each) => beginning.lastIndexOf(each))) + 1;
  return widthOf(text.slice(word, shared)) > WORD ? shared : word;
}

/** The length of the beginning that all have, in UTF-16 units. */
function sharedBeginning([first = "", ...rest]: readonly string[]): number {
  return smallest(rest.map((text) => commonBeginning(first, text)));
}

/** Characters that fill a number of columns. */
function beginningOf(text: string, columns: number): string {
  let beginning = "";
  for (const { segment } of CHARACTERS.segment(text)) {
    if (widthOf(beginning) >= columns) break;
    beginning += segment;
  }
  return beginning;
}

/** The length of the beginning that both have, in UTF-16 units. Characters that are made of several stay whole. */
function commonBeginning(a: string, b: string): number {
  let length = 0;
  for (const { segment } of CHARACTERS.segment(a)) {
    if (!b.startsWith(segment, length)) break;
    length += segment.length;
  }
  return length;
}

const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });
