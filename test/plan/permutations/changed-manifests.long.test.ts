/**
 * An apply dies after any of its requests, and the manifests change before the next run: they are
 * reverted, with the entries as they were, turned round or dropped, or another commit moves and
 * replaces more. Every resource ends with the id that the last manifests give it, or the plan is
 * refused and what the refusal says leads there.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.ts";
import { CHANGES, type Sequence, SUBJECTS, type Tally, tryAll } from "./changed-manifests.ts";

const names = <T extends object>(of: T): readonly (keyof T)[] => Object.keys(of) as (keyof T)[];

function sequences(): fc.Arbitrary<Sequence> {
  return fc.integer({ min: 2, max: 4 }).chain((count) => {
    const places = Array.from({ length: count + 1 }, (_, place) => place);
    const injection = fc.shuffledSubarray(places, { minLength: count, maxLength: count });
    const some = fc.subarray(places.slice(0, count));
    return fc.record<Sequence>({
      subject: fc.constantFrom(...names(SUBJECTS)),
      service: fc.constantFrom("extended", "documented", "embedded"),
      first: injection,
      replaced: some,
      change: fc.constantFrom(...CHANGES),
      second: injection,
      secondReplaced: some,
      renamed: fc.integer({ min: 0, max: 2 * count }),
    });
  });
}

it("every resource ends where the last manifests say, or the refusal leads there", () => {
  const tally: Tally = { kills: 0, done: 0, refused: 0 };
  fc.assert(
    fc.property(sequences(), (sequence) => tryAll(sequence, tally)),
    runs(4000),
  );
  expect(tally.kills).toBeGreaterThan(100);
});

/** All orders of some places. */
function permutations(places: readonly number[]): readonly (readonly number[])[] {
  if (places.length === 0) return [[]];
  return places.flatMap((place) =>
    permutations(places.filter((other) => other !== place)).map((rest) => [place, ...rest]),
  );
}

it.each([2, 3, 4])(
  "every ring and chain of %i, at every moment, with every change of the entries",
  (count) => {
    const tally: Tally = { kills: 0, done: 0, refused: 0 };
    const places = Array.from({ length: count + 1 }, (_, place) => place);
    const injections = permutations(places).map((all) => all.slice(0, count));
    for (const first of injections) {
      for (const subject of names(SUBJECTS)) {
        for (const change of ["revert", "revert-turned", "revert-kept"] as const) {
          const replaced: readonly number[] = [];
          const rest = { second: first, secondReplaced: [], renamed: count };
          tryAll({ subject, service: "extended", first, replaced, change, ...rest }, tally);
        }
      }
    }
    expect(tally.done).toBeGreaterThan(0);
  },
);
