/** Finds and reads the manifests of a game: every YAML and JSON file below one folder. */
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { compareText, type Diagnostic } from "../../core/diagnostics.ts";
import type { ManifestText } from "../../core/manifests/load-desired.ts";
import {
  environmentOf,
  isOverrideFile,
  OVERRIDES_FOLDER,
  type OverrideFile,
} from "../../core/manifests/override-files.ts";
import { readTextFile, shownPath, unreadable } from "./read.ts";

/** The name of a project file. */
export const PROJECT_FILE = "laurel.yaml";

/** Files read at once. */
const BATCH = 32;

/** What was found or read, and what went wrong on the way: the one does not exclude the other. */
export interface Found<T> {
  readonly value: readonly T[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a folder holds beside manifests. */
interface Beside<T> {
  readonly scenarios: readonly T[];
  /** Shown names of files and folders that are not read as manifests, each with the reason. */
  readonly skipped: readonly string[];
}

/**
 * Absolute paths of the manifests below a folder, in the order of their shown names. Left out: the folder's own folder
 * of overrides, files of scenarios, names that begin with a dot, `node_modules`, `laurel.yaml`, and the project file if it
 * is named otherwise. Links are followed, but no folder is entered twice.
 */
export async function findManifests(
  folder: string,
  cwd: string,
  projectFile?: string,
): Promise<Found<string> & Beside<string>> {
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
  const { value, diagnostics } = await search(folder, cwd, isWanted, join(folder, OVERRIDES_FOLDER), skip);
  const isScenarios = (path: string): boolean => isScenarioFile(basename(path));
  return {
    value: value.filter((path) => !isScenarios(path)),
    scenarios: value.filter(isScenarios),
    skipped: skipped.sort(compareText),
    diagnostics,
  };
}

const HIDDEN = "its name begins with a dot";

/** Absolute paths of the files of scenarios below a folder of manifests, in the order of their shown names. */
export function findScenarioFiles(folder: string, cwd: string): Promise<Found<string>> {
  return search(folder, cwd, (_, name) => isScenarioFile(name), join(folder, OVERRIDES_FOLDER));
}

/** A file of overrides, where it lies. */
export interface FoundOverride extends OverrideFile {
  /** Absolute path. */
  readonly path: string;
}

/** The files of overrides of all environments in a folder of manifests, in the order of their shown names. */
export async function findOverrides(folder: string, cwd: string): Promise<Found<FoundOverride>> {
  const top = join(folder, OVERRIDES_FOLDER);
  if (!(await isFolder(top))) return { value: [], diagnostics: [] };
  const { value: paths, diagnostics } = await search(top, cwd, (_, name) => isOverrideFile(name));
  const found = paths.map((path) => ({
    path,
    file: shownPath(path, cwd),
    environment: environmentOf(relative(top, path).split(sep).join("/")),
  }));
  return { value: found, diagnostics };
}

/** Reads all manifests below a folder, and what they could be confused with, so that all problems show in one run. */
export async function readManifests(
  folder: string,
  cwd: string,
  projectFile?: string,
): Promise<Found<ManifestText> & Beside<ManifestText>> {
  const found = await findManifests(folder, cwd, projectFile);
  const read = await readFiles(found.value, cwd);
  const scenarios = await readFiles(found.scenarios, cwd);
  return {
    value: read.value,
    scenarios: scenarios.value,
    skipped: found.skipped,
    diagnostics: [...found.diagnostics, ...read.diagnostics, ...scenarios.diagnostics],
  };
}

/** Reads files in their order. */
export async function readFiles(paths: readonly string[], cwd: string): Promise<Found<ManifestText>> {
  const files: ManifestText[] = [];
  const problems: Diagnostic[] = [];
  for (let index = 0; index < paths.length; index += BATCH) {
    const batch = await Promise.all(paths.slice(index, index + BATCH).map((path) => readTextFile(path, cwd)));
    for (const { value, diagnostics: own } of batch) {
      if (value !== undefined) files.push(value);
      for (const item of own) problems.push(item);
    }
  }
  return { value: files, diagnostics: problems };
}

interface Search {
  readonly cwd: string;
  readonly isWanted: (path: string, name: string) => boolean;
  readonly found: string[];
  readonly diagnostics: Diagnostic[];
  /** A folder that is left out. */
  readonly without: string | undefined;
  /** Called with other folders that are not searched. */
  readonly onSkip: ((path: string, why: string) => void) | undefined;
  /** Real paths of folders, so that a circle of links ends. */
  readonly entered: Set<string>;
}

async function search(
  folder: string,
  cwd: string,
  isWanted: Search["isWanted"],
  without?: string,
  onSkip?: Search["onSkip"],
): Promise<Found<string>> {
  const all: Search = { cwd, isWanted, found: [], diagnostics: [], without, onSkip, entered: new Set() };
  await searchFolder(folder, all);
  const { found, diagnostics } = all;
  found.sort((a, b) => compareText(shownPath(a, cwd), shownPath(b, cwd)));
  return { value: found, diagnostics };
}

async function searchFolder(folder: string, search: Search): Promise<void> {
  let entries: Dirent[];
  try {
    const real = await realpath(folder);
    if (search.entered.has(real)) return;
    search.entered.add(real);
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    search.diagnostics.push(unreadable(shownPath(folder, search.cwd), error));
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const type = await typeOf(entry, path);
    const isHidden = entry.name.startsWith(".");
    const isEntered = !isHidden && entry.name !== "node_modules" && path !== search.without;
    if (type === "folder" && isEntered) await searchFolder(path, search);
    if (type === "folder" && !isEntered && path !== search.without)
      search.onSkip?.(path, isHidden ? HIDDEN : "packages");
    if (type === "file" && search.isWanted(path, entry.name)) search.found.push(path);
  }
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

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** A link counts as what it leads to; one that leads nowhere is reported when it is read as a file. */
async function typeOf(entry: Dirent, path: string): Promise<"file" | "folder" | "other"> {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (!entry.isSymbolicLink()) return "other";
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch {
    return "file";
  }
}
