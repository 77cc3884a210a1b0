/**
 * What has to hold for an achievement: its group written out as branches, each a list of criteria that have to be met and
 * of criteria that must not be. One branch is enough.
 */
import type { Semantics } from "../../../project/rules-settings.ts";
import type { CompiledRules, compileCriterion } from "../../../rules/compiled.ts";
import type { Conditions } from "../../../rules/conditions.ts";
import { foldGroups } from "../../../rules/groups.ts";
import type { CriterionRules, GroupRules } from "../../../rules/model.ts";
import type { MeasuredRule, Streak } from "../../../rules/rule.ts";
import { ANY, type Constraints } from "../../design/constraints.ts";
import { holdsZero, isWithin, overlap, type Range, rangeOf } from "../../design/rule-range.ts";

/** A criterion in its place: with the conditions of the groups around it. */
export interface Requirement {
  readonly criterion: CriterionRules;
  readonly rule: MeasuredRule;
  readonly range: Range;
  readonly streak: Streak | null;
  /** All of them have to let an activity count. */
  readonly filters: readonly Conditions[];
  /** The same for requirements that are met and not met by the same activities, whatever their rules. */
  readonly series: string;
}

export interface Branch {
  readonly must: readonly Requirement[];
  readonly mustNot: readonly Requirement[];
}

export interface Branches {
  readonly branches: readonly Branch[];
  /** False when there are so many that some were left out. */
  readonly isComplete: boolean;
  /** What could not be read or can never hold, as sentences without a full stop. */
  readonly unreadable: readonly string[];
  readonly contradictions: readonly string[];
}

/** Conditions around a group, and whether it has to be true or not. */
interface Sought {
  readonly outer: readonly Conditions[];
  readonly isTrue: boolean;
}

const MOST_BRANCHES = 256;
const NOTHING: Branch = { must: [], mustNot: [] };

/** `compiled`: the rules that the group belongs to. */
export function branchesOf(compiled: CompiledRules, group: GroupRules): Branches {
  const unreadable = new Set<string>();
  const contradictions = new Set<string>();
  let isComplete = true;

  const limited = (branches: readonly Branch[]): readonly Branch[] => {
    if (branches.length > MOST_BRANCHES) isComplete = false;
    return branches.slice(0, MOST_BRANCHES);
  };
  const both = (left: readonly Branch[], right: readonly Branch[]): readonly Branch[] => {
    const joined: Branch[] = [];
    for (const a of left) {
      for (const b of right) {
        if (joined.length > MOST_BRANCHES) return limited(joined);
        const branch = { must: union(a.must, b.must), mustNot: union(a.mustNot, b.mustNot) };
        const contradiction = contradictionBetween(a, b);
        if (contradiction === undefined) joined.push(branch);
        else contradictions.add(contradiction);
      }
    }
    return limited(joined);
  };

  const criterion = (id: string, in_: string, filters: readonly Conditions[], isMet: boolean): readonly Branch[] => {
    const found = compiled.criterion(id);
    if (found === undefined) {
      unreadable.add(`group "${in_}": there is no criterion "${id}"`);
      return [];
    }
    const { rule, streak, conditions } = found;
    for (const each of [rule, streak, conditions]) {
      if (each.ok) continue;
      unreadable.add(`criterion "${id}": ${each.reason}`);
      return [];
    }
    if (!rule.ok || !streak.ok || !conditions.ok) return [];
    const requirement = requirementOf(found, rule.value, streak.value, [...filters, conditions.value]);
    return [isMet ? { must: [requirement], mustNot: [] } : { must: [], mustNot: [requirement] }];
  };

  const groupAs = foldGroups<GroupRules, Sought, readonly Branch[]>({
    find: (id) => (id === group.custom_id ? group : compiled.group(id)?.definition),
    keyOf: (id, { isTrue, outer }) => `${id} ${isTrue} ${outer.length === 0 ? "" : JSON.stringify(outer)}`,
    missing: (id, holder) => {
      unreadable.add(`group "${holder}": there is no group "${id}"`);
      return [];
    },
    circular: (path) => {
      unreadable.add(`group "${path.at(-1)}": it holds itself`);
      return [];
    },
    value: ({ custom_id, operator, criteria, criteria_groups }, { outer, isTrue }, inner) => {
      const own = compiled.group(custom_id)?.conditions;
      if (own?.ok === false && criteria.length + criteria_groups.length > 0) {
        unreadable.add(`group "${custom_id}": ${own.reason}`);
        return [];
      }
      const filters = [...outer, ...(own?.ok === true && own.value.groups.length > 0 ? [own.value] : [])];
      const reaching = compiled.rules.semantics.group_conditions === "inward" ? filters : [];
      const members = [
        ...criteria.map((id) => (isMet: boolean) => criterion(id, custom_id, filters, isMet)),
        ...criteria_groups.map((id) => (isMet: boolean) => inner(id, { outer: reaching, isTrue: isMet })),
      ];
      if (members.length === 0) {
        if (isTrue) contradictions.add(`group "${custom_id}" has no members, so it is never true`);
        return isTrue ? [] : [NOTHING];
      }
      if (operator !== "and" && operator !== "or" && operator !== "xor") {
        unreadable.add(`group "${custom_id}": the operator "${operator}" is not and, or or xor`);
        return [];
      }
      if (operator === "xor") return exclusive(members, isTrue);
      // All of them, or any of them.
      if ((operator === "and") === isTrue)
        return members.reduce((branches, member) => both(branches, member(isTrue)), [NOTHING] as readonly Branch[]);
      return limited(members.flatMap((member) => member(isTrue)));
    },
  });

  /** By how many members are true: none, one, more; or by whether their number is even. */
  const exclusive = (members: readonly ((isMet: boolean) => readonly Branch[])[], isTrue: boolean) => {
    const isParity = compiled.rules.semantics.xor === "parity";
    let none: readonly Branch[] = [NOTHING];
    let one: readonly Branch[] = [];
    let more: readonly Branch[] = [];
    for (const member of members) {
      const [yes, no] = [member(true), member(false)];
      const before = { none, one, more };
      none = limited([...both(before.none, no), ...(isParity ? both(before.one, yes) : [])]);
      one = limited([...both(before.one, no), ...both(before.none, yes)]);
      more = isParity ? [] : limited([...before.more, ...both(before.one, yes)]);
    }
    return isTrue ? one : limited([...none, ...more]);
  };

  const branches = groupAs(group.custom_id, { outer: [], isTrue: true });
  return { branches, isComplete, unreadable: [...unreadable], contradictions: [...contradictions] };
}

