/**
 * Where files may be. Pull requests can put links into a repository: no path in a repository may lead out of it.
 */
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import nodePath, { basename, dirname, isAbsolute, join, type PlatformPath, resolve } from "node:path";

/** The name of a project file. */
export const PROJECT_FILE = "laurel.yaml";

/** Where a path leads, or why it may not be used: the end of a sentence that begins with its name. */
type Place = { readonly path: string } | { readonly why: string };

/** The real path of what nothing in a folder may lead out of: its repository, else its project. */
export async function homeOf(folder: string): Promise<string | undefined> {
  const home = (await findRepositoryRoot(folder)) ?? (await nearestWith(folder, PROJECT_FILE));
  return home === undefined ? undefined : realPath(home);
}

/**
 * Follows an absolute path as far as it exists. `root`: where it has to lie, if it has to; a real path. Without, a path
 * is taken as named by a person, and only the links on its way must not leave their repository or project. Throws errors
 * of the system, except for missing files.
 */
export async function placeOf(path: string, root?: string): Promise<Place> {
  const real = await follow(path);
  const why = root === undefined ? await whyNotLinked(path) : whyNotIn(root, real);
  return why === undefined ? { path: real } : { why };
}

async function whyNotLinked(path: string): Promise<string | undefined> {
  for (const link of upwards(path)) {
    if ((await lstat(link).catch(() => undefined))?.isSymbolicLink() !== true) continue;
    const home = await homeOf(dirname(link));
    const why = home === undefined ? undefined : whyNotIn(home, await follow(link));
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Git keeps credentials and hooks in the repository. */
function whyNotIn(home: string, real: string): string | undefined {
  const below = pathBelow(home, real);
  if (isAbsolute(below)) return "leads out of the repository or project that it lies in";
  return below.toLowerCase().split("/").includes(".git") ? "leads to the files of git itself" : undefined;
}

/** The absolute path with its links resolved, as far as it exists. */
export async function realPath(path: string): Promise<string> {
  return follow(path).catch(() => path);
}

async function follow(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const isMissing = codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
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

/** Whether the path exists; a link that leads nowhere does not. */
export async function isReachable(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Whether nothing new can be made at the path; a link that leads nowhere counts. */
export async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Whether the path leads to a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** The code of a failed system call; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Absolute path of the nearest `laurel.yaml` at or above the folder, or undefined. */
export async function findProjectFile(folder: string): Promise<string | undefined> {
  const home = await nearestWith(folder, PROJECT_FILE);
  return home === undefined ? undefined : join(home, PROJECT_FILE);
}
