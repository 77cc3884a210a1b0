/**
 * The files on the disk. Links are refused, and so is all that leads out of the repository or
 * project. Files that git ignores are left out, in CI systems all that it does not track.
 */

import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText, grouped } from "../ground/collections.ts";
import { MAXIMUM_DEPTH, MAXIMUM_FILES, MAXIMUM_RESOURCES } from "../ground/limits.ts";
import { both, quoted } from "../ground/words.ts";
import { ciVariable } from "../model/ci-systems.ts";
import { type Checked, type Diagnostic, diagnostic, failed } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import type { SourceFile } from "../model/source.ts";
import type { GitContext } from "./ignored.ts";
import { isLeftOut } from "./manifests.ts";
import {
  FileRefusal,
  findRepositoryRoot,
  homeOf,
  isTaken,
  linkRefusal,
  pathBelow,
  placeOfInput,
} from "./paths.ts";
import { fileProblem, readPlaced, shownPath } from "./read.ts";
import type { FolderListing, ManifestsFolder, Tree } from "./tree.ts";

/** The surroundings that reading depends on. */
export interface FilePorts {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Variables;
}

/** The disk, as one run reads it. Paths are absolute. */
export interface DiskTree extends Tree {
  readonly ports: FilePorts;
  /** Reads a file that a project or a person names. `limit`: in bytes. */
  read(path: string, limit?: number): Promise<Checked<SourceFile>>;
}

/** The working directory, and what git has said about the repositories of a run. */
interface Disk extends GitContext {
  readonly cwd: string;
}

export function diskTree(ports: FilePorts): DiskTree {
  const disk: Disk = { cwd: ports.cwd, env: ports.env, tracked: new Map() };
  return {
    ports,
    what: "A folder of manifests",
    list: (folder, isRead) => listGame(folder, isRead, disk),
    read: (path, limit) => readInputFile(path, disk, limit),
  };
}

/** Reads a file by its absolute path, if the rules for inputs allow it. */
async function readInputFile(
  path: string,
  disk: Disk,
  limit = MAXIMUM_FILES,
): Promise<Checked<SourceFile>> {
  const file = shownPath(path, disk.cwd);
  try {
    const place = await placeOfInput(path);
    const root = await findRepositoryRoot(dirname(place));
    if (root !== undefined) {
      // Outside of repositories, git is not needed.
      const { findUnreadIn } = await import("./ignored.ts");
      const unread = await findUnreadIn(root, [pathBelow(root, place)], disk);
      if (unread.value === undefined) return unread;
      if (unread.value.size > 0)
        throw ciVariable(disk.env) === undefined ? makeIgnoredRefusal() : makeUntrackedRefusal();
    }
    return readPlaced({ path, place, limit }, disk.cwd);
  } catch (error) {
    return failed(fileProblem(file, error));
  }
}

function makeIgnoredRefusal(): FileRefusal {
  const help = ["take it out of .gitignore, or add it to the repository"];
  return new FileRefusal("is ignored by git; laurel reads no such files", "unreadable-file", help);
}

function makeUntrackedRefusal(): FileRefusal {
  const help = ["add it to the repository with git add"];
  return new FileRefusal(
    "is not tracked by git; in CI systems, laurel reads no such files",
    "unreadable-file",
    help,
  );
}

/** A folder of manifests, found by the rules for inputs. All paths are real. */
interface PlacedFolder {
  readonly place: string;
  /** The repository or project that must contain everything below the folder. */
  readonly root: string;
}

async function placeFolder(
  { manifests, projectFile }: ManifestsFolder,
  cwd: string,
): Promise<Checked<PlacedFolder>> {
  let folder = projectFile === undefined ? manifests : dirname(projectFile);
  try {
    const start = await placeOfInput(folder);
    const root = (await homeOf(start)) ?? start;
    folder = manifests;
    return { value: { root, place: await placeOfInput(folder, root) }, diagnostics: [] };
  } catch (error) {
    return failed(fileProblem(shownPath(folder, cwd), error));
  }
}

/**
 * Returns the real path that must contain everything below a folder of manifests; undefined for a
 * folder that is not read.
 */
export async function findRootOf(
  folder: ManifestsFolder,
  cwd: string,
): Promise<string | undefined> {
  return (await placeFolder(folder, cwd)).value?.root;
}

async function listGame(
  folder: ManifestsFolder,
  isRead: (relative: string) => boolean,
  disk: Disk,
): Promise<FolderListing> {
  const { manifests } = folder;
  const { value: found, diagnostics } = await placeFolder(folder, disk.cwd);
  if (found === undefined) return { isThere: true, files: [], diagnostics };
  if (!(await isTaken(manifests))) return { isThere: false, files: [], diagnostics: [] };
  const listing = await listFolder(manifests, disk.cwd);
  const paths = listing.paths.filter(isRead);
  const listed = { paths, repositories: listing.repositories };
  const { value: unread, diagnostics: unknown } = await findUnreadBelow(found, listed, disk);
  if (unread === undefined) return { isThere: true, files: [], diagnostics: unknown };
  const files = paths
    .filter((path) => !unread.has(path))
    .map((relative) => {
      const path = join(manifests, relative);
      const place = join(found.place, relative);
      return { path, relative, read: () => readPlaced({ path, place }, disk.cwd) };
    });
  const warning = ciVariable(disk.env) === undefined ? warnOfIgnored : warnOfUntracked;
  const warnings = unread.size === 0 ? [] : [warning(shownPath(manifests, disk.cwd), [...unread])];
  return { isThere: true, files, diagnostics: [...listing.diagnostics, ...warnings] };
}

