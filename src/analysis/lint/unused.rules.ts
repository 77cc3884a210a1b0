/** Rules about unused resources. A resource is not unused if an unmanaged kind may use it. */
import { inQuotes } from "../../ground/words.ts";
import { findReachingActions } from "../../rules/play.ts";
import type { Titled } from "../design/design.ts";
import {
  checkEach,
  isComplete,
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
} from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "unused-action",
    explanation:
      "No criterion counts the action, nor any action that its reactions lead to. Performing it has no effect on achievements.",
    bad: `actions:
  - { custom_id: win, name: Win a match }
  - { custom_id: wave, name: Wave to the crowd }
criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }`,
    good: `actions:
  - { custom_id: win, name: Win a match }
  # What its reaction leads to is counted.
  - { custom_id: win-final, name: Win the final, reactions: [win] }
criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }`,
    check: (game) => {
      const { actions, criteria } = game.design;
      if (!isComplete(game, "action", "criterion") || isAnyOpen(game, criteria, "custom_action_id"))
        return [];
      const counted = [...criteria.values()].map(({ custom_action_id }) => custom_action_id);
      const known = [...actions.values()].filter(
        (action) => !isLeftOpen(game, action, "reactions"),
      );
      const help = "write a criterion with this custom_action_id, or remove the action";
      return findUnused(known, findReachingActions(game.design, counted), {
        why: "no criterion counts it",
        help,
      });
    },
  },
  {
    code: "unused-criterion",
    explanation: "No criteria group contains the criterion, so it has no effect.",
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: one-draw, name: One draw, custom_action_id: draw }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }`,
    check: (game) => {
      const { criteria, groups } = game.design;
      if (!isComplete(game, "criteria_group") || isAnyOpen(game, groups, "criteria")) return [];
      const used = new Set([...groups.values()].flatMap((group) => group.criteria));
      return findUnused(criteria.values(), used, {
        why: "no group has it",
        help: "name it in a group, or remove it",
      });
    },
  },
  {
    code: "unused-group",
    explanation: "No achievement uses the criteria group, and no other group contains it.",
    bad: `criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: loser, name: Loser, criteria: [ten-losses] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }`,
    good: `criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }`,
    check: (game) => {
      const { groups, achievements } = game.design;
      if (!isComplete(game, "criteria_group", "achievement")) return [];
      if (isAnyOpen(game, groups, "criteria_groups")) return [];
      if (isAnyOpen(game, achievements, "custom_criteria_group_id")) return [];
      const used = new Set([
        ...[...groups.values()].flatMap((group) => group.criteria_groups),
        ...[...achievements.values()].flatMap(
          (achievement) => achievement.custom_criteria_group_id ?? [],
        ),
      ]);
      const help = "name it in the custom_criteria_group_id of an achievement, or remove it";
      return findUnused(groups.values(), used, { why: "no achievement and no group has it", help });
    },
  },
  {
    code: "unused-reward",
    explanation: "No achievement gives the reward.",
    bad: `rewards:
  - { custom_id: cup, name: The cup }
  - { custom_id: wreath, name: A wreath of laurel }
achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner, rewards: [cup] }`,
    good: `rewards:
  - { custom_id: cup, name: The cup }
achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner, rewards: [cup] }`,
    check: (game) => {
      const { rewards, achievements } = game.design;
      if (!isComplete(game, "achievement") || isAnyOpen(game, achievements, "rewards")) return [];
      const rewarded = new Set(
        [...achievements.values()].flatMap((achievement) => achievement.rewards),
      );
      const help = "name it in the rewards of an achievement, or remove it";
      return findUnused(rewards.values(), rewarded, { why: "no achievement gives it", help });
    },
  },
];

function findUnused(
  all: Iterable<Titled>,
  used: ReadonlySet<string>,
  { why, help }: Readonly<Record<"why" | "help", string>>,
): readonly LintFinding[] {
  return checkEach(all, ({ address, custom_id }) =>
    used.has(custom_id)
      ? undefined
      : {
          address,
          pointer: "/custom_id",
          text: `${inQuotes(custom_id)} is not used: ${why}`,
          help: [help],
        },
  );
}

/**
 * Whether the admin panel edits the field of any of the resources, so that its uses are unknown.
 */
function isAnyOpen(game: LintedGame, all: ReadonlyMap<string, Titled>, name: string): boolean {
  return (
    game.open.size > 0 && [...all.values()].some((resource) => isLeftOpen(game, resource, name))
  );
}
