/**
 * Opens files for reading. This module opens only plain files, never waits for one, and reads none
 * beyond its limit. Every failure is a diagnostic that names the file and quotes nothing of it.
 */

import { hash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { getSystemErrorMap } from "node:util";
import { errorCodeOf } from "../ground/errors.ts";
import { MAXIMUM_FILES, sizeInWords } from "../ground/limits.ts";
import { spanBetween } from "../manifest/parts.ts";
import { type Checked, diagnostic, type ErrorDiagnostic, failed } from "../model/diagnostics.ts";
import type { Digest } from "../model/model.ts";
import { type SourceFile, sourceFile } from "../model/source.ts";
import { FileRefusal, linkRefusal, placeOfOutput } from "./paths.ts";

/** Windows has neither. Without the first, opening a pipe waits for a writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Returns a path as the user would give it, with `/` between folders on every platform. It is
 * relative to the working directory if the file is at most one folder above it.
 */
export function shownPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  const isOutside = isAbsolute(short) || short.startsWith(`..${sep}..${sep}..`);
  const shown = isOutside ? path : short;
  return shown === "" ? "." : shown.split(sep).join("/");
}

/** A file by its path, and by its real path, both absolute. `limit`: in bytes. */
interface PlacedFile {
  readonly path: string;
  readonly place: string;
  readonly limit?: number;
}

/** Reads one file as strict UTF-8; a byte order mark is taken off. */
export function readPlaced(
  { path, place, limit = MAXIMUM_FILES }: PlacedFile,
  cwd: string,
): Checked<SourceFile> {
  const name = shownPath(path, cwd);
  try {
    return decodeSource(readUpTo(place, limit), { path, name });
  } catch (error) {
    return failed(fileProblem(name, error));
  }
}

/** Reads what an earlier run has written, by its absolute path, which git may ignore. */
export async function readOutputFile(path: string, cwd: string): Promise<Checked<SourceFile>> {
  try {
    return readPlaced({ path, place: await placeOfOutput(path) }, cwd);
  } catch (error) {
    return failed(fileProblem(shownPath(path, cwd), error));
  }
}

/**
 * The bytes of a plain file by its real path. Throws a `FileRefusal` when there are more than
 * `limit`, and errors of the system. Synchronous calls are several times as fast for thousands of
 * small files.
 */
export function readUpTo(path: string, limit: number): Buffer {
  // Devices are not even opened: that alone may do something.
  refuseOther(lstatSync(path));
  // A folder on the way may have become a link since its path was resolved.
  if (realpathSync.native(path) !== path) throw linkRefusal();
  const file = openSync(path, FLAGS);
  try {
    const stats = fstatSync(file);
    refuseOther(stats);
    if (stats.size > limit) throw tooLarge(limit);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Throws a `FileRefusal` for anything but a plain file. */
export function refuseOther(stats: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">): void {
  if (stats.isSymbolicLink()) throw linkRefusal();
  if (stats.isDirectory()) throw new FileRefusal("is a folder, not a file");
  if (!stats.isFile())
    throw new FileRefusal("is not a plain file but a pipe, a socket or a device");
}

/** Returns the file with these bytes, strictly UTF-8 and without a byte order mark. */
export function decodeSource(
  bytes: Uint8Array,
  names: Pick<SourceFile, "path" | "name">,
): Checked<SourceFile> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { value: sourceFile({ ...names, text }), diagnostics: [] };
  } catch {
    // Bytes that are not UTF-8 become U+FFFD. If the file itself has one, it was damaged there.
    const text = new TextDecoder("utf-8").decode(bytes);
    const at = text.indexOf("\uFFFD");
    const span = spanBetween(sourceFile({ ...names, text }), at, at + 1);
    const primary = { span, text: "this is not UTF-8", quotes: "nothing" } as const;
    const help = ["save the file as UTF-8"];
    return { diagnostics: [diagnostic("invalid-utf8", "This is not UTF-8.", { primary, help })] };
  }
}

/** Refuses a file, or several together. `limit`: in bytes. */
export function tooLarge(limit: number): FileRefusal {
  return new FileRefusal(
    `has more than ${sizeInWords(limit)}, which is the limit`,
    "file-too-large",
  );
}

/** The problem of a file that is not read, from what was thrown. */
export function fileProblem(file: string, error: unknown): ErrorDiagnostic {
  const code = error instanceof FileRefusal ? (error.code ?? "unreadable-file") : "unreadable-file";
  const help = error instanceof FileRefusal ? error.help : [];
  return diagnostic(code, `${file} ${reasonOf(error)}.`, { help });
}

/** Why a file is not used, as the end of a sentence that begins with the file's name. */
export function reasonOf(error: unknown): string {
  if (error instanceof FileRefusal) return error.message;
  const errno = error instanceof Error && "errno" in error ? Number(error.errno) : 0;
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return `cannot be used: ${words ?? errorCodeOf(error) ?? "unknown error"}`;
}

/** SHA-256 of the text's UTF-8 bytes. */
export function sha256(text: string): Digest {
  return `sha256:${hash("sha256", text)}`;
}
