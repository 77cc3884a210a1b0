/**
 * Writes text files. In: `points: 30` as a file had it when it was read, and its new text. Out: nothing, or the one problem.
 * Texts are written into temporary files next to their targets, which are renamed when all of them are on the disk.
 */
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MAXIMUM_FILES, sizeInWords } from "../ground/limits.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { FileRefusal, isFolder, isTaken, placeOf } from "./paths.ts";
import { readUpTo, reasonOf, shownPath } from "./read.ts";

/** A file that gets another text, or a new one. `path` is absolute. */
export interface FileChange {
  readonly path: string;
  /** The text as it was read, without a byte order mark; undefined if the file must not exist yet. */
  readonly before: string | undefined;
  readonly after: string;
  /** Whether a new file is a program. */
  readonly isExecutable?: boolean;
}

/** Where the files are written. */
interface WriteOptions {
  readonly cwd: string;
  /** Where the files have to lie, as for `placeOf`. */
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
 * Writes the files, and makes missing folders. A file that is no longer as it was read, has appeared, is read-only or would be
 * written twice stops all of them. Links, permissions, groups and byte order marks stay.
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
      const file = await checked(change, options);
      if (staged.some((other) => isSameFile(other.file, file))) throw new FileRefusal("would be written twice");
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
      await presentBytes(change, file.target, options);
      await rename(file.temporary, file.target);
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
    for (const { file } of staged.slice(written)) await rm(file.temporary, { force: true }).catch(() => undefined);
  }
}

function isSameFile(one: StagedFile, other: StagedFile): boolean {
  if (one.target === other.target) return true;
  return one.old !== undefined && one.old.ino === other.old?.ino && one.old.dev === other.old.dev;
}

/**
 * Replaces the text of a file of laurel's own, which no other process writes at the same time. Its permissions stay. Throws a
 * `FileRefusal` for a read-only file, and errors of the system. `target`: its real path, in a folder that exists.
 */
export async function replaceText(target: string, text: string | Buffer): Promise<void> {
  const temporary = temporaryOf(target);
  const old = await presentStats(target);
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
  if (isStream(path)) return "is below /dev or /proc, where names are devices and streams";
  const refused = await placeOf(path).then(() => undefined, reasonOf);
  if (refused !== undefined) return refused;
  const present = await stat(path).catch(() => undefined);
  if (present === undefined) return (await isFolder(dirname(path))) ? undefined : "is in a folder that does not exist";
  if (!present.isFile()) return "is not a plain file";
  return (await isReadOnly(path, present)) ? "is read-only" : undefined;
}

/** Throws a `FileRefusal`, or what the system says. */
async function checked(change: FileChange, options: WriteOptions): Promise<StagedFile> {
  const target = await placeOf(change.path, options.root);
  const bytes = await presentBytes(change, target, options);
  const mark = bytes?.subarray(0, 3).equals(BYTE_ORDER_MARK) === true ? "\uFEFF" : "";
  return {
    target,
    temporary: temporaryOf(target),
    text: mark + change.after,
    old: await presentStats(target),
    isExecutable: change.isExecutable === true,
  };
}

