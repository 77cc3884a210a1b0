/** Rules about single criteria, and about what they lack beside them in their group. */

import { append, memoizedBy, repeatedIn } from "../../model/collections.ts";
import { reachable } from "../../model/graph.ts";
import { canonicalJson } from "../../model/json.ts";
import { groupsWithin } from "../../rules/groups.ts";
import { reachedActions } from "../../rules/play.ts";
import type { MeasuredRule } from "../../rules/rule.ts";
import type { CriterionDesign, Design, GroupDesign } from "../design/design.ts";
import { holdsZero, type Interval, isWithin, NOT_NEGATIVE, valuesOf } from "../design/intervals.ts";
import { whyCriterionNever, whyNeverTrue } from "./impossible.ts";
import {
  isComplete,
  isCriterionKnown,
  isGroupKnown,
  type LintedGame,
  type LintFinding,
  type LintRule,
  unsafeFix,
} from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "impossible-criterion",
    severity: "error",
    summary: "Criterion can never be met",
    explanation:
      "The rule requires a number below zero. laurel assumes that amounts are not negative, and neither are their totals and averages.",
    bad: `criteria:
  - { custom_id: in-debt, name: In debt, custom_action_id: earn-gold, rule: lt:0 }`,
    good: `criteria:
  - { custom_id: in-debt, name: In debt, custom_action_id: borrow-gold, rule: gte:1 }`,
    check: (game) =>
      inEachRule(game, ({ criterion }) => {
        const reason = whyCriterionNever(game, criterion);
        if (reason?.pointer !== "/rule") return undefined;
        return { text: reason.text, help: "require at least something, as in gte:1" };
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
      inEachRule(game, ({ values, isStreak }) => {
        if (isStreak || !isWithin(NOT_NEGATIVE, values)) return undefined;
        const help = "write gte:1, or the intended number";
        return { text: "every activity that counts meets this", help, write: "gte:1" };
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
          write: `gte:${threshold}`,
        };
      }),
  },
  {
    code: "average-of-one",
    severity: "warning",
    summary: "Average of a single activity",
    explanation:
      "The first activity is an average by itself, so one lucky amount is enough. Add a criterion under `and` that requires a number of activities or a total of the same action.",
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
      const known = new Set(groups.flatMap(({ criteria }) => criteria));
      return inEachRule(game, ({ criterion, rule, values, isStreak }) => {
        const isGoal = values.least !== null && values.least.at >= 0n && !holdsZero(values);
        if (rule.measure !== "average" || isStreak || !isGoal) return undefined;
        if (steadied.has(criterion.custom_id)) return undefined;
        // A group that is not declared may have it beside a total.
        if (!known.has(criterion.custom_id) && !isComplete(game, "criteria_group")) return undefined;
        const text = "the first activity that is large enough meets this by itself";
        return {
          text,
          help: "add a criterion under and that requires a total or a number of activities of the same action",
        };
      });
    },
  },
  {
    code: "limit-without-goal",
    severity: "warning",
    summary: "Limit without a goal",
    explanation:
      "The first small activity meets a limit on a total. Where no other criterion has to be met, the achievement is earned at once.",
    bad: `criteria:
  - { custom_id: few-falls, name: At most three falls, custom_action_id: fall, rule: lte:3 }
criteria_groups:
  - { custom_id: careful, name: Careful, criteria: [few-falls] }`,
    good: `criteria:
  - { custom_id: few-falls, name: At most three falls, custom_action_id: fall, rule: lte:3 }
  - { custom_id: tower-done, name: The tower done, custom_action_id: finish-tower }
criteria_groups:
  - { custom_id: careful, name: Careful, criteria: [few-falls, tower-done] }`,
    check: (game) =>
      [...game.design.groups.values()].flatMap((group) => {
        const limits = allRead(game, group).filter(isLimit);
        const [first] = limits;
        const isAtOnce =
          group.operator === "and"
            ? limits.length === group.criteria.length && group.criteria_groups.length === 0
            : limits.length > 0;
        if (first === undefined || !isAtOnce || !isGroupKnown(game, group.custom_id)) return [];
        if (!isEnough(game.design, group.custom_id)) return [];
        const { custom_id, address } = first.criterion;
        return {
          ...{ address: group.address, pointer: "/criteria", isKey: true },
          text: `the first small activity makes this group true: "${custom_id}" is only a limit`,
          others: [{ address, pointer: "/rule", text: "only a limit" }],
          help: ["add a goal under and, such as a level that has to be finished"],
        };
      }),
  },
  {
    code: "limit-without-activity",
    severity: "warning",
    summary: "Limit that needs an activity",
    explanation:
      "With the setting `no_activity: never`, a limit on a total is not met by a player who never did it at all, although that player did best. Have the game report an amount of 0, or confirm how the service does it and set `no_activity: zero`.",
    bad: `criteria:
  - { custom_id: few-falls, name: At most three falls, custom_action_id: fall, rule: lte:3 }
  - { custom_id: tower-done, name: The tower done, custom_action_id: finish-tower }
criteria_groups:
  - { custom_id: careful, name: Careful, criteria: [few-falls, tower-done] }`,
    good: `criteria:
  # The game reports the number of falls when the tower is finished, and 0 if there were none.
  - { custom_id: few-falls, name: At most three falls, custom_action_id: finish-tower, type: amount, rule: lte:3 }
criteria_groups:
  - { custom_id: careful, name: Careful, criteria: [few-falls] }`,
    check: (game) => {
      if (game.design.semantics.no_activity !== "never") return [];
      const found = new Map<string, LintFinding>();
      for (const group of game.design.groups.values()) {
        if (group.operator !== "and" || !isGroupKnown(game, group.custom_id)) continue;
        const read = allRead(game, group);
        const limits = read.filter(isLimit);
        if (limits.length === read.length || whyNeverTrue(game, group) !== undefined) continue;
        const reported = reportedFor(game, group);
        for (const { criterion } of limits) {
          const { address, custom_id, custom_action_id } = criterion;
          if (reported.has(custom_action_id) || found.has(custom_id)) continue;
          const text = `a player who never did "${custom_action_id}" does not meet this`;
          const help = [
            "have the game report the action with an amount of 0",
            "or, once it is known that the service counts nothing as 0, write semantics: { no_activity: zero }",
          ];
          found.set(custom_id, { address, pointer: "/rule", text, help });
        }
      }
      return [...found.values()];
    },
  },
  {
    code: "duplicate-criterion",
    severity: "warning",
    summary: "Duplicate criterion",
    explanation:
      "Two criteria have exactly the same requirements. Use one of them in both places, or correct the other one.",
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: winner, name: A winner, custom_action_id: win, rule: gt:9 }`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }`,
    check: (game) =>
      repeatedIn(readCriteria(game), identityOf).map(([{ criterion }, { criterion: first }]) => ({
        ...{ address: criterion.address, pointer: "" },
        text: `has the same requirements as "${first.custom_id}"`,
        others: [{ address: first.address, pointer: "", text: "the same" }],
        help: [`use "${first.custom_id}" in both places, or correct one of them`],
      })),
  },
];

