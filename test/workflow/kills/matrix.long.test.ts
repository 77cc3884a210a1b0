/**
 * An apply is broken off at each of its requests, by every signal. `npm run test:kills` takes every request; without it,
 * some of them. What is left lying must be whole, what the report says must be true, and the next run must finish.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { inParallel } from "../../../src/model/collections.ts";
import { BLOWS, type Blow, type BrokenOff, breakOff } from "./blows.ts";
import {
  carriedOut,
  expectConvergence,
  expectOrderly,
  expectTrue,
  expectWhole,
  type Requests,
  savePlan,
  stateOf,
  stepsOfReport,
} from "./checks.ts";
import { sample, upTo } from "./sample.ts";
import { PRUNING, REMOVING, type Scene, untouchables } from "./scene.ts";
import { openStage, type Stage } from "./stage.ts";

/** Of so many requests, one is tried in a sample; each blow begins at another one. */
const EVERY = 11;
const AT_ONCE = 3;
const REPORT = "run.jsonl";
const OUTPUTS: ReadonlyMap<string, string> = new Map([
  ["result.json", '{ "results": "of the last run" }\n'],
  ["result.md", "## The last run\n"],
]);

interface Undisturbed {
  readonly requests: Requests;
  readonly count: number;
  readonly state: unknown;
}

function words(stage: Stage, plan?: string): readonly string[] {
  const what = plan === undefined ? [...stage.scene.flags, ...stage.flags] : [plan];
  const outputs = ["--output", "json=result.json", "--output", "markdown=result.md"];
  return ["apply", ...what, "--yes", "--report", REPORT, ...outputs];
}

async function undisturbed(scene: Scene, plan?: string): Promise<Undisturbed> {
  const stage = await openStage(scene);
  const requests = await savePlan(stage, "plan.json");
  stage.game.forget();
  const run = await stage.run(words(stage, plan));
  expect(run.exit, run.stdout + run.stderr).toBe(0);
  return { requests, count: stage.game.requests().length, state: await stateOf(stage) };
}

const began = performance.now();
const tally = { runs: new Map<Blow, number>(), converged: 0, underWay: 0 };

afterAll(() => {
  const runs = [...tally.runs.values()].reduce((sum, each) => sum + each, 0);
  const each = [...tally.runs].map(([blow, count]) => `${count} ${blow}`).join(", ");
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`Kill matrix: ${runs} runs broken off (${each}) in ${seconds} s.
  Converged at the next run, with the report true and every file whole: ${tally.converged}; lost: ${runs - tally.converged}.
  Writes under way when a signal was noticed, and after it: ${tally.underWay} at most.\n`);
});

describe.each([
  { scene: PRUNING, plan: undefined, what: "an apply" },
  { scene: REMOVING, plan: "plan.json", what: "the apply of a saved plan" },
])("$what $scene.name", ({ scene, plan }) => {
  it.each(BLOWS)("is broken off by %s", { timeout: 600_000 }, async (blow) => {
    const wanted = await undisturbed(scene, plan);
    const moments = sample(upTo(wanted.count), EVERY, BLOWS.indexOf(blow) * 3);
    const problems: unknown[] = [];
    await inParallel(
      moments,
      AT_ONCE,
      async (at) => {
        tally.runs.set(blow, (tally.runs.get(blow) ?? 0) + 1);
        try {
          const { underWay } = await brokenOff(scene, plan, blow, at, wanted);
          tally.converged += 1;
          if (!blow.startsWith("killed")) tally.underWay = Math.max(tally.underWay, underWay);
        } catch (error) {
          problems.push(new Error(`${blow} at request ${at}: ${(error as Error).message}`, { cause: error }));
        }
      },
      () => false,
    );
    expect(problems).toEqual([]);
  });
});

async function brokenOff(
  scene: Scene,
  plan: string | undefined,
  blow: Blow,
  at: number,
  wanted: Undisturbed,
): Promise<BrokenOff> {
  const stage = await openStage(scene);
  const foreign = untouchables(stage.game.service(), scene);
  for (const [name, text] of OUTPUTS) await writeFile(join(stage.game.folder, name), text);
  if (plan !== undefined) await savePlan(stage, plan);
  stage.game.forget();
  const end = await breakOff(stage, words(stage, plan), blow, at);
  const done = carriedOut(stage);
  const report = await stepsOfReport(stage, REPORT);
  expectTrue(report, wanted.requests, done);
  await expectWhole(stage, OUTPUTS);
  if (blow.startsWith("killed")) expect(end.signal).toBe("SIGKILL");
  else await expectOrderly(stage, blow, end, report);
  if (plan !== undefined) await expectGoesOnOrRefuses(stage, plan, done, wanted);
  await expectConvergence(stage, wanted.state, foreign);
  return end;
}

/** A saved plan of which nothing was done is carried out; one of which something was done is refused, and says so. */
async function expectGoesOnOrRefuses(
  stage: Stage,
  plan: string,
  done: readonly string[],
  { requests }: Undisturbed,
): Promise<void> {
  stage.game.forget();
  const again = await stage.run(["apply", plan, "--yes"]);
  if (done.length === 0) {
    expect(again.exit, again.stdout + again.stderr).toBe(0);
    return;
  }
  expect(again.exit, again.stdout + again.stderr).toBe(4);
  expect(again.stderr).toContain(done.length === requests.size ? "error[applied-already]" : "error[stale-plan]");
  expect(stage.game.writes()).toEqual([]);
}
