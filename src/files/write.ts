/**
 * Writes text files, each whole or not at all: texts go into temporary files beside their targets, which are renamed when
 * they are on the disk.
 */

import { constants } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_FILES } from "../model/limits.ts";
import { codeOf, isFolder, isTaken, placeOf, realPath } from "./paths.ts";
import { readBytes, shownPath } from "./read.ts";

/** A file to be; `path` is absolute. */
export interface FileText {
  readonly path: string;
  readonly text: string;
  /** Whether it is a program. */
  readonly isExecutable?: boolean;
}

/** With a problem, nothing is written; of files that may overwrite others, some may be. */
export interface Written {
  /** Paths, in the order given. */
  readonly written: readonly string[];
  readonly problem?: Diagnostic;
}

/**
 * One refusal that names every path at which something is already, with help on what to do about them; undefined if there is
 * nothing at any of them.
 */
export async function alreadyThere(
  paths: readonly string[],
  cwd: string,
  help: (them: "it" | "them") => readonly string[],
): Promise<Diagnostic | undefined> {
  const found: string[] = [];
  for (const path of paths) if (await isTaken(path)) found.push(shownPath(path, cwd));
  if (found.length === 0) return undefined;
  const [files, them] = found.length === 1 ? (["this file is", "it"] as const) : (["these files are", "them"] as const);
  const detail = `Nothing is written, because ${files} there already: ${found.join(", ")}.`;
  return diagnostic("file-exists", detail, { help: help(them) });
}

/** Writes the files, making folders where they are missing. What has appeared meanwhile is overwritten only if allowed. */
export async function writeFiles(files: readonly FileText[], overwrite: boolean, cwd: string): Promise<Written> {
  const staged: { readonly path: string; readonly temporary: string }[] = [];
  const written: string[] = [];
  const folders: string[] = [];
  let current = files[0]?.path ?? cwd;
  try {
    for (const { path, text, isExecutable } of files) {
      current = path;
      const place = await placeOf(path);
      if ("why" in place) throw Object.assign(new Error(place.why), { code: "OUTSIDE" });
      pushAll(folders, await makeFolders(dirname(path)));
      const temporary = nameBeside(path);
      staged.push({ path, temporary });
      await writeNew(temporary, text, isExecutable === true ? 0o777 : 0o666);
    }
    const paths = files.map(({ path }) => path);
    const collision = overwrite
      ? undefined
      : await alreadyThere(paths, cwd, () => ["try again: that was not so a moment ago"]);
    if (collision !== undefined) return { written, problem: collision };
    for (const { path, temporary } of staged) {
      current = path;
      await rename(temporary, path);
      written.push(path);
    }
    for (const path of paths) await removeLeftovers(path, path);
    return { written };
  } catch (error) {
    if (!overwrite) await removeFiles(written.splice(0));
    return { written, problem: unwritable(current, error, written, files.length, cwd) };
  } finally {
    await removeFiles(staged.slice(written.length).map(({ temporary }) => temporary));
    if (written.length === 0) for (const folder of folders.reverse()) await rmdir(folder).catch(() => undefined);
  }
}

