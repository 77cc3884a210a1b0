/**
 * Writes text files. In: `points: 30` as a file had it when it was read, and the text that it is to have. Out: nothing, or
 * the one problem. Texts go into temporary files beside their targets, which are renamed when all of them are on the disk.
 */
import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_FILES } from "../model/limits.ts";
import { FileRefusal, isFolder, isTaken, placeOf } from "./paths.ts";
import { readUpTo, reasonOf, shownPath } from "./read.ts";

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

/** A file that is as it was read, with the place beside it where its new text goes first. */
type StagedFile = Awaited<ReturnType<typeof checked>>;

/**
 * Writes the files, making folders where they are missing. Nothing is written where a file is no longer as it was read, has
 * appeared or is read-only. Links, permissions and byte order marks stay.
 */
export async function writeFiles(
  changes: readonly FileChange[],
  options: WriteOptions,
): Promise<Diagnostic | undefined> {
  const { cwd } = options;
  const staged: StagedFile[] = [];
  let [current, written] = [cwd, 0];
  try {
    for (const change of changes) {
      current = change.path;
      staged.push(await checked(change, options));
    }
    for (const file of staged) {
      current = file.change.path;
      await stage(file);
    }
    for (const { change, target, temporary } of staged) {
      current = change.path;
      // An editor may have saved the file since it was staged.
      await presentBytes(change, target, options);
      await rename(temporary, target);
      written += 1;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const done = staged.slice(0, written).map(({ change }) => shownPath(change.path, cwd));
    const rest = done.length === 0 ? "Nothing was written" : `Written before it: ${done.join(", ")}`;
    const code = error instanceof FileRefusal ? error.code : undefined;
    return diagnostic(code ?? "unwritable-file", `${shownPath(current, cwd)} ${reasonOf(error)}. ${rest}.`);
  } finally {
    for (const { temporary } of staged.slice(written)) await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Writes one text, replacing whatever is there. The folder has to exist. `path` is absolute. */
export async function writeWhole(path: string, text: string, cwd: string): Promise<Diagnostic | undefined> {
  const why = await irreplaceable(path);
  if (why === undefined) return writeFiles([{ path, before: undefined, after: text }], { cwd, overwrite: true });
  return diagnostic("unwritable-file", `${shownPath(path, cwd)} ${why}. Nothing was written.`);
}

/**
 * Why no file can take the place of what is at the absolute path, as the end of a sentence; undefined where one can.
 * Names below `/dev` may lead to the file that the output of the program goes to.
 */
export async function irreplaceable(path: string): Promise<string | undefined> {
  if (/^\/(?:dev|proc)\//.test(path)) return "is below /dev or /proc, where names are devices and streams";
  const refused = await placeOf(path).then(() => undefined, reasonOf);
  if (refused !== undefined) return refused;
  const present = await stat(path).catch(() => undefined);
  if (present === undefined) return (await isFolder(dirname(path))) ? undefined : "is in a folder that does not exist";
  return present.isFile() ? undefined : "is not a plain file";
}

/** Throws a `FileRefusal`, or what the system says. */
async function checked(change: FileChange, options: WriteOptions) {
  const target = await placeOf(change.path, options.root);
  const old = await presentBytes(change, target, options);
  const mode = old === undefined ? (change.isExecutable === true ? 0o777 : 0o666) : (await stat(target)).mode & 0o777;
  if ((mode & 0o222) === 0) throw new FileRefusal("is read-only");
  const mark = old?.subarray(0, 3).equals(BYTE_ORDER_MARK) === true ? "\uFEFF" : "";
  return { change, target, temporary: join(dirname(target), `.${basename(target)}.laurel-tmp`), mode, mark };
}

async function stage({ change, temporary, mode, mark }: StagedFile): Promise<void> {
  if (change.before === undefined) await makeFolders(dirname(temporary));
  // It is of a run that was killed.
  await rm(temporary, { force: true });
  const handle = await open(temporary, "wx", mode);
  try {
    await handle.writeFile(mark + change.after);
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
    if (await isTaken(path)) throw new FileRefusal("exists already", "file-exists");
    return undefined;
  }
  const bytes = readUpTo(target, MAXIMUM_FILES);
  if (bytes.toString("utf8").replace(/^\uFEFF/, "") === before) return bytes;
  throw new FileRefusal("has changed since it was read", "file-changed");
}

/** Makes a folder and those above it that are missing. Where one cannot be made, Node's own way tries again without end. */
export async function makeFolders(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder));
  await mkdir(folder).catch(async (error) => {
    // Another run may have been quicker.
    if (!(await isFolder(folder))) throw error;
  });
}

/** Writes a small file of laurel's own where there is nothing yet, not even a link. */
export async function writeIfMissing(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: "wx" }).catch(() => undefined);
}
