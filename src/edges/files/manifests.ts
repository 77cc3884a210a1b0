/** Finds and reads the manifests of a game: every YAML and JSON file below one folder. */
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareText, type Diagnostic } from "../../core/diagnostics.ts";
import type { ManifestText } from "../../core/manifests/load-desired.ts";
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

/**
 * Absolute paths of the manifests below a folder, in the order of their shown names. Left out: `*.test.yaml`, names
 * that begin with a dot, `node_modules`, `laurel.yaml`, and the project file if it is named otherwise. Links are
 * followed, but no folder is entered twice.
 */
export async function findManifests(folder: string, cwd: string, projectFile?: string): Promise<Found<string>> {
  const search: Search = { cwd, projectFile, found: [], diagnostics: [], entered: new Set() };
  await searchFolder(folder, search);
  const { found, diagnostics } = search;
  found.sort((a, b) => compareText(shownPath(a, cwd), shownPath(b, cwd)));
  return { value: found, diagnostics };
}

/** Reads all manifests below a folder, so that the problems of all files can be shown in one run. */
export async function readManifests(folder: string, cwd: string, projectFile?: string): Promise<Found<ManifestText>> {
  const { value: paths, diagnostics } = await findManifests(folder, cwd, projectFile);
  const files: ManifestText[] = [];
  const problems: Diagnostic[] = [...diagnostics];
  for (let index = 0; index < paths.length; index += BATCH) {
    const batch = await Promise.all(paths.slice(index, index + BATCH).map((path) => readTextFile(path, cwd)));
    for (const { value, diagnostics: own } of batch) {
      if (value !== undefined) files.push(value);
      problems.push(...own);
    }
  }
  return { value: files, diagnostics: problems };
}

interface Search {
  readonly cwd: string;
  readonly projectFile: string | undefined;
  readonly found: string[];
  readonly diagnostics: Diagnostic[];
  /** Real paths of folders, so that a circle of links ends. */
  readonly entered: Set<string>;
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
    if (type === "folder" && !entry.name.startsWith(".") && entry.name !== "node_modules")
      await searchFolder(path, search);
    if (type === "file" && isManifest(entry.name) && path !== search.projectFile) search.found.push(path);
  }
}

/** Whether a file of that name is a manifest. */
export function isManifest(name: string): boolean {
  return (
    /\.(ya?ml|json)$/i.test(name) && !/\.test\.ya?ml$/i.test(name) && name !== PROJECT_FILE && !name.startsWith(".")
  );
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
