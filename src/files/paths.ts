/**
 * Where files may be. Pull requests can put links into a repository: no path in a repository may lead out of it.
 */
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { ErrorCode } from "../model/diagnostics.ts";

/** The name of a project file. */
export const PROJECT_FILE = "laurel.yaml";

/** Why a file is not used: the message is the end of a sentence that begins with the file's name. */
export class FileRefusal extends Error {
  readonly code: ErrorCode | undefined;

  constructor(why: string, code?: ErrorCode) {
    super(why);
    this.code = code;
  }
}

/** The real path of what nothing in a folder may lead out of: its repository, else its project. */
export async function homeOf(folder: string): Promise<string | undefined> {
  const home = (await findRepositoryRoot(folder)) ?? (await nearestWith(folder, PROJECT_FILE));
  return home === undefined ? undefined : realPath(home);
}

/**
 * Follows an absolute path as far as it exists. `root`: where it has to lie, if it has to; a real path. Without, a path
 * is taken as named by a person, and only the links on its way must not leave their repository or project. Throws a
 * `FileRefusal`, and errors of the system except for missing files.
 */
export async function placeOf(path: string, root?: string): Promise<string> {
  const real = await follow(path);
  if (root !== undefined) refuseOutside(root, real);
  for (const link of root === undefined ? upwards(path) : []) {
    if ((await lstat(link).catch(() => undefined))?.isSymbolicLink() !== true) continue;
    const home = await homeOf(dirname(link));
    if (home !== undefined) refuseOutside(home, await follow(link));
  }
  return real;
}

/** Git keeps credentials and hooks in the repository. */
function refuseOutside(home: string, real: string): void {
  const below = pathBelow(home, real);
  if (isAbsolute(below))
    throw new FileRefusal("leads out of its repository or project; laurel opens nothing there", "outside-repository");
  if (!below.toLowerCase().split("/").includes(".git")) return;
  throw new FileRefusal("leads to the files of git itself", "outside-repository");
}

/** The absolute path with its links resolved, as far as it exists. */
export async function realPath(path: string): Promise<string> {
  return follow(path).catch(() => path);
}

async function follow(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    if (!isMissing || dirname(path) === path) throw error;
    const target = await readlink(path).catch(() => undefined);
    const folder = await follow(dirname(path));
    return target === undefined ? join(folder, basename(path)) : follow(resolve(folder, target));
  }
}

/** The nearest folder at or above one (absolute path) that holds `.git`: a folder, or a file in a worktree or submodule. */
export function findRepositoryRoot(folder: string): Promise<string | undefined> {
  return nearestWith(folder, ".git");
}

/** The nearest folder at or above one (absolute path) that holds something of that name. */
async function nearestWith(folder: string, name: string): Promise<string | undefined> {
  for (const here of upwards(folder)) if (await isTaken(join(here, name))) return here;
  return undefined;
}

/** A folder (absolute path) and all above it. */
function* upwards(folder: string): Generator<string> {
  let here = folder;
  for (; dirname(here) !== here; here = dirname(here)) yield here;
  yield here;
}

/**
 * The path of a file below a root, both absolute, with `/` between folders whatever the system writes. A file outside
 * of the root keeps its absolute path.
 */
export function pathBelow(root: string, file: string): string {
  const short = relative(root, file);
  const isOutside = isAbsolute(short) || short === ".." || short.startsWith(`..${sep}`);
  return (isOutside ? file : short).split(sep).join("/");
}

/** Whether nothing new can be made at the path; a link that leads nowhere counts. */
export async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Whether the path leads to a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Absolute path of the nearest `laurel.yaml` at or above the folder, or undefined. */
export async function findProjectFile(folder: string): Promise<string | undefined> {
  const home = await nearestWith(folder, PROJECT_FILE);
  return home === undefined ? undefined : join(home, PROJECT_FILE);
}
