/**
 * The small grammars of a criterion: `rule`, `streak` and the comparisons inside
 * (docs/service.md#criterion-rules, #streaks).
 */
import { COMPARISONS, type Comparison } from "../catalog/conditions.ts";
import { inQuotes } from "../ground/words.ts";
import { failReading, type Reading, tryReading } from "./model.ts";

/** What a rule is applied to. */
const MEASURES = ["sum", "average", "amount"] as const;

/** A comparison of a measure with a whole number, kept exactly. */
export interface MeasuredRule {
  readonly measure: (typeof MEASURES)[number];
  readonly operator: Comparison;
  readonly threshold: bigint;
}

/** A number of consecutive intervals. */
export interface Streak {
  readonly interval: "days" | "hours";
  readonly count: number;
}

/** Whether a comparison holds. */
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
 * Reads `gte:10` of a criterion of a type.
 *
 * Assumes that no operator exists beyond the five known ones (docs/service.md#assumptions): others
 * are unreadable.
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

/** Reads `days:3`. */
export function parseStreak(text: string): Reading<Streak> {
  return tryReading(() => {
    const [, interval, count = "0"] = /^(days|hours):([0-9]{1,9})$/.exec(text) ?? [];
    if (Number(count) > 0)
      return { interval: interval as Streak["interval"], count: Number(count) };
    return failReading(
      `the streak ${inQuotes(text)} is not days or hours, a colon and a whole number above zero`,
    );
  });
}

/**
 * Amounts added up: all that a rule needs to know of them, whatever its measure. Totals are exact.
 */
export interface Amounts {
  readonly count: number;
  readonly total: bigint;
  /** How many pass the rule by themselves. */
  readonly passing: number;
  /** Meaningless without any amount. */
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
 * Whether the amounts satisfy the rule. Exact for every size of number: an average is compared by
 * multiplying, never by dividing. Never met without any amount.
 */
export function satisfies(
  { measure, operator, threshold }: MeasuredRule,
  { count, total, passing }: Amounts,
): boolean {
  if (count === 0) return false;
  if (measure === "amount") return passing > 0;
  return COMPARES[operator](total, measure === "average" ? threshold * BigInt(count) : threshold);
}
