/** Rules about criteria, groups and achievements that are never met, or met by accident. */
import { grouped, memoizedBy, repeatedIn } from "../../ground/collections.ts";
import { inQuotes } from "../../ground/words.ts";
import { comparableText } from "../../model/normalise.ts";
import type { MeasuredRule } from "../../rules/rule.ts";
import type { AchievementDesign, CriterionDesign, GroupDesign, Titled } from "../design/design.ts";
import { findBlocker, findEarningBlocker } from "../design/never.ts";
import type { CriterionTree } from "../design/tree.ts";
import { findLeast } from "../design/ways.ts";
import {
  checkEach,
  findKnownCriterion,
  findKnownGroup,
  isComplete,
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
} from "./rule.ts";

const MANY_KILLS =
  "criteria:\n  - { custom_id: many, name: Many kills, custom_action_id: slay-enemy, rule: gte:10 }";
const PEACEFUL =
  "criteria_groups:\n  - { custom_id: peaceful, name: Peaceful warrior, criteria: [many, few] }";
const STEADY_ARM =
  "criteria:\n  - { custom_id: steady-arm, name: Forty on average, custom_action_id: hit, type: average, rule: gte:40 }";

export const rules: readonly LintRule[] = [
  {
    code: "unreachable-achievement",
    explanation:
      "The achievement has no criteria group, or the group can never be true, whatever players do. The missing link is shown. This is certain under the run-time rules, with amounts that are not negative. A secret achievement whose group has no members is taken as retired.",
    bad: `achievements:
  - { custom_id: champion, name: Champion, description: Win the cup. }`,
    good: `achievements:
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup-won }`,
    check: (game) =>
      checkEach(game.design.achievements.values(), (achievement) => {
        if (
          isLeftOpen(game, achievement, "custom_criteria_group_id") ||
          isRetired(game, achievement)
        )
          return undefined;
        const reason = findEarningBlocker(game.trees, achievement);
        if (reason === undefined) return undefined;
        if (reason.address === achievement.address) {
          return {
            ...reason,
            help: ["write custom_criteria_group_id, with the group that has to be true"],
          };
        }
        return {
          address: achievement.address,
          pointer: "/custom_criteria_group_id",
          isKey: true,
          text: `${inQuotes(achievement.custom_id)} can never be earned, because of ${reason.address}`,
          others: [reason],
          help: [`fix ${reason.address}, or use another group`],
        };
      }),
  },
  {
    code: "empty-group",
    explanation:
      "A criteria group with neither criteria nor inner groups is never true, whatever its operator. Nothing is found where only retired achievements use it: secret ones, which nobody else is to earn.",
    bad: `criteria_groups:
  - { custom_id: cup-won, name: The cup won }`,
    good: `criteria_groups:
  - { custom_id: cup-won, name: The cup won, criteria: [win-final] }`,
    check: (game) => {
      const retired = [...game.design.achievements.values()].filter((achievement) =>
        isRetired(game, achievement),
      );
      const retiring = new Set(retired.map((achievement) => achievement.custom_criteria_group_id));
      return checkEach(game.design.groups.values(), (group) => {
        if (!hasNoMembers(group) || retiring.has(group.custom_id)) return undefined;
        if (isLeftOpen(game, group, "criteria", "criteria_groups")) return undefined;
        const text = `${inQuotes(group.custom_id)} has neither criteria nor inner groups, so it is never true`;
        const help = ["write its criteria, as in criteria: [slay-10-dragons], or remove the group"];
        return { address: group.address, pointer: "", text, help };
      });
    },
  },
  {
    code: "impossible-group",
    explanation:
      "Two members that both have to be met exclude each other: a total of at least 10 of an action and one of at most 5, say. Only totals of the same action and with the same conditions are compared.",
    bad: `${MANY_KILLS}
  - { custom_id: few, name: Few kills, custom_action_id: slay-enemy, rule: lte:5 }
${PEACEFUL}`,
    good: `${MANY_KILLS}
  - { custom_id: few, name: Few falls, custom_action_id: fall, rule: lte:5 }
${PEACEFUL}`,
    check: (game) =>
      checkEach(game.design.groups.values(), (group) => {
        const [higher, lower] = findExclusiveTotals(game, group);
        if (higher === undefined || lower === undefined) return undefined;
        return {
          address: group.address,
          pointer: "/criteria",
          isKey: true,
          text: `${inQuotes(higher.custom_id)} and ${inQuotes(lower.custom_id)} can never be met at the same time`,
          others: [
            { address: higher.address, pointer: "/rule", text: "requires more" },
            { address: lower.address, pointer: "/rule", text: "allows less" },
          ],
          help: ["remove one of them, or write operator: or if either is enough"],
        };
      }),
  },
  {
    code: "impossible-criterion",
    explanation:
      "The rule requires a number below zero, or nothing that the game reports records the action. laurel assumes that amounts are not negative, and neither are their totals and averages.",
    bad: `criteria:
  - { custom_id: in-debt, name: In debt, custom_action_id: earn-gold, rule: lt:0 }`,
    good: `criteria:
  - { custom_id: in-debt, name: In debt, custom_action_id: borrow-gold, rule: gte:1 }`,
    check: (game) =>
      checkEach(game.design.criteria.values(), (criterion) => {
        const reason = findBlocker(game.trees.criterion(criterion.custom_id));
        // The rule impossible-condition reports conditions.
        if (reason === undefined || reason.pointer === "/conditions") return undefined;
        const isRule = reason.pointer === "/rule";
        const help = isRule
          ? "require at least something, as in gte:1"
          : "count another action, or report this one";
        return { ...reason, help: [help] };
      }),
  },
  {
    code: "always-met-criterion",
    explanation:
      "Every activity that counts meets the rule, because no amount is below zero. If that is intended, write `gte:1`.",
    bad: `criteria:
  - { custom_id: rich, name: Rich, custom_action_id: earn-gold, rule: gte:0 }`,
    good: `criteria:
  - { custom_id: rich, name: Rich, custom_action_id: earn-gold, rule: gte:10000 }`,
    check: (game) =>
      checkEachRule(game, ({ rule, streak }) => {
        if (streak !== null || findLeast(rule) > 0 || findMost(rule) < Number.POSITIVE_INFINITY)
          return undefined;
        return {
          text: "every activity that counts meets this",
          help: "write gte:1, or the intended number",
        };
      }),
  },
  {
    code: "exact-total",
    explanation:
      "A total only grows. With `eq`, a player who passes the number with one larger amount can never meet the rule again; `gte` is nearly always intended.",
    bad: `criteria:
  - { custom_id: hundred-coins, name: A hundred coins, custom_action_id: earn-gold, rule: eq:100 }`,
    good: `criteria:
  - { custom_id: hundred-coins, name: A hundred coins, custom_action_id: earn-gold, rule: gte:100 }
  - { custom_id: a-twenty, name: A twenty rolled, custom_action_id: roll-dice, type: amount, rule: eq:20 }`,
    check: (game) =>
      checkEachRule(game, ({ rule: { measure, operator, threshold }, streak }) => {
        if (streak !== null || measure !== "sum" || operator !== "eq" || threshold < 1n)
          return undefined;
        return {
          text: `a total that passes ${threshold} never comes back to it`,
          help: `write gte:${threshold}, or type: amount if a single activity has to have that amount`,
        };
      }),
  },
  {
    code: "average-of-one",
    explanation:
      "The first activity is an average by itself, so one lucky amount may be enough. Add a criterion under `and` that requires a number of activities or a total of the same action.",
    bad: `${STEADY_ARM}
criteria_groups:
  - { custom_id: steady, name: Steady, criteria: [steady-arm] }`,
    good: `${STEADY_ARM}
  - { custom_id: much-damage, name: Two thousand damage in all, custom_action_id: hit, rule: gte:2000 }
criteria_groups:
  - { custom_id: steady, name: Steady, criteria: [steady-arm, much-damage] }`,
    check: (game) => {
      const groups = [...game.design.groups.values()];
      const steadied = new Set(groups.flatMap((group) => findSteadied(game, group)));
      const inGroups = new Set(groups.flatMap(({ criteria }) => criteria));
      return checkEachRule(game, ({ criterion: { custom_id }, rule, streak }) => {
        if (rule.measure !== "average" || streak !== null || findLeast(rule) === 0)
          return undefined;
        // An undeclared group may combine it with a total.
        const isAlone = inGroups.has(custom_id) || isComplete(game, "criteria_group");
        if (steadied.has(custom_id) || !isAlone) return undefined;
        return {
          text: "the first activity that is large enough meets this by itself",
          help: "add a criterion under and that requires a total or a number of activities of the same action",
        };
      });
    },
  },
  {
    code: "duplicate-requirements",
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
      const known = [...criteria.keys()].flatMap(
        (id) => findKnownCriterion(game, id)?.criterion ?? [],
      );
      const knownGroups = [...groups.values()].filter(
        (group) => !hasNoMembers(group) && findKnownGroup(game, group.custom_id),
      );
      const earned = [...achievements.values()].filter(
        (titled) =>
          titled.custom_criteria_group_id !== null &&
          !isLeftOpen(game, titled, "custom_criteria_group_id"),
      );
      return [
        ...findRepeated(known, ({ custom_action_id, type, rule, streak, conditions }) =>
          comparableText([custom_action_id, type, rule, streak, conditions]),
        ),
        ...findRepeated(knownGroups, (group) => {
          const members = [[...group.criteria].sort(), [...group.criteria_groups].sort()];
          // The operator has no effect on a single member.
          return comparableText([
            members.flat().length === 1 ? "and" : group.operator,
            ...members,
            group.conditions,
          ]);
        }),
        ...findRepeated(earned, (achievement) => achievement.custom_criteria_group_id ?? ""),
      ];
    },
  },
];

