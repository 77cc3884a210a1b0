/** What a `.gitignore` has to be given so that git leaves a folder alone. Its own lines stay as they are. */
import type { Checked } from "../model/diagnostics.ts";
import { isTaken } from "./paths.ts";
import { readTextFile } from "./read.ts";
import type { FileText } from "./write.ts";

/** The file as it has to become, and whether it was there; no value when nothing is to be done. */
export async function ignoring(
  path: string,
  folder: string,
  cwd: string,
): Promise<Checked<FileText & { readonly isThere: boolean }>> {
  const line = `${folder}/`;
  if (!(await isTaken(path))) return { value: { path, text: `${line}\n`, isThere: false }, diagnostics: [] };
  const { value, diagnostics } = await readTextFile(path, cwd);
  if (value === undefined) return { diagnostics };
  const { text } = value;
  if (text.split(/\r?\n/).some((each) => [folder, line, `/${folder}`, `/${line}`].includes(each.trim())))
    return { diagnostics: [] };
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : end;
  return { value: { path, text: `${text}${gap}${line}${end}`, isThere: true }, diagnostics: [] };
}
