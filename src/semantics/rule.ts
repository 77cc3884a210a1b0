/** The small grammars of a criterion: `rule`, `streak` and the comparisons inside (service-contract.md §4.2, §4.3). */
import { type Reading, readable, unreadable } from "./model.ts";

/** The operators of rules and of conditions on activity fields. */
export type Comparison = "eq" | "gt" | "gte" | "lt" | "lte";

const COMPARISONS: readonly string[] = ["eq", "gt", "gte", "lt", "lte"] satisfies readonly Comparison[];

/** A comparison with a whole number, kept exactly. */
export interface Rule {
  readonly operator: Comparison;
  readonly threshold: bigint;
}

/** So many consecutive intervals. */
export interface Streak {
  readonly interval: "days" | "hours";
  readonly count: number;
}

/** Whether the word is one of the operators. */
export function isComparison(word: string): word is Comparison {
  return COMPARISONS.includes(word);
}

/** Whether `left` stands in the relation to `right`. */
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
 * Assumes that no operator exists beyond the five known ones (assumption `rule-operators`): others are unreadable.
 */
export function parseRule(text: string): Reading<Rule> {
  const [, operator, threshold] = /^([a-z]+):(-?[0-9]+)$/.exec(text) ?? [];
  if (operator === undefined || threshold === undefined || !isComparison(operator)) {
    return unreadable(`the rule "${text}" is not an operator (eq, gt, gte, lt, lte), a colon and a whole number`);
  }
  return readable({ operator, threshold: BigInt(threshold) });
}

/** Reads `days:3`. */
export function parseStreak(text: string): Reading<Streak> {
  const [, interval, count] = /^(days|hours):([0-9]{1,9})$/.exec(text) ?? [];
  if ((interval !== "days" && interval !== "hours") || count === undefined || Number(count) < 1) {
    return unreadable(`the streak "${text}" is not days or hours, a colon and a whole number above zero`);
  }
  return readable({ interval, count: Number(count) });
}

/**
 * Whether the amounts, taken by the criterion's type, satisfy the rule. Exact for every size of number: an average is
 * compared by multiplying, never by dividing.
 *
 * Without any amount it does not, whatever the rule (assumption `no-activity`).
 */
export function satisfies(type: string, rule: Rule, amounts: readonly number[]): Reading<boolean> {
  if (type !== "sum" && type !== "average" && type !== "amount") {
    return unreadable(`the type "${type}" is not sum, amount or average`);
  }
  if (amounts.length === 0) return readable(false);
  if (type === "amount") {
    return readable(amounts.some((amount) => compares(BigInt(amount), rule.operator, rule.threshold)));
  }
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
  const threshold = type === "average" ? rule.threshold * BigInt(amounts.length) : rule.threshold;
  return readable(compares(total, rule.operator, threshold));
}
