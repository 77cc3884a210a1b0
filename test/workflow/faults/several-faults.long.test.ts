/** Runs that meet more than one fault: pairs at chance places, and storms in which each request may fail. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { runs } from "../../support/runs.ts";
import type { Fault, FaultEffect } from "../../support/service/service.ts";
import { FAULTS } from "./faults-at.ts";
import { CHANGING_GAME, CHANGING_PLAIN_GAME, EXAMPLE_GAME } from "./scenarios.ts";
import { isWhole, openSuite } from "./suite.ts";
import { underFaults } from "./trial.ts";

const STORM: readonly FaultEffect[] = [
  { effect: "error-after", status: 500 },
  { effect: "error-before", status: 503 },
  { effect: "drop-after" },
  { effect: "truncate" },
  { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 2 } },
];

/** `share`: of all requests, so many are hit by one of them or another. */
function storm(share: number, seed: number): readonly Fault[] {
  return STORM.map((effect, index) => ({
    ...effect,
    when: { probability: share / STORM.length, seed: seed * STORM.length + index },
  }));
}

describe.each([
  [CHANGING_GAME, 60, 300, 15, 200],
  [CHANGING_PLAIN_GAME, 20, 300, 8, 200],
  [EXAMPLE_GAME, 5, 100, 2, 30],
])("an apply of $name under several faults", (scenario, fewPairs, manyPairs, fewStorms, manyStorms) => {
  const suite = openSuite("Several faults", scenario);

  it("ends whole or tells the truth with any two of them", async () => {
    const hit = fc.record({
      fault: fc.constantFrom(...FAULTS),
      index: fc.integer({ min: 1, max: suite.stage().requests }),
    });
    const pairs = fc.sample(fc.tuple(hit, hit), runs(isWhole ? manyPairs : fewPairs));
    const ordeals = pairs.map((pair) => ({
      name: pair.map(({ fault, index }) => `${fault.name} at request ${index}`).join(" and "),
      trial: underFaults(pair.flatMap(({ fault, index }) => fault.at(index))),
    }));
    await suite.tryAll("two faults", ordeals);
  });

  // The second is more than the repeats of a request can bear.
  it.each([20, 60])("ends whole or tells the truth where %i in a hundred requests fail", async (percent) => {
    const seeds = Array.from({ length: isWhole ? manyStorms : fewStorms }, (_, index) => index + 1);
    const ordeals = seeds.map((seed) => ({ name: `storm ${seed}`, trial: underFaults(storm(percent / 100, seed)) }));
    await suite.tryAll(`${percent} in 100 requests fail`, ordeals);
  });
});
