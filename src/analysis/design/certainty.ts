/**
 * What is certain about trees, whatever players do: that one is never true, and that one is true wherever another one is. The
 * only answer to "can this be earned?" in laurel: lint, report, impact, changelog and hazards all ask here. `false` and
 * `undefined` are "not certain".
 */
import { memoizedBy } from "../../model/collections.ts";
import { conditionsIn, referenceIn } from "../../rules/conditions.ts";
import type { AchievementRules, GroupRules } from "../../rules/model.ts";
import { reachingActions } from "../../rules/play.ts";
import { branchesOf, type Contradiction, inBoth } from "./branches.ts";
import { type NeverMet, type Requirement, requirementImplies, whyNeverMet } from "./requirements.ts";
import { type Forest, type GroupTree, requirementsIn, type Tree } from "./trees.ts";

/** Why a tree is never true: the part that keeps it from that. */
export type WhyNever =
  | { readonly at: "achievement"; readonly custom_id: string; readonly missing?: string }
  | { readonly at: "criterion"; readonly requirement: Requirement; readonly why: NeverMet }
  | { readonly at: "empty"; readonly group: GroupRules }
  /** Members that can each be true, and never together. With the two criteria, where it is about two. */
  | { readonly at: "members"; readonly group: GroupRules; readonly pair?: Contradiction }
  /** Members of an exclusive group, of which there is never just one. `areAlike`: they are all true, or none is. */
  | { readonly at: "exclusive"; readonly group: GroupRules; readonly areAlike: boolean };

/** Why no player can earn the achievement; undefined where it can be earned, or that is not known. */
export function whyNeverEarned(forest: Forest, achievement: AchievementRules): WhyNever | undefined {
  const { custom_id, custom_criteria_group_id: id } = achievement;
  const { groups, known } = forest.design;
  if (id === null) return { at: "achievement", custom_id };
  if (!groups.has(id)) return known.has("criteria_group") ? { at: "achievement", custom_id, missing: id } : undefined;
  return whyNever(forest.group(id));
}

export const whyNever = memoizedBy((tree: Tree): WhyNever | undefined => {
  if (tree.type === "open") return undefined;
  if (tree.type === "criterion") {
    const why = whyNeverMet(tree);
    return why && { at: "criterion", requirement: tree, why };
  }
  const { group, operator, members } = tree;
  if (members.length === 0) return { at: "empty", group };
  let first: WhyNever | undefined;
  let isEach = true;
  for (const member of members) {
    const why = whyNever(member);
    first ??= why;
    isEach &&= why !== undefined;
    if (operator === "and" && why !== undefined) return why;
  }
  if (isEach) return first;
  const { branches, isComplete } = branchesOf(tree);
  if (branches.length > 0 || !isComplete) return undefined;
  if (operator === "xor") {
    const [one, ...others] = members;
    const areAlike = others.every((each) => one !== undefined && implies(one, each) && implies(each, one));
    return { at: "exclusive", group, areAlike };
  }
  const pair = contradictionIn(tree);
  return { at: "members", group, ...(pair === undefined ? {} : { pair }) };
});

/** The one contradiction between members under `and`; undefined where there are several, or another reason. */
function contradictionIn({ members }: GroupTree): Contradiction | undefined {
  const found: Contradiction[] = [];
  members.map((member) => branchesOf(member)).reduce((a, b) => inBoth(a, b, (each) => found.push(each)));
  const [first, ...others] = found;
  const isOne = others.every(({ criteria }) => criteria.every((each, index) => each === first?.criteria[index]));
  return isOne ? first : undefined;
}

/** Comparisons after which nothing more is certain: the parts of two trees can be compared with each other in pairs. */
const MOST_COMPARISONS = 50_000;

/** More pairs of branches are not tried. */
const MOST_PAIRS = 4_096;

/** Whether `b` is true wherever `a` is, at the same moment. */
export function implies(a: Tree, b: Tree): boolean {
  return impliedBy(a)(b);
}

const impliedBy = memoizedBy((a: Tree) => memoizedBy((b: Tree) => followsByParts(a, b) || isRefuted(a, b)));

/** Whether no branch in which `a` is true goes with one in which `b` is not. */
function isRefuted(a: Tree, b: Tree): boolean {
  const [isTrue, isNot] = [branchesOf(a), branchesOf(b, false)];
  if (isTrue.branches.length * isNot.branches.length > MOST_PAIRS) return false;
  const { branches, isComplete } = inBoth(isTrue, isNot);
  return isComplete && branches.length === 0;
}

