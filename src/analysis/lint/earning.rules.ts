/** Rules about what can be earned at all: criteria, groups and achievements that are never true, or true by accident. */

import { grouped } from "../../model/collections.ts";
import { canonicalJson } from "../../model/json.ts";
import type { MeasuredRule } from "../../rules/rule.ts";
import type { AchievementDesign, CriterionDesign, GroupDesign } from "../design/design.ts";
import { leastOf } from "../design/ways.ts";
import { whyCriterionNever, whyUnearnable } from "./impossible.ts";
import {
  inEach,
  isComplete,
  isCriterionKnown,
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
} from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "unreachable-achievement",
    severity: "error",
    summary: "Achievement can never be earned",
    explanation:
      "The achievement has no criteria group, or the group can never be true, whatever players do. The missing link is shown. This is certain under the run-time rules, with amounts that are not negative. A secret achievement whose group has no members is taken as retired.",
    bad: `achievements:
  - { custom_id: champion, name: Champion, description: Win the cup. }`,
    good: `achievements:
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup-won }`,
    check: (game) =>
      inEach(game.design.achievements.values(), (achievement) => {
        const reason = whyUnearnable(game, achievement);
        if (reason === undefined || isRetired(game, achievement)) return undefined;
        const { address } = reason;
        if (address === achievement.address) {
          return { ...reason, help: ["write custom_criteria_group_id, with the group that has to be true"] };
        }
        return {
          ...{ address: achievement.address, pointer: "/custom_criteria_group_id", isKey: true },
          text: `"${achievement.custom_id}" can never be earned, because of ${address}`,
          others: [reason],
          help: [`fix ${address}, or use another group`],
        };
      }),
  },
  {
    code: "empty-group",
    severity: "error",
    summary: "Group without members",
    explanation:
      "A criteria group with neither criteria nor inner groups is never true, whatever its operator. Nothing is found where only retired achievements use it: secret ones, which nobody else is to earn.",
    bad: `criteria_groups:
  - { custom_id: cup-won, name: The cup won }`,
    good: `criteria_groups:
  - { custom_id: cup-won, name: The cup won, criteria: [win-final] }`,
    check: (game) => {
      const retired = [...game.design.achievements.values()].filter((each) => isRetired(game, each));
      const retiring = new Set(retired.map((each) => each.custom_criteria_group_id));
      return inEach(game.design.groups.values(), (group) => {
        const { address, criteria, criteria_groups } = group;
        if (retiring.has(group.custom_id)) return undefined;
        if (criteria.length + criteria_groups.length > 0) return undefined;
        if (isLeftOpen(game, group, "criteria", "criteria_groups")) return undefined;
        const text = `"${group.custom_id}" has neither criteria nor inner groups, so it is never true`;
        const help = ["write its criteria, as in criteria: [slay-10-dragons], or remove the group"];
        return { address, pointer: "", text, help };
      });
    },
  },
  {
    code: "impossible-group",
    severity: "error",
    summary: "Group can never be true",
    explanation:
      "Two members that both have to be met exclude each other: a total of at least 10 of an action and one of at most 5, say. Only totals of the same action and with the same conditions are compared.",
    bad: `criteria:
  - { custom_id: many-kills, name: Many kills, custom_action_id: slay-enemy, rule: gte:10 }
  - { custom_id: few-kills, name: Few kills, custom_action_id: slay-enemy, rule: lte:5 }
criteria_groups:
  - { custom_id: peaceful, name: Peaceful warrior, criteria: [many-kills, few-kills] }`,
    good: `criteria:
  - { custom_id: many-kills, name: Many kills, custom_action_id: slay-enemy, rule: gte:10 }
  - { custom_id: few-falls, name: Few falls, custom_action_id: fall, rule: lte:5 }
criteria_groups:
  - { custom_id: peaceful, name: Peaceful warrior, criteria: [many-kills, few-falls] }`,
    check: (game) =>
      inEach(game.design.groups.values(), (group) => {
        const [more, less] = exclusiveTotals(game, group) ?? [];
        if (more === undefined || less === undefined) return undefined;
        return {
          ...{ address: group.address, pointer: "/criteria", isKey: true },
          text: `"${more.custom_id}" and "${less.custom_id}" can never be met at the same time`,
          others: [
            { address: more.address, pointer: "/rule", text: "requires more" },
            { address: less.address, pointer: "/rule", text: "allows less" },
          ],
          help: ["remove one of them, or write operator: or if either is enough"],
        };
      }),
  },
  {
    code: "impossible-criterion",
    severity: "error",
    summary: "Criterion can never be met",
    explanation:
      "The rule requires a number below zero, or nothing that the game reports records the action. laurel assumes that amounts are not negative, and neither are their totals and averages.",
    bad: `criteria:
  - { custom_id: in-debt, name: In debt, custom_action_id: earn-gold, rule: lt:0 }`,
    good: `criteria:
  - { custom_id: in-debt, name: In debt, custom_action_id: borrow-gold, rule: gte:1 }`,
    check: (game) =>
      inEach(game.design.criteria.values(), (criterion) => {
        const reason = whyCriterionNever(game, criterion);
        // impossible-condition shows which of the conditions nothing can pass.
        if (reason === undefined || reason.pointer === "/conditions") return undefined;
        const { address, pointer, text } = reason;
        const help = HELP_BY_FIELD[pointer] ?? "count another action, or have the game report this one";
        return { address, pointer, text, help: [help] };
      }),
  },
  {
    code: "always-met-criterion",
    severity: "warning",
    summary: "Criterion without a threshold",
    explanation:
      "Every activity that counts meets the rule, because no amount is below zero. If that is intended, write `gte:1`.",
    bad: `criteria:
  - { custom_id: rich, name: Rich, custom_action_id: earn-gold, rule: gte:0 }`,
    good: `criteria:
  - { custom_id: rich, name: Rich, custom_action_id: earn-gold, rule: gte:10000 }`,
    check: (game) =>
      inEachRule(game, ({ rule, isStreak }) => {
        if (isStreak || !isOpenAbove(rule) || leastOf(rule) > 0) return undefined;
        return { text: "every activity that counts meets this", help: "write gte:1, or the intended number" };
      }),
  },
  {
    code: "exact-total",
    severity: "warning",
    summary: "Total that can be skipped",
    explanation:
      "A total only grows. With `eq`, a player who passes the number with one larger amount can never meet the rule again; `gte` is nearly always intended.",
    bad: `criteria:
  - { custom_id: hundred-coins, name: A hundred coins, custom_action_id: earn-gold, rule: eq:100 }`,
    good: `criteria:
  - { custom_id: hundred-coins, name: A hundred coins, custom_action_id: earn-gold, rule: gte:100 }
  - { custom_id: a-twenty, name: A twenty rolled, custom_action_id: roll-dice, type: amount, rule: eq:20 }`,
    check: (game) =>
      inEachRule(game, ({ rule: { measure, operator, threshold }, isStreak }) => {
        if (isStreak || measure !== "sum" || operator !== "eq" || threshold < 1n) return undefined;
        return {
          text: `a total that passes ${threshold} never comes back to it`,
          help: `write gte:${threshold}, or type: amount if a single activity has to have that amount`,
        };
      }),
  },
  {
    code: "average-of-one",
    severity: "warning",
    summary: "Average of a single activity",
    explanation:
      "The first activity is an average by itself, so one lucky amount may be enough. Add a criterion under `and` that requires a number of activities or a total of the same action.",
    bad: `criteria:
  - { custom_id: steady-arm, name: Forty damage on average, custom_action_id: hit, type: average, rule: gte:40 }
criteria_groups:
  - { custom_id: steady, name: Steady, criteria: [steady-arm] }`,
    good: `criteria:
  - { custom_id: steady-arm, name: Forty damage on average, custom_action_id: hit, type: average, rule: gte:40 }
  - { custom_id: much-damage, name: Two thousand damage in all, custom_action_id: hit, rule: gte:2000 }
criteria_groups:
  - { custom_id: steady, name: Steady, criteria: [steady-arm, much-damage] }`,
    check: (game) => {
      const groups = [...game.design.groups.values()];
      const steadied = new Set(groups.flatMap((group) => steadiedBy(game, group)));
      const grouped = new Set(groups.flatMap(({ criteria }) => criteria));
      return inEachRule(game, ({ criterion: { custom_id }, rule, isStreak }) => {
        const isGoal = leastOf(rule) > 0;
        if (rule.measure !== "average" || isStreak || !isGoal || steadied.has(custom_id)) return undefined;
        // A group that is not declared may have it beside a total.
        if (!grouped.has(custom_id) && !isComplete(game, "criteria_group")) return undefined;
        return {
          text: "the first activity that is large enough meets this by itself",
          help: "add a criterion under and that requires a total or a number of activities of the same action",
        };
      });
    },
  },
];

