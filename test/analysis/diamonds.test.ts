/** Groups that hold the same groups on many paths: 2^20 paths, and 41 groups. */
import { describe, expect, it } from "vitest";
import type { AchievementDesign } from "../../src/analysis/design/design.ts";
import { neverEarned } from "../../src/analysis/design/never.ts";
import { treesOf } from "../../src/analysis/design/tree.ts";
import { economyOf } from "../../src/analysis/report/economy.ts";
import { type DesignParts, designFrom } from "../support/designs.ts";
import type { GameText } from "../support/games.ts";
import { impactsBetween } from "./impact/impacts.ts";
import { codesIn } from "./lint/support.ts";
import { earnedIn } from "./random-games.ts";

const LEVELS = 20;

/** Each of two groups on a level holds both of the next one; the last two hold a criterion each. */
function diamonds(operator: string, conditions: unknown = null) {
  const level = (depth: number) =>
    ["l", "r"].map((side) => ({
      custom_id: `${side}${depth}`,
      name: `${side}${depth}`,
      operator,
      conditions,
      criteria: depth === LEVELS ? [side] : [],
      criteria_groups: depth === LEVELS ? [] : [`l${depth + 1}`, `r${depth + 1}`],
    }));
  return Array.from({ length: LEVELS + 1 }, (_, depth) => level(depth)).flat();
}

function game(operator: string, rule: string, conditions: unknown = null) {
  const criteria = ["l", "r"].map((id) => ({
    ...{ custom_id: id, name: id, custom_action_id: id, type: "sum", streak: null, conditions: null },
    rule: id === "l" ? rule : "gte:3",
  }));
  return {
    actions: ["l", "r"].map((id) => ({ custom_id: id, name: id })),
    criteria,
    criteria_groups: diamonds(operator, conditions),
    achievements: [{ custom_id: "x", name: "x", custom_criteria_group_id: "l0" }],
  };
}

function designOfGame({ actions, criteria, criteria_groups, achievements }: ReturnType<typeof game>) {
  const byId = (all: readonly { readonly custom_id: string }[]) =>
    Object.fromEntries(all.map(({ custom_id, ...each }) => [custom_id, each]));
  const parts = { actions: byId(actions), criteria: byId(criteria), achievements: byId(achievements) };
  return designFrom({ ...parts, groups: byId(criteria_groups) } as DesignParts);
}

describe.each(["and", "or", "xor"])("groups with %s on many paths", (operator) => {
  it("are judged alike by lint, report and impact", () => {
    const before = game(operator, "gte:5");
    const design = designOfGame(before);
    const isNever = neverEarned(treesOf(design), design.achievements.get("x") as AchievementDesign) !== undefined;
    expect(economyOf(design).achievements[0]?.way.certainty === "impossible").toBe(isNever);
    expect(codesIn(JSON.stringify(before)).includes("unreachable-achievement")).toBe(isNever);
    const [impact] = impactsBetween(before as GameText, game(operator, "gte:6") as GameText);
    expect(impact?.class).toBe(operator === "xor" ? "unknown" : "harder");
  });

  // Manifests with so many are refused, and a live game may have them all the same.
  it("are not known where conditions of the groups add up on each path", () => {
    const conditions = { groups: [{ conditions: ["month:2"] }] };
    const [before, after] = [game(operator, "gte:5", conditions), game(operator, "gte:6", conditions)];
    const [impact] = impactsBetween(before as GameText, after as GameText);
    expect(impact?.class).toBe("unknown");
    const design = designOfGame(before);
    const february = { custom_action_id: "l", amount: 9, at: Date.UTC(2024, 1, 1) };
    const done = { ...february, custom_data: null, custom_session_id: null };
    expect(earnedIn(design, { time_zone: "UTC", custom_data: null }, [done]).has("x")).toBe(operator === "or");
  });
});
