/**
 * Strict JSON (RFC 8259) in files that end in `.json`: what is read, and for every mistake its
 * place and a fix that works.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonIn, jsonText } from "../../src/ground/json.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { ofRuns, runs } from "../support/runs.ts";

/** Texts that are JSON. */
const VALID: readonly string[] = [
  "{}",
  "[]",
  " \t\r\n{ } \n",
  '{"a":1}',
  '{"a"\n:\r1}',
  '{"a":\t1}',
  '\t{\n\t"a" : [ 1 , 2 ]\n\t}',
  '{"":0}',
  '{"a":{},"b":[]}',
  "[[],[[]]]",
  "[true,false,null]",
  "[0,-0,1.0,1e5,1E+2,1e-7,0.1e-0]",
  "[12345678901234567890,1e400,-1e-400]",
  "[0.10000000000000000000000000000000001]",
  '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
  '["\\u0041\\u00e9\\uD83D\\uDC09"]',
  '["🐉 é \u007f \u0085 \u2028 \u2029 \u00a0 \ufffe"]',
  '["# no comment", "// nor this", "/* nor */", "&a", "*a", "!t", "- x", "a: b", "? ", "%", "@"]',
  '["yes","no","on","~","NaN","1","0x1F","2026-01-01"]',
  `{"${"k".repeat(2000)}":1}`,
  '{"<<":1,"*":2,"&":3,"!":4,"a b":5}',
  '"text"',
  "1",
  "null",
  '[ "a  b", " lead", "end " ]',
];

