/** Saved plans on disk. Written whole or not at all; read with a limit on their size. */
import { lstat, open, readFile, rm, stat, truncate } from "node:fs/promises";
import { type Checked, type Diagnostic, diagnostic } from "../../core/diagnostics.ts";
import type { ManifestText } from "../../core/manifests/load-desired.ts";
import { shownPath, unreadable } from "./read.ts";
import { decodeUtf8 } from "./utf8.ts";
import { writeWhole } from "./whole-file.ts";

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

/** Writes the text as a file of its own or over another saved plan. Returns a problem, or undefined when it is done. */
export async function writePlanText(path: string, text: string, cwd: string): Promise<Diagnostic | undefined> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isFile() && there.size > 0 && !(await holdsPlan(path).catch(() => false))) {
    const help = ["choose another name; only a saved plan is replaced"];
    const detail = `${shownPath(path, cwd)} is there already and is not a saved plan. Nothing was written.`;
    return diagnostic("file-exists", detail, { help });
  }
  return writeWhole(path, text, cwd);
}

/**
 * Takes an older plan away before a new one is made: one that cannot be made must not leave it there to be applied. Any
 * other file stays. A link stays one, and the plan that it leads to is emptied. Returns a problem, or undefined.
 */
export async function removePlan(path: string, cwd: string): Promise<Diagnostic | undefined> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isFile() !== true || !(await holdsPlan(path).catch(() => false))) return undefined;
  try {
    if ((await lstat(path)).isSymbolicLink()) await truncate(path);
    else await rm(path);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const detail = `${shownPath(path, cwd)} holds an older plan, which cannot be taken away (${String(error.code)}).`;
    return diagnostic("unwritable-file", detail);
  }
}

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
