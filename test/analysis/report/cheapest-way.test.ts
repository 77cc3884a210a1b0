import { describe, expect, it } from "vitest";
import { type CheapestWay, cheapestWay } from "../../../src/analysis/report/witness/witness.ts";
import { type DesignParts, designFrom } from "../../support/designs.ts";

type Criterion = Readonly<Record<string, unknown>>;
const when = (...conditions: string[]) => ({ groups: [{ conditions }] });

/** One achievement whose group has these criteria; `more` goes over what is made of them. */
function wayFor(
  criteria: Readonly<Record<string, Criterion>>,
  { operator = "and", actions = {}, ...more }: DesignParts & { readonly operator?: string } = {},
): CheapestWay {
  const about = Object.values(criteria).map(({ custom_action_id }) => [String(custom_action_id), {}]);
  const parts: DesignParts = {
    actions: { ...Object.fromEntries(about), ...actions },
    criteria,
    groups: { g: { operator, criteria: Object.keys(criteria) } },
    achievements: { it: { custom_criteria_group_id: "g" } },
    ...more,
  };
  return cheapestWay(designFrom(parts), "it");
}

const shown = ({ certainty, effort, steps }: CheapestWay) => [
  `${certainty} ${effort}`,
  ...steps.map(({ custom_action_id, amount, times, note }) =>
    `${times} × ${custom_action_id} ${amount} ${note}`.trim(),
  ),
];

