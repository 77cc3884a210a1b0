/** Reads text files that a user wrote. Whatever goes wrong is a diagnostic that names the file. */
import { readFile, stat } from "node:fs/promises";
import nodePath, { type PlatformPath } from "node:path";
import { type Checked, type Diagnostic, diagnostic } from "../../core/diagnostics.ts";
import type { ManifestText } from "../../core/manifests/load-desired.ts";
import { problemAt } from "../../core/manifests/problem.ts";
import { decodeUtf8 } from "./utf8.ts";

/** Larger files are not read: 32 MB. */
export const MAXIMUM_BYTES = 32 * 1024 * 1024;

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

/** Reads one file as strict UTF-8; a byte order mark is taken off. `path` is absolute. */
export async function readTextFile(path: string, cwd: string): Promise<Checked<ManifestText>> {
  const file = shownPath(path, cwd);
  try {
    const { size } = await stat(path);
    if (size > MAXIMUM_BYTES) return { diagnostics: [tooLarge(file, size)] };
    return textOfBytes(await readFile(path), file);
  } catch (error) {
    return { diagnostics: [unreadable(file, error)] };
  }
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

/** The problem of a file of so many bytes. */
export function tooLarge(file: string, size: number): Diagnostic {
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return diagnostic("file-too-large", `${file} has ${megabytes} MB, and 32 MB is the limit. It was not read.`, {
    help: ["split it into several files; the manifests of a game may lie in any number of them"],
  });
}

/** What a failed system call means for the user. */
export function unreadable(file: string, error: unknown): Diagnostic {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  const why = REASONS[code] ?? `cannot be read (${code})`;
  return diagnostic("unreadable-file", `${file} ${why}.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "is not a folder",
  EISDIR: "is a folder, not a file",
  EACCES: "may not be read: permission denied",
  EPERM: "may not be read: permission denied",
  ELOOP: "is a link that leads back to itself",
};
