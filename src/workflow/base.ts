/** `--base`: project files and manifests of an earlier commit. Nothing is checked out or fetched. */
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { catalog } from "../catalog/index.ts";
import { type Commit, filesNamed, listFiles, readCommitFile, readCommitFolder } from "../files/git/commit.ts";
import { findCommit, openRepository, type Repository } from "../files/git/repository.ts";
import { isTaken, PROJECT_FILE } from "../files/paths.ts";
import { loadDesired } from "../manifest/desired-game.ts";
import { parseText } from "../manifest/parse.ts";
import { quoted } from "../manifest/wording.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Base } from "../plan/cause.ts";
import { chooseFolders } from "../project/choose-games.ts";
import { gameNamed, type Project, parseProject } from "../project/project.ts";
import type { ManifestsChoice } from "./game.ts";
import type { TargetOptions } from "./options.ts";
import type { Ports } from "./run.ts";

/** A commit to read project files and manifests from. */
export interface OpenCommit extends Commit {
  readonly id: string;
  readonly repository: Repository;
  /** Project files that were read already, by path: games share them. */
  readonly projects: Map<string, Promise<Checked<Project> | undefined>>;
  /** The folder that the repository was found from; absolute path. Its path in the repository is the prefix. */
  readonly folder: string;
}

/** Opens a commit of the repository that contains a folder (absolute path). */
export async function openCommit(folder: string, ref: string, ports: Pick<Ports, "env">): Promise<Checked<OpenCommit>> {
  const repository = await openRepository(folder, ports.env);
  if (repository.value === undefined) return { diagnostics: repository.diagnostics };
  const id = await findCommit(repository.value, ref);
  if (id.value === undefined) return { diagnostics: id.diagnostics };
  const { git } = repository.value;
  const files = await listFiles(git, id.value);
  if (files.value === undefined) return { diagnostics: files.diagnostics };
  const projects = new Map<string, Promise<Checked<Project> | undefined>>();
  const commit = { git, ref, files: files.value, id: id.value, repository: repository.value, folder, projects };
  return { value: commit, diagnostics: [] };
}

/** A project, and the path of its file in the repository. */
interface PlacedProject {
  readonly path: string;
  readonly project: Project;
}

/** The one project file of the commit that has the game and is not there today: it has been moved since. */
export async function movedProject(game: string, commit: OpenCommit): Promise<PlacedProject | undefined> {
  const found: PlacedProject[] = [];
  for (const path of filesNamed(commit, PROJECT_FILE)) {
    if (await isTaken(join(commit.repository.root, path))) continue;
    const project = await readProject(path, commit);
    if (project?.value !== undefined && gameNamed(project.value, game) !== undefined)
      found.push({ path, project: project.value });
  }
  return found.length === 1 ? found[0] : undefined;
}

export function readProject(path: string, commit: OpenCommit): Promise<Checked<Project> | undefined> {
  const known = commit.projects.get(path) ?? parseProjectAt(path, commit);
  commit.projects.set(path, known);
  return known;
}

async function parseProjectAt(path: string, commit: OpenCommit): Promise<Checked<Project> | undefined> {
  const file = await readCommitFile(commit, path);
  if (file?.value === undefined) return file === undefined ? undefined : { diagnostics: file.diagnostics };
  return parseProject(parseText(file.value.file, file.value.text));
}

/** A path in the repository from an absolute one; nothing when it is elsewhere. */
export function pathInRepository(path: string, { folder, repository }: OpenCommit): string | undefined {
  // The folder's own place in the repository is known from git, also where links lead to it.
  const fromFolder = relative(folder, path).split(sep).join("/");
  const joined = posix.join(repository.prefix, fromFolder === "" ? "." : fromFolder);
  const short = joined === "." ? "" : joined.replace(/\/$/, "");
  return isOutside(short) ? belowRoot(path, repository.root) : short;
}

/** The same where the root is known with its links resolved. */
function belowRoot(path: string, root: string): string | undefined {
  const short = relative(root, path).split(sep).join("/");
  return isOutside(short) ? undefined : short;
}

function isOutside(path: string): boolean {
  return path === ".." || path.startsWith("../") || posix.isAbsolute(path) || /^[A-Za-z]:/.test(path);
}

/** Reads the manifests of one game as the commit of `--base` has them. */
export type ReadBase = (choice: ManifestsChoice) => Promise<Checked<Base>>;

