/**
 * Decides where files may be. Pull requests can put links into a repository: laurel reads no file
 * through a link, and writes through no link that leads out of the repository.
 */

import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errorCodeOf } from "../ground/errors.ts";
import { quoted } from "../ground/words.ts";
import type { ErrorCode } from "../model/diagnostics.ts";

/** The name of a project file. */
export const PROJECT_FILE = "laurel.yaml";

/**
 * Why a file is not used: the message is the end of a sentence that begins with the file's name.
 */
export class FileRefusal extends Error {
  readonly code: ErrorCode | undefined;
  readonly help: readonly string[];

  constructor(why: string, code?: ErrorCode, help: readonly string[] = []) {
    super(why);
    this.code = code;
    this.help = help;
  }
}

/** The refusal of a link. `name`: of the link, if it is a folder on the way to the file. */
export function linkRefusal(name?: string): FileRefusal {
  const what = name === undefined ? "is a link" : `is below ${quoted(name)}, which is a link`;
  return new FileRefusal(`${what}; laurel reads no files through links`, "unreadable-file", [
    "replace the link by a copy of what it leads to",
  ]);
}

/** The real path of what nothing in a folder may lead out of: its repository, else its project. */
export async function homeOf(folder: string): Promise<string | undefined> {
  const home = (await findRepositoryRoot(folder)) ?? (await findNearest(folder, PROJECT_FILE));
  return home === undefined ? undefined : realPath(home);
}

/**
 * The real path of a file or folder that is read, by its absolute path. Throws a `FileRefusal` if a
 * link in a repository or project is on its way, or below `root` a name that begins with a dot:
 * other programs keep settings and secrets there. `root`: a real path where the file has to lie;
 * without it, the file's own repository or project.
 */
export async function placeOfInput(path: string, root?: string): Promise<string> {
  for await (const { link } of findLinks(path))
    throw linkRefusal(link === path ? undefined : basename(link));
  const real = await follow(path);
  const home = root ?? (await homeOf(real));
  if (home === undefined) return real;
  if (root !== undefined) refuseOutside(home, real);
  const below = pathBelow(home, real);
  const hidden = isAbsolute(below)
    ? undefined
    : below.split("/").find((name) => name.startsWith("."));
  if (hidden === undefined) return real;
  const what = hidden === basename(real) ? "has a name" : `is below ${quoted(hidden)}, a name`;
  const help = ["give it another name or place"];
  throw new FileRefusal(
    `${what} that begins with a dot; laurel reads nothing there`,
    "unreadable-file",
    help,
  );
}

/**
 * The real path of a file or folder that is written, by its absolute path, as far as it exists.
 * Throws a `FileRefusal` for a link, for one on the way that leads out of its repository or
 * project, and below `.git`. `root`: a real path where it has to lie; without it, a person has
 * named the place.
 */
export async function placeOfOutput(path: string, root?: string): Promise<string> {
  if (await isLink(path)) throw new FileRefusal("is a link; laurel writes through none");
  const real = await placeOf(path, root);
  if (isBelowGit(real)) throw new FileRefusal(BELOW_GIT);
  return real;
}

/**
 * Follows an absolute path as far as it exists. `root`: where it has to lie, if it has to; a real
 * path. Without, a path is taken as named by a person, and only the links on its way must not leave
 * their repository or project. Throws a `FileRefusal`, and errors of the system except for missing
 * files.
 */
export async function placeOf(path: string, root?: string): Promise<string> {
  const real = await follow(path);
  if (root !== undefined) {
    refuseOutside(root, real);
    return real;
  }
  for await (const { link, home } of findLinks(path)) refuseOutside(home, await follow(link));
  return real;
}

/** The links in repositories and projects on the way to an absolute path, the last one first. */
async function* findLinks(
  path: string,
): AsyncGenerator<{ readonly link: string; readonly home: string }> {
  for (const link of walkUpwards(path)) {
    if (!(await isLink(link))) continue;
    const home = await homeOf(await follow(dirname(link)));
    if (home !== undefined) yield { link, home };
  }
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
}

/** Git keeps credentials and hooks in the repository. */
export const BELOW_GIT = "is below .git, where git keeps its own files";

export function isBelowGit(path: string): boolean {
  return path.toLowerCase().split(/[/\\]/).includes(".git");
}

function refuseOutside(home: string, real: string): void {
  const below = pathBelow(home, real);
  if (isAbsolute(below))
    throw new FileRefusal(
      "leads out of its repository or project; laurel opens nothing there",
      "outside-repository",
    );
  if (isBelowGit(below))
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
    const code = errorCodeOf(error);
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    if (!isMissing || dirname(path) === path) throw error;
    const target = await readlink(path).catch(() => undefined);
    const folder = await follow(dirname(path));
    return target === undefined ? join(folder, basename(path)) : follow(resolve(folder, target));
  }
}

/**
 * The nearest folder at or above one (absolute path) that holds `.git`: a folder, or a file in a
 * worktree or submodule.
 */
export function findRepositoryRoot(folder: string): Promise<string | undefined> {
  return findNearest(folder, ".git");
}

/** The nearest folder at or above one (absolute path) that holds something of that name. */
async function findNearest(folder: string, name: string): Promise<string | undefined> {
  for (const here of walkUpwards(folder)) if (await isTaken(join(here, name))) return here;
  return undefined;
}

/** A folder (absolute path) and all above it. */
function* walkUpwards(folder: string): Generator<string> {
  let here = folder;
  for (; dirname(here) !== here; here = dirname(here)) yield here;
  yield here;
}

/**
 * The path of a file below a root, both absolute, with `/` between folders whatever the system
 * writes. A file outside of the root keeps its absolute path.
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
  const home = await findNearest(folder, PROJECT_FILE);
  return home === undefined ? undefined : join(home, PROJECT_FILE);
}
