/** The program's source files as text, for tests about its structure. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../src", import.meta.url));

export interface Import {
  /** A path below `src` with `/` between folders, or the name of a package. */
  readonly from: string;
  readonly isPackage: boolean;
  /** Whether it imports types only, so that a run does not load it. */
  readonly isType: boolean;
}

export interface SourceFile {
  /** Below `src`, with `/` between folders. */
  readonly path: string;
  /** The first folder; empty for files that lie in `src` itself. */
  readonly layer: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

/** Every file below `src`. */
export const sources: readonly SourceFile[] = readdirSync(root, {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.split("\\").join("/"))
  .sort()
  .map(read);

function read(path: string): SourceFile {
  return sourceOf(path, readFileSync(join(root, path), "utf8"));
}

/** A file with this text at a path below `src`, whether it exists or not. */
export function sourceOf(path: string, text: string): SourceFile {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
  return {
    path,
    layer: path.includes("/") ? (path.split("/")[0] ?? "") : "",
    text,
    code,
    imports: importsOf(path, code),
  };
}

function importsOf(path: string, code: string): readonly Import[] {
  const clauses = [
    ...code.matchAll(
      /^\s*(?:import|export)\s+(?<type>type\s)?[^;"']*?from\s+["'](?<name>[^"']+)["']/gm,
    ),
    ...code.matchAll(/^\s*import\s+["'](?<name>[^"']+)["']/gm),
    ...code.matchAll(/(?<type>typeof\s+)?\bimport\(\s*["'`](?<name>[^"'`]+)["'`]\s*\)/g),
  ];
  // Types that are generated lie beside the schemas.
  const names = clauses.map(({ groups = {} }) => ({
    name: groups.name ?? "",
    isType: groups.type !== undefined,
  }));
  const inside = names.filter(({ name }) => !name.endsWith("/schemas/documents.js"));
  return inside.map(({ name, isType }) => {
    const inPackage = /node_modules\/(.*)/.exec(name)?.[1];
    const isPackage = inPackage !== undefined || !name.startsWith(".");
    const from = isPackage
      ? (inPackage ?? name)
      : relative(root, join(root, dirname(path), name))
          .split("\\")
          .join("/");
    return { from, isPackage, isType };
  });
}
