/**
 * Which activities conditions let count, as sets that can be compared: by date, hour, fields of custom_data and amount. A
 * set is a union of boxes. The run-time rules (rules/conditions.ts) decide what is in it; tests hold the two together.
 */
import { grouped, memoizedBy } from "../../model/collections.ts";
import type { Json } from "../../model/json.ts";
import { type CompiledCondition, type Conditions, referenceIn } from "../../rules/conditions.ts";
import { daysInMonth } from "../../rules/local-time.ts";
import type { Streak } from "../../rules/rule.ts";
import {
  complementOf,
  type FieldValues,
  fieldValuesOf,
  inBoth,
  isAnyValue,
  isNoValue,
  keyOfValues,
  oneOfValues,
  unionOf,
} from "./field-values.ts";
import { type Interval, intersect, isEmpty, NOT_NEGATIVE, without } from "./intervals.ts";

/** The kinds of dates that conditions distinguish: those of a leap year, and 28 February as the last day of its month. */
export interface DateKind {
  readonly month: number;
  readonly day: number;
  readonly isLast: boolean;
}

const LEAP_YEAR = 2024;

export const DATE_KINDS: readonly DateKind[] = Array.from({ length: 12 }, (_, index) => index + 1).flatMap((month) => {
  const count = daysInMonth({ year: LEAP_YEAR, month });
  const days = Array.from({ length: count }, (_, index) => index + 1);
  const all = days.map((day): DateKind => ({ month, day, isLast: day === count }));
  return month === 2 ? [...all, { month, day: 28, isLast: true }] : all;
});

/** The dates as bits. */
export function datesWhere(holds: (kind: DateKind) => boolean): bigint {
  return DATE_KINDS.reduce((dates, kind, index) => (holds(kind) ? dates | (1n << BigInt(index)) : dates), 0n);
}

const ALL_DATES = datesWhere(() => true);
const ALL_HOURS = 0xff_ffff;

export interface FieldTest {
  readonly path: readonly string[];
  readonly values: FieldValues;
}

/** A condition with a reference, whose value is not known: it holds or not. */
export interface OpenTest {
  readonly condition: CompiledCondition;
  readonly holds: boolean;
}

/** Activities with a date, an hour, an amount and fields that are each among some, however they are combined. */
export interface Box {
  /** Bits of `DATE_KINDS`. */
  readonly dates: bigint;
  /** Bit 0 is the hour from 0:00. */
  readonly hours: number;
  /** By path. What is not here may be anything. */
  readonly fields: ReadonlyMap<string, FieldTest>;
  /** By condition. */
  readonly open: ReadonlyMap<string, OpenTest>;
  /** Whole numbers. */
  readonly amount: Interval;
  /** The conditions that made the box, for words; empty in boxes that were compared. */
  readonly written: readonly CompiledCondition[];
}

export interface ActivitySet {
  readonly boxes: readonly Box[];
  /** False when some were left out because there are too many. */
  readonly isComplete: boolean;
}

export const ANY_BOX: Box = {
  dates: ALL_DATES,
  hours: ALL_HOURS,
  fields: new Map(),
  open: new Map(),
  amount: NOT_NEGATIVE,
  written: [],
};

export const ALL_ACTIVITIES: ActivitySet = { boxes: [ANY_BOX], isComplete: true };
const NO_ACTIVITY: ActivitySet = { boxes: [], isComplete: true };

/** More boxes are not looked at. */
const MOST_BOXES = 256;

/** Gives a condition without its reference; undefined leaves the condition out. */
export type Resolve = (condition: CompiledCondition) => CompiledCondition | undefined;

/** The activities that all of the filters let count. */
export const setOf = (filters: readonly Conditions[]): ActivitySet =>
  filters.reduce((set, each) => intersection(set, ofConditions(each)), ALL_ACTIVITIES);

const ofConditions = memoizedBy((conditions: Conditions) =>
  builtFrom([conditions], (condition) => condition, MOST_BOXES, merged),
);

/** Leaves out every condition with a reference, as if its value always fitted. */
export const withoutReferences: Resolve = (condition) => (referenceIn(condition) === undefined ? condition : undefined);

/** The same with references resolved, and with the conditions as they are written on each box. */
export function alternativesOf(filters: readonly Conditions[], resolve: Resolve, most: number): ActivitySet {
  return builtFrom(filters, resolve, most, (set) => set);
}

