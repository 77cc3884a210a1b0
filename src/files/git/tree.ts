/**
 * The files of one commit, without a checkout. Contents are read as git keeps them: no filter and no change of line
 * ends is applied to them.
 */

import { pushAll } from "../../model/collections.ts";
import { type Checked, diagnostic } from "../../model/diagnostics.ts";
import { gitFailed } from "./repository.ts";
import type { Git } from "./run.ts";

/** What lies at a path of a commit. */
export type Entry = Folder | FileEntry | LinkEntry | Submodule;
export interface Folder {
  readonly type: "folder";
  readonly entries: ReadonlyMap<string, Entry>;
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
  readonly entries: Map<string, Entry>;
}

const LINK = "120000";
const SUBMODULE = "160000";
/** Bytes; no file system takes longer ones. */
const LONGEST_LINK = 65_536;

function entryOf(mode: string, id: string, targets: ReadonlyMap<string, Content>): Entry {
  if (mode === SUBMODULE) return { type: "submodule" };
  if (mode === LINK) return { type: "link", target: targets.get(id)?.bytes?.toString("utf8") ?? "" };
  return { type: "file", id };
}

/** A content by its id: its bytes, unless it is larger than asked for. */
export interface Content {
  readonly size: number;
  readonly bytes?: Buffer;
}

/** Reads contents by their ids, each at most so many bytes long. */
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
export type Found = { readonly entry: Folder | FileEntry | Submodule; readonly path: string } | "nothing" | "outside";

/** Links followed before a path is taken to lead back to itself. */
const MOST_LINKS = 40;

/** What lies at a path (`/` between names, `""` is the root), links followed as far as they stay in the commit. */
export function entryAt(root: Folder, path: string): Found {
  const open = path.split("/").reverse();
  const stack: { name: string; entry: Entry }[] = [];
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
