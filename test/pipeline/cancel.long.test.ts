/**
 * A job that is cancelled: CI systems send a signal to the step's shell, and soon after kill it. Whatever the moment,
 * there is nothing to clean up: no lock, no half-written file, a report that can be read, and the next run goes on.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SMALL_GAME, SMALL_GAME_POSTS } from "../e2e/small-game.ts";
import { type Ended, MAIN } from "../support/child.ts";
import { GAME_ID } from "../support/cli.ts";
import { git } from "../workflow/drift/repository.ts";
import { contentsOf } from "../workflow/revert/support.ts";
import { runAction } from "./run-action.ts";
import {
  parseOutputs,
  type RunningShell,
  runShellScript,
  type Scene,
  SHELL_SCRIPT,
  scene,
  startScript,
} from "./support.ts";

const RESULTS = ".laurel/results";

/** Does things at writing requests, by their number from 1. */
type Moments = Readonly<Record<number, () => void>>;

async function sceneWith(moments: Moments): Promise<Scene> {
  let writes = 0;
  return scene({
    manifests: SMALL_GAME,
    onRequest: ({ method }) => {
      if (method === "GET") return;
      writes += 1;
      moments[writes]?.();
    },
  });
}

/** Starts the apply of a pipeline: the script is what gets the signals. */
function startApply({ folder, env }: Scene): RunningShell {
  return startScript(["sh", SHELL_SCRIPT, "apply"], { cwd: folder, env: { ...env, LAUREL_PROGRAM: MAIN } });
}

/** After any end, no temporary files are left, and the files that are there are complete. */
function expectNothingToCleanUp(at: Scene): void {
  expect(git(at.folder, "status", "--porcelain")).toBe("");
  const files = readdirSync(join(at.folder, RESULTS));
  for (const file of files) {
    expect(file).toMatch(/^(?:apply\.json|apply\.md|report-\d{8}T\d{6}Z\.jsonl)$/);
    const text = readFileSync(join(at.folder, RESULTS, file), "utf8");
    // The last line of a report may be cut off; readers leave it out.
    if (file.startsWith("report-")) for (const line of text.split("\n").slice(0, -1)) JSON.parse(line);
    if (file === "apply.json") JSON.parse(text);
  }
}

/** Runs the job again, as people do who cancelled it by mistake: it converges, and then there is nothing left to do. */
async function expectConvergence(at: Scene): Promise<void> {
  const report = { LAUREL_REPORT: `${RESULTS}/report-20300101T000000Z.jsonl` };
  const again = await runShellScript(["apply"], at, report);
  expect(again.exit, again.stdout + again.stderr).toBe(0);
  at.game.forget();
  expect(await runShellScript(["drift"], at)).toMatchObject({ exit: 0 });
  expect(at.game.writes()).toEqual([]);
  const counts = Object.values(at.game.service().contents(GAME_ID)).map((records) => records.length);
  expect(counts.reduce((a, b) => a + b)).toBe(7);
}

/** The first, the last, and some between. */
const REQUESTS = [1, 2, 4, 6, SMALL_GAME_POSTS];

describe("a cancelled apply", () => {
  it.each(REQUESTS)("stopped by SIGTERM at its request %i ends in good order, and says so", async (number) => {
    let running: RunningShell | undefined;
    const at = await sceneWith({ [number]: () => running?.signal("SIGTERM") });
    running = startApply(at);
    const { exit, stderr } = await running.ended;
    expect(exit, stderr).toBe(143);
    expectNothingToCleanUp(at);
    expect(readdirSync(join(at.folder, RESULTS))).toEqual(expect.arrayContaining(["apply.json", "apply.md"]));
    await expectConvergence(at);
  });

  it.each(REQUESTS)(
    "stopped by SIGTERM at its request %i and killed at the next one leaves nothing",
    async (number) => {
      let running: RunningShell | undefined;
      const kill = (): void => running?.signal("SIGKILL");
      const at = await sceneWith({ [number]: () => running?.signal("SIGTERM"), [number + 1]: kill });
      running = startApply(at);
      const end = await running.ended;
      // Where no next request comes, it ends by itself.
      expect(end.signal === "SIGKILL" || end.exit === 143, JSON.stringify(end)).toBe(true);
      expectNothingToCleanUp(at);
      await expectConvergence(at);
    },
  );

  it.each(REQUESTS)("killed at once at its request %i leaves nothing", async (number) => {
    let running: RunningShell | undefined;
    const at = await sceneWith({
      [number]: () => {
        running?.signal("SIGTERM");
        running?.signal("SIGKILL");
      },
    });
    running = startApply(at);
    expect((await running.ended).signal).toBe("SIGKILL");
    expectNothingToCleanUp(at);
    await expectConvergence(at);
  });

  it.each([2, 5])("on GitHub, by SIGINT and then SIGTERM at its request %i, ends orderly", async (number) => {
    let running: RunningShell | undefined;
    const at = await sceneWith({
      [number]: () => running?.signal("SIGINT"),
      [number + 1]: () => running?.signal("SIGTERM"),
    });
    running = startApply(at);
    expect((await running.ended).exit).toBe(130);
    expectNothingToCleanUp(at);
    await expectConvergence(at);
  });

  it("can be gone back instead, with the report that it left", async () => {
    let running: RunningShell | undefined;
    const at = await sceneWith({ 5: () => running?.signal("SIGKILL") });
    const before = contentsOf(at.game);
    running = startApply(at);
    expect((await running.ended).signal).toBe("SIGKILL");
    const [report = ""] = readdirSync(join(at.folder, RESULTS));
    const back = await revert(at, join(RESULTS, report));
    expect(back.exit, back.stdout + back.stderr).toBe(0);
    expect(contentsOf(at.game)).toEqual(before);
  });

  it("in the action fails it, and leaves the report and a word on the job's page", async () => {
    let running: RunningShell | undefined;
    const at = await sceneWith({ 3: () => running?.signal("SIGTERM") });
    const onStart = (shell: RunningShell): void => {
      running = shell;
    };
    const run = await runAction(at, { command: "apply" }, { onStart });
    expect(run).toMatchObject({ succeeded: false, exit: 143 });
    expect(run.summary).not.toBe("");
    expect(readdirSync(run.outputs.results ?? "")).toEqual(expect.arrayContaining(["apply.json", "report.jsonl"]));
  });
});

describe("a cancelled plan", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("ends at once by %s, and is never taken for one without changes", async (signal, exit) => {
    let running: RunningShell | undefined;
    const at = await scene({ manifests: SMALL_GAME, onRequest: () => running?.signal(signal) });
    running = startScript(["sh", SHELL_SCRIPT, "plan"], { cwd: at.folder, env: { ...at.env, LAUREL_PROGRAM: MAIN } });
    expect((await running.ended).exit).toBe(exit);
    expect(git(at.folder, "status", "--porcelain")).toBe("");
    expect(parseOutputs((await runShellScript(["outputs"], at)).stdout).has_changes).toBe("");
  });
});

function revert({ folder, env }: Scene, report: string): Promise<Ended> {
  return startScript(
    [process.execPath, MAIN, "revert", report, "--yes", "--allow", "empties-kind", "--allow", "deletes-player-data"],
    {
      cwd: folder,
      env,
    },
  ).ended;
}
