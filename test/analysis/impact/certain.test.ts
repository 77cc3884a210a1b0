/** Changes whose meaning is certain, and is the same in lint, report, impact and hazards. */
import { describe, expect, it } from "vitest";
import { cheapestWay } from "../../../src/analysis/report/witness/witness.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { designFrom } from "../../support/designs.ts";
import type { GameText } from "../../support/games.ts";
import { codesIn } from "../lint/support.ts";
import { activitiesIn, hazardsBetween, impactsBetween } from "./impacts.ts";

type Members = Readonly<Record<string, JsonObject>>;

const only = (...conditions: readonly string[]): JsonObject => ({ conditions: { groups: [{ conditions }] } });
const either = (...conditions: readonly string[]): JsonObject => ({
  conditions: { groups: [{ operator: "or", conditions }] },
});

/** Criteria of the group "g", which the achievement "x" is earned by. */
function game(criteria: Members, group: JsonObject = {}, actions: Members = {}): GameText {
  const ids = Object.keys(criteria);
  return {
    actions: ["a", "b", "c"].map((id) => ({ custom_id: id, name: `do ${id}`, ...actions[id] })),
    criteria: ids.map((id) => ({ custom_id: id, name: id.toUpperCase(), custom_action_id: "a", ...criteria[id] })),
    criteria_groups: [{ custom_id: "g", name: "G", criteria: ids, ...group }],
    achievements: [{ custom_id: "x", name: "X", custom_criteria_group_id: "g" }],
  } as GameText;
}

function impactOf(before: GameText, after: GameText) {
  return impactsBetween(before, after).find(({ address }) => address === "achievement/x");
}

const shown = (before: GameText, after: GameText): string => {
  const found = impactOf(before, after);
  return `${found?.class}: ${found?.sentence}`;
};

describe("averages", () => {
  const average = (rule: string): JsonObject => ({ type: "average", rule });

  it("lie between whole numbers", () => {
    const found = impactOf(game({ k: average("gt:5") }), game({ k: average("gte:6") }));
    expect(found?.sentence).toBe('"X" now needs an average of at least 6 in "do a" instead of above 5.');
    expect(found?.class).toBe("harder");
    const shownBy = found?.witnesses?.harder ?? { player: null, activities: [] };
    const amounts = activitiesIn(shownBy).map(({ amount }) => amount);
    const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
    expect(mean).toBeGreaterThan(5);
    expect(mean).toBeLessThan(6);
  });

  it("above 5 and below 6 are possible together, and not the same as those from 6 on", () => {
    const criteria = (rules: Readonly<Record<string, string>>): string =>
      Object.entries(rules)
        .map(
          ([id, rule]) => `  - { custom_id: ${id}, name: ${id}, custom_action_id: a, type: average, rule: ${rule} }\n`,
        )
        .join("");
    const manifests = (rules: Readonly<Record<string, string>>, operator: string): string =>
      `actions:\n  - { custom_id: a, name: A }\ncriteria:\n${criteria(rules)}criteria_groups:\n` +
      `  - { custom_id: g, name: G, operator: ${operator}, criteria: [${Object.keys(rules).join(", ")}] }\n`;
    const wrong = ["impossible-group", "duplicate-requirements", "unreachable-achievement"];
    const found = [
      ...codesIn(manifests({ low: "gt:5", high: "lt:6" }, "and")),
      ...codesIn(manifests({ open: "gt:5", closed: "gte:6" }, "xor")),
    ];
    expect(found.filter((code) => wrong.includes(code))).toEqual([]);
    const way = cheapestWay(
      designFrom({
        actions: { a: {} },
        criteria: {
          low: { custom_action_id: "a", ...average("gt:5") },
          high: { custom_action_id: "a", ...average("lt:6") },
        },
        groups: { g: { criteria: ["low", "high"] } },
        achievements: { x: { custom_criteria_group_id: "g" } },
      }),
      "x",
    );
    expect(way.activities.map(({ amount }) => amount).sort()).toEqual([5, 6]);
  });
});

