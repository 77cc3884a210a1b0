/** Tests that test nothing fail. */
import { describe, expect, it } from "vitest";
import config from "../../vitest.config.ts";

it("a table without rows is refused, for tests and for groups of tests", () => {
  expect(() => it.each([])).toThrow("no rows");
  expect(() => describe.each([])).toThrow("no rows");
});

it("a test without an expectation fails, in every project", () => {
  expect(config.test?.expect?.requireAssertions).toBe(true);
  expect(config.test?.setupFiles).toEqual(["test/support/each-table.ts"]);
  for (const project of config.test?.projects ?? [])
    expect(project).toMatchObject({ extends: true });
});
