/**
 * What can never be true, whatever players do, and why; and members of a group that exclude or imply each other. All of it is
 * certain under the run-time rules and the semantics of the game, with amounts that are not negative; what is left open is
 * never called impossible.
 */

import { memoizedBy } from "../../model/collections.ts";
import { canonicalJson } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import type { CompiledCriterion } from "../../rules/compiled.ts";
import type { Conditions } from "../../rules/conditions.ts";
import { foldGroups, groupsWithin } from "../../rules/groups.ts";
import type { MeasuredRule } from "../../rules/rule.ts";
import { alternativesOf, areImpossible, longestRun, withoutReferences } from "../design/constraints.ts";
import type { AchievementDesign, CriterionDesign, GroupDesign } from "../design/design.ts";
import { groupImplies } from "../design/implication.ts";
import { holdsZero, rangeOf } from "../design/rule-range.ts";
import {
  isCriterionKnown,
  isGroupKnown,
  isGroupKnownThroughout,
  isLeftOpen,
  type LintedGame,
  type RulePart,
} from "./rule.ts";

/** The missing link: the part that keeps something from ever being true. */
export interface Reason extends RulePart {
  readonly text: string;
}

/** The conditions of a group around, and the group. */
interface Around {
  readonly group: GroupDesign;
  readonly conditions: Conditions;
}

/** Why the achievement can never be earned; undefined where it can, or that is not known. */
export function whyNeverEarned(game: LintedGame, achievement: AchievementDesign): Reason | undefined {
  const { address, custom_criteria_group_id: id } = achievement;
  if (isLeftOpen(game, achievement, "custom_criteria_group_id")) return undefined;
  if (id === null) return { address, pointer: "", text: "it has no criteria group, so nothing earns it" };
  return whyNeverTrue(game)(id, []);
}

/** Why a group can never be true, under the conditions around it. */
const whyNeverTrue = memoizedBy((game: LintedGame) =>
  foldGroups<GroupDesign, readonly Around[], Reason | undefined>({
    find: (id) => game.design.groups.get(id),
    keyOf: (id, around) => [id, ...around.map(({ group }) => group.custom_id)].join(" "),
    missing: () => undefined,
    circular: () => undefined,
    value: (group, around, inner) => {
      const { address, custom_id, operator, criteria, criteria_groups } = group;
      if (!isGroupKnown(game, custom_id)) return undefined;
      if (criteria.length + criteria_groups.length === 0) {
        return { address, pointer: "", text: "this group has no members, so it is never true" };
      }
      const conditions = game.compiled.group(custom_id)?.conditions;
      if (conditions?.ok !== true) return undefined;
      const within = [...around, { group, conditions: conditions.value }];
      const reaching =
        game.design.semantics.group_conditions === "inward"
          ? within.filter((each) => each.conditions.groups.length > 0)
          : [];
      const reasons = [
        ...criteria.map((each) => whyNeverMet(game, each, within)),
        ...criteria_groups.map((each) => inner(each, reaching)),
      ];
      const missing = reasons.find((reason) => reason !== undefined);
      if (operator === "and" && missing !== undefined) return missing;
      if (reasons.every((reason) => reason !== undefined)) return missing;
      if (operator === "and") {
        const [low, high] = contradictionIn(game, group) ?? [];
        if (low === undefined || high === undefined) return undefined;
        const text = `"${low.custom_id}" and "${high.custom_id}" exclude each other`;
        return { address, pointer: "/criteria", isKey: true, text };
      }
      if (operator !== "xor" || !isNeverExclusive(game, group)) return undefined;
      const text = "its members are met together or not at all, so there is never just one";
      return { address, pointer: "/operator", text };
    },
  }),
);

/** Why the criterion can never be met. `around`: the groups whose conditions reach it. */
export function whyNeverMet(game: LintedGame, id: string, around: readonly Around[] = []): Reason | undefined {
  const criterion = game.design.criteria.get(id);
  const read = game.compiled.criterion(id);
  if (criterion === undefined || read?.rule.ok !== true || !read.streak.ok || !read.conditions.ok) return undefined;
  if (!isCriterionKnown(game, id)) return undefined;
  const { address } = criterion;
  const rule = read.rule.value;
  if (isBelowZero(rule)) return { address, pointer: "/rule", text: belowZero(rule) };
  if (isMetWithoutActivity(game, read)) return undefined;
  return whyNothingCounts(criterion, read.conditions.value, around) ?? whyTooLong(game, criterion, read, around);
}

