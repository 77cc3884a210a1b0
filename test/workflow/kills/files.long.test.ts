/**
 * Commands are killed at each of their operations on files, half-way through what they write and right after. Whatever
 * has a name is whole: as it was before, or as it was to become. Running the command again gets there.
 */
import { cp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadState } from "../../../src/emulator/data-file.ts";
import { inParallel } from "../../../src/model/collections.ts";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { withPanel } from "../../support/service/panel.ts";
import { startService } from "../../support/service/service.ts";
import { REMOVING_GAME } from "../faults/scenarios.ts";
import { sampled } from "../faults/suite.ts";
import { countOperations, filesIn, HOWS, type How, isBeside, startDying } from "./file-moments.ts";

const AT_ONCE = 3;
const GAME = "cave";
const DATA = `.laurel/${GAME}@local.json`;

/** One request at a time, so that a run has as many operations every time. */
const PROJECT = `version: 1
service: { concurrency: 1 }
games:
  ${GAME}: { manifests: game, environments: { local: { embedded: true } } }
`;

/** A project with a game on the embedded service, on which everything is still to be done. */
async function makeProject(folder: string): Promise<void> {
  await writeFiles(folder, {
    "laurel.yaml": PROJECT,
    ".laurel/.gitignore": "*\n",
    "result.json": '{ "results": "of the last run" }\n',
    "result.md": "## The last run\n",
  });
  await REMOVING_GAME.write(join(folder, "game"));
  const service = await startService({ dataFile: join(folder, DATA) });
  await service.seed(GAME, REMOVING_GAME.live);
  await service.close();
}

interface Occasion {
  readonly what: string;
  readonly prepare: (folder: string) => Promise<unknown>;
  readonly argv: readonly string[];
  /** Run after the death. */
  readonly again: readonly string[];
  /** Of so many operations, one is tried in a sample. */
  readonly every: number;
}

const RESULTS = ["--out", "result.json", "--out", "result.md"];

const OCCASIONS: readonly Occasion[] = [
  {
    what: "an apply",
    prepare: makeProject,
    argv: ["apply", "--yes", ...RESULTS, ...REMOVING_GAME.flags],
    again: ["apply", "--yes", ...RESULTS, ...REMOVING_GAME.flags],
    every: 19,
  },
  {
    what: "a plan with results in files",
    prepare: makeProject,
    argv: ["plan", ...RESULTS, ...REMOVING_GAME.flags],
    again: ["plan", ...RESULTS, ...REMOVING_GAME.flags],
    every: 5,
  },
];

describe.each(OCCASIONS)("$what, killed at its operations on files", (occasion) => {
  it.each(HOWS)("%s", { timeout: 600_000 }, async (how) => {
    const [before, after] = [await scratchFolder(), await scratchFolder()];
    await occasion.prepare(before);
    await cp(before, after, { recursive: true });
    const whole = await countOperations(occasion.argv, { cwd: after }, join(await scratchFolder(), "count"));
    expect(whole, whole.stderr).toMatchObject({ exit: 0 });
    const texts = [await filesIn(before), await filesIn(after)];
    const state = await contentsIn(after);
    const problems: string[] = [];
    const dieAt = async (at: number): Promise<void> => {
      try {
        const folder = await scratchFolder();
        await cp(before, folder, { recursive: true });
        await dieAndGoOn(folder, occasion, at, how, texts);
        expect(await contentsIn(folder)).toEqual(state);
      } catch (error) {
        problems.push(`at operation ${at}: ${(error as Error).message}`);
      }
    };
    const moments = sampled(whole.operations, occasion.every, HOWS.indexOf(how));
    await inParallel(moments, { limit: AT_ONCE }, dieAt);
    expect(problems.join("\n\n")).toBe("");
  });
});

async function dieAndGoOn(
  folder: string,
  { argv, again }: Occasion,
  at: number,
  how: How,
  texts: readonly ReadonlyMap<string, string>[],
): Promise<void> {
  expect((await startDying(argv, { cwd: folder }, at, how).ended).signal).toBe("SIGKILL");
  for (const [path, text] of await filesIn(folder)) {
    if (isBeside(path)) continue;
    if (path === ".laurel/.gitignore") expect("*\n").toContain(text);
    else if (path !== DATA) expect(texts.map((each) => each.get(path))).toContain(text);
  }
  const next = await runCli(again, { cwd: folder });
  expect(next, next.stdout + next.stderr).toMatchObject({ exit: 0 });
  const plan = await runCli(["plan", "--detailed-exitcode", ...REMOVING_GAME.flags], { cwd: folder });
  expect(plan.exit, plan.stdout + plan.stderr).toBe(argv[0] === "apply" ? 0 : 2);
  const left = await filesIn(folder);
  for (const [path, text] of texts[1] ?? []) {
    const isResult = basename(path).startsWith("result.") && argv[0] === "apply";
    if (path !== DATA && !isResult) expect(left.get(path), path).toBe(text);
  }
}

/** What the data file holds, as a service that starts with it sees it. */
async function contentsIn(folder: string): Promise<unknown> {
  return withPanel({ state: await loadState(join(folder, DATA)) }).contents(GAME);
}

describe("a new project, killed at the operations on files that make it", () => {
  it.each(HOWS)("%s: is whole as soon as it has its project file", { timeout: 600_000 }, async (how) => {
    const argv = ["init", "--yes", "--game", GAME];
    const made = await scratchFolder();
    const whole = await countOperations(argv, { cwd: made }, join(await scratchFolder(), "count"));
    expect(whole, whole.stderr).toMatchObject({ exit: 0 });
    const wanted = await filesIn(made);
    for (const at of sampled(whole.operations, 4, HOWS.indexOf(how))) {
      const cwd = await scratchFolder();
      expect((await startDying(argv, { cwd }, at, how).ended).signal).toBe("SIGKILL");
      const files = await filesIn(cwd);
      const named = [...files.keys()].filter((path) => !isBeside(path));
      for (const path of named) expect(files.get(path), path).toBe(wanted.get(path));
      if (named.includes("laurel.yaml")) {
        expect(named.sort()).toEqual([...wanted.keys()].sort());
        continue;
      }
      const again = await runCli(argv, { cwd });
      // Those of which there is something to lose are named, and stay.
      if (again.exit === 4) for (const path of named.filter(isInTheWay)) await rm(join(cwd, path));
      const last = again.exit === 4 ? await runCli(argv, { cwd }) : again;
      expect(last, again.stderr + last.stderr).toMatchObject({ exit: 0 });
    }
  });
});

/** What a new project leaves as it is may be there already. */
function isInTheWay(path: string): boolean {
  return !path.startsWith(".vscode/");
}