function requirementOf(
  { definition }: ReturnType<typeof compileCriterion>,
  rule: MeasuredRule,
  streak: Streak | null,
  all: readonly Conditions[],
): Requirement {
  const filters = all.filter(({ groups }) => groups.length > 0);
  const series = JSON.stringify([definition.custom_action_id, rule.measure, streak, filters]);
  return { criterion: definition, rule, range: rangeOf(rule), streak, filters, series };
}

/** Of two requirements that say the same, one is enough. */
function union(a: readonly Requirement[], b: readonly Requirement[]): readonly Requirement[] {
  const more = b.filter((each) => !a.some((other) => isSame(each, other)));
  return more.length === 0 ? a : [...a, ...more];
}

function isSame(a: Requirement, b: Requirement): boolean {
  return a === b || (a.series === b.series && isWithin(a.range, b.range) && isWithin(b.range, a.range));
}

/** Whether requirements of two branches, each possible by itself, exclude each other. They are evaluated at the same moment. */
function contradictionBetween(one: Branch, other: Branch): string | undefined {
  return contradictionOf(one.must, other) ?? contradictionOf(other.must, { must: [], mustNot: one.mustNot });
}

function contradictionOf(requirements: readonly Requirement[], { must, mustNot }: Branch): string | undefined {
  for (const a of requirements) {
    const isOneValue = a.streak === null && a.rule.measure !== "amount";
    for (const b of isOneValue ? must : []) {
      if (a.series === b.series && overlap(a.range, b.range) === undefined)
        return `criteria "${a.criterion.custom_id}" and "${b.criterion.custom_id}" exclude each other`;
    }
    const denied = mustNot.find((b) => a.series === b.series && isWithin(a.range, b.range));
    if (denied !== undefined)
      return `criterion "${a.criterion.custom_id}" cannot be met while "${denied.criterion.custom_id}" is not`;
  }
  return undefined;
}

// How much of something a requirement needs at least.

/** A requirement with the constraints in which an activity counts for it. */
export interface ConstrainedRequirement {
  readonly requirement: Requirement;
  readonly constraints: readonly Constraints[];
}

interface RequiredEffort {
  /** Effort in each interval of a streak; without one, altogether. */
  readonly least: number;
  /** Intervals of the streak; 1 without one. */
  readonly intervals: number;
}

/** With `no_activity: zero`, a rule that 0 passes is met by doing nothing. */
export function requiredEffort(
  { rule, range, streak }: Requirement,
  { no_activity }: Pick<Semantics, "no_activity">,
): RequiredEffort {
  const intervals = streak?.count ?? 1;
  if (holdsZero(range)) return { least: no_activity === "zero" && streak === null ? 0 : 1, intervals };
  const { least, most } = range;
  const nearest = least !== null && least > 0n ? least : -(most ?? 0n);
  // A mean lies between whole numbers: above 2 there is one with amounts of 2 and 3, but none without a 3.
  return { least: Number(nearest), intervals: rule.measure === "amount" && streak === null ? 1 : intervals };
}

/** Which amounts bring the requirement nearer: those of its sign, or those that pass by themselves. */
export function helpfulAmounts({ rule, range }: Requirement): Constraints {
  if (rule.measure === "amount") return { ...ANY, amount: range };
  if (range.least !== null && range.least > 0n) return POSITIVE;
  return range.most !== null && range.most < 0n ? NEGATIVE : ANY;
}

const POSITIVE: Constraints = { ...ANY, amount: { least: 1n, most: null } };
const NEGATIVE: Constraints = { ...ANY, amount: { least: null, most: -1n } };
