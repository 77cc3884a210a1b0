/** Rules about designs that rest on what the service does not document (docs/service.md#run-time-rules, marked unknown). */
import { reachedActions } from "../../rules/reactions.ts";
import { finding, isLeftOpen, type LintedGame, type LintRules } from "./linted-game.ts";

export const UNDOCUMENTED_RULES = {
  "undocumented-xor": (game) =>
    [...game.design.groups.values()].flatMap((group) => {
      const { address, operator, criteria, criteria_groups } = group;
      const count = criteria.length + criteria_groups.length;
      if (operator !== "xor" || count < 3) return [];
      if (isLeftOpen(game, group, "operator", "criteria", "criteria_groups")) return [];
      const text = `exactly one of ${count}, or an odd number of them? The service does not say`;
      const help = ["put groups of two into each other, or ask for it with and and or"];
      return [finding(game, "undocumented-xor", { address, pointer: "/operator" }, text, { help })];
    }),

  "undocumented-conditions": (game) =>
    [...game.design.groups.values()].flatMap((group) => {
      const { address, custom_id, criteria_groups } = group;
      const conditions = game.compiled.group(custom_id)?.conditions;
      const hasConditions = conditions?.ok === true && conditions.value.groups.length > 0;
      if (!hasConditions || criteria_groups.length === 0) return [];
      if (isLeftOpen(game, group, "conditions", "criteria_groups")) return [];
      const text = "whether these reach the groups inside is not documented";
      const help = ["write them on the groups inside, too, or on the criteria"];
      const part = { address, pointer: "/conditions", isKey: true };
      return [finding(game, "undocumented-conditions", part, text, { help })];
    }),

  "undocumented-reactions": (game) => {
    const counted = new Set([...game.design.criteria.values()].map(({ custom_action_id }) => custom_action_id));
    return [...game.design.actions.values()].flatMap((action) => {
      const twice = reachedTwice(game, action.reactions).find((id) => counted.has(id));
      if (twice === undefined || isLeftOpen(game, action, "reactions")) return [];
      const text = `"${twice}" is reached in more than one way, and may count more than once`;
      const help = ["let one of the ways end before it"];
      const part = { address: action.address, pointer: "/reactions", isKey: true };
      return [finding(game, "undocumented-reactions", part, text, { help })];
    });
  },
} satisfies LintRules;

/** The actions that more than one of the reactions leads to. */
function reachedTwice({ design }: LintedGame, reactions: readonly string[]): readonly string[] {
  if (reactions.length < 2) return [];
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const reaction of reactions) {
    for (const id of reachedActions(design, reaction)) (once.has(id) ? twice : once).add(id);
  }
  return [...twice];
}
