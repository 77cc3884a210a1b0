/** What a commit, or an earlier job in the same folder, can put at a path that a pipeline uses. */
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Flags for an apply, and code for the next job. */
export const FLAGS =
  "expect=--prune --allow deletes-player-data\nNODE_OPTIONS=--require=./docs/icon.png\n";

/**
 * Each puts something at an absolute path. `outside`: a file that does not belong to the checkout.
 */
export const OBSTACLES: Readonly<Record<string, (path: string, outside: string) => void>> = {
  "a file": (path) => writeFileSync(path, FLAGS),
  "a link": (path, outside) => symlinkSync(outside, path),
  "a link to nothing": (path, outside) => symlinkSync(`${outside}.new`, path),
  "a pipe": (path) => {
    execFileSync("mkfifo", [path]);
  },
  "a folder": (path) => {
    mkdirSync(path);
    writeFileSync(join(path, "expect.env"), FLAGS);
  },
};

/** Puts the obstacle at these paths. */
export function obstruct(
  folder: string,
  names: readonly string[],
  put: (path: string) => void,
): void {
  for (const name of names) {
    rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    put(join(folder, name));
  }
}

/** Whether something is at the path, links that lead nowhere included. */
export function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
