/**
 * Whether everybody who earns one achievement has earned another one by then, whatever players do:
 * an achievement before and after a change, or two of one game. In: their trees. Out: `true`, or
 * `false`, which is "not certain".
 */
import type { Json } from "../../ground/json.ts";
import { spendUpTo, type WorkBudget } from "../../ground/work.ts";
import { isAlike } from "../../model/normalise.ts";
import { listActions } from "../../rules/compiled.ts";
import { findReachingActions } from "../../rules/play.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import { countConditions, isSubset } from "./condition-classes.ts";
import { findBlocker, findEarningBlocker } from "./never.ts";
import {
  type AchievementIn,
  type CriterionTree,
  type DesignTree,
  findTree,
  listCriteria,
  listReferences,
} from "./tree.ts";

/** Comparisons for one achievement, and trials of conditions; beyond them, nothing is certain. */
const MOST_COMPARISONS = 300_000;
/** Steps through lists that take as long as a unit of work. */
const STEPS_OF_UNIT = 100;

export function isEarnedWith(a: AchievementIn, b: AchievementIn, work: WorkBudget): boolean {
  if (findEarningBlocker(a.trees, a.achievement) !== undefined) return true;
  if (findEarningBlocker(b.trees, b.achievement) !== undefined) return false;
  const [from, to] = [findTree(a), findTree(b)];
  if (!spendUpTo(work, MOST_COMPARISONS, (budget) => implies(from, to, budget))) return false;
  return isEvaluatedAlike(a, b, [...listCriteria(from), ...listCriteria(to)]);
}

/**
 * An achievement is evaluated when one of its own actions is recorded (docs/service.md#activities).
 * Where conditions refer to data, that very activity decides, so both have to be evaluated at the
 * same activities, with the same data.
 */
function isEvaluatedAlike(
  a: AchievementIn,
  b: AchievementIn,
  criteria: readonly CriterionTree[],
): boolean {
  const references = listReferences(criteria);
  if (references.length === 0) return true;
  const isRead = references.some(({ entity }) => entity === "action");
  const [first, second] = [a, b].map(({ trees: { design }, achievement }) => {
    const actions = [...listActions(design, achievement)].sort();
    const readActionData = (id: string): Json =>
      isRead ? (design.actions.get(id)?.custom_data ?? null) : null;
    return actions.map((id) => [
      id,
      [...findReachingActions(design, [id])].sort(),
      readActionData(id),
    ]);
  });
  return isAlike(first, second);
}

/** Whether the second tree is true wherever the first one is. */
function implies(from: DesignTree, to: DesignTree, budget: WorkBudget): boolean {
  const known = new Map<DesignTree, Map<DesignTree, boolean>>();
  const follows = (a: DesignTree, b: DesignTree): boolean => {
    const answers = known.get(a) ?? new Map<DesignTree, boolean>();
    known.set(a, answers);
    const answer = answers.get(b) ?? decide(a, b);
    answers.set(b, answer);
    return answer;
  };
  const isSame = (a: DesignTree, b: DesignTree): boolean =>
    follows(a, b) && follows(b, a) && listReferences(listCriteria(b)).length === 0;
  const decide = (a: DesignTree, b: DesignTree): boolean => {
    const ones = listMembers(a);
    const others = listMembers(b);
    budget.left -= 1 + Math.floor((ones.length + others.length) / STEPS_OF_UNIT);
    if (budget.left < 0) return false;
    if (a === b || findBlocker(a) !== undefined) return true;
    const [fromAs, toAs] = [readOperator(a), readOperator(b)];
    if (toAs === "and") return others.every((member) => follows(a, member));
    // Where exactly one of the members is true, one of them is.
    if (fromAs !== undefined && fromAs !== "and" && ones.every((member) => follows(member, b)))
      return true;
    if (fromAs === "and" && putSameFirst(ones, b).some((member) => follows(member, b))) return true;
    if (toAs === "or") return putSameFirst(others, a).some((member) => follows(a, member));
    // Members that are met together leave the same ones met. What refers to data can also be
    // unreadable.
    const isPaired =
      fromAs === "xor" &&
      ones.length === others.length &&
      listReferences(listCriteria(a)).length === 0;
    if (toAs === "xor" && isPaired)
      return ones.every((member, index) => isSame(member, others[index] as DesignTree));
    return a.type === "criterion" && b.type === "criterion" && impliesCriterion(a, b, budget);
  };
  return follows(from, to);
}

