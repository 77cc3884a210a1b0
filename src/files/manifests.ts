/**
 * The files of a game below one folder: which are read and what for, on the disk and in a commit by
 * the same rules.
 */

import { opendir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText, grouped, pushAll } from "../ground/collections.ts";
import { MAXIMUM_DEPTH, MAXIMUM_FILES, MAXIMUM_RESOURCES } from "../ground/limits.ts";
import { both, quoted } from "../ground/words.ts";
import { environmentOf, OVERRIDES_FOLDER, type OverrideFile } from "../manifest/overrides.ts";
import { ciVariable } from "../model/ci-systems.ts";
import { type Checked, type Diagnostic, diagnostic, failed } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import type { SourceFile } from "../model/source.ts";
import type { FilePorts } from "./input-file.ts";
import {
  FileRefusal,
  findRepositoryRoot,
  homeOf,
  isTaken,
  linkRefusal,
  PROJECT_FILE,
  pathBelow,
  placeOfInput,
} from "./paths.ts";
import { fileProblem, readPlaced, shownPath, tooLarge } from "./read.ts";

/** A folder of manifests. */
export interface ManifestsFolder {
  /** Absolute path. */
  readonly manifests: string;
  /** Absolute path of the project file that must not be read as a manifest. */
  readonly projectFile?: string;
}

