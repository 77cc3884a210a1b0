/** What resources require of players, in words. What cannot be read is shown as it is written. */

import type { Comparison } from "../../catalog/conditions.ts";
import { type Json, jsonText } from "../../model/json.ts";
import { parseConditions } from "../../rules/conditions.ts";
import { parseMeasure, parseRule, parseStreak } from "../../rules/rule.ts";
import type { CriterionDesign, GroupDesign } from "../design/design.ts";
import {
  COMPARISON_SIGNS,
  type ConditionStyle,
  conditionsWords,
  streakLength,
  streakWords,
} from "../design/phrases.ts";

/** Something to say of a resource: `Met when`, and when that is. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

const COMPARED: Readonly<Record<Comparison, string>> = {
  eq: "exactly",
  gt: "more than",
  gte: "at least",
  lt: "less than",
  lte: "at most",
};

/** When it is met, and which activities count. */
export function criterionFacts(criterion: CriterionDesign): readonly Fact[] {
  return [{ label: "Met when", text: ruleInWords(criterion) }, ...conditionFacts(criterion.conditions)];
}

/** When it holds, and which activities count for what is in it. */
export function groupFacts({ operator, conditions }: GroupDesign): readonly Fact[] {
  const held: Readonly<Record<string, string>> = {
    and: "all of its members do",
    or: "at least one of its members does",
    xor: "exactly one of its members does",
  };
  return [{ label: "Holds when", text: held[operator] ?? operator }, ...conditionFacts(conditions)];
}

/** The same in a few signs, for a picture: `sum ≥ 10, 3 days`. */
export function criterionNote({ type, rule, streak }: CriterionDesign): string {
  const compared = parseRule(rule);
  const run = streak === null ? undefined : parseStreak(streak);
  const amount = compared.ok
    ? `${type} ${COMPARISON_SIGNS[compared.value.operator]} ${compared.value.threshold}`
    : `${type} ${rule}`;
  if (run === undefined) return amount;
  return `${amount}, ${run.ok ? streakLength(run.value) : streak}`;
}

/** How many of its members, for a picture. */
export function groupNote({ operator }: GroupDesign): string {
  const notes: Readonly<Record<string, string>> = { and: "all of", or: "any of", xor: "one of" };
  return notes[operator] ?? operator;
}

function ruleInWords({ type, rule, streak }: CriterionDesign): string {
  const [measure, compared] = [parseMeasure(type), parseRule(rule)];
  const run = streak === null ? undefined : parseStreak(streak);
  if (!measure.ok || !compared.ok || run?.ok === false) return [type, rule, streak ?? ""].join(" ").trim();
  const amount = `${COMPARED[compared.value.operator]} ${compared.value.threshold}`;
  const words = {
    sum: `the amounts add up to ${amount}`,
    average: `the amounts are ${amount} on average`,
    amount: `one activity has an amount of ${amount}`,
  }[measure.value];
  return run === undefined ? words : `${words}, ${streakWords(streakLength(run.value))}`;
}

function conditionFacts(conditions: Json): readonly Fact[] {
  const read = parseConditions(conditions);
  const text = read.ok ? conditionsWords(read.value, STYLE) : jsonText(conditions);
  return text === "" ? [] : [{ label: "Counts only", text }];
}

const STYLE: ConditionStyle = {
  field: (path, operator, operand) => {
    return `where ${path.join(".")} ${operator === "eq" ? "is" : `is ${COMPARED[operator]}`} ${operand}`;
  },
  reference: ({ entity, path }) => `the ${entity}'s ${path.join(".")}`,
};
