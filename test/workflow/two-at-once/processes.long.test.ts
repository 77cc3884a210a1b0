/** Two real processes that apply to one game at the same time. */
import { describe, expect, it } from "vitest";
import { type Ended, startLaurel } from "../../support/child.ts";
import { GAME_ID, scratchFolder, TOKEN, testService } from "../../support/cli.ts";
import {
  CHANGING_GAME,
  EXAMPLE_GAME,
  fill,
  PROJECTS,
  RIVAL_GAME,
  type Scenario,
  writeProject,
} from "../faults/scenarios.ts";
import { stateOf } from "../faults/truth.ts";

/** A folder with the scenario's project, and a way to apply it to the service. */
async function opened(scenario: Scenario, url: string): Promise<() => Promise<Ended>> {
  const folder = await scratchFolder();
  await writeProject(folder, scenario, {});
  const env = { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: url };
  return () =>
    startLaurel(["apply", "--yes", "--project", PROJECTS.calm, ...scenario.flags], { cwd: folder, env }).ended;
}

describe.each<{ readonly one: Scenario; readonly other: Scenario }>([
  { one: EXAMPLE_GAME, other: EXAMPLE_GAME },
  { one: CHANGING_GAME, other: CHANGING_GAME },
  { one: CHANGING_GAME, other: RIVAL_GAME },
])("two processes, one with $one.name, the other with $other.name", ({ one, other }) => {
  it("end with a word each, and running one of them again makes its game", async () => {
    const alone = await testService(one.service);
    await fill(alone, one);
    expect((await (await opened(one, alone.url))()).exit).toBe(0);

    const service = await testService(one.service);
    await fill(service, one);
    const [applyOne, applyOther] = [await opened(one, service.url), await opened(other, service.url)];
    const ended = await Promise.all([applyOne(), applyOther()]);
    for (const { exit, stdout, stderr } of ended) {
      expect([0, 1, 3, 4], `${stdout}${stderr}`).toContain(exit);
      if (exit !== 0) expect(`${stdout}${stderr}`).toMatch(/error\[[a-z-]+\]|failed|not-kept|not-converged/);
    }
    const again = await applyOne();
    expect(again.exit, `${again.stdout}${again.stderr}`).toBe(0);
    expect(stateOf(service.contents(GAME_ID))).toBe(stateOf(alone.contents(GAME_ID)));
    expect(service.contents(GAME_ID).players).toEqual(alone.contents(GAME_ID).players);
  });
});
