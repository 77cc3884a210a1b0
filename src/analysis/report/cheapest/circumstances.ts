/**
 * Circumstances in which something is done: when, how much at once, and with which custom_data. What conditions ask for
 * becomes a list of circumstances, one of which is enough; two of them can be put together where they allow each other.
 */
import type { Json } from "../../../model/json.ts";
import { type Condition, type Conditions, counts } from "../../../rules/conditions.ts";
import { overlap, type Range } from "../../design/rule-range.ts";
import { conditionWords } from "./way-words.ts";

type FieldTest = Extract<Condition, { readonly name: "activityData" }>;

/** Months, days and hours as bits: month 1 is bit 1, hour 0 is bit 0. */
export interface Circumstances {
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

const ALL_MONTHS = 0b1_1111_1111_1110;
const ALL_DAYS = 0xffff_fffe | 0;
const ALL_HOURS = 0xff_ffff;

export const ANY: Circumstances = {
  months: ALL_MONTHS,
  days: ALL_DAYS,
  isLastDay: false,
  hours: ALL_HOURS,
  fields: [],
  amount: { least: null, most: null },
  words: [],
};

/** Circumstances of one set of filters. */
export interface Alternatives {
  readonly all: readonly Circumstances[];
  /** False when there are so many that some were left out. */
  readonly isComplete: boolean;
}

/** Gives a condition without its reference; undefined leaves the condition out. */
export type Resolve = (condition: Condition) => Condition | undefined;

const MOST_ALTERNATIVES = 64;

/** What the filters, all of them, leave open. */
export function alternativesOf(filters: readonly Conditions[], resolve: Resolve): Alternatives {
  let isComplete = true;
  const limited = (list: readonly Circumstances[]): readonly Circumstances[] => {
    if (list.length > MOST_ALTERNATIVES) isComplete = false;
    return list.slice(0, MOST_ALTERNATIVES);
  };
  const together = (lists: readonly (readonly Circumstances[])[], operator: "and" | "or"): readonly Circumstances[] => {
    if (lists.length === 0) return [ANY];
    if (operator === "or") return limited(lists.flat());
    return lists.reduce((left, right) => limited(left.flatMap((a) => right.flatMap((b) => join(a, b) ?? []))), [ANY]);
  };
  const all = filters.map(({ operator, groups }) =>
    together(
      groups.map((group) =>
        together(
          group.conditions.map((condition) => {
            const resolved = resolve(condition);
            return resolved === undefined ? [ANY] : of(resolved, condition);
          }),
          group.operator,
        ),
      ),
      operator,
    ),
  );
  return { all: together(all, "and"), isComplete };
}

/** `written`: the condition as it stands in the manifest, for the words. */
function of(condition: Condition, written: Condition): readonly Circumstances[] {
  const words = [conditionWords(written)];
  switch (condition.name) {
    case "activityData":
      return [{ ...ANY, fields: [condition], words }];
    case "betweenHours": {
      let hours = 0;
      for (let hour = 0; hour < condition.duration; hour += 1) hours |= 1 << ((condition.from + hour) % 24);
      return hours === 0 ? [] : [{ ...ANY, hours, words }];
    }
    case "dayOfMonth": {
      const day = "text" in condition.day ? condition.day.text : "";
      return [day === "last" ? { ...ANY, isLastDay: true, words } : { ...ANY, days: 1 << Number(day), words }];
    }
    case "month":
      return [{ ...ANY, months: 1 << Number("text" in condition.month ? condition.month.text : ""), words }];
    case "months":
      return [{ ...ANY, months: condition.months.reduce((mask, month) => mask | (1 << month), 0), words }];
    case "nothing":
      return [];
  }
}

/** Both at once; undefined when that cannot be. */
export function join(a: Circumstances, b: Circumstances): Circumstances | undefined {
  if (a === ANY) return b;
  if (b === ANY) return a;
  const amount = overlap(a.amount, b.amount);
  if (amount === undefined) return undefined;
  const joined: Circumstances = {
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

const MOST_DAYS = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function hasDay({ months, days, isLastDay }: Circumstances): boolean {
  return MOST_DAYS.some((most, month) => {
    if (month === 0 || ((months >> month) & 1) === 0) return false;
    const first = isLastDay ? (month === 2 ? 28 : most) : 1;
    for (let day = first; day <= most; day += 1) if (((days >>> day) & 1) === 1) return true;
    return false;
  });
}

/** Whether it matters when it is done. */
export function isTimed({ months, days, isLastDay, hours }: Circumstances): boolean {
  return months !== ALL_MONTHS || days !== ALL_DAYS || isLastDay || hours !== ALL_HOURS;
}

/** Whether the day, in UTC, is one of them. */
export function isDay({ months, days, isLastDay }: Circumstances, day: Date): boolean {
  if (((months >> (day.getUTCMonth() + 1)) & 1) === 0 || ((days >>> day.getUTCDate()) & 1) === 0) return false;
  return !isLastDay || new Date(day.getTime() + 86_400_000).getUTCDate() === 1;
}

export function isHour({ hours }: Circumstances, hour: number): boolean {
  return ((hours >> hour) & 1) === 1;
}

/** A custom_data that passes; null where none is needed, undefined where there is none. */
export function dataFor({ fields }: Circumstances): Json | undefined {
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
    const value = words.flatMap(nearby).find((each) => own.every((test) => passes(test, each)));
    if (value === undefined) return undefined;
    found.set(name, { path: own[0]?.field ?? [], value });
  }
  return found;
}

/** Between whole numbers there is nothing that whole and half numbers around them do not stand for. */
function nearby(word: string): readonly Json[] {
  if (!/^-?[0-9]+$/.test(word)) return [word];
  const number = Number(word);
  return [number, number + 1, number - 1, number + 0.5, number - 0.5];
}

const NO_TIME = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };

/** As the run-time rules themselves say. */
function passes(test: FieldTest, value: Json): boolean {
  const filter: Conditions = { operator: "and", groups: [{ operator: "and", conditions: [test] }] };
  const custom_data = withValue(null, test.field, value);
  return counts(filter, { custom_action_id: "", amount: 1, at: 0, custom_data, custom_session_id: null }, NO_TIME);
}

/** The value put at a path, objects around it made where they are missing. */
export function withValue(data: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const object = typeof data === "object" && data !== null && !Array.isArray(data) ? data : {};
  const inner = Object.hasOwn(object, key) ? ((object as Readonly<Record<string, Json>>)[key] ?? null) : null;
  // Computed members are the object's own, whatever they are called.
  return { ...object, [key]: withValue(inner, rest, value) };
}
