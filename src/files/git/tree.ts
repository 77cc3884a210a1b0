/**
 * The files of one commit, without a checkout. Contents are read as git keeps them: no filter and no change of line
 * ends is applied to them.
 */

import { environmentOf, isOverrideFile, OVERRIDES_FOLDER } from "../../manifest/overrides.ts";
import type { ManifestText } from "../../manifest/parse.ts";
import { quoted } from "../../manifest/wording.ts";
import { pushAll } from "../../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { MAXIMUM_FILES } from "../../model/limits.ts";
import { type FoundFiles, isManifest, isScenarioFile } from "../manifests.ts";
import { textOfBytes, tooLarge } from "../read.ts";
import { type Git, gitFailed } from "./repository.ts";

/** What lies at a path of a commit. */
export type TreeEntry = Folder | FileEntry | LinkEntry | Submodule;
export interface Folder {
  readonly type: "folder";
  readonly entries: ReadonlyMap<string, TreeEntry>;
}
export interface FileEntry {
  readonly type: "file";
  /** The id of its content. */
  readonly id: string;
}
export interface LinkEntry {
  readonly type: "link";
  /** Where it leads, as written. */
  readonly target: string;
}
/** Another repository's commit; its files are not in this one. */
export interface Submodule {
  readonly type: "submodule";
}

/** Reads the names of all files of a commit, and where its links lead. */
export async function readTree(git: Git, commit: string): Promise<Checked<Folder>> {
  const listed = await git(["ls-tree", "-r", "-z", "--full-tree", commit]);
  if (listed.exit !== 0) return { diagnostics: [gitFailed(listed)] };
  const records = listed.stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return mode === undefined || id === undefined || path === undefined ? [] : [{ mode, id, path }];
    });
  const linkIds = records.filter(({ mode }) => mode === LINK).map(({ id }) => id);
  const targets = await readContents(git, linkIds, LONGEST_LINK);
  if (targets.value === undefined) return { diagnostics: targets.diagnostics };
  const root: Draft = { type: "folder", entries: new Map() };
  for (const { mode, id, path } of records) {
    const names = path.split("/");
    const last = names.pop() ?? "";
    let folder = root;
    for (const name of names) {
      const known = folder.entries.get(name);
      const next: Draft = known?.type === "folder" ? (known as Draft) : { type: "folder", entries: new Map() };
      folder.entries.set(name, next);
      folder = next;
    }
    folder.entries.set(last, entryOf(mode, id, targets.value));
  }
  return { value: root, diagnostics: [] };
}

interface Draft extends Folder {
  readonly entries: Map<string, TreeEntry>;
}

const LINK = "120000";
const SUBMODULE = "160000";
/** Bytes; no file system takes longer ones. */
const LONGEST_LINK = 65_536;

function entryOf(mode: string, id: string, targets: ReadonlyMap<string, Content>): TreeEntry {
  if (mode === SUBMODULE) return { type: "submodule" };
  if (mode === LINK) return { type: "link", target: targets.get(id)?.bytes?.toString("utf8") ?? "" };
  return { type: "file", id };
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

/** Where a path leads once links in it are followed. */
export type FoundEntry =
  | { readonly entry: Folder | FileEntry | Submodule; readonly path: string }
  | "nothing"
  | "outside";

/** Links followed before a path is taken to lead back to itself. */
const MOST_LINKS = 40;

/** What lies at a path (`/` between names, `""` is the root), links followed as far as they stay in the commit. */
export function entryAt(root: Folder, path: string): FoundEntry {
  const open = path.split("/").reverse();
  const stack: { name: string; entry: TreeEntry }[] = [];
  let followed = 0;
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (stack.pop() === undefined) return "outside";
      continue;
    }
    const here = stack.at(-1)?.entry ?? root;
    const entry = here.type === "folder" ? here.entries.get(name) : undefined;
    if (entry === undefined) return "nothing";
    if (entry.type !== "link") {
      stack.push({ name, entry });
      continue;
    }
    followed += 1;
    if (followed > MOST_LINKS || entry.target === "") return "nothing";
    if (/^([/\\]|[A-Za-z]:)/.test(entry.target)) return "outside";
    pushAll(open, entry.target.split("/").reverse());
  }
  const entry = (stack.at(-1)?.entry ?? root) as Folder | FileEntry | Submodule;
  return { entry, path: stack.map(({ name }) => name).join("/") };
}

