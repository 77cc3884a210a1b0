/** The stage of a suite of tests: opened before the first of them, closed behind the last, when the table is shown. */
import { afterAll, beforeAll } from "vitest";
import { type Ordeal, openCounts } from "./counts.ts";
import type { Scenario } from "./scenarios.ts";
import { openStage, type Stage } from "./trial.ts";

export interface Suite {
  /** How many requests an apply without faults sends. For the tests themselves. */
  readonly requests: number;
  /** Tries each ordeal, counts it in a row of the table, and gives the sentences about what was lost. */
  tryAll(row: string, ordeals: readonly Ordeal[]): Promise<readonly string[]>;
}

/** To be called where tests are described. */
export function openSuite(title: string, scenario: Scenario): Suite {
  const counts = openCounts(`${title}: ${scenario.name}`);
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(scenario);
  });
  afterAll(async () => {
    await stage.close();
    process.stdout.write(counts.table());
  });
  return {
    get requests() {
      return stage.requests;
    },
    tryAll: (row, ordeals) => counts.tryAll(row, stage, ordeals),
  };
}
