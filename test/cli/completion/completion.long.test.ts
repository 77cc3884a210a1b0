/** Completion by yargs in bash itself. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMAND_NAMES, COMPLETION } from "../../../src/cli/commands/index.ts";
import { HAZARDS } from "../../../src/model/model.ts";
import { MAIN } from "../../support/child.ts";
import { completeInBash, isInstalled } from "./shells.ts";

describe.skipIf(!isInstalled("bash"))("bash", () => {
  const env = { ...process.env, SHELL: "/bin/bash" };
  const { stdout: script } = spawnSync(process.execPath, [MAIN, "completion"], { env, encoding: "utf8" });
  const complete = (cwd: string, ...words: readonly string[]): readonly string[] =>
    completeInBash(script, ["laurel", ...words], cwd);

  it("offers the commands, and those that begin as typed", () => {
    expect(complete("/", "")).toEqual([...COMMAND_NAMES, COMPLETION.command]);
    expect(complete("/", "pl")).toEqual(["plan"]);
    expect(complete("/", "--no-color", "va")).toEqual(["validate"]);
  });

  it("offers flags, and what a flag or a positional can be", () => {
    expect(complete("/", "plan", "--")).toEqual(expect.arrayContaining(["--detailed-exitcode", "--env", "--verbose"]));
    expect(complete("/", "plan", "--allow", "")).toEqual([...HAZARDS]);
    expect(complete("/", "plan", "--detail")).toEqual(["--detailed-exitcode"]);
    expect(complete("/", "schema", "man")).toEqual(["manifest"]);
  });
});
