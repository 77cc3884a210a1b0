/**
 * What can never be true, whatever players do, and what is to blame for it. What is said here is certain under the run-time
 * rules and the semantics of the game, with amounts that are not negative; what is left open is never called impossible.
 */
import { memoizedBy } from "../../model/collections.ts";
import type { CompiledCriterion } from "../../rules/compiled.ts";
import type { Conditions } from "../../rules/conditions.ts";
import type { MeasuredRule } from "../../rules/rule.ts";
import type { AchievementDesign, CriterionDesign, GroupDesign } from "../design/design.ts";
import { holdsZero, rangeOf } from "../design/rule-range.ts";
import { waysThrough } from "./condition-space.ts";
import { contradictionIn } from "./contradictions.ts";
import { isCriterionKnown, isGroupKnown, isLeftOpen, type LintedGame, type Part } from "./linted-game.ts";
import { longestRun } from "./longest-run.ts";
import { isNeverExclusive } from "./same-truth.ts";

/** The missing link: the part that keeps something from ever being true, with a text to stand at it. */
export interface Blame extends Part {
  readonly text: string;
}

/** The conditions of a group around, and whose they are. */
interface Around {
  readonly group: GroupDesign;
  readonly conditions: Conditions;
}

/** Why the achievement can never be earned; undefined where it can, or nobody knows. */
export function whyNeverEarned(game: LintedGame, achievement: AchievementDesign): Blame | undefined {
  const { address, custom_criteria_group_id: id } = achievement;
  if (isLeftOpen(game, achievement, "custom_criteria_group_id")) return undefined;
  if (id === null) return { address, pointer: "", text: "it has no criteria group, so nothing earns it" };
  return whyNeverTrue(game, id);
}

/** Groups are looked at once, for the same conditions around them. */
const blames = memoizedBy((_: LintedGame) => new Map<string, Blame | undefined>());

/** Why the group can never be true. `around`: the conditions that reach it, `path`: the groups that hold it. */
function whyNeverTrue(
  game: LintedGame,
  id: string,
  around: readonly Around[] = [],
  path: readonly string[] = [],
): Blame | undefined {
  const known = blames(game);
  const key = [id, ...around.map(({ group }) => group.custom_id)].join(" ");
  if (!known.has(key)) known.set(key, reasonAgainst(game, id, around, path));
  return known.get(key);
}

function reasonAgainst(
  game: LintedGame,
  id: string,
  around: readonly Around[],
  path: readonly string[],
): Blame | undefined {
  const group = game.design.groups.get(id);
  if (group === undefined || path.includes(id)) return undefined;
  const { address, operator } = group;
  if (!isGroupKnown(game, id)) return undefined;
  if (group.criteria.length + group.criteria_groups.length === 0) {
    return { address, pointer: "", text: "this group has no members, so it is never true" };
  }
  const conditions = game.compiled.group(id)?.conditions;
  if (conditions?.ok !== true) return undefined;
  const within = [...around, { group, conditions: conditions.value }];
  const reaching =
    game.design.semantics.group_conditions === "inward"
      ? within.filter((each) => each.conditions.groups.length > 0)
      : [];
  const reasons = [
    ...group.criteria.map((each) => whyNeverMet(game, each, within)),
    ...group.criteria_groups.map((each) => whyNeverTrue(game, each, reaching, [...path, id])),
  ];
  const missing = reasons.find((reason) => reason !== undefined);
  if (operator === "and" && missing !== undefined) return missing;
  if (reasons.every((reason) => reason !== undefined)) return missing;
  if (operator === "and") return contradictionBlame(game, group);
  return operator === "xor" && isNeverExclusive(game, group) ? xorBlame(group) : undefined;
}

function contradictionBlame(game: LintedGame, group: GroupDesign): Blame | undefined {
  const found = contradictionIn(game, group);
  if (found === undefined) return undefined;
  const [low, high] = found;
  const text = `"${low.custom_id}" and "${high.custom_id}" exclude each other`;
  return { address: group.address, pointer: "/criteria", isKey: true, text };
}

