/**
 * A page is never longer than its hosts take, is cut at whole steps, and says what it leaves out.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { Step } from "../../../src/model/model.ts";
import { code, countBytes, PAGE_LIMIT } from "../../../src/view/render/markdown.ts";
import { runs } from "../../support/runs.ts";
import { plan, result, step } from "../sample-plans.ts";
import { renderApplyMarkdown, renderPlansMarkdown, shownGame } from "./pages.ts";

function changes(count: number, text = "A shiny coin"): readonly Step[] {
  return Array.from({ length: count }, (_, index) =>
    step("update", `reward/coin-${index}`, {
      fields: [{ path: "/description", before: "A coin", after: text }],
    }),
  );
}

/** The page fits, is whole Markdown, and no row or diff is cut in two. */
function expectToFit(page: string): void {
  expect(countBytes(page)).toBeLessThanOrEqual(PAGE_LIMIT);
  for (const row of page.split("\n").filter((line) => line.startsWith("| ")))
    expect(row).toMatch(/ \|$/);
  expect([...page.matchAll(/<details>/g)]).toHaveLength([...page.matchAll(/<\/details>/g)].length);
  expect([...page.matchAll(/^```/gm)].length % 2).toBe(0);
  expect(page.endsWith("\n")).toBe(true);
}

function rowsIn(page: string): number {
  return [...page.matchAll(/^\| `.` /gm)].length;
}

describe("a page of a huge plan", () => {
  it("shows whole rows of 5,000 changes, and says how many it leaves out", () => {
    const page = renderPlansMarkdown([shownGame(plan(changes(5_000)))]);
    expectToFit(page);
    const shown = rowsIn(page);
    expect(shown).toBeGreaterThan(400);
    const left = (5_000 - shown).toLocaleString("en-US");
    expect(page.split("\n")[2]).toBe(
      `**Not shown in full: ${left} of 5,000 changes (${left} rewards).** \`laurel plan\` prints everything.`,
    );
    expect(page).toContain("**5,000 to update.**");
    expect(page).toContain("`laurel plan` prints everything");
  });

  it("says that a description of 500 KB is too long to be shown, and shows the other changes", () => {
    const described = (after: string) =>
      step("update", "reward/tale", { fields: [{ path: "/description", before: "short", after }] });
    const long = described("long ".repeat(100_000));
    const lines = described("龍\n".repeat(100_000));
    const page = renderPlansMarkdown([shownGame(plan([long, lines, ...changes(3)]))]);
    expectToFit(page);
    expect(rowsIn(page)).toBe(5);
    expect(page).toContain("(too long to show)");
    expect(page).toContain('+ "A shiny coin"');
    expect(page).not.toContain("This page is incomplete");
    expect(page).toContain("**Not shown in full: 2 of 5 changes (2 rewards).**");
  });

  it("names 300 games with their summaries, and counts the changes that it leaves out", () => {
    const games = Array.from({ length: 300 }, (_, index) =>
      shownGame({ ...plan(changes(20)), game: `game-${index}` }),
    );
    const page = renderPlansMarkdown(games);
    expectToFit(page);
    expect([...page.matchAll(/^### `game-\d+` \(`local`\)\n\n\*\*20 to update\./gm)]).toHaveLength(
      300,
    );
    expect(page).toMatch(/^\*\*Not shown in full: [\d,]+ of 6,000 changes \([\d,]+ rewards\)\./m);
  });

  it("of an apply counts what it leaves out", () => {
    const failed = Array.from({ length: 3_000 }, (_, index) => ({
      id: `update reward/${index}`,
      action: "update" as const,
      address: `reward/${index}` as const,
      status: "failed" as const,
      diagnostic: diagnostic("step-failed", "The service said no. ".repeat(50), {
        help: ["try again"],
      }),
    }));
    const games = Array.from({ length: 10 }, (_, index) => ({
      result: result(failed, { game: `game-${index}` }),
    }));
    const [all = "", one = ""] = [games, games.slice(0, 1)].map(renderApplyMarkdown);
    for (const page of [all, one]) expectToFit(page);
    expect(all).toContain("This page is incomplete");
    expect(one).toContain("2,800 more problems are not shown.");
  });

  it("spends little on a code span of a text without an end", () => {
    expect(countBytes(code("\u0301".repeat(1_000_000)))).toBeLessThan(7_000);
  });
});

it("a page of any size fits, however strange its texts are", () => {
  const strange = `${"\u0301".repeat(5_000)}${"\u0000|`龍".repeat(20_000)}`;
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.nat(30_000).map((length) => "a龍😀\n".repeat(length / 4)),
    fc.constant(strange),
  );
  const refused = [diagnostic("mass-change", "Much.")];
  const game = fc.record({
    copies: fc.constantFrom(1, 1, 1, 40),
    name: text,
    steps: fc.array(text, { maxLength: 30 }),
  });
  fc.assert(
    fc.property(
      fc.array(game, { maxLength: 4 }),
      fc.array(text, { maxLength: 5 }),
      (games, problems) => {
        const shown = games.flatMap(({ copies, name, steps: texts }) => {
          const steps = texts.map((sentence, index) =>
            step("update", `reward/${index % 2 === 0 ? index : name}`, {
              fields: [{ path: "/description", before: name, after: sentence }],
              notes: [sentence],
              hazards: index % 3 === 0 ? [{ name: "mass-change", sentence }] : [],
            }),
          );
          const texted = {
            game: name,
            environment: name,
            base_url: name,
            game_id: name,
            digest: name,
          };
          const refusals = steps.length % 2 === 0 ? [] : refused;
          return Array.from({ length: copies }, () => shownGame(plan(steps, texted), { refusals }));
        });
        expectToFit(
          renderPlansMarkdown(
            shown,
            problems.map((detail) => diagnostic("usage", detail)),
          ),
        );
      },
    ),
    runs(15),
  );
});
