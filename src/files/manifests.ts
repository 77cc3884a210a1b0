/** Finds and reads the manifests of a game: every YAML and JSON file below one folder. */

import type { Dirent } from "node:fs";
import { opendir, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { environmentOf, isOverrideFile, OVERRIDES_FOLDER, type OverrideFile } from "../manifest/overrides.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_DEPTH, MAXIMUM_FILES, MAXIMUM_RESOURCES } from "../model/limits.ts";
import { homeOf, isFolder, isWithin, PROJECT_FILE, placeOf, realPath } from "./paths.ts";
import { outside, readTextFile, shownPath, tooLarge, unreadable } from "./read.ts";

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
  const start = projectFile === undefined ? manifests : dirname(projectFile);
  try {
    const place = await placeOf(start);
    if ("why" in place) return { diagnostics: [outside(shownPath(start, cwd), place.why)] };
    const root = (await homeOf(place.path)) ?? place.path;
    const own = await placeOf(manifests, root);
    if ("why" in own) return { diagnostics: [outside(shownPath(manifests, cwd), own.why)] };
    return { value: root, diagnostics: [] };
  } catch (error) {
    return { diagnostics: [unreadable(shownPath(manifests, cwd), error)] };
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
  const found = await search(folder, { start: manifests, without: join(manifests, OVERRIDES_FOLDER) }, cwd);
  const files = found.value.filter((path) => ENDINGS.test(path));
  const isProject = (path: string): boolean => path === projectFile || basename(path) === PROJECT_FILE;
  const isScenarios = (path: string): boolean => isScenarioFile(basename(path));
  const skipped = files.flatMap((path) => {
    const why = isProject(path) ? "a project file" : isScenarios(path) ? "scenarios" : undefined;
    return why === undefined ? [] : [`${shownPath(path, cwd)} (${why})`];
  });
  const own = files.filter((path) => !isProject(path));
  return {
    ...found,
    value: own.filter((path) => !isScenarios(path)),
    scenarios: own.filter(isScenarios),
    skipped: [...found.skipped, ...skipped].sort(compareText),
  };
}

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
  const found = await search(folder, { start: top }, cwd);
  const value = found.value
    .filter((path) => isOverrideFile(basename(path)))
    .map((path) => ({
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
  for (const path of paths) {
    const { value, diagnostics } = await readTextFile(path, cwd, root);
    if (value !== undefined) files.push(value);
    pushAll(problems, diagnostics);
    total += value?.text.length ?? 0;
    if (total > MAXIMUM_FILES) return { value: [], diagnostics: [tooLarge("A folder of manifests", MAXIMUM_FILES)] };
  }
  return { value: files, diagnostics: problems };
}

/** Where a search begins, and the folder that it leaves out. */
interface SearchStart {
  readonly start: string;
  readonly without?: string;
}

/** A search that is under way. */
interface Search extends SearchStart {
  readonly cwd: string;
  readonly root: string;
  readonly found: string[];
  readonly skipped: string[];
  readonly diagnostics: Diagnostic[];
  /** Folders still to enter. What is reached without links comes first, so that each file has the same name everywhere. */
  readonly folders: string[];
  readonly links: string[];
}

/** All files below a folder, in the order of their shown names; and what is left out, with the reason. */
async function search(
  folder: ManifestsFolder,
  from: SearchStart,
  cwd: string,
): Promise<Paths & { readonly skipped: readonly string[] }> {
  const { value: root, diagnostics } =
    folder.root === undefined ? await rootOf(folder, cwd) : { value: folder.root, diagnostics: [] };
  if (root === undefined) return { value: [], skipped: [], root, diagnostics };
  const search: Search = {
    ...{ ...from, cwd, root },
    ...{ found: [], skipped: [], diagnostics: [], folders: [from.start], links: [] },
  };
  const entered = new Set<string>();
  let entries = 0;
  for (;;) {
    const at = search.folders.shift() ?? search.links.sort(compareText).shift();
    if (at === undefined) break;
    const real = await realPath(at);
    if (entered.has(real)) continue;
    entered.add(real);
    try {
      for await (const entry of await opendir(at, { bufferSize: 256 })) {
        await sortIn(entry, join(at, entry.name), search);
        entries += 1;
        if (entries > MAXIMUM_RESOURCES) break;
      }
    } catch (error) {
      search.diagnostics.push(unreadable(shownPath(at, cwd), error));
    }
    const isDeep = relative(from.start, at).split(sep).length > MAXIMUM_DEPTH;
    if (!isDeep && entries <= MAXIMUM_RESOURCES) continue;
    search.diagnostics.push(tooMany(shownPath(at, cwd), isDeep));
    break;
  }
  search.found.sort((a, b) => compareText(shownPath(a, cwd), shownPath(b, cwd)));
  return { value: search.found, skipped: search.skipped, root, diagnostics: search.diagnostics };
}

/** What is no plain file counts as one: it is reported when it is read. */
async function sortIn(entry: Dirent, path: string, search: Search): Promise<void> {
  const { cwd, found, skipped, folders, links, without } = search;
  const isHidden = entry.name.startsWith(".");
  const isLink = entry.isSymbolicLink();
  if (isLink && !isHidden && (await isMisleading(path, search))) return;
  const isDirectory = entry.isDirectory() || (isLink && (await isFolder(path)));
  if (isHidden) {
    if (isDirectory || ENDINGS.test(path)) skipped.push(`${shownPath(path, cwd)} (its name begins with a dot)`);
  } else if (!isDirectory) found.push(path);
  else if (entry.name === "node_modules") skipped.push(`${shownPath(path, cwd)} (packages)`);
  else if (path !== without) (isLink ? links : folders).push(path);
}

/** Whether a link leads nowhere or out of the repository; that is a problem where manifests may have been meant. */
async function isMisleading(path: string, { root, cwd, diagnostics }: Search): Promise<boolean> {
  const real = await realpath(path).catch((error: unknown) => ({ error }));
  if (typeof real === "string" && isWithin(root, real)) return false;
  if (!ENDINGS.test(path) && basename(path).includes(".") && !(await isFolder(path))) return true;
  const file = shownPath(path, cwd);
  if (typeof real === "object") diagnostics.push(unreadable(file, real.error));
  else diagnostics.push(outside(file, "is a link that leads out of the repository or project"));
  return true;
}

function tooMany(folder: string, isDeep: boolean): Diagnostic {
  const why = isDeep
    ? `is more than ${MAXIMUM_DEPTH} folders deep`
    : `has the last of more than ${MAXIMUM_RESOURCES} files and folders`;
  const help = ["give the manifests a folder of their own"];
  return diagnostic("too-many-files", `${folder} ${why}.`, { help });
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
