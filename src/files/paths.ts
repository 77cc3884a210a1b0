/**
 * Where files may be. Pull requests can put links into a repository: no path in a repository may lead out of it.
 */
import { access, lstat, readlink, realpath, stat } from "node:fs/promises";
import nodePath, { dirname, isAbsolute, join, type PlatformPath, parse, sep } from "node:path";
import { pushAll } from "../model/collections.ts";

/** The name of a project file. */
export const PROJECT_FILE = "laurel.yaml";

/** Links followed before a path is taken to lead back to itself. */
const MOST_LINKS = 40;

/** Where a path leads, or why it may not be used: the end of a sentence that begins with its name. */
export type Place = { readonly path: string } | { readonly why: string };

/** The folder that nothing in a folder (a real path) may lead out of: its repository, else its project. */
export async function homeOf(folder: string): Promise<string | undefined> {
  return (await nearestWith(folder, ".git")) ?? (await nearestWith(folder, PROJECT_FILE));
}

/**
 * Follows an absolute path as far as it exists. `root`: where it has to lie, if it has to; a real path. Without, a path
 * is taken as named by a person, and only the links on its way must not leave their repository or project. Throws errors
 * of the system, except for missing files.
 */
export async function placeOf(path: string, root?: string): Promise<Place> {
  if (root !== undefined) {
    const real = await realpath(path).catch(async () => (await follow(path)).real);
    if (isOfGit(root, real)) return { why: OF_GIT };
    return isWithin(root, real) ? { path: real } : { why: OUTSIDE };
  }
  const { real, links } = await follow(path);
  for (const link of links) {
    const home = await homeOf(dirname(link));
    if (home !== undefined && !isWithin(home, real)) return { why: OUTSIDE };
    if (home !== undefined && isOfGit(home, real)) return { why: OF_GIT };
  }
  return { path: real };
}

/** Git keeps credentials and hooks in the repository. */
function isOfGit(home: string, path: string): boolean {
  return (
    isWithin(home, path) &&
    pathBelow(home, path)
      .split("/")
      .some((name) => name.toLowerCase() === ".git")
  );
}

const OF_GIT = "leads to the files of git itself";
const OUTSIDE = "leads out of the repository or project that it lies in";

/** The absolute path with its links resolved, as far as it exists. */
export async function realPath(path: string): Promise<string> {
  return (await follow(path).catch(() => ({ real: path }))).real;
}

/** Whether a real path is a folder, or below it. */
export function isWithin(folder: string, path: string): boolean {
  return !isAbsolute(pathBelow(folder, path));
}

/** `links`: the real places of those that were met. */
async function follow(path: string): Promise<{ readonly real: string; readonly links: readonly string[] }> {
  const links: string[] = [];
  let real = parse(path).root;
  const open = namesOf(path);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      real = dirname(real);
      continue;
    }
    const next = join(real, name);
    const there = await lstat(next).catch(absent);
    if (there?.isSymbolicLink() !== true) {
      real = next;
      continue;
    }
    links.push(next);
    if (links.length > MOST_LINKS) throw Object.assign(new Error(`too many links: ${path}`), { code: "ELOOP" });
    const target = await readlink(next);
    if (isAbsolute(target)) real = parse(target).root;
    pushAll(open, namesOf(target));
  }
  return { real, links };
}

/** From the last to the first, without the root. */
function namesOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep === "\\" ? /[\\/]/ : sep)
    .reverse();
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
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
export function* upwards(folder: string): Generator<string> {
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
export function isReachable(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whether nothing new can be made at the path; a link that leads nowhere counts. */
export async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Whether the path leads to a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** The code of a failed system call. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}

/** Absolute path of the nearest `laurel.yaml` at or above the folder, or undefined. */
export async function findProjectFile(folder: string): Promise<string | undefined> {
  for (const here of upwards(folder)) {
    const path = join(here, PROJECT_FILE);
    if (await isReachable(path)) return path;
  }
  return undefined;
}
