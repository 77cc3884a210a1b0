/** Golden cases of commands that change files: what the files of a folder become, beside what they were. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { runCli } from "./cli.ts";

interface Run {
  readonly argv: readonly string[];
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the line of the case's `command.txt`. */
export async function runCommandOf(folder: string, cwd: string): Promise<Run> {
  const line = readFileSync(join(folder, "command.txt"), "utf8").trim();
  const argv = line.split(" ").slice(1);
  return { argv, ...(await runCli(argv, { cwd })) };
}

/** What a run printed, as `output.txt` has it. */
export function shownOutput({ exit, stdout, stderr }: Omit<Run, "argv">): string {
  return `${stdout}${stderr === "" ? "" : `--- stderr\n${stderr}`}--- exit ${exit}\n`;
}

/** Compares the files below `changed` with those of the case: `after` has exactly those that differ from `before`. */
export async function expectChanges(folder: string, changed: string): Promise<readonly string[]> {
  const [before, after] = [join(folder, "before"), join(folder, "after")];
  const names: string[] = [];
  for (const file of filesIn(changed)) {
    const text = readFileSync(join(changed, file), "utf8");
    if (existsSync(join(before, file)) && text === readFileSync(join(before, file), "utf8")) continue;
    names.push(file);
    await expect(text).toMatchFileSnapshot(join(after, file));
  }
  expect(names).toEqual(existsSync(after) ? filesIn(after) : []);
  return names;
}

/** The files below a folder by their paths in it, sorted. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
