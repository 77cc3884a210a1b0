/**
 * Circumstances in which something is done: when, how much at once, and with which custom_data. What conditions ask for
 * becomes a list of circumstances, one of which is enough; two of them can be put together where they allow each other.
 */

import { isDay, isMonth, type Operand, type Reference } from "../../../model/condition-grammar.ts";
import { type Json, scalarText } from "../../../model/json.ts";
import { type Condition, type Conditions, counts, referenceIn, valueAt } from "../../../rules/conditions.ts";
import { daysInMonth } from "../../../rules/local-time.ts";
import type { Rules } from "../../../rules/model.ts";
import type { Streak } from "../../../rules/rule.ts";
import { overlap, type Range } from "../../design/rule-range.ts";
import { COMPARISON_SIGNS, streakLength, timeWords } from "../../design/rule-words.ts";
import type { Branch, Demand } from "./branches.ts";

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

const LEAP_YEAR = 2024;
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

function hasDay({ months, days, isLastDay }: Circumstances): boolean {
  return Array.from({ length: 12 }, (_, index) => index + 1).some((month) => {
    if (((months >> month) & 1) === 0) return false;
    const most = daysInMonth({ year: LEAP_YEAR, month });
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
export function isOnDay({ months, days, isLastDay }: Circumstances, day: Date): boolean {
  if (((months >> (day.getUTCMonth() + 1)) & 1) === 0 || ((days >>> day.getUTCDate()) & 1) === 0) return false;
  return !isLastDay || new Date(day.getTime() + 86_400_000).getUTCDate() === 1;
}

export function isInHour({ hours }: Circumstances, hour: number): boolean {
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

// Finds moments for what has to be done at certain times, each later than those before. Times are UTC: so is the player
// that a way is played with.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A leap year begins, so that every day of the calendar comes within the days that are looked at. */
const BEGINNING = Date.UTC(LEAP_YEAR, 0, 1);
const SEARCHED_DAYS = 9 * 366;

export interface Calendar {
  /** When it can be done; undefined when it never can. */
  moment(circumstances: Circumstances): number | undefined;
  /**
   * When the intervals of a run can be, for each interval and each thing in it. In: the last interval first; out: in the
   * same order.
   */
  run(
    interval: "days" | "hours",
    slots: readonly (readonly Circumstances[])[],
  ): readonly (readonly number[])[] | undefined;
}

export function openCalendar(): Calendar {
  let latest = BEGINNING;
  const keep = (at: number): void => {
    latest = Math.max(latest, at);
  };
  return {
    moment: (circumstances) => {
      const first = startOfDay(latest);
      for (let day = 0; day < SEARCHED_DAYS; day += 1) {
        const at = timeIn(circumstances, first + day * DAY);
        if (at === undefined) continue;
        keep(at);
        return at;
      }
      return undefined;
    },
    run: (interval, slots) => {
      // A day between keeps a run apart from what was done before it.
      const first = startOfDay(latest) + (latest === BEGINNING ? 0 : 2 * DAY);
      const step = interval === "days" ? DAY : HOUR;
      for (let end = first + (slots.length - 1) * step; end < first + SEARCHED_DAYS * DAY; end += step) {
        const times = timesUpTo(end, step, slots);
        if (times === undefined) continue;
        keep(Math.max(...times.flat()));
        return times;
      }
      return undefined;
    },
  };
}

/** Whether so many days in a row are ever among them, each in any of the circumstances. */
export function hasDaysInARow(circumstances: readonly Circumstances[], count: number): boolean {
  if (circumstances.some((each) => !isTimed(each))) return true;
  let run = 0;
  for (let day = 0; day < SEARCHED_DAYS; day += 1) {
    const date = new Date(BEGINNING + day * DAY);
    run = circumstances.some((each) => isOnDay(each, date)) ? run + 1 : 0;
    if (run >= count) return true;
  }
  return false;
}

function timesUpTo(
  end: number,
  step: number,
  slots: readonly (readonly Circumstances[])[],
): readonly (readonly number[])[] | undefined {
  const times: (readonly number[])[] = [];
  for (const [index, circumstances] of slots.entries()) {
    const start = end - index * step;
    const own: number[] = [];
    for (const each of circumstances) {
      const at = step === DAY ? timeIn(each, start) : isAt(each, start) ? start : undefined;
      if (at === undefined) return undefined;
      own.push(at);
    }
    times.push(own);
  }
  return times;
}

/** The first hour of the day at which it can be done. */
function timeIn(circumstances: Circumstances, day: number): number | undefined {
  if (!isOnDay(circumstances, new Date(day))) return undefined;
  for (let hour = 0; hour < 24; hour += 1) if (isInHour(circumstances, hour)) return day + hour * HOUR;
  return undefined;
}

function isAt(circumstances: Circumstances, at: number): boolean {
  const time = new Date(at);
  return isInHour(circumstances, time.getUTCHours()) && isOnDay(circumstances, time);
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

// Values for references. What a reference reads is not in the manifests, unless it is about an action: a value is chosen
// for it, and said to be one. Several are tried, because one may fit better to other conditions.

/** One choice of values. */
export interface Assignment {
  /** Gives the resolver for the conditions of a criterion on the action. */
  resolveFor(customActionId: string): Resolve;
  /** The player's custom_data. */
  readonly player: Json;
  /** Adds to an activity's custom_data what references to it read. */
  complete(data: Json): Json;
}

/** Leaves out every condition with a reference, as if its value always fitted. */
export const withoutReferences: Resolve = (condition) => (referenceIn(condition) === undefined ? condition : undefined);

/** A value that a month, a day and a field can have. */
const FITS_ALL = "1";
const MOST_TRIED = 4;

export function assignmentsFor(rules: Rules, branch: Branch): readonly Assignment[] {
  const conditions = [...branch.must, ...branch.mustNot].flatMap(conditionsOf);
  const open = conditions.filter((each) => {
    const reference = referenceIn(each);
    return reference !== undefined && reference.entity !== "action";
  });
  if (open.length === 0) return [assignment(rules, open, FITS_ALL)];
  const words = conditions.flatMap(writtenIn);
  return [...new Set([FITS_ALL, ...words])].slice(0, MOST_TRIED).map((word) => assignment(rules, open, word));
}

function conditionsOf({ filters }: Demand): readonly Condition[] {
  return filters.flatMap(({ groups }) => groups.flatMap((group) => group.conditions));
}

function writtenIn(condition: Condition): readonly string[] {
  switch (condition.name) {
    case "activityData":
      return textIn(condition.operand);
    case "dayOfMonth":
      return textIn(condition.day);
    case "month":
      return textIn(condition.month);
    case "months":
      return condition.months.map(String);
    default:
      return [];
  }
}

function textIn(operand: Operand): readonly string[] {
  return "text" in operand ? [operand.text] : [];
}

function assignment(rules: Rules, open: readonly Condition[], word: string): Assignment {
  const values = new Map<string, { readonly reference: Reference; readonly value: string }>();
  for (const condition of open) {
    const reference = referenceIn(condition);
    if (reference === undefined) continue;
    const before = values.get(keyOf(reference))?.value ?? word;
    values.set(keyOf(reference), { reference, value: fits(condition, before) ? before : FITS_ALL });
  }
  const valuesOf = (entity: Reference["entity"]) =>
    [...values.values()].filter(({ reference }) => reference.entity === entity);
  const put = (data: Json, entity: Reference["entity"]): Json =>
    valuesOf(entity).reduce((into, { reference, value }) => withValue(into, reference.path, jsonOf(value)), data);
  return {
    player: put(null, "player"),
    complete: (data) => put(data, "activity"),
    resolveFor: (customActionId) => (condition) => {
      const reference = referenceIn(condition);
      if (reference === undefined) return condition;
      const text =
        reference.entity === "action"
          ? scalarText(valueAt(rules.actions.get(customActionId)?.custom_data ?? null, reference.path))
          : (values.get(keyOf(reference))?.value ?? FITS_ALL);
      return text === undefined || !fits(condition, text) ? { name: "nothing" } : withText(condition, text);
    },
  };
}

function keyOf({ entity, path }: Reference): string {
  return JSON.stringify([entity, ...path]);
}

function fits({ name }: Condition, word: string): boolean {
  return name === "month" ? isMonth(word) : name === "dayOfMonth" ? isDay(word) : true;
}

function withText(condition: Condition, text: string): Condition {
  switch (condition.name) {
    case "activityData":
      return { ...condition, operand: { text } };
    case "dayOfMonth":
      return { ...condition, day: { text } };
    case "month":
      return { ...condition, month: { text } };
    default:
      return condition;
  }
}

function jsonOf(word: string): Json {
  return /^-?[0-9]{1,15}$/.test(word) ? Number(word) : word;
}

// When and with what something is to be done, in words.

/** Such as `with class = rogue`. */
export function conditionWords(condition: Condition): string {
  if (condition.name !== "activityData") return timeWords(condition, operandWords);
  const { field, operator, operand } = condition;
  return `${FIELD}${field.join(".")} ${COMPARISON_SIGNS[operator]} ${operandWords(operand)}`;
}

function operandWords(operand: Operand): string {
  if ("text" in operand) return operand.text;
  return `{${[operand.reference.entity, ...operand.reference.path].join(".")}}`;
}

/** Such as `on 7 days in a row`. */
export function runWords({ interval, count }: Streak): string {
  const lead = interval === "days" ? "on" : "in";
  return count === 1 ? `${lead} one ${interval.slice(0, -1)}` : `${lead} ${streakLength({ interval, count })} in a row`;
}

/** All that is said of a step, in one phrase. */
export function noteWords(run: string, words: readonly string[]): string {
  const isField = (each: string): boolean => each.startsWith(FIELD);
  const fields = words.filter(isField).map((each) => each.slice(FIELD.length));
  const field = fields.length === 0 ? [] : [FIELD + fields.join(" and ")];
  return [...(run === "" ? [] : [run]), ...field, ...words.filter((each) => !isField(each))].join(", ");
}

const FIELD = "with ";
