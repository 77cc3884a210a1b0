/**
 * An apply is broken off at each of its requests, by every signal. `npm run test:kills` takes every request; without it,
 * some of them. What is left lying must be whole, what the result says must be true, and the next run must finish.
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
  expectPlanned,
  expectWhole,
  plannedRequests,
  type Requests,
  stateOf,
} from "./checks.ts";
import { sample, upTo } from "./sample.ts";
import { ELSEWHERE, PRUNING, REMOVING, type Scene, untouchables } from "./scene.ts";
import { openStage, type Stage } from "./stage.ts";

/** Of so many requests, one is tried in a sample; each blow begins at another one. */
const EVERY = 11;
const AT_ONCE = 3;
const OUTPUTS: ReadonlyMap<string, string> = new Map([
  ["result.json", '{ "results": "of the last run" }\n'],
  ["result.md", "## The last run\n"],
]);

interface Undisturbed {
  readonly requests: Requests;
  readonly count: number;
  readonly state: unknown;
}

function words(stage: Stage): readonly string[] {
  const outputs = ["--out", "result.json", "--out", "result.md"];
  return ["apply", ...stage.scene.flags, "--yes", ...outputs];
}

async function undisturbed(scene: Scene): Promise<Undisturbed> {
  const stage = await openStage(scene);
  const requests = await plannedRequests(stage);
  stage.game.forget();
  const run = await stage.run(words(stage));
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
  Converged at the next run, with true results and every file whole: ${tally.converged}; lost: ${runs - tally.converged}.
  Writes under way when a signal was noticed, and after it: ${tally.underWay} at most.\n`);
});

describe.each([PRUNING, REMOVING, ...ELSEWHERE])("an apply $name", (scene) => {
  it.each(BLOWS.filter((blow) => scene.shape === undefined || blow.startsWith("killed")))(
    "is broken off by %s",
    { timeout: 600_000 },
    async (blow) => {
      const wanted = await undisturbed(scene);
      const moments = sample(upTo(wanted.count), EVERY, BLOWS.indexOf(blow) * 3);
      const problems: string[] = [];
      await inParallel(moments, { limit: AT_ONCE }, async (at) => {
        tally.runs.set(blow, (tally.runs.get(blow) ?? 0) + 1);
        try {
          const { underWay } = await brokenOff(scene, blow, at, wanted);
          tally.converged += 1;
          if (!blow.startsWith("killed")) tally.underWay = Math.max(tally.underWay, underWay);
        } catch (error) {
          problems.push(`${blow} at request ${at}: ${(error as Error).message}`);
        }
      });
      expect(problems.join("\n\n")).toBe("");
    },
  );
});

async function brokenOff(scene: Scene, blow: Blow, at: number, wanted: Undisturbed): Promise<BrokenOff> {
  const stage = await openStage(scene);
  const foreign = untouchables(stage.game.service(), scene);
  for (const [name, text] of OUTPUTS) await writeFile(join(stage.game.folder, name), text);
  stage.game.forget();
  const end = await breakOff(stage, words(stage), blow, at);
  expectPlanned(wanted.requests, carriedOut(stage));
  await expectWhole(stage, OUTPUTS);
  if (blow.startsWith("killed")) expect(end.signal).toBe("SIGKILL");
  else await expectOrderly(stage, blow, end, wanted.requests);
  await expectConvergence(stage, wanted.state, foreign);
  return end;
}
