/** Rules about single criteria, and about what they lack beside them in their group. */

import { append, grouped, memoizedBy } from "../../model/collections.ts";
import { reachable } from "../../model/graph.ts";
import { canonicalJson } from "../../model/json.ts";
import type { LintCode } from "../../model/lint-codes.ts";
import { reachedActions } from "../../rules/reactions.ts";
import type { MeasuredRule } from "../../rules/rule.ts";
import type { CriterionDesign, GroupDesign } from "../design/design.ts";
import { type Range, rangeOf } from "../design/rule-range.ts";
import { belowZero, isBelowZero } from "./impossible.ts";
import {
  finding,
  isComplete,
  isCriterionKnown,
  isGroupKnown,
  type LintedGame,
  type LintRule,
  type LintRules,
  labelAt,
} from "./linted-game.ts";

/** A criterion of which everything is known, read. */
interface ReadCriterion {
  readonly criterion: CriterionDesign;
  readonly rule: MeasuredRule;
  readonly range: Range;
  readonly isStreak: boolean;
}

export const CRITERION_RULES = {
  "impossible-criterion": each("impossible-criterion", ({ rule }) => {
    if (!isBelowZero(rule)) return undefined;
    return { text: belowZero(rule), help: ["ask for at least something, as in gte:1"] };
  }),

  "always-met-criterion": each("always-met-criterion", ({ range: { least, most }, isStreak }) => {
    if (isStreak || most !== null || (least ?? 0n) > 0n) return undefined;
    return { text: "every activity that counts meets this", help: ["write gte:1, or the number that is meant"] };
  }),

  "exact-total": each("exact-total", ({ rule: { measure, operator, threshold }, isStreak }) => {
    if (isStreak || measure !== "sum" || operator !== "eq" || threshold < 1n) return undefined;
    const text = `a total that passes ${threshold} never comes back to it`;
    return { text, help: [`write gte:${threshold}, or type: amount if a single activity has to have that amount`] };
  }),

  "average-of-one": (game) => {
    const steadied = new Set<string>();
    for (const group of game.design.groups.values()) for (const id of steadiedBy(game, group)) steadied.add(id);
    return each("average-of-one", ({ criterion, rule, range, isStreak }) => {
      if (rule.measure !== "average" || isStreak || (range.least ?? 0n) < 1n) return undefined;
      if (steadied.has(criterion.custom_id) || !isComplete(game, "criteria_group")) return undefined;
      const text = "the first activity that is large enough meets this by itself";
      return { text, help: ["put a criterion beside it, under and, that asks for a total or a number of activities"] };
    })(game);
  },

  "limit-without-goal": (game) =>
    [...game.design.groups.values()].flatMap((group) => {
      const read = allRead(game, group);
      const limits = read.filter(isLimit);
      const [first] = limits;
      const isAtOnce =
        group.operator === "and"
          ? limits.length === group.criteria.length && group.criteria_groups.length === 0
          : limits.length > 0;
      if (first === undefined || !isAtOnce || !isGroupKnown(game, group.custom_id)) return [];
      if (!isEnough(game.design, group.custom_id)) return [];
      const text = `the first small activity makes this group true: "${first.criterion.custom_id}" is only a limit`;
      const others = [labelAt(game, { address: first.criterion.address, pointer: "/rule" }, "only a limit")];
      const help = ["put a goal beside it, under and, such as a level that has to be finished"];
      const part = { address: group.address, pointer: "/criteria", isKey: true };
      return [finding(game, "limit-without-goal", part, text, { others, help })];
    }),

  "limit-without-activity": (game) => {
    if (game.design.semantics.no_activity !== "never") return [];
    const found = new Map<string, ReturnType<typeof finding>>();
    for (const group of game.design.groups.values()) {
      if (group.operator !== "and" || !isGroupKnown(game, group.custom_id)) continue;
      const read = allRead(game, group);
      const goals = read.filter((one) => !isLimit(one));
      const reported = reportedFor(game, group);
      for (const limit of read.filter(isLimit)) {
        const { address, custom_id, custom_action_id } = limit.criterion;
        if (goals.length === 0 || reported.has(custom_action_id) || found.has(custom_id)) continue;
        const text = `a player who never did "${custom_action_id}" does not meet this`;
        const help = [
          "have the game report the action with an amount of 0",
          "or, once it is known that the service counts nothing as 0, write semantics: { no_activity: zero }",
        ];
        found.set(custom_id, finding(game, "limit-without-activity", { address, pointer: "/rule" }, text, { help }));
      }
    }
    return [...found.values()];
  },

  "duplicate-criterion": (game) =>
    [...grouped(readCriteria(game), identityOf).values()].flatMap(([first, ...others]) =>
      others.map(({ criterion }) => {
        const { address, custom_id } = first?.criterion ?? criterion;
        const text = `asks for the same as "${custom_id}"`;
        return finding(game, "duplicate-criterion", { address: criterion.address, pointer: "" }, text, {
          others: [labelAt(game, { address, pointer: "" }, "the same")],
          help: [`use "${custom_id}" in both places`],
        });
      }),
    ),
} satisfies LintRules;

