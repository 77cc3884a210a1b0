/** `laurel init` in a terminal: the question, and every kind of answer. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, TOKEN } from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

const ENTER = "\n";

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
  it("asks for the name of the game, and Enter takes that of the folder", async () => {
    const run = await type([ENTER], "Space Race");
    expect(run.exit, run.stderr).toBe(0);
    expect(run.shown).toContain("Existing files are kept;");
    expect(run.shown).toContain("Name of the game (space-race):");
    expect(await filesOf(run, "Space Race")).toContain("games/space-race/achievements.yaml");
  });

  it("takes another name with blanks around it, and says what is wrong with one", async () => {
    const run = await type([`a b${ENTER}`, ` arena ${ENTER}`]);
    expect(run.exit, run.stderr).toBe(0);
    expect(run.shown).toContain("a game's name has letters");
    expect(await filesOf(run)).toContain("games/arena/actions.yaml");
  });

  it("asks nothing that a flag says, and nothing with --yes", async () => {
    for (const words of [["--game", "g"], ["--yes"]]) {
      const run = await type([], ...words);
      expect([run.exit, run.stderr]).toEqual([0, ""]);
    }
  });

  it("writes nothing when the input ends", async () => {
    const run = await type([undefined], "new");
    expect(run.exit, run.stderr).toBe(1);
    expect(run.stderr).toMatch(/Nothing was written\.\n$/);
    expect(await readdir(run.cwd)).toEqual([]);
  });

  it("shows no colour where none is wanted, and the name of a folder without what a terminal would obey", async () => {
    const cwd = await scratchFolder();
    const run = await typeIn(cwd, [ENTER], ["a\u001b[31mb"], { NO_COLOR: "1" });
    expect((run.stderr + run.stdout).split("\u001b").filter((part) => /^\[[\d;]*m/.test(part))).toEqual([]);
    expect(run.stdout).toContain("a\\u001b[31mb");
  });
});
