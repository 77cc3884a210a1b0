/**
 * The file of a report. Each line is on the disk before `append` resolves, so that the file has every step that was begun.
 * An existing file is never opened: it may be the only way back.
 */

import { open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { ManifestText } from "../manifest/parse.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { MAXIMUM_FILES } from "../model/limits.ts";
import { codeOf, placeOf } from "./paths.ts";
import { readBytes, shownPath, textOfBytes } from "./read.ts";
import { makeFolders } from "./write.ts";

const LINE_BREAK = 0x0a;

export interface ReportFile {
  /** Adds a line that ends with its line break. After the first problem nothing more is written, and it stays. */
  append(line: string): Promise<Diagnostic | undefined>;
  /** Waits for what is being written. A file to which nothing was added is taken away again. */
  close(): Promise<void>;
}

/** Makes the file and its folders. `path` is absolute. */
export async function createReport(path: string, cwd: string): Promise<Checked<ReportFile>> {
  const file = shownPath(path, cwd);
  try {
    const place = await placeOf(path);
    if ("why" in place) return { diagnostics: [unwritable(file, place.why)] };
    await makeFolders(dirname(path));
    const handle = await open(path, "ax");
    let isEmpty = true;
    let last: Promise<Diagnostic | undefined> = Promise.resolve(undefined);
    const write = async (line: string): Promise<Diagnostic | undefined> => {
      try {
        await handle.appendFile(line, "utf8");
        await handle.datasync();
        return undefined;
      } catch (error) {
        return unwritable(file, codeOf(error));
      }
    };
    const append = (line: string): Promise<Diagnostic | undefined> => {
      isEmpty = false;
      last = last.then((problem) => problem ?? write(line));
      return last;
    };
    const close = async (): Promise<void> => {
      await last;
      await handle.close();
      if (isEmpty) await rm(path, { force: true });
    };
    return { value: { append, close }, diagnostics: [] };
  } catch (error) {
    return { diagnostics: [isTaken(error) ? reportExists(file) : unwritable(file, codeOf(error))] };
  }
}

/**
 * The text of a report up to its last line break: a rest was being written when the run ended, and may end within a
 * character. `path` is absolute.
 */
export async function readReportText(path: string, cwd: string): Promise<Checked<ManifestText>> {
  const { value: bytes, diagnostics } = await readBytes(path, MAXIMUM_FILES, cwd);
  if (bytes === undefined) return { diagnostics };
  return textOfBytes(bytes.subarray(0, bytes.lastIndexOf(LINE_BREAK) + 1), shownPath(path, cwd));
}

/** The refusal to write over a report. */
export function reportExists(file: string): Diagnostic {
  const detail = `Nothing was changed, because ${file} is there already, and a report is never written over: it may be the only way back.`;
  return diagnostic("file-exists", detail, { help: ["give another name with --report"] });
}

function unwritable(file: string, why: string): Diagnostic {
  const help = ["nothing is sent that cannot be recorded first; choose another place with --report"];
  return diagnostic("unwritable-file", `The report ${file} cannot be written (${why}).`, { help });
}

/** Making a folder fails with the same code where a file has the name. */
function isTaken(error: unknown): boolean {
  return codeOf(error) === "EEXIST" && error instanceof Error && "syscall" in error && error.syscall === "open";
}
