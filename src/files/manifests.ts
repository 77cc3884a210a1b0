/** The files of a game below one folder: which are read and what for, on the disk and in a commit by the same rules. */

import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { environmentOf, OVERRIDES_FOLDER, type OverrideFile } from "../manifest/overrides.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_DEPTH, MAXIMUM_FILES, MAXIMUM_RESOURCES } from "../model/limits.ts";
import { homeOf, isTaken, PROJECT_FILE, pathBelow, placeOf } from "./paths.ts";
import { outside, readTextFile, shownPath, tooLarge, unreadable } from "./read.ts";

/** A folder of manifests. */
export interface ManifestsFolder {
  /** Absolute path. */
  readonly manifests: string;
  /** Absolute path of the project file that must not be read as a manifest. */
  readonly projectFile?: string;
}

/** A file of overrides. */
export type OverrideText = ManifestText & OverrideFile;

/** The texts of a game, each list in the order of the paths, and what went wrong on the way. */
export interface GameFiles {
  /** Whether the folder is there. */
  readonly isThere: boolean;
  readonly manifests: readonly ManifestText[];
  readonly scenarios: readonly ManifestText[];
  /** Of all environments. */
  readonly overrides: readonly OverrideText[];
  /** Shown names of files and folders that are not read as manifests, each with the reason. */
  readonly skipped: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING = { isThere: true, manifests: [], scenarios: [], overrides: [], skipped: [], diagnostics: [] };
const ENDINGS = /\.(ya?ml|json)$/i;
const SCENARIOS = /\.test\.ya?ml$/i;

/** What a file is read for, by its path from the folder of manifests, with `/` between names; undefined: it is not read. */
export function roleOf(path: string): "manifest" | "scenarios" | "overrides" | "project" | undefined {
  const names = path.split("/");
  const name = names.at(-1) ?? "";
  if (!ENDINGS.test(name) || isIgnored(path)) return undefined;
  if (names[0] === OVERRIDES_FOLDER && names.length > 1) return "overrides";
  if (SCENARIOS.test(name)) return "scenarios";
  return name === PROJECT_FILE ? "project" : "manifest";
}

/** Whether nothing is read at the path, whatever is there. */
export function isIgnored(path: string): boolean {
  return path.split("/").some((name) => whyIgnored(name) !== undefined);
}

/** Why nothing of that name is read, nor below it. */
function whyIgnored(name: string): string | undefined {
  if (name.startsWith(".")) return "its name begins with a dot";
  return name === "node_modules" ? "packages" : undefined;
}

/** The real path that everything below a folder of manifests has to lie in: the folder's repository or project. */
export async function rootOf({ manifests, projectFile }: ManifestsFolder, cwd: string): Promise<Checked<string>> {
  const start = projectFile === undefined ? manifests : dirname(projectFile);
  const refused = (path: string, why: string) => ({ diagnostics: [outside(shownPath(path, cwd), why)] });
  try {
    const place = await placeOf(start);
    if ("why" in place) return refused(start, place.why);
    const root = (await homeOf(place.path)) ?? place.path;
    const own = await placeOf(manifests, root);
    if ("why" in own) return refused(manifests, own.why);
    const isHidden = pathBelow(root, own.path)
      .split("/")
      .some((name) => name.startsWith("."));
    return isHidden
      ? refused(manifests, "leads to a folder whose name begins with a dot")
      : { value: root, diagnostics: [] };
  } catch (error) {
    return { diagnostics: [unreadable(shownPath(manifests, cwd), error)] };
  }
}

/** Reads all files of a game, so that all problems show in one run. Links are followed to files of the repository only. */
export async function readGameFolder(folder: ManifestsFolder, cwd: string): Promise<GameFiles> {
  const { manifests, projectFile } = folder;
  const { value: root, diagnostics } = await rootOf(folder, cwd);
  if (root === undefined) return { ...NOTHING, diagnostics };
  if (!(await isTaken(manifests))) return { ...NOTHING, isThere: false };
  const found = await findFiles(manifests, cwd);
  const read = await readRoles(found.paths, {
    what: "A folder of manifests",
    isProject: (path) => join(manifests, path) === projectFile,
    nameOf: (path) => shownPath(join(manifests, path), cwd),
    read: (path) => readTextFile(join(manifests, path), cwd, root),
  });
  return {
    ...read,
    skipped: [...found.skipped, ...read.skipped].sort(compareText),
    diagnostics: [...found.diagnostics, ...read.diagnostics],
  };
}

/** Where the files of a game are read from. Paths are those from the folder of manifests. */
interface FileSource {
  /** The beginning of a sentence about the size of all of them. */
  readonly what: string;
  readonly isProject: (path: string) => boolean;
  readonly nameOf: (path: string) => string;
  readonly read: (path: string) => Promise<Checked<ManifestText>>;
}

/** Reads the files that have a role, as long as they are not too much for a game. */
export async function readRoles(paths: readonly string[], source: FileSource): Promise<GameFiles> {
  const texts = { manifest: [] as ManifestText[], scenarios: [] as ManifestText[], overrides: [] as OverrideText[] };
  const [skipped, diagnostics]: [string[], Diagnostic[]] = [[], []];
  let size = 0;
  for (const path of paths) {
    const role = source.isProject(path) ? "project" : roleOf(path);
    if (role === "project") skipped.push(`${source.nameOf(path)} (a project file)`);
    if (role === "scenarios") skipped.push(`${source.nameOf(path)} (scenarios)`);
    if (role === undefined || role === "project") continue;
    const read = await source.read(path);
    pushAll(diagnostics, read.diagnostics);
    if (read.value === undefined) continue;
    size += read.value.text.length;
    if (size > MAXIMUM_FILES) return { ...NOTHING, diagnostics: [tooLarge(source.what, MAXIMUM_FILES)] };
    if (role !== "overrides") texts[role].push(read.value);
    else texts.overrides.push({ ...read.value, environment: environmentOf(path.slice(OVERRIDES_FOLDER.length + 1)) });
  }
  return { isThere: true, manifests: texts.manifest, ...texts, skipped, diagnostics };
}

/** Sorted paths of the files below a folder, from it. What is no plain file counts as one: reading it reports it. */
async function findFiles(top: string, cwd: string) {
  const [paths, skipped, links, folders]: [string[], string[], string[], string[]] = [[], [], [], [""]];
  const diagnostics: Diagnostic[] = [];
  let entries = 0;
  const sortIn = (entry: Dirent, path: string): void => {
    const shown = shownPath(join(top, path), cwd);
    const why = whyIgnored(entry.name);
    const isFile = !entry.isDirectory() && ENDINGS.test(entry.name);
    if (why !== undefined && (entry.isDirectory() || isFile)) skipped.push(`${shown} (${why})`);
    if (why !== undefined) return;
    if (entry.isDirectory()) folders.push(path);
    else if (entry.isSymbolicLink() && !isFile) links.push(shown);
    else paths.push(path);
  };
  for (const below of folders) {
    const folder = join(top, below);
    if (below.split("/").length > MAXIMUM_DEPTH) {
      diagnostics.push(tooMany(shownPath(folder, cwd), `is more than ${MAXIMUM_DEPTH} folders deep`));
      break;
    }
    try {
      for await (const entry of await opendir(folder, { bufferSize: 256 })) {
        sortIn(entry, below === "" ? entry.name : `${below}/${entry.name}`);
        entries += 1;
        if (entries > MAXIMUM_RESOURCES) break;
      }
    } catch (error) {
      diagnostics.push(unreadable(shownPath(folder, cwd), error));
    }
    if (entries <= MAXIMUM_RESOURCES) continue;
    diagnostics.push(
      tooMany(shownPath(folder, cwd), `has the last of more than ${MAXIMUM_RESOURCES} files and folders`),
    );
    break;
  }
  return {
    paths: paths.sort(compareText),
    skipped,
    diagnostics: [...links.sort(compareText).map(linked), ...diagnostics],
  };
}

/** A link may lead to a folder with manifests, and what a commit has there cannot be read. */
function linked(file: string): Diagnostic {
  const detail = `${file} is a link. Only links to single manifests are followed, by names that end in .yaml, .yml or .json.`;
  return diagnostic("unreadable-file", detail, { help: ["put the folder or file itself there in place of the link"] });
}

function tooMany(folder: string, why: string): Diagnostic {
  return diagnostic("too-many-files", `${folder} ${why}.`, { help: ["give the manifests a folder of their own"] });
}
