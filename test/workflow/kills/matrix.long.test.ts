/**
 * An apply is broken off at each of its requests, by every signal. `npm run test:kills` takes every request; without it,
 * some of them. What is left lying must be whole, what the result says must be true, and the next run must finish.
 */
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { CHANGING_LISTED_GAME, PROJECTS, REMOVING_GAME } from "../faults/scenarios.ts";
import { sampled, stageFor, tryAll } from "../faults/suite.ts";
import { type Ordeal, verdictOn } from "../faults/trial.ts";
import { BLOWS, type Blow, strike } from "./blows.ts";
import { filesIn } from "./file-moments.ts";

const FORMER = { "result.json": '{ "results": "of the last run" }\n', "result.md": "## The last run\n" };
const EXITS = { "killed-before": null, "killed-after": null, SIGINT: 130, SIGTERM: 143, twice: 130 };

const brokenOff = (blow: Blow, at: number): Ordeal => ({
  name: `${blow} at request ${at}`,
  trial: async (stage) => {
    const cwd = await scratchFolder();
    await cp(stage.folder, cwd, { recursive: true });
    await writeFiles(cwd, FORMER);
    const outputs = ["--out", "result.json", "--out", "result.md", "--reveal-secrets", "--project", PROJECTS.calm];
    const argv = ["apply", "--yes", ...stage.scenario.flags, ...outputs];
    return strike(stage, { argv, cwd, blow, at }, async (ended, service) => {
      const json = await readFile(join(cwd, "result.json"), "utf8");
      const page = await readFile(join(cwd, "result.md"), "utf8");
      const isSilent = !/Stopping|[Ii]nterrupted|Not converged/.test(`${ended.stdout}${ended.stderr}`);
      // A file that was there is replaced as a whole; nobody lives to tell where there is another one.
      const told = json === FORMER["result.json"] ? "" : json;
      const problems = [
        ...(ended.exit === EXITS[blow] ? [] : [`exit ${ended.exit}`]),
        ...(page === FORMER["result.md"] || /^## [\s\S]*\n$/.test(page) ? [] : ["half a page"]),
        ...(ended.exit !== null && isSilent ? ["no word about it"] : []),
        ...stage.judge({ ...ended, stdout: told }, service),
      ];
      return verdictOn(stage, ended, problems, service.snapshot());
    });
  },
});

/** Of so many requests, one is tried in a sample. */
describe.each([
  [REMOVING_GAME, 11],
  [CHANGING_LISTED_GAME, 46],
] as const)("an apply of $name", (scenario, every) => {
  const stage = stageFor(scenario);

  it.each(BLOWS.map((blow, row) => [blow, row] as const))("is broken off by %s", (blow, row) =>
    tryAll(
      stage(),
      sampled(stage().requests, every, row).map((at) => brokenOff(blow, at)),
    ),
  );
});

/** Commands that read the game and then write files. The second one writes into an empty folder only. */
describe.each([[["plan", "--out", "new.json", ...REMOVING_GAME.flags]], [["init", "--from-live"]]])(
  "%j, broken off while it reads, begins no file; the next run makes them",
  (words) => {
    const stage = stageFor(REMOVING_GAME);
    const argv = [...words, "--project", PROJECTS.calm];

    it.each(["killed-before", "SIGINT", "SIGTERM"] as const)("%s", async (blow) => {
      const cwd = await scratchFolder();
      await cp(stage().folder, cwd, { recursive: true });
      if (words[0] === "init") await rm(join(cwd, "manifests"), { recursive: true });
      const before = await filesIn(cwd);
      for (const at of [1, 8]) {
        const { exit, stdout, stderr } = await strike(stage(), { argv, cwd, blow, at }, async (ended) => ended);
        expect(exit, `at request ${at}: ${stdout}${stderr}`).toBe(EXITS[blow]);
        if (exit !== null) expect(stderr).toContain("error[interrupted]");
        expect(await filesIn(cwd)).toEqual(before);
      }
      const env = (url: string) => ({ LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: url });
      const again = await stage().on({}, ({ url }) => runCli(argv, { cwd, env: env(url) }));
      expect(again.exit, again.stderr).toBe(0);
      expect((await filesIn(cwd)).size).toBeGreaterThan(before.size);
    });
  },
);
