/** docs/service.md#surprises: every surprise has a test or a script of its name. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

describe("docs/service.md#surprises", () => {
  const tests = join(import.meta.dirname, "..");
  const page = readFileSync(join(tests, "../docs/service.md"), "utf8");
  const section = /^## Surprises\n(.*?)^## /ms.exec(page)?.[1] ?? "";
  const surprises = [...section.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name = ""]) =>
    name.replace(/`|\.$/g, ""),
  );
  const sources = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.ts$|^cases.*\.txt$/.test(file))
    .map((file) => readFileSync(join(tests, file), "utf8"));

  it("names surprises", () => expect(surprises.length).toBeGreaterThan(10));

  it.each(surprises)("%s has a test titled with its name", (name) => {
    const isTitle = (source: string): boolean =>
      source.startsWith(`${name}: `) ||
      source.includes(`("${name}: `) ||
      source.includes(`=== ${name}: `);
    expect(sources.some(isTitle)).toBe(true);
  });
});
