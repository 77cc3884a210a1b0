/**
 * No output takes the place of a file that laurel reads, whatever it is called there, and no two
 * outputs are one file.
 */
import { link, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../support/cli.ts";
import { contentsOf } from "./scene.ts";

const PROJECT = `version: 1
games:
  g: { manifests: games/g, environments: { local: { embedded: true } } }
  h: { manifests: "games/h", environments: { local: { embedded: true } } }
`;
const GAME = '{ "rewards": [{ "custom_id": "egg", "name": "Egg" }] }\n';

/** A project of two games, of which every file is JSON where it can be. */
async function project(text = PROJECT): Promise<string> {
  const folder = await scratchFolder();
  await mkdir(join(folder, ".git"));
  await writeFiles(folder, {
    "laurel.yaml": text,
    "games/g/rewards.json": GAME,
    "games/g/overrides/local.json": "{}\n",
    "games/g/a.test.yaml": "scenarios: []\n",
    "games/h/deep/er/rewards.json": GAME,
    ".laurel/g@local.json": "{}\n",
    ".git/config.json": "{}\n",
    "ids.mustache": "ids\n",
    "own.mustache": "ids\n",
    "other/laurel.yaml": PROJECT,
    "other/games/g/rewards.json": GAME,
    "out/x": "",
  });
  await symlink("games/g/rewards.json", join(folder, "link.json"));
  await symlink("games/h", join(folder, "folder-link"));
  await symlink("laurel.yaml", join(folder, "project.json"));
  await link(join(folder, "games/g/rewards.json"), join(folder, "hard.json"));
  return folder;
}

/** Names of inputs, and of files that the next run would read. */
const INPUTS = [
  "games/g/rewards.json",
  "./games/../games/g/rewards.json",
  "games/g/new.json",
  "games/g/overrides/local.json",
  "games/g/overrides/new.json",
  "games/h/deep/er/rewards.json",
  "games/h/deep/new.JSON",
  "folder-link/new.json",
  "folder-link/deep/er/rewards.json",
  "link.json",
  "hard.json",
  "project.json",
  ".laurel/g@local.json",
  ".git/config.json",
  "other/games/g/rewards.json",
];

/** What codegen may not write besides, as it takes every ending. */
const TEXT_INPUTS = [
  "laurel.yaml",
  "LAUREL.yaml",
  "other/laurel.yaml",
  "games/g/a.test.yaml",
  "games/h/new.yml",
  ".git/HEAD",
];

/** What is no input, although it is next to inputs. */
const CLEAR = [
  "out/new.json",
  "games/g/.hidden.json",
  "games/new.json",
  "new.json",
  "games/g/node_modules.json/../.x.json",
];

const flat = ({ stderr }: CliRun): string => stderr.replaceAll(/\s+/g, " ");

async function expectRefused(argv: readonly string[], cwd: string, env = {}): Promise<void> {
  const before = await contentsOf(cwd);
  const run = await runCli(argv, { cwd, env });
  expect(run.exit, `${argv.join(" ")}: ${run.stdout}${run.stderr}`).toBe(64);
  expect(flat(run)).toMatch(
    / (?:files that laurel reads|service's data|own files|laurel writes through none)\./,
  );
  expect(await contentsOf(cwd)).toEqual(before);
}

describe.skipIf(process.platform === "win32")("an output that is an input", () => {
  it.each(INPUTS)("is refused: --out %s", async (file) => {
    const cwd = await project();
    for (const command of ["validate", "lint", "report", "plan", "apply --yes"])
      await expectRefused([...command.split(" "), "--game", "g", "--out", file], cwd);
    // From another folder, with the project file by its name.
    await expectRefused(
      ["validate", "--project", "../laurel.yaml", "--out", `../${file}`],
      join(cwd, "out"),
    );
    await expectRefused(
      ["validate", "--project", "../laurel.yaml", "--out", join(cwd, file)],
      join(cwd, "out"),
    );
  });

  it.each([...INPUTS, ...TEXT_INPUTS, "ids.mustache", "./out/../ids.mustache"])(
    "is refused: codegen --out %s",
    async (file) => {
      const cwd = await project();
      const making = ["codegen", "--game", "g", "--template", "ids.mustache", "--out", file];
      await expectRefused(making, cwd);
      await expectRefused([...making, "--check"], cwd);
    },
  );

  it.each(INPUTS.filter((file) => !file.startsWith(".laurel")))(
    "is refused: serve --data %s",
    async (file) => {
      await expectRefused(["serve", "--data", file], await project());
    },
  );

  it.each(CLEAR)("does not mean %s", async (file) => {
    const cwd = await project();
    const run = await runCli(["validate", "--game", "g", "--out", file], { cwd });
    expect(run.exit, run.stderr).toBe(0);
  });

  it("may be a template or a project file of no run", async () => {
    const cwd = await project();
    const making = [
      "codegen",
      "--game",
      "g",
      "--template",
      "ids.mustache",
      "--out",
      "own.mustache",
    ];
    expect((await runCli(making, { cwd })).exit).toBe(0);
  });

  it.each([
    ["an unknown key", `${PROJECT}unknown: 1\n`, "files that laurel reads"],
    ["a mistake in its syntax", `${PROJECT}  ]: [\n`, "files that laurel reads"],
    ["two documents", `---\n${PROJECT}---\na: 1\n`, "files that laurel reads"],
    ["nothing that names a folder", "- nothing\n", "which cannot be read, would say so"],
  ])("is refused although the project file has %s", async (_, text, words) => {
    const cwd = await project(text);
    const before = await contentsOf(cwd);
    const run = await runCli(["validate", "--out", "games/g/rewards.json"], { cwd });
    expect(run.exit).toBe(64);
    expect(flat(run)).toContain(words);
    const other = await runCli(["validate", "--out", "games/new.json"], { cwd });
    expect([other.exit, other.stderr], other.stderr).toEqual([
      3,
      expect.stringContaining("laurel.yaml"),
    ]);
    expect((await contentsOf(cwd)).filter(([path]) => !path.endsWith("games/new.json"))).toEqual(
      before,
    );
  });

  it.each(INPUTS)("is not added to by the variables of a pipeline: %s", async (file) => {
    const cwd = await project();
    await writeFile(join(cwd, ".laurel/.gitignore"), "*\n");
    const before = await contentsOf(cwd);
    const added = await runCli(["plan", "--game", "g"], {
      cwd,
      env: { GITHUB_ACTIONS: "true", GITHUB_OUTPUT: file },
    });
    expect([added.exit, flat(added)]).toEqual([
      1,
      expect.stringContaining("error[unwritable-file]"),
    ]);
    const made = await runCli(["plan", "--game", "g"], { cwd, env: { LAUREL_OUTPUTS: file } });
    expect([made.exit, flat(made)]).toEqual([
      64,
      expect.stringContaining("laurel: LAUREL_OUTPUTS names"),
    ]);
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: file };
    const run = await runCli(["validate"], { cwd, env });
    expect([run.exit, flat(run)]).toEqual([
      0,
      expect.stringContaining("warning[unwritable-summary]"),
    ]);
    expect(await contentsOf(cwd)).toEqual(before);
  });
});

describe("two outputs of one command", () => {
  it.each([
    ["out/a.json", "out/a.json"],
    ["out/a.json", "./out/../out/a.json"],
    ["out/a.json", "out/A.JSON"],
    ["out/a.md", "alias/a.md"],
  ])("may not be the same file: %s and %s", async (one, other) => {
    const cwd = await project();
    await symlink("out", join(cwd, "alias"));
    const before = await contentsOf(cwd);
    const run = await runCli(["validate", "--out", one, "--out", other], { cwd });
    expect([run.exit, flat(run)]).toEqual([
      64,
      expect.stringContaining(`is the same file as that of --out ${one}.`),
    ]);
    expect(await contentsOf(cwd)).toEqual(before);
  });

  it("may not be a file of the pipeline, nor may two of those be one", async () => {
    const cwd = await project();
    const env = { GITHUB_ACTIONS: "true", GITHUB_OUTPUT: "out/a.md", GITHUB_STEP_SUMMARY: "out/b" };
    const run = await runCli(["plan", "--game", "g", "--out", "out/a.md"], { cwd, env });
    expect([run.exit, flat(run)]).toEqual([
      1,
      expect.stringContaining("the same file as that of --out out/a.md."),
    ]);
    await rm(join(cwd, ".laurel"), { recursive: true });
    const both = { ...env, GITHUB_OUTPUT: "out/b" };
    const second = await runCli(["plan", "--game", "g"], { cwd, env: both });
    expect([second.exit, flat(second)]).toEqual([
      0,
      expect.stringContaining("the same file as that of GITHUB_OUTPUT."),
    ]);
  });
});
