/**
 * The one way to open a file for reading. Only plain files are opened, none is waited for, and none is read beyond its
 * limit. Every failure is a diagnostic that names the file and quotes nothing of it.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import nodePath, { type PlatformPath, resolve } from "node:path";
import type { ManifestText } from "../manifest/parse.ts";
import { problemAt } from "../manifest/problem.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_FILES, sizeInWords } from "../model/limits.ts";
import type { Position } from "../model/model.ts";
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

/** Reads one file as strict UTF-8; a byte order mark is taken off. Path and root as for `readBytes`. */
export async function readTextFile(
  path: string,
  cwd: string,
  root?: string,
  limit = MAXIMUM_FILES,
): Promise<Checked<ManifestText>> {
  const bytes = await readBytes(path, limit, cwd, root);
  if (bytes.value === undefined) return { diagnostics: bytes.diagnostics };
  const read = textOfBytes(bytes.value, shownPath(path, cwd));
  if (read.value !== undefined) texts.set(resolve(path), read.value.text);
  return read;
}

/** Reads one file, absolute path, with a limit in bytes. `root`: where it has to lie, as for `placeOf`. */
export async function readBytes(path: string, limit: number, cwd: string, root?: string): Promise<Checked<Buffer>> {
  const file = shownPath(path, cwd);
  try {
    const place = await placeOf(path, root);
    if ("why" in place) return { diagnostics: [outside(file, place.why)] };
    const value = readUpTo(place.path, limit);
    return value === undefined ? { diagnostics: [tooLarge(file, limit)] } : { value, diagnostics: [] };
  } catch (error) {
    return { diagnostics: [unreadable(file, error)] };
  }
}

/**
 * The bytes of a plain file by its real path, undefined when there are more than `limit`. Throws errors of the
 * system. Synchronous calls are several times as fast for thousands of small files.
 */
export function readUpTo(path: string, limit: number): Buffer | undefined {
  return withFile(path, (file) => {
    const { size } = fstatSync(file);
    if (size > limit) return undefined;
    // One more than there should be: whether it ends there is only known by reading on.
    let bytes = Buffer.allocUnsafe(size + 1);
    for (let length = 0; ; ) {
      const bytesRead = readSync(file, bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (length > limit) return undefined;
      if (bytesRead === 0) return bytes.subarray(0, length);
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length + 4096, limit + 1));
    }
  });
}

/** Opens a plain file by its real path. Devices are not even opened: that alone may do something. */
export function withFile<T>(path: string, work: (file: number) => T): T {
  refuseOther(lstatSync(path));
  const file = openSync(path, FLAGS);
  try {
    refuseOther(fstatSync(file));
    return work(file);
  } finally {
    closeSync(file);
  }
}

function refuseOther(there: { isFile(): boolean; isDirectory(): boolean }): void {
  if (there.isFile()) return;
  throw Object.assign(new Error("not a file"), { code: there.isDirectory() ? "EISDIR" : "NOT_PLAIN" });
}

/** The text of a file's bytes, strictly UTF-8 and without a byte order mark. `file` is how problems name it. */
export function textOfBytes(bytes: Uint8Array, file: string): Checked<ManifestText> {
  const decoded = decodeUtf8(bytes);
  if ("text" in decoded) return { value: { file, text: decoded.text }, diagnostics: [] };
  const { invalidAt, byte } = decoded;
  const span = {
    file,
    start: invalidAt,
    end: { ...invalidAt, column: invalidAt.column + 1, offset: invalidAt.offset + 1 },
  };
  const label = `the byte 0x${byte.toString(16).toUpperCase().padStart(2, "0")} begins no character in UTF-8`;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const help = [isUtf16 ? "the file looks like UTF-16; save it as UTF-8" : "save the file as UTF-8"];
  return { diagnostics: [problemAt("invalid-utf8", span, label, { help })] };
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
  const code = codeOf(error);
  const why = REASONS[code] ?? `cannot be read (${code})`;
  return diagnostic("unreadable-file", `${file} ${why}.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "is not a folder",
  EISDIR: "is a folder, not a file",
  NOT_PLAIN: "is not a plain file but a pipe, a socket or a device",
  EACCES: "may not be read: permission denied",
  EPERM: "may not be read: permission denied",
  ELOOP: "is a link that leads back to itself",
};

/** Text without its byte order mark, or the position of the first byte that is not UTF-8. */
type Decoded = { readonly text: string } | { readonly invalidAt: Position; readonly byte: number };

export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
    // What is no UTF-8 becomes another character, whose bytes are others.
    const changed = Buffer.from(lenient.decode(bytes));
    const offset = changed.findIndex((byte, index) => byte !== bytes[index]);
    const before = lenient.decode(bytes.subarray(0, offset), { stream: true });
    const [column, line] = [before.length - before.lastIndexOf("\n"), before.split("\n").length];
    return { invalidAt: { line, column, offset: before.length }, byte: bytes[Buffer.byteLength(before)] ?? 0 };
  }
}
