/**
 * What is certain between two definitions, of one game or of a game before and after a change: whoever has met the one has
 * met the other. `true` is certain, for all that players may do; `false` is "not certain".
 *
 * It is taken that amounts are not negative and that time goes on; a definition that cannot be read implies nothing but
 * itself.
 */

import { memoizedBy } from "../../model/collections.ts";
import { canonicalJson, type Json } from "../../model/json.ts";
import { compileCriterion } from "../../rules/compiled.ts";
import { referenceIn } from "../../rules/condition-references.ts";
import { type Conditions, parseConditions } from "../../rules/conditions.ts";
import type { CriterionRules, GroupRules } from "../../rules/model.ts";
import { reachingActions } from "../../rules/reactions.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import { conditionsImply } from "./condition-implication.ts";
import type { AchievementDesign, Design } from "./design.ts";
import { entails, type Statement } from "./entailment.ts";
import { holdsZero, isWithin, rangeOf } from "./rule-range.ts";

/** A criterion where it stands: with the conditions of the groups around it. */
interface Placed {
  readonly design: Design;
  /** Absent where the group names one that is not there. */
  readonly criterion: CriterionRules | undefined;
  readonly custom_id: string;
  readonly outer: readonly Json[];
}

/** Whether whoever has met criterion `a` has met `b`. */
export function criterionImplies(a: CriterionRules, aIn: Design, b: CriterionRules, bIn: Design): boolean {
  return placedImplies(placed(a, aIn), placed(b, bIn));
}

/** Whether group `b` is true for whomever `a` is true for. */
export function groupImplies(a: GroupRules, aIn: Design, b: GroupRules, bIn: Design): boolean {
  return entails(statementOfGroup(a, aIn), statementOfGroup(b, bIn), placedImplies);
}

/** Whether whoever has done enough for achievement `a` has done enough for `b`. One without a group is never earned. */
export function achievementImplies(a: AchievementDesign, aIn: Design, b: AchievementDesign, bIn: Design): boolean {
  const known = answers(aIn)(bIn);
  const key = `${a.custom_criteria_group_id ?? ""} ${b.custom_criteria_group_id ?? ""}`;
  const answer =
    known.get(key) ?? entails(statementOfAchievement(a, aIn), statementOfAchievement(b, bIn), placedImplies);
  known.set(key, answer);
  return answer;
}

/** Many achievements may be earned by one group. */
const answers = memoizedBy((_: Design) => memoizedBy((_to: Design) => new Map<string, boolean>()));

const NEVER: Statement<Placed> = { type: "or", parts: [] };

function placed(criterion: CriterionRules, design: Design): Placed {
  return { design, criterion, custom_id: criterion.custom_id, outer: [] };
}

function statementOfAchievement({ custom_criteria_group_id }: AchievementDesign, design: Design): Statement<Placed> {
  const group = design.groups.get(custom_criteria_group_id ?? "");
  return group === undefined ? NEVER : statementOfGroup(group, design);
}

/** Groups inside of groups are stated once, for the same conditions around them. */
const statements = memoizedBy((_: Design) => new Map<string, Statement<Placed>>());

function statementOfInner(
  group: GroupRules,
  design: Design,
  outer: readonly Json[],
  path: readonly string[],
): Statement<Placed> {
  if (path.includes(group.custom_id)) return NEVER;
  const key = `${group.custom_id} ${outer.length === 0 ? "" : canonicalJson(outer)}`;
  const known = statements(design).get(key) ?? statementOfGroup(group, design, outer, path);
  statements(design).set(key, known);
  return known;
}

function statementOfGroup(
  group: GroupRules,
  design: Design,
  outer: readonly Json[] = [],
  path: readonly string[] = [],
): Statement<Placed> {
  const filters = group.conditions === null ? outer : [...outer, group.conditions];
  const reaching = design.semantics.group_conditions === "inward" ? filters : [];
  const criteria = group.criteria.map((custom_id): Statement<Placed> => {
    return { type: "leaf", leaf: { design, criterion: design.criteria.get(custom_id), custom_id, outer: filters } };
  });
  const groups = group.criteria_groups.map((id): Statement<Placed> => {
    const inner = design.groups.get(id);
    return inner === undefined ? NEVER : statementOfInner(inner, design, reaching, [...path, group.custom_id]);
  });
  const parts = [...criteria, ...groups];
  const { operator } = group;
  if ((operator !== "and" && operator !== "or" && operator !== "xor") || parts.length === 0) return NEVER;
  const [only] = parts.length === 1 ? parts : [];
  return only ?? { type: operator, parts };
}

function placedImplies(a: Placed, b: Placed): boolean {
  if (a.criterion === undefined || b.criterion === undefined) {
    return a.criterion === b.criterion && a.custom_id === b.custom_id;
  }
  if (!isSame(a.design.semantics, b.design.semantics)) return false;
  const countedInB = isCountedIn(a, a.criterion, b, b.criterion);
  if (!countedInB) return false;
  const [from, to] = [compileCriterion(a.criterion), compileCriterion(b.criterion)];
  const isSameCount = isCountedIn(b, b.criterion, a, a.criterion);
  if (!from.rule.ok || !from.streak.ok || !to.rule.ok || !to.streak.ok) {
    return isSameCount && isSame(rulesOf(a.criterion), rulesOf(b.criterion));
  }
  return streakImplies(
    { rule: from.rule.value, streak: from.streak.value },
    { rule: to.rule.value, streak: to.streak.value },
    isSameCount,
    a.design.semantics.no_activity === "zero",
  );
}