/** A group of one is what its member is. A group of none is never true: an `or` of nothing. */
function readOperator(tree: DesignTree): string | undefined {
  if (tree.type !== "group") return undefined;
  if (tree.members.length === 0) return "or";
  return tree.members.length === 1 ? "and" : tree.operator;
}

function listMembers(tree: DesignTree): readonly DesignTree[] {
  return tree.type === "group" ? tree.members : [];
}

/** The members with the one first that has the id of the other tree. */
function putSameFirst(members: readonly DesignTree[], tree: DesignTree): readonly DesignTree[] {
  const same = members.find(({ address }) => address === tree.address);
  return same === undefined ? members : [same, ...members];
}

/** Whether the second criterion is met whenever the first one is. */
function impliesCriterion(a: CriterionTree, b: CriterionTree, budget: WorkBudget): boolean {
  const [from, to] = [a.sources ?? new Set(), b.sources ?? new Set()];
  if (from !== to) budget.left -= Math.floor(from.size / STEPS_OF_UNIT);
  if (!isWithin(from, to) || !impliesRule(a.rule, b.rule)) return false;
  const lasts = isLasting(b.rule);
  if (!lasts && from.size < to.size) return false;
  if (!impliesStreak(a.streak, b.streak, lasts)) return false;
  budget.left -= countConditions(a.filters) + countConditions(b.filters);
  if (budget.left < 0) return false;
  if (JSON.stringify(a.filters) === JSON.stringify(b.filters)) return true;
  return (
    isSubset(a.filters, b.filters, budget) && (lasts || isSubset(b.filters, a.filters, budget))
  );
}

/**
 * Whether more activities never undo it: they neither lower a total nor take away an amount that
 * was reached.
 */
function isLasting({ measure, operator }: MeasuredRule): boolean {
  return measure === "amount" || (measure === "sum" && (operator === "gte" || operator === "gt"));
}

function impliesStreak(a: Streak | null, b: Streak | null, lasts: boolean): boolean {
  if (b === null) return a === null || lasts;
  return a !== null && a.interval === b.interval && a.count >= b.count;
}

/** From average to amount to sum, each is at least the one before, where no amount is negative. */
const ORDER = ["average", "amount", "sum"] as const;

/** Whether what passes the first rule passes the second one, of the same activities. */
function impliesRule(a: MeasuredRule, b: MeasuredRule): boolean {
  const isWhole = b.measure !== "average";
  const [from, to] = [findBounds(a, isWhole), findBounds(b, isWhole)];
  const isAbove = from.least >= to.least;
  if (a.measure === b.measure)
    return isAbove && (to.most === null || (from.most !== null && from.most <= to.most));
  return isAbove && to.most === null && ORDER.indexOf(a.measure) < ORDER.indexOf(b.measure);
}

/**
 * Twice the least and the most that pass, so that a half is what lies between two whole numbers.
 */
function findBounds(
  { operator, threshold }: MeasuredRule,
  isWhole: boolean,
): { least: bigint; most: bigint | null } {
  const [at, next] = [threshold * 2n, isWhole ? 2n : 1n];
  const least = operator === "gt" ? at + next : operator === "gte" || operator === "eq" ? at : 0n;
  const most = operator === "lt" ? at - next : operator === "lte" || operator === "eq" ? at : null;
  return { least: least < 0n ? 0n : least, most };
}

function isWithin<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one === other || (one.size <= other.size && [...one].every((value) => other.has(value)));
}
