/**
 * What is certain between two criteria in their places, of one game or of a game before and after a change: that one is met
 * wherever the other is, or that they exclude each other. `true` is certain, for all that players may do; `false` is "not
 * certain". Amounts are not negative, and time goes on.
 */
import { memoizedBy } from "../../model/collections.ts";
import { canonicalJson } from "../../model/json.ts";
import { type Conditions, conditionsIn, referenceIn } from "../../rules/conditions.ts";
import type { CriterionRules, GroupRules } from "../../rules/model.ts";
import { reachingActions } from "../../rules/play.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import { type ActivitySet, CLOCK_CHANGE, isNothing, isSubset, longestRun, setOf } from "./activity-sets.ts";
import { type Design, isReported } from "./design.ts";
import { areApart, type Interval, intersect, isEmpty, isWithin, NOT_NEGATIVE, valuesOf, whole } from "./intervals.ts";

/** The conditions of a group around a criterion, and the group. */
export interface Around {
  readonly group: GroupRules;
  readonly conditions: Conditions;
}

/** A criterion in its place, read. */
export interface Requirement {
  readonly type: "criterion";
  readonly design: Design;
  readonly criterion: CriterionRules;
  readonly rule: MeasuredRule;
  /** The totals, amounts or averages that pass the rule. */
  readonly values: Interval;
  readonly streak: Streak | null;
  readonly own: Conditions;
  /** Groups whose conditions reach it, outermost first. */
  readonly around: readonly Around[];
  /** All conditions that have to let an activity count. */
  readonly filters: readonly Conditions[];
  /** References that make it unreadable where they lead to nothing. */
  readonly stops: ReadonlySet<string>;
}

export function requirementOf(
  design: Design,
  criterion: CriterionRules,
  read: { readonly rule: MeasuredRule; readonly streak: Streak | null; readonly conditions: Conditions },
  around: readonly Around[],
): Requirement {
  const { rule, streak, conditions: own } = read;
  const filters = [...around.map(({ conditions }) => conditions), own].filter(({ groups }) => groups.length > 0);
  const stops = referencesIn(filters, design);
  return { type: "criterion", design, criterion, rule, values: valuesOf(rule), streak, own, around, filters, stops };
}

/** The references of all conditions, each with what it is used for: it has to fit that. */
function referencesIn(filters: readonly Conditions[], { actions }: Design): ReadonlySet<string> {
  return new Set(
    filters.flatMap(conditionsIn).flatMap((each) => {
      const reference = referenceIn(each);
      if (reference === undefined) return [];
      const data = reference.entity === "action" ? dataOf(actions) : "";
      return [`${each.name} ${reference.entity}.${reference.path.join(".")} ${data}`];
    }),
  );
}

/** The activities that count for it. */
export const activitiesOf = memoizedBy(({ filters }: Requirement): ActivitySet => setOf(filters));

/** The actions of which a report may count for it: its own, and what reacts with it. */
export const recordingActions = memoizedBy((requirement: Requirement): ReadonlySet<string> => {
  const { design, criterion } = requirement;
  return reachingActions(design, [criterion.custom_action_id]);
});

/** The totals, amounts or averages that are possible and pass. */
export function possibleValues({ values }: Requirement): Interval {
  return intersect(values, NOT_NEGATIVE);
}

/** Whether each activity that counts for `a` counts for `b`, too, with the same amount. */
export function isCountedIn(a: Requirement, b: Requirement): boolean {
  return comparedTo(a)(b);
}

/** Whether the same activities count for both. */
export function isSameCount(a: Requirement, b: Requirement): boolean {
  return isCountedIn(a, b) && isCountedIn(b, a);
}

const comparedTo = memoizedBy((a: Requirement) => memoizedBy((b: Requirement) => countsIn(a, b)));

function countsIn(a: Requirement, b: Requirement): boolean {
  const { actions } = a.design;
  const [actionA, actionB] = [a.criterion.custom_action_id, b.criterion.custom_action_id];
  const isSameAction = actionA === actionB;
  const isSameGame = actions === b.design.actions;
  if (!isSameAction || !isSameGame) {
    const recordingB = recordingActions(b);
    const reported = [...recordingActions(a)].filter((id) => isReported(a.design, id));
    if (reported.some((id) => !recordingB.has(id))) return false;
    if (readsActions(a, b) && dataOf(actions) !== dataOf(b.design.actions)) return false;
  }
  return isSubset(activitiesOf(a), activitiesOf(b));
}

function readsActions(...all: readonly Requirement[]): boolean {
  return all.some(({ filters }) =>
    filters.flatMap(conditionsIn).some((each) => referenceIn(each)?.entity === "action"),
  );
}

// A game may have thousands of achievements to compare, all of which need the same texts.

/** The data of all actions as one text. */
const dataOf = memoizedBy((actions: Design["actions"]) =>
  canonicalJson(Object.fromEntries([...actions].map(([id, { custom_data }]) => [id, custom_data]))),
);

/** Hours of a day on the player's clock, when clocks are put back by as much as they ever are. */
const MOST_HOURS_OF_DAY = 24 + CLOCK_CHANGE;

/** Whether `b` is met wherever `a` is and `b` can be read. */
export function requirementImplies(a: Requirement, b: Requirement): boolean {
  if (a === b) return true;
  const [isInB, isInA] = [isCountedIn(a, b), isCountedIn(b, a)];
  if (b.streak !== null) return isInB && streakImplies(a, b, b.streak, isInA);
  if (!isInB) return false;
  // Each of the intervals of a streak is a part of the whole.
  return valuesImply(a, b, isInA && a.streak === null, a.streak?.count ?? 1);
}

