/**
 * Schemas of JSON documents are built by the generator alone. A run of the program prints what the
 * compiler has checked against them.
 */
import { describe, expect, it } from "vitest";
import { type SourceFile, sourceOf, sources } from "./sources.ts";

/** The modules that a run begins with. */
const ENTRIES = ["main.ts", "library.ts"];
/** Modules that the build replaces by compiled code. */
const REPLACED = /-check\.ts$/;
/** Modules that build schemas of documents. */
const SCHEMAS = /^view\/.*schema\.ts$/;

/** The modules and packages that a run may load: without those that are imported as types only. */
function loadable(files: readonly SourceFile[], entries: readonly string[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const loaded = new Set(entries);
  for (const path of loaded) {
    if (REPLACED.test(path)) continue;
    for (const { from, isType } of byPath.get(path)?.imports ?? []) if (!isType) loaded.add(from);
  }
  return loaded;
}

/** Whether a run of the code may read a published schema. Imports of types are not run. */
const readsSchema = ({ code }: SourceFile): boolean =>
  /\breadSchema\b|["'`/]schemas\/|\.schema\.json/.test(
    code.replaceAll(/^(?:import|export) type .*$/gm, ""),
  );

describe("a run", () => {
  it("loads no module that builds a schema, and not the package that does", () => {
    const loaded = loadable(sources, ENTRIES);
    expect(loaded.size).toBeGreaterThan(250);
    expect([...loaded].filter((from) => from === "typebox" || SCHEMAS.test(from))).toEqual([]);
    expect(sources.filter(({ path }) => SCHEMAS.test(path)).length).toBeGreaterThan(9);
  });

  it.each([
    'import { planSchema } from "./schema.ts";',
    'import { type planSchema } from "./schema.ts";',
    'import * as schemas from "./schema.ts";',
    'export { planSchema } from "./schema.ts";',
    'import "./schema.ts";',
    'const schemas = await import("./schema.ts");',
  ])("is found to load one by %s", (text) => {
    const files = [
      sourceOf("main.ts", 'import "./view/plan/json.ts";'),
      sourceOf("view/plan/json.ts", text),
    ];
    expect(loadable(files, ENTRIES)).toContain("view/plan/schema.ts");
  });

  it.each([
    'import type { planSchema } from "./schema.ts";',
    'import type * as schemas from "./schema.ts";',
    'export type * from "./schema.ts";',
  ])("loads none by %s", (text) => {
    const files = [
      sourceOf("main.ts", 'import "./view/plan/json.ts";'),
      sourceOf("view/plan/json.ts", text),
    ];
    expect(loadable(files, ENTRIES)).not.toContain("view/plan/schema.ts");
  });

  it("reads published schemas only to print them as they are, and to copy them into a project", () => {
    expect(sources.filter(readsSchema).map(({ path }) => path)).toEqual([
      "cli/commands/schema.ts",
      "files/assets.ts",
      "workflow/init.ts",
    ]);
  });
});
