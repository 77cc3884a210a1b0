/**
 * Which of many things to hold against each other. Small buckets are compared pair by pair; in large ones each with its
 * neighbours in order only, so that ten thousand things never make fifty million pairs.
 */

/** Up to so many are compared pair by pair. */
const SMALL = 24;

/** In large buckets: how many neighbours on one side each is compared with. */
const NEIGHBOURS = 4;

/** Pairs from a bucket, each once. `orderOf`: where neighbours are alike; small buckets keep the order they come in. */
export function* pairsOf<T>(bucket: readonly T[], orderOf: (each: T) => number): Generator<readonly [T, T]> {
  const isSmall = bucket.length <= SMALL;
  const sorted = isSmall ? bucket : [...bucket].sort((a, b) => orderOf(a) - orderOf(b));
  const reach = isSmall ? bucket.length : NEIGHBOURS;
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1, index + 1 + reach)) yield [one, other];
  }
}
