/** What a `.gitignore` has to be given so that git leaves folders alone. Its own lines stay as they are. */
import type { Checked } from "../model/diagnostics.ts";
import { lineBreakOf } from "../model/edits.ts";
import { isTaken } from "./paths.ts";
import { readTextFile } from "./read.ts";
import type { FileText } from "./write.ts";

/** A `.gitignore` as it has to become. */
interface IgnoreFile extends FileText {
  readonly isThere: boolean;
  /** The lines that are new in it. */
  readonly added: readonly string[];
}

/** No value when all of the folders are ignored already. */
export async function ignoring(path: string, folders: readonly string[], cwd: string): Promise<Checked<IgnoreFile>> {
  const isThere = await isTaken(path);
  const { value, diagnostics } = isThere ? await readTextFile(path, cwd) : { value: { text: "" }, diagnostics: [] };
  if (value === undefined) return { diagnostics };
  const { text } = value;
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, "")));
  const added = folders.filter((folder) => !lines.has(folder)).map((folder) => `${folder}/`);
  if (added.length === 0) return { diagnostics: [] };
  const end = lineBreakOf(text);
  const gap = text === "" || text.endsWith("\n") ? "" : end;
  const whole = `${text}${gap}${added.map((line) => `${line}${end}`).join("")}`;
  return { value: { path, text: whole, isThere, added }, diagnostics: [] };
}
