/** Where the schema of manifests lies, as seen from a folder of manifests: for the line that tells editors. */
import { dirname, join, relative, sep } from "node:path";
import { PACKAGE } from "./own-package.ts";
import { isReachable } from "./path-exists.ts";

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
  for (let here = folder; ; here = dirname(here)) {
    for (const place of PLACES) {
      const path = join(here, place);
      if (await isReachable(path)) return { path, reference: referenceTo(path), isThere: true };
    }
    if (dirname(here) === here) break;
  }
  const path = join(home, SCHEMA);
  return { path, reference: referenceTo(path), isThere: false };
}
