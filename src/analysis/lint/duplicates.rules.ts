/** The rule about requirements that are written twice: players who meet one of the two have met the other with it. */

import { repeatedIn } from "../../model/collections.ts";
import { canonicalJson } from "../../model/json.ts";
import type { Titled } from "../design/design.ts";
import { isCriterionKnown, isGroupKnown, isLeftOpen, type LintFinding, type LintRule } from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "duplicate-requirements",
    severity: "warning",
    summary: "Same requirements twice",
    explanation:
      "Two criteria have the same action, type, rule, streak and conditions, two groups the same operator, members and conditions, or two achievements the same group. Use one of them in both places, or correct the other one.",
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: winner, name: A winner, custom_action_id: win, rule: gte:10 }`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: winner, name: A winner, custom_action_id: win, rule: gte:50 }`,
    check: (game) => {
      const { criteria, groups, achievements } = game.design;
      const knownCriteria = [...criteria.values()].filter(({ custom_id }) => isCriterionKnown(game, custom_id));
      const knownGroups = [...groups.values()].filter(
        (group) => isGroupKnown(game, group.custom_id) && group.criteria.length + group.criteria_groups.length > 0,
      );
      const earned = [...achievements.values()].filter(
        (each) => each.custom_criteria_group_id !== null && !isLeftOpen(game, each, "custom_criteria_group_id"),
      );
      return [
        ...repeated(knownCriteria, ({ custom_action_id, type, rule, streak, conditions }) =>
          canonicalJson([custom_action_id, type, rule, streak, conditions]),
        ),
        ...repeated(knownGroups, (group) => {
          const members = [[...group.criteria].sort(), [...group.criteria_groups].sort()];
          // The operator of a single member has no effect.
          const isOne = members.flat().length === 1;
          return canonicalJson([isOne ? "and" : group.operator, ...members, group.conditions]);
        }),
        ...repeated(earned, (achievement) => achievement.custom_criteria_group_id ?? ""),
      ];
    },
  },
];

function repeated<T extends Titled>(all: readonly T[], contentOf: (each: T) => string): readonly LintFinding[] {
  return repeatedIn(all, contentOf).map(([{ address }, first]) => ({
    ...{ address, pointer: "" },
    text: `has the same requirements as "${first.custom_id}"`,
    others: [{ address: first.address, pointer: "", text: "the same" }],
    help: [`use "${first.custom_id}" in both places, or correct one of them`],
  }));
}
