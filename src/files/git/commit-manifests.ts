/** The manifests of a game as a commit has them: the same files that would be read from a checkout of it. */

import { environmentOf, isOverrideFile, OVERRIDES_FOLDER } from "../../manifest/override-files.ts";
import type { ManifestText } from "../../manifest/parse.ts";
import { quoted } from "../../manifest/wording.ts";
import { pushAll } from "../../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { type Found as FoundFiles, isManifest } from "../manifests.ts";
import { MAXIMUM_BYTES, MAXIMUM_TOTAL, textOfBytes, tooLarge } from "../read.ts";
import type { Git } from "./run.ts";
import { entryAt, type FileEntry, type Folder, readContents } from "./tree.ts";

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
      search.diagnostics.push(
        notInCommit(search.commit, place, "is a submodule, whose files are in another repository"),
      );
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
  const contents = await readContents(git, ids, MAXIMUM_BYTES);
  if (contents.value === undefined) return { value: [], diagnostics: contents.diagnostics };
  const texts: ManifestText[] = [];
  let total = 0;
  const diagnostics: Diagnostic[] = [];
  for (const { path, entry } of files) {
    const file = `${ref}:${path}`;
    const content = contents.value.get(entry.id);
    if (content?.bytes === undefined) {
      diagnostics.push(tooLarge(file, MAXIMUM_BYTES));
      continue;
    }
    total += content.size;
    if (total > MAXIMUM_TOTAL) return { value: [], diagnostics: [tooLarge(`The game in ${ref}`, MAXIMUM_TOTAL)] };
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

/** How a file begins that stands for one that is kept elsewhere. */
const LFS_MARK = "version https://git-lfs.github.com/spec/";

function keptByLfs(file: string): Diagnostic {
  const detail = `${quoted(file)} is kept by Git LFS: the commit holds only a pointer to it, and nothing is fetched.`;
  return diagnostic("unreadable-file", detail, {
    help: ["keep manifests in git itself: take their pattern out of .gitattributes and add them again"],
  });
}
