/**
 * Commands are killed at each of their operations on files, half-way through what they write and
 * right after. Whatever has a name is whole: as it was before, or as it was to become. Running the
 * command again gets there. What `laurel serve` has answered is in its file, and that can be used.
 */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadState } from "../../../src/emulator/data-file.ts";
import type { StoredGame } from "../../../src/emulator/state.ts";
import { inParallel } from "../../../src/ground/collections.ts";
import {
  GAME_ID,
  runCli,
  scratchFolder,
  TOKEN,
  testService,
  writeFiles,
} from "../../support/cli.ts";
import { withPanel } from "../../support/service/panel.ts";
import { startService } from "../../support/service/service.ts";
import { damageToPlayers, playedGame } from "../faults/players.ts";
import { REMOVING_GAME } from "../faults/scenarios.ts";
import { sampled } from "../faults/trial.ts";
import { countOperations, filesIn, HOWS, isBeside, startDying } from "./file-moments.ts";

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
  await service.restore(await playedGame(GAME, REMOVING_GAME.live));
  await service.close();
}

const RESULTS = ["--out", "result.json", "--out", "result.md", ...REMOVING_GAME.flags];

/** `every`: of so many operations, one is tried in a sample. */
describe.each([
  { argv: ["apply", "--yes", ...RESULTS], every: 38 },
  { argv: ["plan", ...RESULTS], every: 10 },
])("$argv.0, killed at its operations on files", ({ argv, every }) => {
  it.each(HOWS)("%s", { timeout: 600_000 }, async (how) => {
    const before = await scratchFolder();
    const after = await scratchFolder();
    await makeProject(before);
    await cp(before, after, { recursive: true });
    const operations = await countOperations(argv, after);
    const ends = { before: await filesIn(before), after: await filesIn(after) };
    const state = await storedIn(after);
    const played = await storedIn(before);
    const expendable = new Set(REMOVING_GAME.expendable);
    const problems: string[] = [];
    const dieAt = async (at: number): Promise<void> => {
      try {
        const folder = await scratchFolder();
        await cp(before, folder, { recursive: true });
        expect((await startDying(argv, folder, at, how).ended).signal).toBe("SIGKILL");
        await expectWhole(folder, argv, ends);
        const continued = await storedIn(folder);
        expect(contentsOf(continued)).toEqual(contentsOf(state));
        expect(damageToPlayers({ before: played, after: continued, expendable })).toEqual([]);
      } catch (error) {
        problems.push(`at operation ${at}: ${(error as Error).message}`);
      }
    };
    await inParallel(sampled(operations, every, HOWS.indexOf(how)), { limit: AT_ONCE }, dieAt);
    expect(problems.join("\n\n")).toBe("");
  });
});

interface Ends {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/**
 * Every file is as before or as after the command; running it again makes the rest, and leaves
 * nothing beside them.
 */
async function expectWhole(
  folder: string,
  argv: readonly string[],
  { before, after }: Ends,
): Promise<void> {
  for (const [path, text] of await filesIn(folder)) {
    if (isBeside(path)) continue;
    if (path === ".laurel/.gitignore") expect("*\n").toContain(text);
    else if (path !== DATA) expect([before.get(path), after.get(path)]).toContain(text);
  }
  const next = await runCli(argv, { cwd: folder });
  expect(next, next.stdout + next.stderr).toMatchObject({ exit: 0 });
  const plan = await runCli(["plan", "--detailed-exitcode", ...REMOVING_GAME.flags], {
    cwd: folder,
  });
  expect(plan.exit, plan.stdout + plan.stderr).toBe(argv[0] === "apply" ? 0 : 2);
  const left = await filesIn(folder);
  expect([...left.keys()].filter(isBeside).join(), "files beside").toBe("");
  for (const [path, text] of after) {
    const isResult = path.startsWith("result.") && argv[0] === "apply";
    if (path !== DATA && !isResult) expect(left.get(path), path).toBe(text);
  }
}

/** The game in the data file, as a service that starts with the file sees it. */
async function storedIn(folder: string): Promise<StoredGame> {
  const game = (await loadState(join(folder, DATA))).get(GAME);
  if (game === undefined) throw new Error("the data file has lost the game");
  return game;
}

function contentsOf(game: StoredGame): unknown {
  return withPanel({ state: new Map([[GAME, game]]) }).contents(GAME);
}

it.each(HOWS)(
  "a new project, killed %s an operation on files, is whole as soon as it has its project file",
  async (how) => {
    const argv = ["init", "--yes", "--game", GAME];
    const made = await scratchFolder();
    const operations = await countOperations(argv, made);
    const wanted = await filesIn(made);
    for (const at of sampled(operations, 7, HOWS.indexOf(how))) {
      const cwd = await scratchFolder();
      expect((await startDying(argv, cwd, at, how).ended).signal).toBe("SIGKILL");
      const files = await filesIn(cwd);
      const named = [...files.keys()].filter((path) => !isBeside(path));
      for (const path of named) expect(files.get(path), path).toBe(wanted.get(path));
      if (named.includes("laurel.yaml")) {
        expect(named.sort()).toEqual([...wanted.keys()].sort());
        continue;
      }
      const again = await runCli(argv, { cwd });
      // Those of which there is something to lose are named, and stay. Settings of the editor may
      // be there already.
      const inTheWay = again.exit === 4 ? named.filter((path) => !path.startsWith(".vscode/")) : [];
      for (const path of inTheWay) await rm(join(cwd, path));
      const last = again.exit === 4 ? await runCli(argv, { cwd }) : again;
      expect(last, again.stderr + last.stderr).toMatchObject({ exit: 0 });
    }
  },
);

/** The lock: a folder, a file in it that is opened and written, and its new name. */
const LOCKING = 4;
/**
 * Each change of a service clears the name of the temporary file, opens it, writes it, and gives it
 * the name of the data.
 */
const EACH = 4;
const OPERATIONS = EACH * 5;

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

it.each(HOWS)(
  "laurel serve, killed %s an operation on its data, has lost nothing that it has answered",
  async (how) => {
    for (const at of sampled(OPERATIONS, 5, HOWS.indexOf(how))) {
      const cwd = await scratchFolder();
      const data = join(cwd, "data.json");
      const serving = startDying(
        ["serve", "--data", data, "--token", TOKEN],
        cwd,
        LOCKING + at,
        how,
      );
      const [url = ""] =
        /http:\/\/127\.0\.0\.1:\d+/.exec(await serving.printed(/http:\/\/127\.0\.0\.1:\d+/)) ?? [];
      const made = await makeRewards(url);
      expect((await serving.ended).signal).toBe("SIGKILL");
      expect(made).toHaveLength(Math.floor((at - 1) / EACH));
      const kept = withPanel({ state: await loadState(data) }).contents(GAME_ID).rewards ?? [];
      const isNamed = how === "after" && at % EACH === 0;
      expect(kept.map(({ custom_id }) => custom_id)).toEqual(
        isNamed ? [...made, `reward-${made.length}`] : made,
      );
    }
  },
);

it.each(HOWS)(
  "laurel serve, killed %s an operation while it locked its data, is in nobody's way",
  async (how) => {
    for (const at of [1, 2, LOCKING]) {
      const cwd = await scratchFolder();
      const dataFile = join(cwd, "data.json");
      expect((await startDying(["serve", "--data", dataFile], cwd, at, how).ended).signal).toBe(
        "SIGKILL",
      );
      await testService({ dataFile });
    }
  },
);
