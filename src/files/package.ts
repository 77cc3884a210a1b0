/** laurel's own package: where it lies and what it is called. */

import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { isReachable, upwards } from "./paths.ts";

const require = createRequire(import.meta.url);
/** Built files do not lie where their sources do. */
const file = require.resolve("#package.json");
const { name, version } = require(file) as { name: string; version: string };

export const PACKAGE = { folder: dirname(file), name, version };

const SCHEMA = join("schemas", "manifest.schema.json");
const PLACES = [SCHEMA, join("node_modules", PACKAGE.name, SCHEMA)];

export interface SchemaFile {
  /** Absolute. */
  readonly path: string;
  /** From the folder, `/` between folders. */
  readonly reference: string;
  readonly isThere: boolean;
}

/**
 * The nearest copy of the schema at or above the folder: the project's own, or that of an installed laurel. Where there
 * is none, the place where one belongs, below `home`; it is printed by `laurel schema manifest`.
 */
export async function findSchemaFile(folder: string, home: string): Promise<SchemaFile> {
  const referenceTo = (path: string): string => relative(folder, path).split(sep).join("/");
  for (const path of [...upwards(folder)].flatMap((here) => PLACES.map((place) => join(here, place)))) {
    if (await isReachable(path)) return { path, reference: referenceTo(path), isThere: true };
  }
  const path = join(home, SCHEMA);
  return { path, reference: referenceTo(path), isThere: false };
}

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
