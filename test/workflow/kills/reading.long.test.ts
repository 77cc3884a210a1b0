/** What reads a game and writes files is broken off while it reads: no file is begun, and the next run makes them. */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli, scratchFolder, TOKEN } from "../../support/cli.ts";
import { PROJECTS, REMOVING_GAME } from "../faults/scenarios.ts";
import { sampled } from "../faults/suite.ts";
import { openStage, type Stage } from "../faults/trial.ts";
import { strike } from "./blows.ts";
import { filesIn } from "./file-moments.ts";

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "plan --out": ["plan", "--out", "new.json", ...REMOVING_GAME.flags],
  // It writes into an empty folder only.
  "init --from-live": ["init", "--from-live"],
};
/** None of them has writes. */
const EXITS = [
  ["killed-before", null],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

describe.each(Object.entries(COMMANDS))("%s", (name, words) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(REMOVING_GAME);
    if (name.startsWith("init")) await rm(join(stage.folder, "manifests"), { recursive: true });
  });
  afterAll(() => stage.close());

  it.each(EXITS)("is broken off by %s, and begins no file", async (blow, exit) => {
    const argv = [...words, "--project", PROJECTS.calm];
    const run = async (cwd: string): Promise<number> => {
      let count = 0;
      const onRequest = ({ method }: { readonly method: string }): void => {
        expect(method).toBe("GET");
        count += 1;
      };
      await stage.on({ onRequest }, async ({ url }) => {
        const whole = await runCli(argv, { cwd, env: { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: url } });
        expect(whole, whole.stderr).toMatchObject({ exit: 0 });
      });
      return count;
    };
    const [made, cwd] = [await scratchFolder(), await scratchFolder()];
    for (const folder of [made, cwd]) await cp(stage.folder, folder, { recursive: true });
    const before = await filesIn(cwd);
    for (const at of sampled(
      await run(made),
      9,
      EXITS.findIndex(([each]) => each === blow),
    )) {
      const end = await strike(stage, { argv, cwd, blow, at }, async (ended) => ended);
      expect(end.exit, `at request ${at}: ${end.stdout}${end.stderr}`).toBe(exit);
      if (exit !== null) expect(end.stderr).toContain("error[interrupted]");
      expect(await filesIn(cwd)).toEqual(before);
    }
    await run(cwd);
    expect([...(await filesIn(cwd)).keys()].sort()).toEqual([...(await filesIn(made)).keys()].sort());
  });
});