function builtFrom(
  filters: readonly Conditions[],
  resolve: Resolve,
  most: number,
  simplify: (set: ActivitySet) => ActivitySet,
): ActivitySet {
  const together = (sets: readonly ActivitySet[], operator: "and" | "or"): ActivitySet => {
    if (operator === "and" || sets.length === 0) {
      return sets.reduce((a, b) => simplify(intersection(a, b, most)), ALL_ACTIVITIES);
    }
    const boxes = sets.flatMap((each) => each.boxes);
    const whole = simplify({ boxes, isComplete: sets.every(({ isComplete }) => isComplete) });
    return limited(whole.boxes, whole.isComplete, most);
  };
  const single = (condition: CompiledCondition): ActivitySet => {
    const resolved = resolve(condition);
    if (resolved === undefined) return ALL_ACTIVITIES;
    const box = boxOf(resolved);
    return box === undefined ? NO_ACTIVITY : { boxes: [{ ...box, written: [condition] }], isComplete: true };
  };
  const all = filters.map(({ operator, groups }) => {
    const inGroups = groups.map((group) => together(group.conditions.map(single), group.operator));
    return together(inGroups, operator);
  });
  return together(all, "and");
}

function limited(boxes: readonly Box[], isComplete: boolean, most = MOST_BOXES): ActivitySet {
  return boxes.length > most ? { boxes: boxes.slice(0, most), isComplete: false } : { boxes, isComplete };
}

/** Undefined where no activity passes. */
function boxOf(condition: CompiledCondition): Box | undefined {
  if (referenceIn(condition) !== undefined) {
    return { ...ANY_BOX, open: new Map([[JSON.stringify(condition), { condition, holds: true }]]) };
  }
  const operand = "operand" in condition && "text" in condition.operand ? condition.operand.text : "";
  switch (condition.name) {
    case "activityData": {
      const values = fieldValuesOf(condition.operator, operand);
      if (isNoValue(values)) return undefined;
      return { ...ANY_BOX, fields: new Map([[condition.field.join("."), { path: condition.field, values }]]) };
    }
    case "betweenHours": {
      let hours = 0;
      for (let hour = 0; hour < condition.duration; hour += 1) hours |= 1 << ((condition.from + hour) % 24);
      return hours === 0 ? undefined : { ...ANY_BOX, hours };
    }
    case "dayOfMonth":
      return { ...ANY_BOX, dates: datesOnDay(operand) };
    case "month":
      return { ...ANY_BOX, dates: datesWhere(({ month }) => month === Number(operand)) };
    case "months":
      return { ...ANY_BOX, dates: datesWhere(({ month }) => condition.months.includes(month)) };
    case "nothing":
      return undefined;
  }
}

function datesOnDay(operand: string): bigint {
  return datesWhere(({ day, isLast }) => (operand === "last" ? isLast : day === Number(operand)));
}

/** What is in both boxes; undefined when nothing is. */
export function boxInBoth(a: Box, b: Box): Box | undefined {
  if (a === ANY_BOX) return b;
  if (b === ANY_BOX) return a;
  const [dates, hours] = [a.dates & b.dates, a.hours & b.hours];
  const amount = intersect(a.amount, b.amount);
  if (dates === 0n || hours === 0 || isEmpty(amount)) return undefined;
  const open = new Map(a.open);
  for (const [key, test] of b.open) {
    if ((open.get(key)?.holds ?? test.holds) !== test.holds) return undefined;
    open.set(key, test);
  }
  const fields = new Map(a.fields);
  for (const [key, { path, values }] of b.fields) {
    const known = fields.get(key);
    const both = known === undefined ? values : inBoth(known.values, values);
    if (isNoValue(both)) return undefined;
    fields.set(key, { path, values: both });
  }
  if (fields.size > 1 && hasValueInside(fields)) return undefined;
  const written = [...new Set([...a.written, ...b.written])];
  return { dates, hours, amount, open, fields, written };
}

/** Whether a field has to be a text or number, and to hold another field as well. */
function hasValueInside(fields: ReadonlyMap<string, FieldTest>): boolean {
  const needed = [...fields].filter(([, { values }]) => !values.mayMiss).map(([key]) => key);
  return needed.some((key) => needed.some((other) => other.startsWith(`${key}.`)));
}

/** What is in both sets. */
export function intersection(a: ActivitySet, b: ActivitySet, most = MOST_BOXES): ActivitySet {
  if (a === ALL_ACTIVITIES) return b;
  if (b === ALL_ACTIVITIES) return a;
  const boxes: Box[] = [];
  for (const one of a.boxes) {
    for (const other of b.boxes) {
      const both = boxInBoth(one, other);
      if (both !== undefined) boxes.push(both);
      if (boxes.length > most) return limited(boxes, false, most);
    }
  }
  return { boxes, isComplete: a.isComplete && b.isComplete };
}

/** Whether it is certain that nothing is in the set. */
export function isNothing({ boxes, isComplete }: ActivitySet): boolean {
  return isComplete && boxes.length === 0;
}