const WORDS = { sum: "total", amount: "amount", average: "average" } as const;

/** The text for a rule that requires a number below zero. */
export function belowZero({ measure }: MeasuredRule): string {
  return `no ${WORDS[measure]} is below zero`;
}

/** Whether the rule requires a number below zero. */
export function isBelowZero(rule: MeasuredRule): boolean {
  const { most } = rangeOf(rule);
  return most !== null && most < 0n;
}

/** Whether the criterion is met where nothing counts for it, so that its conditions do not matter. */
function isMetWithoutActivity({ design }: LintedGame, { rule, streak }: CompiledCriterion): boolean {
  if (design.semantics.no_activity !== "zero" || !rule.ok || !streak.ok || streak.value !== null) return false;
  return holdsZero(rangeOf(rule.value));
}

function whyNothingCounts(
  { address }: CriterionDesign,
  own: Conditions,
  around: readonly Around[],
): Reason | undefined {
  const reason = (at: Address, text: string): Reason => ({ address: at, pointer: "/conditions", isKey: true, text });
  const text = "no activity can pass these conditions";
  if (areImpossible(own)) return reason(address, text);
  const dead = around.find(({ conditions }) => areImpossible(conditions));
  if (dead !== undefined) return reason(dead.group.address, text);
  if (!areImpossible(own, ...around.map(({ conditions }) => conditions))) return undefined;
  const groups = around.filter(({ conditions }) => conditions.groups.length > 0).map(({ group }) => group);
  const names = groups.map(({ custom_id }) => `"${custom_id}"`).join(" and ");
  const isOwn = own.groups.length > 0;
  const at = isOwn ? address : (groups[0]?.address ?? address);
  return reason(at, `no activity can pass the conditions ${isOwn ? "here and " : ""}of ${names}`);
}

/** Only calendar days and hours are counted here: stretches that begin at any moment reach over their ends. */
function whyTooLong(
  game: LintedGame,
  { address }: CriterionDesign,
  { streak, conditions }: CompiledCriterion,
  around: readonly Around[],
): Reason | undefined {
  if (!streak.ok || streak.value === null || !conditions.ok) return undefined;
  if (game.design.semantics.streak_intervals !== "calendar") return undefined;
  const { interval, count } = streak.value;
  const filters = [conditions.value, ...around.map((each) => each.conditions)];
  const { all, isComplete } = alternativesOf(filters, withoutReferences);
  const most = isComplete ? longestRun(all, interval) : undefined;
  if (most === undefined || most >= count) return undefined;
  const text = `the conditions leave at most ${most} ${interval} in a row, and the streak has ${count}`;
  return { address, pointer: "/streak", text };
}

/** A criterion with the bound that it sets. */
interface Bound {
  readonly criterion: CriterionDesign;
  readonly value: bigint;
}

/** What the criteria over the same activities require. */
interface Bounds {
  /** The total has to be at least, and may be at most. */
  least?: Bound;
  most?: Bound;
  averageLeast?: Bound;
  averageMost?: Bound;
}

/** The two criteria, the one that requires more first. */
type Contradiction = readonly [CriterionDesign, CriterionDesign];

const contradictions = memoizedBy((_: LintedGame) => new Map<GroupDesign, Contradiction | undefined>());

/**
 * Two criteria of a group under `and` that can never be met at the same moment. Amounts are not negative, so a total is no
 * smaller than each of its amounts, than their average, and than the total of a part of them.
 */
export function contradictionIn(game: LintedGame, group: GroupDesign): Contradiction | undefined {
  const known = contradictions(game);
  if (!known.has(group)) known.set(group, findContradiction(game, group));
  return known.get(group);
}

