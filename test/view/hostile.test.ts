/**
 * Text from outside is nothing but text, in every form of output: tried with what terminals,
 * Markdown, HTML and their hosts react to.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnostic, problemAt } from "../../src/model/diagnostics.ts";
import { sourceFile } from "../../src/model/source.ts";
import { applyDocument } from "../../src/view/apply/document.ts";
import { progressOf } from "../../src/view/apply/progress.ts";
import {
  type RepositoryFiles,
  renderFindingsGithub,
  renderFindingsSarif,
} from "../../src/view/parts/findings.ts";
import { fieldChange } from "../../src/view/render/difference.ts";
import * as doc from "../../src/view/render/document.ts";
import { type Document, plainStyle } from "../../src/view/render/document.ts";
import { renderHtml } from "../../src/view/render/html.ts";
import { renderMarkdown, writeWords } from "../../src/view/render/markdown.ts";
import { safeJson, safeText } from "../../src/view/render/safe-text.ts";
import { renderText } from "../../src/view/render/text.ts";
import { HOSTILE_TEXTS } from "../hostile/texts.ts";
import { renderDiagnosticsText } from "../support/diagnostics-text.ts";
import { runs } from "../support/runs.ts";
import { shownEvent, shownProblems, shownResult } from "../support/shown.ts";
import {
  anatomyOf,
  expectNothingOpen,
  RENDERERS,
  renderPlansMarkdown,
  shownGame,
} from "./markdown/pages.ts";
import {
  hostileDiagnostic,
  hostilePlan,
  plainPage,
  plansDocument,
  planText,
  result,
  span,
} from "./sample-plans.ts";

const view = { style: plainStyle, width: 100, verbose: true };
const hostileResult = result(
  [
    {
      id: "create x\u001b[2J",
      action: "create",
      address: "action/a",
      status: "failed",
      diagnostic: hostileDiagnostic,
    },
  ],
  { game: "\u009b1m", diagnostics: [hostileDiagnostic] },
);
const EVIL_FILE = sourceFile({
  name: "a\u001b.yaml",
  text: "\u001b]0;x\u0007: \u202e\n",
});
/** In the file, and in what is said of it. */
const evil = problemAt("unknown-field", span(1, 1, 4, EVIL_FILE), {
  label: "no \u001b[2J field \u202e here",
  help: ["\u0007"],
});
const EVERY_CHARACTER = Array.from({ length: 0x300 }, (_, unit) => String.fromCharCode(unit)).join(
  "",
);
const problems = [evil, hostileDiagnostic, diagnostic("usage", EVERY_CHARACTER)];
const files: RepositoryFiles = { pathOf: ({ name }) => name, projectFile: "laurel.yaml" };
const progress = progressOf(hostilePlan.steps, { style: plainStyle, width: 70, isLive: true });
const told = [
  progress(shownEvent({ type: "failed", step: "x\u001b[2J", diagnostic: hostileDiagnostic }), 0),
  progress(shownEvent({ type: "waiting", why: "\u001b]0;x\u0007\n", ms: 5 }), 0),
];

const OUTPUTS: Readonly<Record<string, string>> = {
  "a plan": planText(hostilePlan, view),
  "a plan on a page of HTML": plainPage(hostilePlan),
  "a plan on a page of Markdown": renderPlansMarkdown([shownGame(hostilePlan)]),
  "a plan as JSON": safeJson(plansDocument([hostilePlan], { diagnostics: problems })),
  "the result of an apply": renderText(applyDocument([shownResult(hostileResult)]), view),
  "the progress of an apply": told
    .map(({ line, permanent = "" }) => `${line}${permanent}`)
    .join(""),
  problems: renderDiagnosticsText(problems, {
    style: plainStyle,
  }),
  "problems as SARIF": renderFindingsSarif(shownProblems(problems), files, {
    version: "1",
    homepage: "https://example.com",
  }),
  "problems as annotations": renderFindingsGithub(shownProblems(problems), files),
};

it.each(Object.entries(OUTPUTS))("%s has no character that a terminal would obey", (_, output) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(output).toMatch(/\\u001b/);
});

/**
 * What starts something, closes something, or is looked for in finished pages: characters, words
 * and whole texts.
 */
const NASTY: readonly string[] = [
  ..."`|\\<>&*_~[](){}#+-=!$^@:;'\"/%.,1aß龍😀",
  ...Object.values(HOSTILE_TEXTS).flatMap((text) => text.split(" ")),
  ..."owner/repo@a1b2c3d4e5f6 ABC-12 ~label %12 word {+ +} https://evil.example/x me@evil.example".split(
    " ",
  ),
  ...[
    " | ",
    "[ ] ",
    "- [x] ",
    "> ",
    "# ",
    "* ",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "    ",
    "\u00a0",
    "two words",
  ],
];
/** What does its harm where it is all that stands on a line. */
const ALONE = ["```", "`````", "~~~", "---", "# x", "</details>", ""];
const hostile = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(fc.constantFrom(...NASTY), { maxLength: 6 }).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ALONE) },
);