function rulesOf({ type, rule, streak }: CriterionRules): Json {
  return { type, rule, streak };
}

/** Whether each activity that counts for `a` counts for `b`, too, with the same amount. */
function isCountedIn(a: Placed, inA: CriterionRules, b: Placed, inB: CriterionRules): boolean {
  const [reachingA, reachingB] = [
    reachingActions(a.design, [inA.custom_action_id]),
    reachingActions(b.design, [inB.custom_action_id]),
  ];
  if ([...reachingA].some((id) => !reachingB.has(id))) return false;
  if (a.design.semantics.reactions === "every-path" && reactionsOf(a.design.actions) !== reactionsOf(b.design.actions))
    return false;
  if (a.design.semantics.reactions === "every-path" && inA.custom_action_id !== inB.custom_action_id) return false;
  const [filtersA, filtersB] = [filtersOf(a, inA), filtersOf(b, inB)];
  if (filtersA === undefined || filtersB === undefined) {
    const written = (each: Placed, criterion: CriterionRules): Json => [...each.outer, criterion.conditions];
    return inA.custom_action_id === inB.custom_action_id && isSame(written(a, inA), written(b, inB));
  }
  // What a reaction carries over, and what references read from, may differ from action to action.
  if (
    inA.custom_action_id !== inB.custom_action_id &&
    a.design.semantics.reaction_data === "amount" &&
    filtersB.length > 0
  )
    return false;
  if (readsActions([...filtersA, ...filtersB]) && dataOf(a.design.actions) !== dataOf(b.design.actions)) return false;
  // A reference that leads to nothing may stop all, also beside conditions that would hold without it.
  const [readA, readB] = [referencesIn(filtersA), referencesIn(filtersB)];
  const mayStop = a.design.semantics.missing_reference === "impossible" && [...readB].some((each) => !readA.has(each));
  return !mayStop && conditionsImply(filtersA, filtersB);
}

/** Undefined where one of the conditions cannot be read. */
function filtersOf({ outer }: Placed, criterion: CriterionRules): readonly Conditions[] | undefined {
  const filters: Conditions[] = [];
  for (const written of [...outer, criterion.conditions]) {
    const conditions = parseConditions(written);
    if (!conditions.ok) return undefined;
    if (conditions.value.groups.length > 0) filters.push(conditions.value);
  }
  return filters;
}

/** The references of all conditions, in one form, each with what it is used for: it has to fit that. */
function referencesIn(filters: readonly Conditions[]): ReadonlySet<string> {
  const conditions = filters.flatMap(({ groups }) => groups.flatMap((group) => group.conditions));
  return new Set(
    conditions.flatMap((each) => {
      const reference = referenceIn(each);
      return reference === undefined ? [] : [`${each.name} ${reference.entity}.${reference.path.join(".")}`];
    }),
  );
}

function readsActions(filters: readonly Conditions[]): boolean {
  return [...referencesIn(filters)].some((each) => each.includes(" action."));
}

// A game may have thousands of achievements to compare, and each of them asks for the same texts.

/** The data of all actions as one text. */
const dataOf = memoizedBy((actions: Design["actions"]) =>
  canonicalJson(Object.fromEntries([...actions].map(([id, { custom_data }]) => [id, custom_data]))),
);

/** The reactions of all actions as one text. */
const reactionsOf = memoizedBy((actions: Design["actions"]) =>
  canonicalJson(Object.fromEntries([...actions].map(([id, { reactions }]) => [id, [...reactions].sort()]))),
);

interface Measured {
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
}

/**
 * Whether the rule and streak of `a` imply those of `b`, where all that counts for `a` counts for `b`. `isSameCount`: and
 * nothing else does. `isZero`: nothing at all counts as an amount of 0.
 */
function streakImplies(a: Measured, b: Measured, isSameCount: boolean, isZero: boolean): boolean {
  if (b.streak === null) {
    if (a.streak === null) return ruleImplies(a.rule, b.rule, isSameCount, isZero, 1);
    // Each of the intervals is a part of the whole.
    return ruleImplies(a.rule, b.rule, false, false, a.streak.count);
  }
  if (a.streak === null) return false;
  const isLongEnough = a.streak.interval === b.streak.interval && a.streak.count >= b.streak.count;
  return isLongEnough && ruleImplies(a.rule, b.rule, isSameCount, false, 1);
}

/** `times`: in how many parts, without anything in common, the rule of `a` holds. */
function ruleImplies(a: MeasuredRule, b: MeasuredRule, isSameCount: boolean, isZero: boolean, times: number): boolean {
  const [from, to] = [rangeOf(a), rangeOf(b)];
  if (isSameCount && a.measure === b.measure && isWithin(from, to)) return true;
  // Where nothing counts for `a`, something that does not pass may count for `b`.
  if (isZero && holdsZero(from)) return false;
  if (b.measure === "amount") {
    if (a.measure === "amount") return isWithin(from, to);
    // The largest amount is no smaller than the average, and the smallest no larger.
    const isOneSided = from.least === null || from.most === null;
    return a.measure === "average" && isOneSided && isWithin(from, to);
  }
  if (b.measure === "average" || to.most !== null) return false;
  // Of a total, an amount or an average that is at least so much, the total of all is at least as much.
  const least = from.least === null || from.least < 0n ? 0n : from.least;
  return isWithin({ least: least * BigInt(times), most: null }, to);
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a as Json) === canonicalJson(b as Json);
}
