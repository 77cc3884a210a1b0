/**
 * laurel's own files: `package.json`, schemas and templates, by paths below the package such as `schemas/plan.schema.json`.
 * The only module that knows where they are.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Line breaks are `\n`, also in a clone on Windows. */
export function readAsset(path: string): string {
  return readFileSync(join(packageFolder(), path), "utf8").replaceAll("\r\n", "\n");
}

/** The names of the files in a folder, sorted, without those in folders below it. */
export function listAssets(folder: string): readonly string[] {
  const entries = readdirSync(join(packageFolder(), folder), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

/** Sources and built files are in folders of different depth: the nearest `package.json` is the package's own. */
function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("#package.json"));
}

/** `homepage`: the address of the repository, without a slash at the end. */
export const PACKAGE = JSON.parse(readAsset("package.json")) as {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly homepage: string;
};
