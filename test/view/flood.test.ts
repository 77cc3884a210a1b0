/**
 * No number of harmless creations hides a change, and a page that cannot show every change begins
 * by saying so.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Impact } from "../../src/analysis/impact/impacts.ts";
import type { BaseFacts } from "../../src/model/base-facts.ts";
import { diagnostic } from "../../src/model/diagnostics.ts";
import type { Step } from "../../src/model/model.ts";
import { withProblems } from "../../src/view/parts/problems.ts";
import { planDocument } from "../../src/view/plan/document.ts";
import { orderSteps } from "../../src/view/plan/step-order.ts";
import { plainStyle } from "../../src/view/render/document.ts";
import { countBytes, markdownPage, PAGE_LIMIT } from "../../src/view/render/markdown.ts";
import { runs } from "../support/runs.ts";
import { shownPlans, shownProblems } from "../support/shown.ts";
import { renderPlansMarkdown, shownGame } from "./markdown/pages.ts";
import { plainPage, plan, planText, step } from "./sample-plans.ts";

const view = { style: plainStyle, width: 100, verbose: false };

function creations(count: number, name = "flood"): readonly Step[] {
  return Array.from({ length: count }, (_, index) =>
    step("create", `reward/${name}-${index}`, {
      fields: [
        { path: "/name", after: `Harmless ${index}` },
        { path: "/description", after: "A reward that nobody has to look at. ".repeat(3) },
      ],
    }),
  );
}

const additions = (steps: readonly Step[]): readonly Impact[] =>
  steps.map(({ id, address }) => {
    const sentence = `New thing at ${address}, which is harmless.`;
    return { class: "additive", address, sentence, because: [address], steps: [id] };
  });

const GOLD = step("update", "reward/gold", {
  fields: [{ path: "/custom_data/amount", before: 10, after: 1_000_000 }],
});
const WORTH: Impact = {
  class: "value",
  address: "reward/gold",
  sentence: "Gold is now worth 1,000,000.",
  because: [GOLD.address],
  steps: [GOLD.id],
};

describe("600 new rewards before one change", () => {
  const flood = creations(600);
  const made = plan([...flood, GOLD]);
  const impact = [...additions(flood), WORTH];

  it("leave it in the comment and the summary, with its row, its fields and its impact, and are counted", () => {
    const page = renderPlansMarkdown([shownGame(made, { impact })]);
    expect(countBytes(page)).toBeLessThanOrEqual(PAGE_LIMIT);
    expect(page).toMatch(
      /^\| `~` update \| .*`reward\/gold`.*`custom_data\.amount`: `10` → `1000000` \|$/m,
    );
    expect(page).toContain("Gold is now worth");
    expect(page).toContain("**To create:** 600 rewards.");
    expect(page).not.toContain("Not shown in full");
    expect(page).toMatch(/Left out: .*[0-9]+ of 600 creations/);
    expect(page.indexOf("reward/gold`")).toBeLessThan(page.indexOf("reward/flood-0`"));
  });

  it("leave it in the log with its value, and are counted there", () => {
    const lines = planText(made, view, { impact }).split("\n");
    expect(lines[2]).toBe("  ~ update  reward/gold");
    expect(lines[3]?.trim()).toMatch(/custom_data\.amount +10 -> 1000000$/);
    expect(lines).toContain("  and 400 more creations (400 rewards); --verbose lists all");
  });

  it("are below it on a page of HTML", () => {
    const html = plainPage(made, { impact });
    expect(html.indexOf("reward/gold")).toBeLessThan(html.indexOf("reward/flood-0<"));
    expect(html).toContain("<summary>All 600 creations</summary>");
  });

  it("of another game leave it, too", () => {
    const first = shownGame(
      { ...plan(creations(600)), game: "first" },
      { impact: additions(flood) },
    );
    const page = renderPlansMarkdown([first, shownGame(plan([GOLD]), { impact: [WORTH] })]);
    expect(page).toContain("`1000000`");
    expect(page).not.toContain("Not shown in full");
  });
});

it("changes are never cut in the log, nor are their fields", () => {
  const steps = Array.from({ length: 260 }, (_, index) =>
    step("update", `reward/r-${index}.`, {
      fields: [{ path: "/name", before: "a", after: `b${index}` }],
    }),
  );
  const text = planText(plan(steps), view);
  for (const [index, { address }] of steps.entries()) {
    expect(text).toContain(address);
    expect(text).toContain(`"a" -> "b${index}"`);
  }
  expect(text).not.toContain("--verbose");
});

describe("a page on which not all changes fit", () => {
  const many = Array.from({ length: 3_000 }, (_, index) =>
    step(
      index % 3 === 0 ? "delete" : "update",
      index % 2 === 0 ? `reward/r-${index}` : `achievement/a-${index}`,
      {
        fields: [{ path: "/description", before: `A coin ${index}`, after: "Another coin" }],
      },
    ),
  );

  it("says below its title how many, and of what, and shows no creation", () => {
    const page = renderPlansMarkdown([shownGame(plan([...creations(5), ...many]))]);
    const [, , first = ""] = page.split("\n");
    expect(first).toMatch(
      /^\*\*Not shown in full: [\d,]+ of 3,000 changes \([\d,]+ (?:rewards and [\d,]+ achievements|achievements and [\d,]+ rewards)\)\.\*\* `laurel plan` prints everything\.$/,
    );
    expect(page).not.toContain("`+` create");
    expect(page).toContain("**To create:** 5 rewards.");
  });

  it.each([
    ["longer than a service takes", "x".repeat(30_000), "y".repeat(30_000)],
    ["different at the end of a long line", `${"x".repeat(5_000)}a`, `${"x".repeat(5_000)}b`],
    ["too long for one block of a page", "龍\n".repeat(4_000), "竜\n".repeat(4_000)],
    ["different in almost every line", "a\n".repeat(9_000), "b\n".repeat(9_000)],
  ])("also counts a change whose value is %s", (_, before, after) => {
    const long = step("update", "reward/tale", {
      fields: [{ path: "/description", before, after }],
    });
    const page = renderPlansMarkdown([shownGame(plan([long, GOLD]))]);
    expect(page.split("\n")[2]).toContain("Not shown in full: 1 of 2 changes (1 reward).");
    expect(page).toMatch(/too long to show/i);
  });
});

it("what is part of a replacement is a change, and what belongs to a new resource is a creation", () => {
  const steps = [
    step("create", "reward/new"),
    step("attach", "achievement/old", { link: { name: "rewards", member: "new" } }),
    step("create", "achievement/new"),
    step("attach", "achievement/new", { link: { name: "rewards", member: "new" } }),
    step("delete", "reward/again"),
    step("create", "reward/again"),
    step("create", "reward/other", { replaces: "reward/before" }),
    step("delete", "reward/before"),
  ];
  const { changes, creations: made } = orderSteps(steps);
  expect(made.map(({ id }) => id)).toEqual([
    "create reward/new",
    "create achievement/new",
    "attach achievement/new",
  ]);
  expect(changes.map(({ id }) => id)).toEqual([
    "attach achievement/old",
    "delete reward/again",
    "create reward/again",
    "create reward/other",
    "delete reward/before",
  ]);
});

/** Texts that are short, long in one line, long in many lines, or wide. */
const value = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.integer(),
  fc.nat(9_000).map((length) => "z".repeat(length)),
  fc.nat(9_000).map((length) => "a龍\n".repeat(length / 4)),
);
const change = fc
  .record({
    action: fc.constantFrom(
      "update" as const,
      "delete" as const,
      "rename" as const,
      "detach" as const,
    ),
    fields: fc.array(fc.tuple(value, value), { maxLength: 7 }),
    id: fc.oneof(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.nat(1_500).map((n) => "i".repeat(n + 1)),
    ),
  })
  .filter(({ action, fields }) => action === "detach" || fields.length > 0);
