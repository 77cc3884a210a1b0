/**
 * The files of one commit, without a checkout. Contents are read as git keeps them: no filter and no change of line
 * ends is applied to them. `origin/main` and `games/dungeon` give the manifest `origin/main:games/dungeon/a.yaml`, as text.
 * Only regular files are read: links and submodules are not followed.
 */

import { createHash } from "node:crypto";
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

/** A content by its id: its bytes, unless it is larger than asked for. */
export interface Content {
  readonly size: number;
  readonly bytes?: Buffer;
}

/** Reads contents by their ids, each with a limit in bytes. */
export async function readContents(
  git: Git,
  ids: readonly string[],
  limit: number,
): Promise<Checked<ReadonlyMap<string, Content>>> {
  const contents = new Map<string, Content>();
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return { value: contents, diagnostics: [] };
  const checked = await git(["cat-file", "--batch-check"], `${wanted.join("\n")}\n`);
  if (checked.exit !== 0) return { diagnostics: [missingContent(checked.words)] };
  const small: string[] = [];
  for (const line of checked.stdout.toString("utf8").split("\n")) {
    const [id = "", type = "", size] = line.split(" ");
    if (type === "missing") return { diagnostics: [missingContent(`${id} missing`)] };
    if (size === undefined) continue;
    contents.set(id, { size: Number(size) });
    if (Number(size) <= limit) small.push(id);
  }
  const read = await git(["cat-file", "--batch"], `${small.join("\n")}\n`);
  if (read.exit !== 0) return { diagnostics: [gitFailed(read)] };
  let offset = 0;
  for (const id of small) {
    const start = read.stdout.indexOf(0x0a, offset) + 1;
    const size = contents.get(id)?.size ?? 0;
    contents.set(id, { size, bytes: read.stdout.subarray(start, start + size) });
    offset = start + size + 1;
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

/** The manifests of a folder in a commit, with the overrides of one environment. */
export interface CommitManifests extends FoundFiles<ManifestText> {
  /** Whether the folder is there. */
  readonly isThere: boolean;
  readonly overrides: readonly ManifestText[];
}

/**
 * Reads every manifest below a folder of a commit. `folder` and `projectFile`: paths in the repository. Nothing is in it
 * when the folder is not there, or git failed; only then there are errors.
 */
export async function readCommitManifests(
  commit: Commit,
  folder: string,
  projectFile: string | undefined,
  environment: string | undefined,
): Promise<CommitManifests> {
  const below = filesBelow(commit, folder);
  const { manifests, overrides, others } = sorted(below, folder, projectFile);
  const diagnostics = others.map(({ path }) => notRegular(commit, path));
  const top = inFolder(folder, `${OVERRIDES_FOLDER}/`).length;
  const own = overrides.filter(({ path }) => environmentOf(path.slice(top)) === environment);
  const read = await readFiles(commit, manifests);
  const readOwn = await readFiles(commit, own);
  return {
    isThere: below.length > 0,
    value: read.value,
    overrides: readOwn.value,
    diagnostics: [...diagnostics, ...read.diagnostics, ...readOwn.diagnostics],
  };
}

/**
 * What laurel reads in a folder of manifests of a commit: manifests, scenarios, and overrides of all environments. The ids
 * of their contents by path below the folder. Undefined when the folder is not there, or holds links or submodules.
 */
export function filesInCommit(
  commit: Commit,
  folder: string,
  projectFile: string,
): ReadonlyMap<string, string> | undefined {
  const below = filesBelow(commit, folder);
  const { manifests, scenarios, overrides, others } = sorted(below, folder, projectFile);
  if (below.length === 0 || others.length > 0) return undefined;
  const start = inFolder(folder, "").length;
  return new Map([...manifests, ...scenarios, ...overrides].map(({ path, id }) => [path.slice(start), id]));
}

/** Reads one file of a commit; nothing when it is not there. */
export async function readCommitFile(commit: Commit, path: string): Promise<Checked<ManifestText> | undefined> {
  const found = commit.files.find((file) => file.path === path);
  if (found?.isRegular !== true) return undefined;
  const { value, diagnostics } = await readFiles(commit, [found]);
  return { ...(value[0] === undefined ? {} : { value: value[0] }), diagnostics };
}

/** The files below a folder; the folder itself where it is a link or a submodule. */
function filesBelow({ files }: Commit, folder: string): readonly CommitFile[] {
  return files.filter(({ path }) => folder === "" || path === folder || path.startsWith(`${folder}/`));
}

/** Files of a folder of manifests by what they are; `others` may be any of them. */
function sorted(files: readonly CommitFile[], folder: string, projectFile: string | undefined) {
  const start = inFolder(folder, "").length;
  const seen = files.filter(({ path }) => {
    const names = path.slice(start).split("/");
    return names.every((name) => !name.startsWith(".")) && !names.includes("node_modules");
  });
  const regular = seen.filter(({ isRegular }) => isRegular);
  const isOverride = ({ path }: CommitFile): boolean => path.startsWith(inFolder(folder, `${OVERRIDES_FOLDER}/`));
  const plain = regular.filter((file) => !isOverride(file));
  const isRelevant = ({ path }: CommitFile): boolean => isManifest(nameOf(path)) || !nameOf(path).includes(".");
  return {
    manifests: plain.filter(({ path }) => isManifest(nameOf(path)) && path !== projectFile),
    scenarios: plain.filter(({ path }) => isScenarioFile(nameOf(path))),
    overrides: regular.filter((file) => isOverride(file) && isOverrideFile(nameOf(file.path))),
    others: seen.filter((file) => !file.isRegular && isRelevant(file)),
  };
}

function inFolder(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function notRegular({ ref }: Commit, path: string): Diagnostic {
  const detail = `${ref}:${path} is no regular file. What it leads to counts as not there, so all of it looks like a change of this branch.`;
  return diagnostic("not-in-commit", detail);
}

async function readFiles({ git, ref }: Commit, files: readonly CommitFile[]): Promise<FoundFiles<ManifestText>> {
  const ids = files.map(({ id }) => id);
  const contents = await readContents(git, ids, MAXIMUM_FILES);
  if (contents.value === undefined) return { value: [], diagnostics: contents.diagnostics };
  const texts: ManifestText[] = [];
  let total = 0;
  const diagnostics: Diagnostic[] = [];
  for (const { path, id } of files) {
    const file = `${ref}:${path}`;
    const content = contents.value.get(id);
    total += content?.size ?? 0;
    if (content?.bytes === undefined || total > MAXIMUM_FILES) {
      return { value: [], diagnostics: [tooLarge(`The game in ${ref}`, MAXIMUM_FILES)] };
    }
    const text = textOfBytes(content.bytes, file);
    if (text.value !== undefined) texts.push(text.value);
    pushAll(diagnostics, text.diagnostics);
  }
  return { value: texts, diagnostics };
}

/**
 * Whether a content is the one that git keeps under an id, in hexadecimal digits; their number decides the hash (SHA-1 or
 * SHA-256). Git is not run: a filter of the repository would be, too. A content with CRLF is also the one with LF, as which
 * git may keep it (`core.autocrlf`).
 */
export function hasContentId(bytes: Buffer, id: string): boolean {
  if (contentId(bytes, id.length) === id) return true;
  return bytes.includes("\r\n") && contentId(withoutCarriageReturns(bytes), id.length) === id;
}

function contentId(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function withoutCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}
