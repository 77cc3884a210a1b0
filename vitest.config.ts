import { defineConfig } from "vitest/config";

const LONG = "test/**/*.long.test.ts";

/** `npm test` runs the first project, `npm run test:long` the second: matrices, property tests, whole pipelines, browsers. */
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "short", include: ["test/**/*.test.ts"], exclude: [LONG] } },
      { extends: true, test: { name: "long", include: [LONG] } },
    ],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
