/** `laurel init` in a terminal: the question, and every kind of answer. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder } from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

/** Types keys, one text for each question. */
async function typed(keys: readonly (string | undefined)[], ...words: readonly string[]) {
  const cwd = await scratchFolder();
  const run = await runCli(["init", ...words], { cwd, keys, env: { NO_COLOR: "1" } });
  return { ...run, cwd, files: Object.keys(await filesBelow(cwd)) };
}

describe("laurel init in a terminal", () => {
  it("asks for the name of the game, and Enter takes that of the folder", async () => {
    const { exit, stderr, files } = await typed(["\n"], "Space Race");
    expect(exit, stderr).toBe(0);
    expect(stderr).toContain("Existing files are kept;");
    expect(stderr).toContain("Name of the game (space-race):");
    expect(files).toContain(join("Space Race", "games/space-race/achievements.yaml"));
  });

  it("takes another name with blanks around it, and says what is wrong with one", async () => {
    const { exit, stderr, files } = await typed(["a b\n", " arena \n"]);
    expect(exit, stderr).toBe(0);
    expect(stderr).toContain("a game's name has letters");
    expect(files).toContain("games/arena/actions.yaml");
  });

  it.each([[["--game", "g"]], [["--yes"]]])("asks nothing with %j", async (words) => {
    expect(await typed([], ...words)).toMatchObject({ exit: 0, stderr: "" });
  });

  it("writes nothing when the input ends", async () => {
    const { exit, stderr, files } = await typed([undefined], "new");
    expect(exit, stderr).toBe(1);
    expect(stderr).toMatch(/Nothing was written\.\n$/);
    expect(files).toEqual([]);
  });

  it("shows no colour where none is wanted, and the name of a folder without what a terminal would obey", async () => {
    const { stdout, stderr } = await typed(["\n"], "a\u001b[31mb");
    expect((stderr + stdout).split("\u001b").filter((text) => /^\[[\d;]*m/.test(text))).toEqual([]);
    expect(stdout).toContain("a\\u001b[31mb");
  });
});
