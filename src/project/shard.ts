/**
 * Splits games over the jobs of a CI matrix. In: names of games and which part is wanted. Out: the names of that part.
 * Names alone decide, so every machine computes the same split. The parts differ by one game at most. A game that
 * joins or leaves moves few others, so that jobs keep their games, with their logs and caches.
 */
import { compareText } from "../model/diagnostics.ts";

export interface Shard {
  /** From 1. */
  readonly index: number;
  /** How many parts there are. */
  readonly of: number;
  /** Games with the same token are in one part. Absent: each game for itself. */
  readonly by?: "token";
}

/**
 * Each game prefers the parts in an order of its own, made from its name. In the order of names, each goes to the part
 * with the highest score among those with room (rendezvous hashing with a limit). The order of the result is that of `names`.
 * `groupOf`: names of one group are in one part; the parts then differ by one group at most.
 */
export function shardOf(
  names: readonly string[],
  shard: Shard,
  groupOf: (name: string) => string = (name) => name,
): readonly string[] {
  const groups = names.map(groupOf);
  const own = ownNames([...new Set(groups)], shard);
  return names.filter((_, index) => own.has(groups[index] ?? ""));
}

/**
 * The share of a job in a limit per second of its service. Jobs that have no game send nothing. Where games are split by
 * token, no other job has the limit. `games`: how many are split.
 */
export function shareOf(limit: number | undefined, shard: Shard | undefined, games: number): number | undefined {
  if (limit === undefined || shard === undefined || shard.by === "token") return limit;
  return limit / Math.max(1, Math.min(shard.of, games));
}

function ownNames(names: readonly string[], shard: Shard): ReadonlySet<string> {
  const least = Math.floor(names.length / shard.of);
  // This number of parts hold one game more than the others.
  let larger = names.length % shard.of;
  const sizes = new Array<number>(shard.of).fill(0);
  const own = new Set<string>();
  for (const name of [...names].sort(compareText)) {
    const seed = hashOf(name);
    let best = -1;
    let bestWeight = -1;
    for (const [part, size] of sizes.entries()) {
      const hasRoom = size < least || (size === least && larger > 0);
      const weight = hasRoom ? mixed(seed ^ Math.imul(part + 1, 0x9e3779b1)) : -1;
      if (weight > bestWeight) [best, bestWeight] = [part, weight];
    }
    const size = sizes[best] ?? 0;
    if (size === least) larger -= 1;
    sizes[best] = size + 1;
    if (best === shard.index - 1) own.add(name);
  }
  return own;
}

/** FNV-1a over UTF-16 units: 32 bits, the same everywhere. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** Spreads near numbers apart (the last steps of MurmurHash3). A whole number from 0. */
function mixed(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