/**
 * Whether an achievement is retired: it is secret and its group is empty, so players who have it
 * keep it, and no one else can earn it.
 */
function isRetired(
  { design }: LintedGame,
  { is_secret, custom_criteria_group_id }: AchievementDesign,
): boolean {
  const group = design.groups.get(custom_criteria_group_id ?? "");
  return is_secret && group !== undefined && hasNoMembers(group);
}

function hasNoMembers({ criteria, criteria_groups }: GroupDesign): boolean {
  return criteria.length + criteria_groups.length === 0;
}

function checkEachRule(
  game: LintedGame,
  check: (known: CriterionTree) => { readonly text: string; readonly help: string } | undefined,
): readonly LintFinding[] {
  return checkEach(game.design.criteria.values(), ({ address, custom_id }) => {
    const known = findKnownCriterion(game, custom_id);
    const problem = known && check(known);
    return problem && { address, pointer: "/rule", text: problem.text, help: [problem.help] };
  });
}

/**
 * Finds two totals of the same activities that exclude each other: one requires more than the other
 * allows. Empty if the group has none.
 */
function findExclusiveTotals(
  game: LintedGame,
  { operator, criteria }: GroupDesign,
): readonly CriterionDesign[] {
  if (operator !== "and") return [];
  const known = criteria.flatMap((id) => findKnownCriterion(game, id) ?? []);
  const totals = known.filter(({ rule, streak }) => rule.measure === "sum" && streak === null);
  const alike = grouped(totals, ({ criterion }) => serialiseCounted(criterion));
  for (const criteria of alike.values()) {
    const [highest] = criteria.toSorted((a, b) => findLeast(b.rule) - findLeast(a.rule));
    const lower = criteria.find(
      ({ rule }) =>
        highest !== undefined && findMost(rule) >= 0 && findMost(rule) < findLeast(highest.rule),
    );
    if (highest && lower) return [highest.criterion, lower.criterion];
  }
  return [];
}

