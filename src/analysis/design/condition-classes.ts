/**
 * Conditions compared by trying them: activities are finite up to what the conditions tell apart, so each class of them has one
 * that stands for it, and the run-time rules say which pass. In: conditions, all of which have to let an activity count.
 * Out: whether nothing passes, and whether what passes one list passes another. `false` is "not certain".
 */
import type { Condition } from "../../catalog/conditions.ts";
import { grouped } from "../../model/collections.ts";
import type { Json } from "../../model/json.ts";
import { type Conditions, conditionsIn, counts, hasReferences } from "../../rules/conditions.ts";
import { daysInMonth, type LocalTime } from "../../rules/local-time.ts";
import type { Activity } from "../../rules/model.ts";

/** More classes, or more conditions tried on them, are not looked at: then nothing is certain. */
const MOST_CLASSES = 4_096;
const MOST_TRIALS = 200_000;

/** What conditions see of an activity. */
export interface ActivityClass {
  readonly custom_data: Json;
  readonly time: LocalTime;
}

const NO_ACTIVITY = { custom_action_id: "", amount: 0, at: 0, custom_session_id: null } as const;
const MIDNIGHT = { hour: 0, offset: 0 } as const;

/** All days of a leap year, and the other last day of February. */
const DAYS: readonly LocalTime[] = [
  ...Array.from({ length: 12 }, (_, month) => month + 1).flatMap((month) =>
    Array.from({ length: daysInMonth({ year: 2024, month }) }, (_, day) => {
      return { year: 2024, month, day: day + 1, ...MIDNIGHT };
    }),
  ),
  { year: 2023, month: 2, day: 28, ...MIDNIGHT },
];
const HOURS: readonly LocalTime[] = Array.from({ length: 24 }, (_, hour) => {
  return { year: 2024, month: 1, day: 1, hour, offset: 0 };
});

/** Whether no activity can pass. */
export function isEmpty(filters: readonly Conditions[]): boolean {
  const fixed = conjunctsOf(filters).filter((each) => !hasReferences(each));
  const classes = fixed.length === 0 ? undefined : classesOf(fixed);
  return classes !== undefined && !classes.some((each) => passes(fixed, each));
}

/** Whether every activity that passes `a` passes `b`. What refers to data is only compared as it is written. */
export function isSubset(a: readonly Conditions[], b: readonly Conditions[]): boolean {
  const from = conjunctsOf(a);
  const written = new Set(from.map((each) => JSON.stringify(each)));
  const open = conjunctsOf(b).filter((each) => !written.has(JSON.stringify(each)));
  if (open.length === 0) return true;
  if (open.some(hasReferences)) return false;
  const fixed = from.filter((each) => !hasReferences(each));
  const classes = classesOf([...fixed, ...open]);
  return classes?.every((each) => !passes(fixed, each) || passes(open, each)) ?? false;
}

/** Whether an activity of the class counts. The conditions refer to no data. */
export function passes(filters: readonly Conditions[], { custom_data, time }: ActivityClass): boolean {
  const activity: Activity = { ...NO_ACTIVITY, custom_data };
  return filters.every((each) => counts(each, activity, time));
}

/** One activity of each class that the conditions tell apart; undefined where there are too many. */
export function classesOf(filters: readonly Conditions[]): readonly ActivityClass[] | undefined {
  const all = new Map(filters.flatMap(conditionsIn).map((each) => [JSON.stringify(each), each]));
  const conditions = [...all.values()];
  if (conditions.length * DAYS.length > MOST_TRIALS) return undefined;
  const days = representativesOf(
    DAYS,
    conditions.filter(({ name }) => name === "dayOfMonth" || name === "month" || name === "months"),
  );
  const hours = representativesOf(
    HOURS,
    conditions.filter(({ name }) => name === "betweenHours"),
  );
  const most = Math.min(MOST_CLASSES, MOST_TRIALS / Math.max(1, conditions.length)) / (days.length * hours.length);
  const data = dataOf(conditions, most);
  return data?.flatMap((custom_data) =>
    days.flatMap((day) => hours.map(({ hour }) => ({ custom_data, time: { ...day, hour } }))),
  );
}

