/** Completion by yargs in bash itself, as when a person presses the tab key. */
import { spawnSync } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMAND_NAMES, COMPLETION } from "../../src/cli/commands/index.ts";
import { HAZARDS } from "../../src/model/model.ts";
import { MAIN } from "../support/child.ts";
import { scratchFolder, writeFiles } from "../support/cli.ts";

it.skipIf(spawnSync("bash", ["-c", "true"]).status !== 0)(
  "bash offers commands, flags and what these can be",
  async () => {
    const folder = await scratchFolder();
    await writeFiles(folder, { laurel: `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n` });
    await chmod(join(folder, "laurel"), 0o755);
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      SHELL: "/bin/bash",
      LC_ALL: "C.UTF-8",
    };
    const run = (program: string, words: readonly string[]) =>
      spawnSync(program, words, { env, encoding: "utf8" }).stdout;
    const script = `${run("laurel", ["completion"])}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_laurel_yargs_completions 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`;
    /** What bash offers for the last word. */
    const complete = (...words: readonly string[]): readonly string[] =>
      run("bash", ["--norc", "-c", script, "bash", "laurel", ...words])
        .split("\n")
        .filter((line) => line !== "");
    expect(complete("")).toEqual([...COMMAND_NAMES, COMPLETION.command]);
    expect(complete("pl")).toEqual(["plan"]);
    expect(complete("--no-color", "va")).toEqual(["validate"]);
    expect(complete("plan", "--")).toEqual(
      expect.arrayContaining(["--detailed-exitcode", "--env", "--verbose"]),
    );
    expect(complete("plan", "--allow", "")).toEqual([...HAZARDS]);
    expect(complete("plan", "--detail")).toEqual(["--detailed-exitcode"]);
    expect(complete("schema", "man")).toEqual(["manifest"]);
  },
);