const HELP_BY_FIELD: Readonly<Record<string, string>> = {
  "/rule": "require at least something, as in gte:1",
  "/streak": "shorten the streak, or relax the conditions",
};

/** A secret achievement with a group without members: players who have it keep it, and nobody else is to earn it. */
function isRetired({ design }: LintedGame, { is_secret, custom_criteria_group_id }: AchievementDesign): boolean {
  const group = design.groups.get(custom_criteria_group_id ?? "");
  return is_secret && group !== undefined && group.criteria.length + group.criteria_groups.length === 0;
}

/** A criterion of which everything is known, parsed. */
interface ReadCriterion {
  readonly criterion: CriterionDesign;
  readonly rule: MeasuredRule;
  readonly isStreak: boolean;
}

function isOpenAbove({ operator }: MeasuredRule): boolean {
  return operator === "gte" || operator === "gt";
}

function inEachRule(
  game: LintedGame,
  check: (read: ReadCriterion) => { readonly text: string; readonly help: string } | undefined,
): readonly LintFinding[] {
  return inEach(game.design.criteria.values(), ({ address, custom_id }) => {
    const read = readCriterion(game, custom_id);
    const found = read && check(read);
    return found && { address, pointer: "/rule", text: found.text, help: [found.help] };
  });
}

function readCriterion(game: LintedGame, id: string): ReadCriterion | undefined {
  const criterion = game.design.criteria.get(id);
  const read = game.compiled.criterion(id);
  if (criterion === undefined || read?.rule.ok !== true || !read.streak.ok) return undefined;
  if (!isCriterionKnown(game, id)) return undefined;
  const rule = read.rule.value;
  return { criterion, rule, isStreak: read.streak.value !== null };
}

