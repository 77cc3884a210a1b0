/**
 * JSON stays JSON, in the layout of its author: every number of blanks, tabs, one line, line breaks
 * of Windows.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewriteText } from "../../src/edit/rewrite.ts";
import { isJsonObject, type Json, jsonIn, jsonText } from "../../src/ground/json.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { ofRuns, runs } from "../support/runs.ts";
import { type Choose, choicesOf } from "./random-layout.ts";

interface Layout {
  readonly name: string;
  readonly print: (value: Json) => string;
}

/** Everything on one line, with blanks as people set them. */
function onOneLine(value: Json, blank: string, padding: string): string {
  if (Array.isArray(value))
    return `[${value.map((each) => onOneLine(each as Json, blank, padding)).join(`,${blank}`)}]`;
  if (!isJsonObject(value)) return jsonText(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${blank}${onOneLine(each, blank, padding)}`,
  );
  return members.length === 0 ? "{}" : `{${padding}${members.join(`,${blank}`)}${padding}}`;
}

/**
 * A line for each member and element, but lists of plain values on one line, as Prettier writes
 * them.
 */
function asPrettier(value: Json, pad = ""): string {
  const isPlain = (each: unknown): boolean => typeof each !== "object" || each === null;
  const isList = Array.isArray(value);
  if (isPlain(value) || (isList && value.every(isPlain))) return onOneLine(value, " ", " ");
  if (!isList && !isJsonObject(value)) return jsonText(value);
  const items = Object.entries(value).map(
    ([name, each]) =>
      `${pad}  ${isList ? "" : `${JSON.stringify(name)}: `}${asPrettier(each as Json, `${pad}  `)}`,
  );
  if (items.length === 0) return isList ? "[]" : "{}";
  return `${isList ? "[" : "{"}\n${items.join(",\n")}\n${pad}${isList ? "]" : "}"}`;
}

const LAYOUTS: readonly Layout[] = [
  ...[1, 2, 4].map((indent) => ({
    name: `${indent} blanks`,
    print: (value: Json) => jsonText(value, indent),
  })),
  {
    name: "tabs",
    print: (value) =>
      jsonText(value, 1).replaceAll(/^ +/gm, (blanks) => "\t".repeat(blanks.length)),
  },
  { name: "compact", print: (value) => onOneLine(value, "", "") },
  { name: "one line", print: (value) => onOneLine(value, " ", "") },
  { name: "one line with padding", print: (value) => onOneLine(value, " ", " ") },
  { name: "Prettier", print: (value) => asPrettier(value) },
];

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(
    "a",
    "two words",
    "it's",
    "# no comment",
    'say "x"',
    "a, b: c",
    "[",
    "é",
    "\t",
    "line\nnext",
    "yes",
  ),
  fc.constantFrom(0, 1, -7, 1.5, 1e21, true, false, null),
);
const names = fc.constantFrom("name", "custom_id", "points", "x y", "k", "#");
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
/** Each document shows the layout of mappings, of lists of them, and of lists of plain values. */
const document = fc
  .tuple(
    fc.dictionary(names, value, { maxKeys: 3, noNullPrototype: true }),
    fc.array(scalar, { minLength: 2, maxLength: 3 }),
  )
  .map(([content, list]) => ({
    shown: [{ list, b: { c: 1, d: 2 } }, { list }] as Json,
    ...content,
    last: 1,
  }));

function changed(root: Json, choose: Choose, other: () => Json): Json {
  if (choose(6) === 0) return other();
  if (Array.isArray(root)) {
    const kept = root.flatMap((each) =>
      choose(5) === 0 ? [] : [changed(each as Json, choose, other)],
    );
    if (choose(2) === 0) kept.splice(choose(kept.length + 1), 0, other());
    return kept;
  }
  if (!isJsonObject(root)) return root;
  const members = Object.entries(root).flatMap(([name, each]): [string, Json][] =>
    choose(6) === 0 ? [] : [[name, changed(each, choose, other)]],
  );
  if (choose(2) === 0) members.splice(choose(members.length + 1), 0, ["added", other()]);
  return Object.fromEntries(members);
}

describe.each(LAYOUTS)("JSON with $name", ({ name, print }) => {
  const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 5, maxLength: 40 });

  it("gets any other value in the same layout, and other lines stay as they are", () => {
    let touched = 0;
    fc.assert(
      fc.property(
        document,
        choices,
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        (old, numbers, others, eol, hasEnd) => {
          const choose = choicesOf(numbers);
          const { shown, ...rest } = old;
          const other = (): Json => others[choose(others.length)] as Json;
          // One part that nothing changes keeps showing the layout.
          const after = changed(rest, choose, other);
          const target: Json = { shown, ...(isJsonObject(after) ? after : {}) };
          const laidOut = (content: Json): string =>
            (print(content) + (hasEnd ? "\n" : "")).replaceAll("\n", eol);
          const parsed = parseText("f.json", laidOut(old));
          const { source, diagnostics } = rewriteText(parsed, [target]);
          expect(diagnostics).toEqual([]);
          const read = jsonIn(source.text);
          expect(read).toEqual(target);
          if (source.text !== parsed.source.text) touched += 1;
          // With another sort of elements, Prettier would fold a list that stays as its author
          // wrote it.
          if (name !== "Prettier") expect(source.text).toBe(laidOut(read as Json));
        },
      ),
      runs(1000, 60),
    );
    expect(touched).toBeGreaterThan(ofRuns(500, 30));
  });
});

describe("JSON in a layout of its own", () => {
  it.each<[what: string, before: string, target: Json, after: string]>([
    ["a colon with blanks around it", '{ "a" : 1 }', { a: 1, b: 2 }, '{ "a" : 1, "b" : 2 }'],
    [
      "elements on lines of their own",
      '[\n  { "a": 1 },\n  { "a": 2 }\n]\n',
      [{ a: 1 }, { a: 2 }, { a: 3 }],
      '[\n  { "a": 1 },\n  { "a": 2 },\n  { "a": 3 }\n]\n',
    ],
    [
      "the first of them deleted",
      '[\n  { "a": 1 },\n  { "a": 2 }\n]\n',
      [{ a: 2 }],
      '[\n  { "a": 2 }\n]\n',
    ],
    [
      "the last of them deleted",
      '[\n  { "a": 1 },\n  { "a": 2 }\n]\n',
      [{ a: 1 }],
      '[\n  { "a": 1 }\n]\n',
    ],
    ["all of them deleted", '{\n  "a": [\n    1\n  ]\n}\n', { a: [] }, '{\n  "a": []\n}\n'],
    [
      "an element that begins on the line of its bracket",
      '{"l":[{\n\t"a":1\n}]}',
      { l: [{ a: 1 }, { a: 2 }] },
      '{"l":[{\n\t"a":1\n},{\n\t"a":2\n}]}',
    ],
    ["nothing yet", "{}", { a: [1] }, '{ "a": [1] }'],
    [
      "blank lines",
      '{\n\n  "a": 1,\n\n  "b": 2\n\n}',
      { a: 1, b: 3 },
      '{\n\n  "a": 1,\n\n  "b": 3\n\n}',
    ],
    ["the line breaks of old Macs", '{\r"a":1,\r"b":2}', { a: 1, b: 3 }, '{\r"a":1,\r"b":3}'],
    ["a colon on the next line", '{"a"\n: 1}', { a: 2 }, '{"a"\n: 2}'],
    ["a character that editors show as a line break", '["a"]', ["\u2028"], '["\\u2028"]'],
    [
      "numbers with many digits",
      "[12345678901234567890, 12345678901234567891, 1.0]",
      [2, 3, 1],
      "[2, 3, 1.0]",
    ],
  ])("%s", (_, before, target, after) => {
    const { source, diagnostics } = rewriteText(parseText("f.json", before), [target]);
    expect([source.text, diagnostics]).toEqual([after, []]);
  });
});
