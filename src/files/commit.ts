/**
 * The files of one commit, without a checkout. Contents are read as git keeps them: no filter and
 * no change of line ends is applied to them. `origin/main` and `games/dungeon` give the manifest
 * `origin/main:games/dungeon/a.yaml`, as text. A submodule is read at the commit that is recorded
 * for it. Links are not followed.
 */

import { join } from "node:path";
import { compareText, grouped } from "../ground/collections.ts";
import { shellLine } from "../ground/words.ts";
import {
  type Checked,
  checked,
  type Diagnostic,
  diagnostic,
  type ErrorDiagnostic,
  failed,
} from "../model/diagnostics.ts";
import type { SourceFile } from "../model/source.ts";
import { isLeftOut } from "./manifests.ts";
import { isTaken, placeOf } from "./paths.ts";
import { decodeSource } from "./read.ts";
import { type Git, gitFailed } from "./repository.ts";
import type { FolderListing, ManifestsFolder, Tree, TreeFile } from "./tree.ts";

/** An entry of a commit. `id`: the object with its content, or the commit of a submodule. */
interface CommitFile {
  /** In the repository, with `/` between names. */
  readonly path: string;
  readonly id: string;
  readonly type: "file" | "link" | "submodule";
  /** In the repository that has the content. */
  readonly git: Git;
}

/** A commit with everything that is needed to read from it. */
export interface Commit {
  readonly git: Git;
  /** Absolute path of the working tree, with links resolved. */
  readonly root: string;
  /** Git in the root of another repository (absolute path). */
  readonly gitIn: (root: string) => Git;
  /** As the user named it; the names of its files begin with it: `origin/main:games/a.yaml`. */
  readonly ref: string;
  readonly files: readonly CommitFile[];
}

/** Lists all files of a commit, in the order of their paths. `start`: goes before the paths. */
export async function listFiles(
  git: Git,
  commit: string,
  start = "",
): Promise<Checked<readonly CommitFile[]>> {
  const listed = await git(["ls-tree", "-r", "-z", "--full-tree", commit]);
  if (listed.exit !== 0) return failed(gitFailed(listed));
  const files = listed.stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line): CommitFile[] => {
      const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      if (mode === undefined || id === undefined || path === undefined) return [];
      return [{ path: start + path, id, type: typeOf(mode), git }];
    });
  return { value: files.sort((a, b) => compareText(a.path, b.path)), diagnostics: [] };
}

function typeOf(mode: string): CommitFile["type"] {
  if (mode === "160000") return "submodule";
  return mode.startsWith("100") ? "file" : "link";
}

/**
 * Returns all files of a commit. Submodules at, above or below the path are replaced by their own
 * files.
 */
async function listAround(commit: Commit, path: string): Promise<Checked<readonly CommitFile[]>> {
  const isOpened = (file: CommitFile): boolean =>
    file.type === "submodule" && isAround(file.path, path);
  if (!commit.files.some(isOpened)) return { value: commit.files, diagnostics: [] };
  const files: CommitFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const waiting = [...commit.files];
  // Submodules may hold submodules.
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (!isOpened(file)) {
      files.push(file);
      continue;
    }
    const { value = [], diagnostics: problems } = await listSubmodule(commit, file);
    diagnostics.push(...problems);
    for (const inner of value) waiting.push(inner);
  }
  return checked(
    files.sort((a, b) => compareText(a.path, b.path)),
    diagnostics,
  );
}

function isAround(submodule: string, path: string): boolean {
  if (submodule === path || path.startsWith(`${submodule}/`)) return true;
  const start = path === "" ? "" : `${path}/`;
  return submodule.startsWith(start) && !isLeftOut(submodule.slice(start.length));
}

async function listSubmodule(
  commit: Commit,
  submodule: CommitFile,
): Promise<Checked<readonly CommitFile[]>> {
  const { path, id } = submodule;
  const place = await findRepositoryAt(commit, path);
  const git = place === undefined ? undefined : commit.gitIn(place);
  const opened = await git?.(["rev-parse", "--git-dir"]);
  if (opened !== undefined && opened.exit !== 0) return failed(gitFailed(opened));
  const found = await git?.(["cat-file", "-e", `${id}^{commit}`]);
  if (git !== undefined && found?.exit === 0) return listFiles(git, id, `${path}/`);
  const where = `${commit.ref}:${path}`;
  const detail = `${where} is a submodule at the commit ${id}, which is not in this clone, so its manifests cannot be read.`;
  const folder = shellLine([path]);
  const command =
    git === undefined
      ? `git submodule update --init -- ${folder}`
      : `git -C ${folder} fetch origin ${id}`;
  return failed(
    diagnostic("missing-submodule", detail, { help: [{ text: "fetch it:", command }] }),
  );
}