/** The same for a streak, where everything that counts for `a` counts for `b`. */
function streakImplies(a: Requirement, b: Requirement, streak: Streak, isInA: boolean): boolean {
  if (a.streak?.interval === streak.interval) {
    return a.streak.count >= streak.count && valuesImply(a, b, isInA, 1);
  }
  // An interval holds more than a part of it: that is enough for a rule without an upper end.
  if (b.rule.measure === "average" || (b.rule.measure === "sum" && b.values.most !== null)) return false;
  if (a.streak?.interval === "hours") {
    return streak.count <= Math.ceil(a.streak.count / MOST_HOURS_OF_DAY) && valuesImply(a, b, false, 1);
  }
  // One activity is in one interval, whichever that is.
  if (streak.count > 1) return false;
  return someAmounts(a).some((each) => isWithin(each, b.values));
}

/** `isSame`: the same activities count. `times`: in how many parts, without anything in common, the rule of `a` holds. */
function valuesImply(a: Requirement, b: Requirement, isSame: boolean, times: number): boolean {
  const [from, to] = [possibleValues(a), b.values];
  const measures = [a.rule.measure, b.rule.measure] as const;
  if (isSame && measures[0] === measures[1] && isWithin(from, to)) return true;
  if (measures[1] === "amount") return someAmounts(a).some((each) => isWithin(each, to));
  // Where the average is 0, so is the total.
  const isNone = isSame && from.most?.at === 0n && measures[0] !== "amount";
  const total: Interval = { least: { at: totalOf(a, times), isOpen: false }, most: isNone ? from.most : null };
  if (measures[1] === "sum") return isWithin(total, to);
  if (!isSame) return false;
  // An average is between 0 and the total, and above 0 where the total is.
  const limit = measures[0] === "sum" ? from.most : total.most;
  const least = { at: 0n, isOpen: (total.least?.at ?? 0n) > 0n };
  return isWithin({ least, most: limit }, to);
}

/** Each holds an amount of some activity, in whatever way the requirement is met by activities. */
function someAmounts(a: Requirement): readonly Interval[] {
  const { least, most } = whole(possibleValues(a));
  switch (a.rule.measure) {
    case "amount":
      return [{ least, most }];
    case "average":
      // The largest amount is no smaller than the average, and the smallest no larger.
      return [
        { least, most: null },
        { ...NOT_NEGATIVE, most },
      ];
    case "sum":
      return [{ least: { at: least !== null && least.at > 0n ? 1n : 0n, isOpen: false }, most }];
  }
}

/** Of a total, an amount or an average that is at least so much, the total of all is at least as much. */
function totalOf(a: Requirement, times: number): bigint {
  const { least } = whole(possibleValues(a));
  return (least === null || least.at < 0n ? 0n : least.at) * BigInt(times);
}

/** Whether both are never met at the same moment; then the one that requires more, and the one that allows less. */
export function exclusionOf(a: Requirement, b: Requirement): readonly [Requirement, Requirement] | undefined {
  if (excludes(a, b)) return [a, b];
  return excludes(b, a) ? [b, a] : undefined;
}

/** Whether `a` requires more than `b` allows. */
function excludes(a: Requirement, b: Requirement): boolean {
  if (b.streak !== null || b.rule.measure === "amount") return false;
  const isAlike = a.streak === null && a.rule.measure === b.rule.measure;
  if (isAlike && areApart(a.values, b.values) && isBelow(b.values, a.values) && isSameCount(a, b)) return true;
  if (b.rule.measure !== "sum" || b.values.most === null) return false;
  return totalOf(a, a.streak?.count ?? 1) > b.values.most.at && isCountedIn(a, b);
}

function isBelow(lower: Interval, upper: Interval): boolean {
  return lower.most !== null && upper.least !== null && lower.most.at <= upper.least.at;
}

/** Why nobody ever meets a requirement. */
export type NeverMet =
  | { readonly cause: "negative" }
  | { readonly cause: "action" }
  /** Neither the action nor any that reacts with it is reported. */
  | { readonly cause: "reported" }
  /** `groups`: whose conditions nothing passes, together with its own where `isOwn` is set. */
  | { readonly cause: "conditions"; readonly groups: readonly GroupRules[]; readonly isOwn: boolean }
  | { readonly cause: "streak"; readonly most: number };

/** Whether something records the action, or may where not all actions are known. */
function isRecorded(design: Design, customActionId: string): boolean {
  if (isReported(design, customActionId) || !design.known.has("action")) return true;
  return [...reachingActions(design, [customActionId])].some((id) => isReported(design, id));
}

/** Why the requirement is never met, whatever players do; undefined where it can be, or that is not known. */
export const whyNeverMet = memoizedBy((requirement: Requirement): NeverMet | undefined => {
  const { design, criterion, own, around, streak } = requirement;
  if (isEmpty(possibleValues(requirement))) return { cause: "negative" };
  if (design.known.has("action") && !design.actions.has(criterion.custom_action_id)) return { cause: "action" };
  if (!isRecorded(design, criterion.custom_action_id)) return { cause: "reported" };
  const all = activitiesOf(requirement);
  if (isNothing(all)) {
    if (isNothing(setOf([own]))) return { cause: "conditions", groups: [], isOwn: true };
    const dead = around.find(({ conditions }) => isNothing(setOf([conditions])));
    if (dead !== undefined) return { cause: "conditions", groups: [dead.group], isOwn: false };
    const groups = around.filter(({ conditions }) => conditions.groups.length > 0).map(({ group }) => group);
    return { cause: "conditions", groups, isOwn: own.groups.length > 0 };
  }
  if (streak === null || !all.isComplete) return undefined;
  const most = longestRun(all, streak.interval);
  return most !== undefined && most < streak.count ? { cause: "streak", most } : undefined;
});
