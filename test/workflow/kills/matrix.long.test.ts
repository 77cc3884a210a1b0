/**
 * An apply is broken off at each of its requests, by every signal. `npm run test:kills` takes every request; without it,
 * some of them. What is left lying must be whole, what the result says must be true, and the next run must finish.
 */
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "vitest";
import { scratchFolder, writeFiles } from "../../support/cli.ts";
import { CHANGING_GAME, CHANGING_LISTED_GAME, PROJECTS, REMOVING_GAME } from "../faults/scenarios.ts";
import { openSuite, sampled } from "../faults/suite.ts";
import { type Ordeal, verdictOn } from "../faults/trial.ts";
import { BLOWS, type Blow, strike } from "./blows.ts";

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
      const [json, page] = [
        await readFile(join(cwd, "result.json"), "utf8"),
        await readFile(join(cwd, "result.md"), "utf8"),
      ];
      const problems: string[] = [];
      if (ended.exit !== EXITS[blow]) problems.push(`exit ${ended.exit}`);
      if (page !== FORMER["result.md"] && !/^## [\s\S]*\n$/.test(page)) problems.push("half a page");
      if (
        ended.exit !== null &&
        !/Stopping|interrupted|Interrupted|Not converged/.test(`${ended.stdout}${ended.stderr}`)
      )
        problems.push("no word about it");
      // A file that was there is replaced as a whole; nobody lives to tell where there is another one.
      const told = json === FORMER["result.json"] ? "" : json;
      return verdictOn(
        stage,
        ended,
        [...problems, ...stage.judge({ ...ended, stdout: told }, service)],
        service.snapshot(),
      );
    });
  },
});

/** Of so many requests, one is tried in a sample. */
describe.each([
  [CHANGING_GAME, 11],
  [REMOVING_GAME, 11],
  [CHANGING_LISTED_GAME, 23],
] as const)("an apply of $name", (scenario, every) => {
  const suite = openSuite("Kill matrix", scenario);

  it.each(BLOWS.map((blow, row) => [blow, row] as const))("is broken off by %s", (blow, row) =>
    suite.tryAll(
      blow,
      sampled(suite.stage().requests, every, row).map((at) => brokenOff(blow, at)),
    ),
  );
});