/** Serialises the counted activities of a criterion, once for all groups that use it. */
const serialiseCounted = memoizedBy(({ custom_action_id, conditions }: CriterionDesign): string =>
  comparableText([custom_action_id, conditions]),
);

function findMost({ operator, threshold }: MeasuredRule): number {
  if (operator === "gte" || operator === "gt") return Number.POSITIVE_INFINITY;
  return Number(operator === "lt" ? threshold - 1n : threshold);
}

/** Finds criteria of an `and` group whose action must also occur more than once. */
function findSteadied(game: LintedGame, { operator, criteria }: GroupDesign): readonly string[] {
  if (operator !== "and") return [];
  const known = criteria.flatMap((id) => findKnownCriterion(game, id) ?? []);
  // An unknown member may be a total.
  if (known.length < criteria.length) return criteria;
  const steady = known.filter(
    ({ rule, streak }) => streak !== null || (rule.measure === "sum" && findLeast(rule) > 1),
  );
  const actions = new Set(steady.map(({ criterion }) => criterion.custom_action_id));
  return known.flatMap(({ criterion }) =>
    actions.has(criterion.custom_action_id) ? [criterion.custom_id] : [],
  );
}

function findRepeated<T extends Titled>(
  all: readonly T[],
  contentOf: (resource: T) => string,
): readonly LintFinding[] {
  return repeatedIn(all, contentOf).map(([{ address }, first]) => ({
    address,
    pointer: "",
    text: `has the same requirements as ${inQuotes(first.custom_id)}`,
    about: [first.address],
    others: [{ address: first.address, pointer: "", text: "the same" }],
    help: [`use ${inQuotes(first.custom_id)} in both places, or correct one of them`],
  }));
}