describe("the cheapest way", () => {
  it("adds up amounts, and makes of each step as few activities as can be", () => {
    expect(shown(wayFor({ c: { custom_action_id: "a", rule: "gt:9" } }))).toEqual(["exact 10", "1 × a 10"]);
  });

  it("lets one activity count for all that its reactions reach", () => {
    const way = wayFor(
      {
        rats: { custom_action_id: "rat", rule: "gte:50" },
        goblins: { custom_action_id: "goblin", rule: "gte:25" },
        enemies: { custom_action_id: "enemy", rule: "gte:100" },
      },
      { actions: { rat: { reactions: ["enemy"] }, goblin: { reactions: ["enemy"] } } },
    );
    expect(way.effort).toBe(100);
    expect(way.certainty).toBe("exact");
    expect(way.steps.every(({ custom_action_id }) => custom_action_id !== "enemy")).toBe(true);
  });

  it("reports the action itself where nothing is gained by another", () => {
    const way = wayFor({ c: { custom_action_id: "enemy" } }, { actions: { dragon: { reactions: ["enemy"] } } });
    expect(shown(way)).toEqual(["exact 1", "1 × enemy 1"]);
  });

  it("takes the cheapest branch of or, and of xor one that leaves the others false", () => {
    const criteria = {
      many: { custom_action_id: "a", rule: "gte:30" },
      few: { custom_action_id: "b", rule: "gte:3" },
    };
    expect(shown(wayFor(criteria, { operator: "or" }))).toEqual(["exact 3", "1 × b 3"]);
    expect(shown(wayFor(criteria, { operator: "xor" }))).toEqual(["exact 3", "1 × b 3"]);
    // Here b would make both true.
    const reacting = { operator: "xor", actions: { b: { reactions: ["a"] } } };
    const both = { many: { custom_action_id: "a" }, few: { custom_action_id: "b" } };
    expect(shown(wayFor(both, reacting))).toEqual(["exact 1", "1 × a 1"]);
  });

  it("counts what excludes itself twice, and what fits together once", () => {
    const fire = { custom_action_id: "cast", rule: "gte:3", conditions: when("activityData:school,eq,fire") };
    const frost = { custom_action_id: "cast", rule: "gte:2", conditions: when("activityData:school,eq,frost") };
    const deep = { custom_action_id: "cast", rule: "gte:2", conditions: when("activityData:depth,gte,5") };
    expect(wayFor({ fire, frost }).effort).toBe(5);
    expect(shown(wayFor({ fire, deep }))).toEqual(["exact 3", "1 × cast 3 with school = fire and depth ≥ 5"]);
  });

  it("lays a streak out over its days or hours, a shorter one within", () => {
    const week = { custom_action_id: "a", streak: "days:7", rule: "gte:2" };
    const days = { custom_action_id: "a", streak: "days:3", rule: "gte:2" };
    expect(shown(wayFor({ week, days }))).toEqual(["exact 14", "7 × a 2 on 7 days in a row"]);
    const hours = wayFor({ h: { custom_action_id: "a", streak: "hours:4", rule: "gte:10" } });
    expect(shown(hours)).toEqual(["exact 40", "4 × a 10 in 4 hours in a row"]);
  });

  it("needs one activity for an amount or a mean, and splits where they pull apart", () => {
    expect(wayFor({ c: { custom_action_id: "a", type: "amount", rule: "gte:100" } }).effort).toBe(100);
    expect(wayFor({ c: { custom_action_id: "a", type: "amount", rule: "lt:180" } }).effort).toBe(1);
    expect(wayFor({ c: { custom_action_id: "a", type: "average", rule: "eq:7" } }).effort).toBe(7);
    const split = wayFor({
      mean: { custom_action_id: "a", type: "average", rule: "lte:3" },
      total: { custom_action_id: "a", rule: "gte:10" },
    });
    expect(shown(split)).toEqual(["exact 10", "3 × a 3", "1 × a 1"]);
    const two = wayFor({
      five: { custom_action_id: "a", type: "amount", rule: "eq:5" },
      seven: { custom_action_id: "a", type: "amount", rule: "eq:7" },
    });
    expect(two.effort).toBe(12);
  });

  it("finds times for conditions on the calendar, and a player for references to one", () => {
    const c = { custom_action_id: "a", conditions: when("month:2", "dayOfMonth:29", "betweenHours:22,4") };
    const way = wayFor({ c });
    expect(new Date(way.activities[0]?.at ?? 0).toISOString()).toBe("2024-02-29T00:00:00.000Z");
    const birthday = wayFor({ c: { custom_action_id: "a", conditions: when("month:{player.born.month}", "month:7") } });
    expect(birthday.player).toEqual({ born: { month: 7 } });
    expect(birthday.certainty).toBe("exact");
  });

  it("says so where it only knows bounds", () => {
    // Two streaks of different intervals are laid out apart, although they might share.
    const way = wayFor({
      days: { custom_action_id: "a", streak: "days:3" },
      hours: { custom_action_id: "a", streak: "hours:4" },
    });
    expect(way).toMatchObject({ certainty: "bound", at_least: 4, effort: 7 });
  });

  it.each([
    ["it has no criteria group, so nothing earns it", { achievements: { it: {} } }],
    ["criteria_group/g: this group has no members, so it is never true", { groups: { g: {} } }],
    [
      'criteria_group/g: "many" and "few" exclude each other',
      {
        actions: { a: {} },
        criteria: {
          few: { custom_action_id: "a", rule: "lt:5" },
          many: { custom_action_id: "a", rule: "gt:5" },
        },
        groups: { g: { criteria: ["few", "many"] } },
      },
    ],
    [
      "criterion/c: no activity can pass these conditions",
      {
        actions: { a: {} },
        criteria: { c: { custom_action_id: "a", conditions: when("month:2", "dayOfMonth:30") } },
        groups: { g: { criteria: ["c"] } },
      },
    ],
    [
      "criterion/c: the conditions leave at most 1 day in a row, and the streak has 2",
      {
        actions: { a: {} },
        criteria: { c: { custom_action_id: "a", streak: "days:2", conditions: when("dayOfMonth:last") } },
        groups: { g: { criteria: ["c"] } },
      },
    ],
  ])("is impossible where %s", (reason, parts: DesignParts) => {
    expect(wayFor({}, parts)).toMatchObject({ certainty: "impossible", reasons: [reason], steps: [] });
  });

  it("is unknown where something cannot be read", () => {
    expect(wayFor({ c: { custom_action_id: "a", rule: "ne:3" } })).toMatchObject({ certainty: "unknown", steps: [] });
    expect(wayFor({ c: { custom_action_id: "a", conditions: when("phaseOfMoon:full") } }).reasons).toEqual([
      'criterion "c": the condition "phaseOfMoon:full" is not known',
    ]);
  });

  it("ends on what is far too large, with what is known", () => {
    expect(wayFor({ c: { custom_action_id: "a", streak: "days:999999999" } })).toMatchObject({
      certainty: "unknown",
      at_least: 999_999_999,
    });
    const criteria = Object.fromEntries(
      Array.from({ length: 24 }, (_, index) => [`c${index}`, { custom_action_id: `a${index}`, rule: "gte:2" }]),
    );
    const pairs = Array.from({ length: 12 }, (_, index) => [
      `p${index}`,
      { operator: "or", criteria: [`c${2 * index}`, `c${2 * index + 1}`] },
    ]);
    const groups = { ...Object.fromEntries(pairs), g: { criteria_groups: pairs.map(([id]) => String(id)) } };
    expect(wayFor(criteria, { groups })).toMatchObject({ certainty: "bound", effort: 24 });
  });

  it("looks at hundreds of achievements that share their actions in a moment", () => {
    const count = 1_000;
    const ids = Array.from({ length: count }, (_, index) => index);
    const design = designFrom({
      actions: Object.fromEntries(ids.map((id) => [`a${id}`, { reactions: id % 10 === 0 ? [] : [`a${id - 1}`] }])),
      criteria: Object.fromEntries(ids.map((id) => [`c${id}`, { custom_action_id: `a${id}`, rule: `gte:${id + 1}` }])),
      groups: Object.fromEntries(
        ids.map((id) => [`g${id}`, { criteria: [`c${id}`, `c${(id * 7) % count}`, `c${id - (id % 10)}`] }]),
      ),
      achievements: Object.fromEntries(ids.map((id) => [`x${id}`, { custom_criteria_group_id: `g${id}` }])),
    });
    const begin = performance.now();
    const ways = ids.map((id) => cheapestWay(design, `x${id}`));
    expect(performance.now() - begin).toBeLessThan(30_000);
    expect(ways.every(({ certainty }) => certainty === "exact")).toBe(true);
  });
});
