/**
 * Each repair of a text that cannot be read: the texts that it proposes, the most likely one first.
 */
import { describe, expect, it } from "vitest";
import {
  addClosing,
  closeBrackets,
  closeByPartner,
  closeQuotes,
} from "../../../src/manifest/explain/repairs/brackets.ts";
import {
  indentBelowKey,
  indentLines,
  replaceTabs,
} from "../../../src/manifest/explain/repairs/indent-lines.ts";
import * as pasted from "../../../src/manifest/explain/repairs/pasted-text.ts";
import { quoteText, whyQuoted } from "../../../src/manifest/explain/repairs/quote-text.ts";
import {
  type BrokenLines,
  editedText,
  type FindRepairs,
  type Repair,
} from "../../../src/manifest/explain/repairs/repair.ts";
import * as separators from "../../../src/manifest/explain/repairs/separators.ts";

/** The lines of a text; the mistake is found in the last one. */
function broken(text: string): BrokenLines {
  const lines = text.split("\n").map((line, index) => ({ number: index + 1, text: line }));
  return { lines, at: lines.length - 1 };
}

function textsAfter(text: string, repairs: readonly Repair[]): readonly string[] {
  return repairs.map(({ edits }) => editedText(broken(text), edits));
}

/** A text, and the first text that a repair proposes; none where it finds nothing. */
type Case = readonly [text: string, first?: string];

const REPAIRS: readonly (readonly [name: string, find: FindRepairs, cases: readonly Case[]])[] = [
  ["closeBrackets", closeBrackets, [["k: [a, b", "k: [a, b]"], ["k: [a}", "k: [a]"], ["k: [a]"]]],
  [
    "closeByPartner",
    (lines) => closeByPartner(lines, 0),
    [["k: [a}", "k: [a]"], ["k: a]", "k: a"], ["k: [a"]],
  ],
  [
    "addClosing",
    (lines) => addClosing(lines, 0),
    [["k: [{ a: 1", "k: [{ a: 1 }]"], ["- { a: 1,", "- { a: 1 },"], ['k: "["'], ["k: [a]"]],
  ],
  ["closeQuotes", closeQuotes, [['k: "a', 'k: "a"'], ["- 'a", "- 'a'"], ['k: "a"'], ["k: a"]]],
  ["indentLines", indentLines, [["a:\n  b: 1\n   c: 2", "a:\n  b: 1\n  c: 2"]]],
  ["indentBelowKey", indentBelowKey, [["a:\nb: 1", "a:\n  b: 1"], ["a: 1\nb: 1"], ["a:\n  b: 1"]]],
  ["replaceTabs", replaceTabs, [["a:\n\tb: 1", "a:\n  b: 1"], ["a:\n  b: \t1"]]],
  [
    "replaceUnseen",
    pasted.replaceUnseen,
    [["a:\u00a01", "a: 1"], ["a\u200b: 1", "a: 1"], ["a: 1"]],
  ],
  ["deleteFences", pasted.deleteFences, [["```yaml\na: 1\n```", "\na: 1\n"], ["a: 1"]]],
  ["deleteDiffSigns", pasted.deleteDiffSigns, [["+a: 1\n+b: 2", "a: 1\nb: 2"], ["+a: 1\nb: 2"]]],
  [
    "deleteLineNumbers",
    pasted.deleteLineNumbers,
    [["1: a: 1\n2: b: 2", "a: 1\nb: 2"], ["1 a: 1\nb: 2"]],
  ],
  [
    "quoteText",
    quoteText,
    [["k: @hero", 'k: "@hero"'], ['k: a: "b"', "k: 'a: \"b\"'"], ["k: hero"]],
  ],
  [
    "separateValues",
    separators.separateValues,
    [
      ["name:hero", "name: hero"],
      ["a = 1\nb = 2", "a = 1\nb: 2"],
      ["{ a: 1, b=2 }", "{ a: 1, b: 2 }"],
      ["a: 1"],
    ],
  ],
  [
    "placeCommas",
    separators.placeCommas,
    [
      ["k: { a: 1 b: 2 }", "k: { a: 1, b: 2 }"],
      ["k: [a b]", "k: [a, b]"],
    ],
  ],
  ["beginElement", separators.beginElement, [["- a: 1\n  a: 2", "- a: 1\n- a: 2"], ["a: 1\nb: 2"]]],
];

