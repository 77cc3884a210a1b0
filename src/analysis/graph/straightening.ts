/**
 * How far down each spot of a column stands, once it is known what stands above what: as near to the middle of what it
 * is connected with as the order and the room allow, so that lines are short and straight.
 */
import type { Column, ConnectedSpot, Spot } from "./ordering.ts";

const ROUNDS = 8;

export interface PlacedSpot {
  readonly spot: Spot;
  /** How far down its middle is; may be negative. */
  readonly middle: number;
}

/** `gapBetween`: the room that is left free between two spots, one below the other. */
export function straightened(
  columns: readonly Column[],
  heightOf: (spot: Spot) => number,
  gapBetween: (above: Spot, below: Spot) => number,
): readonly { readonly column: number; readonly spots: readonly PlacedSpot[] }[] {
  const middles = new Map<ConnectedSpot, number>();
  const room = columns.map(({ spots }) => distances(spots, heightOf, gapBetween));
  for (const [index, { spots }] of columns.entries()) {
    const own = room[index] ?? [];
    const middle = (own.at(-1) ?? 0) / 2;
    for (const [place, spot] of spots.entries()) middles.set(spot, (own[place] ?? 0) - middle);
  }
  const settle = (index: number, neighbours: (spot: ConnectedSpot) => readonly ConnectedSpot[]): void => {
    const spots = columns[index]?.spots ?? [];
    const wanted = spots.map((spot) => {
      const near = neighbours(spot).map((each) => middles.get(each) ?? 0);
      return near.length === 0 ? (middles.get(spot) ?? 0) : near.reduce((sum, each) => sum + each, 0) / near.length;
    });
    const own = room[index] ?? [];
    const settled = rising(wanted.map((each, place) => each - (own[place] ?? 0)));
    for (const [place, spot] of spots.entries()) middles.set(spot, (settled[place] ?? 0) + (own[place] ?? 0));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let index = 0; index < columns.length; index += 1) settle(index, ({ before }) => before);
    for (let index = columns.length - 1; index >= 0; index -= 1) settle(index, ({ after }) => after);
  }
  for (let index = 0; index < columns.length; index += 1) settle(index, ({ before, after }) => [...before, ...after]);
  return columns.map(({ column, spots }) => ({
    column,
    spots: spots.map((each) => ({ spot: each.spot, middle: middles.get(each) ?? 0 })),
  }));
}

/** How far below the first spot each one is at least. */
function distances(
  spots: readonly ConnectedSpot[],
  heightOf: (spot: Spot) => number,
  gapBetween: (above: Spot, below: Spot) => number,
): readonly number[] {
  let from = 0;
  return spots.map(({ spot }, place) => {
    const above = spots[place - 1]?.spot;
    if (above !== undefined) from += heightOf(above) / 2 + gapBetween(above, spot) + heightOf(spot) / 2;
    return from;
  });
}

/** The numbers that never fall and are nearest to the given ones, by the sum of squares (pool adjacent violators). */
function rising(values: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    for (
      let last = pools.at(-1);
      last !== undefined && last.sum / last.count > pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}
