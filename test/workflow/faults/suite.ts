/** The stage of a suite of tests, opened before the first of them and closed behind the last, and what is tried on it. */
import { afterAll, beforeAll, expect } from "vitest";
import { inParallel } from "../../../src/model/collections.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Scenario } from "./scenarios.ts";
import { type Ordeal, openStage, type Stage } from "./trial.ts";

/** Runs at once: answers that never come are waited for side by side. */
const AT_ONCE = 6;

/** `npm run test:faults` and `test:kills` try everything at every request; otherwise a part of that, the same one each time. */
export const isWhole = process.env.LAUREL_FAULTS === "whole" || process.env.LAUREL_KILLS === "all";

/** Every `step`-th number from 1 to `last`, begun at another place for each row; all of them in a whole run. */
export function sampled(last: number, step: number, row: number): readonly number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1);
  return isWhole ? all : all.filter((number) => number % step === (row * 7) % step || number === last);
}

/** To be called where tests are described. The stage is there for the tests themselves. */
export function stageFor(scenario: Scenario, settings: JsonObject = {}): () => Stage {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(scenario, settings);
  });
  afterAll(() => stage.close());
  return () => stage;
}

/** Tries each ordeal, and expects that nothing was lost. */
export async function tryAll(stage: Stage, ordeals: readonly Ordeal[]): Promise<void> {
  expect(ordeals.length).toBeGreaterThan(0);
  const lost: string[] = [];
  await inParallel(ordeals, { limit: AT_ONCE }, async ({ name, trial }) => {
    const problems = await trial(stage);
    if (problems.length > 0) lost.push([name, ...problems].join("\n"));
  });
  expect(lost).toEqual([]);
}
