/** `laurel serve --data FILE` is killed while it writes the file: what was answered is in it, and it can be used. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadState } from "../../../src/emulator/data-file.ts";
import { GAME_ID, scratchFolder, TOKEN, testService } from "../../support/cli.ts";
import { withPanel } from "../../support/service/panel.ts";
import { sampled } from "../faults/suite.ts";
import { HOWS, startDying } from "./file-moments.ts";

/** The lock: a folder with a file, and its new name. */
const START = 3;
/** The file and its new name: that is what each change costs. */
const OPERATIONS = 2 * 5;

/** Makes rewards until nobody answers any more. Out: those that were answered. */
async function makeRewards(url: string): Promise<readonly string[]> {
  const made: string[] = [];
  for (;;) {
    const custom_id = `reward-${made.length}`;
    try {
      const response = await fetch(`${url}/v1/games/${GAME_ID}/rewards`, {
        method: "POST",
        headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
        body: JSON.stringify({ custom_id, name: custom_id }),
      });
      expect(response.status).toBe(201);
      made.push(custom_id);
    } catch (error) {
      if (error instanceof TypeError) return made;
      throw error;
    }
  }
}

it.each(HOWS)("killed %s an operation on its data, it has lost nothing that it has answered", async (how) => {
  for (const at of sampled(OPERATIONS, 4, HOWS.indexOf(how))) {
    const cwd = await scratchFolder();
    const data = join(cwd, "data.json");
    const serving = startDying(["serve", "--data", data, "--token", TOKEN], cwd, START + at, how);
    const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(await serving.printed(/http:\/\/127\.0\.0\.1:\d+/)) ?? [];
    const made = await makeRewards(url);
    expect((await serving.ended).signal).toBe("SIGKILL");
    expect(made).toHaveLength(Math.floor((at - 1) / 2));
    const kept = withPanel({ state: await loadState(data) }).contents(GAME_ID).rewards ?? [];
    const isNamed = how === "after" && at % 2 === 0;
    expect(kept.map(({ custom_id }) => custom_id)).toEqual(isNamed ? [...made, `reward-${made.length}`] : made);
  }
});

it.each(HOWS)("killed %s an operation while it locked its data, it is in nobody's way", async (how) => {
  for (const at of [1, 2, START]) {
    const cwd = await scratchFolder();
    const dataFile = join(cwd, "data.json");
    expect((await startDying(["serve", "--data", dataFile], cwd, at, how).ended).signal).toBe("SIGKILL");
    await testService({ dataFile });
  }
});
