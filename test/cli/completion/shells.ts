/** Shells that complete a line with the script that laurel prints, as they do for a person who presses the tab key. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type ShellName = "bash" | "zsh" | "fish";

export function isInstalled(shell: ShellName): boolean {
  return spawnSync(shell, ["-c", "true"]).status === 0;
}

/** What bash offers for the last word. Words are given as bash cuts them: `--format=js` is three of them. */
export function completeInBash(script: string, words: readonly string[], cwd: string): readonly string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_laurel 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf(spawn("bash", ["--norc", "-c", program, "bash", ...words], cwd));
}

/** What fish offers for the end of the line, without the descriptions. */
export function completeInFish(script: string, line: string, cwd: string): readonly string[] {
  const program = 'source $argv[1]; complete -C "$argv[2]"';
  const output = withFile(script, (file) => spawn("fish", ["--no-config", "-c", program, file, line], cwd));
  return linesOf(output).map((each) => each.split("\t")[0] ?? "");
}

/** The words that reach laurel when somebody types this line into zsh; a tab in it asks for completion. */
export function typeIntoZsh(script: string, typed: string, cwd: string): string | undefined {
  const program = `zmodload zsh/zpty
zpty shell "zsh -f -i"
zpty -w shell "$1"
zpty -r -m shell ignored "*READY*READY*"
zpty -w shell "$2"
zpty -r -m shell answer "*<<*>>*"
print -r -- "$answer"
zpty -d shell`;
  const output = withFile(script, (file) => {
    const prepare = [
      `cd ${JSON.stringify(cwd)}`,
      "autoload -Uz compinit && compinit -u -D",
      `source ${file}`,
      'laurel() { print -r -- "<<$*>>" }',
      "PS1= PS2=; unsetopt zle_bracketed_paste 2>/dev/null; print READY",
    ].join("; ");
    return spawn("zsh", ["-f", "-c", program, "zsh", prepare, typed], cwd);
  });
  return /<<(.*)>>/.exec(output)?.[1];
}

function spawn(shell: ShellName, words: readonly string[], cwd: string): string {
  const env = { PATH: process.env.PATH, HOME: cwd, TERM: "dumb", LC_ALL: "C.UTF-8" };
  const { status, stdout, stderr } = spawnSync(shell, words, { cwd, env, encoding: "utf8", timeout: 30_000 });
  if (status !== 0) throw new Error(`${shell} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
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
