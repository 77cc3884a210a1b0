/** The files of a game below one folder: which are read and what for, on the disk and in a commit by the same rules. */
import { opendir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText, pushAll } from "../ground/collections.ts";
import { MAXIMUM_DEPTH, MAXIMUM_FILES, MAXIMUM_RESOURCES } from "../ground/limits.ts";
import { environmentOf, OVERRIDES_FOLDER, type OverrideFile } from "../manifest/overrides.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { type Checked, type Diagnostic, failed } from "../model/diagnostics.ts";
import { FileRefusal, homeOf, isTaken, PROJECT_FILE, pathBelow, placeOf } from "./paths.ts";
import { fileProblem, readTextFile, shownPath, tooLarge } from "./read.ts";

/** A folder of manifests. */
export interface ManifestsFolder {
  /** Absolute path. */
  readonly manifests: string;
  /** Absolute path of the project file that must not be read as a manifest. */
  readonly projectFile?: string;
}

/** A file of overrides. */
type OverrideText = ManifestText & OverrideFile;

/** The texts of a game, each list in the order of the paths, and what went wrong on the way. */
export interface GameFiles {
  /** Whether the folder exists. */
  readonly isThere: boolean;
  readonly manifests: readonly ManifestText[];
  readonly scenarios: readonly ManifestText[];
  /** Of all environments. */
  readonly overrides: readonly OverrideText[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: GameFiles = { isThere: true, manifests: [], scenarios: [], overrides: [], diagnostics: [] };
const ENDINGS = /\.(ya?ml|json)$/i;
const SCENARIOS = /\.test\.ya?ml$/i;
const IGNORED = /^\.|^node_modules$/;

/** What a file is read for, by its path from the folder of manifests, with `/` between names; undefined: it is not read. */
export function roleOf(path: string): "manifest" | "scenarios" | "overrides" | undefined {
  const names = path.split("/");
  const name = names.at(-1) ?? "";
  if (!ENDINGS.test(name) || isIgnored(path)) return undefined;
  if (names[0] === OVERRIDES_FOLDER && names.length > 1) return "overrides";
  if (SCENARIOS.test(name)) return "scenarios";
  return name === PROJECT_FILE ? undefined : "manifest";
}

/** Whether nothing is read at the path: names that begin with a dot, and packages. */
export function isIgnored(path: string): boolean {
  return path.split("/").some((name) => IGNORED.test(name));
}

/** The real path that everything below a folder of manifests has to lie in: the folder's repository or project. */
export async function rootOf({ manifests, projectFile }: ManifestsFolder, cwd: string): Promise<Checked<string>> {
  let folder = projectFile === undefined ? manifests : dirname(projectFile);
  try {
    const start = await placeOf(folder);
    const root = (await homeOf(start)) ?? start;
    folder = manifests;
    const below = pathBelow(root, await placeOf(folder, root));
    if (!below.split("/").some((name) => name.startsWith("."))) return { value: root, diagnostics: [] };
    throw new FileRefusal("leads to a folder whose name begins with a dot", "outside-repository");
  } catch (error) {
    return failed(fileProblem(shownPath(folder, cwd), error));
  }
}

/** Reads all files of a game, so that all problems show in one run. Links are followed to files of the repository only. */
export async function readGameFolder(folder: ManifestsFolder, cwd: string): Promise<GameFiles> {
  const { manifests, projectFile } = folder;
  const { value: root, diagnostics } = await rootOf(folder, cwd);
  if (root === undefined) return { ...NOTHING, diagnostics };
  if (!(await isTaken(manifests))) return { ...NOTHING, isThere: false };
  const listing = await listFolder(manifests, cwd);
  const read = await readRoles(
    listing.paths.filter((path) => join(manifests, path) !== projectFile),
    "A folder of manifests",
    (path) => readTextFile(join(manifests, path), cwd, { root }),
  );
  return { ...read, diagnostics: [...listing.diagnostics, ...read.diagnostics] };
}

/**
 * Reads the files that have a role, by their paths from the folder of manifests, as long as they are not too much for a game.
 * `what`: the beginning of a sentence about the size of all of them.
 */
export async function readRoles(
  paths: readonly string[],
  what: string,
  readFile: (path: string) => Promise<Checked<ManifestText>>,
): Promise<GameFiles> {
  const texts = { manifest: [] as ManifestText[], scenarios: [] as ManifestText[], overrides: [] as OverrideText[] };
  const diagnostics: Diagnostic[] = [];
  let size = 0;
  for (const path of paths) {
    const role = roleOf(path);
    if (role === undefined) continue;
    const read = await readFile(path);
    pushAll(diagnostics, read.diagnostics);
    if (read.value === undefined) continue;
    size += read.value.text.length;
    if (size > MAXIMUM_FILES) return { ...NOTHING, diagnostics: [fileProblem(what, tooLarge(MAXIMUM_FILES))] };
    if (role !== "overrides") texts[role].push(read.value);
    else texts.overrides.push({ ...read.value, environment: environmentOf(path.slice(OVERRIDES_FOLDER.length + 1)) });
  }
  return { isThere: true, manifests: texts.manifest, ...texts, diagnostics };
}

/** Sorted paths of the files below a folder, from it. Anything but a folder counts as a file: reading it reports it. */
export async function listFolder(top: string, cwd: string) {
  const [paths, links, folders]: [string[], string[], string[]] = [[], [], [""]];
  let [folder, entries] = [top, 0];
  try {
    for (const below of folders) {
      folder = join(top, below);
      const depth = below.split("/").length;
      for await (const entry of await opendir(folder, { bufferSize: 256 })) {
        entries += 1;
        if (entries > MAXIMUM_RESOURCES || depth > MAXIMUM_DEPTH) throw new FileRefusal(TOO_MANY, "too-many-files");
        if (isIgnored(entry.name)) continue;
        const path = below === "" ? entry.name : `${below}/${entry.name}`;
        const isLink = entry.isSymbolicLink() && !ENDINGS.test(entry.name);
        (entry.isDirectory() ? folders : isLink ? links : paths).push(path);
      }
    }
  } catch (error) {
    return { paths: [], diagnostics: [fileProblem(shownPath(folder, cwd), error)] };
  }
  // A link may lead to a folder with manifests, and what a commit has there cannot be read.
  const refusal = new FileRefusal(
    "is a link; only links to files that end in .yaml, .yml or .json are followed",
    "unreadable-file",
  );
  const diagnostics = links.sort(compareText).map((path) => fileProblem(shownPath(join(top, path), cwd), refusal));
  return { paths: paths.sort(compareText), diagnostics };
}

const TOO_MANY = `exceeds ${MAXIMUM_RESOURCES} files or ${MAXIMUM_DEPTH} levels of folders; give the manifests a folder of their own`;