/** Two totals of the same activities, of which the one requires more than the other allows. */
function exclusiveTotals(
  game: LintedGame,
  { operator, criteria }: GroupDesign,
): readonly CriterionDesign[] | undefined {
  if (operator !== "and") return undefined;
  const totals = criteria
    .flatMap((id) => readCriterion(game, id) ?? [])
    .filter(({ rule, isStreak }) => rule.measure === "sum" && !isStreak);
  const alike = grouped(totals, ({ criterion: { custom_action_id, conditions } }) =>
    canonicalJson([custom_action_id, conditions]),
  );
  for (const own of alike.values()) {
    const [more] = own.toSorted((a, b) => leastOf(b.rule) - leastOf(a.rule));
    const less = own.find(({ rule }) => mostOf(rule) >= 0 && leastOf(more?.rule ?? rule) > mostOf(rule));
    if (more !== undefined && less !== undefined) return [more.criterion, less.criterion];
  }
  return undefined;
}

function mostOf({ operator, threshold }: MeasuredRule): number {
  if (operator === "gte" || operator === "gt") return Number.POSITIVE_INFINITY;
  return Number(operator === "lt" ? threshold - 1n : threshold);
}

/** The criteria beside which, under `and`, the same action has to be done more than once. */
function steadiedBy(game: LintedGame, { operator, criteria }: GroupDesign): readonly string[] {
  if (operator !== "and") return [];
  const read = criteria.flatMap((id) => readCriterion(game, id) ?? []);
  const isSteady = ({ rule, isStreak }: ReadCriterion): boolean =>
    isStreak || (rule.measure === "sum" && leastOf(rule) > 1);
  const steady = new Set(read.filter(isSteady).map(({ criterion }) => criterion.custom_action_id));
  // A member that is not known may be the total.
  if (read.length < criteria.length) return criteria;
  return read.flatMap(({ criterion }) => (steady.has(criterion.custom_action_id) ? [criterion.custom_id] : []));
}
