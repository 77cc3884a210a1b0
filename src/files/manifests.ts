/** Finds and reads the manifests of a game: every YAML and JSON file below one folder. */

import type { Dirent } from "node:fs";
import { opendir, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { environmentOf, isOverrideFile, OVERRIDES_FOLDER, type OverrideFile } from "../manifest/overrides.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_DEPTH, MAXIMUM_FILES, MAXIMUM_RESOURCES } from "../model/limits.ts";
import { homeOf, isFolder, isWithin, PROJECT_FILE, placeOf } from "./paths.ts";
import { outside, readTextFile, shownPath, tooLarge, unreadable } from "./read.ts";

/** Files read at once. */
const BATCH = 8;
/** Entries that are looked at below a folder, and how deep it may be. */

/** A folder of manifests. */
export interface ManifestsFolder {
  /** Absolute path. */
  readonly manifests: string;
  /** Absolute path of the project file that must not be read as a manifest. */
  readonly projectFile?: string;
  /** What `rootOf` gives for it, where that is known already. */
  readonly root?: string;
}

/** The real path that everything below a folder of manifests has to lie in: the folder's repository or project. */
export async function rootOf({ manifests, projectFile }: ManifestsFolder, cwd: string): Promise<Checked<string>> {
  const shown = shownPath(manifests, cwd);
  try {
    const start = projectFile === undefined ? manifests : dirname(projectFile);
    const place = await placeOf(start);
    if ("why" in place) return { diagnostics: [outside(shownPath(start, cwd), place.why)] };
    const home = (await homeOf(place.path)) ?? place.path;
    const root = await realpath(home).catch(() => home);
    const own = await placeOf(manifests, root);
    return "why" in own ? { diagnostics: [outside(shown, own.why)] } : { value: root, diagnostics: [] };
  } catch (error) {
    return { diagnostics: [unreadable(shown, error)] };
  }
}

/** What was found or read, and what went wrong on the way: the one does not exclude the other. */
export interface FoundFiles<T> {
  readonly value: readonly T[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a folder holds beside manifests. */
interface Beside<T> {
  readonly scenarios: readonly T[];
  /** Shown names of files and folders that are not read as manifests, each with the reason. */
  readonly skipped: readonly string[];
}

/** Paths that were found, and where all of them have to lie. */
interface Paths extends FoundFiles<string> {
  readonly root: string | undefined;
}

/**
 * Absolute paths of the manifests below a folder, in the order of their shown names. Left out: the folder's own folder
 * of overrides, files of scenarios, names that begin with a dot, `node_modules`, `laurel.yaml`, and the project file if it
 * is named otherwise. Links are followed within the repository, but no folder is entered twice.
 */
export async function findManifests(folder: ManifestsFolder, cwd: string): Promise<Paths & Beside<string>> {
  const { manifests, projectFile } = folder;
  const skipped: string[] = [];
  const skip = (path: string, why: string): false => {
    skipped.push(`${shownPath(path, cwd)} (${why})`);
    return false;
  };
  const isWanted = (path: string, name: string): boolean => {
    if (!ENDINGS.test(name)) return false;
    if (name.startsWith(".")) return skip(path, HIDDEN);
    if (name === PROJECT_FILE || path === projectFile) return skip(path, "a project file");
    if (isScenarioFile(name)) skip(path, "scenarios");
    return true;
  };
  const without = join(manifests, OVERRIDES_FOLDER);
  const { value, root, diagnostics } = await search(folder, manifests, cwd, isWanted, without, skip);
  const isScenarios = (path: string): boolean => isScenarioFile(basename(path));
  return {
    value: value.filter((path) => !isScenarios(path)),
    scenarios: value.filter(isScenarios),
    skipped: skipped.sort(compareText),
    root,
    diagnostics,
  };
}

const HIDDEN = "its name begins with a dot";

/** A file of overrides, where it lies. */
interface FoundOverride extends OverrideFile {
  /** Absolute path. */
  readonly path: string;
}

/** The files of overrides of all environments in a folder of manifests, in the order of their shown names. */
export async function findOverrides(
  folder: ManifestsFolder,
  cwd: string,
): Promise<FoundFiles<FoundOverride> & Pick<Paths, "root">> {
  const top = join(folder.manifests, OVERRIDES_FOLDER);
  if (!(await isFolder(top))) return { value: [], root: undefined, diagnostics: [] };
  const found = await search(folder, top, cwd, (_, name) => isOverrideFile(name));
  const value = found.value.map((path) => ({
    path,
    file: shownPath(path, cwd),
    environment: environmentOf(relative(top, path).split(sep).join("/")),
  }));
  return { ...found, value };
}

/** Reads all manifests below a folder, and what they could be confused with, so that all problems show in one run. */
export async function readManifests(
  folder: ManifestsFolder,
  cwd: string,
): Promise<FoundFiles<ManifestText> & Beside<ManifestText>> {
  const found = await findManifests(folder, cwd);
  const read = await readFiles(found.value, cwd, found.root);
  const scenarios = await readFiles(found.scenarios, cwd, found.root);
  return {
    value: read.value,
    scenarios: scenarios.value,
    skipped: found.skipped,
    diagnostics: [...found.diagnostics, ...read.diagnostics, ...scenarios.diagnostics],
  };
}

/** Reads files in their order, as long as they are not too much for a game. `root`: where they have to lie. */
export async function readFiles(
  paths: readonly string[],
  cwd: string,
  root: string | undefined,
): Promise<FoundFiles<ManifestText>> {
  const files: ManifestText[] = [];
  const problems: Diagnostic[] = [];
  let total = 0;
  for (let index = 0; index < paths.length; index += BATCH) {
    const batch = await Promise.all(paths.slice(index, index + BATCH).map((path) => readTextFile(path, cwd, root)));
    for (const { value, diagnostics: own } of batch) {
      if (value !== undefined) files.push(value);
      pushAll(problems, own);
      total += value?.text.length ?? 0;
    }
    if (total > MAXIMUM_FILES) return { value: [], diagnostics: [tooLarge("A folder of manifests", MAXIMUM_FILES)] };
  }
  return { value: files, diagnostics: problems };
}

interface Search {
  readonly cwd: string;
  readonly root: string;
  readonly isWanted: (path: string, name: string) => boolean;
  readonly found: string[];
  readonly diagnostics: Diagnostic[];
  /** A folder that is left out. */
  readonly without: string | undefined;
  /** Called with other folders that are not searched. */
  readonly onSkip: ((path: string, why: string) => void) | undefined;
  /** Real paths of folders, so that a circle of links ends. */
  readonly entered: Set<string>;
  /** Links to folders: what is reached without them is entered first, so that each has the same name everywhere. */
  readonly links: { readonly path: string; readonly level: number }[];
  /** Entries that may still be looked at. */
  left: number;
}

async function search(
  folder: ManifestsFolder,
  start: string,
  cwd: string,
  isWanted: Search["isWanted"],
  without?: string,
  onSkip?: Search["onSkip"],
): Promise<Paths> {
  const { value: root, diagnostics } =
    folder.root === undefined ? await rootOf(folder, cwd) : { value: folder.root, diagnostics: [] };
  if (root === undefined) return { value: [], root, diagnostics };
  const [found, entered, links]: [string[], Set<string>, Search["links"]] = [[], new Set(), []];
  const left = MAXIMUM_RESOURCES;
  const all: Search = { cwd, root, isWanted, found, diagnostics: [], without, onSkip, entered, links, left };
  for (let round = [{ path: start, level: 0 }]; round.length > 0; round = links.splice(0)) {
    round.sort((a, b) => compareText(a.path, b.path));
    for (const { path, level } of round) await searchFolder(path, level, all);
  }
  found.sort((a, b) => compareText(shownPath(a, cwd), shownPath(b, cwd)));
  return { value: found, root, diagnostics: all.diagnostics };
}

async function searchFolder(folder: string, level: number, search: Search): Promise<void> {
  try {
    const real = await realpath(folder);
    if (search.entered.has(real) || !isWithin(search.root, real)) return;
    search.entered.add(real);
    if (level > MAXIMUM_DEPTH) return tooMany(search, folder, `is more than ${MAXIMUM_DEPTH} folders deep`);
    for await (const entry of await opendir(folder, { bufferSize: 256 })) {
      if (search.left === 0)
        tooMany(search, folder, `has the last of more than ${MAXIMUM_RESOURCES} files and folders`);
      if (search.left < 0) return;
      search.left -= 1;
      await searchEntry(entry, join(folder, entry.name), level, search);
    }
  } catch (error) {
    search.diagnostics.push(unreadable(shownPath(folder, search.cwd), error));
  }
}

async function searchEntry(entry: Dirent, path: string, level: number, search: Search): Promise<void> {
  const { name } = entry;
  const isHidden = name.startsWith(".");
  if (entry.isSymbolicLink() && !isHidden && (await isMisleading(path, name, search))) return;
  const isLink = entry.isSymbolicLink();
  if (entry.isDirectory() || (isLink && (await isFolder(path)))) {
    if (path === search.without) return;
    if (isHidden || name === "node_modules") search.onSkip?.(path, isHidden ? HIDDEN : "packages");
    else if (isLink) search.links.push({ path, level: level + 1 });
    else await searchFolder(path, level + 1, search);
  } else if (search.isWanted(path, name)) {
    // What is no plain file is reported when it is read.
    search.found.push(path);
  }
}

/** Whether a link leads nowhere or out of the repository; that is a problem where manifests may have been meant. */
async function isMisleading(
  path: string,
  name: string,
  { root, cwd, diagnostics, isWanted }: Search,
): Promise<boolean> {
  const real = await realpath(path).catch((error: unknown) => ({ error }));
  if (typeof real === "string" && isWithin(root, real)) return false;
  if (!isWanted(path, name) && name.includes(".") && !(await isFolder(path))) return true;
  const file = shownPath(path, cwd);
  if (typeof real === "object") diagnostics.push(unreadable(file, real.error));
  else diagnostics.push(outside(file, "is a link that leads out of the repository or project"));
  return true;
}

/** Ends the search. */
function tooMany(search: Search, folder: string, why: string): void {
  search.left = -1;
  const help = ["give the manifests a folder of their own"];
  search.diagnostics.push(diagnostic("too-many-files", `${shownPath(folder, search.cwd)} ${why}.`, { help }));
}

/** Whether a file of that name is a manifest. */
export function isManifest(name: string): boolean {
  return ENDINGS.test(name) && !SCENARIOS.test(name) && name !== PROJECT_FILE && !name.startsWith(".");
}

const ENDINGS = /\.(ya?ml|json)$/i;
const SCENARIOS = /\.test\.ya?ml$/i;

/** Whether a file of that name holds scenarios. */
export function isScenarioFile(name: string): boolean {
  return SCENARIOS.test(name) && !name.startsWith(".");
}
