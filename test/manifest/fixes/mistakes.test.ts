/** Mistakes whose help says exactly what to write carry that as a fix, and it solves them. */
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import { fixTexts, type TextsByFile } from "../../../src/manifest/fix-texts.ts";
import { applyEdits } from "../../../src/model/edits.ts";
import { IN_JSON } from "../mistakes/json.ts";
import { LAYOUT } from "../mistakes/layout.ts";
import { SIGNS } from "../mistakes/signs.ts";
import { VALUES } from "../mistakes/values.ts";

const check = (texts: TextsByFile) =>
  loadDesired(
    [...texts].map(([file, text]) => ({ file, text })),
    catalog,
  );

const MISTAKES = [...LAYOUT, ...SIGNS, ...IN_JSON, ...VALUES].map(({ file = "game.yaml", ...rest }) => ({
  ...{ file, ...rest },
  fixes: check(new Map([[file, rest.text]])).diagnostics.flatMap(({ fixes = [] }) => fixes),
}));
const fixed = MISTAKES.filter(({ fixes }) => fixes.length > 0);

describe("the fix of a mistake", () => {
  it.each(fixed)("$name: is gone with $help", ({ file, text, code, line, says, fixes: [fix] }) => {
    const better = applyEdits(text, fix?.edits ?? []);
    const left = check(new Map([[file, better]])).diagnostics.map((each) => [
      each.code,
      each.primary?.span.start.line,
      each.primary?.text,
    ]);
    expect(left, better).not.toContainEqual([code, line, says]);
  });

  it.each(fixed)("$name: has the same places in lines and columns", ({ text, fixes }) => {
    const lines = text.split("\n");
    const offsetOf = ({ line, column }: { readonly line: number; readonly column: number }): number =>
      lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    for (const { from, to, start, end } of fixes.flatMap(({ edits }) => edits)) {
      expect([offsetOf(from), offsetOf(to)]).toEqual([start, end]);
    }
  });

  it("keeps the line breaks of Windows", () => {
    const counts = fixed.map(({ file, text }) => {
      const { texts } = fixTexts(new Map([[file, text.replaceAll("\n", "\r\n")]]), check, true);
      return texts.get(file)?.match(/(?<!\r)\n/g)?.length ?? 0;
    });
    // A line that is put in has the plain line break.
    expect(counts.filter((count) => count > 1)).toEqual([]);
  });
});

it("exists for most of them, and is unsafe where something else may be meant", () => {
  const names = (isSafe: boolean) => fixed.filter(({ fixes }) => fixes[0]?.isSafe === isSafe).map(({ name }) => name);
  expect({ all: MISTAKES.length, safe: names(true).length, unsafe: names(false) }).toMatchInlineSnapshot(`
    {
      "all": 153,
      "safe": 72,
      "unsafe": [
        "colon missing after key with value",
        "colon missing top key last, no body",
        "colon missing last line",
        "curly end",
        "bracket end",
        "quotes in double",
        "text after quote",
        "rule space",
        "id for custom_id",
        "id misspelt, referred to many times",
      ],
    }
  `);
});
