/** The files that come with laurel to be copied into projects: the folder `templates` of the package. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PACKAGE } from "./own-package.ts";

const TEMPLATES = join(PACKAGE.folder, "templates");

export interface Template {
  /** Without folders. */
  readonly name: string;
  readonly text: string;
}

/** The files of one folder of templates, such as `project/example`, by name; folders in it are left out. */
export async function readTemplates(folder: string): Promise<readonly Template[]> {
  const entries = await readdir(join(TEMPLATES, folder), { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  return Promise.all(names.sort().map((name) => readTemplate(folder, name)));
}

/** One file of a folder of templates. */
export async function readTemplate(folder: string, name: string): Promise<Template> {
  const text = await readFile(join(TEMPLATES, folder, name), "utf8");
  return { name, text: text.replaceAll("\r\n", "\n") };
}
