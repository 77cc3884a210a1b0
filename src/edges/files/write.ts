/**
 * Writes text files so that each is there whole or not at all: all texts go into temporary files beside their targets
 * first, and only when every one of them is on the disk do they take their names.
 */
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Diagnostic, diagnostic } from "../../core/diagnostics.ts";
import { nameBeside, removeLeftovers } from "./leftovers.ts";
import { shownPath } from "./read.ts";
import { isTaken } from "./there.ts";

/** A file to be; `path` is absolute. */
export interface FileText {
  readonly path: string;
  readonly text: string;
  /** Whether it is a program. */
  readonly isExecutable?: boolean;
}

/** What became of it. With a problem, nothing is written; of files that may overwrite others, some may be. */
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
      for (const item of foldersBetween(await mkdir(dirname(path), { recursive: true }), dirname(path)))
        folders.push(item);
      const temporary = nameBeside(path);
      staged.push({ path, temporary });
      await writeFile(temporary, text, { flag: "wx", mode: isExecutable === true ? 0o777 : 0o666 });
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

/** Takes back what was written; what cannot be removed stays. */
export async function removeFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true }).catch(() => undefined);
}

/** The folders from the first that was made down to the last; none if all were there. */
function foldersBetween(first: string | undefined, last: string): readonly string[] {
  if (first === undefined) return [];
  const found = [last];
  while (found[0] !== undefined && found[0].length > first.length) found.unshift(dirname(found[0]));
  return found;
}

function unwritable(path: string, error: unknown, written: readonly string[], files: number, cwd: string): Diagnostic {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  const why = REASONS[code] ?? `cannot be written (${code})`;
  const done =
    written.length === 0
      ? "Nothing was written."
      : `Of ${files} files, ${written.length} had been written: ${written.map((each) => shownPath(each, cwd)).join(", ")}.`;
  return diagnostic("unwritable-file", `${shownPath(path, cwd)} ${why}. ${done}`);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "may not be written: permission denied",
  EPERM: "may not be written: permission denied",
  EROFS: "may not be written: the disk is read-only",
  ENOSPC: "cannot be written: the disk is full",
  EDQUOT: "cannot be written: the disk quota is used up",
  EISDIR: "is a folder",
  ENOTDIR: "is below something that is not a folder",
  EEXIST: "is below something that is not a folder",
};
