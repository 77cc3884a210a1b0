/** The files of the package that are copied into projects or printed: its folders `templates` and `schemas`. */
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
  return { name, text: await textOf(join(TEMPLATES, folder, name)) };
}

/** The published schema of a document. */
export function readSchema(document: string): Promise<string> {
  return textOf(join(PACKAGE.folder, "schemas", `${document}.schema.json`));
}

async function textOf(path: string): Promise<string> {
  return (await readFile(path, "utf8")).replaceAll("\r\n", "\n");
}