/** How many texts a document takes. */
const HOLES = 28;

/** A document with every block, and a text at every place where one may come from outside. */
function documentOf(texts: readonly string[]): Document {
  let next = 0;
  const text = (): string => texts[next++ % HOLES] ?? "";
  const words = () => [
    text(),
    " ",
    doc.code(text()),
    " ",
    doc.strong(text()),
    " ",
    doc.paint(text(), "muted"),
  ];
  const change = () =>
    fieldChange({ path: `/custom_data/${text()}`, before: text(), after: [text(), text()] });
  const entry = () => ({ text: words(), blocks: doc.paragraph(text()) });
  const row = () => ({
    cells: [text(), doc.code(text()), [text(), doc.BREAK, text()]],
    details: doc.diff([change()]),
  });
  const columns = [{ title: "One" }, { title: "Two" }, { title: "Three", isNumber: true }];
  return {
    title: ["Plan for ", doc.code(text())],
    blocks: [
      doc.heading(words()),
      doc.paragraph(words(), { role: "muted" }),
      doc.list("line", [entry(), text(), doc.code(text())]),
      doc.list("line", [text(), entry()], { isNumbered: true }),
      { type: "table", noun: "row", columns, rows: [row, row] },
      doc.listing([text(), text(), text(), words()], { language: "yaml" }),
      doc.details("More", [
        doc.diff([change(), { ...change(), label: "" }]),
        doc.paragraph(text()),
      ]),
      {
        type: "callout",
        role: "error",
        title: [text(), doc.code(text())],
        blocks: doc.list("line", [entry(), words()]),
      },
    ],
  };
}

/** Ordinary words in place of all lines; equal lines stay equal, and blank ones blank. */
function harmless(texts: readonly string[]): readonly string[] {
  const lines = [...new Set(texts.flatMap((text) => text.split("\n")))];
  const wordFor = (line: string): string =>
    line.trim() === "" ? line : "x".repeat(lines.indexOf(line) + 1);
  return texts.map((text) => text.split("\n").map(wordFor).join("\n"));
}

const PAGES: Readonly<Record<string, (document: Document) => string>> = {
  ...Object.fromEntries(
    Object.entries(RENDERERS).map(([name, render]) => [
      name,
      (document) => render(renderMarkdown(document)),
    ]),
  ),
  HTML: (document) => renderHtml(document, { styles: [], scripts: [], hash: String }),
};

describe.each(Object.entries(PAGES))("a page of %s", (name, render) => {
  it("has with hostile texts the elements that it has with ordinary words, and nothing of them is markup", () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: HOLES, maxLength: HOLES }), (texts) => {
        const page = anatomyOf(render(documentOf(texts)));
        expect(page.elements).toEqual(anatomyOf(render(documentOf(harmless(texts)))).elements);
        if (name !== "HTML") expectNothingOpen(page);
      }),
      runs(60, 10),
    );
  });
});

it("a page of HTML runs no script, and loads nothing", () => {
  const page = plainPage(hostilePlan);
  expect(page).toContain("script-src 'none'");
  expect(page).not.toMatch(/<script|\s(?:src|action|on\w+)=|href="(?!#)|url\(|@import/);
});

describe("text from outside", () => {
  it.each([
    ["plain text, with ü and 龍 🐉", "plain text, with ü and 龍 🐉"],
    ["\u001b[31m red", "\\u001b[31m red"],
    ["two\nlines\ttab\r", "two\\nlines\\ttab\\r"],
    ["a\u202eb\u2066c\u200f", "a\\u202eb\\u2066c\\u200f"],
    ["\u009b\u007f\u2028", "\\u009b\\u007f\\u2028"],
    ["half \ud83d", "half \\ud83d"],
  ])("%j is %s on a terminal", (text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  it.each([
    [
      "It would be changed; more than 30 % is much (33%).",
      "It would be changed; more than 30 % is much (33%).",
    ],
    ['Deleting the reward "egg" is final.', 'Deleting the reward "egg" is final.'],
    [
      "Deleting achievement/egg_1, which is like it.",
      "Deleting `achievement/egg_1`, which is like it.",
    ],
    ['the id "a_b", of @alice.', 'the id `"a_b"`, of `@alice`.'],
    ["see https://x.example.", "see `https://x.example`."],
    ["write `ignore` or `a|b`", "write `ignore` or `a\\u007cb`"],
    ["without git (`--base HEAD` compares):", "without git (`--base HEAD` compares):"],
    ["commit a1b2c3d and issue GH-12", "commit `a1b2c3d` and issue `GH-12`"],
    ["defaced is a word", "defaced is a word"],
    ["1. is no list, and 2. is none either", "`1.` is no list, and 2. is none either"],
    ["  blanks begin no code", "blanks begin no code"],
    ["élève, 龍 und Straße", "élève, 龍 und Straße"],
  ])("%s is in Markdown %s", (text, shown) => {
    expect(writeWords(text)).toBe(shown);
  });
});
