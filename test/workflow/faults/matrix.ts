/** The fault matrix of one scenario: every fault at every request, each run judged by what is on the service. */
import { describe, expect, it } from "vitest";
import { sampled } from "./counts.ts";
import { FAULTS } from "./faults-at.ts";
import type { Scenario } from "./scenarios.ts";
import { openSuite } from "./suite.ts";

/** `step`: outside of a whole run, each fault is tried at every so manieth request. */
export function describeMatrix(scenario: Scenario, step: number): void {
  describe(`an apply of ${scenario.name}`, () => {
    const suite = openSuite("Fault matrix", scenario);

    it.each(FAULTS.map((fault, row) => [fault.name, fault, row] as const))(
      "ends whole or tells the truth with %s at any request",
      async (name, fault, row) => {
        const ordeals = sampled(suite.requests, step, row).map((index) => {
          return { name: `${name} at request ${index}`, faults: fault.at(index) };
        });
        expect(ordeals.length).toBeGreaterThan(0);
        expect(await suite.tryAll(name, ordeals)).toEqual([]);
      },
    );
  });
}
