/** Shells that complete a line with the script that laurel prints, as they do when a person presses the tab key. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAIN } from "../../support/child.ts";

export type ShellName = "bash" | "zsh";

export function isInstalled(shell: ShellName): boolean {
  return spawnSync(shell, ["-c", "true"]).status === 0;
}

/** What bash offers for the last word. Words are given as bash splits them: `--format=js` is three of them. */
export function completeInBash(script: string, words: readonly string[], cwd: string): readonly string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_laurel_yargs_completions 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf(spawn("bash", ["--norc", "-c", program, "bash", ...words], cwd));
}

/** In it, `laurel` completes like the built program, and otherwise prints its words. */
function spawn(shell: ShellName, words: readonly string[], cwd: string): string {
  return withFile(
    `#!/bin/sh\nif [ "$1" = --get-yargs-completions ]; then exec '${process.execPath}' '${MAIN}' "$@"; fi\necho "<<$*>>"\n`,
    (file) => {
      chmodSync(file, 0o755);
      const path = `${join(file, "..")}:${process.env.PATH}`;
      const env = { PATH: path, HOME: cwd, TERM: "dumb", LC_ALL: "C.UTF-8" };
      const { status, stdout, stderr } = spawnSync(shell, words, { cwd, env, encoding: "utf8", timeout: 30_000 });
      if (status !== 0) throw new Error(`${shell} ended with ${status}: ${stdout}${stderr}`);
      return stdout;
    },
  );
}

function withFile<Result>(text: string, use: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "laurel-completion-"));
  try {
    writeFileSync(join(folder, "laurel"), text);
    return use(join(folder, "laurel"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function linesOf(output: string): readonly string[] {
  return output.split("\n").filter((line) => line !== "");
}
