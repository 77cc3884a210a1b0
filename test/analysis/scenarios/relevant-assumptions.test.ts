/** Which assumptions a design touches. */
import { describe, expect, it } from "vitest";
import { relevantAssumptions } from "../../../src/analysis/design/relevant-assumptions.ts";
import { type DesignParts, designFrom } from "../../support/designs.ts";

interface Parts extends Omit<DesignParts, "criteria"> {
  readonly criterion?: object;
  readonly group?: object;
}

/** What matters for a game of one achievement, beside what matters for every achievement. */
function names({ criterion, group, groups, ...more }: Parts): readonly string[] {
  const design = designFrom({
    criteria: { c: { custom_action_id: "a", ...criterion } },
    groups: { g: { criteria: ["c"], ...group }, ...groups },
    achievements: { x: { custom_criteria_group_id: "g" } },
    ...more,
  });
  return relevantAssumptions(design).flatMap(({ name }) => (name === "once-earned" ? [] : [name]));
}

const inner = { i: { criteria: ["c"] } };
const only = (condition: string) => ({ conditions: { groups: [{ conditions: [condition] }] } });
const reacting = (...reactions: readonly string[]) => ({ reactions });

describe("relevantAssumptions", () => {
  it("are few for a plain game", () => {
    expect(names({})).toEqual([]);
  });

  it.each<readonly [string, Parts, readonly string[]]>([
    ["a rule that zero meets", { criterion: { rule: "lt:5" } }, ["no_activity"]],
    ["a streak", { criterion: { streak: "days:3" } }, ["streak_place", "streak_intervals"]],
    ["xor of two", { group: { operator: "xor", criteria_groups: ["i"] }, groups: inner }, []],
    [
      "xor of three",
      { group: { operator: "xor", criteria: ["c", "c"], criteria_groups: ["i"] }, groups: inner },
      ["xor"],
    ],
    [
      "outer conditions",
      { group: { ...only("month:2"), criteria_groups: ["i"] }, groups: inner },
      ["group_conditions"],
    ],
    ["a reference", { criterion: only("month:{player.month}") }, ["missing_reference"]],
    [
      "two ways to an action",
      { actions: { a: reacting("b", "c"), b: reacting("d"), c: reacting("d"), d: {} } },
      ["reactions"],
    ],
    ["one way to each action", { actions: { a: reacting("b"), c: reacting("b"), b: {} } }, []],
    [
      "fields of reactions",
      { actions: { a: reacting("b"), b: {} }, criterion: only("activityData:x,eq,1") },
      ["reaction_data", "missing-field", "operand-numbers"],
    ],
    ["an unknown rule", { criterion: { rule: "about:3" } }, ["rule-operators"]],
    ["an unknown condition", { criterion: only("moonPhase:full") }, ["unknown-condition"]],
    [
      "two conditions without an operator",
      { criterion: { conditions: { groups: [{ conditions: ["month:2", "month:3"] }] } } },
      ["conditions-and"],
    ],
    ["empty conditions", { criterion: { conditions: { groups: [] } } }, ["empty-conditions"]],
    ["a window past midnight", { criterion: only("betweenHours:22,6") }, ["hours-wrap"]],
    ["a window that ends at midnight", { criterion: only("betweenHours:22,2") }, []],
    [
      "scores",
      { leaderboards: { b: { type: "custom", score_preference: "prefer-higher" } } },
      ["equal_score", "span-limits"],
    ],
    [
      "points",
      { leaderboards: { b: { score_preference: "prefer-higher" } } },
      ["span-limits", "standard-sum", "standard-ties"],
    ],
  ])("%s", (_, parts, expected) => {
    expect(names(parts)).toEqual(expected);
  });

  it("do not come from what no achievement uses", () => {
    expect(names({ groups: { i: { criteria: ["c"], ...only("betweenHours:22,6") } } })).toEqual([]);
  });
});
