/**
 * Writes text files: all of them, or none. In: `points: 30` as a file had it when it was read, and the text that it is to have.
 * Out: nothing, or the one problem. Texts go into temporary files beside their targets, which are renamed when all of them are
 * on the disk.
 */
import { constants } from "node:fs";
import { mkdir, open, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_FILES } from "../model/limits.ts";
import { codeOf, isFolder, isTaken, placeOf } from "./paths.ts";
import { FileRefusal, readUpTo, reasonOf, shownPath } from "./read.ts";

/** A file that gets another text, or a new one. `path` is absolute. */
export interface FileChange {
  readonly path: string;
  /** The text as it was read, without a byte order mark; undefined where there is to be no file yet. */
  readonly before: string | undefined;
  readonly after: string;
  /** Whether a new file is a program. */
  readonly isExecutable?: boolean;
}

/** Where the files are written. */
interface WriteOptions {
  readonly cwd: string;
  /** Where the files have to lie, as for `placeOf`. */
  readonly root?: string;
  /** Replaces whatever is at the paths. */
  readonly overwrite?: boolean;
}

/** A file whose new text is on the disk, beside it. */
interface StagedFile {
  readonly change: FileChange;
  /** The real path. */
  readonly target: string;
  readonly temporary: string;
  /** What the file had; undefined for a new one. */
  readonly old: Buffer | undefined;
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

/**
 * Writes the files, making folders where they are missing. A file that is no longer as it was read is a problem, and so is one
 * that has appeared, or that is read-only. Links, permissions and byte order marks stay.
 */
export async function writeFiles(
  changes: readonly FileChange[],
  options: WriteOptions,
): Promise<Diagnostic | undefined> {
  const [staged, written, folders]: [StagedFile[], StagedFile[], string[]] = [[], [], []];
  let current = options.cwd;
  try {
    for (const change of changes) {
      current = change.path;
      staged.push(await stage(change, folders, options));
    }
    for (const file of staged) {
      current = file.change.path;
      // An editor may have saved the file since it was staged.
      await presentBytes(file.change, file.target, options);
      await rename(file.temporary, file.target);
      written.push(file);
    }
    return undefined;
  } catch (error) {
    return unwritable(current, error, await putBack(written.splice(0)), options.cwd);
  } finally {
    for (const { temporary } of staged.slice(written.length))
      await rm(temporary, { force: true }).catch(() => undefined);
    if (written.length === 0) for (const folder of folders.reverse()) await rmdir(folder).catch(() => undefined);
  }
}

/** Writes one text, replacing whatever is there. The folder has to exist. `path` is absolute. */
export async function writeWhole(path: string, text: string, cwd: string): Promise<Diagnostic | undefined> {
  const why = await irreplaceable(path);
  if (why !== undefined) return unwritable(path, new FileRefusal(why), [], cwd);
  return writeFiles([{ path, before: undefined, after: text }], { cwd, overwrite: true });
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
  if (there === undefined) return (await isFolder(dirname(path))) ? undefined : "is in a folder that does not exist";
  if (there.isDirectory()) return "names a folder";
  return there.isFile() ? undefined : "names something that is not a plain file";
}

/** `folders`: gets those that are made. Throws a `FileRefusal`, or what the system says. */
async function stage(change: FileChange, folders: string[], options: WriteOptions): Promise<StagedFile> {
  const place = await placeOf(change.path, options.root);
  if ("why" in place) throw new FileRefusal(place.why);
  const target = place.path;
  if (change.before === undefined) pushAll(folders, await makeFolders(dirname(target)));
  const old = await presentBytes(change, target, options);
  const mode = old === undefined ? undefined : (await stat(target)).mode & 0o777;
  if (mode !== undefined && (mode & 0o222) === 0) throw new FileRefusal("is read-only");
  const mark = old?.subarray(0, 3).equals(BYTE_ORDER_MARK) === true ? "\uFEFF" : "";
  const temporary = join(dirname(target), `.${basename(target)}.laurel-tmp`);
  // It is of a run that was killed.
  await rm(temporary, { force: true });
  await writeNew(temporary, mark + change.after, mode ?? (change.isExecutable === true ? 0o777 : 0o666));
  return { change, target, temporary, old };
}

async function writeNew(path: string, content: string | Buffer, mode: number): Promise<void> {
  const handle = await open(path, "wx", mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What is in the file now; undefined for none. Throws a `FileRefusal` where that is not what was read. */
async function presentBytes(
  { path, before }: FileChange,
  target: string,
  { overwrite }: WriteOptions,
): Promise<Buffer | undefined> {
  if (overwrite === true) return undefined;
  if (before === undefined) {
    if (await isTaken(path)) throw new FileRefusal("has appeared meanwhile", "file-changed");
    return undefined;
  }
  const bytes = readUpTo(target, MAXIMUM_FILES);
  if (bytes?.toString("utf8").replace(/^\uFEFF/, "") === before) return bytes;
  throw new FileRefusal("has changed since it was read", "file-changed");
}

/** Gives files their former bytes again. Returns the paths of those that keep the new ones. */
async function putBack(written: readonly StagedFile[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { target, temporary, old } of written) {
    try {
      if (old !== undefined) await writeNew(temporary, old, (await stat(target)).mode & 0o777);
      await (old === undefined ? rm(target) : rename(temporary, target));
    } catch {
      left.push(target);
    }
  }
  return left;
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
    for (const made of [...above].reverse()) await rmdir(made).catch(() => undefined);
    throw error;
  }
}

/** Writes a small file of laurel's own in place. Links are not followed. Throws errors of the system. */
export function overwrite(path: string, text: string): Promise<void> {
  const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_TRUNC, O_WRONLY } = constants;
  return writeFile(path, text, { flag: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK });
}

function unwritable(path: string, error: unknown, left: readonly string[], cwd: string): Diagnostic {
  if (codeOf(error) === undefined) throw error;
  const done =
    left.length === 0 ? "Nothing was written." : `Written: ${left.map((file) => shownPath(file, cwd)).join(", ")}.`;
  const code = error instanceof FileRefusal ? error.code : "unwritable-file";
  return diagnostic(code, `${shownPath(path, cwd)} ${reasonOf(error)}. ${done}`);
}