/** A criterion of which everything is known, parsed. */
interface ReadCriterion {
  readonly criterion: CriterionDesign;
  readonly rule: MeasuredRule;
  readonly values: Interval;
  readonly isStreak: boolean;
}

function inEachRule(
  game: LintedGame,
  check: (read: ReadCriterion) => { readonly text: string; readonly help: string; readonly write?: string } | undefined,
): readonly LintFinding[] {
  return readCriteria(game).flatMap((read) => {
    const found = check(read);
    if (found === undefined) return [];
    const { text, help, write } = found;
    const place = { address: read.criterion.address, pointer: "/rule" };
    const fixes = write === undefined ? [] : unsafeFix(place, `write ${write}`, { write });
    return { ...place, text, help: [help], fixes };
  });
}

function readCriteria(game: LintedGame): readonly ReadCriterion[] {
  return [...game.design.criteria.keys()].flatMap((id) => readCriterion(game, id) ?? []);
}

function readCriterion(game: LintedGame, id: string): ReadCriterion | undefined {
  const criterion = game.design.criteria.get(id);
  const read = game.compiled.criterion(id);
  if (criterion === undefined || read?.rule.ok !== true || !read.streak.ok) return undefined;
  if (!isCriterionKnown(game, id)) return undefined;
  const rule = read.rule.value;
  return { criterion, rule, values: valuesOf(rule), isStreak: read.streak.value !== null };
}

