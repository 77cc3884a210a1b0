/**
 * Fits a page into a size limit. A page is a list of sections, each with a head, units that are shown whole or not at
 * all, and a note on what is left out. Sections of a lower rank are filled first; those of one rank share what is left.
 */

export interface Section {
  /** From 0: what matters most. */
  readonly rank: number;
  /** Ends with a line break where the units need one. */
  readonly head: string;
  /** Made only as far as the budget goes. Each ends with a line break. */
  readonly units: readonly (() => string)[];
  readonly foot?: string;
  /** States how many units are left out. Ends with a line break. */
  readonly more: (left: number) => string;
  /** What the units are, in the singular. */
  readonly counts: string;
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

/** The text of each section within a number of bytes. The sections are joined with an empty line between them. */
export function pack(given: readonly Section[], budget: number): readonly Packed[] {
  const sections = given.map((section, index) => ({ ...section, index, units: section.units.map(once) }));
  const packed: Packed[] = sections.map(() => ({ text: "", shown: 0 }));
  let left = budget;
  for (const rank of [...new Set(sections.map((section) => section.rank))].sort((a, b) => a - b)) {
    // What a short section does not need is for the longer ones.
    const mine = sections.filter((each) => each.rank === rank).sort((a, b) => a.units.length - b.units.length);
    for (const [place, section] of mine.entries()) {
      const share = Math.max(LEAST, left / (mine.length - place));
      const filled = fill(section, Math.min(left, share));
      packed[section.index] = filled;
      if (filled.text !== "") left -= bytesOf(filled.text) + SEPARATION;
    }
  }
  return packed;
}

/** Units are measured and then shown, so each is made once. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function frameOf({ head, foot = "" }: Section): number {
  return bytesOf(head) + bytesOf(foot) + SEPARATION;
}

function fill(section: Section, budget: number): Packed {
  const { head, units, foot = "", more } = section;
  const reserve = bytesOf(more(units.length));
  let taken = frameOf(section);
  if (taken > budget) return { text: "", shown: 0 };
  let shown = 0;
  for (const unit of units) {
    const size = bytesOf(unit());
    const isLast = shown === units.length - 1;
    if (taken + size + (isLast ? 0 : reserve) > budget) break;
    taken += size;
    shown += 1;
  }
  // The note on what is left out may be longer than all that is left.
  if (fits(units.slice(shown), budget - taken)) shown = units.length;
  if (shown === 0 && units.length > 0) return { text: "", shown: 0 };
  const texts = units.slice(0, shown).map((unit) => unit());
  const left = units.length - shown;
  return { text: head + texts.join("") + (left === 0 ? "" : more(left)) + foot, shown };
}

function fits(units: Section["units"], budget: number): boolean {
  let left = budget;
  return units.every((unit) => {
    left -= bytesOf(unit());
    return left >= 0;
  });
}
