/** A commit as a base: its project files, by their paths in the repository. Nothing is checked out, and nothing is fetched. */
import { join, posix, relative, sep } from "node:path";
import type { Ports } from "../cli/ports.ts";
import { findCommit, openRepository, type Repository } from "../files/git/repository.ts";
import { type Commit, filesNamed, readCommitFile, readTree } from "../files/git/tree.ts";
import { isReachable, PROJECT_FILE } from "../files/paths.ts";
import { parseText } from "../manifest/parse.ts";
import type { Checked } from "../model/diagnostics.ts";
import { isJsonObject } from "../model/json.ts";
import { type Project, parseProject } from "../project/project.ts";

/** A commit to read project files and manifests from. */
export interface OpenCommit extends Commit {
  readonly id: string;
  readonly repository: Repository;
  /** Project files that were read already, by path: games share them. */
  readonly projects: Map<string, Promise<Checked<Project> | undefined>>;
  /** The folder that the repository was found from; absolute path. Its path in the repository is the prefix. */
  readonly folder: string;
}

/** Opens a commit of the repository that a folder (absolute path) lies in. */
export async function openCommit(folder: string, ref: string, ports: Ports): Promise<Checked<OpenCommit>> {
  const repository = await openRepository(folder, ports.env);
  if (repository.value === undefined) return { diagnostics: repository.diagnostics };
  const id = await findCommit(repository.value, ref, "--base");
  if (id.value === undefined) return { diagnostics: id.diagnostics };
  const { git } = repository.value;
  const tree = await readTree(git, id.value);
  if (tree.value === undefined) return { diagnostics: tree.diagnostics };
  const projects = new Map<string, Promise<Checked<Project> | undefined>>();
  const commit = { git, ref, tree: tree.value, id: id.value, repository: repository.value, folder, projects };
  return { value: commit, diagnostics: [] };
}

/** The one project file of the commit that has the game and is not there today: it has been moved since. */
export async function movedProject(
  game: string,
  commit: OpenCommit,
): Promise<{ path: string; project: Project } | undefined> {
  const found: { path: string; project: Project }[] = [];
  for (const path of filesNamed(commit.tree, PROJECT_FILE)) {
    if (await isReachable(join(commit.repository.root, path))) continue;
    const project = await readProject(path, commit);
    if (project?.value !== undefined && declares(project.value, game)) found.push({ path, project: project.value });
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

export function declares(project: Project, game: string): boolean {
  const { games } = project.settings;
  return isJsonObject(games) && Object.hasOwn(games, game);
}

/** A path in the repository from an absolute one; nothing when it lies elsewhere. */
export function pathInRepository(path: string, { folder, repository }: OpenCommit): string | undefined {
  // The folder's own place in the repository is known from git, also where links lead to it.
  const fromFolder = relative(folder, path).split(sep).join("/");
  const joined = posix.join(repository.prefix, fromFolder === "" ? "." : fromFolder);
  const short = joined === "." ? "" : joined.replace(/\/$/, "");
  return short === ".." || short.startsWith("../") || posix.isAbsolute(short) || /^[A-Za-z]:/.test(short)
    ? belowRoot(path, repository.root)
    : short;
}

/** The same where the root is known with its links resolved. */
export function belowRoot(path: string, root: string): string | undefined {
  const short = relative(root, path).split(sep).join("/");
  return short === ".." || short.startsWith("../") || posix.isAbsolute(short) || /^[A-Za-z]:/.test(short)
    ? undefined
    : short;
}
