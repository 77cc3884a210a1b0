/** What a `.gitignore` has to be given so that git leaves folders alone. Its own lines stay as they are. */
import { type Checked, hasErrors } from "../model/diagnostics.ts";
import { isTaken } from "./paths.ts";
import { readTextFile } from "./read.ts";
import type { FileChange } from "./write.ts";

/** A `.gitignore` as it has to become. */
interface IgnoreFile extends FileChange {
  /** The lines that are new in it. */
  readonly added: readonly string[];
}

/** No value when all of the folders are ignored already. */
export async function ignoring(path: string, folders: readonly string[], cwd: string): Promise<Checked<IgnoreFile>> {
  const { value, diagnostics } = (await isTaken(path)) ? await readTextFile(path, cwd) : { diagnostics: [] };
  if (hasErrors(diagnostics)) return { diagnostics };
  const text = value?.text ?? "";
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, "")));
  const added = folders.filter((folder) => !lines.has(folder)).map((folder) => `${folder}/`);
  if (added.length === 0) return { diagnostics: [] };
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : end;
  const after = `${text}${gap}${added.map((line) => `${line}${end}`).join("")}`;
  return { value: { path, before: value?.text, after, added }, diagnostics: [] };
}
