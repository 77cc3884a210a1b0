/**
 * What has to hold for a tree to be true, or not to be: a list of branches, each with criteria that have to be met and
 * criteria that must not be. One branch is enough. Branches that contradict themselves are left out.
 */
import { intersect, isWithin, whole, without } from "./intervals.ts";
import {
  exclusionOf,
  isSameCount,
  possibleValues,
  type Requirement,
  requirementImplies,
  whyNeverMet,
} from "./requirements.ts";
import { type GroupTree, type OpenTree, requirementsIn, type Tree } from "./trees.ts";

export interface Branch {
  readonly must: readonly Requirement[];
  readonly mustNot: readonly Requirement[];
  /** Parts of which nothing is known, by key, and whether they have to be true. */
  readonly open: ReadonlyMap<string, OpenTest>;
  /** References that have to lead to something, and sets of references of which one has to lead to nothing. */
  readonly readable: ReadonlySet<string>;
  readonly unreadable: readonly ReadonlySet<string>[];
}

interface OpenTest {
  readonly tree: OpenTree;
  readonly isTrue: boolean;
}

export interface Branches {
  readonly branches: readonly Branch[];
  /** False when some were left out because there are too many. */
  readonly isComplete: boolean;
}

/** Two criteria of which the first cannot be met together with the second, or without it. */
export interface Contradiction {
  readonly criteria: readonly [Requirement, Requirement];
  readonly isTogether: boolean;
}

const MOST_BRANCHES = 256;
const NOTHING: Branch = { must: [], mustNot: [], open: new Map(), readable: new Set(), unreadable: [] };
const ALWAYS: Branches = { branches: [NOTHING], isComplete: true };
const NEVER: Branches = { branches: [], isComplete: true };

const known = { true: new WeakMap<Tree, Branches>(), false: new WeakMap<Tree, Branches>() };

/** The ways in which the tree is true (`isTrue`), or is not. Trees are shared, and so are their branches. */
export function branchesOf(tree: Tree, isTrue = true): Branches {
  const before = known[isTrue ? "true" : "false"].get(tree);
  if (before !== undefined) return before;
  const found = find(tree, isTrue);
  known[isTrue ? "true" : "false"].set(tree, found);
  return found;
}

function find(tree: Tree, isTrue: boolean): Branches {
  if (tree.type === "open") {
    return { branches: [{ ...NOTHING, open: new Map([[tree.key, { tree, isTrue }]]) }], isComplete: true };
  }
  if (tree.type === "criterion") return ofRequirement(tree, isTrue);
  const { operator, members } = tree;
  if (members.length === 0) return isTrue ? NEVER : ALWAYS;
  if (operator === "xor" && members.length > 1) return exclusive(tree, isTrue);
  if (members.length === 1 || (operator === "and") === isTrue) {
    return members.map((member) => branchesOf(member, isTrue)).reduce((a, b) => inBoth(a, b));
  }
  return either(members.map((member) => branchesOf(member, isTrue)));
}

function ofRequirement(requirement: Requirement, isTrue: boolean): Branches {
  const { stops } = requirement;
  if (isTrue) {
    const isNever = whyNeverMet(requirement) !== undefined;
    return isNever ? NEVER : { branches: [{ ...NOTHING, must: [requirement], readable: stops }], isComplete: true };
  }
  return { branches: [{ ...NOTHING, mustNot: [requirement] }], isComplete: true };
}

/** By how many members are true: none, one, more. */
function exclusive(tree: GroupTree, isTrue: boolean): Branches {
  let [none, one, more] = [ALWAYS, NEVER, NEVER];
  for (const member of tree.members) {
    const [yes, no] = [branchesOf(member), readably(member, branchesOf(member, false))];
    const before = { none, one, more };
    none = inBoth(before.none, no);
    one = either([inBoth(before.one, no), inBoth(before.none, yes)]);
    more = either([before.more, inBoth(before.one, yes)]);
  }
  if (isTrue) return one;
  // A member that cannot be read leaves the group unreadable, so that it is not true.
  const stops = requirementsIn(tree).filter((each) => each.stops.size > 0);
  const stopped = stops.map((each): Branch => ({ ...NOTHING, unreadable: [each.stops] }));
  return either([none, more, { branches: stopped, isComplete: true }]);
}

/** Where a criterion is not met, and can be read. */
function readably(member: Tree, { branches, isComplete }: Branches): Branches {
  if (member.type !== "criterion" || member.stops.size === 0) return { branches, isComplete };
  return { branches: branches.map((each) => ({ ...each, readable: member.stops })), isComplete };
}

