/** Whether conditions that let an activity count are sure to be let pass by other conditions, too. */
import { canonicalJson, type Json } from "../../model/json.ts";
import type { Condition, Conditions, Operand } from "../../rules/conditions.ts";
import { entails, type Statement } from "./entailment.ts";
import { isWithin, type Range, rangeOf } from "./rule-range.ts";

/** Whether every activity that passes all of `a` passes all of `b`. */
export function conditionsImply(a: readonly Conditions[], b: readonly Conditions[]): boolean {
  return entails(allOf(a), allOf(b), conditionImplies);
}

function allOf(filters: readonly Conditions[]): Statement<Condition> {
  return { type: "and", parts: filters.map(statementOf) };
}

/** Conditions as a statement about one activity. Without any, all activities pass. */
function statementOf({ operator, groups }: Conditions): Statement<Condition> {
  const parts = groups.map(
    (group): Statement<Condition> => combined(group.operator, group.conditions.map(statementOfOne)),
  );
  return combined(operator, parts);
}

/** What lets everything pass, or nothing, is no matter of comparing. */
function statementOfOne(leaf: Condition): Statement<Condition> {
  const always: Statement<Condition> = { type: "and", parts: [] };
  const never: Statement<Condition> = { type: "or", parts: [] };
  if (leaf.name === "nothing") return never;
  if (leaf.name === "betweenHours" && leaf.duration === 0) return never;
  if (leaf.name === "betweenHours" && leaf.duration >= 24) return always;
  if (leaf.name === "months" && new Set(leaf.months).size === 12) return always;
  return { type: "leaf", leaf };
}

/** An empty list lets everything pass, whatever its operator. */
function combined(operator: "and" | "or", parts: readonly Statement<Condition>[]): Statement<Condition> {
  return { type: parts.length === 0 ? "and" : operator, parts };
}

function conditionImplies(a: Condition, b: Condition): boolean {
  if (canonicalJson(a as unknown as Json) === canonicalJson(b as unknown as Json)) return true;
  const [monthsA, monthsB] = [monthsOf(a), monthsOf(b)];
  if (monthsA !== undefined && monthsB !== undefined) return monthsA.every((month) => monthsB.includes(month));
  if (a.name === "betweenHours" && b.name === "betweenHours") {
    const inB = new Set(hoursOf(b));
    return hoursOf(a).every((hour) => inB.has(hour));
  }
  if (a.name !== "activityData" || b.name !== "activityData") return false;
  if (a.field.join(".") !== b.field.join(".")) return false;
  const [rangeA, rangeB] = [fieldRange(a), fieldRange(b)];
  return rangeA !== undefined && rangeB !== undefined && isWithin(rangeA, rangeB);
}

function monthsOf(condition: Condition): readonly number[] | undefined {
  if (condition.name === "months") return condition.months;
  return condition.name === "month" && "text" in condition.month ? [Number(condition.month.text)] : undefined;
}

function hoursOf({ from, duration }: Extract<Condition, { readonly name: "betweenHours" }>): readonly number[] {
  return Array.from({ length: Math.min(duration, 24) }, (_, index) => (from + index) % 24);
}

/**
 * The values of the field that pass. Fields may hold fractions, so that `gt:1` is not taken for `gte:2`: strict bounds are
 * known only where both conditions have them.
 */
function fieldRange({ operator, operand }: Extract<Condition, { readonly name: "activityData" }>): Range | undefined {
  const value = wholeNumber(operand);
  if (value === undefined) return undefined;
  // Doubled, there is room between two whole numbers for what a strict bound leaves out.
  return rangeOf({ operator, threshold: value * 2n });
}

function wholeNumber(operand: Operand): bigint | undefined {
  return "text" in operand && /^-?[0-9]+$/.test(operand.text) ? BigInt(operand.text) : undefined;
}
