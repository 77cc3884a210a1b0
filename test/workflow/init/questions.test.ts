/** `laurel init` in a terminal: every question, every kind of answer. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, TOKEN } from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

const ENTER = "\n";
const NONE = undefined;

interface Session extends CliRun {
  readonly cwd: string;
  /** What was shown, without what moves the cursor. */
  readonly shown: string;
}

/** Types keys, one text for each question. */
async function type(keys: readonly (string | undefined)[], ...words: readonly string[]): Promise<Session> {
  const cwd = await scratchFolder();
  return typeIn(cwd, keys, words, { LAUREL_API_TOKEN: TOKEN });
}

async function typeIn(
  cwd: string,
  keys: readonly (string | undefined)[],
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const run = await runCli(["init", ...words], { cwd, keys, env });
  return { ...run, cwd, shown: stripVTControlCharacters(run.stderr) };
}

async function filesOf({ cwd }: Session, folder = "."): Promise<readonly string[]> {
  return Object.keys(await filesBelow(join(cwd, folder)));
}

describe("laurel init in a terminal", () => {
  it("asks two questions, and Enter answers each", async () => {
    const run = await type([ENTER, ENTER], "Space Race");
    expect(run.exit, run.stderr).toBe(0);
    expect(run.shown).toContain("Creating a project in Space Race.");
    for (const question of ["Name of the game (space-race):", "Set up CI for"]) expect(run.shown).toContain(question);
    const files = await filesOf(run, "Space Race");
    expect(files).toContain("games/space-race/achievements.yaml");
    expect(files.filter((file) => file.includes("ci") || file.includes("github"))).toEqual([]);
  });

  it("takes other answers, several pipelines, and blanks around a name", async () => {
    const run = await type([` arena ${ENTER}`, `github, shell${ENTER}`]);
    expect(run.exit, run.stderr).toBe(0);
    const files = await filesOf(run);
    expect(files).toEqual(
      expect.arrayContaining(["games/arena/actions.yaml", ".github/workflows/laurel-plan.yml", "laurel-ci.sh"]),
    );
    expect(files).not.toContain("laurel.gitlab-ci.yml");
  });

  it("says what is wrong with an answer, and takes another one", async () => {
    const run = await type([`a b${ENTER}`, `ok${ENTER}`, `jenkins${ENTER}`, ENTER]);
    expect(run.exit, run.stderr).toBe(0);
    expect(run.shown).toContain("a game's name has letters");
    expect(run.shown).toContain("Not one of github, gitlab, shell: jenkins");
    expect(await filesOf(run)).toContain("games/ok/actions.yaml");
  });

  it("asks only what no flag says, and nothing with --yes", async () => {
    const named = await type([ENTER], "--game", "g");
    expect([named.exit, named.shown.includes("Name of the game")]).toEqual([0, false]);
    const silent = await type([], "--game", "g", "--ci", "none");
    expect([silent.exit, silent.shown.includes("?")]).toEqual([0, false]);
    const yes = await type([], "--yes");
    expect([yes.exit, yes.stderr]).toEqual([0, ""]);
  });

  it("writes nothing when the input ends at any question", async () => {
    for (const before of [[], [ENTER]]) {
      const run = await type([...before, NONE], "new");
      expect(run.exit, run.stderr).toBe(1);
      expect(run.stderr).toMatch(/Nothing was written\.\n$/);
      expect(await readdir(run.cwd)).toEqual([]);
    }
  });

  it("shows no colour where none is wanted, and the name of a folder without what a terminal would obey", async () => {
    const cwd = await scratchFolder();
    const run = await typeIn(cwd, [ENTER, ENTER], ["a\u001b[31mb"], { NO_COLOR: "1" });
    expect((run.stderr + run.stdout).split("\u001b").filter((part) => /^\[[\d;]*m/.test(part))).toEqual([]);
    expect(run.stdout).toContain("a\\u001b[31mb");
  });
});
