/**
 * What happens beyond the budget of work: a refusal with its place, or an answer that is not known,
 * and never for others.
 */
import { describe, expect, it } from "vitest";
import { equalGroups, hub, longSteps, sharedGroup } from "../../../bench/explosions.js";
import { findImpact } from "../../../src/analysis/impact/game-impact.ts";
import { analyseEconomy, countNotAnalysed } from "../../../src/analysis/report/economy.ts";
import { affordableCost, answerInShares, isSpent, spendUpTo } from "../../../src/ground/work.ts";

import { sourceFile } from "../../../src/model/source.ts";
import { renderTemplate } from "../../../src/view/codegen/template.ts";
import type { GameText } from "../../support/games.ts";
import { ANALYSES, playWithin, sideIn, withOneRuleChanged } from "./games.ts";

/** Costs that are paid where the share has as much. */
const pay = (cost: number, share: { left: number }): string => {
  share.left -= Math.min(cost, share.left + 1);
  return isSpent(share) ? "cut" : "done";
};

describe("a budget of work", () => {
  it.each([
    [[1, 1, 1_000_000, 1]],
    [[1_000_000, 1, 1, 1]],
    // The rest is enough for what exceeds its share.
    [[700, 1, 1, 1]],
  ])("is shared without regard to order: %j", (costs) => {
    const budget = { left: 1_000 };
    const questions = costs.map((cost) => ({ cost }));
    const answers = answerInShares(questions, budget, ({ cost }, share) => pay(cost, share));
    expect([...answers].map(([{ cost }, { isCut }]) => [cost, isCut])).toEqual(
      costs.map((cost) => [cost, cost === 1_000_000]),
    );
    expect(budget.left).toBeGreaterThan(-5);
  });

  it("is not spent by a part that reaches a limit of its own", () => {
    const budget = { left: 100 };
    spendUpTo(budget, 40, (part) => pay(1_000, part));
    expect([budget.left, isSpent(budget)]).toEqual([60, false]);
    spendUpTo(budget, 400, (part) => pay(1_000, part));
    expect(isSpent(budget)).toBe(true);
  });

  it.each([
    [[5, 1, 1, 5], 7, 1],
    [[5, 1, 1, 5], 12, Number.POSITIVE_INFINITY],
    [[9], 7, -1],
  ])("affords the smallest costs of %j within %d", (costs, left, most) => {
    expect(affordableCost(costs, { left })).toBe(most);
  });
});

/** Costly achievements, and one that is cheap to analyse. */
function withCheap(game: GameText, isFirst: boolean): GameText {
  const { criteria = [], criteria_groups = [], achievements = [] } = game;
  const criterion = { custom_id: "cheap", name: "Cheap", custom_action_id: "a0", rule: "gte:3" };
  const group = { custom_id: "cheap", name: "Cheap", criteria: ["cheap"] };
  const cheap = { custom_id: "cheap", name: "Cheap", points: 1, custom_criteria_group_id: "cheap" };
  return {
    ...game,
    criteria: [criterion, ...criteria],
    criteria_groups: [...criteria_groups, group],
    achievements: isFirst ? [cheap, ...achievements] : [...achievements, cheap],
  };
}

const SMALL = 400_000;

describe("analyses within a budget", () => {
  it("report the ways of one group once", () => {
    expect(ANALYSES.report?.(sharedGroup(20, "or"), 4_000_000)).toBe(
      ANALYSES.report?.(sharedGroup(1, "or"), 4_000_000),
    );
  });

  it("compare one group once", () => {
    expect(ANALYSES.impact?.(sharedGroup(20, "xor"), 4_000_000)).toBe(
      ANALYSES.impact?.(sharedGroup(1, "xor"), 4_000_000),
    );
  });

  it.each([true, false])("report what is not analysed, and all others (first: %j)", (isFirst) => {
    const { design } = sideIn(withCheap(equalGroups(10, "and"), isFirst));
    const work = { left: SMALL };
    const economy = analyseEconomy(design, { work });
    const ways = new Map(economy.achievements.map(({ custom_id, way }) => [custom_id, way]));
    expect(countNotAnalysed(economy)).toBe(10);
    expect(ways.get("x0")?.reasons).toEqual(["not analysed, because it exceeds the limit on work"]);
    expect(ways.get("cheap")).toMatchObject({ certainty: "bound", effort: 3 });
    expect(work.left).toBeGreaterThan(-SMALL / 10);
  });

  it.each([true, false])(
    "say unknown of what is not compared, and compare all others (first: %j)",
    (isFirst) => {
      const game = withCheap(equalGroups(10, "xor"), isFirst);
      const { criteria = [] } = withOneRuleChanged(game);
      const [cheap, second, ...others] = criteria;
      const after = {
        ...game,
        criteria: [{ ...cheap, rule: "gte:9" }, { ...second, rule: "lte:7" }, ...others],
      };
      const work = { left: SMALL };
      const findings = findImpact(sideIn(game), sideIn(after), { work });
      const said = findings.map(({ class: name, sentence }) => `${name}: ${sentence}`);
      expect(said.filter((each) => each.startsWith("harder"))).toEqual([
        'harder: "Cheap" now needs 9 of "A 0" instead of 3.',
      ]);
      const unknown = said.filter((each) => each.startsWith("unknown"));
      expect(unknown).toHaveLength(10);
      expect(unknown[0]).toContain("is not known: comparing it exceeds the limit on work.");
      expect(work.left).toBeGreaterThan(-SMALL / 10);
    },
  );

  it("compare each pair of achievements once, however many actions lead to both", () => {
    const [small = 0, large = 0] = [100, 200].map((size) => ANALYSES.lint?.(hub(size)));
    expect(large).toBeLessThanOrEqual(2.2 * small);
  });
});

