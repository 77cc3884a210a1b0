/** Commands that die at one of their operations on files. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type RunningLaurel, startLaurel } from "../../support/child.ts";
import { scratchFolder } from "../../support/cli.ts";

const DYING = fileURLToPath(new URL("die-at-file.js", import.meta.url));

/**
 * How the process dies: when half of what the operation writes is on the disk, or when all of it
 * is.
 */
export const HOWS = ["half", "after"] as const;
type How = (typeof HOWS)[number];

export function startDying(
  argv: readonly string[],
  cwd: string,
  at: number,
  how: How,
): RunningLaurel {
  const env = { NODE_OPTIONS: `--import=${DYING}`, KILL_AT: String(at), KILL_HOW: how };
  return startLaurel(argv, { cwd, env });
}

/** Runs the command to its end. Out: how many operations it had. */
export async function countOperations(argv: readonly string[], cwd: string): Promise<number> {
  const countFile = join(await scratchFolder(), "count");
  const env = { NODE_OPTIONS: `--import=${DYING}`, KILL_AT: "0", KILL_COUNT: countFile };
  const whole = await startLaurel(argv, { cwd, env }).ended;
  expect(whole, whole.stderr).toMatchObject({ exit: 0 });
  return Number(await readFile(countFile, "utf8"));
}

/** All files below the folder, by their paths from it. */
export async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(
    async (path) => [relative(folder, path), await readFile(path, "utf8")] as const,
  );
  return new Map(await Promise.all(texts));
}

/** A file that was being written beside the one whose name it was to take. */
export function isBeside(path: string): boolean {
  return /\.laurel-tmp$|\.json\.tmp$|\.json\.lock(?:-\w+)?\/\d+\.\d*(?:\.\w+)?$/.test(path);
}