/** Finds the folder of a submodule, with links resolved; undefined if it is not checked out. */
async function findRepositoryAt({ root }: Commit, path: string): Promise<string | undefined> {
  const place = await placeOf(join(root, path), root).catch(() => undefined);
  // A pull request can put a repository of its own into a folder, but nothing that is named `.git`.
  return place !== undefined && (await isTaken(join(place, ".git"))) ? place : undefined;
}

/** Reads files of a commit at once: the bytes of each, by its path. */
async function readContents(
  files: readonly CommitFile[],
): Promise<Checked<ReadonlyMap<string, Buffer>>> {
  const contents = new Map<string, Buffer>();
  for (const [git, own] of grouped(files, (file) => file.git)) {
    const { value, diagnostics } = await readObjects(git, own);
    if (value === undefined) return { diagnostics };
    for (const [path, bytes] of value) contents.set(path, bytes);
  }
  return { value: contents, diagnostics: [] };
}

/** Reads files of one repository. */
async function readObjects(
  git: Git,
  files: readonly CommitFile[],
): Promise<Checked<ReadonlyMap<string, Buffer>>> {
  const contents = new Map<string, Buffer>();
  const { exit, stdout, words } = await git(
    ["cat-file", "--batch"],
    files.map(({ id }) => `${id}\n`).join(""),
  );
  if (exit !== 0) return failed(explainMissingContent(words));
  let offset = 0;
  for (const { id, path } of files) {
    const start = stdout.indexOf(0x0a, offset) + 1;
    const [, type, size = 0] = stdout.toString("utf8", offset, start - 1).split(" ");
    if (type === "missing") return failed(explainMissingContent(`${id} missing`));
    offset = start + Number(size) + 1;
    contents.set(path, stdout.subarray(start, offset - 1));
  }
  return { value: contents, diagnostics: [] };
}

/**
 * Explains that the clone lacks contents. A partial clone leaves them on the server until they are
 * used, and laurel fetches nothing.
 */
function explainMissingContent(words: string): ErrorDiagnostic {
  const detail = `The clone does not hold all files of the commit; it is probably a partial clone.\ngit: ${words}`;
  return diagnostic("git-failed", detail, {
    help: [
      {
        text: "fetch all of it; laurel fetches nothing:",
        command: "git fetch --refetch --no-filter",
      },
    ],
  });
}

/** Returns the files of a commit as a tree, with paths from the root of the repository. */
export function commitTree(commit: Commit): Tree {
  return {
    what: `The game in ${commit.ref}`,
    list: (folder, isRead) => listGame(folder, isRead, commit),
    read: (path) => readFile(path, commit),
  };
}

/** Lists the files of a game, whose contents are read at once. */
async function listGame(
  { manifests: folder, projectFile }: ManifestsFolder,
  isRead: (relative: string) => boolean,
  commit: Commit,
): Promise<FolderListing> {
  const start = folder === "" ? "" : `${folder}/`;
  const { value: all, diagnostics: missing } = await listAround(commit, folder);
  if (all === undefined) return { isThere: true, files: [], diagnostics: missing };
  const below = all.filter(({ path }) => path === folder || path.startsWith(start));
  const relativeTo = ({ path }: CommitFile): string => path.slice(start.length);
  const used = below.filter((file) => file.type === "file" && isRead(relativeTo(file)));
  const { value: contents, diagnostics } = await readContents(used);
  const files = used.flatMap((file): readonly TreeFile[] => {
    const bytes = contents?.get(file.path);
    if (bytes === undefined) return [];
    const { path } = file;
    const read = () => decodeSource(bytes, nameSource(commit, path));
    return [{ path, relative: relativeTo(file), read }];
  });
  const unread = below
    .filter((file) => file.type !== "file" && file.path !== projectFile)
    .filter((file) => !isLeftOut(relativeTo(file)))
    .map(({ path }) => warnOfLink(commit, path));
  return { isThere: below.length > 0, files, diagnostics: [...unread, ...diagnostics] };
}

/** Reads one file of a commit; undefined if the commit doesn't have it. */
async function readFile(path: string, commit: Commit): Promise<Checked<SourceFile> | undefined> {
  const { value: files, diagnostics: missing } = await listAround(commit, path);
  if (files === undefined) return { diagnostics: missing };
  const file = files.find((file) => file.path === path);
  if (file?.type !== "file") return undefined;
  const { value: contents, diagnostics } = await readContents([file]);
  if (contents === undefined) return { diagnostics };
  const bytes = contents.get(path);
  return bytes && decodeSource(bytes, nameSource(commit, path));
}

/** Returns the name of a file of a commit in messages. `path`: in the repository. */
function nameSource({ ref }: Commit, path: string): Pick<SourceFile, "path" | "name"> {
  return { path, name: `${ref}:${path}` };
}

function warnOfLink({ ref }: Commit, path: string): Diagnostic {
  const detail = `${ref}:${path} is not a regular file, and laurel reads no files through links. What it leads to counts as missing, so all of it looks like a change of this branch.`;
  return diagnostic("not-in-commit", detail);
}
