/** Files that git ignores are not read; in CI systems, none that it does not track. */
import { execFileSync } from "node:child_process";
import { chmod, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findIgnoredIn } from "../../src/files/ignored.ts";
import { gitIn } from "../../src/files/repository.ts";
import { runCli, scratchFolder, writeFiles } from "../support/cli.ts";
import { CANARY, projectOf } from "./scene.ts";

const SECRET = `{ "rewards": [ ${CANARY} `;
const rewards = (id: string) =>
  `rewards:\n  - { custom_id: ${id}, name: ${id}, description: Text }\n`;
const CI = { CI: "true" };
const realGit = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();

function git(folder: string, ...args: readonly string[]): void {
  const author = [
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@example.com",
    "-c",
    "protocol.file.allow=always",
  ];
  execFileSync("git", [...author, ...args], { cwd: folder, stdio: "pipe" });
}

/** A repository in which everything is committed. */
async function repository(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await scratchFolder();
  await writeFiles(folder, files);
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "first");
  return folder;
}

const project = (manifests = "game") =>
  repository({
    "laurel.yaml": projectOf(manifests),
    "game/a.yaml": rewards("egg"),
    ".gitignore": "ignored*\n",
  });

/** The plan of everything, with all problems. */
async function plan(cwd: string, env: Readonly<Record<string, string>> = {}) {
  const { exit, stdout, stderr } = await runCli(["plan"], { cwd, env });
  return { exit, text: stdout + stderr };
}

describe("files that git ignores", () => {
  it("are left out with a warning, whatever their names, and others are read", async () => {
    const folder = await project();
    await writeFiles(folder, { "game/ignored.json": SECRET, "game/:new*.yaml": rewards("nest") });
    const { exit, text } = await plan(folder);
    expect(exit, text).toBe(0);
    expect(text).toContain(
      'Git ignores files in game, which laurel does not read: "ignored.json".',
    );
    expect(text).toContain("reward/nest");
    expect(text).not.toContain(CANARY);
  });

  it("are no project file and no template", async () => {
    const folder = await repository({
      "game/a.yaml": rewards("egg"),
      ".gitignore": "*.mustache\nlaurel.yaml\n",
    });
    await writeFiles(folder, { "laurel.yaml": projectOf("game") });
    expect((await plan(folder)).text).toContain(
      "laurel.yaml is ignored by git; laurel reads no such files.",
    );
    git(folder, "add", "-f", "laurel.yaml");
    await writeFiles(folder, { "ids.mustache": `{{${CANARY}` });
    const { exit, stderr } = await runCli(
      ["codegen", "--template", "ids.mustache", "--out", "ids.txt"],
      {
        cwd: folder,
      },
    );
    expect({ exit, stderr }).toMatchObject({
      stderr: expect.stringContaining("ids.mustache is ignored by git"),
    });
    expect(exit).not.toBe(0);
    expect(stderr).not.toContain(CANARY);
  });
});