describe("scenarios within a budget", () => {
  const game = sharedGroup(1, "and");
  const short = `  - { name: short, steps: [{ do: a0 }], expect: { not_earned: [x0] } }\n`;

  it.each([
    ["first", `${longSteps(1)}${short}`, "2:42 too-much-work"],
    [
      "last",
      `scenarios:\n${short}${longSteps(1).replace("scenarios:\n", "")}`,
      "3:42 too-much-work",
    ],
  ])(
    "are refused where they exceed it, and others are played: the long one %s",
    (_, text, problem) => {
      const { played, problems, spent } = playWithin(game, text, SMALL);
      expect(played).toEqual([["short", true]]);
      expect(problems).toEqual([problem]);
      expect(spent).toBeLessThan(1.1 * SMALL);
    },
  );

  it("play long streaks in linear time", () => {
    const streak = { ...sharedGroup(1, "and") };
    const criteria = [{ ...streak.criteria[0], rule: "gte:1", streak: "hours:20000" }];
    const one = {
      ...streak,
      criteria,
      criteria_groups: [{ custom_id: "g0", name: "G", criteria: ["c0"] }],
    };
    const text = (times: number, expected: string): string =>
      `scenarios:\n  - { name: s, steps: [{ do: a0, times: ${times}, every: 1h }], expect: { ${expected}: [x0] } }\n`;
    const half = playWithin(one, text(10_000, "not_earned"), 1_000_000);
    const whole = playWithin(one, text(20_000, "earned"), 1_000_000);
    expect([half.played, whole.played]).toEqual([[["s", true]], [["s", true]]]);
    expect(whole.spent).toBeLessThanOrEqual(2.2 * half.spent);
  });

  it("are read without a list of all moments", () => {
    const { played, problems } = playWithin(game, longSteps(2_000, ", every: 1d"), 10_000);
    expect(played).toEqual([]);
    expect(problems).toHaveLength(2_000);
  });
});

describe("a template within a budget", () => {
  const list = Array.from({ length: 1_000 }, () => ({ member: "a", no: "" }));
  const render = (template: string, left: number) => {
    const work = { left };
    const source = sourceFile({ name: "x.mustache", text: template });
    const { diagnostics } = renderTemplate(source, { list }, work);
    return { words: diagnostics.map(({ detail }) => detail), diagnostics, spent: left - work.left };
  };

  it("words the first mistakes, and counts the others", () => {
    const { words, spent } = render(`{{#list}}${"{{membr}}".repeat(500)}{{/list}}`, 100_000);
    expect(words).toHaveLength(21);
    expect(words[0]).toBe('Unknown name "membr".');
    expect(words.at(-1)).toBe("The template has at least 480 more mistakes.");
    expect(spent).toBeLessThanOrEqual(100_001);
  });

  it("is refused at the tag that exceeds it, also if it prints nothing", () => {
    const { words, diagnostics, spent } = render(
      `{{#list}}\n${"{{no}}".repeat(500)}{{/list}}`,
      10_000,
    );
    expect(words).toEqual([
      "The tags of the template, rendered for each resource, exceed the limit on work here.",
    ]);
    expect(diagnostics[0]?.primary?.span.start.line).toBe(2);
    expect(spent).toBe(10_001);
  });

  it("that fits is rendered", () => {
    expect(render(`{{#list}}${"{{no}}".repeat(500)}{{/list}}`, 600_000).words).toEqual([]);
  });
});
