/**
 * Achievements by how much they give. The steps between tiers are the same for every game and at every time, so that a
 * new achievement changes the tier that it comes into, and no other.
 */
import type { Entry } from "./economy.ts";

export interface Tier {
  /** Points, both included. */
  readonly from: number;
  /** null: and more. */
  readonly to: number | null;
  readonly achievements: number;
  readonly points: number;
  readonly secret: number;
  /** Efforts of the cheapest ways that are known; null where none is. */
  readonly effort: { readonly least: number; readonly median: number; readonly most: number } | null;
}

/** The least points of each tier. */
const STEPS = [0, 1, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** From the lowest tier with an achievement in it to the highest. */
export function tiersOf(entries: readonly Entry[]): readonly Tier[] {
  const tiers = STEPS.map((from, index): Tier => {
    const next = STEPS[index + 1];
    const own = entries.filter(({ points }) => tierIndex(points) === index);
    return {
      from,
      to: next === undefined ? null : next - 1,
      achievements: own.length,
      points: own.reduce((sum, { points }) => sum + points, 0),
      secret: own.filter(({ is_secret }) => is_secret).length,
      effort: spread(own.flatMap(({ way }) => (way.steps.length > 0 ? [way.effort] : []))),
    };
  });
  const filled = [...tiers.keys()].filter((index) => (tiers[index]?.achievements ?? 0) > 0);
  return tiers.slice(filled[0] ?? tiers.length, (filled.at(-1) ?? -1) + 1);
}

function tierIndex(points: number): number {
  return Math.max(
    0,
    STEPS.findLastIndex((step) => points >= step),
  );
}

function spread(efforts: readonly number[]): Tier["effort"] {
  const sorted = [...efforts].sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  // Of an even number the lower one of the two in the middle: an effort that there is.
  const median = sorted[Math.floor((sorted.length - 1) / 2)];
  return least === undefined || most === undefined || median === undefined ? null : { least, median, most };
}
