import { join } from "node:path";
import { defineConfig } from "vitest/config";

const LONG = "test/**/*.long.test.ts";
/** Properties of which `npm test` tries a sample. */
const SAMPLED = [
  ...[
    "edit/comments",
    "edit/json-layout",
    "edit/layouts",
    "edit/rename-sequences",
    "manifest/json",
    "edit/rewrite",
    "edit/pull",
    "plan/comparison",
    "plan/link-cycles",
    "rules/numbers",
    "view/hostile",
    "view/folding",
    "view/flood",
  ],
  ...[
    "rules/progress",
    "workflow/drift/cause",
    "workflow/environments/overrides",
    "analysis/impact/untouched",
  ],
  ...[
    "analysis/graph/layout",
    "analysis/scenarios/junit",
    "architecture/compiled-checks",
    "api/values/numbers",
  ],
  "cli/secrets",
].map((name) => `test/${name}.test.ts`);

/**
 * `npm test` runs the first project, `npm run test:long` the second: matrices, property tests,
 * whole pipelines, browsers.
 */
export default defineConfig({
  // As in the built program (scripts/build/bundle.js): the package's other form has no names that
  // can be imported.
  resolve: {
    alias: {
      "jsonc-parser": join(import.meta.dirname, "node_modules/jsonc-parser/lib/esm/main.js"),
    },
  },
  test: {
    server: { deps: { inline: ["jsonc-parser"] } },
    projects: [
      // Loading modules anew for each file would take a quarter of the time.
      {
        extends: true,
        test: { name: "short", include: ["test/**/*.test.ts"], exclude: [LONG], isolate: false },
      },
      // Matrices and properties have as much time as they need on a busy machine.
      {
        extends: true,
        test: {
          name: "long",
          include: [LONG, ...SAMPLED],
          env: { LAUREL_LONG: "1" },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
    // A test that expects nothing can't fail, nor can a table without rows.
    expect: { requireAssertions: true },
    setupFiles: ["test/support/each-table.ts"],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