/** What is said of one criterion, at its rule. */
interface Said {
  readonly text: string;
  readonly help: readonly string[];
}

function each(code: LintCode, say: (read: ReadCriterion) => Said | undefined): LintRule {
  return (game) =>
    readCriteria(game).flatMap((read) => {
      const said = say(read);
      if (said === undefined) return [];
      return [finding(game, code, { address: read.criterion.address, pointer: "/rule" }, said.text, said)];
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
  return { criterion, rule, range: rangeOf(rule), isStreak: read.streak.value !== null };
}

/** The group's own criteria; none where one of them is not known. */
function allRead(game: LintedGame, group: GroupDesign): readonly ReadCriterion[] {
  const read: ReadCriterion[] = [];
  for (const id of group.criteria) {
    const one = readCriterion(game, id);
    if (one === undefined) return [];
    read.push(one);
  }
  return read;
}

/** Whether a total of nothing at all would do. */
function isLimit({ rule, range: { least, most }, isStreak }: ReadCriterion): boolean {
  return rule.measure === "sum" && !isStreak && most !== null && most >= 0n && (least ?? 0n) <= 0n;
}

/** Whether the group makes something true by itself. Where it is a part only, the goal may stand beside it. */
function isEnough(design: LintedGame["design"], id: string): boolean {
  const { holders, used } = usesOf(design);
  // One that nothing uses may be meant for anything.
  if (!used.has(id) && !holders.has(id)) return true;
  const whole = reachable([id], (each) => {
    const around = holders.get(each) ?? [];
    return around.filter((holder) => !isPartOf(holder)).map(({ custom_id }) => custom_id);
  });
  return [...whole].some((each) => used.has(each));
}

function isPartOf({ operator, criteria, criteria_groups }: GroupDesign): boolean {
  return operator === "and" && criteria.length + criteria_groups.length > 1;
}

/** The groups around each group, and those that achievements are earned by. */
const usesOf = memoizedBy(({ groups, achievements }: LintedGame["design"]) => {
  const holders = new Map<string, GroupDesign[]>();
  for (const group of groups.values()) for (const inner of group.criteria_groups) append(holders, inner, group);
  return { holders, used: new Set([...achievements.values()].map((each) => each.custom_criteria_group_id)) };
});

/** The actions that whoever has reached the goals of the group, or of those under `and` inside, has done. */
function reportedFor(game: LintedGame, { custom_id }: GroupDesign): ReadonlySet<string> {
  const actions = new Set<string>();
  const groups = new Set([custom_id]);
  // A set is walked in the order of insertion, ids that are added on the way included.
  for (const id of groups) {
    const group = game.design.groups.get(id);
    if (group?.operator !== "and") continue;
    for (const each of group.criteria) {
      const read = readCriterion(game, each);
      if (read === undefined || isLimit(read)) continue;
      for (const action of reachedActions(game.design, read.criterion.custom_action_id)) actions.add(action);
    }
    for (const inner of group.criteria_groups) groups.add(inner);
  }
  return actions;
}

/** The averages beside which, under `and`, the same action has to be done more than once. */
function steadiedBy(game: LintedGame, group: GroupDesign): readonly string[] {
  if (group.operator !== "and") return [];
  const read = allRead(game, group);
  const steady = new Set(
    read
      .filter(({ rule, range, isStreak }) => isStreak || (rule.measure === "sum" && (range.least ?? 0n) > 1n))
      .map(({ criterion }) => criterion.custom_action_id),
  );
  return read
    .filter(({ criterion }) => steady.has(criterion.custom_action_id))
    .map(({ criterion }) => criterion.custom_id);
}

/** What a criterion asks for, however it is written. */
function identityOf({ criterion, rule, range }: ReadCriterion): string {
  const { custom_action_id, streak, conditions } = criterion;
  return `${custom_action_id} ${rule.measure} ${range.least} ${range.most} ${streak} ${canonicalJson(conditions)}`;
}