function either(all: readonly Branches[]): Branches {
  const branches = all.flatMap((each) => each.branches);
  const isComplete = all.every((each) => each.isComplete) && branches.length <= MOST_BRANCHES;
  return { branches: branches.slice(0, MOST_BRANCHES), isComplete };
}

/** What is in both. `note`: called with what keeps two branches apart. */
export function inBoth(a: Branches, b: Branches, note: (found: Contradiction) => void = () => undefined): Branches {
  // Where one of the two has no branch, there is none, whatever was left out of the other one.
  if ([a, b].some(({ branches, isComplete }) => isComplete && branches.length === 0)) return NEVER;
  const joined: Branch[] = [];
  for (const left of a.branches) {
    for (const right of b.branches) {
      const both = joinedFrom(left, right, note);
      if (both !== undefined) joined.push(both);
      if (joined.length > MOST_BRANCHES) return { branches: joined.slice(0, MOST_BRANCHES), isComplete: false };
    }
  }
  return { branches: joined, isComplete: a.isComplete && b.isComplete };
}

/** Undefined where they contradict each other. Each of them does not contradict itself. */
function joinedFrom(a: Branch, b: Branch, note: (found: Contradiction) => void): Branch | undefined {
  if (a === NOTHING) return b;
  if (b === NOTHING) return a;
  const open = new Map(a.open);
  for (const [key, test] of b.open) {
    if ((open.get(key)?.isTrue ?? test.isTrue) !== test.isTrue) return undefined;
    open.set(key, test);
  }
  const readable = union(a.readable, b.readable);
  const unreadable = [...a.unreadable, ...b.unreadable];
  if (unreadable.some((each) => [...each].every((reference) => readable.has(reference)))) return undefined;
  const found =
    contradictionIn(a.must, b.must, b.mustNot, readable) ?? contradictionIn(b.must, [], a.mustNot, readable);
  const [must, mustNot] = [joinedLists(a.must, b.must), joinedLists(a.mustNot, b.mustNot)];
  const contradiction = found ?? jointContradiction(must, mustNot, readable);
  if (contradiction !== undefined) {
    note(contradiction);
    return undefined;
  }
  return { must, mustNot, open, readable, unreadable };
}

function union<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  if (b.size === 0) return a;
  return a.size === 0 ? b : new Set([...a, ...b]);
}

/** Of two criteria of which each implies the other, one is enough. */
function joinedLists(a: readonly Requirement[], b: readonly Requirement[]): readonly Requirement[] {
  const more = b.filter((each) => !a.some((other) => isAlike(each, other)));
  return more.length === 0 ? a : [...a, ...more];
}

function isAlike(a: Requirement, b: Requirement): boolean {
  if (a === b) return true;
  if (a.design !== b.design || a.criterion.custom_action_id !== b.criterion.custom_action_id) return false;
  return requirementImplies(a, b) && requirementImplies(b, a);
}

/** What several limits of the same total or average leave, and one that must not be met does not: 5 or more, and up to 5. */
function jointContradiction(
  must: readonly Requirement[],
  mustNot: readonly Requirement[],
  readable: ReadonlySet<string>,
): Contradiction | undefined {
  if (must.length + mustNot.length < 3) return undefined;
  for (const denied of mustNot) {
    const isAlike = (each: Requirement): boolean =>
      each.streak === null && each.rule.measure === denied.rule.measure && isSameCount(each, denied);
    const isReadable = ({ stops }: Requirement): boolean => [...stops].every((each) => readable.has(each));
    if (denied.streak !== null || denied.rule.measure === "amount" || !isReadable(denied)) continue;
    const [first, ...more] = must.filter(isAlike);
    if (first === undefined) continue;
    const values = more.reduce((left, each) => intersect(left, each.values), possibleValues(first));
    const others = mustNot.filter((each) => each !== denied && isAlike(each) && isReadable(each));
    const rest = others.reduce((left, each) => left.flatMap((part) => without(part, each.values)), [values]);
    const left = denied.rule.measure === "sum" ? rest.map(whole) : rest;
    if (left.every((part) => isWithin(part, denied.values))) return { criteria: [first, denied], isTogether: false };
  }
  return undefined;
}

function contradictionIn(
  met: readonly Requirement[],
  must: readonly Requirement[],
  mustNot: readonly Requirement[],
  readable: ReadonlySet<string>,
): Contradiction | undefined {
  for (const a of met) {
    for (const b of must) {
      const criteria = exclusionOf(a, b);
      if (criteria !== undefined) return { criteria, isTogether: true };
    }
    const denied = mustNot.find((b) => [...b.stops].every((each) => readable.has(each)) && requirementImplies(a, b));
    if (denied !== undefined) return { criteria: [a, denied], isTogether: false };
  }
  return undefined;
}
