/**
 * Fits a page into a size limit. Sections of a lower rank are filled first; those of one rank share what is left. Units are
 * shown whole or not at all.
 */

export interface Section {
  /** From 0: what matters most. */
  readonly rank: number;
  readonly head: string;
  /** Made only as far as the budget goes. Each ends with a line break. */
  readonly units: readonly (() => string)[];
  readonly foot: string;
  /** States how many units are left out. Ends with a line break. */
  readonly more: (left: number) => string;
  /** What the units are, in the singular. */
  readonly noun: string;
}

export interface Packed {
  /** Empty when not even one unit fitted. */
  readonly text: string;
  readonly shown: number;
}

/** Every section may have so many bytes, as long as there are some. */
const LEAST = 1_500;
/** What separates two sections, and the longest number in a note on what is left out. */
const SEPARATION = 2 + 10;

const utf8 = new TextEncoder();

/** Bytes in UTF-8. It is never less than the number of UTF-16 units, so a limit on it holds for both. */
export function bytesOf(text: string): number {
  return utf8.encode(text).length;
}

/** The text of each section with units within a number of bytes; of the others, none. */
export function pack(sections: readonly Section[], budget: number): readonly Packed[] {
  const packed: Packed[] = sections.map(() => ({ text: "", shown: 0 }));
  let left = budget;
  const indexed = sections
    .map((section, index) => ({ section, index }))
    .filter(({ section }) => section.units.length > 0);
  for (const rank of [...new Set(indexed.map(({ section }) => section.rank))].sort((a, b) => a - b)) {
    // What a short section does not need is for the longer ones.
    const mine = indexed
      .filter(({ section }) => section.rank === rank)
      .sort((a, b) => a.section.units.length - b.section.units.length);
    for (const [place, { section, index }] of mine.entries()) {
      const share = Math.max(LEAST, left / (mine.length - place));
      const filled = fill(section, Math.min(left, share));
      packed[index] = filled;
      if (filled.text !== "") left -= bytesOf(filled.text) + SEPARATION;
    }
  }
  return packed;
}

function fill({ head, units, foot, more }: Section, budget: number): Packed {
  const reserve = bytesOf(more(units.length));
  let taken = bytesOf(head) + bytesOf(foot) + SEPARATION;
  const texts: string[] = [];
  for (const unit of units) {
    const text = unit();
    taken += bytesOf(text);
    const isLast = texts.length === units.length - 1;
    if (taken + (isLast ? 0 : reserve) > budget) break;
    texts.push(text);
  }
  const left = units.length - texts.length;
  if (texts.length === 0) return { text: "", shown: 0 };
  return { text: head + texts.join("") + (left === 0 ? "" : more(left)) + foot, shown: texts.length };
}
