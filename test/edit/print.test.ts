/** What is written reads back as it was, and looks like what a person would have written. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse as parseAnyYaml } from "yaml";
import { blockStyle, writeItem } from "../../src/edit/new-text.ts";
import { styleOf } from "../../src/edit/style.ts";
import type { Json } from "../../src/ground/json.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { arbitraryCustomData, HOSTILE_TEXTS } from "../support/hostile-game.ts";
import { runs } from "../support/runs.ts";

const STYLE = blockStyle(styleOf(parseText("f.yaml", "")), () => {
  throw new Error("nothing moves");
});
const itemText = (value: Json): string => writeItem(undefined, value, STYLE).text;

/** The value behind `value:` in an element of a list. */
function written(value: Json): string {
  const lines = itemText({ custom_id: "a", value }).split("\n");
  return lines
    .slice(1)
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}

function readBack(text: string): Json {
  const { documents, diagnostics } = parseText("things.yaml", text);
  expect(diagnostics).toEqual([]);
  return documents[0]?.value as Json;
}

/** What a terminal obeys or a reviewer cannot see. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\ufeff]/;

describe("the text of an exported manifest", () => {
  it.each([
    ["Slay ten dragons.", "value: Slay ten dragons."],
    ["it's", "value: it's"],
    ["🐉", "value: 🐉"],
    ["007", 'value: "007"'],
    ["on", 'value: "on"'],
    ["1e3", 'value: "1e3"'],
    ["null", 'value: "null"'],
    ["~", 'value: "~"'],
    ["2024-01-01", 'value: "2024-01-01"'],
    ["key: value", 'value: "key: value"'],
    ["a # b", 'value: "a # b"'],
    ["  lead", 'value: "  lead"'],
    ["a\tb", 'value: "a\\tb"'],
    ["a\u202eb", 'value: "a\\u202eb"'],
    ["a\u0085b", 'value: "a\\u0085b"'],
    ["one  \ntwo", 'value: "one  \\ntwo"'],
    ["  one\ntwo", 'value: "  one\\ntwo"'],
    ["one\ntwo\n", "value: |\n      one\n      two"],
    ["one\n\n", 'value: "one\\n\\n"'],
    ["one\r\ntwo", 'value: "one\\r\\ntwo"'],
    ["one\n# two\n\nthree: 3", "value: |-\n      one\n      # two\n\n      three: 3"],
  ])("%j is written as a person would", (value, expected) => {
    expect(written(value)).toBe(`    ${expected}`);
  });

  it("writes short lists on one line and long ones on many", () => {
    expect(written(["a", "b", "007"])).toBe('    value: [a, b, "007"]');
    expect(written(["betweenHours:9,8"])).toBe('    value: ["betweenHours:9,8"]');
    const long = Array.from({ length: 12 }, (_, index) => `dragon-${index}`);
    expect(written(long).split("\n")).toEqual(["    value:", ...long.map((id) => `      - ${id}`)]);
  });

  it("never folds a line and never uses anchors", () => {
    const value = { text: "word ".repeat(400).trim() };
    expect(written({ first: value, second: value })).toBe(
      `    value:\n      first:\n        text: ${value.text}\n      second:\n        text: ${value.text}`,
    );
  });

  it("quotes keys that read as something else", () => {
    expect(written({ "a b": 1, "<<": 2, on: 3, "1": 4, plain: 5 })).toBe(
      '    value:\n      "1": 4\n      a b: 1\n      "<<": 2\n      "on": 3\n      plain: 5',
    );
  });

  it.each(HOSTILE_TEXTS)("%j reads back as the same text, for readers of YAML 1.1 too", (value) => {
    const expected = {
      things: [{ custom_id: value, value, list: [value], deep: { [value]: [{ value }] } }],
    };
    const text = `things:\n${itemText(expected.things[0] as Json)}`;
    expect(readBack(text)).toEqual(expected);
    expect(parseAnyYaml(text, { version: "1.1" })).toEqual(expected);
  });

  it("reads back as the same values, whatever they are", () => {
    fc.assert(
      fc.property(fc.array(arbitraryCustomData(), { minLength: 1, maxLength: 3 }), (values) => {
        // As values are read: a zero with a sign is one of the exact numbers.
        const resources = (JSON.parse(JSON.stringify(values)) as Json[]).map((value, index) => ({
          custom_id: `r${index}`,
          value,
        }));
        const text = `things:\n${resources.map((each) => `${itemText(each as Json)}\n`).join("")}`;
        expect(readBack(text)).toEqual(JSON.parse(JSON.stringify({ things: resources })));
        expect(text).not.toMatch(INVISIBLE);
      }),
      runs(150),
    );
  });
});