/** Texts that are not, with the place of the mistake, a part of what is said, and of the help. */
const INVALID: readonly (readonly [text: string, place: string, found: string, help: string])[] = [
  ['{"a": NaN}', "1:7", "NaN", '"NaN"'],
  ['{"a": -Infinity}', "1:7", "-Infinity", '"-Infinity"'],
  ["[Infinity]", "1:2", "Infinity", '"Infinity"'],
  ["[nan]", "1:2", "nan", '"nan"'],
  ["[.inf]", "1:2", ".inf", '".inf"'],
  ['{"a": slay}', "1:7", "slay", '"slay"'],
  ['{"a": Dragon egg, "b": 1}', "1:7", "Dragon egg", '"Dragon egg"'],
  ["[undefined]", "1:2", "undefined", '"undefined"'],
  ["[True]", "1:2", "True", "true"],
  ["[FALSE]", "1:2", "FALSE", "false"],
  ["[None]", "1:2", "None", "null"],
  ["[~]", "1:2", "~", "null"],
  ["[yes]", "1:2", "yes", '"yes"'],
  ["{a: 1}", "1:2", "a", '"a"'],
  ["{custom_id: 1}", "1:2", "custom_id", '"custom_id"'],
  ['{ "a": 1, b : 2 }', "1:11", "b", '"b"'],
  ["{1: 2}", "1:2", "1", '"1"'],
  ["{null: 2}", "1:2", "null", '"null"'],
  ["{'a': 1}", "1:2", "'a'", '"a"'],
  ["['it''s']", "1:2", "'it''s'", '"it\'s"'],
  ["[`a`]", "1:2", "`a`", '"a"'],
  ['["one\ntwo"]', "1:2", "line", "\\n"],
  ['["one\r\ntwo"]', "1:2", "line", "\\n"],
  ['["open', "1:2", "line", '"'],
  ['["tab\there"]', "1:6", "U+0009", "\\t"],
  ['["bell\u0007"]', "1:7", "U+0007", "\\u0007"],
  ['["\u001b[31m"]', "1:3", "U+001B", "\\u001b"],
  ['["\u0000"]', "1:3", "U+0000", "delete"],
  ['{"a\tb": 1}', "1:4", "U+0009", "\\t"],
  ["# c\n{}", "1:1", "comment", "yaml"],
  ["{} # c", "1:4", "comment", "yaml"],
  ["{ // c\n}", "1:3", "comment", "yaml"],
  ["[1, /* two */ 2]", "1:5", "comment", "yaml"],
  ["[1] /* open", "1:5", "comment", "yaml"],
  ["[1, 2,]", "1:6", "comma", "delete"],
  ['{"a": 1,}', "1:8", "comma", "delete"],
  ['{\n  "a": [1,\n  ]\n}', "2:10", "comma", "delete"],
  ["[,1]", "1:2", "comma", "delete"],
  ["[1,,2]", "1:4", "comma", "delete"],
  ['{,"a":1}', "1:2", "comma", "delete"],
  ["[1 2]", "1:4", "comma", "comma"],
  ['["a" "b"]', "1:6", "comma", "comma"],
  ['{"a":1 "b":2}', "1:8", "comma", "comma"],
  ['{"a" 1}', "1:6", "colon", "colon"],
  ['{"a"}', "1:5", "colon", "colon"],
  ['{"a"::1}', "1:6", "second colon", "delete"],
  ['{"a":}', "1:6", "value", "null"],
  ["[1}", "1:3", "}", "]"],
  ['{"a":1]', "1:7", "]", "}"],
  ["[1", "1:1", "[", "]"],
  ['{\n  "a": {\n    "b": 1\n}', "1:1", "{", "}"],
  ["[1]]", "1:4", "]", "delete"],
  ["{}}", "1:3", "}", "delete"],
  ["[007]", "1:2", "007", "7"],
  ["[-01]", "1:2", "-01", "-1"],
  ["[00]", "1:2", "00", "0"],
  ["[+1]", "1:2", "+1", "1"],
  ["[.5]", "1:2", ".5", "0.5"],
  ["[5.]", "1:2", "5.", "5"],
  ["[1e]", "1:2", "1e", '"1e"'],
  ["[0x1F]", "1:2", "0x1F", "31"],
  ["[1_000]", "1:2", "1_000", "1000"],
  ["[12abc]", "1:2", "12abc", '"12abc"'],
  ["[-]", "1:2", "-", '"-"'],
  ["[2026-01-01]", "1:2", "2026-01-01", '"2026-01-01"'],
  ['["\\x41"]', "1:3", "\\x", "\\\\"],
  ['["it\\\'s"]', "1:5", "\\'", "'"],
  ['["\\u12"]', "1:3", "\\u12", "four"],
  ['["C:\\dir"]', "1:5", "\\d", "\\\\"],
  ['["\\ud83d"]', "1:2", "surrogate", "\\ud83d\\udc09"],
  ['["a\\u0000b"]', "1:2", "NUL", "delete"],
  ['{"a\\udc09": 1}', "1:2", "surrogate", "\\ud83d\\udc09"],
  ['{"a": 1, "b": 2, "a": 3}', "1:18", '"a"', "keep one"],
  ['{"a": 1, "\\u0061": 3}', "1:10", '"a"', "keep one"],
  ['{"__proto__": 1}', "1:2", "__proto__", "another key"],
  ["\uFEFF{}", "1:1", "byte order mark", "without"],
  ["{}\n{}", "2:1", "one document", "file"],
  ["{}\n---\n{}", "2:1", "one document", "file"],
  ["--- {}", "1:1", "---", "yaml"],
  ["{} [] ", "1:4", "one document", "file"],
  ["", "1:1", "nothing", "{}"],
  [" \n ", "1:1", "nothing", "{}"],
  ["actions:\n  - custom_id: a\n", "1:1", "actions", ".yaml"],
  ["- a", "1:1", "- a", ".yaml"],
  ["[*a]", "1:2", "*a", '"*a"'],
  ["[&a 1]", "1:2", "&a 1", '"&a 1"'],
  ["[!!str a]", "1:2", "!!str a", '"!!str a"'],
  ["[|]", "1:2", "|", '"|"'],
  ['{\u00a0"a": 1}', "1:2", "U+00A0", "space"],
  ['{"a":\u200b1}', "1:6", "U+200B", "delete"],
  ['{\f"a": 1}', "1:2", "U+000C", "delete"],
  ["{“a”: 1}", "1:2", "“a”", '"a"'],
];

/**
 * The text after its help was followed to the letter; undefined where people have to decide what
 * they mean.
 */
