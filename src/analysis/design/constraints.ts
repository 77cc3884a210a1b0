/**
 * What conditions require of an activity: when, how much at once, and with which custom_data. Conditions become a list of
 * constraints, one of which is enough; two of them can be joined where they do not exclude each other.
 */
import type { Json } from "../../model/json.ts";
import { type CompiledCondition, type Conditions, fieldCompares, referenceIn } from "../../rules/conditions.ts";
import { daysInMonth } from "../../rules/local-time.ts";
import type { Streak } from "../../rules/rule.ts";
import { overlap, type Range } from "./rule-range.ts";
import { COMPARISON_SIGNS, type ConditionStyle, conditionWords, streakLength } from "./phrases.ts";

type FieldTest = Extract<CompiledCondition, { readonly name: "activityData" }>;

/** Months, days and hours as bits: month 1 is bit 1, hour 0 is bit 0. */
export interface Constraints {
  readonly months: number;
  readonly days: number;
  /** Whether it has to be the last day of its month. */
  readonly isLastDay: boolean;
  readonly hours: number;
  readonly fields: readonly FieldTest[];
  readonly amount: Range;
  /** The conditions in words. */
  readonly words: readonly string[];
}

const LEAP_YEAR = 2024;
const ALL_MONTHS = 0b1_1111_1111_1110;
const ALL_DAYS = 0xffff_fffe | 0;
const ALL_HOURS = 0xff_ffff;

export const ANY: Constraints = {
  months: ALL_MONTHS,
  days: ALL_DAYS,
  isLastDay: false,
  hours: ALL_HOURS,
  fields: [],
  amount: { least: null, most: null },
  words: [],
};

/** The ways to pass one set of filters. */
interface Alternatives {
  readonly all: readonly Constraints[];
  /** False when there are so many that some were left out. */
  readonly isComplete: boolean;
}

/** Gives a condition without its reference; undefined leaves the condition out. */
export type Resolve = (condition: CompiledCondition) => CompiledCondition | undefined;

/** Leaves out every condition with a reference, as if its value always fitted. */
export const withoutReferences: Resolve = (condition) => (referenceIn(condition) === undefined ? condition : undefined);

/** What the filters, all of them, leave open. More than `most` alternatives are not looked at. */
export function alternativesOf(filters: readonly Conditions[], resolve: Resolve, most = 256): Alternatives {
  let isComplete = true;
  const limited = (list: readonly Constraints[]): readonly Constraints[] => {
    if (list.length > most) isComplete = false;
    return list.slice(0, most);
  };
  const together = (lists: readonly (readonly Constraints[])[], operator: "and" | "or"): readonly Constraints[] => {
    if (lists.length === 0) return [ANY];
    if (operator === "or") return limited(lists.flat());
    return lists.reduce((left, right) => limited(left.flatMap((a) => right.flatMap((b) => join(a, b) ?? []))), [ANY]);
  };
  const single = (condition: CompiledCondition): readonly Constraints[] => {
    const resolved = resolve(condition);
    return resolved === undefined ? [ANY] : constraintsOf(resolved, condition);
  };
  const all = filters.map(({ operator, groups }) => {
    const inGroups = groups.map((group) => together(group.conditions.map(single), group.operator));
    return together(inGroups, operator);
  });
  return { all: together(all, "and"), isComplete };
}

/** Whether no activity can pass all filters; what references read is not known. */
export function areImpossible(...filters: readonly Conditions[]): boolean {
  const { all, isComplete } = alternativesOf(filters, withoutReferences);
  return isComplete && all.length === 0;
}

/** `written`: the condition as it is in the manifest, for the words. */
function constraintsOf(condition: CompiledCondition, written: CompiledCondition): readonly Constraints[] {
  const words = [conditionWords(written, STYLE)];
  const operand = "operand" in condition && "text" in condition.operand ? condition.operand.text : "";
  switch (condition.name) {
    case "activityData":
      return witnesses([condition]) === undefined ? [] : [{ ...ANY, fields: [condition], words }];
    case "betweenHours": {
      let hours = 0;
      for (let hour = 0; hour < condition.duration; hour += 1) hours |= 1 << ((condition.from + hour) % 24);
      return hours === 0 ? [] : [{ ...ANY, hours, words }];
    }
    case "dayOfMonth":
      return [operand === "last" ? { ...ANY, isLastDay: true, words } : { ...ANY, days: 1 << Number(operand), words }];
    case "month":
      return [{ ...ANY, months: 1 << Number(operand), words }];
    case "months":
      return [{ ...ANY, months: condition.months.reduce((mask, month) => mask | (1 << month), 0), words }];
    case "nothing":
      return [];
  }
}

/** Both at once; undefined when that cannot be. */
export function join(a: Constraints, b: Constraints): Constraints | undefined {
  if (a === ANY) return b;
  if (b === ANY) return a;
  const amount = overlap(a.amount, b.amount);
  if (amount === undefined) return undefined;
  const joined: Constraints = {
    months: a.months & b.months,
    days: a.days & b.days,
    isLastDay: a.isLastDay || b.isLastDay,
    hours: a.hours & b.hours,
    fields: [...a.fields, ...b.fields],
    amount,
    words: [...new Set([...a.words, ...b.words])],
  };
  return joined.hours !== 0 && hasDay(joined) && witnesses(joined.fields) !== undefined ? joined : undefined;
}

