/**
 * laurel's own files: `package.json`, schemas and templates, by paths below the package such as `schemas/plan.schema.json`.
 * The only module that knows where they are: in the folder of the package, or inside the single executable.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getAsset, isSea } from "node:sea";

/** In the single executable: a JSON list of the paths of all assets, because Node 20 cannot list them. */
const ASSET_LIST = "assets.json";

/** Line breaks are `\n`, also in a clone on Windows. */
export function readAsset(path: string): string {
  const text = isSea() ? getAsset(path, "utf8") : readFileSync(join(packageFolder(), path), "utf8");
  return text.replaceAll("\r\n", "\n");
}

/** The names of the files in a folder, sorted, without those in folders below it. */
export function listAssets(folder: string): readonly string[] {
  if (!isSea()) {
    const entries = readdirSync(join(packageFolder(), folder), { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
  }
  const paths = JSON.parse(getAsset(ASSET_LIST, "utf8")) as readonly string[];
  const names = paths.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
  return names.filter((name) => !name.includes("/")).sort();
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
