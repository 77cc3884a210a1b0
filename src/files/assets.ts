/**
 * laurel's own files: `package.json`, schemas and templates. The only module that knows where they
 * are.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Sources and built files are in folders of different depth: the nearest `package.json` is the
 * package's own.
 */
function findAsset(path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve("#package.json")), path);
}

/** Line breaks are `\n`, also in a clone on Windows. */
function readAsset(path: string): string {
  return readFileSync(findAsset(path), "utf8").replaceAll("\r\n", "\n");
}

/** The members of laurel's own `package.json` that laurel reads. */
interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Address of the repository, without a slash at the end. */
  readonly homepage: string;
  /** Commit of laurel's action, if a release has stamped it. */
  readonly actionCommit?: string;
}

// The file is a part of the package, so its members are known.
export const PACKAGE = JSON.parse(readAsset("package.json")) as PackageFile;

/** Reads a file of a folder of templates, such as `project/example`. */
export function readTemplate(folder: string, name: string) {
  return { name, text: readAsset(`templates/${folder}/${name}`) };
}

/** Reads the files of a folder of templates, in the order of their names. */
export function readTemplates(folder: string) {
  const entries = readdirSync(findAsset(`templates/${folder}`), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.sort().map((name) => readTemplate(folder, name));
}

/** Reads the published schema of a document. */
export function readSchema(document: string): string {
  return readAsset(`schemas/${document}.schema.json`);
}
