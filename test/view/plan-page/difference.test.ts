/** Differences as HTML: every line stays as it was, and the words that differ are marked. */
import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { differenceHtml } from "../../../src/view/plan/plan-html.ts";
import { runs } from "../../support/runs.ts";

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

const shown = (lines: readonly string[]): string => textOf(parseFragment(differenceHtml(lines).source));

describe("a difference", () => {
  it("marks the words that differ in lines that correspond", () => {
    expect(differenceHtml(["- the king pays", "+ the queen pays"]).source).toBe(
      '<pre class="difference"><del>- the <mark>king</mark> pays</del>\n<ins>+ the <mark>queen</mark> pays</ins></pre>',
    );
  });

  it.each([
    ["lines without anything in common", ["- abc", "+ xyz"]],
    ["runs of different length", ["- a b", "+ a c", "+ a d"]],
    ["one side only", ["+ a", "+ b"]],
    ["lines that stay", ["  a", "...", "  b"]],
  ])("marks nothing in %s", (_, lines) => {
    expect(differenceHtml(lines).source).not.toContain("<mark>");
    expect(shown(lines)).toBe(lines.join("\n"));
  });

  it("shows every line with its sign, in its order, whatever is in it", () => {
    const word = fc.constantFrom("a", "b", " ", "<b>", "&amp;", "</pre>", "-", "+", '"', "é");
    const line = fc
      .tuple(fc.constantFrom("- ", "+ ", "  "), fc.array(word, { maxLength: 6 }))
      .map(([sign, words]) => sign + words.join(""));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        // A line that holds nothing has lost the blank behind its sign.
        expect(shown(lines).replaceAll(/^([-+]) $/gm, "$1")).toBe(lines.join("\n").replaceAll(/^([-+]) $/gm, "$1"));
      }),
      runs(500),
    );
  });
});
