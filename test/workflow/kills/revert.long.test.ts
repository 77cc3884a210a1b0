/** An apply that was broken off at a write can be gone back by its report, too. */
import { describe, expect, it } from "vitest";
import { EVERYTHING } from "../revert/support.ts";
import { BLOWS, type Blow, breakOff } from "./blows.ts";
import { stateOf } from "./checks.ts";
import { sample } from "./sample.ts";
import { PRUNING, REMOVING, type Scene, SWAPPING, untouchables } from "./scene.ts";
import { openStage } from "./stage.ts";

const REPORT = "run.jsonl";

/** The numbers of the requests that write. */
async function writesOf(scene: Scene): Promise<readonly number[]> {
  const { game } = await openStage(scene);
  game.forget();
  const run = await game.run(["apply", "--yes", ...scene.flags]);
  expect(run.exit, run.stdout + run.stderr).toBe(0);
  return game.requests().flatMap(({ method }, index) => (method === "GET" ? [] : [index + 1]));
}

async function expectWayBack(scene: Scene, blow: Blow, at: number): Promise<void> {
  const stage = await openStage(scene);
  const [before, foreign] = [await stateOf(stage), untouchables(stage.game.service(), scene)];
  const argv = ["apply", ...scene.flags, ...stage.flags, "--yes", "--report", REPORT];
  await breakOff(stage, argv, blow, at);
  const back = await stage.run(["revert", REPORT, "--yes", ...EVERYTHING]);
  expect(back.exit, `at request ${at}: ${back.stdout}${back.stderr}`).toBe(0);
  expect(await stateOf(stage), `at request ${at}`).toEqual(before);
  expect(untouchables(stage.game.service(), scene)).toEqual(foreign);
}

describe.each([PRUNING, REMOVING])("the way back of an apply $name", (scene) => {
  it.each(BLOWS)("that was broken off by %s", { timeout: 600_000 }, async (blow) => {
    const writes = await writesOf(scene);
    for (const at of sample(writes, 16, BLOWS.indexOf(blow) * 3)) await expectWayBack(scene, blow, at);
  });
});

describe("the way back of a swap", () => {
  it.each(BLOWS)(
    "that was broken off by %s ends with everybody under the id of before",
    { timeout: 600_000 },
    async (blow) => {
      const writes = await writesOf(SWAPPING);
      expect(writes).toHaveLength(3);
      for (const at of writes) await expectWayBack(SWAPPING, blow, at);
    },
  );
});
