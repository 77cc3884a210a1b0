/** The small grammars of a criterion: `rule`, `streak` and the comparisons inside (docs/service.md#criterion-rules, #streaks). */
import { COMPARISONS, type Comparison } from "../catalog/conditions.ts";
import { type Reading, readable, unreadable } from "./model.ts";

/** A comparison with a whole number, kept exactly. */
export interface Rule {
  readonly operator: Comparison;
  readonly threshold: bigint;
}

/** A number of consecutive intervals. */
export interface Streak {
  readonly interval: "days" | "hours";
  readonly count: number;
}

/** Whether the comparison holds. */
export function compares<T extends bigint | number>(left: T, operator: Comparison, right: T): boolean {
  switch (operator) {
    case "eq":
      return left === right;
    case "gt":
      return left > right;
    case "gte":
      return left >= right;
    case "lt":
      return left < right;
    case "lte":
      return left <= right;
  }
}

/**
 * Reads `gte:10`.
 *
 * Assumes that no operator exists beyond the five known ones (docs/service.md#assumptions): others are unreadable.
 */
export function parseRule(text: string): Reading<Rule> {
  const [, operator, threshold] = /^([a-z]+):(-?[0-9]+)$/.exec(text) ?? [];
  const comparison = COMPARISONS.find((each) => each === operator);
  if (comparison === undefined || threshold === undefined) {
    return unreadable(`the rule "${text}" is not an operator (eq, gt, gte, lt, lte), a colon and a whole number`);
  }
  return readable({ operator: comparison, threshold: BigInt(threshold) });
}

/** Reads `days:3`. */
export function parseStreak(text: string): Reading<Streak> {
  const [, interval, count] = /^(days|hours):([0-9]{1,9})$/.exec(text) ?? [];
  if ((interval !== "days" && interval !== "hours") || count === undefined || Number(count) < 1) {
    return unreadable(`the streak "${text}" is not days or hours, a colon and a whole number above zero`);
  }
  return readable({ interval, count: Number(count) });
}

/** What a rule is applied to. */
export type Measure = "sum" | "average" | "amount";

/** Reads the type of a criterion. */
export function parseMeasure(type: string): Reading<Measure> {
  return type === "sum" || type === "average" || type === "amount"
    ? readable(type)
    : unreadable(`the type "${type}" is not sum, amount or average`);
}

/** A comparison with what it is applied to. */
export interface MeasuredRule extends Rule {
  readonly measure: Measure;
}

/** Amounts added up: all that a rule needs to know of them, whatever its measure. Totals are exact. */
export interface Amounts {
  readonly count: number;
  readonly total: bigint;
  /** How many pass the rule by themselves. */
  readonly passing: number;
}

export const NO_AMOUNTS: Amounts = { count: 0, total: 0n, passing: 0 };

/** The amounts with one more. */
export function withAmount({ count, total, passing }: Amounts, amount: number, rule: Rule): Amounts {
  const value = BigInt(amount);
  const passes = compares(value, rule.operator, rule.threshold);
  return { count: count + 1, total: total + value, passing: passing + (passes ? 1 : 0) };
}

/**
 * Whether the amounts satisfy the rule. Exact for every size of number: an average is compared by multiplying, never by
 * dividing. Never met without any amount.
 */
export function satisfies({ measure, operator, threshold }: MeasuredRule, { count, total, passing }: Amounts): boolean {
  if (count === 0) return false;
  if (measure === "amount") return passing > 0;
  return compares(total, operator, measure === "average" ? threshold * BigInt(count) : threshold);
}
