/** Rules about what can be earned at all: achievements, groups and exclusive groups that never come true. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import { withInnerGroups } from "../../rules/inner-groups.ts";
import { contradictionIn } from "./contradictions.ts";
import { whyNeverEarned } from "./impossible.ts";
import { finding, isGroupKnown, isLeftOpen, type LintedGame, type LintRules, labelAt } from "./linted-game.ts";
import { isNeverExclusive, membersOf } from "./same-truth.ts";

export const REACHABILITY_RULES = {
  "unreachable-achievement": (game) =>
    [...game.design.achievements.values()].flatMap((achievement) => {
      const blame = whyNeverEarned(game, achievement);
      if (blame === undefined) return [];
      if (blame.address === achievement.address) {
        const help = ["write custom_criteria_group_id, with the group that has to be true"];
        return [finding(game, "unreachable-achievement", blame, blame.text, { help })];
      }
      const part = { address: achievement.address, pointer: "/custom_criteria_group_id", isKey: true };
      const text = `"${achievement.custom_id}" can never be earned, because of ${blame.address}`;
      const more = {
        others: [labelAt(game, blame, blame.text)],
        help: [`mend ${blame.address}, or use something else`],
      };
      return [finding(game, "unreachable-achievement", part, text, more)];
    }),

  "empty-group": (game) =>
    [...game.design.groups.values()].flatMap((group) => {
      const { address, criteria, criteria_groups } = group;
      if (criteria.length + criteria_groups.length > 0) return [];
      if (isLeftOpen(game, group, "criteria", "criteria_groups")) return [];
      const help = ["write its criteria, as in criteria: [slay-10-dragons], or remove the group"];
      const text = `"${group.custom_id}" has neither criteria nor inner groups, so it is never true`;
      return [finding(game, "empty-group", { address, pointer: "" }, text, { help })];
    }),

  "impossible-group": (game) =>
    [...game.design.groups.values()].flatMap((group) => {
      const found = isGroupKnown(game, group.custom_id) ? contradictionIn(game, group) : undefined;
      if (found === undefined || isWithin(game, group.criteria_groups)) return [];
      const [low, high] = found;
      const part = { address: group.address, pointer: "/criteria", isKey: true };
      const text = `"${low.custom_id}" and "${high.custom_id}" can never be met at the same time`;
      const others = [
        labelAt(game, { address: low.address, pointer: "/rule" }, "asks for more"),
        labelAt(game, { address: high.address, pointer: "/rule" }, "allows less"),
      ];
      const help = ["take one of them out, or write operator: or if either is enough"];
      return [finding(game, "impossible-group", part, text, { others, help })];
    }),

  "impossible-xor": (game) =>
    [...game.design.groups.values()].flatMap((group) => {
      if (group.operator !== "xor" || !isGroupKnown(game, group.custom_id) || !isNeverExclusive(game, group)) return [];
      const text = "its members are met together or not at all, so there is never just one";
      const help = ["let the members differ, or write operator: and"];
      return [finding(game, "impossible-xor", { address: group.address, pointer: "/operator" }, text, { help })];
    }),

  "one-sided-xor": (game) =>
    [...game.design.groups.values()].flatMap((group): readonly Diagnostic[] => {
      if (group.operator !== "xor" || !isGroupKnown(game, group.custom_id)) return [];
      const [first, second, third] = membersOf(game, group) ?? [];
      if (first === undefined || second === undefined || third !== undefined) return [];
      const [there, back] = [first.implies(second), second.implies(first)];
      if (there === back) return [];
      const [harder, easier] = there ? [first, second] : [second, first];
      const text = `whoever meets "${harder.custom_id}" has met "${easier.custom_id}", so only the easier one ever counts`;
      const others = [labelAt(game, { address: harder.address, pointer: "" }, "never makes the group true")];
      const help = [`take "${harder.custom_id}" out, or write operator: or`];
      const part = { address: group.address, pointer: "/operator" };
      return [finding(game, "one-sided-xor", part, text, { others, help })];
    }),
} satisfies LintRules;

/** Whether a group inside contradicts itself already, so that it is told there. */
function isWithin(game: LintedGame, groups: readonly string[]): boolean {
  return [...withInnerGroups(game.design, groups)].some((id) => {
    const group = game.design.groups.get(id);
    return group !== undefined && contradictionIn(game, group) !== undefined;
  });
}
