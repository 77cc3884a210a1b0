/** The code that the build puts in the place of the schemas finds the same errors. */
import { join } from "node:path";
import { build } from "esbuild";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compiledChecks } from "../../scripts/build/compiled-checks.js";
import { checks as scenarios } from "../../src/analysis/scenarios/scenarios-check.ts";
import { type Checks, errorsIn } from "../../src/manifest/checks.ts";
import { checks as manifest } from "../../src/manifest/manifest-check.ts";
import { checks as project } from "../../src/project/project-check.ts";
import { runs } from "../support/runs.ts";

const ROOT = join(import.meta.dirname, "../..");
const CHECKS: Readonly<Record<string, string>> = {
  manifest: "manifest/manifest-check.ts",
  project: "project/project-check.ts",
  scenarios: "analysis/scenarios/scenarios-check.ts",
};

async function built(name: string): Promise<Checks> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, `src/${CHECKS[name]}`)],
    bundle: true,
    format: "esm",
    write: false,
    plugins: [compiledChecks],
  });
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return (
    (await import(/* @vite-ignore */ `data:text/javascript;base64,${text}`)) as { checks: Checks }
  ).checks;
}

/**
 * Values that have something to do with the schema: its names, and what it allows, at places that
 * may be wrong.
 */
function valuesNear(schema: unknown): fc.Arbitrary<unknown> {
  const names = new Set<string>(["version"]);
  const words = new Set<unknown>(["", "an-id", 0, 1, -1, 1.5, true, null]);
  const collect = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const {
      properties,
      enum: choices,
      const: only,
      examples,
    } = part as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const word of [choices ?? [], only ?? [], examples ?? []].flat()) words.add(word);
    for (const inner of Object.values(part)) collect(inner);
  };
  collect(schema);
  const leaf = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 300 }));
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.string() },
  );
  return fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
    object: fc.dictionary(name, tie("value"), { maxKeys: 8 }),
    value: fc.oneof({ maxDepth: 4 }, leaf, tie("object"), fc.array(tie("value"), { maxLength: 3 })),
  })).object;
}

interface WithSchemas {
  readonly schemas: Readonly<Record<string, { readonly schema: unknown }>>;
}

it("the compiled checks collect the errors of a long list in linear time", async () => {
  const checks = await built("manifest");
  const began = process.cpuUsage();
  expect(errorsIn(checks, "manifest", { actions: Array(200_000).fill(1) })).toHaveLength(200_000);
  // It takes a tenth of it; copying the errors for each of them takes many times as long.
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
});

describe.each(Object.entries({ manifest, project, scenarios }))(
  "the compiled checks of %s",
  (name, source) => {
    const { schemas } = source as unknown as WithSchemas;
    const compiled = built(name);

    it.each(Object.entries(schemas))("%s find what the schema finds", async (key, { schema }) => {
      const checks = await compiled;
      let wrong = 0;
      fc.assert(
        fc.property(valuesNear(schema), (value) => {
          const errors = errorsIn(source, key, value);
          wrong += errors.length;
          expect(errorsIn(checks, key, value)).toEqual(errors);
        }),
        runs(200, 80),
      );
      expect(wrong).toBeGreaterThan(40);
    });
  },
);
