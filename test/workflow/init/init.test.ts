/** `laurel init`: flags, defaults, the question and every kind of answer, and never a file lost. */
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PIPELINES } from "../../../src/workflow/options.ts";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

const SCHEMAS = ["manifest", "overrides", "project", "scenarios"];
/** The files of a new project with the game `dungeon`. */
const NEW = [
  ...[".vscode/extensions.json", ".vscode/settings.json", "laurel.yaml"],
  ...["achievements", "actions", "game.test", "leaderboards"].map(
    (name) => `games/dungeon/${name}.yaml`,
  ),
  ...SCHEMAS.map((name) => `schemas/${name}.schema.json`),
].sort();

function init(cwd: string, ...words: readonly string[]): Promise<CliRun> {
  return runCli(["init", ...words], { cwd });
}

describe("laurel init without a terminal", () => {
  it("makes a project that validates, lints, plays, plans and applies on the embedded service at once", async () => {
    const cwd = await scratchFolder();
    const made = await init(cwd, "--game", "dungeon");
    expect([made.exit, made.stderr]).toEqual([0, ""]);
    expect(Object.keys(await filesBelow(cwd))).toEqual(NEW);
    for (const row of ["laurel.yaml", "games/dungeon/*", "schemas/*", ".vscode/*"])
      expect(made.stdout).toContain(`+ ${row} `);
    expect(made.stdout).toMatch(/game\.test\.yaml +scenarios, to change$/m);
    expect(made.stdout).not.toContain("pipeline");
    for (const line of [
      "validate",
      "lint",
      "test",
      "plan",
      "apply --yes",
      "plan --detailed-exitcode",
    ]) {
      const { exit, stdout, stderr } = await runCli(line.split(" "), { cwd });
      expect([exit, stderr], line + stdout).toEqual([0, ""]);
    }
  });

  it("takes the game's name from the folder's, says where to go, and names schemas that are there", async () => {
    const cwd = await scratchFolder();
    const made = await init(cwd, "my games/Space Race");
    expect(made.exit, made.stderr).toBe(0);
    expect(made.stdout).toContain("  cd 'my games/Space Race'\n  laurel validate ");
    expect(made.stdout).toMatch(/^ {2}laurel test +# /m);
    expect(made.stdout).toContain("first, set the variables in laurel.yaml");
    const files = await filesBelow(join(cwd, "my games/Space Race"));
    expect(Object.keys(files)).toEqual(
      NEW.map((name) => name.replace("dungeon", "space-race")).sort(),
    );
    for (const [file, text] of Object.entries(files).filter(([name]) => name.endsWith(".yaml"))) {
      const [, reference = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      expect(Object.keys(files)).toContain(join(dirname(file), reference));
    }
    for (const name of SCHEMAS)
      expect(files[`schemas/${name}.schema.json`]).toBe(
        (await runCli(["schema", name], { cwd })).stdout,
      );
  });

  it.each(["a/b", ".."])(
    "refuses the game %s with a sentence, and writes nothing",
    async (game) => {
      const cwd = await scratchFolder();
      const run = await init(cwd, "--game", game);
      expect([run.exit, run.stderr]).toEqual([
        64,
        expect.stringContaining("--game: a game's name has letters"),
      ]);
      expect(await readdir(cwd)).toEqual([]);
    },
  );
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
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain(`${file} exists already. Nothing was written.`);
    expect(run.stderr).toContain("move it away");
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
  });

  it("can be settings of the editor and of GitLab, which are left as they are; it says what belongs into them", async () => {
    const cwd = await scratchFolder();
    const mine = { ".gitlab-ci.yml": "mine", ".vscode/settings.json": "{}" };
    await writeFiles(cwd, mine);
    const run = await init(cwd, "--ci", "gitlab");
    expect(run.exit).toBe(0);
    const words = run.stdout.replaceAll(/\s+/g, " ");
    expect(words).toContain("= .vscode/settings.json left as it is; add what laurel init writes");
    expect(words).toContain(
      "= .gitlab-ci.yml left as it is; add to it: include: [{ local: laurel.gitlab-ci.yml }]",
    );
    expect(await filesBelow(cwd)).toMatchObject(mine);
  });

  it("can be a project, here or in a folder above: both are refused", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": "version: 1\n" });
    const here = await init(cwd);
    expect([here.exit, here.stderr]).toEqual([
      4,
      expect.stringContaining("laurel init --ci github"),
    ]);
    const below = await init(cwd, "deep/er");
    expect([below.exit, below.stderr]).toEqual([4, expect.stringContaining("nested-project")]);
    expect(below.stderr).toContain("to add a game, write it into laurel.yaml, under games");
    await mkdir(join(cwd, "deep"));
    const inside = await init(join(cwd, "deep"), "--ci", "github", "--ci", "shell");
    expect(inside.stderr).toContain("there is a project in a folder above: ../laurel.yaml.");
    expect(inside.stderr).toContain("in its folder");
    expect(Object.keys(await filesBelow(cwd))).toEqual(["laurel.yaml"]);
  });
});

