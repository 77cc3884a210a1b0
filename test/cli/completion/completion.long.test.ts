/** Completion by yargs in the shells themselves. A shell that is not installed is skipped by name. */
import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { GLOBAL_FLAGS, nameOf } from "../../../src/cli/args/command.ts";
import { COMMANDS } from "../../../src/cli/commands/table.ts";
import { HAZARDS } from "../../../src/model/model.ts";
import { MAIN } from "../../support/child.ts";
import { runCli } from "../../support/cli.ts";
import { completeInBash, isInstalled, type ShellName } from "./shells.ts";

const scripts = new Map<ShellName, string>();
const script = (shell: ShellName): string => scripts.get(shell) ?? "";
const names = COMMANDS.map(nameOf);
const flagsOf = (name: string): readonly string[] => {
  const flags = COMMANDS.find((spec) => nameOf(spec) === name)?.flags ?? {};
  return Object.keys({ ...flags, ...GLOBAL_FLAGS, "no-color": {}, help: {}, version: {} }).map((flag) => `--${flag}`);
};

beforeAll(() => {
  for (const shell of ["bash", "zsh"] as const) {
    const { status, stdout } = spawnSync(process.execPath, [MAIN, "completion", shell], { encoding: "utf8" });
    expect(status).toBe(0);
    scripts.set(shell, stdout);
  }
});

describe.skipIf(!isInstalled("bash"))("bash", () => {
  const complete = (cwd: string, ...words: readonly string[]): readonly string[] =>
    completeInBash(script("bash"), ["laurel", ...words], cwd);

  it("offers the commands, and those that begin as typed", () => {
    expect(complete("/", "")).toEqual(names);
    expect(complete("/", "pl")).toEqual(["plan"]);
    expect(complete("/", "--no-color", "va")).toEqual(["validate"]);
  });

  it.each(["plan", "serve", "completion"])("offers every flag of %s", (name) => {
    expect([...complete("/", name, "--")].sort()).toEqual([...flagsOf(name)].sort());
  });

  it("offers what a flag or a positional can be", () => {
    expect(complete("/", "plan", "--allow", "")).toEqual([...HAZARDS]);
    expect(complete("/", "plan", "--format", "=", "js")).toEqual(["json"]);
    expect(complete("/", "plan", "--detail")).toEqual(["--detailed-exitcode"]);
    expect(complete("/", "schema", "man")).toEqual(["manifest"]);
    expect(complete("/", "completion", "")).toEqual(expect.arrayContaining(["bash", "zsh"]));
  });

  it("leaves names of files to the shell where a flag takes any value", () => {
    expect(complete("/", "plan", "--project", "")).toEqual([]);
    expect(complete("/", "plan", "--project", "$(touch pwned)")).toEqual([]);
  });
});

it.each(["fish", "powershell"])("is refused for %s", async (shell) => {
  const run = await runCli(["completion", shell], { cwd: "/" });
  expect(run).toMatchObject({ exit: 64, stdout: "" });
  expect(run.stderr).toContain(`<shell> cannot be "${shell}".\nChoose from: bash, zsh`);
});
