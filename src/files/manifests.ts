/**
 * The files of a game below one folder of a tree: their roles, and the limits on their size. The
 * disk and a commit are read by these rules.
 */

import { pushAll } from "../ground/collections.ts";
import { MAXIMUM_FILES } from "../ground/limits.ts";
import { environmentOf, OVERRIDES_FOLDER, type OverrideFile } from "../manifest/overrides.ts";
import type { Checked, Diagnostic } from "../model/diagnostics.ts";
import type { SourceFile } from "../model/source.ts";
import { PROJECT_FILE, pathBelow } from "./paths.ts";
import { fileProblem, tooLarge } from "./read.ts";
import type { ManifestsFolder, Tree, TreeFile } from "./tree.ts";

/** The texts of a game, each list in the order of the paths, and the problems of reading them. */
export interface GameFiles {
  /** Whether the folder exists. */
  readonly isThere: boolean;
  readonly manifests: readonly SourceFile[];
  readonly scenarios: readonly SourceFile[];
  /** The overrides of all environments. */
  readonly overrides: readonly OverrideFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const ENDINGS = /\.(ya?ml|json)$/i;
const SCENARIOS = /\.test\.ya?ml$/i;
const LEFT_OUT = /^\.|^node_modules$/;

/**
 * Returns the role of a file by its path from the folder of manifests, with `/` between names;
 * undefined if laurel doesn't read it.
 */
export function roleOf(path: string): "manifest" | "scenarios" | "overrides" | undefined {
  const names = path.split("/");
  const name = names.at(-1) ?? "";
  if (!ENDINGS.test(name) || isLeftOut(path)) return undefined;
  if (names[0] === OVERRIDES_FOLDER && names.length > 1) return "overrides";
  if (SCENARIOS.test(name)) return "scenarios";
  return name === PROJECT_FILE ? undefined : "manifest";
}

/** Whether the path is below a package, or a name on it begins with a dot. */
export function isLeftOut(path: string): boolean {
  return path.split("/").some((name) => LEFT_OUT.test(name));
}

/** Reads the games of one tree. Each folder is listed once, and each file read once. */
export class GameReader<Source extends Tree = Tree> {
  readonly tree: Source;
  private readonly folders = new Map<string, Promise<GameFiles>>();
  /** Files by path: one folder of manifests may be inside another one. */
  private readonly files = new Map<string, Checked<SourceFile>>();

  constructor(tree: Source) {
    this.tree = tree;
  }

  /** Reads all files of a game, so that one run shows all problems. */
  read(folder: ManifestsFolder): Promise<GameFiles> {
    const known = this.folders.get(folder.manifests) ?? this.readFirst(folder);
    this.folders.set(folder.manifests, known);
    return known;
  }

  /** Drops the texts of a folder that the run doesn't need any more. */
  async forget({ manifests: folder }: ManifestsFolder): Promise<void> {
    const { manifests, scenarios, overrides } = (await this.folders.get(folder)) ?? NOTHING;
    this.folders.delete(folder);
    const sources = overrides.map(({ source }) => source);
    for (const { path } of [...manifests, ...scenarios, ...sources]) this.files.delete(path);
  }

  private async readFirst(folder: ManifestsFolder): Promise<GameFiles> {
    const projectFile = folder.projectFile && pathBelow(folder.manifests, folder.projectFile);
    const isRead = (path: string): boolean => path !== projectFile && roleOf(path) !== undefined;
    const { isThere, files, diagnostics } = await this.tree.list(folder, isRead);
    const read = this.readRoles(files);
    return { ...read, isThere, diagnostics: [...diagnostics, ...read.diagnostics] };
  }

  /** Reads files, unless they are too much for a game. */
  private readRoles(files: readonly TreeFile[]): GameFiles {
    const manifests: SourceFile[] = [];
    const scenarios: SourceFile[] = [];
    const overrides: OverrideFile[] = [];
    const diagnostics: Diagnostic[] = [];
    let size = 0;
    for (const file of files) {
      const { value: source, diagnostics: problems } = this.readFile(file);
      pushAll(diagnostics, problems);
      if (source === undefined) continue;
      size += source.text.length;
      if (size > MAXIMUM_FILES)
        return { ...NOTHING, diagnostics: [fileProblem(this.tree.what, tooLarge(MAXIMUM_FILES))] };
      const role = roleOf(file.relative);
      if (role === "manifest") manifests.push(source);
      if (role === "scenarios") scenarios.push(source);
      if (role === "overrides") {
        const name = file.relative.slice(OVERRIDES_FOLDER.length + 1);
        overrides.push({ source, environment: environmentOf(name) });
      }
    }
    return { isThere: true, manifests, scenarios, overrides, diagnostics };
  }

  private readFile(file: TreeFile): Checked<SourceFile> {
    const read = this.files.get(file.path) ?? file.read();
    this.files.set(file.path, read);
    return read;
  }
}

const NOTHING: GameFiles = {
  isThere: true,
  manifests: [],
  scenarios: [],
  overrides: [],
  diagnostics: [],
};
