/** Commands that die at one of their operations on files. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Ended, type RunningLaurel, startLaurel } from "../../support/child.ts";

const DYING = fileURLToPath(new URL("die-at-file.js", import.meta.url));

/** How the process dies: when half of what the operation writes is on the disk, or when all of it is. */
export const HOWS = ["half", "after"] as const;
export type How = (typeof HOWS)[number];

export interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function startDying(argv: readonly string[], { cwd, env }: Place, at: number, how: How): RunningLaurel {
  const dying = { NODE_OPTIONS: `--import=${DYING}`, KILL_AT: String(at), KILL_HOW: how };
  return startLaurel(argv, { cwd, env: { ...env, ...dying } });
}

/** Runs the command to its end. Out: how it ended, and how many operations it had. */
export async function countOperations(
  argv: readonly string[],
  { cwd, env }: Place,
  countFile: string,
): Promise<Ended & { readonly operations: number }> {
  const counting = { NODE_OPTIONS: `--import=${DYING}`, KILL_AT: "0", KILL_COUNT: countFile };
  const ended = await startLaurel(argv, { cwd, env: { ...env, ...counting } }).ended;
  return { ...ended, operations: Number(await readFile(countFile, "utf8")) };
}

/** All files below the folder, by their paths from it. */
export async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8")] as const);
  return new Map(await Promise.all(texts));
}

/** A file that was being written beside the one whose name it was to take. */
export function isBeside(path: string): boolean {
  return /\.laurel-tmp$|\.json\.tmp$|\.json\.lock(?:-\w+)?\/\d+\.\d*$/.test(path);
}