describe("the files of a pipeline", () => {
  const PLACES: Readonly<Record<(typeof PIPELINES)[number], readonly string[]>> = {
    github: ["apply", "drift", "plan"].map((name) => `.github/workflows/laurel-${name}.yml`),
    gitlab: [".gitlab-ci.yml", "laurel.gitlab-ci.yml"],
    shell: ["laurel-ci.sh"],
  };

  it.each(PIPELINES)(
    "of %s come with a new project, or later to one that is there",
    async (name) => {
      const together = await scratchFolder();
      const later = await scratchFolder();
      const run = await init(together, "--ci", name, "--game", "dungeon");
      expect(run.exit, run.stderr).toBe(0);
      expect(Object.keys(await filesBelow(together))).toEqual([...NEW, ...PLACES[name]].sort());
      await init(later, "--game", "dungeon");
      const added = await init(later, "--ci", name);
      expect(added.exit, added.stderr).toBe(0);
      expect(added.stdout).toContain("Added a pipeline to the project in this folder");
      expect(await filesBelow(later)).toEqual(await filesBelow(together));
      expect((await init(later, "--ci", name)).exit).toBe(4);
    },
  );

  it("may be several; the script is a program", async () => {
    const cwd = await scratchFolder();
    const { stdout } = await init(
      cwd,
      "--game",
      "dungeon",
      ...PIPELINES.flatMap((name) => ["--ci", name]),
    );
    expect(stdout).toMatch(
      /Secrets and variables > Actions[\s\S]*CI\/CD > Variables[\s\S]*laurel-ci.sh/,
    );
    expect(Object.keys(await filesBelow(cwd))).toEqual(
      [...NEW, ...Object.values(PLACES).flat()].sort(),
    );
    expect(((await lstat(join(cwd, "laurel-ci.sh"))).mode & 0o111) !== 0).toBe(
      process.platform !== "win32",
    );
    expect(((await lstat(join(cwd, "laurel.yaml"))).mode & 0o111) !== 0).toBe(false);
  });

  it("are in the root of the repository, and run in the folder of the project", async () => {
    const cwd = await scratchFolder();
    await mkdir(join(cwd, ".git"));
    const names = PIPELINES.flatMap((name) => ["--ci", name]);
    const { exit, stdout, stderr } = await init(cwd, "live ops/sub", "--game", "g", ...names);
    expect([exit, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("+ ../../.github/workflows/*");
    const files = Object.keys(await filesBelow(cwd));
    expect(files.filter((file) => !file.startsWith("live ops/sub/"))).toEqual([
      ".github/workflows/laurel-apply.yml",
      ".github/workflows/laurel-drift.yml",
      ".github/workflows/laurel-plan.yml",
      ".gitlab-ci.yml",
      "laurel.gitlab-ci.yml",
    ]);
    expect(files).toContain("live ops/sub/laurel-ci.sh");
    const plan = await readFile(join(cwd, ".github/workflows/laurel-plan.yml"), "utf8");
    expect(parse(plan).defaults.run["working-directory"]).toBe("live ops/sub");
  });

  it
    .skipIf(process.platform === "win32")
    .each([
      ...[
        "a b",
        "it's",
        '"q"',
        "a: b",
        "a }, evil: {",
        "x # y",
        "$(touch ran)",
        "`touch ran`",
        "-n",
        "*",
        "é",
        "a\\b",
      ],
      ...["%0a", "on", "1.0", "~", "{{x}}", "$&", "$HOME", "x".repeat(120)],
    ])("quote the name of a folder: %s", async (name) => {
    const workflowsOf = async (folder: string) => {
      const cwd = await scratchFolder();
      await mkdir(join(cwd, ".git"));
      const { exit, stderr } = await init(cwd, "--game", "g", "--ci", "github", "--", folder);
      expect([exit, stderr]).toEqual([0, ""]);
      const texts = Object.entries(await filesBelow(cwd)).filter(([file]) =>
        file.startsWith(".github/"),
      );
      return texts.map(([file, text]) => [file, JSON.stringify(parse(text))]);
    };
    const plain = await workflowsOf("plain");
    expect(await workflowsOf(name)).toEqual(
      plain.map(([file, text]) => [file, text?.replaceAll('"plain"', () => JSON.stringify(name))]),
    );
  });

  it
    .skipIf(process.platform === "win32")
    .each(["a\nb", "${{ secrets.LAUREL_API_TOKEN }}", "a\u202eb", "a\u2028b"])(
    "are refused for the folder %j, which no quotation protects",
    async (name) => {
      const cwd = await scratchFolder();
      await mkdir(join(cwd, ".git"));
      const { exit, stderr } = await init(cwd, name, "--game", "g", "--ci", "github");
      expect([exit, stderr]).toEqual([64, expect.stringContaining("no pipeline can name")]);
      expect(await readdir(cwd)).toEqual([".git"]);
    },
  );

  it.skipIf(process.platform === "win32")(
    "are refused where a link in the repository leads to the project",
    async () => {
      const cwd = await scratchFolder();
      await mkdir(join(cwd, ".git"));
      await mkdir(join(cwd, "deep/project"), { recursive: true });
      await symlink("deep/project", join(cwd, "link"));
      const { exit, stderr } = await init(cwd, "link", "--game", "g", "--ci", "github");
      expect([exit, stderr]).toEqual([
        64,
        expect.stringContaining("A link leads to the folder of the project"),
      ]);
    },
  );

  it("name the default branch of a clone, and the commit of the action, to fill in until a release stamps it", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { ".git/refs/remotes/origin/HEAD": "ref: refs/remotes/origin/trunk\n" });
    const { stdout } = await init(cwd, "--ci", "github");
    expect(stdout).toContain("replace COMMIT by the id of the commit");
    const read = (name: string) =>
      readFile(join(cwd, `.github/workflows/laurel-${name}.yml`), "utf8");
    expect(await read("plan")).toMatch(/laurel-progression\/laurel@COMMIT # v\d+\.\d+\.\d+$/m);
    expect(await read("apply")).toContain("branches: [trunk]");
    expect((await init(await scratchFolder(), "--ci", "shell")).stdout).not.toContain("COMMIT");
  });
});

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
