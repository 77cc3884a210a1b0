/** Saved plans on disk. Written whole or not at all; read with a limit on their size. */
import { randomUUID } from "node:crypto";
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Checked, type Diagnostic, diagnostic } from "../../core/diagnostics.ts";
import type { ManifestText } from "../../core/manifests/load-desired.ts";
import { shownPath, unreadable } from "./read.ts";
import { decodeUtf8 } from "./utf8.ts";

/** Larger files are not read: 256 MB, more than the plan of a game with 50,000 resources has. */
export const MAXIMUM_PLAN_BYTES = 256 * 1024 * 1024;

/** Reads the text of a saved plan; a byte order mark is taken off. `path` is absolute. */
export async function readPlanText(path: string, cwd: string): Promise<Checked<ManifestText>> {
  const file = shownPath(path, cwd);
  try {
    const { size } = await stat(path);
    if (size > MAXIMUM_PLAN_BYTES) {
      const detail = `${file} has ${Math.round(size / 1024 / 1024)} MB, and ${MAXIMUM_PLAN_BYTES / 1024 / 1024} MB is the limit of a plan. It was not read.`;
      return { diagnostics: [diagnostic("not-a-plan", detail)] };
    }
    const decoded = decodeUtf8(await readFile(path));
    if ("text" in decoded) return { value: { file, text: decoded.text }, diagnostics: [] };
    const detail = `${file} is not text in UTF-8 (line ${decoded.invalidAt.line}).`;
    return {
      diagnostics: [diagnostic("not-a-plan", detail, { help: ["let laurel write it: laurel plan --out FILE"] })],
    };
  } catch (error) {
    return { diagnostics: [unreadable(file, error)] };
  }
}

/**
 * Writes the text beside the file and lets it take the file's name, so that nobody ever finds half of it; what was
 * there before is replaced. Returns a problem, or undefined when it is done.
 */
export async function writePlanText(path: string, text: string, cwd: string): Promise<Diagnostic | undefined> {
  const shown = shownPath(path, cwd);
  // A link stays one: the file that it leads to is replaced.
  const target = await realpath(path).catch(() => path);
  const beside = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  try {
    const there = await stat(target).catch(() => undefined);
    if (there !== undefined && !there.isFile()) return unwritable(shown, "is there and is not a plain file");
    if (there !== undefined && there.size > 0 && !(await holdsPlan(target))) {
      const help = ["choose another name; only a saved plan is replaced"];
      return diagnostic("file-exists", `${shown} is there already and is not a saved plan. Nothing was written.`, {
        help,
      });
    }
    const handle = await open(beside, "wx");
    try {
      await handle.writeFile(text, "utf8");
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, target);
    return undefined;
  } catch (error) {
    await rm(beside, { force: true });
    if (!(error instanceof Error && "code" in error)) throw error;
    return unwritable(shown, REASONS[String(error.code)] ?? `cannot be written (${String(error.code)})`);
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
  EROFS: "may not be written: the disk is read-only",
  ENOSPC: "cannot be written: the disk is full",
};

/** Whether the file begins as a saved plan does: that is all that may be replaced unasked. */
async function holdsPlan(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return /^\s*\{\s*"format":\s*\d+,\s*"plans":/.test(buffer.subarray(0, bytesRead).toString("utf8"));
  } finally {
    await handle.close();
  }
}
