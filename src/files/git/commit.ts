/**
 * The files of one commit, without a checkout. Contents are read as git keeps them: no filter and no change of line
 * ends is applied to them. `origin/main` and `games/dungeon` give the manifest `origin/main:games/dungeon/a.yaml`, as text.
 * Only regular files are read: links and submodules are not followed.
 */
import type { ManifestText } from "../../manifest/parse.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { type GameFiles, isIgnored, readRoles, roleOf } from "../manifests.ts";
import { textOfBytes } from "../read.ts";
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

/** Reads files of a commit at once: the bytes of each, by its path. */
async function readContents(git: Git, files: readonly CommitFile[]): Promise<Checked<ReadonlyMap<string, Buffer>>> {
  const contents = new Map<string, Buffer>();
  if (files.length === 0) return { value: contents, diagnostics: [] };
  const { exit, stdout, words } = await git(["cat-file", "--batch"], files.map(({ id }) => `${id}\n`).join(""));
  if (exit !== 0) return { diagnostics: [missingContent(words)] };
  let offset = 0;
  for (const { id, path } of files) {
    const start = stdout.indexOf(0x0a, offset) + 1;
    const [, type, size = 0] = stdout.toString("utf8", offset, start - 1).split(" ");
    if (type === "missing") return { diagnostics: [missingContent(`${id} missing`)] };
    offset = start + Number(size) + 1;
    contents.set(path, stdout.subarray(start, offset - 1));
  }
  return { value: contents, diagnostics: [] };
}

/** A partial clone leaves contents on the server until they are used, and nothing is fetched here. */
function missingContent(words: string): Diagnostic {
  const detail = `The clone does not hold all files of the commit; it is probably a partial clone.\ngit: ${words}`;
  return diagnostic("git-failed", detail, {
    help: [{ text: "fetch all of it; laurel fetches nothing:", command: "git fetch --refetch --no-filter" }],
  });
}

/** Reads the files of a game in a folder of a commit. `folder` and `projectFile`: paths in the repository. */
export async function readCommitFolder(commit: Commit, folder: string, projectFile?: string): Promise<GameFiles> {
  const start = folder === "" ? "" : `${folder}/`;
  const below = commit.files.filter(({ path }) => path === folder || path.startsWith(start));
  const named = below
    .filter(({ path }) => path !== projectFile)
    .map((file) => ({ ...file, name: file.path.slice(start.length) }));
  const used = named.filter(({ isRegular, name }) => isRegular && roleOf(name) !== undefined);
  const contents = await readContents(commit.git, used);
  const names = contents.value === undefined ? [] : used.map(({ name }) => name);
  const read = await readRoles(names, `The game in ${commit.ref}`, async (name) => {
    return textOfBytes(contents.value?.get(start + name) ?? Buffer.alloc(0), `${commit.ref}:${start}${name}`);
  });
  const unread = named.flatMap(({ isRegular, name, path }) => {
    return isRegular || isIgnored(name) ? [] : [notRegular(commit, path)];
  });
  return { ...read, isThere: below.length > 0, diagnostics: [...unread, ...contents.diagnostics, ...read.diagnostics] };
}

/** Reads one file of a commit; nothing when it is not there. */
export async function readCommitFile(commit: Commit, path: string): Promise<Checked<ManifestText> | undefined> {
  const file = commit.files.find((file) => file.path === path);
  if (file?.isRegular !== true) return undefined;
  const { value, diagnostics } = await readContents(commit.git, [file]);
  const bytes = value?.get(path);
  return bytes === undefined ? { diagnostics } : textOfBytes(bytes, `${commit.ref}:${path}`);
}

function notRegular({ ref }: Commit, path: string): Diagnostic {
  const detail = `${ref}:${path} is not a regular file. What it leads to counts as missing, so all of it looks like a change of this branch.`;
  return diagnostic("not-in-commit", detail);
}
