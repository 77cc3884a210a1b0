/** An apply that was killed at a write can be gone back by its report, too. */
import { describe, expect, it } from "vitest";
import { contentsOf, EVERYTHING } from "../undo/support.ts";
import { type Blow, breakOff } from "./blows.ts";
import { sample } from "./sample.ts";
import { PRUNING, REMOVING, type Scene, untouchables } from "./scene.ts";
import { openStage } from "./stage.ts";

const REPORT = "run.jsonl";

/** The numbers of the requests that write. */
async function writesOf(scene: Scene): Promise<readonly number[]> {
  const { game } = await openStage(scene);
  game.forget();
  expect(await game.run(["apply", "--yes", ...scene.flags])).toMatchObject({ exit: 0 });
  return game.requests().flatMap(({ method }, index) => (method === "GET" ? [] : [index + 1]));
}

describe.each([PRUNING, REMOVING])("the way back $name", (scene) => {
  it.each<Blow>(["killed-before", "killed-after", "twice"])(
    "of an apply that was %s",
    { timeout: 600_000 },
    async (blow) => {
      for (const at of sample(await writesOf(scene), 14, blow.length)) {
        const stage = await openStage(scene);
        const [before, foreign] = [contentsOf(stage.game), untouchables(stage.game.service(), scene)];
        const argv = ["apply", ...scene.flags, ...stage.flags, "--yes", "--report", REPORT];
        await breakOff(stage, argv, blow, at);
        const back = await stage.run(["revert", REPORT, "--yes", ...EVERYTHING]);
        expect(back.exit, `at request ${at}: ${back.stdout}${back.stderr}`).toBe(0);
        expect(contentsOf(stage.game), `at request ${at}`).toEqual(before);
        expect(untouchables(stage.game.service(), scene)).toEqual(foreign);
      }
    },
  );
});