function followed(text: string): string | undefined {
  const [{ primary, help: [first] = [] } = {}] = parseText("game.json", text).diagnostics;
  const help = String(first);
  const { start, end } = primary?.span ?? {};
  if (start === undefined || end === undefined) return undefined;
  const replaced = (by: string): string =>
    text.slice(0, start.offset) + by + text.slice(end.offset);
  const [, given] =
    /^(?:(?:to mean the text, )?quote it: |write (?:it as )?)("[^"]*"|true|false|null|\{\}|\\\S+|-?[\d.]+)/.exec(
      help,
    ) ?? [];
  if (given !== undefined) return replaced(given);
  if (help === "write the backslash as two: \\\\")
    return replaced(`\\${text.slice(start.offset, end.offset)}`);
  if (help === "write ' without a backslash") return replaced("'");
  if (help.startsWith("delete "))
    return help.startsWith("delete the NUL") ? undefined : replaced("");
  if (help.includes("without a byte order mark")) return text.slice(1);
  if (help.startsWith("write a comma between"))
    return `${text.slice(0, start.offset)},${text.slice(start.offset)}`;
  return undefined;
}

describe("a file that ends in .json", () => {
  it.each(VALID)("y %j", (text) => {
    const { documents, diagnostics } = parseText("game.json", text);
    expect(diagnostics).toEqual([]);
    expect(documents.map((part) => jsonText(part.value))).toEqual([jsonText(jsonIn(text))]);
  });

  it.each(INVALID)("n %j", (text, place, found, help) => {
    const { documents, diagnostics, isBroken } = parseText("dir/game.json", text);
    expect([documents, isBroken, diagnostics.length]).toEqual([[], true, 1]);
    const [{ detail = "", primary, help: [fix = "", ...others] = [] } = {}] = diagnostics;
    const { source, start } = primary?.span ?? {};
    expect(`${source?.name}:${start?.line}:${start?.column} ${detail} [${fix}]`).toContain(
      `dir/game.json:${place} `,
    );
    expect([detail, fix]).toEqual([expect.stringContaining(found), expect.stringContaining(help)]);
    expect(others).toEqual([]);
  });

  it("is right after its help was followed", () => {
    let count = 0;
    for (const [text] of INVALID) {
      const after = followed(text);
      if (after === undefined) continue;
      count += 1;
      expect(
        parseText("game.json", after).diagnostics.map(({ detail }) => detail),
        `${text} -> ${after}`,
      ).toEqual([]);
    }
    expect(count).toBeGreaterThan(60);
  });

  it("is JSON exactly if JSON.parse reads it, except for what laurel never reads", () => {
    const piece = fc.constantFrom(
      ...[
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        " ",
        "\n",
        "\t",
        "\\",
        "0",
        "1",
        "-",
        "+",
        ".",
        "e",
        "a",
        "#",
        "/",
        "*",
      ],
      ...[
        "true",
        "null",
        "NaN",
        '"k"',
        '"k":',
        "'",
        "\\u00e9",
        "\u2028",
        "\uFEFF",
        "\r",
        "\u0001",
        "é",
      ],
    );
    const broken = fc
      .tuple(fc.jsonValue(), fc.nat(), piece, fc.boolean())
      .map(([value, at, other, isCut]) => {
        const text = JSON.stringify(value, null, at % 3);
        const offset = at % (text.length + 1);
        return text.slice(0, offset) + other + text.slice(offset + (isCut ? 1 : 0));
      });
    const any = fc.oneof(
      broken,
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    );
    const seen = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(any, (text) => {
        const { documents, diagnostics } = parseText("game.json", text);
        expect(
          diagnostics.every(({ primary, help }) => primary !== undefined && help.length === 1),
        ).toBe(true);
        const value = jsonIn(text);
        const own = diagnostics.filter(({ code }) =>
          /^(?:duplicate-key|forbidden-key|invalid-text)$/.test(code),
        );
        if (own.length > 0) return;
        expect(diagnostics.length === 0, `${text}: ${diagnostics[0]?.detail}`).toBe(
          value !== undefined,
        );
        if (value === undefined) seen.invalid += 1;
        else {
          seen.valid += 1;
          expect(jsonText(documents[0]?.value)).toBe(jsonText(value));
        }
      }),
      runs(20_000, 3000),
    );
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(ofRuns(2000, 300));
  });
});