describe("what can never be earned", () => {
  const possible = game({ k: { rule: "gte:10" }, l: {} }, { operator: "or" });

  it.each<[string, GameText, string]>([
    [
      "an exclusive group of two equal criteria",
      game({ k: { rule: "gte:10" }, l: { rule: "gt:9" } }, { operator: "xor" }),
      "criteria_group/g: its members are met together or not at all, so there is never just one",
    ],
    [
      "a total below 5 beside one of 10",
      game({ k: { rule: "gte:10" }, l: { rule: "lt:5" } }),
      'criteria_group/g: "k" and "l" exclude each other',
    ],
    [
      "a streak on days that are not in a row",
      game({ k: { streak: "days:3", ...only("dayOfMonth:last") }, l: {} }),
      "criterion/k: the conditions leave at most 1 day in a row, and the streak has 3",
    ],
    ["a total below zero", game({ k: { rule: "lt:0" }, l: {} }), "criterion/k: no total is below zero"],
    [
      "a contradiction through a reaction",
      game({ k: { rule: "gte:10" }, l: { custom_action_id: "b", rule: "lte:5" } }, {}, { a: { reactions: ["b"] } }),
      'criteria_group/g: "k" and "l" exclude each other',
    ],
  ])("is %s, in impact, hazards and report", (_, after, reason) => {
    expect(shown(possible, after)).toBe('harder: "X" can no longer be earned.');
    const hazards = hazardsBetween(possible, after).filter((each) => each.startsWith("breaks-earning"));
    expect(hazards).toEqual([
      `breaks-earning: With this change, the achievement "x" (1 points) can no longer be earned: ${reason}.`,
    ]);
    expect(shown(after, possible)).toBe('easier: "X" can be earned now; before, nobody could.');
    expect(hazardsBetween(after, possible).filter((each) => each.startsWith("breaks-earning"))).toEqual([]);
  });

  it("is said of a new achievement", () => {
    const after = game({ k: { rule: "lt:0" } });
    const before = { ...after, achievements: [] } as GameText;
    expect(shown(before, after)).toBe('additive: New achievement "X" (1 point). No player can earn it.');
  });

  it("is nothing that changes where it could not be earned before", () => {
    const [before, after] = [game({ k: { rule: "lt:0" } }), game({ k: { rule: "eq:-3" } })];
    expect(shown(before, after)).toBe('cosmetic: No player can earn "X", as before.');
  });
});

describe("the same in other words", () => {
  it.each<[string, GameText, GameText]>([
    ["an average of 0 and a total of 0", game({ k: { type: "average", rule: "eq:0" } }), game({ k: { rule: "eq:0" } })],
    ["no more than 0", game({ k: { rule: "lte:0" } }), game({ k: { type: "average", rule: "lte:0" } })],
    ["more than nothing", game({ k: { type: "average", rule: "gt:0" } }), game({ k: { rule: "gte:1" } })],
    [
      "two ends of a total and both in one",
      game({ k: { rule: "gte:5" }, l: { rule: "lte:5" } }),
      game({ k: { rule: "eq:5" } }),
    ],
    [
      "either of all that there is",
      game({ k: { rule: "eq:5" }, l: { rule: "gt:5" } }, { operator: "or" }),
      game({ k: { rule: "gte:5" } }),
    ],
    [
      "from 5 on and not from 9 on",
      game({ k: { rule: "gte:5" }, l: { rule: "gte:9" } }, { operator: "xor" }),
      game({ k: { rule: "gte:5" }, l: { rule: "lt:9" } }),
    ],
    ["one day of a streak", game({ k: { streak: "days:1" } }), game({ k: {} })],
    [
      "an amount on one day",
      game({ k: { type: "amount", rule: "gte:5", streak: "days:1" } }),
      game({ k: { type: "amount", rule: "gte:5" } }),
    ],
    ["one hour and one day", game({ k: { streak: "hours:1" } }), game({ k: { streak: "days:1" } })],
  ])("%s", (_, one, other) => {
    expect([impactOf(one, other)?.class, impactOf(other, one)?.class]).toEqual(["cosmetic", "cosmetic"]);
  });

  it("says nothing of members that the rest stands for", () => {
    const before = game({ k: { rule: "gte:5" }, l: { custom_action_id: "b", rule: "gte:5" } }, { operator: "or" });
    expect(shown(before, game({ m: { rule: "gte:3" } }))).not.toContain('no longer be earned with 5 of "do a"');
  });
});

describe("streaks", () => {
  it("of many hours in a row are more than one day, and are said in full", () => {
    const [hours, day] = [game({ k: { streak: "hours:24" } }), game({ k: { streak: "days:1" } })];
    expect(shown(hours, day)).toContain(
      'easier: "X" now needs 1 of "do a" within one day instead of 1 of "do a" in each of 24 hours in a row.',
    );
  });
});

