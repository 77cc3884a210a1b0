/**
 * The points of a game, and what its achievements take. That ways earn them is shown in
 * ../proof.ts.
 */
import { describe, expect, it } from "vitest";
import { analyseEconomy, concealEconomy } from "../../../src/analysis/report/economy.ts";
import type { Address } from "../../../src/model/model.ts";
import { designFrom } from "../../support/designs.ts";

const design = designFrom({
  actions: { rat: { reactions: ["enemy"] }, enemy: {}, walk: {} },
  criteria: {
    rats: { custom_action_id: "rat", rule: "gte:5" },
    enemies: { custom_action_id: "enemy", rule: "gte:8" },
    steps: { custom_action_id: "walk", rule: "gte:1000" },
    strange: { custom_action_id: "walk", rule: "?" },
  },
  groups: {
    rats: { criteria: ["rats"] },
    enemies: { criteria: ["enemies"] },
    steps: { criteria: ["steps"] },
    nothing: {},
    strange: { criteria: ["strange"] },
  },
  achievements: {
    walker: { custom_criteria_group_id: "steps", points: 30 },
    hunter: { custom_criteria_group_id: "enemies", points: 20 },
    catcher: { custom_criteria_group_id: "rats", points: 0, is_secret: true },
    never: { custom_criteria_group_id: "nothing", points: 100, is_secret: true },
    unclear: { custom_criteria_group_id: "strange", points: 20 },
  },
});

describe("the points economy", () => {
  it("adds up points, says what is secret and out of reach, and lists achievements by what they take", () => {
    const { totals, achievements } = analyseEconomy(design);
    expect(totals).toEqual({
      achievements: 5,
      points: 170,
      secret: { achievements: 2, points: 100 },
      bound: 3,
      unknown: 1,
      impossible: 1,
      reachable_points: 50,
    });
    expect(achievements.map(({ custom_id, way }) => [custom_id, way.effort])).toEqual([
      ["catcher", 5],
      ["hunter", 8],
      ["walker", 1000],
      ["never", 0],
      ["unclear", 0],
    ]);
  });

  it("masks secret achievements, and their actions in the ways to others", () => {
    const economy = analyseEconomy({
      ...design,
      actionSettings: new Map([["enemy", { reported: false }]]),
    });
    const addresses = new Set<Address>(["achievement/catcher", "action/rat"]);
    const { achievements } = concealEconomy(economy, { addresses, unsure: new Set() });
    expect(
      achievements.map(({ name, way }) => [name, way.steps.map((step) => step.custom_action_id)]),
    ).toEqual([
      ["hunter", ["(secret)"]],
      ["walker", ["walk"]],
      ["never", []],
      ["unclear", []],
      ["(secret)", []],
    ]);
  });
});