function findContradiction(game: LintedGame, group: GroupDesign): Contradiction | undefined {
  if (group.operator !== "and") return undefined;
  const found = new Map<string, Bounds>();
  const unfiltered = new Map<string, Bounds>();
  for (const id of allOf(game, group)) {
    const criterion = game.design.criteria.get(id);
    const read = game.compiled.criterion(id);
    if (criterion === undefined || read === undefined || !isCriterionKnown(game, id)) continue;
    const key = `${criterion.custom_action_id} ${canonicalJson(criterion.conditions)}`;
    const bounds = found.get(key) ?? {};
    found.set(key, bounds);
    if (read.conditions.ok && read.conditions.value.groups.length === 0) {
      unfiltered.set(criterion.custom_action_id, bounds);
    }
    take(bounds, criterion, read);
  }
  for (const [key, { least, averageLeast, averageMost, ...own }] of found) {
    // What is counted without conditions holds all that is counted with them.
    const limits = [own.most, unfiltered.get(key.slice(0, key.indexOf(" ")))?.most];
    for (const most of limits) {
      if (least !== undefined && most !== undefined && least.value > most.value) {
        return [least.criterion, most.criterion];
      }
    }
    if (averageLeast !== undefined && averageMost !== undefined && averageLeast.value > averageMost.value) {
      return [averageLeast.criterion, averageMost.criterion];
    }
  }
  return undefined;
}

/** The criteria that all have to be met: those of the group, and of groups inside that add no conditions. */
function allOf({ design, compiled }: LintedGame, group: GroupDesign): ReadonlySet<string> {
  const isUnfiltered = ({ custom_id, operator }: Pick<GroupDesign, "custom_id" | "operator">): boolean => {
    const conditions = compiled.group(custom_id)?.conditions;
    return operator === "and" && conditions?.ok === true && conditions.value.groups.length === 0;
  };
  // Conditions of the group itself reach its own criteria, and may not reach those inside.
  const inner = isUnfiltered(group) ? groupsWithin(design, group.criteria_groups, isUnfiltered) : [];
  const groups = [...inner].flatMap((id) => design.groups.get(id) ?? []).filter(isUnfiltered);
  return new Set([group, ...groups].flatMap(({ criteria }) => criteria));
}

function take(bounds: Bounds, criterion: CriterionDesign, { rule, streak }: CompiledCriterion): void {
  if (!rule.ok || !streak.ok) return;
  const { measure } = rule.value;
  const { least, most } = rangeOf(rule.value);
  const times = BigInt(streak.value?.count ?? 1);
  if (least !== null && least > 0n) bounds.least = larger(bounds.least, { criterion, value: least * times });
  if (streak.value !== null) return;
  if (measure === "sum" && most !== null) bounds.most = smaller(bounds.most, { criterion, value: most });
  if (measure !== "average") return;
  if (least !== null) bounds.averageLeast = larger(bounds.averageLeast, { criterion, value: least });
  if (most !== null) bounds.averageMost = smaller(bounds.averageMost, { criterion, value: most });
}

function larger(a: Bound | undefined, b: Bound): Bound {
  return a === undefined || b.value > a.value ? b : a;
}

function smaller(a: Bound | undefined, b: Bound): Bound {
  return a === undefined || b.value < a.value ? b : a;
}

/** The members, criteria first, each as a group of its own; undefined where one is not known completely. */
export function membersOf(
  game: LintedGame,
  { criteria, criteria_groups }: GroupDesign,
): readonly GroupDesign[] | undefined {
  const { design } = game;
  const members = [
    ...criteria.map((id): GroupDesign | undefined => {
      const criterion = isCriterionKnown(game, id) ? design.criteria.get(id) : undefined;
      if (criterion === undefined) return undefined;
      return { ...criterion, operator: "and", conditions: null, criteria: [id], criteria_groups: [] };
    }),
    ...criteria_groups.map((id) => (isGroupKnownThroughout(game, id) ? design.groups.get(id) : undefined)),
  ];
  return members.every((member) => member !== undefined) ? members : undefined;
}

/** Whether never just one member is true, nor an odd number of them: they are all true together or not at all. */
export function isNeverExclusive(game: LintedGame, group: GroupDesign): boolean {
  const { design } = game;
  const [first, ...others] = membersOf(game, group) ?? [];
  if (first === undefined || others.length === 0) return false;
  if (design.semantics.xor === "parity" && others.length % 2 === 0) return false;
  return others.every((each) => groupImplies(each, design, first, design) && groupImplies(first, design, each, design));
}
