/**
 * Fits a page into the room that there is. A page is a list of piles: each has a head, units that are shown whole or not
 * at all, and a word on what is left out. Piles of a lower rank are filled first; piles of one rank share what is left,
 * each taking no more than it needs.
 */
import { pushAll } from "../../model/collections.ts";
import { bytesOf } from "./markdown-text.ts";

export interface Pile {
  /** From 0: what matters most. */
  readonly rank: number;
  /** Ends with a line break where the units need one. */
  readonly head: string;
  /** Made only as far as there is room. Each ends with a line break. */
  readonly units: readonly (() => string)[];
  readonly foot: string;
  /** Says that so many units are left out. Ends with a line break. */
  readonly more: (left: number) => string;
  /** What the units are, in the singular. */
  readonly counts: string;
  /** Whose they are, as Markdown; absent when they are the page's. */
  readonly game?: string;
}

export interface Packed {
  /** Empty when not even one unit fitted. */
  readonly text: string;
  readonly shown: number;
}

/** A pile is not begun with less than this, unless it needs less. */
const LEAST = 1_500;
/** What separates two piles, and the longest number in a word on what is left out. */
const SEPARATION = 2 + 10;

/** What becomes of each pile in so many bytes. The piles are joined with an empty line between them. */
export function pack(given: readonly Pile[], room: number): readonly Packed[] {
  const piles = given.map((pile) => ({ ...pile, units: pile.units.map(once) }));
  const packed: Packed[] = piles.map(() => ({ text: "", shown: 0 }));
  let left = room;
  for (const rank of [...new Set(piles.map((pile) => pile.rank))].sort((a, b) => a - b)) {
    const mine = piles.flatMap((pile, index) => (pile.rank === rank ? [{ pile, index }] : []));
    const shares = share(
      needsOf(
        mine.map(({ pile }) => pile),
        left,
      ),
      left,
    );
    for (const [place, { pile, index }] of mine.entries()) {
      const filled = fill(pile, shares[place] ?? 0);
      packed[index] = filled;
      if (filled.text !== "") left -= bytesOf(filled.text) + SEPARATION;
    }
  }
  return packed;
}

/** Units are measured and then shown: what was made once is kept. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** How many bytes each pile takes whole. Beyond its part of a room that is too small, it makes no difference how many. */
function needsOf(piles: readonly Pile[], room: number): readonly number[] {
  const part = Math.max(LEAST, room / piles.length);
  let total = 0;
  return piles.map((pile) => {
    let need = bytesOf(pile.head) + bytesOf(pile.foot) + SEPARATION;
    for (const unit of pile.units) {
      if (need > room || (total > room && need > part)) break;
      need += bytesOf(unit());
    }
    total += need;
    return need;
  });
}

/** Divides the room: the first piles get at least `LEAST` or what they need, then everyone the same and no more. */
export function share(needs: readonly number[], room: number): readonly number[] {
  let served = 0;
  for (let sum = 0; served < needs.length; served += 1) {
    sum += Math.min(needs[served] ?? 0, LEAST);
    if (sum > room) break;
  }
  const ascending = needs.slice(0, served).sort((a, b) => a - b);
  let left = room;
  let level = Number.POSITIVE_INFINITY;
  for (const [index, need] of ascending.entries()) {
    const equal = Math.floor(left / (served - index));
    if (need > equal) {
      level = equal;
      break;
    }
    left -= need;
  }
  return needs.map((need, index) => (index < served ? Math.min(need, level) : 0));
}

function areWithin(units: Pile["units"], room: number): boolean {
  let left = room;
  return units.every((unit) => {
    left -= bytesOf(unit());
    return left >= 0;
  });
}

function fill(pile: Pile, room: number): Packed {
  const { head, units, foot, more } = pile;
  const frame = bytesOf(head) + bytesOf(foot) + SEPARATION;
  const reserve = bytesOf(more(units.length));
  const texts: string[] = [];
  let taken = frame;
  for (const [index, unit] of units.entries()) {
    const text = unit();
    const size = bytesOf(text);
    const isLast = index === units.length - 1;
    if (taken + size + (isLast ? 0 : reserve) > room) {
      // The word on what is left out may be longer than all that is left.
      const rest = units.slice(index);
      if (areWithin(rest, room - taken))
        pushAll(
          texts,
          rest.map((each) => each()),
        );
      break;
    }
    texts.push(text);
    taken += size;
  }
  if (frame > room || (texts.length === 0 && units.length > 0)) return { text: "", shown: 0 };
  const left = units.length - texts.length;
  return { text: head + texts.join("") + (left === 0 ? "" : more(left)) + foot, shown: texts.length };
}