/** The first of the times of each kind. */
function representativesOf(times: readonly LocalTime[], conditions: readonly Condition[]): readonly LocalTime[] {
  if (conditions.length === 0) return times.slice(0, 1);
  const single = conditions.map((each) => [{ operator: "and", groups: [groupOf(each)] }] as const);
  const kinds = grouped(times, (time) =>
    single.map((each) => Number(passes(each, { custom_data: null, time }))).join(""),
  );
  return [...kinds.values()].flatMap(([first]) => first ?? []);
}

type FieldValue = readonly [path: readonly string[], value: string];

/** The data that differ in what the conditions read; absent is like every word that no condition names. */
function dataOf(conditions: readonly Condition[], most: number): readonly Json[] | undefined {
  const onFields = conditions.flatMap((each) => (each.name === "activityData" ? [each] : []));
  const fields = Array.from(grouped(onFields, ({ field }) => field.join(".")).values(), (own) => {
    const operands = own.flatMap(({ operand }) => ("text" in operand ? [operand.text] : []));
    return { path: own[0]?.field ?? [], values: valuesOf(operands, !own.every(({ operator }) => operator === "eq")) };
  });
  if (fields.reduce((product, { values }) => product * (values.length + 1), 1) > most) return undefined;
  let combinations: readonly (readonly FieldValue[])[] = [[]];
  for (const { path, values } of fields) {
    const longer = combinations.flatMap((each) => values.map((value) => [...each, [path, value] as const]));
    combinations = [...combinations, ...longer];
  }
  return combinations.map(dataWith).filter((each) => each !== undefined);
}

/** `isOrdered`: with a number on each side of every number. */
function valuesOf(operands: readonly string[], isOrdered: boolean): readonly string[] {
  const numbers = operands.filter((each) => /^-?[0-9]+$/.test(each)).map(BigInt);
  const beside = numbers.flatMap((each) => [beyond(each), beyond(each - 1n)]);
  return [...new Set([...operands, ...(isOrdered ? beside : [])])];
}

/** The number and a half. */
function beyond(number: bigint): string {
  return number >= 0n ? `${number}.5` : `-${-number - 1n}.5`;
}

/** Undefined where one field would have to be in another one that has a value itself. */
export function dataWith(values: readonly FieldValue[]): Json | undefined {
  if (values.length === 0) return null;
  const members = [...grouped(values, ([path]) => path[0] ?? "")].map(([key, within]): [string, Json | undefined] => {
    const leaf = within.find(([path]) => path.length === 1);
    if (leaf === undefined) return [key, dataWith(within.map(([path, value]) => [path.slice(1), value]))];
    return [key, within.length > 1 ? undefined : asNumber(leaf[1])];
  });
  const isPossible = members.every((each): each is [string, Json] => each[1] !== undefined);
  return isPossible ? Object.fromEntries(members as [string, Json][]) : undefined;
}

function asNumber(text: string): Json {
  return /^-?[0-9]{1,15}(\.5)?$/.test(text) ? Number(text) : text;
}

/** The same conditions as a list of which all have to hold, as finely as they are written. */
export function conjunctsOf(filters: readonly Conditions[]): readonly Conditions[] {
  return filters.flatMap((filter): readonly Conditions[] => {
    const { operator, groups } = filter;
    if (operator === "or" && groups.length > 1) return [filter];
    return groups.flatMap((group) =>
      group.operator === "or" && group.conditions.length > 1
        ? [{ operator: "and", groups: [group] }]
        : group.conditions.map((each): Conditions => ({ operator: "and", groups: [groupOf(each)] })),
    );
  });
}

function groupOf(condition: Condition): Conditions["groups"][number] {
  return { operator: "and", conditions: [condition] };
}
