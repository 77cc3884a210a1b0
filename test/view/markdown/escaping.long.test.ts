/** Nothing from outside can be anything but text on a page: tried with what Markdown, HTML and their hosts react to. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { Plan } from "../../../src/model/model.ts";
import type { PlanCauses } from "../../../src/plan/cause.ts";
import { code, fence, inWords } from "../../../src/view/render/markdown.ts";
import { runs } from "../../support/runs.ts";
import { plan, result, step } from "../sample-plans.ts";
import {
  type Anatomy,
  anatomyOf,
  expectNothingOpen,
  OPTIONS,
  RENDERERS,
  renderApplyMarkdown,
  renderPlansMarkdown,
  shownGame,
} from "./pages.ts";

/** What starts something, closes something, or is looked for in finished pages. */
const NASTY = [
  ..."`|\\<>&*_~[](){}#+-=!$^@:;'\"/%.,1aß龍😀",
  ..."`` ``` ```` ~~~ \\| \\` || <b> </td></table> </details> <details> </code> </pre>".split(" "),
  ..."<script>alert(1)</script> <!-- --> <![CDATA[ <?php &lt;b&gt; &#60; &nbsp; @alice @org/team #123 !45".split(" "),
  ..."owner/repo#1 owner/repo@a1b2c3d4e5f6 GH-1 ABC-12 a1b2c3d4e5f60718293a4b5c6d7e8f9012345678".split(" "),
  ..."https://evil.example/x http://evil.example ftp://evil.example www.evil.example evil.example".split(" "),
  ..."me@evil.example mailto:me@evil.example xmpp:me@evil.example [x](http://evil.example)".split(" "),
  ..."![x](http://evil.example/x.png) [^1] --- === ** __ ~~ :tada: $`x`$ $$ ~label %12 word".split(" "),
  ...[" | ", "| :-- |", "<img src=x onerror=alert(1)>", "<a href=//evil.example>", "[x]: http://evil.example"],
  ...["[^1]: note", "[ ] ", "- [x] ", "> ", "> [!NOTE]", "# ", "1. ", "* ", "{+ +}", "\n", "\n\n", "\r\n"],
  ...["\t", " ", "  ", "    ", "\u00a0", "\u2028", "\u202e", "\u200b", "\u0000", "\u001b[31m", "\ud800"],
  ...["\u0301", "two words"],
] as const;
const hostile = fc.array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));

/** How many texts a scene takes. */
const HOLES = 40;

/** A run with texts from outside in every possible place. */
function sceneOf(texts: readonly string[]): { page: string; applied: string } {
  let next = 0;
  const text = (): string => texts[next++ % texts.length] ?? "";
  const place = () => ({ file: text(), line: 3, column: 1 });
  const span = () => ({
    file: text(),
    start: { line: 1, column: 1, offset: 0 },
    end: { line: 1, column: 2, offset: 1 },
  });
  const problem = (name: "taken-name" | "long-in-bytes" | "step-failed") =>
    diagnostic(name, text(), {
      address: `reward/${text()}`,
      primary: { span: span(), text: text() },
      others: [{ span: span(), text: text() }],
      help: [text(), `  ${text()}`],
    });
  const update = step("update", `reward/${text()}`, {
    fields: [
      { path: `/custom_data/${text()}`, before: text(), after: { [text()]: [text(), 1] } },
      { path: "/description", before: text(), after: text(), origin: place() },
    ],
    hazards: [
      { name: "mass-change", sentence: text() },
      { name: "reveals-secret", sentence: text() },
    ],
    notes: [text()],
    request: { method: "PUT", path: text(), body: { [text()]: text() } },
    origin: place(),
  });
  const made: Plan = plan(
    [
      update,
      step("attach", `achievement/${text()}`, { link: { name: text(), member: text() }, notes: [text()] }),
      step("create", `reward/${text()}`, { fields: [{ path: "/name", after: text() }], origin: place() }),
      step("delete", `action/${text()}`, { fields: [{ path: "/name", before: text() }] }),
    ],
    {
      game: text(),
      environment: `e${text()}`,
      base_url: text(),
      game_id: text(),
      digest: `sha256:${text()}`,
      kept: [
        { address: `reward/${text()}`, reason: "still-referenced", by: [`reward/${text()}`] },
        { address: `reward/${text()}`, reason: "ignored", fields: [{ path: `/${text()}`, before: 1, after: 2 }] },
      ],
    },
  );
  const causes: PlanCauses = {
    ref: text(),
    commit: "c",
    has_game: true,
    steps: new Map(
      made.steps.map(({ id, fields }, index) => {
        const cause = (["conflict", "drift", "pending", "drift"] as const)[index] ?? "pending";
        return [id, { cause, fields: fields.map(() => ({ cause, base: text() })) }];
      }),
    ),
    totals: { pending: 1, drift: 2, conflict: 1 },
  };
  const refusals = [diagnostic("mass-change", `${text()}`)];
  const game = shownGame(made, refusals, { causes, diagnostics: [problem("long-in-bytes")] });
  const other = { ...shownGame(made), game: text() };
  const broken = { game: text(), environment: `e${text()}`, diagnostics: [problem("taken-name")] };
  const options = { ...OPTIONS, reveal: true };
  const results = result(
    [
      {
        id: `update reward/${text()}`,
        action: "update",
        address: "reward/x",
        status: "failed",
        diagnostic: problem("step-failed"),
      },
      { id: text(), action: "update", address: "reward/y", status: "skipped", because: text() },
      { id: text(), action: "update", address: "reward/z", status: "done" },
    ],
    { game: text(), environment: `e${text()}`, diagnostics: [problem("taken-name")] },
  );
  return {
    page: `${renderPlansMarkdown([game], [], options)}\n\n${renderPlansMarkdown([game, other, broken], [problem("taken-name")], options)}`,
    applied: renderApplyMarkdown([{ result: results }, { result: results }], [problem("taken-name")], options),
  };
}

