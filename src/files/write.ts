/**
 * Writes files. In: `points: 30` as a file had it when it was read, and its new text. Out: nothing,
 * or the one problem. Texts are written into temporary files next to their targets,
 * which are renamed when all of them are on the disk. Only plain files are opened, and no link is
 * followed.
 */
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MAXIMUM_FILES, sizeInWords } from "../ground/limits.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { FileRefusal, isFolder, isTaken, placeOfOutput } from "./paths.ts";
import { readUpTo, reasonOf, refuseOther, shownPath } from "./read.ts";

/** A file that gets another text, or a new one. `path` is absolute. */
export interface FileChange {
  readonly path: string;
  /**
   * The text as it was read, without a byte order mark; undefined if the file must not exist yet.
   */
  readonly before: string | undefined;
  readonly after: string;
  /** Whether a new file is a program. */
  readonly isExecutable?: boolean;
}

/** Where the files are written. */
interface WriteOptions {
  readonly cwd: string;
  /** Where the files have to lie, as for `placeOfOutput`. */
  readonly root?: string | undefined;
  /** Replaces whatever is at the paths. */
  readonly overwrite?: boolean;
}

/** A file with a new text, which is written into the temporary file first. */
interface StagedFile {
  readonly target: string;
  readonly temporary: string;
  readonly text: string | Buffer;
  /** The file that is replaced, whose permissions are kept. Undefined for a new file. */
  readonly old: Stats | undefined;
  readonly isExecutable: boolean;
}

/**
 * Writes the files, and makes missing folders. A file that is no longer as it was read, has
 * appeared, is read-only or would be written twice stops all of them. Permissions, groups and byte
 * order marks stay.
 */
export async function writeFiles(
  changes: readonly FileChange[],
  options: WriteOptions,
): Promise<Diagnostic | undefined> {
  const { cwd } = options;
  const staged: { readonly change: FileChange; readonly file: StagedFile }[] = [];
  let current = cwd;
  let written = 0;
  try {
    for (const change of changes) {
      current = change.path;
      const file = await checkChange(change, options);
      if (staged.some((other) => isSameFile(other.file, file)))
        throw new FileRefusal("would be written twice");
      staged.push({ change, file });
    }
    for (const { change, file } of staged) {
      current = change.path;
      if (change.before === undefined) await makeFolders(dirname(file.target));
      await stage(file, { isSynced: true });
    }
    for (const { change, file } of staged) {
      current = change.path;
      // An editor may have saved the file since it was staged.
      await readPresentBytes(change, file.target, options);
      await rename(file.temporary, file.target);
      written += 1;
    }
    return undefined;
  } catch (error) {
    const done = staged.slice(0, written).map(({ change }) => shownPath(change.path, cwd));
    return explainUnwritten(error, shownPath(current, cwd), done);
  } finally {
    for (const { file } of staged.slice(written))
      await rm(file.temporary, { force: true }).catch(() => undefined);
  }
}

/** Explains why a file was not written. `done`: the files that were. Throws errors of laurel. */
function explainUnwritten(error: unknown, file: string, done: readonly string[]): Diagnostic {
  if (!(error instanceof Error && "code" in error)) throw error;
  const rest = done.length === 0 ? "Nothing was written" : `Written before it: ${done.join(", ")}`;
  const code = error instanceof FileRefusal ? error.code : undefined;
  return diagnostic(code ?? "unwritable-file", `${file} ${reasonOf(error)}. ${rest}.`);
}

function isSameFile(one: StagedFile, other: StagedFile): boolean {
  if (one.target === other.target) return true;
  return one.old !== undefined && one.old.ino === other.old?.ino && one.old.dev === other.old.dev;
}

/**
 * Replaces the text of a file of laurel's own, which no other process writes at the same time. Its
 * permissions stay. Throws a `FileRefusal` for a read-only file, and errors of the system.
 * `target`: its real path, in a folder that exists.
 */
