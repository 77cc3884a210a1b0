/** Where a repository begins, found without git: files are named by their paths in it. */
import { lstat } from "node:fs/promises";
import nodePath, { dirname, join, type PlatformPath } from "node:path";

/** The nearest folder at or above one (absolute path) that holds `.git`: a folder, or a file in a worktree or submodule. */
export function findRepositoryRoot(folder: string): Promise<string | undefined> {
  return nearestWith(folder, ".git");
}

/** The nearest folder at or above one (absolute path) that holds something of that name. */
export async function nearestWith(folder: string, name: string): Promise<string | undefined> {
  for (let here = folder; ; here = dirname(here)) {
    const there = await lstat(join(here, name)).catch(() => undefined);
    if (there !== undefined) return here;
    if (dirname(here) === here) return undefined;
  }
}

/**
 * The path of a file below a root, both absolute, with `/` between folders whatever the system writes. A file outside
 * of the root keeps its absolute path. `paths`: the rules of the system.
 */
export function pathBelow(
  root: string,
  file: string,
  paths: Pick<PlatformPath, "isAbsolute" | "relative" | "sep"> = nodePath,
): string {
  const short = paths.relative(root, file);
  const isOutside = paths.isAbsolute(short) || short === ".." || short.startsWith(`..${paths.sep}`);
  return (isOutside ? file : short).split(paths.sep).join("/");
}
