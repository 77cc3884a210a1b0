/** Files get other values by small edits: what they read as, and what stays to the character. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewriteText as rewrite } from "../../src/edit/rewrite.ts";
import { isJsonObject, type Json } from "../../src/ground/json.ts";
import { parseText } from "../../src/manifest/parse.ts";
import type { Part } from "../../src/manifest/parts.ts";
import { ofRuns, runs } from "../support/runs.ts";
import { choicesOf, layOut } from "./random-layout.ts";

const text = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "true",
    "null",
    "12",
    "",
    "- x",
    "a: b",
    "#x",
    "two words",
    "it's",
    'a "q"',
    "line\nnext",
    "line\nnext\n",
    "line\n",
    "line\n\n",
    " lead",
    "end ",
    "é\u2028",
    "&a",
    "*a",
    "~",
  ),
  fc.string({ maxLength: 8 }),
);
const scalar: fc.Arbitrary<Json> = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("name", "custom_id", "points", "x y", "k", "z"), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));
const document = fc.dictionary(fc.constantFrom("actions", "rewards", "k", "l"), value, {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
});

/** Changes a value here and there. */
function changed(root: Json, choose: (below: number) => number, other: () => Json): Json {
  if (choose(6) === 0) return other();
  if (Array.isArray(root)) {
    const kept = root.flatMap((each) =>
      choose(5) === 0
        ? []
        : [choose(3) === 0 ? changed(each as Json, choose, other) : (each as Json)],
    );
    if (choose(3) === 0) kept.splice(choose(kept.length + 1), 0, other());
    return kept;
  }
  if (!isJsonObject(root)) return root;
  const members = Object.entries(root).flatMap(([name, member]): [string, Json][] =>
    choose(6) === 0 ? [] : [[name, choose(2) === 0 ? changed(member, choose, other) : member]],
  );
  if (choose(3) === 0) members.splice(choose(members.length + 1), 0, ["added", other()]);
  return Object.fromEntries(members);
}

const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 5, maxLength: 40 });
const rewriteText = (...args: Parameters<typeof rewrite>): string => {
  const { source, diagnostics } = rewrite(...args);
  expect(diagnostics).toEqual([]);
  return source.text;
};