export async function replaceText(target: string, text: string | Buffer): Promise<void> {
  const temporary = nameTemporary(target);
  const old = await readStats(target);
  const file: StagedFile = { target, temporary, text, old, isExecutable: false };
  try {
    await stage(file, { isSynced: false });
    await rename(file.temporary, target);
  } catch (error) {
    await rm(file.temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Writes one text, replacing whatever is there. The folder has to exist. `path` is absolute. */
export async function writeWhole(
  path: string,
  text: string,
  cwd: string,
): Promise<Diagnostic | undefined> {
  const why = await whyIrreplaceable(path);
  if (why === undefined)
    return writeFiles([{ path, before: undefined, after: text }], { cwd, overwrite: true });
  return diagnostic("unwritable-file", `${shownPath(path, cwd)} ${why}. Nothing was written.`);
}

/**
 * Why no file can take the place of what is at the absolute path, as the end of a sentence;
 * undefined if one can. Opens no file, and makes no folder.
 */
export async function whyIrreplaceable(path: string): Promise<string | undefined> {
  try {
    const target = await placeOfOutput(path);
    if ((await readStats(target)) !== undefined || (await isFolder(dirname(target))))
      return undefined;
    return "is in a folder that does not exist";
  } catch (error) {
    return reasonOf(error);
  }
}

/** Throws a `FileRefusal`, or what the system says. */
async function checkChange(change: FileChange, options: WriteOptions): Promise<StagedFile> {
  await refuseTaken(change, options);
  const target = await placeOfOutput(change.path, options.root);
  const bytes = await readPresentBytes(change, target, options);
  const mark = bytes?.subarray(0, 3).equals(BYTE_ORDER_MARK) === true ? "\uFEFF" : "";
  return {
    target,
    temporary: nameTemporary(target),
    text: mark + change.after,
    old: await readStats(target),
    isExecutable: change.isExecutable === true,
  };
}

/** Throws a `FileRefusal` for anything in the place of a new file. */
async function refuseTaken(
  { path, before }: FileChange,
  { overwrite = false }: WriteOptions,
): Promise<void> {
  if (before === undefined && !overwrite && (await isTaken(path)))
    throw new FileRefusal("exists already", "file-exists");
}

/** Where the new text of a file is written first, in the same folder. */
function nameTemporary(target: string): string {
  return join(dirname(target), `.${basename(target)}.laurel-tmp`);
}

/**
 * Returns the file that will be replaced; undefined for a new one. Throws a `FileRefusal` for all
 * but plain files that can be written.
 */
async function readStats(target: string): Promise<Stats | undefined> {
  const old = await lstat(target).catch(() => undefined);
  if (old === undefined) return undefined;
  refuseOther(old);
  if (await isReadOnly(target, old)) throw new FileRefusal("is read-only");
  return old;
}

/** Windows has none of these. Without the second, opening a pipe waits for a reader. */
const PLAIN = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | PLAIN;
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | PLAIN;

/**
 * Opens a plain file: a new one, or one to add to. Throws a `FileRefusal` for anything else at the
 * path, also if it has appeared there only now, and errors of the system. `target`: a real path.
 */
export async function openPlain(
  target: string,
  way: "new" | "append",
  mode = 0o666,
): Promise<FileHandle> {
  const handle = await open(target, way === "new" ? NEW : APPEND, mode);
  try {
    refuseOther(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Makes a file at a free path. Throws what `openPlain` throws. `target`: a real path.
 */
export async function writeNew(target: string, text: string): Promise<void> {
  const handle = await openPlain(target, "new");
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/**
 * GitHub drops larger summaries and outputs, and no pipeline has use for them elsewhere. In bytes.
 */
const MAXIMUM_PIPELINE_FILE = 1024 * 1024;

/**
 * Why nothing can be added to a file, as the end of a sentence that begins with its name; undefined
 * if it can, as far as that shows without opening it. `path`: absolute. `length`: bytes that will
 * be added.
 */
export async function whyUnwritable(path: string, length = 0): Promise<string | undefined> {
  try {
    const target = await placeOfOutput(path);
    const present = await readStats(target);
    if (present === undefined) return await whyNoNew(dirname(target));
    const isTooLarge = present.size + length > MAXIMUM_PIPELINE_FILE;
    return isTooLarge
      ? `would have more than ${sizeInWords(MAXIMUM_PIPELINE_FILE)}, which is the limit`
      : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Why no file can be made in a folder (real path), as `whyUnwritable` says it. */
async function whyNoNew(folder: string): Promise<string | undefined> {
  const present = await lstat(folder).catch(() => undefined);
  if (present?.isDirectory() !== true) return "is in a folder that does not exist";
  return (await isReadOnly(folder, present)) ? "is in a folder that is read-only" : undefined;
}

/**
 * Returns why no new file can be made at an absolute path, which must be free, as `whyUnwritable`
 * says it.
 */
export async function whyNotMade(path: string): Promise<string | undefined> {
  if (await isTaken(path)) return "exists already, and a commit could have put it there";
  return whyUnwritable(path);
}

/**
 * Adds lines at the end of a file that other programs write, too, which gets its last line break
 * first. `text`: lines, each with its line break. Returns why not, as the end of a sentence that
 * begins with the file's name. `path`: absolute.
 */
export async function appendLines(path: string, text: string): Promise<string | undefined> {
  const why = await whyUnwritable(path, Buffer.byteLength(text));
  if (why !== undefined) return why;
  try {
    const handle = await openPlain(await placeOfOutput(path), "append");
    try {
      await handle.appendFile((await findMissingLineBreak(handle)) + text);
    } finally {
      await handle.close();
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** A line break for a file whose last line has none. */
async function findMissingLineBreak(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  if (size === 0) return "";
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") === "\n" ? "" : "\n";
}

/**
 * Makes a file that only laurel writes. Returns why not, as `appendLines` does. `path`: absolute.
 */
export async function makeFile(path: string, text: string): Promise<string | undefined> {
  const why = await whyNotMade(path);
  if (why !== undefined) return why;
  return placeOfOutput(path)
    .then((target) => writeNew(target, text))
    .then(() => undefined, reasonOf);
}

/** Decides by the permissions as well, because the root user may write all files. */
async function isReadOnly(path: string, { mode }: Pick<Stats, "mode">): Promise<boolean> {
  if ((mode & 0o222) === 0) return true;
  return access(path, constants.W_OK).then(
    () => false,
    () => true,
  );
}

async function stage(
  { temporary, text, old, isExecutable }: StagedFile,
  { isSynced }: { readonly isSynced: boolean },
) {
  // Left over from a killed run.
  await rm(temporary, { force: true });
  // Nobody else can open a copy of a private file before it has the permissions of that file.
  const mode = old === undefined ? chooseMode(isExecutable) : 0o600;
  const handle = await openPlain(temporary, "new", mode);
  try {
    if (old !== undefined) await takeOver(handle, old);
    await handle.writeFile(text);
    if (isSynced) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The umask of the process takes permissions away from these. */
function chooseMode(isExecutable: boolean): number {
  return isExecutable ? 0o777 : 0o666;
}

/**
 * Gives a file the owner, group and permissions of the one that it replaces, as far as the system
 * allows it.
 */
async function takeOver(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  let kept = mode & 0o7777;
  if (own.gid !== gid && !(await isDone(handle.chown(own.uid, gid)))) kept = removeGroup(kept);
  if (own.uid !== uid && !(await isDone(handle.chown(uid, gid)))) kept &= ~0o4000;
  // Last, because a change of the owner takes special permissions away.
  await handle.chmod(kept);
}

/** A group that is another one now may do only what everybody may. */
function removeGroup(mode: number): number {
  const others = mode & 0o7;
  return (mode & ~0o2070) | (others << 3);
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The bytes of the file now; undefined for a new file. Throws a `FileRefusal` if they are not what
 * was read.
 */
async function readPresentBytes(
  change: FileChange,
  target: string,
  options: WriteOptions,
): Promise<Buffer | undefined> {
  if (change.before === undefined || options.overwrite === true) {
    await refuseTaken(change, options);
    return undefined;
  }
  const bytes = readUpTo(target, MAXIMUM_FILES);
  if (bytes.toString("utf8").replace(/^\uFEFF/, "") === change.before) return bytes;
  throw new FileRefusal("has changed since it was read", "file-changed");
}

/**
 * Makes a folder and the missing ones above it. Node's own way never ends if one of them cannot be
 * made.
 */
export async function makeFolders(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder));
  await mkdir(folder).catch(async (error) => {
    // Another run may have been quicker.
    if (!(await isFolder(folder))) throw error;
  });
}

/**
 * Writes a small file of laurel's own, unless there is a file or a link already. `target`: a real
 * path.
 */
export async function writeIfMissing(target: string, text: string): Promise<void> {
  await writeNew(target, text).catch(() => undefined);
}