/** Returns the files that are not read, by their paths from the folder. */
async function findUnreadBelow(
  { place, root: home }: PlacedFolder,
  { paths, repositories }: Pick<Listing, "paths" | "repositories">,
  disk: Disk,
): Promise<Checked<ReadonlySet<string>>> {
  const outer = await findRepositoryRoot(place);
  const { value: isStray, diagnostics: unclear } = await isInStray(place, home, disk);
  if (isStray === undefined) return { diagnostics: unclear };
  if (isStray) return { value: new Set(paths), diagnostics: [] };
  const unread = new Set<string>();
  // A repository knows no files of the repositories inside it. In CI systems, it has to know the
  // inner repository as a submodule.
  const within = (path: string) => repositories.findLast((folder) => path.startsWith(`${folder}/`));
  const submodules = ciVariable(disk.env) === undefined ? [] : repositories;
  for (const [repository, own] of grouped([...submodules, ...paths], within)) {
    const root = repository === undefined ? outer : join(place, repository);
    if (root === undefined) continue;
    // Outside of repositories, git is not needed.
    const { findUnreadIn } = await import("./ignored.ts");
    const names = new Map(own.map((path) => [pathBelow(root, join(place, path)), path]));
    const { value, diagnostics } = await findUnreadIn(root, [...names.keys()], disk);
    if (value === undefined) return { diagnostics };
    for (const [name, path] of names) if (value.has(name)) unread.add(path);
  }
  const isBelowUnread = (path: string) =>
    submodules.some((folder) => unread.has(folder) && path.startsWith(`${folder}/`));
  return {
    value: new Set(paths.filter((path) => unread.has(path) || isBelowUnread(path))),
    diagnostics: [],
  };
}

/**
 * Whether a folder lies in another repository than `home` that is no submodule, in CI systems: a
 * job may have cloned it for something else, and a pull request can name it in the project file.
 * Both paths are real.
 */
async function isInStray(place: string, home: string, disk: Disk): Promise<Checked<boolean>> {
  let inner = ciVariable(disk.env) === undefined ? undefined : await findRepositoryRoot(place);
  while (inner !== undefined && inner !== home) {
    const outer = await findRepositoryRoot(dirname(inner));
    if (outer === undefined) break;
    const { findUnreadIn } = await import("./ignored.ts");
    const { value, diagnostics } = await findUnreadIn(outer, [pathBelow(outer, inner)], disk);
    if (value === undefined) return { diagnostics };
    if (value.size > 0) return { value: true, diagnostics: [] };
    inner = outer;
  }
  return { value: false, diagnostics: [] };
}

/** Names that a warning lists. */
const MOST_NAMES = 3;

function warnOfIgnored(folder: string, paths: readonly string[]): Diagnostic {
  const detail = `Git ignores files in ${folder}, which laurel does not read: ${listNames(paths)}.`;
  return diagnostic("ignored-by-git", detail, {
    help: ["to use them, take them out of .gitignore"],
  });
}

function warnOfUntracked(folder: string, paths: readonly string[]): Diagnostic {
  const detail = `Git does not track files in ${folder}, which laurel does not read in CI systems: ${listNames(paths)}.`;
  return diagnostic("untracked-by-git", detail, {
    help: ["to use them, add them to the repository with git add"],
  });
}

function listNames(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMES;
  return both([...paths.slice(0, MOST_NAMES).map(quoted), ...(more > 0 ? [`${more} more`] : [])]);
}

/** The entries below a folder, each by its path from it. */
interface Listing {
  /** Files, and pipes, sockets and devices, which are reported when they are read. */
  readonly paths: readonly string[];
  /** Folders with repositories of their own, outer ones first. */
  readonly repositories: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Lists the entries below a folder (absolute path), sorted. */
export async function listFolder(top: string, cwd: string): Promise<Listing> {
  const paths: string[] = [];
  const links: string[] = [];
  const repositories: string[] = [];
  const folders = [""];
  let folder = top;
  let entries = 0;
  try {
    for (const below of folders) {
      folder = join(top, below);
      for await (const entry of await opendir(folder, { bufferSize: 256 })) {
        entries += 1;
        refuseTooMany(entries, below);
        if (entry.name === ".git" && below !== "") repositories.push(below);
        if (!isLeftOut(entry.name))
          listFor(entry, { folders, links, paths }).push(pathOf(below, entry));
      }
    }
  } catch (error) {
    return { paths: [], repositories, diagnostics: [fileProblem(shownPath(folder, cwd), error)] };
  }
  const refused = links
    .sort(compareText)
    .map((path) => fileProblem(shownPath(join(top, path), cwd), linkRefusal()));
  return { paths: paths.sort(compareText), repositories, diagnostics: refused };
}

/** Chooses the list for an entry of a folder. */
function listFor<List>(
  entry: Pick<Dirent, "isDirectory" | "isSymbolicLink">,
  { folders, links, paths }: Readonly<Record<"folders" | "links" | "paths", List>>,
): List {
  if (entry.isDirectory()) return folders;
  return entry.isSymbolicLink() ? links : paths;
}

function pathOf(below: string, { name }: Pick<Dirent, "name">): string {
  return below === "" ? name : `${below}/${name}`;
}

/** Throws a `FileRefusal` for a folder of manifests with too many entries or levels. */
function refuseTooMany(entries: number, below: string): void {
  if (entries > MAXIMUM_RESOURCES || below.split("/").length > MAXIMUM_DEPTH)
    throw new FileRefusal(TOO_MANY, "too-many-files");
}

const TOO_MANY = `exceeds ${MAXIMUM_RESOURCES} files or ${MAXIMUM_DEPTH} levels of folders; give the manifests a folder of their own`;
