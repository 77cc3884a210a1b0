/**
 * Screens of every width, with colours or without: what people copy keeps its blanks and its
 * length, and all else fits.
 */

import { stripVTControlCharacters, styleText } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problemAt } from "../../src/model/diagnostics.ts";
import { sourceFile } from "../../src/model/source.ts";
import { fileChange } from "../../src/view/render/difference.ts";
import type { Block, Content, Style, Words } from "../../src/view/render/document.ts";
import * as doc from "../../src/view/render/document.ts";
import { widthOf } from "../../src/view/render/layout.ts";
import { renderText } from "../../src/view/render/text.ts";
import { inGame, runCli, scratchFolder } from "../support/cli.ts";
import { renderDiagnosticsText } from "../support/diagnostics-text.ts";
import { runs } from "../support/runs.ts";
import { commitAll, GIT_ENV } from "../workflow/drift/repository.ts";
import { span } from "./sample-plans.ts";

const colours: Style = (role, text) =>
  text === "" ? "" : styleText(role === "strong" ? "bold" : "red", text, { validateStream: false });
const NARROWEST = 40;
const width = fc.integer({ min: 20, max: 200 });

const word = fc.stringMatching(/^[a-zé竜("'./:=-]{1,14}$/);
const words = fc.array(word, { minLength: 1, maxLength: 30 }).map((all) => all.join(" "));
/** A line that starts with blanks and has several blanks in it, as files have. */
const fileLine = fc
  .tuple(
    fc.integer({ min: 0, max: 12 }),
    fc.array(fc.tuple(word, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 25 }),
  )
  .map(
    ([blanks, all]) =>
      " ".repeat(blanks) +
      all
        .map(([text, after]) => text + " ".repeat(after))
        .join("")
        .trimEnd(),
  );

const painted = words.map((text): Words => doc.paint(text, "delete"));
const prose: fc.Arbitrary<Words> = fc.oneof(
  words,
  painted,
  fc.tuple(words, painted).map(([one, two]) => [one, " ", two]),
);

/** A block of which no line may be folded, with its lines. */
interface WholeBlock {
  readonly block: Block;
  readonly lines: readonly string[];
}

const whole: fc.Arbitrary<WholeBlock> = fc.oneof(
  fc
    .record({
      lines: fc.array(fileLine, { minLength: 1, maxLength: 3 }),
      isFlush: fc.boolean(),
      isRed: fc.boolean(),
    })
    .map(({ lines, isFlush, isRed }) => ({
      block: doc.listing(isRed ? lines.map((line) => doc.paint(line, "delete")) : lines, {
        isFlush,
      }),
      lines: lines.map((line) => (isFlush ? line : `  ${line}`)),
    })),
  fc.tuple(fileLine, fileLine).map(([one, two]) => {
    const change = fileChange({
      file: "a.yaml",
      before: `${one}\n`,
      after: `${two}\n`,
      hiddenBefore: new Set(),
      hiddenAfter: new Set(),
    });
    return { block: doc.diff([change]), lines: change.lines() };
  }),
);

const foldable: fc.Arbitrary<Content> = fc.oneof(
  prose.map((text) => doc.paragraph(text)),
  prose.map((text) => doc.note(text)),
  fc.tuple(fileLine, prose).map(([lead, text]) => doc.paragraph(text, { lead: `${lead} ` })),
  fc.array(prose, { minLength: 1, maxLength: 4 }).map((all) => doc.list("thing", all, { most: 2 })),
  fc
    .array(fc.tuple(prose, prose), { minLength: 1, maxLength: 3 })
    .map((rows) => doc.table("row", ["", "Title"], rows)),
);

/** Documents, some of whose blocks are below entries of a list. */
const document = fc
  .array(fc.record({ whole, foldable, isBelow: fc.boolean() }), { minLength: 1, maxLength: 4 })
  .map((parts) => ({
    title: "A title",
    blocks: parts.flatMap(({ whole: { block }, foldable: other, isBelow }): Content[] => {
      return isBelow
        ? [doc.list("entry", [{ text: "entry", blocks: [other, block] }])]
        : [other, block];
    }),
    kept: parts.flatMap(({ whole: { lines }, isBelow }) => {
      return lines.map((line) => (isBelow && line !== "" ? `    ${line}` : line).trimEnd());
    }),
  }));

const rowsOf = (text: string): readonly string[] => text.split("\n");
const wordsIn = (text: string): readonly string[] =>
  text.split(/\s+/).filter((each) => each !== "");

it("keeps lines of code and of files, fits all others, loses no word, and folds colours as it folds none", () => {
  fc.assert(
    fc.property(document, width, fc.boolean(), (made, columns, verbose) => {
      const plain = renderText(made, { style: doc.plainStyle, width: columns, verbose });
      const coloured = renderText(made, { style: colours, width: columns, verbose });
      expect(stripVTControlCharacters(coloured)).toBe(plain);
      const rows = rowsOf(plain);
      for (const line of made.kept) expect(rows).toContain(line);
      const endless = renderText(made, {
        style: doc.plainStyle,
        width: Number.POSITIVE_INFINITY,
        verbose,
      });
      expect(wordsIn(plain)).toEqual(wordsIn(endless));
      const isKept = new Set([...made.kept, ...rowsOf(endless)]);
      // A row of one word, or of a lead that stays whole.
      const tooWide = rows.filter(
        (row) => widthOf(row) > Math.max(NARROWEST, columns) && !isKept.has(row),
      );
      for (const row of tooWide) expect(isUnbreakable(row, rowsOf(endless)), row).toBe(true);
    }),
    runs(2_000, 200),
  );
});

/** Whether a row cannot be any narrower: a single word, or the lead of a line. */
function isUnbreakable(row: string, lines: readonly string[]): boolean {
  return wordsIn(row).length <= 1 || lines.some((line) => line.startsWith(row.trimEnd()));
}

describe("the frame of a problem", () => {
  const place = fc.record({
    lines: fc.array(fileLine, { minLength: 1, maxLength: 4 }),
    label: words,
    at: fc.nat(),
    length: fc.integer({ min: 1, max: 20 }),
  });

  it("has carets below the place, on a row of their own or before the whole message", () => {
    fc.assert(
      fc.property(
        place,
        width,
        fc.boolean(),
        ({ lines, label, at, length }, columns, isColoured) => {
          const last = lines.at(-1) ?? "";
          const start = (at % last.length) + 1;
          const end = Math.min(start + length, last.length + 1);
          const marked = last.slice(start - 1, end - 1);
          const source = sourceFile({ name: "a.yaml", text: lines.join("\n") });
          const problem = problemAt("invalid-value", span(lines.length, start, end, source), {
            label,
          });
          const style = isColoured ? colours : doc.plainStyle;
          const text = renderDiagnosticsText([problem], {
            style,
            columns,
          });
          const rows = rowsOf(stripVTControlCharacters(text));
          const mark = rows.findIndex((row) => /^ +\| +\^+( |$)/.test(row));
          const carets = rows[mark] ?? "";
          const from = carets.indexOf("^");
          const run = /\^+/.exec(carets)?.[0] ?? "";
          const above = rows[mark - 1] ?? "";
          // The row above may end in dots, where it is cut, before the place ends.
          const below = inColumns(above, from, from + run.length);
          expect(marked.startsWith(below) || below.endsWith("..."), `${above}\n${carets}`).toBe(
            true,
          );
          expect(wordsIn(rows.slice(mark).join(" ")).slice(2, 2 + wordsIn(label).length)).toEqual(
            wordsIn(label),
          );
          const notes = rows
            .slice(mark)
            .filter((row) => widthOf(row) > Math.max(NARROWEST, columns));
          for (const row of notes) expect(wordsIn(row).length, row).toBeLessThanOrEqual(3);
        },
      ),
      runs(2_000, 200),
    );
  });
});

/** The part of a row that is in these columns. */
function inColumns(row: string, from: number, to: number): string {
  let column = 0;
  let found = "";
  for (const character of row) {
    if (column >= from && column < to) found += character;
    column += widthOf(character);
  }
  return found;
}

describe.each([20, 60, 80])("on a terminal of %i columns", (columns) => {
  const terminal = { isTerminal: true, columns };

  it("the diff that pull asks about is that of the files", async () => {
    const long = `rewards:\n  - { custom_id: egg, name: Egg, description: "${"Found   in the caves.  ".repeat(9)}" } # kept\n`;
    const game = await inGame({
      manifests: { "a.yaml": long },
      live: { rewards: [{ custom_id: "egg", name: "Eggs" }] },
    });
    const file = await game.run(["pull", "--check"]);
    const diff = rowsOf(file.stdout).slice(
      rowsOf(file.stdout).findIndex((row) => row.startsWith("--- ")),
    );
    const ends = diff.indexOf("");
    expect(ends).toBeGreaterThan(4);
    for (const flag of ["--color", "--no-color"]) {
      const shown = await game.run(["pull", "--check", flag], terminal);
      const rows = rowsOf(stripVTControlCharacters(shown.stdout));
      const at = rows.indexOf(diff[0] ?? "");
      expect(rows.slice(at, at + ends)).toEqual(diff.slice(0, ends));
    }
  });

  it("commands to copy are whole", async () => {
    const game = await inGame({ manifests: { "a.yaml": "rewards: []\n" } });
    commitAll(game.folder);
    for (const flag of ["--color", "--no-color"]) {
      const env = { ...GIT_ENV, ...game.env };
      const fetch = await game.run(["plan", "--base", "nothing-like-this", flag], {
        ...terminal,
        env,
      });
      expect(rowsOf(stripVTControlCharacters(fetch.stderr)).map((row) => row.trim())).toContain(
        "git fetch origin '+refs/heads/*:refs/remotes/origin/*'",
      );
      const token = await game.run(["plan", flag], { ...terminal, env: {} });
      expect(rowsOf(stripVTControlCharacters(token.stderr)).map((row) => row.trim())).toContain(
        "export LAUREL_API_TOKEN=...",
      );
      const usage = await game.run(["plan", "--bogus", flag], terminal);
      expect(rowsOf(usage.stderr)).toContain("  laurel plan --help");
    }
    const line = [
      "apply",
      "--yes",
      "--game",
      "manifests",
      "--project",
      "./././././././././././././laurel.yaml",
      "--env",
      "default",
    ];
    const failing = await inGame({
      manifests: { "a.yaml": "rewards: [{ custom_id: egg, name: Egg }]\n" },
      onRequest: ({ method }) => method === "POST" && void failing.service().close(),
    });
    const failed = await failing.run(line, terminal);
    expect(failed.exit, failed.stdout).toBe(1);
    const [command = "", ...flags] = line;
    const printed = rowsOf(failed.stderr).find((row) => row.startsWith("  laurel apply")) ?? "";
    expect(printed.trim().split(" ").sort()).toEqual(["laurel", command, ...flags].sort());
  });

  it("commands of a new project are whole", async () => {
    const cwd = await scratchFolder();
    const made = await runCli(["init", "p", "--yes", "--no-color"], { cwd, ...terminal });
    const command = "laurel plan --env production";
    const [row = ""] = rowsOf(made.stdout).filter((each) => each.trim().startsWith(command));
    expect(row).toMatch(/# what would change live; first, set the variables in laurel\.yaml$/);
  });
});