function xorBlame({ address }: GroupDesign): Blame {
  const text = "its members are met together or not at all, so there is never just one";
  return { address, pointer: "/operator", text };
}

/** Why the criterion can never be met. `around`: the groups whose conditions reach it. */
export function whyNeverMet(game: LintedGame, id: string, around: readonly Around[] = []): Blame | undefined {
  const criterion = game.design.criteria.get(id);
  const read = game.compiled.criterion(id);
  if (criterion === undefined || read?.rule.ok !== true || !read.streak.ok || !read.conditions.ok) return undefined;
  if (!isCriterionKnown(game, id)) return undefined;
  const { address } = criterion;
  const rule = read.rule.value;
  if (isBelowZero(rule)) return { address, pointer: "/rule", text: belowZero(rule) };
  if (isMetByNothing(game, read)) return undefined;
  return whyNothingCounts(criterion, read.conditions.value, around) ?? whyTooLong(game, criterion, read, around);
}

const WORDS = { sum: "total", amount: "amount", average: "average" } as const;

/** What is said of a rule that asks for a number below zero. */
export function belowZero({ measure }: MeasuredRule): string {
  return `no ${WORDS[measure]} is below zero`;
}

/** Whether the rule asks for a number below zero. */
export function isBelowZero(rule: MeasuredRule): boolean {
  const { most } = rangeOf(rule);
  return most !== null && most < 0n;
}

/** Whether the criterion is met where nothing counts for it: then its conditions do not matter. */
function isMetByNothing({ design }: LintedGame, { rule, streak }: CompiledCriterion): boolean {
  if (design.semantics.no_activity !== "zero" || !rule.ok || !streak.ok || streak.value !== null) return false;
  return holdsZero(rangeOf(rule.value));
}

function whyNothingCounts({ address }: CriterionDesign, own: Conditions, around: readonly Around[]): Blame | undefined {
  const isDead = (...filters: readonly Conditions[]): boolean => waysThrough(filters)?.length === 0;
  const pointer = "/conditions";
  if (isDead(own)) return { address, pointer, isKey: true, text: "no activity can pass these conditions" };
  const dead = around.find(({ conditions }) => isDead(conditions));
  if (dead !== undefined) {
    return { address: dead.group.address, pointer, isKey: true, text: "no activity can pass these conditions" };
  }
  if (!isDead(own, ...around.map(({ conditions }) => conditions))) return undefined;
  const groups = around.filter(({ conditions }) => conditions.groups.length > 0);
  const names = groups.map(({ group }) => `"${group.custom_id}"`).join(" and ");
  const text = `no activity can pass the conditions ${own.groups.length > 0 ? "here and " : ""}of ${names}`;
  const [first] = groups;
  if (own.groups.length === 0 && first !== undefined) {
    return { address: first.group.address, pointer, isKey: true, text };
  }
  return { address, pointer, isKey: true, text };
}

/** Only calendar days and hours are counted here: stretches that begin at any moment reach over their ends. */
function whyTooLong(
  game: LintedGame,
  { address }: CriterionDesign,
  { streak, conditions }: CompiledCriterion,
  around: readonly Around[],
): Blame | undefined {
  if (!streak.ok || streak.value === null || !conditions.ok) return undefined;
  if (game.design.semantics.streak_intervals !== "calendar") return undefined;
  const { interval, count } = streak.value;
  const ways = waysThrough([conditions.value, ...around.map((each) => each.conditions)]);
  const most = ways === undefined ? undefined : longestRun(ways, interval);
  if (most === undefined || most >= count) return undefined;
  const text = `the conditions leave at most ${most} ${interval} in a row, and the streak has ${count}`;
  return { address, pointer: "/streak", text };
}
