/** A page is never longer than its hosts take, is cut at whole steps, and says what it leaves out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { Plan, Step } from "../../../src/model/model.ts";
import type { GameToShow } from "../../../src/view/plan.ts";
import { bytesOf, code, PAGE_LIMIT } from "../../../src/view/render/markdown.ts";
import { runs } from "../../support/runs.ts";
import { plan, result, step } from "../sample-plans.ts";
import { anatomyOf, OPTIONS, pageOf, RENDERERS, renderApplyMarkdown, renderPlansMarkdown, shownGame } from "./pages.ts";

const render = Object.values(RENDERERS)[0] as (page: string) => string;

function changes(count: number, text = "A shiny coin"): readonly Step[] {
  return Array.from({ length: count }, (_, index) =>
    step("update", `reward/coin-${index}`, { fields: [{ path: "/description", before: "A coin", after: text }] }),
  );
}

function gameNamed(name: string, made: Plan): GameToShow {
  return shownGame({ ...made, game: name });
}

/** The page fits, is whole Markdown, and no row or diff is cut in two. */
function expectToFit(page: string): void {
  expect(page.length).toBeLessThanOrEqual(PAGE_LIMIT);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(PAGE_LIMIT);
  for (const row of page.split("\n").filter((line) => line.startsWith("| "))) expect(row).toMatch(/ \|$/);
  expect([...page.matchAll(/<details>/g)]).toHaveLength([...page.matchAll(/<\/details>/g)].length);
  expect([...page.matchAll(/^```/gm)].length % 2).toBe(0);
  expect(page.endsWith("\n")).toBe(true);
}

function rowsIn(page: string): number {
  return [...page.matchAll(/^\| `.` /gm)].length;
}

describe("a page of a huge plan", () => {
  it("shows whole rows of 5,000 changes, and says how many it leaves out", () => {
    const page = pageOf(plan(changes(5_000)));
    expectToFit(page);
    const shown = rowsIn(page);
    expect(shown).toBeGreaterThan(400);
    expect(page).toContain(
      `Left out: ${(5_000 - shown).toLocaleString("en-US")} of 5,000 changes and 5,000 of 5,000 diffs.`,
    );
    expect(page).toContain("**5,000 to update.**");
    expect(page).toContain("`laurel plan` prints everything");
  });

  it("says that a description of 500 KB is too long to be shown, and shows the other changes", () => {
    const long = step("update", "reward/tale", {
      fields: [{ path: "/description", before: "short", after: "long ".repeat(100_000) }],
    });
    const lines = step("create", "reward/lines", { fields: [{ path: "/description", after: "龍\n".repeat(100_000) }] });
    const page = pageOf(plan([long, lines, ...changes(3)]));
    expectToFit(page);
    expect(rowsIn(page)).toBe(5);
    expect(page).toContain("(too long to show)");
    expect(page).toContain('+ "A shiny coin"');
    expect(page).not.toContain("This page is incomplete");
  });

  it("names 300 games with their summaries, and counts the changes that it leaves out", () => {
    const games = Array.from({ length: 300 }, (_, index) => gameNamed(`game-${index}`, plan(changes(20))));
    const page = renderPlansMarkdown(games, [], OPTIONS);
    expectToFit(page);
    expect([...page.matchAll(/^### `game-\d+` \(`local`\)\n\n\*\*20 to update\./gm)]).toHaveLength(300);
    expect(page).toMatch(/Left out: [\d,]+ of 6,000 changes and 6,000 of 6,000 diffs\./);
  });

  it("fits when every name is as long and as strange as can be", () => {
    const strange = `${"\u0301".repeat(5_000)}${"\u0000|`龍".repeat(20_000)}`;
    const steps = changes(50, strange).map((each) => ({
      ...each,
      address: `reward/${strange}` as const,
      notes: [strange],
    }));
    const made = plan(steps, {
      game: strange,
      environment: strange,
      base_url: strange,
      game_id: strange,
      digest: strange,
    });
    const page = renderPlansMarkdown([shownGame(made), shownGame(made)], [diagnostic("usage", strange)], OPTIONS);
    expectToFit(page);
  });
});

describe("a page of any size", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.nat(30_000).map((length) => "a龍😀\n".repeat(length / 4)),
  );
  const steps = fc.array(fc.record({ before: text, after: text, note: text, sentence: text }), { maxLength: 30 });
  const game = fc.record({ steps, copies: fc.constantFrom(1, 1, 1, 40), name: text });

  it("fits", () => {
    fc.assert(
      fc.property(fc.array(game, { maxLength: 4 }), fc.array(text, { maxLength: 5 }), (games, problems) => {
        const shown = games.flatMap(({ steps: drafts, copies, name }) => {
          const own = drafts.map(({ before, after, note, sentence }, index) =>
            step("update", `reward/${index}`, {
              fields: [{ path: "/description", before, after }],
              notes: [note],
              hazards: index % 3 === 0 ? [{ name: "mass-change", sentence }] : [],
            }),
          );
          const refused = own.length % 2 === 0 ? [] : [diagnostic("mass-change", "Much.")];
          return Array.from({ length: copies }, () => shownGame(plan(own, { game: name }), refused));
        });
        const general = problems.map((detail) => diagnostic("usage", detail));
        const page = renderPlansMarkdown(shown, general, OPTIONS);
        expectToFit(page);
        expect(anatomyOf(render(page)).elements.filter((each) => /\/script|\/a |\/img/.test(each))).toEqual([]);
      }),
      runs(15),
    );
  });

  it("of an apply fits, too", () => {
    const failed = Array.from({ length: 3_000 }, (_, index) => ({
      id: `update reward/${index}`,
      action: "update" as const,
      address: `reward/${index}` as const,
      status: "failed" as const,
      diagnostic: diagnostic("step-failed", "The service said no. ".repeat(50), { help: ["try again"] }),
    }));
    const games = Array.from({ length: 50 }, (_, index) => ({
      result: result(failed, { game: `game-${index}` }),
      diagnostics: [],
    }));
    const [all, one] = [games, games.slice(0, 1)].map((shown) => renderApplyMarkdown(shown, [], OPTIONS));
    for (const page of [all, one]) expectToFit(page ?? "");
    expect(all).toContain("This page is incomplete");
    expect(one).toContain("2,800 more problems are not shown.");
  });
});

describe("the budget", () => {
  it("is not spent on a code span of a text without an end", () => {
    expect(bytesOf(code("\u0301".repeat(1_000_000)))).toBeLessThan(7_000);
  });
});