describe.each(REPAIRS)("%s", (_, find, cases) => {
  it.each(cases.map(([text, first]) => ({ text, first })))(
    "makes of $text first $first",
    ({ text, first }) => {
      expect(textsAfter(text, find(broken(text)))[0]).toBe(first);
    },
  );
});

describe("commas of a line", () => {
  it.each([
    [
      separators.addCommasBeforeKeys,
      "k: { a: 1 b: 2 c: 3 }",
      ["k: { a: 1, b: 2 c: 3 }", "k: { a: 1 b: 2, c: 3 }"],
    ],
    [separators.addCommasBeforeKeys, "- a: 1", []],
    [separators.addCommasBetweenWords, "k: [a b, c]", ["k: [a, b, c]"]],
    [separators.addCommasBetweenWords, "k: [a, b]", []],
    [separators.deleteDoubleCommas, "k: [a, , b]", ["k: [a,  b]"]],
    [separators.deleteDoubleCommas, "k: [a, b]", []],
    [separators.deleteLastComma, "k: 1,", ["k: 1"]],
    [separators.deleteLastComma, "k: 1", []],
    [separators.addLastComma, "k: 1", ["k: 1,"]],
    [separators.addLastComma, "k: 1,", []],
  ] as const)("%o makes of %j %j", (find, text, expected) => {
    expect(textsAfter(text, find({ text, line: 0, number: 1 }))).toEqual(expected);
  });
});

describe("separators of a key or an element", () => {
  it.each([
    [separators.addSpaceAfterColon, "name:hero", "name: hero"],
    [separators.addSpaceAfterColon, "name: hero"],
    [separators.replaceEqualsSign, "name = hero", "name: hero"],
    [separators.replaceEqualsSign, "name => hero", "name: hero"],
    [separators.replaceEqualsSign, "name: a = b"],
    [separators.addSpaceAfterDash, "-hero", "- hero"],
    [separators.addSpaceAfterDash, "-5"],
    [separators.replaceBullet, "• hero", "- hero"],
    [separators.replaceBullet, "- hero"],
    [separators.addColon, "name hero", "name: hero"],
    [separators.addColon, "name", "name:"],
    [separators.addColon, "name : hero"],
  ] as const)("%o makes of %j %j", (find, text, expected?: string) => {
    const repair = find({ piece: { line: 0, start: 0, end: text.length }, text });
    expect(repair && textsAfter(text, [repair])[0]).toBe(expected);
  });
});

describe("whyQuoted", () => {
  it.each([
    ['"a" b', "this text continues after its closing quote"],
    ["“a: b”", "YAML does not read “ as a quote"],
    ["{{a}}", 'a text that begins with "{{" needs quotes'],
    ["[a] b", 'a text that begins with "[" needs quotes'],
    ["@hero", 'a text that begins with "@" needs quotes'],
    ["- hero", 'a text that begins with "-" needs quotes'],
    ["a: b", 'a text with ": " needs quotes'],
    ["Song #1", 'a text with " #" needs quotes'],
    ["${A}", "between braces, a text with a variable needs quotes"],
    ["hero:", 'a text that ends with ":" needs quotes'],
    ['"a"', undefined],
    ["[a]", undefined],
    ["|", undefined],
    [">-", undefined],
    ["&a [1]", undefined],
    ["hero", undefined],
    ["“a”", undefined],
  ])("of %s is %s", (value, reason) => {
    expect(whyQuoted(value)).toBe(reason);
  });
});