function hasDay({ months, days, isLastDay }: Constraints): boolean {
  return Array.from({ length: 12 }, (_, index) => index + 1).some((month) => {
    if (((months >> month) & 1) === 0) return false;
    const most = daysInMonth({ year: LEAP_YEAR, month });
    const first = isLastDay ? (month === 2 ? 28 : most) : 1;
    for (let day = first; day <= most; day += 1) if (((days >>> day) & 1) === 1) return true;
    return false;
  });
}

/** Whether it matters when it is done. */
export function isTimed({ months, days, isLastDay, hours }: Constraints): boolean {
  return months !== ALL_MONTHS || days !== ALL_DAYS || isLastDay || hours !== ALL_HOURS;
}

/** Whether the day, in UTC, is one of them. */
export function isOnDay({ months, days, isLastDay }: Constraints, day: Date): boolean {
  if (((months >> (day.getUTCMonth() + 1)) & 1) === 0 || ((days >>> day.getUTCDate()) & 1) === 0) return false;
  return !isLastDay || new Date(day.getTime() + 86_400_000).getUTCDate() === 1;
}

export function isInHour({ hours }: Constraints, hour: number): boolean {
  return ((hours >> hour) & 1) === 1;
}

/** Every run of days that exists begins and ends in these days: a leap year comes first. */
export const FIRST_DAY = Date.UTC(LEAP_YEAR, 0, 1);
export const MOST_DAYS = 9 * 366;

/** Hours that may occur twice when clocks are put back (two of them at Troll station). */
const CLOCK_CHANGE = 2;

/** The most days or hours in a row in which one of the constraints can be met; undefined when a run has no end. */
export function longestRun(constraints: readonly Constraints[], interval: Streak["interval"]): number | undefined {
  const isHours = interval === "hours";
  let [run, longest, hasGap] = [0, 0, false];
  for (let day = 0; day < MOST_DAYS; day += 1) {
    const date = new Date(FIRST_DAY + day * 86_400_000);
    const open = constraints.filter((each) => isOnDay(each, date));
    for (let hour = 0; hour < (isHours ? 24 : 1); hour += 1) {
      const passes = isHours ? open.some((each) => isInHour(each, hour)) : open.length > 0;
      hasGap ||= !passes;
      run = passes ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  if (!hasGap) return undefined;
  return isHours && longest > 0 ? longest + CLOCK_CHANGE : longest;
}

/** A custom_data that passes; null where none is needed, undefined where there is none. */
export function dataFor({ fields }: Constraints): Json | undefined {
  if (fields.length === 0) return null;
  const values = witnesses(fields);
  if (values === undefined) return undefined;
  return [...values.values()].reduce<Json>((data, { path, value }) => withValue(data, path, value), null);
}

interface Witness {
  readonly path: readonly string[];
  readonly value: Json;
}

/** A value for each field that passes all of its tests. */
function witnesses(tests: readonly FieldTest[]): ReadonlyMap<string, Witness> | undefined {
  const found = new Map<string, Witness>();
  for (const name of new Set(tests.map(({ field }) => field.join(".")))) {
    const own = tests.filter(({ field }) => field.join(".") === name);
    const words = own.flatMap(({ operand }) => ("text" in operand ? [operand.text] : []));
    const passes = (value: Json): boolean =>
      own.every(({ operator, operand }) => fieldCompares(value, operator, operand));
    const value = words.flatMap(nearby).find(passes);
    if (value === undefined) return undefined;
    found.set(name, { path: own[0]?.field ?? [], value });
  }
  return found;
}

/** Between whole numbers, half numbers represent all fractions. */
function nearby(word: string): readonly Json[] {
  if (!/^-?[0-9]+$/.test(word)) return [word];
  const value = BigInt(word);
  const whole = [value, value + 1n, value - 1n].map((each) => (isSafe(each) ? Number(each) : String(each)));
  return isSafe(value) ? [...whole, Number(value) + 0.5, Number(value) - 0.5] : whole;
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}

/** The value put at a path, objects around it made where they are missing. */
export function withValue(data: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const object = typeof data === "object" && data !== null && !Array.isArray(data) ? data : {};
  const inner = Object.hasOwn(object, key) ? ((object as Readonly<Record<string, Json>>)[key] ?? null) : null;
  // Computed members are the object's own, whatever they are called.
  return { ...object, [key]: withValue(inner, rest, value) };
}

const FIELD = "with ";

/** Such as `with class = rogue`. */
const STYLE: ConditionStyle = {
  field: (path, operator, operand) => `${FIELD}${path.join(".")} ${COMPARISON_SIGNS[operator]} ${operand}`,
  reference: ({ entity, path }) => `{${[entity, ...path].join(".")}}`,
};

/** Such as `on 7 days in a row`. */
export function runWords({ interval, count }: Streak): string {
  const lead = interval === "days" ? "on" : "in";
  return count === 1 ? `${lead} one ${interval.slice(0, -1)}` : `${lead} ${streakLength({ interval, count })} in a row`;
}

/** The words for a step, in one phrase. */
export function noteWords(run: string, words: readonly string[]): string {
  const isField = (each: string): boolean => each.startsWith(FIELD);
  const fields = words.filter(isField).map((each) => each.slice(FIELD.length));
  const field = fields.length === 0 ? [] : [FIELD + fields.join(" and ")];
  return [...(run === "" ? [] : [run]), ...field, ...words.filter((each) => !isField(each))].join(", ");
}
