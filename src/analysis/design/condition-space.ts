/**
 * Which activities conditions leave: whether there can be any, and in which days and hours. What references lead to is not
 * known, so a condition with one leaves everything.
 */
import { append } from "../../model/collections.ts";
import type { Condition, Conditions } from "../../rules/conditions.ts";
import type { Streak } from "../../rules/rule.ts";

/** Conditions that all have to let an activity pass. */
export type Conjunction = readonly Condition[];

/** More ways than this to pass are not looked at one by one. */
const MOST_WAYS = 256;

/** The ways to pass all filters, or undefined where they are too many. An empty list: there is no way. */
export function waysThrough(filters: readonly Conditions[]): readonly Conjunction[] | undefined {
  let ways: readonly Conjunction[] = [[]];
  for (const { operator, groups } of filters) {
    const byGroup = groups.map((group): readonly Conjunction[] =>
      group.operator === "and" || group.conditions.length === 0
        ? [group.conditions]
        : group.conditions.map((condition) => [condition]),
    );
    if (groups.length === 0) continue;
    for (const alternatives of operator === "and" ? byGroup : [byGroup.flat()]) {
      if (ways.length * alternatives.length > MOST_WAYS) return undefined;
      ways = ways.flatMap((way) => alternatives.map((more) => [...way, ...more]));
    }
  }
  return ways.filter(canPass);
}

/** Whether some activity can pass all filters; where nobody knows, it can. */
export function canPassAll(filters: readonly Conditions[]): boolean {
  return waysThrough(filters)?.length !== 0;
}

/** Whether some activity can pass all of the conditions. */
export function canPass(conditions: Conjunction): boolean {
  if (conditions.some(({ name }) => name === "nothing")) return false;
  const fields = new Map<string, Extract<Condition, { readonly name: "activityData" }>[]>();
  for (const condition of conditions) {
    if (condition.name !== "activityData") continue;
    append(fields, condition.field.join("."), condition);
  }
  return [...fields.values()].every(hasValue) && hoursIn(conditions).some(Boolean) && hasDate(conditions);
}

/** Whether the field can have a value that all of the conditions accept (run-time assumption `operand-numbers`). */
function hasValue(conditions: readonly Extract<Condition, { readonly name: "activityData" }>[]): boolean {
  const words = new Set<string>();
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let isOpen = false;
  let hasNumbers = false;
  for (const { operator, operand } of conditions) {
    if ("reference" in operand) continue;
    if (!/^-?[0-9]+$/.test(operand.text)) {
      if (operator !== "eq") return false;
      words.add(operand.text);
      continue;
    }
    hasNumbers = true;
    const bound = Number(operand.text);
    if (operator !== "lt" && operator !== "lte" && bound >= least) {
      isOpen = bound > least ? operator === "gt" : isOpen || operator === "gt";
      least = bound;
    }
    if (operator !== "gt" && operator !== "gte" && bound <= most) most = bound;
  }
  const isStrictBelow = conditions.some(
    ({ operator, operand }) => operator === "lt" && "text" in operand && Number(operand.text) === most,
  );
  const isEmpty = least > most || (least === most && (isOpen || isStrictBelow));
  return words.size <= (hasNumbers ? 0 : 1) && !isEmpty;
}

/** For each hour of the day, whether it passes. */
export function hoursIn(conditions: Conjunction): readonly boolean[] {
  return Array.from({ length: 24 }, (_, hour) =>
    conditions.every(
      (each) => each.name !== "betweenHours" || (hour - each.from + 24) % 24 < Math.min(each.duration, 24),
    ),
  );
}

/** Whether a day passes. `last`: the number of the last day of its month. */
export function dayPasses(conditions: Conjunction, month: number, day: number, last: number): boolean {
  return conditions.every((each) => {
    if (each.name === "months") return each.months.includes(month);
    if (each.name === "month") return "reference" in each.month || Number(each.month.text) === month;
    if (each.name !== "dayOfMonth" || "reference" in each.day) return true;
    return day === (each.day.text === "last" ? last : Number(each.day.text));
  });
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** How many days the month has; months count from 1. */
export function lengthOfMonth(month: number, isLeap: boolean): number {
  return month === 2 && isLeap ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

function hasDate(conditions: Conjunction): boolean {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  return months.some((month) =>
    [false, true].some((isLeap) => {
      const last = lengthOfMonth(month, isLeap);
      return Array.from({ length: last }, (_, index) => index + 1).some((day) =>
        dayPasses(conditions, month, day, last),
      );
    }),
  );
}

/** Two leap years and what lies around them: every run that there is begins and ends in it. */
const YEARS = 9;

/** So many hours may be there twice when clocks are put back (two of them at Troll station). */
const CLOCK_CHANGE = 2;

/** The longest run of intervals in which an activity can pass in one of the ways; undefined when it has no end. */
export function longestRun(ways: readonly Conjunction[], interval: Streak["interval"]): number | undefined {
  const isHours = interval === "hours";
  const hours = ways.map((way) => (isHours ? hoursIn(way) : [true]));
  let [run, longest, hasGap] = [0, 0, false];
  for (const [month, day, last] of days()) {
    const open = ways.map((way) => dayPasses(way, month, day, last));
    for (let hour = 0; hour < (isHours ? 24 : 1); hour += 1) {
      const passes = open.some((isOpen, index) => isOpen && hours[index]?.[hour] === true);
      hasGap ||= !passes;
      run = passes ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  if (!hasGap) return undefined;
  return isHours && longest > 0 ? longest + CLOCK_CHANGE : longest;
}

function* days(): Generator<readonly [month: number, day: number, last: number]> {
  for (let year = 0; year < YEARS; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const last = lengthOfMonth(month, year % 4 === 0);
      for (let day = 1; day <= last; day += 1) yield [month, day, last];
    }
  }
}