/** Paths of all files of that name, in the order of the paths. Links are not followed. */
export function filesNamed(folder: Folder, name: string, path = ""): readonly string[] {
  return [...folder.entries].flatMap(([own, entry]) => {
    const place = path === "" ? own : `${path}/${own}`;
    if (entry.type === "folder") return filesNamed(entry, name, place);
    return entry.type === "file" && own === name ? [place] : [];
  });
}

/** A commit with everything that is needed to read from it. */
export interface Commit {
  readonly git: Git;
  /** As the user named it; the names of its files begin with it: `origin/main:games/a.yaml`. */
  readonly ref: string;
  readonly tree: Folder;
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
  const start = entryAt(commit.tree, folder);
  if (typeof start === "string" || start.entry.type !== "folder") {
    return { isThere: false, value: [], overrides: [], diagnostics: [] };
  }
  const top = inFolder(start.path, OVERRIDES_FOLDER);
  const isWanted = (name: string, path: string): boolean => isManifest(name) && path !== projectFile;
  const manifests = search(commit, start.entry, start.path, isWanted, top);
  const overridesFolder = entryAt(commit.tree, top);
  const overrides =
    typeof overridesFolder === "string" || overridesFolder.entry.type !== "folder"
      ? { found: [], diagnostics: [] }
      : search(commit, overridesFolder.entry, top, isOverrideFile);
  const own = overrides.found.filter(({ path }) => environmentOf(path.slice(top.length + 1)) === environment);
  const read = await readCommitFiles(commit, manifests.found);
  const readOwn = await readCommitFiles(commit, own);
  return {
    isThere: true,
    value: read.value,
    overrides: readOwn.value,
    diagnostics: [...manifests.diagnostics, ...overrides.diagnostics, ...read.diagnostics, ...readOwn.diagnostics],
  };
}

/**
 * What laurel reads in a folder of manifests of a commit: manifests, scenarios, and overrides of all environments. The ids
 * of their contents by path below the folder. Undefined when the folder is not there, or leads out of the commit.
 */
export function filesInCommit(
  commit: Commit,
  folder: string,
  projectFile: string,
): ReadonlyMap<string, string> | undefined {
  const start = entryAt(commit.tree, folder);
  if (typeof start === "string" || start.entry.type !== "folder") return undefined;
  const top = inFolder(start.path, OVERRIDES_FOLDER);
  const isWanted = (name: string, path: string): boolean =>
    (isManifest(name) && path !== projectFile) || isScenarioFile(name);
  const all = search(commit, start.entry, start.path, isWanted, top);
  const overridesFolder = entryAt(commit.tree, top);
  const overrides =
    typeof overridesFolder === "string" || overridesFolder.entry.type !== "folder"
      ? { found: [], diagnostics: [] }
      : search(commit, overridesFolder.entry, top, isOverrideFile);
  if (all.diagnostics.length + overrides.diagnostics.length > 0) return undefined;
  const below = start.path === "" ? 0 : start.path.length + 1;
  return new Map([...all.found, ...overrides.found].map(({ path, entry }) => [path.slice(below), entry.id]));
}

/** Reads one file of a commit; nothing when it is not there. */
export async function readCommitFile(commit: Commit, path: string): Promise<Checked<ManifestText> | undefined> {
  const found = entryAt(commit.tree, path);
  if (typeof found === "string" || found.entry.type !== "file") return undefined;
  const { value, diagnostics } = await readCommitFiles(commit, [{ path, entry: found.entry }]);
  return { ...(value[0] === undefined ? {} : { value: value[0] }), diagnostics };
}

interface FoundFile {
  readonly path: string;
  readonly entry: FileEntry;
}

