/** `laurel init` without anybody to ask: flags, defaults, and never a file lost. */
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { PIPELINES } from "../../../src/workflow/options.ts";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { COMMON, filesBelow } from "./support.ts";

const EXAMPLE = ["achievements.yaml", "actions.yaml", "game.test.yaml", "leaderboards.yaml"];

async function isEmptyFolder(folder: string): Promise<boolean> {
  return (await readdir(folder)).length === 0;
}

function init(cwd: string, ...words: readonly string[]): Promise<CliRun> {
  return runCli(["init", ...words], { cwd });
}

describe("laurel init without a terminal", () => {
  it("makes a project that validates, lints, plans and applies on the embedded service at once", async () => {
    const cwd = await scratchFolder();
    const run = await init(cwd, "--game", "dungeon");
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr).toBe("");
    const files = await filesBelow(cwd);
    expect(Object.keys(files)).toEqual([...COMMON, ...EXAMPLE.map((name) => `games/dungeon/${name}`)].sort());
    for (const row of ["laurel.yaml", "games/dungeon/*", "schemas/*", ".vscode/*"])
      expect(run.stdout).toContain(`+ ${row} `);

    const valid = await runCli(["validate"], { cwd });
    expect([valid.exit, valid.stderr]).toEqual([0, ""]);
    const linted = await runCli(["lint"], { cwd });
    expect([linted.exit, linted.stderr]).toEqual([0, ""]);
    const plan = await runCli(["plan"], { cwd });
    expect([plan.exit, plan.stderr]).toEqual([0, ""]);
    expect((await runCli(["apply", "--yes"], { cwd })).exit).toBe(0);
    const again = await runCli(["plan", "--detailed-exitcode"], { cwd });
    expect(again.exit, again.stdout).toBe(0);
  });

  it("writes scenarios with the example that pass and reach all of it, and says how to play them", async () => {
    const cwd = await scratchFolder();
    const made = await init(cwd);
    expect(made.stdout).toMatch(/^ {2}laurel test +# /m);
    expect(made.stdout).toMatch(/game\.test\.yaml +scenarios, to change$/m);
    const played = await runCli(["test"], { cwd });
    expect([played.exit, played.stderr]).toEqual([0, ""]);
  });

  it("names the schema in every file as a path that is there", async () => {
    const cwd = await scratchFolder();
    await init(cwd, "a folder", "--game", "g");
    const files = await filesBelow(join(cwd, "a folder"));
    const yaml = Object.entries(files).filter(([file]) => file.endsWith(".yaml"));
    expect(yaml).toHaveLength(5);
    for (const [file, text] of yaml) {
      const [, reference = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      expect((await lstat(join(cwd, "a folder", file, "..", reference))).isFile()).toBe(true);
    }
  });

  it("commits the schemas that this laurel prints", async () => {
    const cwd = await scratchFolder();
    await init(cwd);
    for (const name of ["manifest", "overrides", "project", "scenarios"]) {
      const { stdout } = await runCli(["schema", name], { cwd });
      expect(await readFile(join(cwd, `schemas/${name}.schema.json`), "utf8")).toBe(stdout);
    }
  });

  it("takes the game's name from the folder's, and says where to go", async () => {
    const cwd = await scratchFolder();
    const run = await init(cwd, "my games/Space Race");
    expect(run.exit, run.stderr).toBe(0);
    expect(Object.keys(await filesBelow(join(cwd, "my games/Space Race")))).toContain("games/space-race/actions.yaml");
    expect(run.stdout).toContain("  cd 'my games/Space Race'\n  laurel validate ");
    expect(run.stdout).toContain("first, set the variables in laurel.yaml");
  });

  it.each([
    [["--game", "a/b"], "--game: a game's name has letters"],
    [["--game", ".."], "--game: a game's name has letters"],
    [["--env", "production"], "env -> from-live"],
    [["--ci", "jenkins"], "jenkins"],
  ])("refuses %j with a sentence, and writes nothing", async (flags, words) => {
    const cwd = await scratchFolder();
    const run = await init(cwd, ...flags);
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain(words);
    expect(await isEmptyFolder(cwd)).toBe(true);
  });
});

describe("what is there already", () => {
  it.each([
    ["games/g/actions.yaml", (path: string) => writeFile(path, "mine")],
    ["schemas/project.schema.json", (path: string) => mkdir(path)],
    ["games/g/leaderboards.yaml", (path: string) => symlink("nowhere", path)],
  ])("is never overwritten: %s is named, and nothing is written", async (file, put) => {
    const cwd = await scratchFolder();
    await mkdir(join(cwd, dirname(file)), { recursive: true });
    await put(join(cwd, file));
    const before = await readdir(cwd, { recursive: true });
    const run = await init(cwd, "--game", "g");
    expect([run.exit, run.stderr]).toEqual([
      4,
      expect.stringContaining(`${file} exists already. Nothing was written.`),
    ]);
    expect(run.stderr).toContain("move it away");
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
  });

  it("can be settings of the editor, which are left as they are and said so", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { ".vscode/settings.json": "{}" });
    const run = await init(cwd);
    expect(run.exit).toBe(0);
    expect(run.stdout).toMatch(/= \.vscode\/settings\.json\s+left as it is; add what laurel init writes/);
    expect(await readFile(join(cwd, ".vscode/settings.json"), "utf8")).toBe("{}");
  });

  it("can be a project, here or in a folder above: both are refused", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": "version: 1\n" });
    const here = await init(cwd);
    expect([here.exit, here.stderr]).toEqual([4, expect.stringContaining("laurel init --ci github")]);
    const below = await init(cwd, "deep/er");
    expect([below.exit, below.stderr]).toEqual([4, expect.stringContaining("nested-project")]);
    expect(below.stderr).toContain("to add a game, write it into laurel.yaml, under games");
    await mkdir(join(cwd, "deep"));
    const inside = await init(join(cwd, "deep"), "--ci", "github", "--ci", "shell");
    expect(inside.stderr).toContain("there is a project in a folder above: ../laurel.yaml.");
    expect(inside.stderr).toContain("in its folder");
    expect(Object.keys(await filesBelow(cwd))).toEqual(["laurel.yaml"]);
  });

  it("can be a file where a folder belongs: no file is left of the attempt", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { schemas: "mine" });
    const run = await init(cwd);
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("Nothing was written.");
    expect(await filesBelow(cwd)).toEqual({ schemas: "mine" });
  });

  it.skipIf(process.getuid?.() === 0)("can forbid writing: nothing is left of the attempt", async () => {
    const cwd = await scratchFolder();
    await mkdir(join(cwd, ".vscode"));
    await chmod(join(cwd, ".vscode"), 0o500);
    const run = await init(cwd);
    expect(run.exit).toBe(1);
    expect(await readdir(cwd)).toEqual([".vscode"]);
  });
});