/** The same by comparing parts with parts, which is enough for most trees, however large they are. */
function followsByParts(a: Tree, b: Tree): boolean {
  // Parts may occur in several places, and are compared once.
  const known = new Map<Tree, Map<Tree, boolean>>();
  let left = MOST_COMPARISONS;
  const follows = (from: Tree, to: Tree): boolean => {
    const answers = known.get(from) ?? new Map<Tree, boolean>();
    known.set(from, answers);
    const answer = answers.get(to);
    if (answer !== undefined) return answer;
    left -= 1;
    const found = left >= 0 && compared(from, to);
    answers.set(to, found);
    return found;
  };
  const compared = (from: Tree, to: Tree): boolean => {
    if (from === to || whyNever(from) !== undefined) return true;
    if (from.type === "open" && to.type === "open") return from.key === to.key;
    if (from.type === "criterion" && to.type === "criterion") {
      return [...to.stops].every((each) => from.stops.has(each)) && requirementImplies(from, to);
    }
    const [fromAs, toAs] = [operatorOf(from), operatorOf(to)];
    if (toAs === "and") return membersOf(to).every((part) => follows(from, part));
    if (fromAs === "or" && membersOf(from).every((part) => follows(part, to))) return true;
    if (fromAs === "and" && membersOf(from).some((part) => follows(part, to))) return true;
    if (toAs === "or" && membersOf(to).some((part) => follows(from, part))) return true;
    if (fromAs !== "xor") return false;
    // Wherever exactly one of the parts is true, or an odd number, one of them is.
    if (membersOf(from).every((part) => follows(part, to))) return true;
    return toAs === "xor" && areAlike(membersOf(from), membersOf(to));
  };
  /** Whether the one is true where the other is, and can be read where the other can. */
  const isSame = (one: Tree, other: Tree): boolean => {
    if (!follows(one, other) || !follows(other, one)) return false;
    if (![one, other].some((tree) => requirementsIn(tree).some(({ stops }) => stops.size > 0))) return true;
    if (one.type === "criterion" && other.type === "criterion") return isSameSet(one.stops, other.stops);
    return operatorOf(one) === operatorOf(other) && areAlike(membersOf(one), membersOf(other));
  };
  /** Whether the parts are the same, in any order. */
  const areAlike = (ones: readonly Tree[], others: readonly Tree[]): boolean => {
    if (ones.length !== others.length) return false;
    const rest = [...others];
    return ones.every((part) => {
      const index = rest.findIndex((other) => isSame(part, other));
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    });
  };
  return follows(a, b);
}

function isSameSet<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}

/** A group of one is what its member is. A group of none is never true: an `or` of nothing. */
function operatorOf(tree: Tree): "and" | "or" | "xor" | undefined {
  if (tree.type !== "group") return undefined;
  if (tree.members.length === 0) return "or";
  return tree.members.length === 1 ? "and" : tree.operator;
}

function membersOf(tree: Tree): readonly Tree[] {
  return tree.type === "group" ? tree.members : [];
}

/** Whether everybody who earns the one achievement has earned the other by then. */
export function isEarnedWith(inA: Forest, a: AchievementRules, inB: Forest, b: AchievementRules): boolean {
  if (whyNeverEarned(inA, a) !== undefined) return true;
  if (whyNeverEarned(inB, b) !== undefined) return false;
  const [from, to] = [inA.group(a.custom_criteria_group_id ?? ""), inB.group(b.custom_criteria_group_id ?? "")];
  return implies(from, to) && isEvaluatedInTime(inA, from, inB, to);
}

/**
 * Whether `b` is evaluated at all moments that matter. An achievement is evaluated when something is done that its criteria
 * are about. What depends on that very activity may not be evaluated in time.
 */
function isEvaluatedInTime(inA: Forest, a: Tree, inB: Forest, b: Tree): boolean {
  const [all, own] = [[...requirementsIn(a), ...requirementsIn(b)], requirementsIn(b)];
  if (!all.some(hasReferences)) return true;
  const evaluating = new Set(own.flatMap(({ criterion }) => criterion.custom_action_id));
  return requirementsIn(a).every(({ criterion: { custom_action_id: id } }) => {
    if (!evaluating.has(id)) return false;
    const reachingB = reachingActions(inB.design, [id]);
    return [...reachingActions(inA.design, [id])].every((each) => reachingB.has(each));
  });
}

function hasReferences({ filters }: Requirement): boolean {
  return filters.flatMap(conditionsIn).some((each) => referenceIn(each) !== undefined);
}
