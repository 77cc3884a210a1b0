/**
 * Which assumptions about the run-time rules matter for a design: those that something in it touches. What no definition
 * makes use of cannot change a result, and would only hide the others.
 */

import { reachable } from "../../model/graph.ts";
import { isJsonObject, type Json } from "../../model/json.ts";
import type { SemanticsName } from "../../project/rules-settings.ts";
import { type Assumption, assumptionsUnder, type FIXED_ASSUMPTIONS } from "../../rules/assumptions.ts";
import { type CompiledCriterion, type CompiledGroup, type CompiledRules, compile } from "../../rules/compiled.ts";
import {
  type CompiledCondition,
  type Conditions,
  conditionsIn,
  referenceIn,
  writtenConditions,
} from "../../rules/conditions.ts";
import { groupsWithin } from "../../rules/groups.ts";
import { reachedActions, reactionsOf } from "../../rules/play.ts";
import { compares } from "../../rules/rule.ts";
import type { Design } from "./design.ts";

type AssumptionName = SemanticsName | keyof typeof FIXED_ASSUMPTIONS;

/** The assumptions that a result about the design rests on, in the order of `assumptionsUnder`. */
export function relevantAssumptions(design: Design): readonly Assumption[] {
  const used = usedParts(design);
  return assumptionsUnder(design.semantics).filter(({ name }) => MATTERS[name as AssumptionName](used));
}

/** The definitions that achievements lead to, and what is in their conditions. */
interface UsedParts {
  readonly design: Design;
  readonly criteria: readonly CompiledCriterion[];
  readonly groups: readonly CompiledGroup[];
  /** Conditions that could be read. */
  readonly conditions: readonly Conditions[];
  /** Those in them, one by one. */
  readonly each: readonly CompiledCondition[];
  /** As they are written, where something is. */
  readonly written: readonly Json[];
}

function usedParts(design: Design): UsedParts {
  const compiled = compile(design);
  const groups = usedGroups(design, compiled);
  const ids = new Set(groups.flatMap(({ definition }) => definition.criteria));
  const criteria = [...ids].flatMap((id) => compiled.criterion(id) ?? []);
  const readings = [...criteria, ...groups].map((part) => part.conditions);
  const conditions = readings.flatMap((reading) => (reading.ok ? [reading.value] : []));
  return {
    design,
    criteria,
    groups,
    conditions,
    each: conditions.flatMap(conditionsIn),
    written: [...criteria, ...groups].map(({ definition }) => definition.conditions),
  };
}

function usedGroups(design: Design, compiled: CompiledRules): readonly CompiledGroup[] {
  const roots = [...design.achievements.values()].map((each) => each.custom_criteria_group_id ?? "");
  return [...groupsWithin(design, roots)].flatMap((id) => compiled.group(id) ?? []);
}

/** Every assumption, checked by the compiler to be complete. */
const MATTERS: Readonly<Record<AssumptionName, (used: UsedParts) => boolean>> = {
  no_activity: ({ criteria }) =>
    criteria.some(({ rule }) => rule.ok && compares(0n, rule.value.operator, rule.value.threshold)),
  streak_place: hasStreaks,
  streak_intervals: hasStreaks,
  xor: ({ groups }) =>
    groups.some(
      ({ definition: { operator, criteria, criteria_groups } }) =>
        operator === "xor" && criteria.length + criteria_groups.length > 2,
    ),
  group_conditions: ({ groups }) =>
    groups.some(
      ({ conditions, definition }) =>
        definition.criteria_groups.length > 0 && (!conditions.ok || conditions.value.groups.length > 0),
    ),
  missing_reference: ({ each }) => each.some((condition) => referenceIn(condition) !== undefined),
  reactions: ({ design }) => startsOf(design).some((id) => hasSeveralWays(design, id)),
  reaction_data: ({ design, each }) =>
    each.some((condition) => condition.name === "activityData" || referenceIn(condition)?.entity === "activity") &&
    hasReactions(design),
  equal_score: ({ design }) =>
    [...design.leaderboards.values()].some(
      ({ type, score_preference }) =>
        type !== "standard" && (score_preference === "prefer-higher" || score_preference === "prefer-lower"),
    ),
  "rule-operators": ({ criteria }) => criteria.some(({ rule }) => !rule.ok),
  "conditions-and": ({ written }) => written.some(leavesOperatorOut),
  "empty-conditions": ({ written }) => written.some(holdsNothing),
  "unknown-condition": ({ criteria, groups }) => [...criteria, ...groups].some(({ conditions }) => !conditions.ok),
  "missing-field": hasFields,
  "operand-numbers": hasFields,
  "hours-wrap": ({ each }) =>
    each.some((condition) => condition.name === "betweenHours" && condition.from + condition.duration > 24),
  "current-activity": ({ design, each }) =>
    hasReactions(design) && each.some((condition) => (referenceIn(condition)?.entity ?? "player") !== "player"),
  "once-earned": ({ design }) => design.achievements.size > 0,
  "span-limits": ({ design }) => design.leaderboards.size > 0,
  "standard-sum": hasStandardBoard,
  "standard-ties": hasStandardBoard,
};

function hasStreaks({ criteria }: UsedParts): boolean {
  return criteria.some(({ definition }) => definition.streak !== null);
}

function hasFields({ each }: UsedParts): boolean {
  return each.some(({ name }) => name === "activityData");
}

function hasReactions({ actions }: Design): boolean {
  return [...actions.values()].some(({ reactions }) => reactions.length > 0);
}

function hasStandardBoard({ design }: UsedParts): boolean {
  return [...design.leaderboards.values()].some(({ type }) => type === "standard");
}

/** Actions that no other reacts with, and those that only circles lead to. What has several ways has them from one of these. */
function startsOf(design: Design): readonly string[] {
  const ids = [...design.actions.keys()];
  const reactions = new Set([...design.actions.values()].flatMap((each) => each.reactions));
  const first = ids.filter((id) => !reactions.has(id));
  const below = reachable(first, (id) => reactionsOf(design, id));
  return [...first, ...ids.filter((id) => !below.has(id))];
}

/** Whether more than one way of reactions leads from the action to another one. */
function hasSeveralWays(design: Design, id: string): boolean {
  const entered = new Set([id]);
  for (const reachable of reachedActions(design, id)) {
    for (const next of design.actions.get(reachable)?.reactions ?? []) {
      // A circle comes back to an action that was there before, which is another way to it, too.
      if (entered.has(next)) return true;
      entered.add(next);
    }
  }
  return false;
}

/** Whether the conditions have several members somewhere, and no operator that says how they go together. */
function leavesOperatorOut(conditions: Json): boolean {
  const { operator, groups } = writtenConditions(conditions);
  if (operator === null && groups.length > 1) return true;
  return groups.some((group) => group.operator === null && group.conditions.length > 1);
}

function holdsNothing(conditions: Json): boolean {
  const { groups } = writtenConditions(conditions);
  return isJsonObject(conditions) && (groups.length === 0 || groups.some((group) => group.conditions.length === 0));
}