/** The texts of a game, each list in the order of the paths, and what went wrong on the way. */
export interface GameFiles {
  /** Whether the folder exists. */
  readonly isThere: boolean;
  readonly manifests: readonly SourceFile[];
  readonly scenarios: readonly SourceFile[];
  /** Of all environments. */
  readonly overrides: readonly OverrideFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: GameFiles = {
  isThere: true,
  manifests: [],
  scenarios: [],
  overrides: [],
  diagnostics: [],
};
const ENDINGS = /\.(ya?ml|json)$/i;
const SCENARIOS = /\.test\.ya?ml$/i;
const LEFT_OUT = /^\.|^node_modules$/;

/**
 * What a file is read for, by its path from the folder of manifests, with `/` between names;
 * undefined: it is not read.
 */
export function roleOf(path: string): "manifest" | "scenarios" | "overrides" | undefined {
  const names = path.split("/");
  const name = names.at(-1) ?? "";
  if (!ENDINGS.test(name) || isLeftOut(path)) return undefined;
  if (names[0] === OVERRIDES_FOLDER && names.length > 1) return "overrides";
  if (SCENARIOS.test(name)) return "scenarios";
  return name === PROJECT_FILE ? undefined : "manifest";
}

/** Whether nothing is read at the path: names that begin with a dot, and packages. */
export function isLeftOut(path: string): boolean {
  return path.split("/").some((name) => LEFT_OUT.test(name));
}

/** A folder of manifests, found by the rules for inputs. All paths are real. */
interface PlacedFolder {
  readonly place: string;
  /** What everything below the folder has to lie in: its repository or project. */
  readonly root: string;
}

async function placed(
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
 * The real path that everything below a folder of manifests has to lie in; undefined for a folder
 * that is not read.
 */
export async function rootOf(folder: ManifestsFolder, cwd: string): Promise<string | undefined> {
  return (await placed(folder, cwd)).value?.root;
}

/** Reads all files of a game, so that all problems show in one run. */
export async function readGameFolder(
  folder: ManifestsFolder,
  { cwd, env }: FilePorts,
): Promise<GameFiles> {
  const { manifests, projectFile } = folder;
  const { value: found, diagnostics } = await placed(folder, cwd);
  if (found === undefined) return { ...NOTHING, diagnostics };
  if (!(await isTaken(manifests))) return { ...NOTHING, isThere: false };
  const listing = await listFolder(manifests, cwd);
  const paths = listing.paths.filter(
    (path) => roleOf(path) !== undefined && join(manifests, path) !== projectFile,
  );
  const { place } = found;
  const { value: unread, diagnostics: unknown } = await unreadBelow(
    found,
    { ...listing, paths },
    env,
  );
  if (unread === undefined) return { ...NOTHING, diagnostics: unknown };
  const read = await readRoles(
    paths.filter((path) => !unread.has(path)),
    "A folder of manifests",
    async (path) => readPlaced({ path: join(manifests, path), place: join(place, path) }, cwd),
  );
  const warning = ciVariable(env) === undefined ? ignoredWarning : untrackedWarning;
  const warnings = unread.size === 0 ? [] : [warning(shownPath(manifests, cwd), [...unread])];
  return { ...read, diagnostics: [...listing.diagnostics, ...warnings, ...read.diagnostics] };
}

/** Those of the files that are not read, by their paths from the folder. */
async function unreadBelow(
  { place, root: home }: PlacedFolder,
  { paths, repositories }: Pick<Listing, "paths" | "repositories">,
  env: Variables,
): Promise<Checked<ReadonlySet<string>>> {
  const outer = await findRepositoryRoot(place);
  const { value: isStray, diagnostics: unclear } = await isInStray(place, home, env);
  if (isStray === undefined) return { diagnostics: unclear };
  if (isStray) return { value: new Set(paths), diagnostics: [] };
  const unread = new Set<string>();
  // A repository knows nothing of the files of those within it. In CI systems, it has to know the
  // repository as a submodule.
  const within = (path: string) => repositories.findLast((folder) => path.startsWith(`${folder}/`));
  const submodules = ciVariable(env) === undefined ? [] : repositories;
  for (const [repository, own] of grouped([...submodules, ...paths], within)) {
    const root = repository === undefined ? outer : join(place, repository);
    if (root === undefined) continue;
    // Outside of repositories, nothing needs git.
    const { unreadIn } = await import("./ignored.ts");
    const names = new Map(own.map((path) => [pathBelow(root, join(place, path)), path]));
    const { value, diagnostics } = await unreadIn(root, [...names.keys()], env);
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
async function isInStray(place: string, home: string, env: Variables): Promise<Checked<boolean>> {
  let inner = ciVariable(env) === undefined ? undefined : await findRepositoryRoot(place);
  while (inner !== undefined && inner !== home) {
    const outer = await findRepositoryRoot(dirname(inner));
    if (outer === undefined) break;
    const { unreadIn } = await import("./ignored.ts");
    const { value, diagnostics } = await unreadIn(outer, [pathBelow(outer, inner)], env);
    if (value === undefined) return { diagnostics };
    if (value.size > 0) return { value: true, diagnostics: [] };
    inner = outer;
  }
  return { value: false, diagnostics: [] };
}

/** Names that a warning lists. */
const MOST_NAMES = 3;

function ignoredWarning(folder: string, paths: readonly string[]): Diagnostic {
  const detail = `Git ignores files in ${folder}, which laurel does not read: ${namesOf(paths)}.`;
  return diagnostic("ignored-by-git", detail, {
    help: ["to use them, take them out of .gitignore"],
  });
}

function untrackedWarning(folder: string, paths: readonly string[]): Diagnostic {
  const detail = `Git does not track files in ${folder}, which laurel does not read in CI systems: ${namesOf(paths)}.`;
  return diagnostic("untracked-by-git", detail, {
    help: ["to use them, add them to the repository with git add"],
  });
}

function namesOf(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMES;
  return both([...paths.slice(0, MOST_NAMES).map(quoted), ...(more > 0 ? [`${more} more`] : [])]);
}

/**
 * Reads the files that have a role, by their paths from the folder of manifests, as long as they
 * are not too much for a game. `what`: the beginning of a sentence about the size of all of them.
 */
export async function readRoles(
  paths: readonly string[],
  what: string,
  readFile: (path: string) => Promise<Checked<SourceFile>>,
): Promise<GameFiles> {
  const texts = {
    manifest: [] as SourceFile[],
    scenarios: [] as SourceFile[],
    overrides: [] as OverrideFile[],
  };
  const diagnostics: Diagnostic[] = [];
  let size = 0;
  for (const path of paths) {
    const role = roleOf(path);
    if (role === undefined) continue;
    const read = await readFile(path);
    pushAll(diagnostics, read.diagnostics);
    if (read.value === undefined) continue;
    size += read.value.text.length;
    if (size > MAXIMUM_FILES)
      return { ...NOTHING, diagnostics: [fileProblem(what, tooLarge(MAXIMUM_FILES))] };
    if (role !== "overrides") texts[role].push(read.value);
    else
      texts.overrides.push({
        source: read.value,
        environment: environmentOf(path.slice(OVERRIDES_FOLDER.length + 1)),
      });
  }
  return { isThere: true, manifests: texts.manifest, ...texts, diagnostics };
}

/** What is below a folder, each by its path from it. */
interface Listing {
  /** Files, and anything else that is no folder: reading it reports it. */
  readonly paths: readonly string[];
  /** Folders with repositories of their own, outer ones first. */
  readonly repositories: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Lists what is below a folder (absolute path), sorted. */
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
      const depth = below.split("/").length;
      for await (const entry of await opendir(folder, { bufferSize: 256 })) {
        entries += 1;
        if (entries > MAXIMUM_RESOURCES || depth > MAXIMUM_DEPTH)
          throw new FileRefusal(TOO_MANY, "too-many-files");
        if (entry.name === ".git" && below !== "") repositories.push(below);
        if (isLeftOut(entry.name)) continue;
        const path = below === "" ? entry.name : `${below}/${entry.name}`;
        (entry.isDirectory() ? folders : entry.isSymbolicLink() ? links : paths).push(path);
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

const TOO_MANY = `exceeds ${MAXIMUM_RESOURCES} files or ${MAXIMUM_DEPTH} levels of folders; give the manifests a folder of their own`;
