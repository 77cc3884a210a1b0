/**
 * The environment `embedded: true`: a game kept in a file, without an address and without a token.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, testService, writeFiles } from "../support/cli.ts";
import { SMALL_GAME } from "./small-game.ts";

const PROJECT =
  "version: 1\ngames: { dungeon: { manifests: game, environments: { local: { embedded: true } } } }\n";

async function embeddedFolder(): Promise<string> {
  const folder = await scratchFolder();
  await writeFiles(folder, { "laurel.yaml": PROJECT });
  await writeFiles(join(folder, "game"), SMALL_GAME);
  return folder;
}

describe("the embedded environment", () => {
  it("keeps the game in .laurel between runs, out of git, and needs no token", async () => {
    const cwd = await embeddedFolder();
    const first = await runCli(["apply", "--yes"], { cwd });
    expect(first.exit, first.stderr).toBe(0);
    expect(first.stdout).toContain("Converged: a new plan has no changes.");
    expect((await readdir(join(cwd, ".laurel"))).sort()).toEqual([
      ".gitignore",
      "dungeon@local.json",
    ]);
    expect(await readFile(join(cwd, ".laurel", ".gitignore"), "utf8")).toBe("*\n");
    const plan = () => runCli(["plan", "--detailed-exitcode", "--format", "json"], { cwd });
    const second = await plan();
    expect(second.exit).toBe(0);
    expect(await plan(), "the same to the byte, whatever port the service got").toEqual(second);
  });

  it.each([
    ["damaged", '{"format":"laurel-service","version":1,"games":'],
    ["not the service's", '{"scripts":{}}'],
    ["of a later version", '{"format":"laurel-service","version":3,"games":{}}'],
  ])("refuses a data file that is %s, and leaves it as it is", async (_, text) => {
    const cwd = await embeddedFolder();
    const file = join(cwd, ".laurel", "dungeon@local.json");
    await writeFiles(cwd, { ".laurel/dungeon@local.json": text });
    const run = await runCli(["apply", "--yes"], { cwd });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("dungeon@local.json");
    expect(run.stderr).toContain("move it away to start afresh");
    expect(await readFile(file, "utf8")).toBe(text);
  });

  it("is not spoken of as an address that somebody wrote", async () => {
    const cwd = await embeddedFolder();
    const run = await runCli(["rankings", "nope"], { cwd });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain('The service has no ranking of the leaderboard "nope".');
    expect(run.stderr).not.toMatch(/base URL|127\.0\.0\.1/);
  });

  it("says of data that cannot be written just that", async () => {
    const cwd = await embeddedFolder();
    await writeFile(join(cwd, ".laurel"), "a file where the folder belongs");
    const run = await runCli(["plan"], { cwd });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("error[unwritable-file]");
    expect(run.stderr).toContain(
      "make its folder writable, or take another environment with --env",
    );
  });
});

describe("an embedded environment that another run works on", () => {
  it.each([
    ["apply", "--yes"],
    ["rankings", "points"],
  ])("%s is refused with the process and one fix", async (...argv) => {
    const cwd = await embeddedFolder();
    const holder = await testService({ dataFile: join(cwd, ".laurel", "dungeon@local.json") });
    const run = await runCli(argv, { cwd });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("error[data-in-use]: Data file is in use");
    expect(run.stderr).toContain(`help: end process ${process.pid} first`);
    expect(holder.contents("dungeon").actions).toEqual([]);
  });
});
