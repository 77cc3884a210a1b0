/** The schemas and templates that are part of laurel. */
import { join, relative, sep } from "node:path";
import { listAssets, PACKAGE, readAsset } from "./assets.ts";
import { isReachable, upwards } from "./paths.ts";

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

export interface Template {
  /** Without folders. */
  readonly name: string;
  readonly text: string;
}

/** The files of one folder of templates, such as `project/example`, by name; folders in it are left out. */
export function readTemplates(folder: string): readonly Template[] {
  return listAssets(`templates/${folder}`).map((name) => readTemplate(folder, name));
}

/** One file of a folder of templates. */
export function readTemplate(folder: string, name: string): Template {
  return { name, text: readAsset(`templates/${folder}/${name}`) };
}

/** The published schema of a document. */
export function readSchema(document: string): string {
  return readAsset(`schemas/${document}.schema.json`);
}
