/** Which fixes are applied: those that solve their problem and make no error, in rounds. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import { fixHint, fixTexts, type TextsByFile } from "../../../src/manifest/fix-texts.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { problemAt } from "../../../src/manifest/problem.ts";
import type { Diagnostic } from "../../../src/model/diagnostics.ts";
import { applyEdits } from "../../../src/model/edits.ts";
import { jsonOf, type Part, partAt, sourceText, spanBetween } from "../../../src/text/parts.ts";
import { editBetween, fixOf, writingValue } from "../../../src/text/text-edits.ts";

const check = (texts: TextsByFile) =>
  loadDesired(
    [...texts].map(([file, text]) => ({ file, text })),
    catalog,
  );
const fix = (text: string, includesUnsafe = false) => {
  const { texts, ...rest } = fixTexts(new Map([["g.yaml", text]]), check, includesUnsafe);
  return { text: texts.get("g.yaml"), ...rest };
};

/** A check that finds one word, with a fix that writes another in its place. */
const finds =
  (word: string, instead: string, isSafe = true) =>
  (texts: TextsByFile): readonly Diagnostic[] =>
    [...texts].flatMap(([file, text]) => {
      const source = sourceText(file, text);
      const at = text.indexOf(word);
      const edit = editBetween(source, at, at + word.length, instead);
      const fixes = fixOf("write it", isSafe, [edit]);
      return at < 0 ? [] : [problemAt("invalid-value", spanBetween(source, at, at + word.length), word, { fixes })];
    });

describe("fixTexts", () => {
  it("leaves a fix out that does not solve its problem", () => {
    const texts = new Map([["a", "one two"]]);
    const { count, texts: after } = fixTexts(texts, (each) => ({ diagnostics: finds("one", "one one")(each) }), true);
    expect({ count, after: [...after] }).toEqual({ count: 0, after: [...texts] });
  });

  it("leaves a fix out that makes another error, and applies the others", () => {
    const diagnostics = (each: TextsByFile) => [
      ...finds("one", "bad")(each),
      ...finds("bad", "bad bad")(each),
      ...finds("two", "three")(each),
    ];
    const { texts, count } = fixTexts(
      new Map([["a", "one two"]]),
      (each) => ({ diagnostics: diagnostics(each) }),
      true,
    );
    expect({ text: texts.get("a"), count }).toEqual({ text: "one three", count: 1 });
  });

  it("applies fixes that touch each other one after the other, and one that becomes possible later", () => {
    const diagnostics = (each: TextsByFile) =>
      [...finds("ab", "c")(each), ...finds("bd", "e")(each), ...finds("cd", "f")(each)].map((found) => ({
        ...found,
        severity: "warning" as const,
      }));
    const { texts, count } = fixTexts(new Map([["a", "abd"]]), (each) => ({ diagnostics: diagnostics(each) }), false);
    expect({ text: texts.get("a"), count }).toEqual({ text: "f", count: 2 });
  });

  it("ends where fixes undo each other", () => {
    const diagnostics = (each: TextsByFile) =>
      [...finds("one", "two")(each), ...finds("two", "one")(each)].map((found) => ({
        ...found,
        severity: "warning" as const,
      }));
    const { found } = fixTexts(new Map([["a", "one"]]), (each) => ({ diagnostics: diagnostics(each) }), false);
    expect(found.diagnostics).toHaveLength(1);
  });

  it("applies safe fixes before others", () => {
    const diagnostics = (each: TextsByFile) => [...finds("one", "", false)(each), ...finds("# one", "kept")(each)];
    const { texts } = fixTexts(new Map([["a", "# one"]]), (each) => ({ diagnostics: diagnostics(each) }), true);
    expect(texts.get("a")).toBe("kept");
  });

  it("does not rename a reference where the declaration may be misspelt", () => {
    const text = (more: string) => `actions:
  - { custom_id: run-fast, name: Run }
  - { custom_id: jump, name: Jump, reactions: [rnu-fast] }
${more}`;
    expect(fix(text(""))).toMatchObject({ text: text(""), count: 0 });
    const other = "  - { custom_id: fly, name: Fly, reactions: [run-fast] }\n";
    expect(fix(text(other)).text).toBe(text(other).replace("rnu-fast", "run-fast"));
    expect(fix(text(""), true).text).toBe(text("").replace("rnu-fast", "run-fast"));
  });

  it("does not take one number for another", () => {
    const text = `actions:
  - { custom_id: level-1, name: One, reactions: [level-3] }
  - { custom_id: level-2, name: Two, reactions: [level-1] }
`;
    expect(fix(text)).toMatchObject({ text, count: 0 });
  });

  it("writes the new id of a move wherever the old one is named, and says of the files how many problems", () => {
    const texts = new Map([
      ["a.yaml", "actions:\n  - { custom_id: run, name: Run }\nmoved:\n  - { kind: action, from: walk, to: run }\n"],
      ["b.yaml", "criteria:\n  - { custom_id: c, name: C, custom_action_id: walk }\n"],
      ["c.yaml", 'criteria:\n  - { custom_id: d, name: D, custom_action_id: "walk" } # here\n'],
    ]);
    const { texts: after, count, fixed, found } = fixTexts(texts, check, false);
    expect(found.diagnostics).toEqual([]);
    expect(count).toBe(1);
    expect([...fixed]).toEqual([
      ["b.yaml", 1],
      ["c.yaml", 1],
    ]);
    expect(after.get("c.yaml")).toBe('criteria:\n  - { custom_id: d, name: D, custom_action_id: "run" } # here\n');
  });

  it("corrects JSON of one line, one mistake after the other", () => {
    const texts = new Map([["g.json", "{ actions: [], 'rewards': [],}"]]);
    const { texts: after, count } = fixTexts(texts, check, false);
    expect({ text: after.get("g.json"), count }).toEqual({ text: '{ "actions": [], "rewards": []}', count: 3 });
  });

  it("counts what flags could fix", () => {
    const [safe] = finds("a", "b")(new Map([["f", "a"]]));
    const [unsafe] = finds("a", "b", false)(new Map([["f", "a"]]));
    if (safe === undefined || unsafe === undefined) throw new Error("nothing found");
    expect([
      fixHint([], false),
      fixHint([safe], false),
      fixHint([safe, safe, unsafe], false),
      fixHint([unsafe], false),
      fixHint([safe, unsafe], true),
    ]).toEqual([
      undefined,
      "1 problem can be fixed with --fix",
      "2 problems can be fixed with --fix, and 1 more with --unsafe-fixes",
      "1 problem can be fixed with --unsafe-fixes",
      "1 problem can be fixed with --unsafe-fixes",
    ]);
  });
});

describe("a value that is written in place of another", () => {
  it("is read as that text, in any quotes", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme-ascii" }),
      fc.constantFrom(
        "123",
        "1e5",
        "true",
        "null",
        "~",
        "0x1f",
        "2026-01-01",
        "yes",
        ".inf",
        "a b",
        "gte:10",
        "-",
        "a: b",
      ),
    );
    fc.assert(
      fc.property(text, fc.constantFrom("'x'", '"x"', "x"), (value, like) => {
        const { source, documents } = parseText("f.yaml", `a: [${like}, b]\nc: ${like}\n`);
        const parts = ["/a/0", "/c"].map((pointer) => partAt(documents[0] as Part, pointer));
        const edits = parts.flatMap((part) => writingValue(part, value) ?? []);
        const [document] = parseText("f.yaml", applyEdits(source.text, edits)).documents;
        expect(document && jsonOf(document)).toEqual({ a: [value, "b"], c: value });
      }),
    );
  });
});