/** The group's own criteria; none where one of them is not known. */
function allRead(game: LintedGame, { criteria }: GroupDesign): readonly ReadCriterion[] {
  const read = criteria.flatMap((id) => readCriterion(game, id) ?? []);
  return read.length === criteria.length ? read : [];
}

/** Whether a total of nothing at all is enough. */
function isLimit({ rule, values, isStreak }: ReadCriterion): boolean {
  return rule.measure === "sum" && !isStreak && values.most !== null && holdsZero(values);
}

/** Whether the group makes something true by itself. Where it is a part only, the goal may be beside it. */
function isEnough(design: Design, id: string): boolean {
  const { holders, used } = usesOf(design);
  // An unused group may be meant for anything.
  if (!used.has(id) && !holders.has(id)) return true;
  const whole = reachable([id], (each) => {
    const around = holders.get(each) ?? [];
    return around.filter((holder) => !hasOtherParts(holder)).map(({ custom_id }) => custom_id);
  });
  return [...whole].some((each) => used.has(each));
}

function hasOtherParts({ operator, criteria, criteria_groups }: GroupDesign): boolean {
  return operator === "and" && criteria.length + criteria_groups.length > 1;
}

/** The groups around each group, and those that achievements are earned by. */
const usesOf = memoizedBy(({ groups, achievements }: Design) => {
  const holders = new Map<string, GroupDesign[]>();
  for (const group of groups.values()) for (const inner of group.criteria_groups) append(holders, inner, group);
  return { holders, used: new Set([...achievements.values()].map((each) => each.custom_criteria_group_id)) };
});

/** The actions of every player who has reached the goals of the group, and of those under `and` inside. */
function reportedFor(game: LintedGame, { custom_id }: GroupDesign): ReadonlySet<string> {
  const { design } = game;
  const groups = [...groupsWithin(design, [custom_id], ({ operator }) => operator === "and")];
  const criteria = groups.flatMap((id) => {
    const group = design.groups.get(id);
    return group?.operator === "and" ? group.criteria : [];
  });
  const goals = criteria.flatMap((id) => readCriterion(game, id) ?? []).filter((read) => !isLimit(read));
  return new Set(goals.flatMap(({ criterion }) => [...reachedActions(design, criterion.custom_action_id)]));
}

/** The averages beside which, under `and`, the same action has to be done more than once. */
function steadiedBy(game: LintedGame, group: GroupDesign): readonly string[] {
  if (group.operator !== "and") return [];
  const read = allRead(game, group);
  const isSteady = ({ rule, values, isStreak }: ReadCriterion): boolean =>
    isStreak || (rule.measure === "sum" && (values.least?.at ?? 0n) > 1n);
  const steady = new Set(read.filter(isSteady).map(({ criterion }) => criterion.custom_action_id));
  const steadied = read.filter(({ criterion }) => steady.has(criterion.custom_action_id));
  return steadied.map(({ criterion }) => criterion.custom_id);
}

/** The requirements of a criterion, however they are written. */
function identityOf({ criterion, rule, values }: ReadCriterion): string {
  const { custom_action_id, streak, conditions } = criterion;
  const ends = [values.least, values.most].map((end) => `${end?.at} ${end?.isOpen}`);
  return [custom_action_id, rule.measure, ...ends, streak, canonicalJson(conditions)].join(" ");
}
