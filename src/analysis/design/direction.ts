/**
 * Decides whether every player who earns one achievement has also earned another one by then. The
 * two are versions of an achievement before and after a change, or achievements of one game. In:
 * their trees. Out: `true`, or `false` for "not certain".
 */
import type { Comparison } from "../../catalog/conditions.ts";
import type { Json } from "../../ground/json.ts";
import { spendUpTo, type WorkBudget } from "../../ground/work.ts";
import { isAlike } from "../../model/normalise.ts";
import { listActions } from "../../rules/compiled.ts";
import { findReachingActions } from "../../rules/play.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import { countConditions, isSubset } from "./condition-classes.ts";
import { findBlocker, findEarningBlocker } from "./never.ts";
import {
  type CriterionTree,
  type DesignTree,
  findTree,
  type GameAchievement,
  listCriteria,
  listReferences,
} from "./tree.ts";

/** Limit of comparisons and trials for one achievement; beyond it, the answer is not certain. */
const MOST_COMPARISONS = 300_000;
/** Steps through lists in a unit of work. */
const STEPS_OF_UNIT = 100;

/** Whether every player who earns `a` has also earned `b`. */
export function isEarnedWith(a: GameAchievement, b: GameAchievement, work: WorkBudget): boolean {
  if (findEarningBlocker(a.trees, a.achievement) !== undefined) return true;
  if (findEarningBlocker(b.trees, b.achievement) !== undefined) return false;
  const from = findTree(a);
  const to = findTree(b);
  if (!spendUpTo(work, MOST_COMPARISONS, (budget) => implies(from, to, budget))) return false;
  return isEvaluatedAlike(a, b, [...listCriteria(from), ...listCriteria(to)]);
}

/**
 * Whether both achievements are evaluated at the same activities, with the same data. Conditions
 * with references require it, because they read the activity at which an achievement is evaluated
 * (docs/service.md#activities).
 */
function isEvaluatedAlike(
  a: GameAchievement,
  b: GameAchievement,
  criteria: readonly CriterionTree[],
): boolean {
  const references = listReferences(criteria);
  if (references.length === 0) return true;
  const isRead = references.some(({ entity }) => entity === "action");
  const describeEvaluation = ({ trees: { design }, achievement }: GameAchievement): Json => {
    const readActionData = (id: string): Json =>
      isRead ? (design.actions.get(id)?.custom_data ?? null) : null;
    return [...listActions(design, achievement)]
      .sort()
      .map((id) => [id, [...findReachingActions(design, [id])].sort(), readActionData(id)]);
  };
  return isAlike(describeEvaluation(a), describeEvaluation(b));
}

/** Whether the second tree is true whenever the first one is. */
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
  /** Whether the members of `a` imply `b`: any of them under `and`, all under `or` and `xor`. */
  const membersImply = (a: DesignTree, b: DesignTree): boolean => {
    const operator = readOperator(a);
    if (operator === undefined) return false;
    const members = listMembers(a);
    return operator === "and"
      ? putSameFirst(members, b).some((member) => follows(member, b))
      : members.every((member) => follows(member, b));
  };
  /** Whether both members are equivalent at each index. */
  const areSame = (ones: readonly DesignTree[], others: readonly DesignTree[]): boolean =>
    ones.every((member, index) => {
      const other = others[index];
      return other !== undefined && isSame(member, other);
    });
  const decide = (a: DesignTree, b: DesignTree): boolean => {
    const ones = listMembers(a);
    const others = listMembers(b);
    budget.left -= 1 + Math.floor((ones.length + others.length) / STEPS_OF_UNIT);
    if (budget.left < 0) return false;
    if (a === b || findBlocker(a) !== undefined) return true;
    const operator = readOperator(b);
    if (operator === "and") return others.every((member) => follows(a, member));
    if (membersImply(a, b)) return true;
    if (operator === "or") return putSameFirst(others, a).some((member) => follows(a, member));
    if (operator === "xor" && isPaired(a, b)) return areSame(ones, others);
    return a.type === "criterion" && b.type === "criterion" && impliesCriterion(a, b, budget);
  };
  return follows(from, to);
}

/**
 * Whether two trees are `xor` groups that can be compared member by member. References exclude
 * that, because they can make members unreadable.
 */
function isPaired(a: DesignTree, b: DesignTree): boolean {
  return (
    readOperator(a) === "xor" &&
    listMembers(a).length === listMembers(b).length &&
    listReferences(listCriteria(a)).length === 0
  );
}

/** Reads a group's operator. An empty group is an `or`, and a group of one member an `and`. */
function readOperator(tree: DesignTree): string | undefined {
  if (tree.type !== "group") return undefined;
  if (tree.members.length === 0) return "or";
  return tree.members.length === 1 ? "and" : tree.operator;
}

function listMembers(tree: DesignTree): readonly DesignTree[] {
  return tree.type === "group" ? tree.members : [];
}

/** Puts the member with the address of the other tree first, because it probably matches. */
function putSameFirst(members: readonly DesignTree[], tree: DesignTree): readonly DesignTree[] {
  const same = members.find(({ address }) => address === tree.address);
  return same === undefined ? members : [same, ...members];
}

/** Whether the second criterion is met whenever the first one is. */
function impliesCriterion(a: CriterionTree, b: CriterionTree, budget: WorkBudget): boolean {
  const from = a.sources ?? new Set();
  const to = b.sources ?? new Set();
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

/** Whether a met rule stays met, whatever activities follow. */
function isLasting({ measure, operator }: MeasuredRule): boolean {
  return measure === "amount" || (measure === "sum" && (operator === "gte" || operator === "gt"));
}

function impliesStreak(a: Streak | null, b: Streak | null, lasts: boolean): boolean {
  if (b === null) return a === null || lasts;
  return a !== null && a.interval === b.interval && a.count >= b.count;
}

/** Measures in ascending order of their values, if no amount is negative. */
const ORDER = ["average", "amount", "sum"] as const;

/** Whether activities that satisfy the first rule also satisfy the second one. */
function impliesRule(a: MeasuredRule, b: MeasuredRule): boolean {
  const isWhole = b.measure !== "average";
  const from = findBounds(a, isWhole);
  const to = findBounds(b, isWhole);
  const isAbove = from.least >= to.least;
  if (a.measure === b.measure)
    return isAbove && (to.most === null || (from.most !== null && from.most <= to.most));
  return isAbove && to.most === null && ORDER.indexOf(a.measure) < ORDER.indexOf(b.measure);
}

interface Bounds {
  readonly least: bigint;
  /** `null` for no upper bound. */
  readonly most: bigint | null;
}

/** Finds the bounds of passing values, doubled so that halves between whole numbers are exact. */
function findBounds({ operator, threshold }: MeasuredRule, isWhole: boolean): Bounds {
  const at = threshold * 2n;
  const next = isWhole ? 2n : 1n;
  const bounds: Readonly<Record<Comparison, Bounds>> = {
    eq: { least: at, most: at },
    gt: { least: at + next, most: null },
    gte: { least: at, most: null },
    lt: { least: 0n, most: at - next },
    lte: { least: 0n, most: at },
  };
  const { least, most } = bounds[operator];
  return { least: least < 0n ? 0n : least, most };
}

function isWithin<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one === other || (one.size <= other.size && [...one].every((value) => other.has(value)));
}
