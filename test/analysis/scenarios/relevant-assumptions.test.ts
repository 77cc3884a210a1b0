/** Which assumptions a design touches. */
import { describe, expect, it } from "vitest";
import type { Design, LeaderboardDesign } from "../../../src/analysis/design/design.ts";
import { relevantAssumptions } from "../../../src/analysis/design/relevant-assumptions.ts";
import { type ActionRules, type CriterionRules, type GroupRules, rulesFrom } from "../../../src/rules/model.ts";

interface Parts {
  readonly actions?: readonly ActionRules[];
  readonly criterion?: Partial<CriterionRules>;
  readonly group?: Partial<GroupRules>;
  readonly others?: readonly GroupRules[];
  readonly board?: Partial<LeaderboardDesign>;
}

/** What matters for a game of one achievement, beside what matters for every achievement. */
function names({ actions = [], criterion, group, others = [], board }: Parts): readonly string[] {
  const rules = rulesFrom({
    actions,
    criteria: [
      {
        custom_id: "c",
        custom_action_id: "a",
        type: "sum",
        rule: "gte:1",
        streak: null,
        conditions: null,
        ...criterion,
      },
    ],
    criteria_groups: [
      { custom_id: "g", operator: "and", conditions: null, criteria: ["c"], criteria_groups: [], ...group },
      ...others,
    ],
    achievements: [{ custom_id: "x", points: 1, custom_criteria_group_id: "g" }],
  });
  const leaderboards = new Map(board === undefined ? [] : [["b", board as LeaderboardDesign]]);
  const design = { ...rules, rewards: new Map(), leaderboards, known: new Set() } as unknown as Design;
  return relevantAssumptions(design).flatMap(({ name }) => (name === "once-earned" ? [] : [name]));
}

const inner: GroupRules = { custom_id: "i", operator: "and", conditions: null, criteria: ["c"], criteria_groups: [] };
const only = (condition: string) => ({ groups: [{ conditions: [condition] }] });
const action = (custom_id: string, ...reactions: readonly string[]): ActionRules => ({
  custom_id,
  custom_data: null,
  reactions,
});

describe("relevantAssumptions", () => {
  it("are few for a plain game", () => {
    expect(names({})).toEqual([]);
  });

  it.each<readonly [string, Parts, readonly string[]]>([
    ["a rule that zero meets", { criterion: { rule: "lt:5" } }, ["no_activity"]],
    ["a streak", { criterion: { streak: "days:3" } }, ["streak_place", "streak_intervals"]],
    ["xor of two", { group: { operator: "xor", criteria_groups: ["i"] }, others: [inner] }, []],
    [
      "xor of three",
      { group: { operator: "xor", criteria: ["c", "c"], criteria_groups: ["i"] }, others: [inner] },
      ["xor"],
    ],
    [
      "outer conditions",
      { group: { conditions: only("month:2"), criteria_groups: ["i"] }, others: [inner] },
      ["group_conditions"],
    ],
    ["a reference", { criterion: { conditions: only("month:{player.month}") } }, ["missing_reference"]],
    [
      "two ways to an action",
      { actions: [action("a", "b", "c"), action("b", "d"), action("c", "d"), action("d")] },
      ["reactions"],
    ],
    ["one way to each action", { actions: [action("a", "b"), action("c", "b"), action("b")] }, []],
    [
      "fields of reactions",
      { actions: [action("a", "b"), action("b")], criterion: { conditions: only("activityData:x,eq,1") } },
      ["reaction_data", "missing-field", "operand-numbers"],
    ],
    ["an unknown rule", { criterion: { rule: "about:3" } }, ["rule-operators"]],
    ["an unknown condition", { criterion: { conditions: only("moonPhase:full") } }, ["unknown-condition"]],
    [
      "two conditions without an operator",
      { criterion: { conditions: { groups: [{ conditions: ["month:2", "month:3"] }] } } },
      ["conditions-and"],
    ],
    ["empty conditions", { criterion: { conditions: { groups: [] } } }, ["empty-conditions"]],
    ["a window past midnight", { criterion: { conditions: only("betweenHours:22,6") } }, ["hours-wrap"]],
    ["a window that ends at midnight", { criterion: { conditions: only("betweenHours:22,2") } }, []],
    ["scores", { board: { type: "custom", score_preference: "prefer-higher" } }, ["equal_score", "span-limits"]],
    [
      "points",
      { board: { type: "standard", score_preference: "prefer-higher" } },
      ["span-limits", "standard-sum", "standard-ties"],
    ],
  ])("%s", (_, parts, expected) => {
    expect(names(parts)).toEqual(expected);
  });

  it("do not come from what no achievement uses", () => {
    const unused: GroupRules = { ...inner, conditions: only("betweenHours:22,6") };
    expect(names({ others: [unused] })).toEqual([]);
  });
});
