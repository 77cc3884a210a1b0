/**
 * The files of one commit, without a checkout. Contents are read as git keeps them: no filter and no change of line
 * ends is applied to them. `origin/main` and `games/dungeon` give the manifest `origin/main:games/dungeon/a.yaml`, as text.
 * Only regular files are read: links and submodules are not followed.
 */

import { environmentOf, isOverrideFile, OVERRIDES_FOLDER } from "../../manifest/overrides.ts";
import type { ManifestText } from "../../manifest/parse.ts";
import { pushAll } from "../../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { MAXIMUM_FILES } from "../../model/limits.ts";
import { type FoundFiles, isManifest, isScenarioFile } from "../manifests.ts";
import { textOfBytes, tooLarge } from "../read.ts";
import { type Git, gitFailed } from "./repository.ts";

/** What lies at a path of a commit; `id` is that of its content. */
export interface CommitFile {
  /** In the repository, with `/` between names. */
  readonly path: string;
  readonly id: string;
  /** Otherwise it is a link or a submodule. */
  readonly isRegular: boolean;
}

/** A commit with everything that is needed to read from it. */
export interface Commit {
  readonly git: Git;
  /** As the user named it; the names of its files begin with it: `origin/main:games/a.yaml`. */
  readonly ref: string;
  readonly files: readonly CommitFile[];
}

/** Lists all files of a commit, in the order of their paths. */
export async function listFiles(git: Git, commit: string): Promise<Checked<readonly CommitFile[]>> {
  const listed = await git(["ls-tree", "-r", "-z", "--full-tree", commit]);
  if (listed.exit !== 0) return { diagnostics: [gitFailed(listed)] };
  const files = listed.stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line): CommitFile[] => {
      const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      if (mode === undefined || id === undefined || path === undefined) return [];
      return [{ path, id, isRegular: mode.startsWith("100") }];
    });
  return { value: files.sort((a, b) => compareText(a.path, b.path)), diagnostics: [] };
}

/** Reads contents by their ids: the bytes of each. */
async function readContents(git: Git, ids: readonly string[]): Promise<Checked<ReadonlyMap<string, Buffer>>> {
  const contents = new Map<string, Buffer>();
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return { value: contents, diagnostics: [] };
  const { exit, stdout, words } = await git(["cat-file", "--batch"], `${wanted.join("\n")}\n`);
  if (exit !== 0) return { diagnostics: [missingContent(words)] };
  let offset = 0;
  for (const id of wanted) {
    const start = stdout.indexOf(0x0a, offset) + 1;
    const [, type, size = 0] = stdout.toString("utf8", offset, start - 1).split(" ");
    if (type === "missing") return { diagnostics: [missingContent(`${id} missing`)] };
    contents.set(id, stdout.subarray(start, start + Number(size)));
    offset = start + Number(size) + 1;
  }
  return { value: contents, diagnostics: [] };
}

/** A partial clone leaves contents on the server until they are used, and nothing is fetched here. */
function missingContent(words: string) {
  const detail = `The clone does not hold all files of the commit; it is probably a partial clone.\ngit: ${words}`;
  return diagnostic("git-failed", detail, {
    help: ["fetch all of it:", "  git fetch --refetch --no-filter", "nothing is fetched by laurel itself"],
  });
}

