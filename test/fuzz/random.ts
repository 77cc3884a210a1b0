/** Chance that can be repeated: the same seed gives the same numbers on every machine. */

export interface Random {
  /** A whole number from 0 up to but not including the limit. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with that probability. */
  chance(probability: number): boolean;
}

export function randomFrom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1)
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // The first numbers of seeds that differ in one character are alike.
  for (let round = 0; round < 4; round += 1) next();
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new Error("nothing to pick from");
      return from[below(from.length)] as T;
    },
  };
}
