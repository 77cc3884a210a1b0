/** The fault matrix of one scenario: every fault at every request, each run judged by what is on the service. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCounts, sampled } from "./counts.ts";
import { FAULTS } from "./faults-at.ts";
import type { Scenario } from "./scenarios.ts";
import { openStage, type Stage } from "./trial.ts";

/** `step`: outside of a whole run, each fault is tried at every so manieth request. */
export function describeMatrix(scenario: Scenario, step: number): void {
  describe(`an apply of ${scenario.name}`, () => {
    const counts = openCounts(`Fault matrix: ${scenario.name}`);
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage(scenario);
    });
    afterAll(async () => {
      await stage.close();
      process.stdout.write(counts.table());
    });

    it.each(FAULTS.map((fault, row) => [fault.name, fault, row] as const))(
      "ends whole or tells the truth with %s at any request",
      async (name, fault, row) => {
        const ordeals = sampled(stage.requests, step, row).map((index) => {
          return { name: `${name} at request ${index}`, faults: fault.at(index) };
        });
        expect(ordeals.length).toBeGreaterThan(0);
        expect(await counts.tryAll(name, stage, ordeals)).toEqual([]);
      },
    );
  });
}
