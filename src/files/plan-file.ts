/** Saved plans on disk. Written whole or not at all; read with a limit on their size. */

import { readSync } from "node:fs";
import { lstat, rm, truncate } from "node:fs/promises";
import type { ManifestText } from "../manifest/parse.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_FILES } from "../model/limits.ts";
import { placeOf } from "./paths.ts";
import { decodeUtf8, readBytes, shownPath, withFile } from "./read.ts";
import { writeWhole } from "./write.ts";

/** Reads the text of a saved plan; a byte order mark is taken off. `path` is absolute. */
export async function readPlanText(path: string, cwd: string): Promise<Checked<ManifestText>> {
  const file = shownPath(path, cwd);
  const bytes = await readBytes(path, MAXIMUM_FILES, cwd);
  if (bytes.value === undefined) return { diagnostics: bytes.diagnostics };
  const decoded = decodeUtf8(bytes.value);
  if ("text" in decoded) return { value: { file, text: decoded.text }, diagnostics: [] };
  const detail = `${file} is not text in UTF-8 (line ${decoded.invalidAt.line}).`;
  return { diagnostics: [diagnostic("not-a-plan", detail, { help: ["let laurel write it: laurel plan --out FILE"] })] };
}

/** Writes the text as a file of its own or over another saved plan. Returns a problem, or undefined when it is done. */
export async function writePlanText(path: string, text: string, cwd: string): Promise<Diagnostic | undefined> {
  if ((await beginning(path)) === "other") {
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
  if ((await beginning(path)) !== "plan") return undefined;
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

/** What a file begins as that is not empty; only a saved plan may be replaced unasked. */
async function beginning(path: string): Promise<"plan" | "other" | undefined> {
  const place = await placeOf(path).catch(() => undefined);
  if (place === undefined || "why" in place) return undefined;
  try {
    return withFile(place.path, (file) => {
      const buffer = Buffer.alloc(64);
      const length = readSync(file, buffer);
      if (length === 0) return undefined;
      return /^\s*\{\s*"format":\s*\d+,\s*"plans":/.test(buffer.toString("utf8", 0, length)) ? "plan" : "other";
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EACCES" || code === "EPERM" ? "other" : undefined;
  }
}
