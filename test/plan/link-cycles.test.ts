/** Circles are found once each, however long they are. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCycles } from "../../src/model/graph.ts";
import type { Address } from "../../src/model/model.ts";
import { runs } from "../support/runs.ts";

type Ways = ReadonlyMap<Address, readonly { readonly from: Address; readonly to: Address }[]>;

function waysOf(pairs: readonly (readonly [number, number])[]): Ways {
  const ways = new Map<Address, { from: Address; to: Address }[]>();
  for (const [from, to] of pairs) {
    const address: Address = `x/${from}`;
    ways.set(address, [...(ways.get(address) ?? []), { from: address, to: `x/${to}` }]);
  }
  return ways;
}

const found = (ways: Ways) =>
  findCycles(
    ways.keys(),
    (address) => ways.get(address) ?? [],
    ({ to }) => to,
  );

describe("circles", () => {
  it("are found exactly when some way leads back, and each is a closed chain of ways", () => {
    const pairs = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, (list) => {
        const ways = waysOf(list);
        const reach = (start: Address): ReadonlySet<Address> => {
          const seen = new Set<Address>((ways.get(start) ?? []).map(({ to }) => to));
          for (const each of seen) for (const { to } of ways.get(each) ?? []) seen.add(to);
          return seen;
        };
        const isThere = [...ways.keys()].some((address) => reach(address).has(address));
        expect(found(ways).length > 0).toBe(isThere);
        for (const circle of found(ways)) {
          for (const [index, way] of circle.entries()) expect(way.to).toBe(circle[(index + 1) % circle.length]?.from);
        }
      }),
      runs(2000, 400),
    );
  });

  it("of thirty thousand members take no stack", () => {
    const ways = waysOf(Array.from({ length: 30_000 }, (_, index) => [index, (index + 1) % 30_000] as const));
    expect(found(ways).map(({ length }) => length)).toEqual([30_000]);
  });
});
