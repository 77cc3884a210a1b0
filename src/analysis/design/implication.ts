/**
 * What is certain between two definitions, of one game or of a game before and after a change: every player who has met
 * the one has met the other. `true` is certain, for all that players may do; `false` is "not certain".
 *
 * This assumes that amounts are not negative and that time goes on; a definition that cannot be read implies nothing but
 * itself.
 */
import { memoizedBy } from "../../model/collections.ts";
import type { Operand } from "../../model/condition-grammar.ts";
import { canonicalJson, type Json } from "../../model/json.ts";
import { compileCriterion } from "../../rules/compiled.ts";
import {
  type CompiledCondition,
  type Conditions,
  conditionsIn,
  parseConditions,
  referenceIn,
} from "../../rules/conditions.ts";
import { foldGroups } from "../../rules/groups.ts";
import type { CriterionRules, GroupRules } from "../../rules/model.ts";
import { reachingActions } from "../../rules/play.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import type { AchievementDesign, Design } from "./design.ts";
import { holdsZero, isWithin, type Range, rangeOf } from "./rule-range.ts";

/** A criterion with the conditions of the groups around it. */
interface CriterionInContext {
  readonly design: Design;
  readonly criterion: CriterionRules;
  readonly outer: readonly Json[];
}

/** What a group names: a criterion, or the id of one that is missing. */
type Member = CriterionInContext | { readonly missing: string };

/** Whether every player who has met criterion `a` has met `b`. */
export function criterionImplies(a: CriterionRules, aIn: Design, b: CriterionRules, bIn: Design): boolean {
  return memberImplies({ design: aIn, criterion: a, outer: [] }, { design: bIn, criterion: b, outer: [] });
}

/** Whether group `b` is true wherever `a` is. The groups need not be among those of the designs. */
export function groupImplies(a: GroupRules, aIn: Design, b: GroupRules, bIn: Design): boolean {
  const [from, to] = [statementFrom(a, aIn, [], statementOf(aIn)), statementFrom(b, bIn, [], statementOf(bIn))];
  return entails(from, to, memberImplies);
}

/** The same for what it takes to earn achievements. One without a group is never earned. */
export function achievementImplies(a: AchievementDesign, aIn: Design, b: AchievementDesign, bIn: Design): boolean {
  const known = answers(aIn)(bIn);
  const [from, to] = [a.custom_criteria_group_id ?? "", b.custom_criteria_group_id ?? ""];
  const key = `${from} ${to}`;
  const answer = known.get(key) ?? entails(statementOf(aIn)(from, []), statementOf(bIn)(to, []), memberImplies);
  known.set(key, answer);
  return answer;
}

/** Many achievements may be earned by one group. */
const answers = memoizedBy((_: Design) => memoizedBy((_to: Design) => new Map<string, boolean>()));

const NEVER: Statement<Member> = { type: "or", parts: [] };

type StatementOf = (id: string, outer: readonly Json[]) => Statement<Member>;

/** A group as a statement, with the conditions of the groups around it; each once. */
const statementOf = memoizedBy(
  (design: Design): StatementOf =>
    foldGroups<GroupRules, readonly Json[], Statement<Member>>({
      find: (id) => design.groups.get(id),
      keyOf: (id, outer) => `${id} ${outer.length === 0 ? "" : canonicalJson(outer)}`,
      missing: () => NEVER,
      circular: () => NEVER,
      value: (group, outer, inner) => statementFrom(group, design, outer, inner),
    }),
);

function statementFrom(
  { operator, conditions, criteria, criteria_groups }: GroupRules,
  design: Design,
  around: readonly Json[],
  inner: StatementOf,
): Statement<Member> {
  const outer = conditions === null ? around : [...around, conditions];
  const reaching = design.semantics.group_conditions === "inward" ? outer : [];
  const parts = [
    ...criteria.map((id): Statement<Member> => {
      const criterion = design.criteria.get(id);
      return { type: "leaf", leaf: criterion === undefined ? { missing: id } : { design, criterion, outer } };
    }),
    ...criteria_groups.map((id) => inner(id, reaching)),
  ];
  if ((operator !== "and" && operator !== "or" && operator !== "xor") || parts.length === 0) return NEVER;
  const [only] = parts.length === 1 ? parts : [];
  return only ?? { type: operator, parts };
}