/** Where the new text of a file is written first, in the same folder. */
function temporaryOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.laurel-tmp`);
}

/** Returns the file that will be replaced; undefined for a new one. Throws a `FileRefusal` for a read-only file. */
async function presentStats(target: string): Promise<Stats | undefined> {
  const old = await stat(target).catch(() => undefined);
  if (old !== undefined && (await isReadOnly(target, old))) throw new FileRefusal("is read-only");
  return old;
}

/** GitHub drops larger summaries and outputs, and no pipeline has use for them elsewhere. In bytes. */
const MAXIMUM_PIPELINE_FILE = 1024 * 1024;

/**
 * Why nothing can be added to a file, as the end of a sentence that begins with its name; undefined if it can, as far as that
 * shows without opening it. `path`: absolute. `length`: bytes that will be added.
 */
export async function whyUnwritable(path: string, length = 0): Promise<string | undefined> {
  const refused = isStream(path) ? undefined : await placeOf(path).then(() => undefined, reasonOf);
  if (refused !== undefined) return refused;
  const present = await stat(path).catch(() => undefined);
  if (present === undefined) {
    const folder = await stat(dirname(path)).catch(() => undefined);
    if (folder?.isDirectory() !== true) return "is in a folder that does not exist";
    return (await isReadOnly(dirname(path), folder)) ? "is in a folder that is read-only" : undefined;
  }
  if (present.isDirectory()) return "is a folder, not a file";
  if (await isReadOnly(path, present)) return "is read-only";
  const isTooLarge = present.isFile() && present.size + length > MAXIMUM_PIPELINE_FILE;
  return isTooLarge ? `would have more than ${sizeInWords(MAXIMUM_PIPELINE_FILE)}, which is the limit` : undefined;
}

/** Names below `/dev` and `/proc`, such as `/dev/stdout`, lead to open files and devices. */
function isStream(path: string): boolean {
  return /^\/(?:dev|proc)\//.test(path);
}

/** Without waiting for the reader of a pipe. Windows has neither. */
const APPEND = constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Adds lines at the end of a file that other programs write, too, which gets its last line break first. `text`: lines, each with
 * its line break. Returns why not, as the end of a sentence that begins with the file's name. `path`: absolute.
 */
export async function appendLines(path: string, text: string): Promise<string | undefined> {
  const why = await whyUnwritable(path, Buffer.byteLength(text));
  if (why !== undefined) return why;
  try {
    const target = isStream(path) ? path : await placeOf(path);
    const isPlain = (await stat(target).catch(() => undefined))?.isFile() !== false;
    const handle = await open(target, APPEND | (isPlain ? constants.O_RDWR : constants.O_WRONLY));
    try {
      await handle.appendFile((isPlain ? await missingLineBreak(handle) : "") + text);
    } finally {
      await handle.close();
    }
    return undefined;
  } catch (error) {
    const isUnread = error instanceof Error && "code" in error && error.code === "ENXIO";
    return isUnread ? "is a pipe or a socket that no program reads from" : reasonOf(error);
  }
}

/** A line break for a file whose last line has none. */
async function missingLineBreak(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  if (size === 0) return "";
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") === "\n" ? "" : "\n";
}

/**
 * Gives lines `NAME=VALUE` of a file new values: those that it has are deleted, and the new ones added at its end. Other lines
 * stay. Returns why not, as `appendLines` does. `values`: undefined for a name that gets no line.
 */
export async function replaceLines(
  path: string,
  values: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const names = Object.keys(values);
  const added = names.flatMap((name) => (values[name] === undefined ? [] : [`${name}=${values[name]}\n`])).join("");
  const why = await whyUnwritable(path, added.length);
  if (why !== undefined) return why;
  try {
    const old = (await stat(path).catch(() => undefined))?.isFile() === true ? await placeOf(path) : undefined;
    const before = old === undefined ? "" : readUpTo(old, MAXIMUM_PIPELINE_FILE).toString("latin1");
    const isOwn = (line: string): boolean => names.some((name) => line.startsWith(`${name}=`));
    const kept = before.split("\n").filter((line) => !isOwn(line));
    if (old === undefined || kept.join("\n") === before) return appendLines(path, added);
    const text = kept.join("\n");
    const end = text === "" || text.endsWith("\n") ? "" : "\n";
    await replaceText(old, Buffer.from(text + end + added, "latin1"));
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Decides by the permissions as well, because the root user may write all files. */
async function isReadOnly(path: string, { mode }: Pick<Stats, "mode">): Promise<boolean> {
  if ((mode & 0o222) === 0) return true;
  return access(path, constants.W_OK).then(
    () => false,
    () => true,
  );
}

async function stage({ temporary, text, old, isExecutable }: StagedFile, { isSynced }: { readonly isSynced: boolean }) {
  // Left over from a killed run.
  await rm(temporary, { force: true });
  // Nobody else can open a copy of a private file before it has the permissions of that file.
  const mode = old === undefined ? newMode(isExecutable) : 0o600;
  const handle = await open(temporary, "wx", mode);
  try {
    if (old !== undefined) await takeOver(handle, old);
    await handle.writeFile(text);
    if (isSynced) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The umask of the process takes permissions away from these. */
function newMode(isExecutable: boolean): number {
  return isExecutable ? 0o777 : 0o666;
}

/** Gives a file the owner, group and permissions of the one that it replaces, as far as the system allows it. */
async function takeOver(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  let kept = mode & 0o7777;
  if (own.gid !== gid && !(await isDone(handle.chown(own.uid, gid)))) kept = withoutGroup(kept);
  if (own.uid !== uid && !(await isDone(handle.chown(uid, gid)))) kept &= ~0o4000;
  // Last, because a change of the owner takes special permissions away.
  await handle.chmod(kept);
}

/** A group that is another one now may do only what everybody may. */
function withoutGroup(mode: number): number {
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

/** The bytes of the file now; undefined for a new file. Throws a `FileRefusal` if they are not what was read. */
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

/** Makes a folder and the missing ones above it. Node's own way never ends if one of them cannot be made. */
export async function makeFolders(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder));
  await mkdir(folder).catch(async (error) => {
    // Another run may have been quicker.
    if (!(await isFolder(folder))) throw error;
  });
}

/** Writes a small file of laurel's own, unless there is a file or a link already. */
export async function writeIfMissing(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: "wx" }).catch(() => undefined);
}
