import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { canonicalJson, type Json } from "../../src/ground/json.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { runs } from "../support/runs.ts";
import { loadTexts } from "../support/sources.ts";

describe("parsing any text", () => {
  it("JSON text is read as the same value that JSON.parse gives, as JSON and as YAML", () => {
    const safe = fc.jsonValue({ noUnicodeString: false }).filter((value) => {
      const text = JSON.stringify(value);
      return (
        !text.includes("__proto__") &&
        !/\d{16}|e[+-]?\d{2}/i.test(text) &&
        !/\\u|-0[,\]}]|^-0/.test(text)
      );
    });
    fc.assert(
      fc.property(safe, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { documents, diagnostics } = parseText("game.json", text);
        expect(diagnostics).toEqual([]);
        expect(documents.map((part) => canonicalJson(part.value))).toEqual([
          canonicalJson(JSON.parse(text) as Json),
        ]);
      }),
      runs(500),
    );
  });
});

describe("texts that are made to break a reader", () => {
  it.each([
    ["100,000 open brackets", "[".repeat(100_000)],
    ["100,000 open braces", '{"a":'.repeat(100_000)],
    ["100,000 dashes", "- ".repeat(100_000)],
    ["100,000 question marks", "? ".repeat(100_000)],
    [
      "1,000 levels of keys",
      Array.from({ length: 1000 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""),
    ],
  ])("%s nest too deeply, at level 101", (_name, text) => {
    for (const file of ["game.yaml", "game.json"]) {
      const { diagnostics } = parseText(file, text);
      if (file === "game.yaml" || text.startsWith("[") || text.startsWith("{")) {
        expect(diagnostics.map(({ code }) => code)).toEqual(["too-deep"]);
        expect(diagnostics[0]?.detail).toContain("Level 101");
      }
    }
  });

  it("an alias used by 20,000 resources is no bomb", () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, row) => `  - { custom_id: a${row}, name: A${row}, custom_data: *d }\n`,
    );
    const text = `actions:\n  - { custom_id: first, name: First, custom_data: &d { x: [1, 2, 3] } }\n${rows.join("")}`;
    const { value, diagnostics } = loadTexts([{ file: "game.yaml", text }], catalog);
    expect(diagnostics).toEqual([]);
    expect(value?.resources.size).toBe(20_001);
  });

  it("a mapping with 20,000 keys is read in linear time", () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `  k${row}: ${row}\n`);
    const began = process.cpuUsage();
    parseText("game.yaml", `a:\n${rows.join("")}`);
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });
});