function memberImplies(a: Member, b: Member): boolean {
  if ("missing" in a || "missing" in b) return "missing" in a && "missing" in b && a.missing === b.missing;
  if (!isSame(a.design.semantics, b.design.semantics) || !isCountedIn(a, b)) return false;
  const isSameCount = isCountedIn(b, a);
  const [from, to] = [compileCriterion(a.criterion), compileCriterion(b.criterion)];
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
function isCountedIn(a: CriterionInContext, b: CriterionInContext): boolean {
  const { semantics, actions } = a.design;
  const [actionA, actionB] = [a.criterion.custom_action_id, b.criterion.custom_action_id];
  const isSameAction = actionA === actionB;
  const reachingB = reachingActions(b.design, [actionB]);
  if ([...reachingActions(a.design, [actionA])].some((id) => !reachingB.has(id))) return false;
  const isOncePerPath = semantics.reactions === "every-path";
  if (isOncePerPath && !(isSameAction && reactionsOf(actions) === reactionsOf(b.design.actions))) return false;
  const [filtersA, filtersB] = [filtersOf(a), filtersOf(b)];
  if (filtersA === undefined || filtersB === undefined) return isSameAction && isSame(writtenIn(a), writtenIn(b));
  // What a reaction carries over, and what references read from, may differ from action to action.
  if (!isSameAction && semantics.reaction_data === "amount" && filtersB.length > 0) return false;
  if (readsActions([...filtersA, ...filtersB]) && dataOf(actions) !== dataOf(b.design.actions)) return false;
  // A reference that leads to nothing may stop all, also beside conditions that would hold without it.
  const [readA, readB] = [referencesIn(filtersA), referencesIn(filtersB)];
  const mayStop = semantics.missing_reference === "impossible" && [...readB].some((each) => !readA.has(each));
  return !mayStop && conditionsImply(filtersA, filtersB);
}

function writtenIn({ outer, criterion }: CriterionInContext): readonly Json[] {
  return [...outer, criterion.conditions];
}

/** Undefined where one of the conditions cannot be read. */
function filtersOf(member: CriterionInContext): readonly Conditions[] | undefined {
  const filters: Conditions[] = [];
  for (const written of writtenIn(member)) {
    const conditions = parseConditions(written);
    if (!conditions.ok) return undefined;
    if (conditions.value.groups.length > 0) filters.push(conditions.value);
  }
  return filters;
}

/** The references of all conditions, in one form, each with what it is used for: it has to fit that. */
function referencesIn(filters: readonly Conditions[]): ReadonlySet<string> {
  return new Set(
    filters.flatMap(conditionsIn).flatMap((each) => {
      const reference = referenceIn(each);
      return reference === undefined ? [] : [`${each.name} ${reference.entity}.${reference.path.join(".")}`];
    }),
  );
}

function readsActions(filters: readonly Conditions[]): boolean {
  return [...referencesIn(filters)].some((each) => each.includes(" action."));
}

// A game may have thousands of achievements to compare, all of which need the same texts.

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

// Whether one statement follows from another, both made of parts under `and`, `or` and `xor`. `true` is certain; `false` is
// "not certain".

/** A statement; `leaf` is whatever the caller compares by itself. An `or` of nothing is never true, an `and` always. */
type Statement<Leaf> =
  | { readonly type: "leaf"; readonly leaf: Leaf }
  | { readonly type: "and" | "or" | "xor"; readonly parts: readonly Statement<Leaf>[] };

/** Comparisons after which nothing more is certain: the parts of two statements can be compared with each other in pairs. */
const MOST_COMPARISONS = 50_000;

/** Whether `b` is true wherever `a` is. `leafFollows`: the same for two leaves. */
function entails<Leaf>(a: Statement<Leaf>, b: Statement<Leaf>, leafFollows: (a: Leaf, b: Leaf) => boolean): boolean {
  // Parts may occur in several places, and are compared once.
  const known = new Map<Statement<Leaf>, Map<Statement<Leaf>, boolean>>();
  let left = MOST_COMPARISONS;
  const follows = (from: Statement<Leaf>, to: Statement<Leaf>): boolean => {
    const answers = known.get(from) ?? new Map<Statement<Leaf>, boolean>();
    known.set(from, answers);
    const answer = answers.get(to);
    if (answer !== undefined) return answer;
    left -= 1;
    const found = left >= 0 && compared(from, to);
    answers.set(to, found);
    return found;
  };
  const compared = (from: Statement<Leaf>, to: Statement<Leaf>): boolean => {
    if (to.type === "and") return to.parts.every((part) => follows(from, part));
    if (from.type === "or") return from.parts.every((part) => follows(part, to));
    if (from.type === "and" && from.parts.some((part) => follows(part, to))) return true;
    if (to.type === "or") return to.parts.some((part) => follows(from, part));
    if (from.type === "xor" && to.type === "xor") return areAlike(from.parts, to.parts);
    return from.type === "leaf" && to.type === "leaf" && leafFollows(from.leaf, to.leaf);
  };
  /** Whether the parts are the same statements, in any order. */
  const areAlike = (ones: readonly Statement<Leaf>[], others: readonly Statement<Leaf>[]): boolean => {
    if (ones.length !== others.length) return false;
    const rest = [...others];
    return ones.every((part) => {
      const index = rest.findIndex((other) => follows(part, other) && follows(other, part));
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    });
  };
  return follows(a, b);
}

// Whether conditions that let an activity count are sure to be let pass by other conditions, too.

/** Whether every activity that passes all of `a` passes all of `b`. */
function conditionsImply(a: readonly Conditions[], b: readonly Conditions[]): boolean {
  const [from, to] = [a, b].map((filters) => combined("and", filters.map(statementOfConditions)));
  return from !== undefined && to !== undefined && entails(from, to, conditionImplies);
}

/** Conditions as a statement about one activity. Without any, all activities pass. */
function statementOfConditions({ operator, groups }: Conditions): Statement<CompiledCondition> {
  return combined(
    operator,
    groups.map((group) => combined(group.operator, group.conditions.map(statementOfOne))),
  );
}

/** What lets everything pass, or nothing, is no matter of comparing. */
function statementOfOne(leaf: CompiledCondition): Statement<CompiledCondition> {
  const always: Statement<CompiledCondition> = { type: "and", parts: [] };
  const never: Statement<CompiledCondition> = { type: "or", parts: [] };
  if (leaf.name === "nothing") return never;
  if (leaf.name === "betweenHours" && leaf.duration === 0) return never;
  if (leaf.name === "betweenHours" && leaf.duration >= 24) return always;
  if (leaf.name === "months" && new Set(leaf.months).size === 12) return always;
  return { type: "leaf", leaf };
}

/** An empty list lets everything pass, whatever its operator. */
function combined(
  operator: "and" | "or",
  parts: readonly Statement<CompiledCondition>[],
): Statement<CompiledCondition> {
  return { type: parts.length === 0 ? "and" : operator, parts };
}

function conditionImplies(a: CompiledCondition, b: CompiledCondition): boolean {
  if (canonicalJson(a as unknown as Json) === canonicalJson(b as unknown as Json)) return true;
  const [monthsA, monthsB] = [monthsOf(a), monthsOf(b)];
  if (monthsA !== undefined && monthsB !== undefined) return monthsA.every((month) => monthsB.includes(month));
  if (a.name === "betweenHours" && b.name === "betweenHours") {
    const inB = new Set(hoursOf(b));
    return hoursOf(a).every((hour) => inB.has(hour));
  }
  if (a.name !== "activityData" || b.name !== "activityData") return false;
  if (a.field.join(".") !== b.field.join(".")) return false;
  const [rangeA, rangeB] = [fieldRange(a), fieldRange(b)];
  return rangeA !== undefined && rangeB !== undefined && isWithin(rangeA, rangeB);
}

function monthsOf(condition: CompiledCondition): readonly number[] | undefined {
  if (condition.name === "months") return condition.months;
  return condition.name === "month" && "text" in condition.operand ? [Number(condition.operand.text)] : undefined;
}

function hoursOf({ from, duration }: Extract<CompiledCondition, { readonly name: "betweenHours" }>): readonly number[] {
  return Array.from({ length: Math.min(duration, 24) }, (_, index) => (from + index) % 24);
}

/**
 * The values of the field that pass. Fields may hold fractions, so that `gt:1` is not taken for `gte:2`: strict bounds are
 * known only where both conditions have them.
 */
function fieldRange({
  operator,
  operand,
}: Extract<CompiledCondition, { readonly name: "activityData" }>): Range | undefined {
  const value = wholeNumber(operand);
  if (value === undefined) return undefined;
  // Doubled, there is room between two whole numbers for what a strict bound leaves out.
  return rangeOf({ operator, threshold: value * 2n });
}

function wholeNumber(operand: Operand): bigint | undefined {
  return "text" in operand && /^-?[0-9]+$/.test(operand.text) ? BigInt(operand.text) : undefined;
}