/** Whether it is certain that all of the one set is in the other. */
export function isSubset(inner: ActivitySet, outer: ActivitySet): boolean {
  if (inner === outer) return inner.isComplete;
  return inner.isComplete && isNothing(difference(inner, { ...outer, isComplete: true }));
}

/** What is in the first set and not in the second. Not complete where one of them is not. */
export function difference(a: ActivitySet, b: ActivitySet): ActivitySet {
  let left = a.boxes;
  let isComplete = a.isComplete && b.isComplete;
  for (const box of b.boxes) {
    left = left.flatMap((each) => boxWithout(each, box));
    if (left.length > MOST_BOXES) [left, isComplete] = [left.slice(0, MOST_BOXES), false];
  }
  return merged({ boxes: left, isComplete });
}

/** The parts of a box outside of another one: what differs in the date, then of the rest what differs in the hour, and so on. */
function boxWithout(from: Box, taken: Box): readonly Box[] {
  if (boxInBoth(from, taken) === undefined) return [from];
  const parts: Box[] = [];
  let rest: Box = { ...from, written: [] };
  const dates = rest.dates & ~taken.dates;
  if (dates !== 0n) parts.push({ ...rest, dates });
  rest = { ...rest, dates: rest.dates & taken.dates };
  const hours = rest.hours & ~taken.hours;
  if (hours !== 0) parts.push({ ...rest, hours });
  rest = { ...rest, hours: rest.hours & taken.hours };
  for (const amount of without(rest.amount, taken.amount)) parts.push({ ...rest, amount });
  rest = { ...rest, amount: intersect(rest.amount, taken.amount) };
  for (const [key, { path, values }] of taken.fields) {
    const known = rest.fields.get(key)?.values;
    const outside = known === undefined ? complementOf(values) : inBoth(known, complementOf(values));
    if (!isNoValue(outside)) {
      const fields = new Map(rest.fields).set(key, { path, values: outside });
      if (!hasValueInside(fields)) parts.push({ ...rest, fields });
    }
    const inside = known === undefined ? values : inBoth(known, values);
    rest = { ...rest, fields: new Map(rest.fields).set(key, { path, values: inside }) };
  }
  for (const [key, test] of taken.open) {
    if (rest.open.has(key)) continue;
    parts.push({ ...rest, open: new Map(rest.open).set(key, { ...test, holds: !test.holds }) });
    rest = { ...rest, open: new Map(rest.open).set(key, test) };
  }
  return parts;
}

/** The same set with fewer boxes: those that differ in one respect only become one. */
export function merged({ boxes, isComplete }: ActivitySet): ActivitySet {
  let left = boxes.map(withoutFree);
  for (let before = Number.POSITIVE_INFINITY; left.length > 1 && left.length < before; ) {
    before = left.length;
    left = mergedBy(left, datesAside, (box, all) => ({ ...box, dates: all.reduce((a, b) => a | b.dates, 0n) }));
    left = mergedBy(left, hoursAside, (box, all) => ({ ...box, hours: all.reduce((a, b) => a | b.hours, 0) }));
    for (const key of new Set(left.flatMap((box) => [...box.fields.keys()]))) {
      left = mergedBy(
        left,
        (box) => fieldAside(box, key),
        (box, all) => withEitherField(box, all, key),
      );
    }
    for (const key of new Set(left.flatMap((box) => [...box.open.keys()]))) {
      left = mergedBy(
        left,
        (box) => openAside(box, key),
        (box, all) => withEitherOpen(box, all, key),
      );
    }
  }
  return { boxes: left, isComplete };
}

/** Joins boxes that are the same apart from one respect; `aside` gives the key of all others. */
function mergedBy(
  boxes: readonly Box[],
  aside: (box: Box) => string,
  join: (first: Box, all: readonly Box[]) => Box,
): Box[] {
  return [...grouped(boxes, aside).values()].map((all) => {
    const [first] = all as readonly [Box];
    return all.length === 1 ? first : withoutFree(join(first, all));
  });
}

function keyOfBox({ dates, hours, fields, open, amount }: Box): string {
  const ends = [amount.least, amount.most].map((end) => String(end?.at));
  const tests = [...fields].map(([key, { values }]) => `${key} ${keyOfValues(values)}`).sort();
  const atoms = [...open].map(([key, { holds }]) => `${key} ${holds}`).sort();
  return [dates, hours, ...ends, ...tests, ...atoms].join("\n");
}

const datesAside = (box: Box): string => keyOfBox({ ...box, dates: 0n });
const hoursAside = (box: Box): string => keyOfBox({ ...box, hours: 0 });

function fieldAside(box: Box, key: string): string {
  const fields = new Map(box.fields);
  fields.delete(key);
  return keyOfBox({ ...box, fields });
}

function openAside(box: Box, key: string): string {
  const open = new Map(box.open);
  open.delete(key);
  return keyOfBox({ ...box, open });
}