describe("rewriting", () => {
  it("gives any document in any layout any other value, or refuses a few where blank lines belong to a text", () => {
    let tried = 0;
    let refused = 0;
    fc.assert(
      fc.property(
        document,
        choices,
        choices,
        fc.array(value, { minLength: 1, maxLength: 4 }),
        (old, layout, edits, others) => {
          const parsed = parseText("f.yaml", layOut(old, choicesOf(layout)));
          fc.pre(parsed.diagnostics.length === 0 && parsed.documents.length === 1);
          const choose = choicesOf(edits);
          const target = changed(old, choose, () => others[choose(others.length)] as Json);
          fc.pre(isJsonObject(target) && Object.keys(target).length > 0);
          tried += 1;
          const { source, diagnostics } = rewrite(parsed, [target]);
          if (diagnostics.length > 0) refused += 1;
          else
            expect(parseText("f.yaml", source.text).documents.map(({ value }) => value)).toEqual([
              target,
            ]);
        },
      ),
      runs(1200, 300),
    );
    expect(refused / tried).toBeLessThan(0.005);
  });

  it("of one number changes one line, and nothing else in it", () => {
    let done = 0;
    fc.assert(
      fc.property(document, choices, fc.nat(), (content, layout, pick) => {
        const parsed = parseText("f.yaml", layOut(content, choicesOf(layout)));
        fc.pre(parsed.diagnostics.length === 0 && parsed.documents.length === 1);
        // Behind `|+`, blank lines of the layout belong to the text.
        const old = (parsed.documents[0] as Part).value;
        const numbers = countNumbers(old);
        fc.pre(numbers > 0);
        const state = { left: pick % numbers };
        const target = withOtherNumber(old, state);
        const before = parsed.source.text.split("\n");
        const after = rewriteText(parsed, [target]).split("\n");
        expect(after.length).toBe(before.length);
        const lines = before.flatMap((line, index) =>
          line === after[index] ? [] : [[line, after[index] ?? ""]],
        );
        expect(lines.length).toBe(1);
        const [[one = "", other = ""] = []] = lines;
        expect(one.replaceAll(/-?\d+/g, "N")).toBe(other.replaceAll(/-?\d+/g, "N"));
        done += 1;
      }),
      runs(500, 150),
    );
    expect(done).toBeGreaterThan(ofRuns(250, 75));
  });

  it("keeps every comment of what stays", () => {
    fc.assert(
      fc.property(
        document,
        choices,
        fc.array(value, { minLength: 1, maxLength: 3 }),
        (content, layout, more) => {
          const parsed = parseText("f.yaml", layOut(content, choicesOf(layout)));
          fc.pre(parsed.diagnostics.length === 0 && parsed.documents.length === 1);
          const old = (parsed.documents[0] as Part).value;
          const target = withMore(old, more);
          const written = rewriteText(parsed, [target]);
          const comments = (text: string): string[] => text.match(/# comment \d+\./g) ?? [];
          expect(comments(written).sort()).toEqual(comments(parsed.source.text).sort());
        },
      ),
      runs(500, 150),
    );
  });
});

describe("an edit beside", () => {
  it.each<[string, string, Json, string]>([
    [
      "a comment below a blank line, deeper than what is in front of it",
      "a:\n  - x: 1\n    list:\n      - p\n\n      # - q\n  - x: 2\n",
      { a: [{ x: 1, list: ["p"], note: "l1\nl2" }, { x: 2 }] },
      "a:\n  - x: 1\n    list:\n      - p\n\n      # - q\n    note: |-\n      l1\n      l2\n  - x: 2\n",
    ],
    [
      "a text and a comment that goes",
      "a: |-\n  x\nb:\n  - 1\n\n  # end of b\nc: 2\n",
      { a: "x", c: 2 },
      "a: |-\n  x\nc: 2\n",
    ],
    [
      "the last comment of a list that goes",
      "k:\n  - a # a\n  - b # b\nl: 1\n",
      { k: [], l: 1 },
      "k: []\nl: 1\n",
    ],
    [
      "comments that blank lines keep apart from what goes",
      "b:\n  - zero\n  # all\n\n  # one\n  - one\n  - two\n",
      { b: ["zero", "two"] },
      "b:\n  - zero\n  # all\n\n  - two\n",
    ],
    [
      "elements in comments at the end",
      "a:\n  - s\n\n  # - t\n",
      { a: ["s"], b: [1] },
      "a:\n  - s\n\n  # - t\n\nb: [1]\n",
    ],
    [
      "a dash whose first key goes",
      "k:\n  - a: 1\n    # name\n    name: 'J'\n",
      { k: [{ name: "J" }] },
      "k:\n  - # name\n    name: 'J'\n",
    ],
    [
      "commas with blanks",
      "{ a: [ 1 , 2 ,\n      3 ] }\n",
      { a: [1, 3] },
      "{ a: [ 1 ,\n      3 ] }\n",
    ],
    ["a comment on a header", "k: >- # c\n  a\n  b\n", { k: "d" }, "k: >- # c\n  d\n"],
    ["a word that becomes a number", "k: [1, x, 2] # c\n", { k: [1, 5, 2] }, "k: [1, 5, 2] # c\n"],
    [
      "a text that becomes a word",
      "k:\n  - a b # ab\n  - 1 # one\n",
      { k: ["x", 1] },
      "k:\n  - x # ab\n  - 1 # one\n",
    ],
    ["a definition that becomes an id", '{ "k": { "id": "x" } }\n', { k: "y" }, '{ "k": "y" }\n'],
    [
      "an alias far from the change",
      "a: &e 1\nb: *e\nc: &d 2\nd: *d\n",
      { a: 1, b: 1, d: 2 },
      "a: &e 1\nb: *e\nd: 2\n",
    ],
    ["a tag of another type", "k: !!str x # c\n", { k: 1 }, "k: 1 # c\n"],
    ["a tag of the same type", "k: !!str x\n", { k: "x y" }, "k: !!str x y\n"],
    ["a tag after an anchor", "k: &a !!int 1\n", { k: "x" }, "k: &a x\n"],
    [
      "a key without a colon",
      "? k # c\nl: 1\n",
      { k: [{ a: 1 }], l: 1 },
      "? k # c\n:\n  - a: 1\nl: 1\n",
    ],
    [
      "keys without colons between brackets",
      "k: { ? a, b }\n",
      { k: { a: 1, b: 2 } },
      "k: { ? a: 1, b: 2 }\n",
    ],
    [
      "a member without braces",
      "k: [a: 1, b: 2]\n",
      { k: [{ a: 1, c: 3 }, { b: 2 }] },
      "k: [{a: 1, c: 3}, b: 2]\n",
    ],
    [
      "an anchor without a value",
      "k:\n  &a\nl: 1\n",
      { k: { a: { b: 1 } }, l: 1 },
      "k:\n  a:\n    b: 1\nl: 1\n",
    ],
    [
      "a comment after an anchor",
      "k:\n  &a # c\n  - x\n",
      { k: ["x y"] },
      "k:\n  &a # c\n  - x y\n",
    ],
    ["an anchor before a key", "k:\n  - &a id: x\n    b: 1\n", { k: [{ b: 1 }] }, "k:\n  - b: 1\n"],
    [
      "a comment below a bracket",
      "k: [{ a: 1 },\n  # b\n  { b: 1 }]\n",
      { k: [{ b: 1 }] },
      "k: [\n  # b\n  { b: 1 }]\n",
    ],
  ])("%s", (_, before, target, after) => {
    expect(rewriteText(parseText("f.yaml", before), [target])).toBe(after);
  });

  it("any list of words, texts and numbers becomes any other one", () => {
    const list = fc.array(fc.constantFrom("x", "y", "a b", 1, 2), { maxLength: 5 });
    const layout = (values: readonly Json[], isInFlow: boolean): string =>
      isInFlow
        ? `k: ${JSON.stringify(values)}\n`
        : `k:\n${values.map((value) => `  - ${value} # ${value}\n`).join("")}`;
    fc.assert(
      fc.property(list, list, fc.boolean(), (before, after, isInFlow) => {
        const parsed = parseText("f.yaml", layout(before, isInFlow || before.length === 0));
        expect(
          parseText("f.yaml", rewriteText(parsed, [{ k: after }])).documents.map(
            ({ value }) => value,
          ),
        ).toEqual([{ k: after }]);
      }),
      runs(2000, 300),
    );
  });
});

const WORDS = ["one", "two", "three", "four", "five"];
const shape = fc.record({
  layout: fc.constantFrom("block", "dash", "spread", "line", "nested"),
  isMap: fc.boolean(),
  size: fc.integer({ min: 1, max: 5 }),
  above: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  behind: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  gone: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  added: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
  breaks: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  isCrLf: fc.boolean(),
  endsWithComma: fc.boolean(),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

/** Where the collection begins, how far its items are indented, and the value of `k` with it. */
interface Nesting {
  readonly head: string;
  readonly pad: string;
  readonly around: (inner: Json) => Json;
}

const PLAIN: Nesting = { head: "k:", pad: "  ", around: (inner) => inner };
const IN_LIST: Nesting = { head: "k:\n  -", pad: "    ", around: (inner) => [inner] };
const IN_LISTS: Nesting = {
  head: "k:\n  - - j:",
  pad: "        ",
  around: (inner) => [[{ j: inner }]],
};

function nestingOf({ layout, isMap }: Shape): Nesting {
  if (layout === "nested") return IN_LISTS;
  return layout === "dash" && isMap ? IN_LIST : PLAIN;
}

function written(given: Shape): string {
  return given.layout === "spread" || given.layout === "line"
    ? writtenInFlow(given)
    : writtenInBlock(given);
}

const itemText = (word: string, { isMap }: Shape): string => (isMap ? `${word}: 1` : word);

function writtenInFlow(given: Shape): string {
  const { isMap, size, breaks } = given;
  const lines = WORDS.slice(0, size).map((_, index) =>
    given.layout === "line" ? itemOnLine(given, index) : itemBelow(given, index),
  );
  const [open, close] = isMap ? "{}" : "[]";
  const isLine = given.layout === "line";
  const start = `${breaks[5] ? " # head" : ""}${isLine && !breaks[5] ? "" : "\n    "}`;
  const end = `${isLine ? "" : "  "}${close} # tail`;
  return `k: ${open}${start}${lines.join("").trimStart()}${end}\nlast: 0\n`;
}

/** The comma and the comment after an item in brackets. */
function endOfItem({ size, behind, endsWithComma }: Shape, index: number) {
  return {
    comma: index === size - 1 && !endsWithComma ? "" : ",",
    comment: behind[index] ? ` # behind ${WORDS[index]}` : "",
  };
}

/** An item in brackets that shares its line with others, unless it has a comment. */
function itemOnLine(given: Shape, index: number): string {
  const { comma, comment } = endOfItem(given, index);
  const isBroken = comment !== "" || given.breaks[index];
  const end = isBroken ? "\n    " : " ";
  return `${itemText(WORDS[index] as string, given)}${comma}${comment}${end}`;
}

/** An item in brackets on a line of its own. */
function itemBelow(given: Shape, index: number): string {
  const { comma, comment } = endOfItem(given, index);
  const word = WORDS[index] as string;
  const lead = given.above[index] ? `    # above ${word}\n` : "";
  return `${lead}    ${itemText(word, given)}${comma}${comment}\n`;
}

function writtenInBlock(given: Shape): string {
  const { isMap, size, above, behind, breaks } = given;
  const nesting = nestingOf(given);
  const { head, pad } = nesting;
  const lines = WORDS.slice(0, size).map((word, index) => {
    const lead = above[index] ? `${pad}# above ${word}\n` : "";
    const comment = behind[index] ? ` # behind ${word}` : "";
    return `${lead}${pad}${isMap ? "" : "- "}${itemText(word, given)}${comment}\n`;
  });
  const isBehindDash = nesting === IN_LIST && above[0] !== true;
  const body = isBehindDash
    ? ` ${lines.join("").trimStart()}`
    : `${breaks[5] ? " # head" : ""}\n${lines.join("")}`;
  return `${head}${body}last: 0\n`;
}

/** Expects the comments of an item if it stays, and nothing of an item that is deleted. */
function expectComments(
  word: string,
  { source, text, stays }: Readonly<Record<"source" | "text", string>> & { stays: boolean },
): void {
  const has = (comment: string): boolean => source.includes(`${comment}\n`);
  const above = new RegExp(`# above ${word}\\r?\\n\\s*(?:- )?${word}\\b`);
  const behind = new RegExp(`\\b${word}(?:: 1)?,? # behind ${word}\\r?\\n`);
  expect([above.test(text), behind.test(text)], text).toEqual([
    stays && has(`# above ${word}`),
    stays && has(`# behind ${word}`),
  ]);
  if (!stays) expect(text).not.toContain(` ${word}\n`);
}

describe("comments", () => {
  it("go with what goes and stay with what stays, and nothing else moves", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const { isMap, size, gone, added, isCrLf } = given;
        const source = written(given);
        const parsed = parseText("f.yaml", isCrLf ? source.replaceAll("\n", "\r\n") : source);
        expect(parsed.diagnostics).toEqual([]);
        const own = WORDS.slice(0, size);
        const kept = own.filter((_, index) => !gone[index]);
        fc.pre(kept.length > 0);
        const all = [...kept];
        for (const [index, at] of added.entries()) all.splice(at + 1, 0, `new${index}`);
        const inner = isMap ? Object.fromEntries(all.map((word) => [word, 1])) : all;
        const value = nestingOf(given).around(inner);
        const text = rewriteText(parsed, [{ k: value, last: 0 }]);
        expect(text.match(/\r?\n/g)).toEqual(
          (text.match(/\n/g) ?? []).map(() => (isCrLf ? "\r\n" : "\n")),
        );
        for (const word of own) expectComments(word, { source, text, stays: kept.includes(word) });
        expect(text.includes("# head")).toBe(source.includes("# head"));
        expect(text.includes("# tail")).toBe(source.includes("# tail"));
      }),
      runs(1000, 200),
    );
  });
});

function countNumbers(value: Json): number {
  if (typeof value === "number") return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + countNumbers(each as Json), 0);
}

function withOtherNumber(value: Json, state: { left: number }): Json {
  if (typeof value === "number") {
    state.left -= 1;
    return state.left === -1 ? value + 1 : value;
  }
  if (Array.isArray(value)) return value.map((each) => withOtherNumber(each as Json, state));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withOtherNumber(each, state)]),
  );
}

/** The value with more in every list and mapping that is not empty. */
function withMore(value: Json, more: readonly Json[]): Json {
  if (Array.isArray(value))
    return value.length === 0
      ? value
      : [...value.map((each) => withMore(each as Json, more)), { extra: more[0] as Json }];
  if (!isJsonObject(value) || Object.keys(value).length === 0) return value;
  const members = Object.entries(value).map(([name, each]): [string, Json] => [
    name,
    withMore(each, more),
  ]);
  members.splice(1, 0, ["more", more.at(-1) as Json]);
  return Object.fromEntries(members);
}
