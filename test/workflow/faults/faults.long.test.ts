/**
 * Faults at the requests of an apply: each of them, any two together, and storms in which every
 * request may fail. Each run is judged by what is on the service. `npm run test:faults` tries every
 * fault at every request.
 */
import fc from "fast-check";
import { describe, it } from "vitest";
import { runs } from "../../support/runs.ts";
import type { Fault, FaultEffect } from "../../support/service/service.ts";
import {
  CHANGING_GAME,
  CHANGING_LISTED_GAME,
  CHANGING_MIXED_GAME,
  CHANGING_PLAIN_GAME,
  CHANGING_SILENT_GAME,
  EXAMPLE_GAME,
} from "./scenarios.ts";
import { isWhole, sampled, stageFor, tryAll, underFaults } from "./trial.ts";

/** `count`: how many requests in a row it hits; one without it. */
interface NamedFault {
  readonly name: string;
  readonly effect: FaultEffect;
  readonly count?: number;
}

const FAULTS: readonly NamedFault[] = [
  { name: "500 before commit", effect: { effect: "error-before", status: 500 } },
  { name: "500 after commit", effect: { effect: "error-after", status: 500 } },
  { name: "reset before commit", effect: { effect: "drop-before" } },
  { name: "reset after commit", effect: { effect: "drop-after" } },
  { name: "timeout after commit", effect: { effect: "silent-after" } },
  { name: "truncated body", effect: { effect: "truncate" } },
  { name: "garbled text", effect: { effect: "garble", form: "text" } },
  { name: "wrong content type", effect: { effect: "content-type", type: "text/html" } },
  { name: "HTML 200", effect: { effect: "html", status: 200 } },
  { name: "redirect", effect: { effect: "redirect", location: "https://elsewhere.example/login" } },
  { name: "404", effect: { effect: "error-before", status: 404 } },
  { name: "422", effect: { effect: "error-before", status: 422 } },
  {
    name: "429 with seconds",
    effect: { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 7 } },
  },
  { name: "429 storm", effect: { effect: "rate-limit", retryAfter: { form: "none" } }, count: 12 },
  { name: "500 storm", effect: { effect: "error-after", status: 500 }, count: 12 },
  { name: "gone for good", effect: { effect: "drop-before" }, count: Number.POSITIVE_INFINITY },
  { name: "list page without records", effect: { effect: "empty-page" } },
  { name: "list page missing", effect: { effect: "error-before", status: 410 } },
  { name: "list that moves", effect: { effect: "move-list" } },
];

/**
 * A fault that begins at the request of that number: from 1 over all requests of a run, reads and
 * writes alike.
 */
interface Hit {
  readonly fault: NamedFault;
  readonly index: number;
}

const hitBy = (hits: readonly Hit[]) => ({
  name: hits.map(({ fault, index }) => `${fault.name} at request ${index}`).join(" and "),
  trial: underFaults(
    hits.map(({ fault: { effect, count = 1 }, index }) => ({
      ...effect,
      when: { from: index, to: index + count - 1 },
    })),
  ),
});

const STORM: readonly FaultEffect[] = [
  { effect: "error-after", status: 500 },
  { effect: "error-before", status: 503 },
  { effect: "drop-after" },
  { effect: "truncate" },
  { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 2 } },
];

/** Of a hundred requests, so many are hit by one of them or another. */
function storm(percent: number, seed: number): readonly Fault[] {
  const probability = percent / 100 / STORM.length;
  return STORM.map((effect, index) => ({
    ...effect,
    when: { probability, seed: seed * STORM.length + index },
  }));
}

/** How many times as many pairs and storms a whole run tries. */
const MANY = isWhole ? 10 : 1;

/** `every`: of so many pairs of a fault and a request, one is tried in a sample. */
describe.each([
  { scenario: CHANGING_GAME, every: 7, pairs: 30, storms: 8 },
  { scenario: CHANGING_PLAIN_GAME, every: 17, pairs: 10, storms: 4 },
  { scenario: CHANGING_LISTED_GAME, every: 29, pairs: 5, storms: 2 },
  { scenario: CHANGING_SILENT_GAME, every: 29, pairs: 5, storms: 2 },
  { scenario: CHANGING_MIXED_GAME, every: 29, pairs: 5, storms: 2 },
  { scenario: EXAMPLE_GAME, every: 1301, pairs: 2, storms: 1 },
])(
  "an apply of $scenario.name ends whole or tells the truth",
  ({ scenario, every, pairs, storms }) => {
    const stage = stageFor(scenario);

    it("with each fault at any request", async () => {
      const { requests } = stage();
      const hits = sampled(FAULTS.length * requests, every, 0).map((number): Hit => {
        return {
          fault: FAULTS[number % FAULTS.length] as NamedFault,
          index: Math.ceil(number / FAULTS.length),
        };
      });
      await tryAll(
        stage(),
        hits.map((hit) => hitBy([hit])),
      );
    });

    it("with any two of them", async () => {
      const index = fc.integer({ min: 1, max: stage().requests });
      const hit = fc.record({ fault: fc.constantFrom(...FAULTS), index });
      await tryAll(stage(), fc.sample(fc.tuple(hit, hit), runs(pairs * MANY)).map(hitBy));
    });

    // The second is more than the repeats of a request can bear.
    it.each([20, 60])("where %i in a hundred requests fail", async (percent) => {
      const seeds = Array.from({ length: storms * MANY }, (_, index) => index + 1);
      const ordeals = seeds.map((seed) => ({
        name: `storm ${seed}`,
        trial: underFaults(storm(percent, seed)),
      }));
      await tryAll(stage(), ordeals);
    });
  },
);