function withEitherField(first: Box, all: readonly Box[], key: string): Box {
  const tests = all.flatMap((box) => box.fields.get(key) ?? []);
  const fields = new Map(first.fields);
  if (tests.length < all.length) fields.delete(key);
  else fields.set(key, { ...(tests[0] as FieldTest), values: unionOf(tests.map(({ values }) => values)) });
  return { ...first, fields };
}

function withEitherOpen(first: Box, all: readonly Box[], key: string): Box {
  const answers = new Set(all.map((box) => box.open.get(key)?.holds));
  if (answers.size === 1 && !answers.has(undefined)) return first;
  const open = new Map(first.open);
  open.delete(key);
  return { ...first, open };
}

/** Without fields that may be anything. */
function withoutFree(box: Box): Box {
  const kept = [...box.fields].filter(([, { values }]) => !isAnyValue(values));
  return kept.length === box.fields.size && box.written.length === 0
    ? box
    : { ...box, fields: new Map(kept), written: [] };
}

/** Whether it matters when it is done. */
export function isTimed({ dates, hours }: Box): boolean {
  return dates !== ALL_DATES || hours !== ALL_HOURS;
}

export function isInHour({ hours }: Box, hour: number): boolean {
  return ((hours >> hour) & 1) === 1;
}

/** Every run of days that exists begins and ends in these days: a leap year comes first. */
export const FIRST_DAY = Date.UTC(LEAP_YEAR, 0, 1);
export const MOST_DAYS = 9 * 366;
const DAY = 86_400_000;

/** Ways are looked for on the same days again and again. */
const bits = new Map<number, bigint>();

/** The bit of the kind of a day in UTC. */
function bitOf(at: number): bigint {
  const number = Math.floor(at / DAY);
  const known = bits.get(number);
  if (known !== undefined) return known;
  const [date, next] = [new Date(at), new Date(at + DAY)];
  const kind = { month: date.getUTCMonth() + 1, day: date.getUTCDate(), isLast: next.getUTCDate() === 1 };
  const bit = 1n << BigInt(indexOf(kind));
  bits.set(number, bit);
  return bit;
}

/** The kinds before each month, and of 28 February the one that is the last day of its month, which comes last there. */
const BEFORE_MONTH = Array.from({ length: 12 }, (_, index) => DATE_KINDS.findIndex(({ month }) => month === index + 1));

function indexOf({ month, day, isLast }: DateKind): number {
  return (BEFORE_MONTH[month - 1] ?? 0) + (month === 2 && day === 28 && isLast ? 29 : day - 1);
}

/** Whether the day, in UTC, is one of them. */
export function isOnDay({ dates }: Box, at: number): boolean {
  return (dates & bitOf(at)) !== 0n;
}

/** Hours that may occur twice when clocks are put back (two of them at Troll station). */
export const CLOCK_CHANGE = 2;

/** The most days or hours in a row in which something in the set can be done; undefined when a run has no end. */
export function longestRun({ boxes }: ActivitySet, interval: Streak["interval"]): number | undefined {
  if (boxes.some((box) => !isTimed(box))) return undefined;
  const isHours = interval === "hours";
  const hoursOn = new Map<bigint, number>();
  let [run, longest, hasGap] = [0, 0, false];
  for (let day = 0; day < MOST_DAYS; day += 1) {
    const bit = bitOf(FIRST_DAY + day * DAY);
    const known = hoursOn.get(bit);
    const hours = known ?? boxes.reduce((all, box) => ((box.dates & bit) === 0n ? all : all | box.hours), 0);
    hoursOn.set(bit, hours);
    for (let hour = 0; hour < (isHours ? 24 : 1); hour += 1) {
      const passes = isHours ? ((hours >> hour) & 1) === 1 : hours !== 0;
      hasGap ||= !passes;
      run = passes ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  if (!hasGap) return undefined;
  return isHours && longest > 0 ? longest + CLOCK_CHANGE : longest;
}

/** A custom_data that is in the box; null where none is needed, undefined where none was found. */
export function dataFor({ fields }: Box): Json | undefined {
  let data: Json = null;
  for (const { path, values } of fields.values()) {
    const found = oneOfValues(values);
    if (found === undefined) return undefined;
    if (found.value !== undefined) data = withValue(data, path, found.value);
  }
  return data;
}

/** The value put at a path, objects around it made where they are missing. */
export function withValue(data: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const object = typeof data === "object" && data !== null && !Array.isArray(data) ? data : {};
  const inner = Object.hasOwn(object, key) ? ((object as Readonly<Record<string, Json>>)[key] ?? null) : null;
  // Computed members are the object's own, whatever they are called.
  return { ...object, [key]: withValue(inner, rest, value) };
}
