/** Values between two ends, each of which belongs to them or not. Exact for numbers of every size. */
import { compareNumbers, type ExactNumber, numberOf } from "../../model/json.ts";
import type { MeasuredRule, Rule } from "../../rules/rule.ts";

/** Totals and amounts are `bigint`s, numbers in custom_data are those of JSON. */
export type Value = bigint | number | ExactNumber;

export interface End<V extends Value> {
  readonly at: V;
  /** Whether the end itself is left out. */
  readonly isOpen: boolean;
}

/** `null` is without an end. The least may be above the most: then nothing is in it. */
export interface Interval<V extends Value = bigint> {
  readonly least: End<V> | null;
  readonly most: End<V> | null;
}

export const EVERYTHING: Interval<never> = { least: null, most: null };

/** Everything that an amount, a total or an average can be. */
export const NOT_NEGATIVE: Interval = { least: { at: 0n, isOpen: false }, most: null };

/** The numbers that pass a comparison. */
export function intervalOf<V extends Value>(operator: Rule["operator"], at: V): Interval<V> {
  const [closed, open] = [
    { at, isOpen: false },
    { at, isOpen: true },
  ];
  switch (operator) {
    case "eq":
      return { least: closed, most: closed };
    case "gt":
      return { least: open, most: null };
    case "gte":
      return { least: closed, most: null };
    case "lt":
      return { least: null, most: open };
    case "lte":
      return { least: null, most: closed };
  }
}

/**
 * The totals, amounts or averages that pass a rule. Activities have whole amounts, so a total and an amount are whole
 * and have closed ends; an average is not: `gt:5` holds for 5.5.
 */
export function valuesOf({ operator, threshold, measure }: MeasuredRule): Interval {
  const values = intervalOf(operator, threshold);
  return measure === "average" ? values : whole(values);
}

/** The same whole numbers, with ends that belong to them. */
export function whole({ least, most }: Interval): Interval {
  return {
    least: least && { at: least.isOpen ? least.at + 1n : least.at, isOpen: false },
    most: most && { at: most.isOpen ? most.at - 1n : most.at, isOpen: false },
  };
}

export function compareValues(a: Value, b: Value): number {
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  return compareNumbers(jsonNumber(a), jsonNumber(b));
}

function jsonNumber(value: Value): number | ExactNumber {
  return typeof value === "bigint" ? numberOf(String(value)) : value;
}

/** Nothing is between the ends. Of an interval of whole numbers both ends are closed. */
export function isEmpty<V extends Value>({ least, most }: Interval<V>): boolean {
  if (least === null || most === null) return false;
  const order = compareValues(least.at, most.at);
  return order > 0 || (order === 0 && (least.isOpen || most.isOpen));
}

export function intersect<V extends Value>(a: Interval<V>, b: Interval<V>): Interval<V> {
  return {
    least: isLeastWithin(a.least, b.least) ? a.least : b.least,
    most: isMostWithin(a.most, b.most) ? a.most : b.most,
  };
}

/** Whether nothing is in both. */
export function areApart<V extends Value>(a: Interval<V>, b: Interval<V>): boolean {
  return isEmpty(intersect(a, b));
}

/** Whether everything in the one is in the other. */
export function isWithin<V extends Value>(inner: Interval<V>, outer: Interval<V>): boolean {
  return isEmpty(inner) || (isLeastWithin(inner.least, outer.least) && isMostWithin(inner.most, outer.most));
}

function isLeastWithin<V extends Value>(inner: End<V> | null, outer: End<V> | null): boolean {
  if (outer === null || inner === null) return outer === null;
  const order = compareValues(inner.at, outer.at);
  return order > 0 || (order === 0 && (inner.isOpen || !outer.isOpen));
}

function isMostWithin<V extends Value>(inner: End<V> | null, outer: End<V> | null): boolean {
  if (outer === null || inner === null) return outer === null;
  const order = compareValues(inner.at, outer.at);
  return order < 0 || (order === 0 && (inner.isOpen || !outer.isOpen));
}

export function contains<V extends Value>(interval: Interval<V>, value: V): boolean {
  const end = { at: value, isOpen: false };
  return isLeastWithin(end, interval.least) && isMostWithin(end, interval.most);
}

export function holdsZero(interval: Interval): boolean {
  return contains(interval, 0n);
}

/** What is in the first and not in the second: below it and above it. */
export function without<V extends Value>(a: Interval<V>, b: Interval<V>): readonly Interval<V>[] {
  if (areApart(a, b)) return isEmpty(a) ? [] : [a];
  const below = b.least && intersect(a, { least: null, most: turned(b.least) });
  const above = b.most && intersect(a, { least: turned(b.most), most: null });
  return [below, above].flatMap((each) => (each === null || isEmpty(each) ? [] : [each]));
}

function turned<V extends Value>({ at, isOpen }: End<V>): End<V> {
  return { at, isOpen: !isOpen };
}
