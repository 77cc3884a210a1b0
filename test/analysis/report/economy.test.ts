import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concealEconomy, economyOf } from "../../../src/analysis/report/economy.ts";
import type { Address } from "../../../src/model/model.ts";
import { designFrom } from "../../support/designs.ts";
import { runs } from "../../support/runs.ts";

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
  rewards: { cheese: {}, boots: {}, dust: {} },
  achievements: {
    walker: { custom_criteria_group_id: "steps", points: 30, rewards: ["boots"] },
    hunter: { custom_criteria_group_id: "enemies", points: 20, rewards: ["boots"] },
    catcher: { custom_criteria_group_id: "rats", points: 0, is_secret: true, rewards: ["cheese"] },
    never: { custom_criteria_group_id: "nothing", points: 100, is_secret: true },
    unclear: { custom_criteria_group_id: "strange", points: 20 },
  },
});

describe("the points economy", () => {
  const economy = economyOf(design);

  it("adds up points, and says what is secret and out of reach", () => {
    expect(economy.totals).toEqual({
      achievements: 5,
      points: 170,
      secret: { achievements: 2, points: 100 },
      bound: 3,
      unknown: 1,
      impossible: 1,
      reachable_points: 50,
    });
  });

  it("lists achievements by what they take", () => {
    expect(economy.achievements.map(({ custom_id, way }) => [custom_id, way.effort])).toEqual([
      ["catcher", 5],
      ["hunter", 8],
      ["walker", 1000],
      ["never", 0],
      ["unclear", 0],
    ]);
  });

  it("masks secret achievements, and their actions in the ways to others", () => {
    const found = economyOf({ ...design, actionSettings: new Map([["enemy", { reported: false }]]) });
    const addresses = new Set<Address>(["achievement/catcher", "action/rat"]);
    const shown = concealEconomy(found, { addresses, unsure: new Set() }).achievements;
    expect(shown.map(({ name, way }) => [name, way.steps.map((step) => step.custom_action_id)])).toEqual([
      ["hunter", ["(secret)"]],
      ["walker", ["walk"]],
      ["never", []],
      ["unclear", []],
      ["(secret)", []],
    ]);
  });

  it("is nothing where there is nothing", () => {
    const empty = economyOf(designFrom({}));
    expect(empty.totals.achievements).toBe(0);
    expect(empty.achievements).toEqual([]);
  });

  it("loses and doubles no achievement, whatever the points", () => {
    const points = fc.array(fc.oneof(fc.nat(30), fc.nat(20_000)), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(points, (values) => {
        const { totals, achievements } = economyOf(
          designFrom({
            actions: { a: {} },
            criteria: Object.fromEntries(
              values.map((_, id) => [`c${id}`, { custom_action_id: "a", rule: `gte:${(id * 7) % 13}` }]),
            ),
            groups: Object.fromEntries(values.map((_, id) => [`g${id}`, { criteria: [`c${id}`] }])),
            achievements: Object.fromEntries(
              values.map((each, id) => [`x${id}`, { points: each, custom_criteria_group_id: `g${id}` }]),
            ),
          }),
        );
        const sum = values.reduce((total, each) => total + each, 0);
        expect(totals.points).toBe(sum);
        expect(achievements.length).toBe(values.length);
      }),
      runs(60),
    );
  });
});