describe("short histories", () => {
  it.each<[string, GameText, GameText]>([
    ["what is too much", game({ k: { rule: "gte:5" } }), game({ k: { type: "amount", rule: "lte:300" } })],
    [
      "a window that grows around a limit",
      game({ k: { rule: "lt:5", ...only("month:1") } }),
      game({ k: { rule: "lt:5", ...either("month:1", "month:2") } }),
    ],
  ])("show both sides of %s", (_, before, after) => {
    const found = impactOf(before, after);
    expect(found?.class).toBe("mixed");
    expect(Object.keys(found?.witnesses ?? {}).sort()).toEqual(["easier", "harder"]);
  });

  it("are not looked for in amounts that no program counts exactly", () => {
    const [before, after] = ["gte:9007199254740993", "gte:9007199254740992"].map((rule) => game({ k: { rule } }));
    expect(impactOf(before as GameText, after as GameText)?.class).toBe("easier");
  });
});

describe("exclusive groups", () => {
  const criteria = { k: {}, l: { custom_action_id: "b" } };
  const reacting = { a: { reactions: ["b"] } };
  const [xor, or] = ["xor", "or"].map((operator) => game(criteria, { operator }, reacting)) as [GameText, GameText];

  it("require more than others, with a history that shows it", () => {
    expect(impactOf(xor, or)).toMatchObject({ class: "easier" });
    expect(impactOf(or, xor)).toMatchObject({ class: "harder" });
    const done = impactOf(or, xor)?.witnesses?.harder?.activities.map(({ custom_action_id }) => custom_action_id);
    expect(done).toEqual(["a"]);
  });
});

describe("a change of conditions is told by what it changes", () => {
  it.each<[JsonObject, JsonObject, string]>([
    [
      only("betweenHours:9,9"),
      only("betweenHours:8,10"),
      'easier: "X" now counts "do a" only from 8:00 to 18:00 instead of from 9:00 to 18:00.',
    ],
    [
      only("betweenHours:8,10"),
      only("betweenHours:9,9"),
      'harder: "X" now counts "do a" only from 9:00 to 18:00 instead of from 8:00 to 18:00.',
    ],
    [
      only("activityData:class,eq,mage"),
      either("activityData:class,eq,mage", "activityData:class,eq,bard"),
      'easier: "X" now counts "do a" only with class mage or with class bard instead of with class mage.',
    ],
    [
      only("months:1,2,3"),
      only("months:2,3,4"),
      'mixed: "X" now counts "do a" only in February, March or April instead of in January, February or March.',
    ],
    [only("months:1,2"), either("month:1", "month:2"), 'cosmetic: "X" is earned as before;'],
    [only("month:1", "months:1,2"), only("month:1"), 'cosmetic: "X" is earned as before;'],
    [
      only("activityData:level,gte,3"),
      only("activityData:level,gt,2"),
      'easier: "X" now counts "do a" only with level above 2 instead of with level of at least 3.',
    ],
    [
      only("dayOfMonth:last"),
      only("dayOfMonth:31"),
      'harder: "X" now counts "do a" only on day 31 of a month instead of on the last day of a month.',
    ],
  ])("%j, then %j", (before, after, expected) => {
    const found = impactOf(game({ k: before }), game({ k: after }));
    expect(`${found?.class}: ${found?.sentence}`).toContain(expected);
    const { easier, harder } = found?.witnesses ?? {};
    expect([easier !== undefined, harder !== undefined]).toEqual([
      found?.class === "easier" || found?.class === "mixed",
      found?.class === "harder" || found?.class === "mixed",
    ]);
  });
});

describe("reactions", () => {
  it("that are new count from then on only", () => {
    const after = game({ k: { rule: "gte:10" } }, {}, { b: { reactions: ["a"] } });
    expect(shown(game({ k: { rule: "gte:10" } }), after)).toBe(
      'easier: "X" now also counts "do b" as "do a". Activities from before the change have recorded no such reactions, so only new ones count in this way.',
    );
  });
});

describe("an action that is replaced", () => {
  /** A service that does not take new reactions needs the action created anew. */
  const lost = (criterion: JsonObject, reacting: string) => {
    const [before, after] = [game({ k: criterion }), game({ k: criterion }, {}, { [reacting]: { reactions: ["c"] } })];
    return impactsBetween(before, after)
      .filter(({ address }) => address === "achievement/x")
      .map((each) => `${each.class}: ${each.sentence}`);
  };

  it("takes the progress of players with it", () => {
    expect(lost({ rule: "gte:10" }, "a")).toEqual([
      'harder: Replacing "do a" deletes its activity history: towards "X", players start from 0 with it.',
    ]);
    expect(lost({ rule: "lte:10" }, "a")).toEqual([
      'mixed: Replacing "do a" deletes its activity history: towards "X", what they did of it no longer counts, for or against them.',
    ]);
  });

  it("means nothing to achievements that do not count it", () => {
    expect(lost({ rule: "gte:10" }, "b")).toEqual([]);
  });
});