describe("the files of a pipeline", () => {
  const PLACES: Readonly<Record<(typeof PIPELINES)[number], readonly string[]>> = {
    github: [
      ".github/workflows/laurel-apply.yml",
      ".github/workflows/laurel-drift.yml",
      ".github/workflows/laurel-plan.yml",
    ],
    gitlab: [".gitlab-ci.yml", "laurel.gitlab-ci.yml"],
    shell: ["laurel-ci.sh"],
  };

  it.each(PIPELINES)("of %s come with a new project, or later to one that is there", async (name) => {
    const [together, later] = [await scratchFolder(), await scratchFolder()];
    const run = await init(together, "--ci", name, "--game", "g");
    expect(run.exit, run.stderr).toBe(0);
    expect(Object.keys(await filesBelow(together))).toEqual(expect.arrayContaining([...PLACES[name]]));
    await init(later, "--game", "g");
    const added = await init(later, "--ci", name);
    expect(added.exit, added.stderr).toBe(0);
    expect(added.stdout).toContain("Added a pipeline to the project in this folder");
    expect(await filesBelow(later)).toEqual(await filesBelow(together));
    expect((await init(later, "--ci", name)).exit).toBe(4);
  });

  it("of another CI are a program", async () => {
    const cwd = await scratchFolder();
    await init(cwd, "--ci", "shell");
    expect(((await lstat(join(cwd, "laurel-ci.sh"))).mode & 0o111) !== 0).toBe(process.platform !== "win32");
    expect(((await lstat(join(cwd, "laurel.yaml"))).mode & 0o111) !== 0).toBe(false);
  });

  it("may be several, and none", async () => {
    const cwd = await scratchFolder();
    await init(cwd, "all", "--ci", "github", "--ci", "gitlab", "--ci", "shell");
    expect(Object.keys(await filesBelow(join(cwd, "all")))).toEqual(
      expect.arrayContaining(Object.values(PLACES).flat()),
    );
    await init(cwd, "none", "--game", "g");
    expect(Object.keys(await filesBelow(join(cwd, "none")))).toHaveLength(COMMON.length + EXAMPLE.length);
  });

  it("of GitLab leave a .gitlab-ci.yml alone, and say what belongs into it", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { ".gitlab-ci.yml": "mine" });
    const run = await init(cwd, "--ci", "gitlab");
    expect(run.stdout.replaceAll(/\s+/g, " ")).toContain(
      "= .gitlab-ci.yml left as it is; add to it: include: [{ local: laurel.gitlab-ci.yml }]",
    );
    expect(await readFile(join(cwd, ".gitlab-ci.yml"), "utf8")).toBe("mine");
  });

  it("are refused below the root of a repository, where they would never be found", async () => {
    const cwd = await scratchFolder();
    await mkdir(join(cwd, ".git"));
    for (const name of ["github", "gitlab"]) {
      const run = await init(cwd, "sub", "--ci", name);
      expect(run.exit).toBe(64);
      expect(run.stderr).toMatch(
        /The files of Git.* belong into the root of the repository, \.\.\nMake the project there/,
      );
    }
    await mkdir(join(cwd, "empty"));
    const inside = await init(join(cwd, "empty"), "--ci", "github", "--ci", "gitlab");
    expect(inside.stderr).toContain(
      "The files of GitHub Actions and GitLab CI belong into the root of the repository, ..",
    );
    await rm(join(cwd, "empty"), { recursive: true });
    expect(await readdir(cwd)).toEqual([".git"]);
    expect((await init(cwd, "sub", "--ci", "shell")).exit).toBe(0);
    expect((await init(cwd, ".", "--ci", "github")).exit).toBe(0);
  });
});