describe("files that git does not track", () => {
  it("are left out in CI systems, whatever a pull request makes of .gitignore", async () => {
    const folder = await project(".");
    await writeFiles(folder, {
      ".gitignore": "",
      "credentials-1234.json": SECRET,
      "game/overrides/local.yaml": SECRET,
    });
    const { exit, text } = await plan(folder, CI);
    expect(exit, text).toBe(0);
    expect(text).toContain("reward/egg");
    expect(text).toContain('"credentials-1234.json"');
    expect(text).toContain("add them to the repository with git add");
    expect(text).not.toContain(CANARY);
    expect((await plan(folder)).exit).not.toBe(0);
  });

  it("are no project file and no template in CI systems", async () => {
    const folder = await repository({ "game/a.yaml": rewards("egg") });
    await writeFiles(folder, { "laurel.yaml": projectOf("game"), "ids.mustache": `{{${CANARY}` });
    expect((await plan(folder, CI)).text).toContain("laurel.yaml is not tracked by git");
    git(folder, "add", "laurel.yaml");
    const template = ["codegen", "--template", "ids.mustache", "--out", "ids.txt"];
    const { exit, stderr } = await runCli(template, { cwd: folder, env: CI });
    expect(exit).not.toBe(0);
    expect(stderr).toContain("ids.mustache is not tracked by git");
    expect(stderr).not.toContain(CANARY);
  });

  it("are read in CI systems from submodules, and from no other repository below the folder", async () => {
    const other = await repository({ "b.yaml": rewards("nest") });
    const folder = await project();
    git(folder, "submodule", "--quiet", "add", other, "game/sub");
    git(other, "init", "-q", "stray");
    await writeFiles(join(other, "stray"), { "c.json": SECRET });
    git(join(other, "stray"), "add", "-A");
    await rename(join(other, "stray"), join(folder, "game/stray"));
    await writeFiles(folder, { "game/sub/credentials.json": SECRET });
    const { exit, text } = await plan(folder, CI);
    expect(exit, text).toBe(0);
    expect(text).toContain("reward/nest");
    expect(text).toContain('"stray/c.json" and "sub/credentials.json"');
    expect(text).not.toContain(CANARY);
  });

  it("are not read in CI systems if the project file names a repository that is no submodule, or a folder in one", async () => {
    for (const [manifests, repositories] of [
      ["stray", ["stray"]],
      ["stray/deep", ["stray"]],
      ["stray/deep", ["stray", "stray/deep"]],
    ] as const) {
      const folder = await project(manifests);
      await writeFiles(folder, { "stray/c.json": SECRET, "stray/deep/d.json": SECRET });
      for (const each of repositories.toReversed()) {
        git(join(folder, each), "init", "-q");
        git(join(folder, each), "add", "-A");
        git(join(folder, each), "commit", "-q", "-m", "first");
      }
      const { exit, text } = await plan(folder, CI);
      expect(exit, text).not.toBe(70);
      expect(text).toContain("Git does not track files in stray");
      expect(text).not.toContain(CANARY);
    }
  });

  it("are read in CI systems if the project file names a submodule, or a folder in one", async () => {
    const other = await repository({ "b.yaml": rewards("nest"), "deep/c.yaml": rewards("cave") });
    for (const [manifests, address] of [
      ["sub", "reward/nest"],
      ["sub/deep", "reward/cave"],
    ] as const) {
      const folder = await project(manifests);
      git(folder, "submodule", "--quiet", "add", other, "sub");
      await writeFiles(folder, { [`${manifests}/creds.json`]: SECRET });
      const { exit, text } = await plan(folder, CI);
      expect(exit, text).toBe(0);
      expect(text).toContain(address);
      expect(text).toContain('"creds.json"');
      expect(text).not.toContain(CANARY);
    }
  });

  it("may be the whole repository for one around it, in which a CI system has cloned it", async () => {
    const around = await repository({ "README.md": "text" });
    await rename(await project(), join(around, "clone"));
    const { exit, text } = await plan(join(around, "clone"), CI);
    expect(exit, text).toBe(0);
    expect(text).toContain("reward/egg");
  });
});

describe("git", () => {
  it("has to answer in CI systems", async () => {
    const folder = await project();
    await writeFiles(folder, { ".git/index": "broken" });
    const refused = await plan(folder, CI);
    expect(refused.exit).toBe(1);
    expect(refused.text).toContain("git could not say which files it tracks");
    expect(refused.text).toContain("safe.directory");
    const missing = await plan(await project(), { ...CI, PATH: "/nowhere" });
    expect(missing.exit).toBe(1);
    expect(missing.text).toContain("git could not be started");
  });

  it("is asked once in CI systems for all folders of a repository", async () => {
    const environments = "{ local: { embedded: true } }";
    const games = ["g", "h", "i"].map(
      (game) => `${game}: { manifests: ${game}, environments: ${environments} }`,
    );
    const folder = await repository({
      "laurel.yaml": `version: 1\ngames: { ${games.join(", ")} }\n`,
      "g/a.yaml": rewards("egg"),
      "h/a.yaml": rewards("egg"),
      "i/a.yaml": rewards("egg"),
    });
    const tools = await scratchFolder();
    await writeFiles(tools, {
      git: `#!/bin/sh\necho "$@" >> "${tools}/log"\nexec "${realGit}" "$@"\n`,
    });
    await chmod(join(tools, "git"), 0o755);
    const { exit, text } = await plan(folder, { ...CI, PATH: `${tools}:${process.env.PATH}` });
    expect(exit, text).toBe(0);
    const lines = (await readFile(join(tools, "log"), "utf8")).trim().split("\n");
    expect(lines.filter((line) => line.includes("ls-files"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("check-ignore"))).toEqual([]);
  });

  it("is ended when it waits for a pipe", async () => {
    const folder = await repository({ "game/a.yaml": rewards("egg") });
    execFileSync("mkfifo", [join(folder, ".gitignore")]);
    const { value, diagnostics } = await findIgnoredIn(gitIn(folder, {}, 300), ["game/new.yaml"]);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "git-failed", detail: expect.stringContaining("not done after 0.3 s") },
    ]);
  });
});