/** Paths of all regular files of that name. */
export function filesNamed({ files }: Commit, name: string): readonly string[] {
  return files.flatMap(({ path, isRegular }) => (isRegular && nameOf(path) === name ? [path] : []));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What laurel reads in a folder of manifests of a commit: everything by what it is, as files. */
export interface CommitFolder {
  /** Whether the folder is there. */
  readonly isThere: boolean;
  readonly manifests: readonly CommitFile[];
  readonly scenarios: readonly CommitFile[];
  /** Of all environments. */
  readonly overrides: readonly CommitFile[];
  /** Links and submodules where manifests may be meant. */
  readonly others: readonly CommitFile[];
}

/** Sorts the files below a folder of a commit. `folder` and `projectFile`: paths in the repository. */
export function folderInCommit({ files }: Commit, folder: string, projectFile: string | undefined): CommitFolder {
  const below = files.filter(({ path }) => folder === "" || path === folder || path.startsWith(`${folder}/`));
  const start = inFolder(folder, "").length;
  const seen = below.filter(({ path }) => {
    const names = path.slice(start).split("/");
    return names.every((name) => !name.startsWith(".")) && !names.includes("node_modules");
  });
  const regular = seen.filter(({ isRegular }) => isRegular);
  const isOverride = ({ path }: CommitFile): boolean => path.startsWith(inFolder(folder, `${OVERRIDES_FOLDER}/`));
  const plain = regular.filter((file) => !isOverride(file));
  const isRelevant = ({ path }: CommitFile): boolean => isManifest(nameOf(path)) || !nameOf(path).includes(".");
  return {
    isThere: below.length > 0,
    manifests: plain.filter(({ path }) => isManifest(nameOf(path)) && path !== projectFile),
    scenarios: plain.filter(({ path }) => isScenarioFile(nameOf(path))),
    overrides: regular.filter((file) => isOverride(file) && isOverrideFile(nameOf(file.path))),
    others: seen.filter((file) => !file.isRegular && isRelevant(file)),
  };
}

/** The manifests of a folder in a commit, with the overrides of one environment. */
export interface CommitManifests extends FoundFiles<ManifestText> {
  readonly isThere: boolean;
  readonly overrides: readonly ManifestText[];
}

/** A folder of manifests, by its path in the repository. */
export interface FolderAtBase {
  readonly folder: string;
  readonly projectFile?: string | undefined;
  readonly environment?: string | undefined;
}

/** Reads every manifest below a folder of a commit. Nothing is in it when the folder is not there, or git failed; only then there are errors. */
export async function readCommitManifests(commit: Commit, at: FolderAtBase): Promise<CommitManifests> {
  const { isThere, manifests, overrides, others } = folderInCommit(commit, at.folder, at.projectFile);
  const diagnostics = others.map(({ path }) => notRegular(commit, path));
  const top = inFolder(at.folder, `${OVERRIDES_FOLDER}/`).length;
  const own = overrides.filter(({ path }) => environmentOf(path.slice(top)) === at.environment);
  const read = await readFiles(commit, manifests);
  const readOwn = await readFiles(commit, own);
  return {
    isThere,
    value: read.value,
    overrides: readOwn.value,
    diagnostics: [...diagnostics, ...read.diagnostics, ...readOwn.diagnostics],
  };
}

/** Reads one file of a commit; nothing when it is not there. */
export async function readCommitFile(commit: Commit, path: string): Promise<Checked<ManifestText> | undefined> {
  const found = commit.files.find((file) => file.path === path);
  if (found?.isRegular !== true) return undefined;
  const { value, diagnostics } = await readFiles(commit, [found]);
  return { ...(value[0] === undefined ? {} : { value: value[0] }), diagnostics };
}

function inFolder(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function notRegular({ ref }: Commit, path: string): Diagnostic {
  const detail = `${ref}:${path} is no regular file. What it leads to counts as not there, so all of it looks like a change of this branch.`;
  return diagnostic("not-in-commit", detail);
}

/** Reads files of a commit in their order, as long as they are not too much for a game. */
export async function readFiles({ git, ref }: Commit, files: readonly CommitFile[]): Promise<FoundFiles<ManifestText>> {
  const contents = await readContents(
    git,
    files.map(({ id }) => id),
  );
  if (contents.value === undefined) return { value: [], diagnostics: contents.diagnostics };
  const texts: ManifestText[] = [];
  const diagnostics: Diagnostic[] = [];
  let total = 0;
  for (const { path, id } of files) {
    const bytes = contents.value.get(id) ?? Buffer.alloc(0);
    total += bytes.length;
    if (total > MAXIMUM_FILES) return { value: [], diagnostics: [tooLarge(`The game in ${ref}`, MAXIMUM_FILES)] };
    const text = textOfBytes(bytes, `${ref}:${path}`);
    if (text.value !== undefined) texts.push(text.value);
    pushAll(diagnostics, text.diagnostics);
  }
  return { value: texts, diagnostics };
}
