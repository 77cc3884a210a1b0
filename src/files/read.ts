/**
 * The one way to open a file for reading. Only plain files are opened, none is waited for, and none is read beyond its
 * limit. Every failure is a diagnostic that names the file and quotes nothing of it.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import nodePath, { type PlatformPath, resolve } from "node:path";
import type { ManifestText } from "../manifest/parse.ts";
import { problemAt } from "../manifest/problem.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_FILES, sizeInWords } from "../model/limits.ts";
import { codeOf, placeOf } from "./paths.ts";

/** Windows has neither. Without the first, opening a pipe waits for a writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** What was read, by absolute path: problems quote that, and read nothing again. */
const texts = new Map<string, string>();

/** The text of a file as this process read it last. */
export function textThatWasRead(path: string): string | undefined {
  return texts.get(path);
}

/**
 * A path as the user would give it: relative to the working directory if it lies below, or beside it or in its parent;
 * `/` between folders on every platform. `paths`: how the platform writes them.
 */
export function shownPath(
  path: string,
  cwd: string,
  paths: Pick<PlatformPath, "isAbsolute" | "relative" | "sep"> = nodePath,
): string {
  const { sep } = paths;
  const short = paths.relative(cwd, path);
  const isOutside = paths.isAbsolute(short) || short.startsWith(`..${sep}..${sep}..`);
  return (short === "" ? "." : isOutside ? path : short).split(sep).join("/");
}

/**
 * Reads one file (absolute path) as strict UTF-8; a byte order mark is taken off. `root`: where it has to lie, as for `placeOf`.
 * `limit`: in bytes.
 */
export async function readTextFile(
  path: string,
  cwd: string,
  root?: string,
  limit = MAXIMUM_FILES,
): Promise<Checked<ManifestText>> {
  const file = shownPath(path, cwd);
  try {
    const place = await placeOf(path, root);
    if ("why" in place) return { diagnostics: [outside(file, place.why)] };
    const bytes = readUpTo(place.path, limit);
    if (bytes === undefined) return { diagnostics: [tooLarge(file, limit)] };
    const read = textOfBytes(bytes, file);
    if (read.value !== undefined) texts.set(resolve(path), read.value.text);
    return read;
  } catch (error) {
    return { diagnostics: [unreadable(file, error)] };
  }
}

/**
 * The bytes of a plain file by its real path, undefined when there are more than `limit`. Throws errors of the
 * system. Synchronous calls are several times as fast for thousands of small files.
 */
export function readUpTo(path: string, limit: number): Buffer | undefined {
  // Devices are not even opened: that alone may do something.
  refuseOther(lstatSync(path));
  const file = openSync(path, FLAGS);
  try {
    const there = fstatSync(file);
    refuseOther(there);
    return there.size > limit ? undefined : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function refuseOther(there: { isFile(): boolean; isDirectory(): boolean }): void {
  if (there.isDirectory()) throw new FileRefusal("is a folder, not a file");
  if (!there.isFile()) throw new FileRefusal("is not a plain file but a pipe, a socket or a device");
}

/** The text of a file's bytes, strictly UTF-8 and without a byte order mark. `file` is how problems name it. */
export function textOfBytes(bytes: Uint8Array, file: string): Checked<ManifestText> {
  try {
    return { value: { file, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) }, diagnostics: [] };
  } catch {
    return { diagnostics: [notUtf8(bytes, file)] };
  }
}

/** Points at the first byte that is not UTF-8. */
function notUtf8(bytes: Uint8Array, file: string): Diagnostic {
  const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
  // What is no UTF-8 becomes another character, whose bytes are others.
  const changed = Buffer.from(lenient.decode(bytes));
  const at = changed.findIndex((byte, index) => byte !== bytes[index]);
  const before = lenient.decode(bytes.subarray(0, at), { stream: true });
  const line = before.split("\n").length;
  const start = { line, column: before.length - before.lastIndexOf("\n"), offset: before.length };
  const end = { line, column: start.column + 1, offset: start.offset + 1 };
  const byte = bytes[Buffer.byteLength(before)] ?? 0;
  const label = `the byte 0x${byte.toString(16).toUpperCase().padStart(2, "0")} begins no character in UTF-8`;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const help = [isUtf16 ? "the file looks like UTF-16; save it as UTF-8" : "save the file as UTF-8"];
  return problemAt("invalid-utf8", { file, start, end }, label, { help });
}

/** The problem of a file, or of several, of more bytes than the limit. */
export function tooLarge(file: string, limit: number): Diagnostic {
  return diagnostic("file-too-large", `${file} has more than ${sizeInWords(limit)}, which is the limit.`);
}

/** The problem of a path that is not read. `why`: from `placeOf`. */
export function outside(file: string, why: string): Diagnostic {
  return diagnostic("outside-repository", `${file} ${why}. Nothing is read there.`, {
    help: ["put the file itself there in place of a link, or name a path inside of the repository"],
  });
}

/** What a failed system call means for the user. */
export function unreadable(file: string, error: unknown): Diagnostic {
  return diagnostic("unreadable-file", `${file} ${reasonOf(error)}.`);
}

/** Why a file is not used: the message is the end of a sentence that begins with the file's name. */
export class FileRefusal extends Error {
  readonly code: DiagnosticCode;

  constructor(why: string, code: DiagnosticCode = "unwritable-file") {
    super(why);
    this.code = code;
  }
}

/** Why a system call failed, as the end of a sentence that begins with the file's name. */
export function reasonOf(error: unknown): string {
  if (error instanceof FileRefusal) return error.message;
  const code = codeOf(error) ?? "unknown error";
  return REASONS[code] ?? `cannot be used (${code})`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "is not a folder",
  EEXIST: "is below something that is not a folder",
  EISDIR: "is a folder, not a file",
  EACCES: "cannot be used: permission denied",
  EPERM: "cannot be used: permission denied",
  EROFS: "cannot be written: the disk is read-only",
  ENOSPC: "cannot be written: the disk is full",
  EDQUOT: "cannot be written: the disk quota is used up",
  ELOOP: "is a link that leads back to itself",
};