async function writeNew(path: string, content: string | Buffer, mode = 0o666): Promise<void> {
  const handle = await open(path, "wx", mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file that gets another text, or a new one. `path` is absolute. */
export interface FileChange {
  readonly path: string;
  /** The text as it was read, without a byte order mark; undefined where there is to be no file yet. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Gives files another text: all of them, or none. A file that is no longer as it was read is a problem, and so is one that
 * has appeared. Links, permissions and byte order marks stay. `root`: where the files have to lie, as for `placeOf`.
 */
export async function replaceFiles(
  changes: readonly FileChange[],
  cwd: string,
  root?: string,
): Promise<Diagnostic | undefined> {
  const staged: { readonly target: string; readonly temporary: string; readonly old: Buffer | undefined }[] = [];
  const [folders, replaced]: [string[], typeof staged] = [[], []];
  let current = changes[0]?.path ?? cwd;
  try {
    for (const change of changes) {
      current = change.path;
      const place = await placeOf(current, root);
      if ("why" in place) throw Object.assign(new Error(place.why), { code: "OUTSIDE" });
      if (change.before === undefined) pushAll(folders, await makeFolders(dirname(current)));
      const target = change.before === undefined ? current : await realPath(current);
      const old = await presentBytes(change, cwd, root);
      if (old !== undefined && "code" in old) return old;
      const mark = old?.subarray(0, 3).equals(BYTE_ORDER_MARK) === true ? "\uFEFF" : "";
      const temporary = nameBeside(target);
      staged.push({ target, temporary, old });
      await writeNew(temporary, mark + change.after, old === undefined ? 0o666 : (await stat(target)).mode & 0o777);
    }
    for (const each of staged) {
      current = each.target;
      await rename(each.temporary, each.target);
      replaced.push(each);
    }
    for (const { target } of staged) await removeLeftovers(target, target);
    return undefined;
  } catch (error) {
    const left: string[] = [];
    for (const { target, old } of replaced.splice(0)) {
      const isBack = old === undefined ? rm(target, { force: true }) : writeBack(target, old);
      await isBack.catch(() => left.push(target));
    }
    return unwritable(current, error, left, changes.length, cwd);
  } finally {
    await removeFiles(staged.slice(replaced.length).map(({ temporary }) => temporary));
    if (replaced.length === 0) for (const folder of folders.reverse()) await rmdir(folder).catch(() => undefined);
  }
}

/** Gives a file its former bytes, whether it may be written or not. */
async function writeBack(target: string, old: Buffer): Promise<void> {
  const temporary = nameBeside(target);
  try {
    await writeNew(temporary, old, (await stat(target)).mode & 0o777);
    await rename(temporary, target);
  } finally {
    await removeFiles([temporary]);
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What is in the file now; undefined for none. A problem where that is not what was read. */
async function presentBytes(
  { path, before }: FileChange,
  cwd: string,
  root: string | undefined,
): Promise<Buffer | Diagnostic | undefined> {
  const file = shownPath(path, cwd);
  if (before === undefined) {
    return (await isTaken(path)) ? diagnostic("file-changed", `${file} has appeared meanwhile.`) : undefined;
  }
  const bytes = await readBytes(path, MAXIMUM_FILES, cwd, root);
  if (bytes.value === undefined) return bytes.diagnostics[0];
  const isSame = bytes.value.toString("utf8").replace(/^\uFEFF/, "") === before;
  return isSame
    ? bytes.value
    : diagnostic("file-changed", `${file} has changed since it was read. Nothing is written.`);
}

/** Deletes what was written; what cannot be deleted stays. */
export async function removeFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true }).catch(() => undefined);
}

/**
 * Makes a folder and those above it that are missing, and returns those that it made, from the top. Where one cannot be
 * made, Node's own way tries again without end.
 */
export async function makeFolders(folder: string): Promise<readonly string[]> {
  if (await isFolder(folder)) return [];
  const above = dirname(folder) === folder ? [] : await makeFolders(dirname(folder));
  try {
    await mkdir(folder);
    return [...above, folder];
  } catch (error) {
    // Another run may have been quicker.
    if (await isFolder(folder)) return above;
    for (const each of [...above].reverse()) await rmdir(each).catch(() => undefined);
    throw error;
  }
}

/** Writes a small file of laurel's own in place. Links are not followed. Throws errors of the system. */
export async function overwrite(path: string, text: string): Promise<void> {
  const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_TRUNC, O_WRONLY } = constants;
  const handle = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

function unwritable(path: string, error: unknown, written: readonly string[], files: number, cwd: string): Diagnostic {
  const done =
    written.length === 0
      ? "Nothing was written."
      : `Of ${files} files, ${written.length} had been written: ${written.map((each) => shownPath(each, cwd)).join(", ")}.`;
  return diagnostic("unwritable-file", `${shownPath(path, cwd)} ${reasonOf(error)}. ${done}`);
}

/** The end of a sentence that begins with the file's name. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return REASONS[code] ?? `cannot be written (${code})`;
}

const REASONS: Readonly<Record<string, string>> = {
  OUTSIDE: "leads out of the repository or project that it lies in",
  ENOENT: "is in a folder that cannot be made",
  ELOOP: "is below a link that leads back to itself",
  EACCES: "may not be written: permission denied",
  EPERM: "may not be written: permission denied",
  EROFS: "may not be written: the disk is read-only",
  ENOSPC: "cannot be written: the disk is full",
  EDQUOT: "cannot be written: the disk quota is used up",
  EISDIR: "is a folder",
  ENOTDIR: "is below something that is not a folder",
  EEXIST: "is below something that is not a folder",
};

/**
 * Writes the text; what was there before is replaced, and its folder has to be there. A link stays one: the file that
 * it leads to is replaced, unless it leaves the repository. `path` is absolute. Returns a problem, or undefined when it
 * is done.
 */
export async function writeWhole(path: string, text: string, cwd: string): Promise<Diagnostic | undefined> {
  const shown = shownPath(path, cwd);
  let beside: string | undefined;
  try {
    const why = await irreplaceable(path);
    if (why !== undefined) return diagnostic("unwritable-file", `${shown} ${why}.`);
    const target = await realPath(path);
    beside = nameBeside(target);
    await writeNew(beside, text);
    await rename(beside, target);
    await removeLeftovers(target, target);
    return undefined;
  } catch (error) {
    if (beside !== undefined) await rm(beside, { force: true }).catch(() => undefined);
    if (!(error instanceof Error && "code" in error)) throw error;
    const isNowhere = error.code === "ENOENT" || error.code === "ENOTDIR";
    const why = isNowhere ? "is in a folder that does not exist" : reasonOf(error);
    return diagnostic("unwritable-file", `${shown} ${why}.`);
  }
}

/**
 * Why no file can take the place of what is at the absolute path, as the end of a sentence; undefined where one can.
 * Names below `/dev` may lead to the file that the output of the program goes to.
 */
export async function irreplaceable(path: string): Promise<string | undefined> {
  if (/^\/(?:dev|proc)\//.test(path)) return "is below /dev or /proc, where names are devices and streams";
  const place = await placeOf(path).catch(() => undefined);
  if (place !== undefined && "why" in place) return place.why;
  const there = await stat(path).catch(() => undefined);
  if (there === undefined) return undefined;
  if (there.isDirectory()) return "names a folder";
  return there.isFile() ? undefined : "names something that is not a plain file";
}

/** In milliseconds; no write takes so long. */
const ABANDONED_AFTER = 3_600_000;
/** What follows the file's name; the embedded service puts no dot before it. */
const ENDING = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** A new name beside the file, hidden. */
function nameBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);
}

/** Deletes the temporary files beside the file of runs that were killed long before `fresh` was written, where it can. */
export async function removeLeftovers(path: string, fresh: string): Promise<void> {
  const folder = dirname(path);
  const name = basename(path);
  try {
    const now = (await stat(fresh)).mtimeMs;
    for (const each of await readdir(folder)) {
      const bare = each.startsWith(".") ? each.slice(1) : each;
      if (!bare.startsWith(name) || !ENDING.test(bare.slice(name.length))) continue;
      const beside = join(folder, each);
      if (now - (await stat(beside)).mtimeMs > ABANDONED_AFTER) await rm(beside, { recursive: true, force: true });
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
