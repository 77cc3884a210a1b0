/** The completion scripts in the shells themselves. A shell that is not installed is skipped by name. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { nameOf } from "../../../src/cli/args/command.ts";
import { COMMANDS } from "../../../src/cli/args/command-table.ts";
import { GLOBAL_FLAGS } from "../../../src/cli/args/flag-specs.ts";
import { HAZARDS } from "../../../src/model/model.ts";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { completeInBash, completeInFish, isInstalled, type ShellName, typeIntoZsh } from "./shells.ts";

const scripts = new Map<ShellName, string>();
const script = (shell: ShellName): string => scripts.get(shell) ?? "";
const names = COMMANDS.map(nameOf);
const flagsOf = (name: string): readonly string[] => {
  const flags = COMMANDS.find((spec) => nameOf(spec) === name)?.flags ?? {};
  return Object.keys({ ...flags, ...GLOBAL_FLAGS, help: {}, version: {} }).map((flag) => `--${flag}`);
};

beforeAll(async () => {
  for (const shell of ["bash", "zsh", "fish"] as const) {
    const { exit, stdout } = await runCli(["completion", shell], { cwd: "/" });
    expect(exit).toBe(0);
    scripts.set(shell, stdout);
  }
});

/** A folder of which completion has to offer some files, and none of which may be run. */
async function projectFolder(): Promise<string> {
  const folder = await scratchFolder();
  const hostile = "plan$(touch pwned)`touch pwned`;touch pwned *.json";
  await writeFiles(folder, { "plan.json": "", [hostile]: "", "games/a.yaml": "", "laurel.yaml": "$(touch pwned)" });
  return folder;
}

describe.skipIf(!isInstalled("bash"))("bash", () => {
  const complete = (cwd: string, ...words: readonly string[]): readonly string[] =>
    completeInBash(script("bash"), ["laurel", ...words], cwd);

  it("offers the commands, and those that begin as typed", () => {
    expect(complete("/", "")).toEqual(names);
    expect(complete("/", "pl")).toEqual(["plan"]);
    expect(complete("/", "--color", "never", "va")).toEqual(["validate"]);
    expect(complete("/", "-")).toEqual([...Object.keys(GLOBAL_FLAGS), "help", "version"].map((flag) => `--${flag}`));
  });

  it.each(names)("offers every flag of %s", (name) => {
    expect([...complete("/", name, "--")].sort()).toEqual([...flagsOf(name)].sort());
  });

  it("offers what a flag or a word can be", () => {
    expect(complete("/", "plan", "--allow", "")).toEqual([...HAZARDS]);
    expect(complete("/", "serve", "--profile", "doc")).toEqual(["documented"]);
    expect(complete("/", "plan", "--color", "=", "al")).toEqual(["always"]);
    expect(complete("/", "plan", "--color", "=")).toEqual(["auto", "always", "never"]);
    expect(complete("/", "--color", "n")).toEqual(["never"]);
    expect(complete("/", "schema", "man")).toEqual(["manifest"]);
    expect(complete("/", "completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  it("does not take the value of a flag for the command", () => {
    expect(complete("/", "--game", "plan", "apply", "--fail-f")).toEqual(["--fail-fast"]);
    expect(complete("/", "--game", "=", "plan", "apply", "--fail-f")).toEqual(["--fail-fast"]);
  });

  it("offers nothing where it cannot know anything", () => {
    expect(complete("/", "plan", "--game-id", "")).toEqual([]);
    expect(complete("/", "rankings", "points", "--limit", "")).toEqual([]);
    expect(complete("/", "frobnicate", "")).toEqual([]);
  });

  it("offers files and folders by their names, whatever these hold, and runs nothing", async () => {
    const folder = await projectFolder();
    expect(complete(folder, "plan", "--manifests", "")).toEqual(["games"]);
    expect(complete(folder, "apply", "plan.")).toEqual(["plan.json"]);
    expect(complete(folder, "apply", "plan")).toContain("plan$(touch pwned)`touch pwned`;touch pwned *.json");
    expect(complete(folder, "plan", "--project", "")).toHaveLength(4);
    expect(complete(folder, "plan", "--project", "$(touch pwned)")).toEqual([]);
    expect(readdirSync(folder)).not.toContain("pwned");
  });
});

describe.skipIf(!isInstalled("fish"))("fish", () => {
  const complete = (cwd: string, line: string): readonly string[] => completeInFish(script("fish"), line, cwd);

  it("offers commands, flags and values", () => {
    expect([...complete("/", "laurel ")].sort()).toEqual([...names].sort());
    expect([...complete("/", "laurel plan --")].sort()).toEqual([...flagsOf("plan")].sort());
    expect([...complete("/", "laurel plan --allow ")].sort()).toEqual([...HAZARDS].sort());
    expect(complete("/", "laurel schema man")).toEqual(["manifest"]);
    expect(complete("/", "laurel --color n")).toEqual(["never"]);
    expect(complete("/", "laurel plan --game-id ")).toEqual([]);
  });

  it("offers files and folders, and runs nothing", async () => {
    const folder = await projectFolder();
    expect(complete(folder, "laurel plan --manifests ga")).toEqual(["games/"]);
    expect(complete(folder, "laurel apply plan.j")).toEqual(["plan.json"]);
    expect(readdirSync(folder)).not.toContain("pwned");
  });
});

describe.skipIf(!isInstalled("zsh"))("zsh", () => {
  it.each([
    ["pla\t", "plan"],
    ["plan --detail\t", "plan --detailed-exitcode"],
    ["serve --prof\tdoc\t", "serve --profile documented"],
    ["schema mani\t", "schema manifest"],
    ["--color nev\t vali\t", "--color never validate"],
  ])("completes laurel %j", (typed, words) => {
    expect(typeIntoZsh(script("zsh"), `laurel ${typed}`, "/")?.trim().replaceAll(/ +/g, " ")).toBe(words);
  });

  it("offers files and folders, and runs nothing", async () => {
    const folder = await projectFolder();
    expect(typeIntoZsh(script("zsh"), "laurel plan --manifests ga\t", folder)?.trim()).toBe("plan --manifests games");
    expect(typeIntoZsh(script("zsh"), "laurel apply plan.j\t", folder)?.trim()).toBe("apply plan.json");
    expect(readdirSync(folder)).not.toContain("pwned");
  });
});

it("is printed for the shells that are known, and no others", async () => {
  const cwd = join("/");
  expect((await runCli(["completion", "powershell"], { cwd })).stderr).toContain("It can be: bash, zsh, fish");
  expect((await runCli(["completion"], { cwd })).stderr).toContain("needs <shell>");
});