/** Finds the commit; nothing without `--base`. All choices of a run belong to one project file, or there is only one. */
export async function openBase(
  choices: readonly ManifestsChoice[],
  { base: ref }: Pick<TargetOptions, "base">,
  ports: Ports,
): Promise<Checked<ReadBase>> {
  const [first] = choices;
  if (ref === undefined || first === undefined) return { diagnostics: [] };
  const folder = first.projectFile === undefined ? first.manifests : dirname(first.projectFile);
  const opened = await openCommit(folder, ref, ports);
  const commit = opened.value;
  if (commit === undefined) return { diagnostics: opened.diagnostics };
  return { value: (choice) => loadBase(choice, commit), diagnostics: opened.diagnostics };
}

async function loadBase(choice: ManifestsChoice, commit: OpenCommit): Promise<Checked<Base>> {
  const named = { ref: commit.ref, commit: commit.id };
  const place = await placeAtBase(choice, commit);
  if (place !== undefined && place.value === undefined) return { diagnostics: ofBase(place.diagnostics, commit) };
  if (place?.value === "no-game") return { value: named, diagnostics: [] };
  const folder = place?.value?.folder ?? pathInRepository(choice.manifests, commit);
  if (folder === undefined) return { diagnostics: [outside(choice, commit)] };
  const files = await readCommitFolder(commit, folder, place?.value?.projectFile);
  if (place?.value?.isDeclared === true && files.manifests.length === 0 && !hasErrors(files.diagnostics)) {
    return { diagnostics: ofBase([missingManifests(choice.game, folder, commit)], commit) };
  }
  if (!files.isThere) return { value: named, diagnostics: [] };
  const own = files.overrides.filter(({ environment }) => environment === choice.environment);
  const loaded = loadDesired(files.manifests, catalog, own);
  const errors = [...files.diagnostics, ...loaded.diagnostics].filter(({ severity }) => severity === "error");
  if (loaded.value === undefined || errors.length > 0) return { diagnostics: ofBase(errors, commit) };
  return { value: { ...named, game: loaded.value }, diagnostics: files.diagnostics };
}

/** Where a commit has the manifests of a game. */
interface ManifestsPlace {
  /** Path in the repository. */
  readonly folder: string;
  readonly projectFile?: string;
  /** Whether the commit's own project file has it. */
  readonly isDeclared: boolean;
}

/** The place by the commit's own project file; without one, today's folder. */
async function placeAtBase(choice: ManifestsChoice, commit: OpenCommit): Promise<Checked<ManifestsPlace | "no-game">> {
  const { game, manifests, projectFile } = choice;
  const today = pathInRepository(manifests, commit);
  const projectPath = projectFile === undefined ? undefined : pathInRepository(projectFile, commit);
  if (projectPath !== undefined) {
    const project = await readProject(projectPath, commit);
    if (project?.value !== undefined) return placeOf({ project: project.value, path: projectPath }, game, commit);
    if (project !== undefined) return { diagnostics: project.diagnostics };
    const moved = await movedProject(game, commit);
    if (moved !== undefined) return placeOf(moved, game, commit);
  }
  if (today === undefined) return { diagnostics: [outside(choice, commit)] };
  return { value: { folder: today, isDeclared: false }, diagnostics: [] };
}

function placeOf(
  { project, path }: PlacedProject,
  game: string,
  commit: OpenCommit,
): Checked<ManifestsPlace | "no-game"> {
  if (gameNamed(project, game) === undefined) return { value: "no-game", diagnostics: [] };
  const [chosen] = chooseFolders(project, { games: [game] }).games;
  const written = chosen?.value?.manifests;
  if (written === undefined) return { diagnostics: chosen?.diagnostics ?? [] };
  const absolute = resolve(commit.repository.root, posix.dirname(path), written);
  const folder = belowRoot(absolute, commit.repository.root);
  if (folder === undefined) return { diagnostics: [outside({ game, manifests: absolute }, commit)] };
  return { value: { folder, projectFile: path, isDeclared: true }, diagnostics: [] };
}

/** Problems of the commit's files, each with a word on why they matter now. */
export function ofBase(diagnostics: readonly Diagnostic[], { ref }: OpenCommit): readonly Diagnostic[] {
  const why = `this is how ${ref} has it, which --base names; choose a commit whose manifests are valid`;
  return diagnostics.map((each) => ({ ...each, help: [...each.help, why] }));
}

function missingManifests(game: string, folder: string, { ref }: OpenCommit): Diagnostic {
  const place = `in the folder "${ref}:${folder}", which is missing or holds no manifests`;
  return diagnostic("no-manifests", `The project file of ${ref} says that the game ${quoted(game)} is ${place}.`);
}

function outside(
  { game, manifests }: Pick<ManifestsChoice, "game" | "manifests">,
  { repository }: OpenCommit,
): Diagnostic {
  const detail = `The manifests of ${quoted(game)} are in ${manifests}, outside of the repository ${repository.root}.`;
  return diagnostic("git-failed", detail, {
    help: ["--base needs the manifests and the project file in one repository"],
  });
}
