/** The stage of a suite of tests: opened before the first of them, closed behind the last, when the table of verdicts is shown. */
import { afterAll, beforeAll, expect } from "vitest";
import { inParallel } from "../../../src/model/collections.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Scenario } from "./scenarios.ts";
import { type Ordeal, openStage, type Stage, type Verdict } from "./trial.ts";

/** Runs at once: answers that never come are waited for side by side. */
const AT_ONCE = 6;

/** `npm run test:faults` and `test:kills` try everything at every request; otherwise a part of that, the same one each time. */
export const isWhole = process.env.LAUREL_FAULTS === "whole" || process.env.LAUREL_KILLS === "all";

/** Every `step`-th number from 1 to `last`, begun at another place for each row; all of them in a whole run. */
export function sampled(last: number, step: number, row: number): readonly number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1);
  return isWhole ? all : all.filter((number) => number % step === (row * 7) % step || number === last);
}

export interface Suite {
  /** For the tests themselves. */
  stage(): Stage;
  /** Tries each ordeal, counts it in a row of the table, and expects that nothing was lost. */
  tryAll(row: string, ordeals: readonly Ordeal[]): Promise<void>;
}

/** To be called where tests are described. */
export function openSuite(title: string, scenario: Scenario, settings: JsonObject = {}): Suite {
  const rows = new Map<string, Record<Verdict["end"], number>>();
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(scenario, settings);
  });
  afterAll(async () => {
    await stage.close();
    const lines = [...rows].map(([name, { whole, told, lost }]) => `| ${name} | ${whole} | ${told} | ${lost} |`);
    const head = `\n${title}: ${scenario.name}\n\n| | Whole | Told | Lost |\n| --- | --: | --: | --: |\n`;
    process.stdout.write(`${head}${lines.join("\n")}\n`);
  });
  return {
    stage: () => stage,
    tryAll: async (row, ordeals) => {
      expect(ordeals.length).toBeGreaterThan(0);
      const counts = { whole: 0, told: 0, lost: 0 };
      rows.set(row, counts);
      const lost: string[] = [];
      await inParallel(ordeals, { limit: AT_ONCE }, async ({ name, trial }) => {
        const verdict = await trial(stage);
        counts[verdict.end] += 1;
        if (verdict.end === "lost") lost.push(`${name}: ${verdict.problems.join("\n")}\n${verdict.output}`);
      });
      expect(lost).toEqual([]);
    },
  };
}
