/**
 * Writes text files so that each is there whole or not at all: all texts go into temporary files beside their targets
 * first, and only when every one of them is on the disk do they take their names.
 */
import { constants } from "node:fs";
import { mkdir, open, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { nameBeside, removeLeftovers } from "./leftovers.ts";
import { isTaken } from "./path-exists.ts";
import { placeOf } from "./place.ts";
import { shownPath } from "./read.ts";

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
      const place = await placeOf(path);
      if ("why" in place) throw Object.assign(new Error(place.why), { code: "OUTSIDE" });
      pushAll(folders, await makeFolders(dirname(path)));
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

/** Writes a small file of laurel's own in place. Links are not followed. Throws what the system says. */
export async function overwrite(path: string, text: string): Promise<void> {
  const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_TRUNC, O_WRONLY } = constants;
  const handle = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
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