/** Ordinary words in place of all lines; equal lines stay equal. */
function harmless(texts: readonly string[]): readonly string[] {
  const words = new Map<string, string>([["", ""]]);
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const wordFor = (line: string): string => {
    const index = words.size;
    const known = words.get(line) ?? `word${letters[index % 26]}${letters[Math.floor(index / 26)]}`;
    words.set(line, known);
    return known;
  };
  return texts.map((text) => text.split("\n").map(wordFor).join("\n"));
}

/** The page is made of the same elements as one with ordinary words, and nothing else is in it. */
function expectOnlyText(shown: Anatomy, model: Anatomy): void {
  expect(shown.elements).toEqual(model.elements);
  expectNothingOpen(shown);
}

describe.each(Object.entries(RENDERERS))("rendered with %s", (_name, render) => {
  it("a page with hostile texts has the elements of one with ordinary words, and everything else is code", () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: HOLES, maxLength: HOLES }), (texts) => {
        const [shown, model] = [sceneOf(texts), sceneOf(harmless(texts))];
        for (const which of ["page", "applied"] as const) {
          expectOnlyText(anatomyOf(render(shown[which])), anatomyOf(render(model[which])));
        }
      }),
      runs(40),
    );
  });

  it("a code span shows the text, in a cell of a table as elsewhere", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { elements, code: shown, open } = anatomyOf(render(`| a | b |\n| :-- | :-- |\n| ${code(text)} | x |\n`));
        expect(elements.filter((name) => /\/td[^/]*$/.test(name))).toHaveLength(2);
        expect(shown).toHaveLength(1);
        expect(open.replaceAll(/\s/g, "")).toBe("abx");
      }),
      runs(300),
    );
  });

  it("a fence shows its lines as they are, whatever backticks are in them", () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (lines) => {
        const { elements, code: shown } = anatomyOf(render(fence(lines, "diff")));
        expect(elements.filter((name) => name === "/pre")).toHaveLength(1);
        expect(shown.join("").trimEnd().split("\n").length).toBeLessThanOrEqual(lines.length);
      }),
      runs(300),
    );
  });
});

describe("a sentence", () => {
  it.each([
    ["It would be changed; more than 30 % is much (33%).", "It would be changed; more than 30 % is much (33%)."],
    ['Deleting the reward "egg" is final.', 'Deleting the reward "egg" is final.'],
    ["Deleting achievement/egg_1, which is like it.", "Deleting `achievement/egg_1`, which is like it."],
    ['the id "a_b", of @alice.', 'the id `"a_b"`, of `@alice`.'],
    ["see https://x.example.", "see `https://x.example`."],
    ["write `ignore` or `a|b`", "write `ignore` or `a\\u007cb`"],
    ["without git (`--base HEAD` compares):", "without git (`--base HEAD` compares):"],
    ["commit a1b2c3d and issue GH-12", "commit `a1b2c3d` and issue `GH-12`"],
    ["defaced is a word", "defaced is a word"],
    ["1. is no list, and 2. is none either", "`1.` is no list, and 2. is none either"],
    ["  blanks begin no code", "blanks begin no code"],
    ["élève, 龍 und Straße", "élève, 龍 und Straße"],
  ])("%s", (text, expected) => {
    expect(inWords(text)).toBe(expected);
  });
});
