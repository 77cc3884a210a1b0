/** Circles are found once each, however long they are. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { append } from "../../src/ground/collections.ts";
import { findCycles } from "../../src/ground/graph.ts";
import { runs } from "../support/runs.ts";

type Way = readonly [from: number, to: number];

const circlesOf = (ways: readonly Way[]) => {
  const onward = new Map<number, Way[]>();
  for (const way of ways) append(onward, way[0], way);
  return findCycles(
    onward.keys(),
    (from) => onward.get(from) ?? [],
    ([, to]) => to,
  );
};

describe("circles", () => {
  it("are found exactly when some way leads back, and each is a closed chain of ways", () => {
    const pairs = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, (ways) => {
        const reach = (start: number): ReadonlySet<number> => {
          const seen = new Set(ways.flatMap(([from, to]) => (from === start ? [to] : [])));
          for (const place of seen) for (const [from, to] of ways) if (from === place) seen.add(to);
          return seen;
        };
        expect(circlesOf(ways).length > 0).toBe(ways.some(([from]) => reach(from).has(from)));
        for (const circle of circlesOf(ways))
          for (const [index, [, to]] of circle.entries())
            expect(to).toBe(circle[(index + 1) % circle.length]?.[0]);
      }),
      runs(2000, 400),
    );
  });

  it("of thirty thousand members take no stack", () => {
    const ways = Array.from(
      { length: 30_000 },
      (_, index) => [index, (index + 1) % 30_000] as const,
    );
    expect(circlesOf(ways).map(({ length }) => length)).toEqual([30_000]);
  });
});
