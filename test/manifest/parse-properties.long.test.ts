import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { jsonOf, type Part, spanOf } from "../../src/manifest/parts.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import { canonicalJson, type Json } from "../../src/model/json.ts";
import type { Span } from "../../src/model/model.ts";
import { parseProject } from "../../src/project/project.ts";
import { runs } from "../support/runs.ts";

const PIECES = [
  "actions:",
  "criteria:\n",
  "  - ",
  "- ",
  "custom_id: a\n",
  "name: ",
  "reactions: [a, b]",
  '"',
  "'",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  ": ",
  "\n",
  "\r\n",
  "\t",
  "  ",
  "&a ",
  "*a",
  "!tag ",
  "!!str ",
  "|\n",
  ">-\n",
  "? ",
  "%YAML 1.1\n",
  "---\n",
  "...\n",
  "# note\n",
  "<<: ",
  "__proto__: 1\n",
  "\\ud800",
  "\u0000",
  "\uFEFF",
  "1e999",
  "0x1F",
  ".inf",
  "~",
  "null",
  "龍",
  "🐉",
];

const yamlish = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 30 });
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  yamlish.map((pieces) => pieces.join("")),
);
const anyFile = fc.constantFrom("game.yaml", "game.json", "game.yml");

function expectInside(span: Span, text: string): void {
  const { start, end } = span;
  expect(start.offset).toBeGreaterThanOrEqual(0);
  expect(end.offset).toBeGreaterThanOrEqual(start.offset);
  expect(end.offset).toBeLessThanOrEqual(text.length);
  const lines = text.split("\n");
  for (const { line, column } of [start, end]) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
  }
}

function spansOf(diagnostics: readonly Diagnostic[]): readonly Span[] {
  return diagnostics.flatMap(({ primary, others }) =>
    [...(primary === undefined ? [] : [primary]), ...others].map(({ span }) => span),
  );
}

function partsOf(part: Part): readonly Part[] {
  if (part.type === "scalar") return [part];
  const below = part.type === "list" ? part.elements : part.members.map(({ value }) => value);
  return [part, ...below.flatMap(partsOf)];
}

describe("parsing any text", () => {
  it("never throws, and every span lies in its file", () => {
    fc.assert(
      fc.property(anyText, anyFile, (text, file) => {
        const { documents, diagnostics } = parseText(file, text);
        for (const span of spansOf(diagnostics)) expectInside(span, text);
        for (const part of documents.flatMap(partsOf)) expectInside(spanOf(part), text);
      }),
      runs(3000),
    );
  });

  it("reading it as manifests never throws, and gives a game exactly when there are no errors", () => {
    fc.assert(
      fc.property(anyText, anyFile, (text, file) => {
        const { value, diagnostics } = loadDesired([{ file, text }], catalog);
        for (const span of spansOf(diagnostics)) expectInside(span, text);
        expect(value === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
      }),
      runs(500),
    );
  });

  it("reading it as a project file never throws", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const span of spansOf(parseProject(parseText("laurel.yaml", text)).diagnostics)) expectInside(span, text);
      }),
      runs(200),
    );
  });

  it("JSON text is read as the same value that JSON.parse gives, as JSON and as YAML", () => {
    const safe = fc.jsonValue({ noUnicodeString: false }).filter((value) => {
      const text = JSON.stringify(value);
      return !text.includes("__proto__") && !/\d{16}|e[+-]?\d{2}/i.test(text) && !/\\u|-0[,\]}]|^-0/.test(text);
    });
    fc.assert(
      fc.property(safe, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { documents, diagnostics } = parseText("game.json", text);
        expect(diagnostics).toEqual([]);
        expect(documents.map((part) => canonicalJson(jsonOf(part)))).toEqual([canonicalJson(JSON.parse(text) as Json)]);
      }),
      runs(500),
    );
  });
});

describe("texts that are made to break a reader", () => {
  it.each([
    ["3,000 open brackets", "[".repeat(3000)],
    ["100,000 open brackets", "[".repeat(100_000)],
    ["100,000 open braces", '{"a":'.repeat(100_000)],
    ["100,000 dashes", "- ".repeat(100_000)],
    ["100,000 question marks", "? ".repeat(100_000)],
    ["1,000 levels of keys", Array.from({ length: 1000 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("")],
  ])("%s nest too deeply, at level 101", (_name, text) => {
    for (const file of ["game.yaml", "game.json"]) {
      const { diagnostics } = parseText(file, text);
      if (file === "game.yaml" || text.startsWith("[") || text.startsWith("{")) {
        expect(diagnostics.map(({ code }) => code)).toEqual(["too-deep"]);
        expect(diagnostics[0]?.detail).toContain("Level 101");
      }
    }
  });

  it("100 levels are not too deep", () => {
    const text = `${"[".repeat(100)}1${"]".repeat(100)}`;
    expect(parseText("game.yaml", text).diagnostics).toEqual([]);
    expect(parseText("game.json", text).diagnostics).toEqual([]);
  });

  it("an alias used by 20,000 resources is no bomb", () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, row) => `  - { custom_id: a${row}, name: A${row}, custom_data: *d }\n`,
    );
    const text = `actions:\n  - { custom_id: first, name: First, custom_data: &d { x: [1, 2, 3] } }\n${rows.join("")}`;
    const { value, diagnostics } = loadDesired([{ file: "game.yaml", text }], catalog);
    expect(diagnostics).toEqual([]);
    expect(value?.resources.size).toBe(20_001);
  });

  it("a mapping with 20,000 keys is read in linear time", () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `  k${row}: ${row}\n`);
    const began = performance.now();
    parseText("game.yaml", `a:\n${rows.join("")}`);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
