/** Rules about what is used by nothing. What another kind may use that is not managed here is never called unused. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { LintCode } from "../../model/lint-codes.ts";
import { reachingActions } from "../../rules/reactions.ts";
import type { Titled } from "../design/design.ts";
import { finding, isComplete, isLeftOpen, type LintedGame, type LintRules } from "./linted-game.ts";

export const UNUSED_RULES = {
  "unused-action": (game) => {
    const { actions, criteria } = game.design;
    if (!isComplete(game, "action", "criterion") || isAnyOpen(game, criteria.values(), "custom_action_id")) return [];
    const counted = new Set([...criteria.values()].map(({ custom_action_id }) => custom_action_id));
    const counting = reachingActions(game.design, counted);
    return [...actions.values()].flatMap((action) => {
      if (counting.has(action.custom_id) || isAnyOpen(game, [action], "reactions")) return [];
      return [
        unused(game, "unused-action", action, "no criterion counts it", [
          "write a criterion with this custom_action_id, or remove the action",
        ]),
      ];
    });
  },

  "unused-criterion": (game) => {
    const { criteria, groups } = game.design;
    if (!isComplete(game, "criteria_group") || isAnyOpen(game, groups.values(), "criteria")) return [];
    const used = new Set([...groups.values()].flatMap((group) => group.criteria));
    return [...criteria.values()]
      .filter(({ custom_id }) => !used.has(custom_id))
      .map((each) => unused(game, "unused-criterion", each, "no group has it", ["name it in a group, or remove it"]));
  },

  "unused-group": (game) => {
    const { groups, achievements } = game.design;
    if (!isComplete(game, "criteria_group", "achievement")) return [];
    if (isAnyOpen(game, groups.values(), "criteria_groups")) return [];
    if (isAnyOpen(game, achievements.values(), "custom_criteria_group_id")) return [];
    const used = new Set([
      ...[...groups.values()].flatMap((group) => group.criteria_groups),
      ...[...achievements.values()].map((achievement) => achievement.custom_criteria_group_id),
    ]);
    return [...groups.values()]
      .filter(({ custom_id }) => !used.has(custom_id))
      .map((each) =>
        unused(game, "unused-group", each, "no achievement and no group has it", [
          "name it in the custom_criteria_group_id of an achievement, or remove it",
        ]),
      );
  },

  "unused-reward": (game) => {
    const { rewards, achievements } = game.design;
    if (!isComplete(game, "achievement") || isAnyOpen(game, achievements.values(), "rewards")) return [];
    const given = new Set([...achievements.values()].flatMap((achievement) => achievement.rewards));
    return [...rewards.values()]
      .filter(({ custom_id }) => !given.has(custom_id))
      .map((each) =>
        unused(game, "unused-reward", each, "no achievement gives it", [
          "name it in the rewards of an achievement, or remove it",
        ]),
      );
  },
} satisfies LintRules;

function unused(
  game: LintedGame,
  code: LintCode,
  { address, custom_id }: Titled,
  why: string,
  help: readonly string[],
): Diagnostic {
  return finding(game, code, { address, pointer: "/custom_id" }, `"${custom_id}" is not used: ${why}`, { help });
}

/** Whether what one of them uses is left to the admin panel. */
function isAnyOpen(game: LintedGame, all: Iterable<Titled>, name: string): boolean {
  return game.open.size > 0 && [...all].some((each) => isLeftOpen(game, each, name));
}
