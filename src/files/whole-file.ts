/** Writes one file so that nobody ever finds half of it: the text goes beside it and then takes its name. */
import { fstatSync, type Stats } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { nameBeside, removeLeftovers } from "./leftovers.ts";
import { placeOf, realPath } from "./place.ts";
import { shownPath } from "./read.ts";

/**
 * Writes the text; what was there before is replaced, and its folder has to be there. A link stays one: the file that
 * it leads to is replaced, unless it leaves the repository. `path` is absolute. Returns a problem, or undefined when it
 * is done.
 */
export async function writeWhole(path: string, text: string, cwd: string): Promise<Diagnostic | undefined> {
  const shown = shownPath(path, cwd);
  let beside: string | undefined;
  try {
    const why = await irreplaceable(path);
    if (why !== undefined) return unwritable(shown, why);
    const target = await realPath(path);
    beside = nameBeside(target);
    const handle = await open(beside, "wx");
    try {
      await handle.writeFile(text, "utf8");
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, target);
    await removeLeftovers(target, target);
    return undefined;
  } catch (error) {
    if (beside !== undefined) await rm(beside, { force: true }).catch(() => undefined);
    if (!(error instanceof Error && "code" in error)) throw error;
    return unwritable(shown, REASONS[String(error.code)] ?? `cannot be written (${String(error.code)})`);
  }
}

/**
 * Why no file can take the place of what is at the absolute path, as the end of a sentence; undefined where one can.
 * `/dev/stdout` leads to the file that the output of the program goes to: put in its place, a new file would take from
 * it everything else that is said.
 */
export async function irreplaceable(path: string): Promise<string | undefined> {
  if (/^\/(?:dev|proc)\//.test(path)) return "is below /dev or /proc, where names stand for devices and streams";
  const place = await placeOf(path).catch(() => undefined);
  if (place !== undefined && "why" in place) return place.why;
  const there = await stat(path).catch(() => undefined);
  if (there === undefined) return undefined;
  if (there.isDirectory()) return "names a folder";
  if (!there.isFile()) return "names something that is not a plain file";
  const stream = STREAMS.find(({ descriptor }) => isSame(there, descriptor));
  return stream === undefined ? undefined : `names the file that ${stream.name} goes to`;
}

const STREAMS = [
  { descriptor: 1, name: "stdout" },
  { descriptor: 2, name: "stderr" },
];

function isSame({ dev, ino }: Stats, descriptor: number): boolean {
  try {
    const open = fstatSync(descriptor);
    return open.dev === dev && open.ino === ino;
  } catch {
    // The stream may be closed.
    return false;
  }
}

function unwritable(file: string, why: string): Diagnostic {
  return diagnostic("unwritable-file", `${file} ${why}.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "is in a folder that does not exist",
  ENOTDIR: "is in a folder that does not exist",
  EACCES: "may not be written: permission denied",
  EPERM: "may not be written: permission denied",
  ELOOP: "is a link that leads back to itself",
  EROFS: "may not be written: the disk is read-only",
  ENOSPC: "cannot be written: the disk is full",
};