interface Search {
  readonly commit: Commit;
  readonly isWanted: (name: string, path: string) => boolean;
  /** Path of a folder that is left out. */
  readonly without: string | undefined;
  readonly found: FoundFile[];
  readonly diagnostics: Diagnostic[];
  /** So that a circle of links ends. */
  readonly entered: Set<Folder>;
  /** Links to folders, which are followed last, as on disk. */
  readonly links: { readonly path: string; readonly folder: Folder }[];
}

function search(
  commit: Commit,
  folder: Folder,
  path: string,
  isWanted: Search["isWanted"],
  without?: string,
): Pick<Search, "found" | "diagnostics"> {
  const all: Search = { commit, isWanted, without, found: [], diagnostics: [], entered: new Set(), links: [] };
  for (let round = [{ path, folder }]; round.length > 0; round = all.links.splice(0)) {
    round.sort((a, b) => compareText(a.path, b.path));
    for (const each of round) searchFolder(each.folder, each.path, all);
  }
  all.found.sort((a, b) => compareText(a.path, b.path));
  return all;
}

function searchFolder(folder: Folder, path: string, search: Search): void {
  if (search.entered.has(folder)) return;
  search.entered.add(folder);
  for (const [name, own] of folder.entries) {
    const place = inFolder(path, name);
    if (name.startsWith(".") || name === "node_modules" || place === search.without) continue;
    const target = own.type === "link" ? entryAt(search.commit.tree, place) : { entry: own };
    if (typeof target === "string") {
      // What leads nowhere may have been a folder; a name that ends in something else was never read.
      if (search.isWanted(name, place) || !name.includes("."))
        search.diagnostics.push(notInCommit(search.commit, place, "is a link that leads to nothing in the commit"));
    } else if (target.entry.type === "submodule") {
      const why = "is a submodule, whose files are in another repository";
      search.diagnostics.push(notInCommit(search.commit, place, why));
    } else if (target.entry.type === "folder") {
      if (own.type === "link") search.links.push({ path: place, folder: target.entry });
      else searchFolder(target.entry, place, search);
    } else if (search.isWanted(name, place) && target.entry.type === "file") {
      search.found.push({ path: place, entry: target.entry });
    }
  }
}

function inFolder(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function notInCommit({ ref }: Commit, path: string, why: string): Diagnostic {
  const detail = `${ref}:${path} ${why}. What it holds counts as not there, so all of it looks like a change of this branch.`;
  return diagnostic("not-in-commit", detail);
}

async function readCommitFiles({ git, ref }: Commit, files: readonly FoundFile[]): Promise<FoundFiles<ManifestText>> {
  const ids = files.map(({ entry }) => entry.id);
  const contents = await readContents(git, ids, MAXIMUM_FILES);
  if (contents.value === undefined) return { value: [], diagnostics: contents.diagnostics };
  const texts: ManifestText[] = [];
  let total = 0;
  const diagnostics: Diagnostic[] = [];
  for (const { path, entry } of files) {
    const file = `${ref}:${path}`;
    const content = contents.value.get(entry.id);
    if (content?.bytes === undefined) {
      diagnostics.push(tooLarge(file, MAXIMUM_FILES));
      continue;
    }
    total += content.size;
    if (total > MAXIMUM_FILES) return { value: [], diagnostics: [tooLarge(`The game in ${ref}`, MAXIMUM_FILES)] };
    if (content.bytes.subarray(0, LFS_MARK.length).toString("latin1") === LFS_MARK) {
      diagnostics.push(keptByLfs(file));
      continue;
    }
    const text = textOfBytes(content.bytes, file);
    if (text.value !== undefined) texts.push(text.value);
    pushAll(diagnostics, text.diagnostics);
  }
  return { value: texts, diagnostics };
}

/** How pointers to files of Git LFS begin. */
const LFS_MARK = "version https://git-lfs.github.com/spec/";

function keptByLfs(file: string): Diagnostic {
  const detail = `${quoted(file)} is kept by Git LFS: the commit holds only a pointer to it, and nothing is fetched.`;
  return diagnostic("unreadable-file", detail, {
    help: ["keep manifests in git itself: take their pattern out of .gitattributes and add them again"],
  });
}