const game = fc.record({
  changes: fc.oneof(
    fc.array(change, { maxLength: 6 }),
    fc.array(change, { minLength: 20, maxLength: 60 }),
  ),
  flood: fc.constantFrom(0, 3, 50, 700),
  kept: fc.constantFrom(0, 0, 900),
  name: fc.constantFrom("dungeon", "g".repeat(3_000)),
  impacts: fc.constantFrom(0, 3, 300),
  hazards: fc.boolean(),
});

/** The digits of a step that no other has. */
const markOf = (at: number, index: number): string => `m${at}x${index}m`;

it("every change is shown whole or counted in the first line, and no creation is there while a change is missing", () => {
  fc.assert(
    fc.property(
      fc.array(game, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(0, 2, 250),
      (games, problems) => {
        const all: {
          readonly step: Step;
          readonly mark: string;
          readonly texts: readonly string[];
        }[] = [];
        const byGame = games.map(({ changes, flood, kept, name, impacts, hazards }, at) => {
          const steps = changes.map(({ action, fields, id }, index) => {
            const mark = markOf(at, index);
            const marked = fields.map(([before, after], field) => ({
              path: `/custom_data/f${field}` as const,
              before: `${String(before)}${mark}b${field}`,
              ...(action === "delete" ? {} : { after: `${String(after)}${mark}a${field}` }),
            }));
            const texts =
              action === "detach" ? [] : marked.flatMap((_, field) => [`${mark}b${field}`]);
            const afters =
              action === "detach" || action === "delete"
                ? []
                : marked.map((_, field) => `${mark}a${field}`);
            const made = step(action, `reward/${mark}${id}`, {
              fields: marked,
              link: { name: "things", member: "one" },
              hazards: hazards
                ? [{ name: "mass-change", sentence: `${mark} is a mass change. `.repeat(20) }]
                : [],
            });
            all.push({ step: made, mark, texts: [...texts, ...afters] });
            return made;
          });
          const created = creations(flood, `flood${at}`);
          const impact = [
            ...additions(created),
            ...steps.flatMap(({ id, address }): Impact[] =>
              Array.from({ length: impacts }, () => ({
                class: "harder",
                address,
                sentence: "This is harder now than it was before. ".repeat(4),
                because: [],
                steps: [id],
              })),
            ),
          ].slice(0, 1_500);
          const refusals = hazards
            ? [diagnostic("mass-change", "Much is changed.\n".repeat(40))]
            : [];
          const keptResources = Array.from({ length: kept }, (_, n) => ({
            address: `reward/kept-${n}` as const,
            reason: "not-pruned" as const,
          }));
          return shownGame(
            { ...plan([...created, ...steps], { kept: keptResources }), game: `${name}${at}` },
            { impact, refusals },
          );
        });
        const listedProblems = Array.from({ length: problems }, (_, n) =>
          diagnostic(n % 2 === 0 ? "usage" : "no-effect", `Problem ${n}. ${"words ".repeat(60)}`),
        );
        const { text, missing } = markdownPage(
          withProblems(planDocument(shownPlans(byGame)), shownProblems(listedProblems)),
        );
        expect(countBytes(text)).toBeLessThanOrEqual(PAGE_LIMIT);
        const rows = text.split("\n").filter((line) => line.startsWith("| `"));
        const unseen = all.filter(({ mark, texts }) => {
          const row = rows.find((line) => line.includes(mark));
          return row === undefined || texts.some((each) => !text.includes(each));
        });
        const counted = Number(
          /([\d,]+) of [\d,]+ changes?/.exec(missing ?? "")?.[1]?.replaceAll(",", "") ?? 0,
        );
        expect(counted).toBeGreaterThanOrEqual(unseen.length);
        if (missing !== undefined) expect(text.split("\n")[2]).toContain(`**Not shown in full: `);
        // A value can be too long for any page, which is counted. Whatever lacks only space is
        // there before any creation.
        const pushedOut = unseen.filter(({ step: { action, address, fields }, mark }) => {
          const hasDetails = action !== "detach" && action !== "attach" && fields.length > 0;
          const isRow = rows.some((line) => line.includes(mark));
          return !isRow || (hasDetails && !text.includes(`\n${action} \`${address}`));
        });
        if (pushedOut.length > 0) expect(rows.filter((row) => row.includes("create"))).toEqual([]);
        if (missing === undefined) expect(unseen).toEqual([]);
      },
    ),
    runs(100, 4),
  );
});

const setting = fc.record({
  setting: fc.constantFrom("ignore", "wire", "create_only"),
  value: fc.oneof(fc.nat(20), fc.nat(3_000)),
});
const comparedGame = fc.record({
  settings: fc.oneof(
    fc.array(setting, { maxLength: 3 }),
    fc.array(setting, { minLength: 30, maxLength: 200 }),
  ),
  isMoved: fc.boolean(),
  changes: fc.integer({ min: 1, max: 20 }),
});

function changedSettings(count: number, length: number): BaseFacts {
  const settings = Array.from({ length: count }, () => ({
    setting: "ignore",
    before: null,
    after: "w".repeat(length),
  }));
  return { ref: "main", commit: "1".repeat(40), settings, target: { is: "same" } };
}

it("one long callout leaves room for the rows of changes, and says how many of its sentences are left out", () => {
  const totals = { pending: 1, behind: 0, drift: 0, conflict: 0 };
  const causes = { base: changedSettings(200, 900), steps: new Map(), totals };
  const page = renderPlansMarkdown([shownGame(plan([GOLD]), { causes })]);
  expect(page).toMatch(/^\| `~` update \| .*`1000000` \|$/m);
  expect(page.split("\n")[2]).toMatch(/^\*\*Not shown in full: \d+ of 200 settings\.\*\*/);
});

it("a setting whose value is cut is counted in the first line", () => {
  const totals = { pending: 1, behind: 0, drift: 0, conflict: 0 };
  const causes = { base: changedSettings(1, 1_200), steps: new Map(), totals };
  const page = renderPlansMarkdown([shownGame(plan([GOLD]), { causes })]);
  expect(page.split("\n")[2]).toContain("Not shown in full: 1 of 1 setting.");
});

it("a hazard with more sentences than a page lists is counted in the first line, with the number of them", () => {
  const refusals = [
    diagnostic("mass-change", Array.from({ length: 60 }, (_, n) => `Sentence ${n}.`).join("\n")),
  ];
  const page = renderPlansMarkdown([shownGame(plan([GOLD]), { refusals })]);
  expect(page).toContain("and 39 more sentences");
  expect(page.split("\n")[2]).toContain("Not shown in full: 1 of 1 hazard.");
});

it("no number of callouts about the project file or of problems leaves a change out that the first line does not count", () => {
  fc.assert(
    fc.property(
      fc.array(comparedGame, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(0, 300),
      (games, problems) => {
        const marks: string[] = [];
        const byGame = games.map(({ settings, isMoved, changes }, at) => {
          const steps = Array.from({ length: changes }, (_, index) => {
            marks.push(markOf(at, index));
            return step("update", `reward/${markOf(at, index)}`, {
              fields: [{ path: "/name", before: "a", after: "b" }],
            });
          });
          const now = {
            game: `g${at}`,
            environment: "default",
            game_id: "2",
            base_url: "https://api.example.com",
          };
          const base: BaseFacts = {
            ref: "main",
            commit: "1".repeat(40),
            settings: settings.map(({ setting: name, value }) => ({
              setting: name,
              before: null,
              after: "w".repeat(value),
            })),
            target: isMoved
              ? { is: "changed", before: { ...now, game_id: "1" }, now }
              : { is: "same" },
          };
          const causes = {
            base,
            steps: new Map(),
            totals: { pending: changes, behind: 0, drift: 0, conflict: 0 },
          };
          return shownGame({ ...plan(steps), game: `g${at}` }, { causes });
        });
        const listedProblems = Array.from({ length: problems }, (_, n) =>
          diagnostic("usage", `Problem ${n}. ${"words ".repeat(60)}`),
        );
        const { text, missing } = markdownPage(
          withProblems(planDocument(shownPlans(byGame)), shownProblems(listedProblems)),
        );
        expect(countBytes(text)).toBeLessThanOrEqual(PAGE_LIMIT);
        const rows = text.split("\n").filter((line) => line.startsWith("| `"));
        const unseen = marks.filter((mark) => !rows.some((row) => row.includes(mark)));
        const counted = Number(
          /([\d,]+) of [\d,]+ changes?/.exec(missing ?? "")?.[1]?.replaceAll(",", "") ?? 0,
        );
        expect(counted).toBe(unseen.length);
        if (marks.length < 200) expect(unseen).toEqual([]);
      },
    ),
    runs(100, 4),
  );
});
