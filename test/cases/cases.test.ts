/** What commands do: one behaviour a script. */
import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { expectScript, scriptsIn } from "../support/scripts.ts";

const SCRIPTS = scriptsIn(import.meta.dirname).map(
  (path) => [relative(import.meta.dirname, path), path] as const,
);

describe("the script", () => {
  it.each(SCRIPTS)("%s", (_, path) => expectScript(path));

  it("is one of many", () => expect(SCRIPTS.length).toBeGreaterThan(70));
});
