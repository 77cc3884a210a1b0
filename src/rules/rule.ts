/** Parses the `rule` and `streak` of a criterion (docs/service.md#criterion-rules, #streaks). */
import { COMPARISONS, type Comparison } from "../catalog/conditions.ts";
import { inQuotes } from "../ground/words.ts";
import { failReading, type Reading, tryReading } from "./model.ts";

/** Criterion types that a rule can measure. */
const MEASURES = ["sum", "average", "amount"] as const;

/** A comparison of a measure with an exact whole number. */
export interface MeasuredRule {
  readonly measure: (typeof MEASURES)[number];
  readonly operator: Comparison;
  readonly threshold: bigint;
}

/** A required number of consecutive intervals. */
export interface Streak {
  readonly interval: "days" | "hours";
  readonly count: number;
}

/** Implementations of the comparison operators. */
export const COMPARES: Readonly<
  Record<Comparison, <T extends bigint | number>(left: T, right: T) => boolean>
> = {
  eq: (left, right) => left === right,
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
};

/**
 * Reads a rule such as `gte:10` of a criterion of a type. Operators other than the five known ones
 * are unreadable (docs/service.md#assumptions).
 */
export function parseRule(text: string, type: string): Reading<MeasuredRule> {
  return tryReading(() => {
    const [, word, threshold = ""] = /^([a-z]+):(-?[0-9]+)$/.exec(text) ?? [];
    const operator = COMPARISONS.find((comparison) => comparison === word);
    const measure = MEASURES.find((measure) => measure === type);
    if (measure === undefined)
      return failReading(`the type ${inQuotes(type)} is not sum, amount or average`);
    if (operator !== undefined) return { measure, operator, threshold: BigInt(threshold) };
    return failReading(
      `the rule ${inQuotes(text)} is not an operator (eq, gt, gte, lt, lte), a colon and a whole number`,
    );
  });
}

/** Reads a streak such as `days:3`. */
export function parseStreak(text: string): Reading<Streak> {
  return tryReading((): Streak => {
    const [, word, digits] = /^(days|hours):([0-9]{1,9})$/.exec(text) ?? [];
    const count = Number(digits ?? 0);
    if (count > 0) return { interval: word === "days" ? "days" : "hours", count };
    return failReading(
      `the streak ${inQuotes(text)} is not days or hours, a colon and a whole number above zero`,
    );
  });
}

/** Exact aggregates of amounts, enough for rules of every measure. */
export interface Amounts {
  readonly count: number;
  readonly total: bigint;
  /** Number of amounts that pass the rule by themselves. */
  readonly passing: number;
  /** Meaningless if `count` is 0, as is `smallest`. */
  readonly largest: number;
  readonly smallest: number;
}

export const NO_AMOUNTS: Amounts = {
  count: 0,
  total: 0n,
  passing: 0,
  largest: -Infinity,
  smallest: Infinity,
};

export function addAmount(
  before: Amounts,
  amount: number,
  { operator, threshold }: MeasuredRule,
): Amounts {
  const value = BigInt(amount);
  return {
    count: before.count + 1,
    total: before.total + value,
    passing: before.passing + (COMPARES[operator](value, threshold) ? 1 : 0),
    largest: Math.max(before.largest, amount),
    smallest: Math.min(before.smallest, amount),
  };
}

/**
 * Whether the amounts satisfy the rule; without amounts they don't. Exact for every size of number,
 * because averages are compared by multiplying, not by dividing.
 */
export function satisfies(
  { measure, operator, threshold }: MeasuredRule,
  { count, total, passing }: Amounts,
): boolean {
  if (count === 0) return false;
  if (measure === "amount") return passing > 0;
  return COMPARES[operator](total, measure === "average" ? threshold * BigInt(count) : threshold);
}
