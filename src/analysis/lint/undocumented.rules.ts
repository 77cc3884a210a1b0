/** Rules about designs that depend on undocumented behaviour (docs/service.md#run-time-rules, marked unknown). */
import type { Semantics } from "../../project/rules-settings.ts";
import { reachedActions } from "../../rules/play.ts";
import { inEach, isLeftOpen, type LintedGame, type LintRule } from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "undocumented-xor",
    severity: "warning",
    summary: "Exclusive group of three or more",
    explanation:
      "Whether a group with `operator: xor` means exactly one, or an odd number, of three or more members is not documented. Groups of two mean the same either way. A project that sets `semantics: { xor: … }` has decided it, and nothing is found.",
    bad: `criteria_groups:
  - { custom_id: one-way, name: One way only, operator: xor, criteria: [fire-pact, frost-pact, storm-pact] }`,
    good: `criteria_groups:
  - { custom_id: one-way, name: One way only, operator: xor, criteria: [fire-pact, frost-pact] }`,
    check: (game) =>
      inEach(unlessAssumed(game, "xor", game.design.groups), (group) => {
        const { address, operator, criteria, criteria_groups } = group;
        const count = criteria.length + criteria_groups.length;
        if (operator !== "xor" || count < 3) return undefined;
        if (isLeftOpen(game, group, "operator", "criteria", "criteria_groups")) return undefined;
        const text = `exactly one of ${count}, or an odd number of them? This is not documented`;
        const help = ["nest groups of two, or express it with and and or", assumeHelp("xor")];
        return { address, pointer: "/operator", text, help };
      }),
  },
  {
    code: "undocumented-conditions",
    severity: "warning",
    summary: "Conditions around inner groups",
    explanation:
      "Whether the conditions of a group reach the groups inside it is not documented. Write them on the inner groups, too, or on the criteria, or set `semantics: { group_conditions: … }` in the project file.",
    bad: `criteria_groups:
  - { custom_id: golems, name: Golems of snow, criteria: [three-golems] }
  - custom_id: winter
    name: Winter
    criteria_groups: [golems]
    conditions: { groups: [{ conditions: ["months:12,1,2"] }] }`,
    good: `criteria_groups:
  - custom_id: winter
    name: Winter
    criteria: [three-golems]
    conditions: { groups: [{ conditions: ["months:12,1,2"] }] }`,
    check: (game) =>
      inEach(unlessAssumed(game, "group_conditions", game.design.groups), (group) => {
        const { address, custom_id, criteria_groups } = group;
        const conditions = game.compiled.group(custom_id)?.conditions;
        const hasConditions = conditions?.ok === true && conditions.value.groups.length > 0;
        if (!hasConditions || criteria_groups.length === 0) return undefined;
        if (isLeftOpen(game, group, "conditions", "criteria_groups")) return undefined;
        const text = "whether these reach the inner groups is not documented";
        const help = ["write them on the inner groups, too, or on the criteria", assumeHelp("group_conditions")];
        return { address, pointer: "/conditions", isKey: true, text, help };
      }),
  },
  {
    code: "undocumented-reactions",
    severity: "warning",
    summary: "Two ways of reactions to one action",
    explanation:
      "Whether an action that several reactions lead to is recorded once or several times is not documented, so it may be counted twice. Keep one way to it, or set `semantics: { reactions: … }` in the project file.",
    bad: `actions:
  - { custom_id: slay-enemy, name: Slay an enemy }
  - { custom_id: slay-boss, name: Slay a boss, reactions: [slay-enemy] }
  - { custom_id: slay-undead, name: Slay the undead, reactions: [slay-enemy] }
  - { custom_id: slay-lich, name: Slay the lich, reactions: [slay-boss, slay-undead] }
criteria:
  - { custom_id: ten-enemies, name: Ten enemies, custom_action_id: slay-enemy, rule: gte:10 }`,
    good: `actions:
  - { custom_id: slay-enemy, name: Slay an enemy }
  - { custom_id: slay-boss, name: Slay a boss, reactions: [slay-enemy] }
  - { custom_id: slay-lich, name: Slay the lich, reactions: [slay-boss] }
criteria:
  - { custom_id: ten-enemies, name: Ten enemies, custom_action_id: slay-enemy, rule: gte:10 }`,
    check: (game) => {
      const counted = new Set([...game.design.criteria.values()].map(({ custom_action_id }) => custom_action_id));
      return inEach(unlessAssumed(game, "reactions", game.design.actions), (action) => {
        const twice = reachedTwice(game, action.reactions).find((id) => counted.has(id));
        if (twice === undefined || isLeftOpen(game, action, "reactions")) return undefined;
        const text = `"${twice}" is reached in more than one way, and may count more than once`;
        const help = ["remove one of the reactions that lead to it", assumeHelp("reactions")];
        return { address: action.address, pointer: "/reactions", isKey: true, text, help, cause: twice };
      });
    },
  },
];

/** None where the project's `semantics` say what the service does: then it is no longer in doubt. */
function unlessAssumed<T>({ settings }: LintedGame, name: keyof Semantics, all: ReadonlyMap<string, T>): readonly T[] {
  return settings.assumed.has(name) ? [] : [...all.values()];
}

function assumeHelp(name: keyof Semantics): string {
  return `or, once it is known what the service does, write semantics: { ${name}: … } in the project file`;
}

/** The actions that more than one of the reactions leads to. */
function reachedTwice({ design }: LintedGame, reactions: readonly string[]): readonly string[] {
  if (reactions.length < 2) return [];
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const reaction of reactions) {
    for (const id of reachedActions(design, reaction)) (once.has(id) ? twice : once).add(id);
  }
  return [...twice];
}
