/** What resources ask of players and give to them, in words. What cannot be read is shown as it is written. */
import type { Json } from "../../core/json.ts";
import type { Semantics } from "../../core/project/semantics-settings.ts";
import { type Condition, type Conditions, type Operand, parseConditions } from "../../semantics/conditions.ts";
import { type Comparison, parseMeasure, parseRule, parseStreak } from "../../semantics/rule.ts";
import type { CriterionDesign, GroupDesign } from "../design.ts";

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

const SIGNS: Readonly<Record<Comparison, string>> = { eq: "=", gt: ">", gte: "≥", lt: "<", lte: "≤" };

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** When it is met, and which activities count. */
export function criterionFacts(criterion: CriterionDesign): readonly Fact[] {
  return [{ label: "Met when", text: ruleInWords(criterion) }, ...conditionFacts(criterion.conditions)];
}

/** When it holds, and which activities count for what is in it. */
export function groupFacts({ operator, conditions }: GroupDesign, { xor }: Pick<Semantics, "xor">): readonly Fact[] {
  const held: Readonly<Record<string, string>> = {
    and: "all of its members do",
    or: "at least one of its members does",
    xor: xor === "parity" ? "an odd number of its members does" : "exactly one of its members does",
  };
  return [{ label: "Holds when", text: held[operator] ?? operator }, ...conditionFacts(conditions)];
}

/** The same in a few signs, for a picture: `sum ≥ 10, 3 days`. */
export function criterionNote({ type, rule, streak }: CriterionDesign): string {
  const compared = parseRule(rule);
  const run = streak === null ? undefined : parseStreak(streak);
  const amount = compared.ok
    ? `${type} ${SIGNS[compared.value.operator]} ${compared.value.threshold}`
    : `${type} ${rule}`;
  if (run === undefined) return amount;
  return `${amount}, ${run.ok ? `${run.value.count} ${run.value.interval}` : streak}`;
}

/** How many of its members, for a picture. */
export function groupNote({ operator }: GroupDesign, { xor }: Pick<Semantics, "xor">): string {
  const exclusive = xor === "parity" ? "odd number of" : "one of";
  const notes: Readonly<Record<string, string>> = { and: "all of", or: "any of", xor: exclusive };
  return notes[operator] ?? operator;
}

/** What earning it is worth, for a picture. */
export function pointsNote(points: number): string {
  return points === 1 ? "1 point" : `${points} points`;
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
  if (run === undefined) return words;
  const { interval, count } = run.value;
  return count === 1
    ? `${words}, within one ${interval.slice(0, -1)}`
    : `${words}, on each of ${count} ${interval} in a row`;
}

function conditionFacts(conditions: Json): readonly Fact[] {
  const read = parseConditions(conditions);
  const text = read.ok ? conditionsInWords(read.value) : JSON.stringify(conditions);
  return text === "" ? [] : [{ label: "Counts only", text }];
}

function conditionsInWords({ operator, groups }: Conditions): string {
  const written = groups.filter(({ conditions }) => conditions.length > 0);
  // One that lets everything count is enough for everything to count.
  if (operator === "or" && written.length < groups.length) return "";
  const texts = written.map(({ operator: inner, conditions }) => {
    const words = conditions.map(conditionInWords).join(` ${inner} `);
    return written.length > 1 && conditions.length > 1 ? `(${words})` : words;
  });
  return texts.join(` ${operator} `);
}

function conditionInWords(condition: Condition): string {
  switch (condition.name) {
    case "activityData": {
      const { field, operator, operand } = condition;
      const is = operator === "eq" ? "is" : `is ${COMPARED[operator]}`;
      return `where ${field.join(".")} ${is} ${operandInWords(operand)}`;
    }
    case "betweenHours": {
      const { from, duration } = condition;
      if (duration === 0) return "at no hour";
      return duration >= 24 ? "at any hour" : `from ${from}:00 to ${(from + duration) % 24}:00`;
    }
    case "dayOfMonth": {
      const isLast = "text" in condition.day && condition.day.text === "last";
      return isLast ? "on the last day of a month" : `on day ${operandInWords(condition.day)} of a month`;
    }
    case "month":
      return `in ${monthInWords(condition.month)}`;
    case "months":
      return `in ${condition.months.map((month) => MONTHS[month - 1] ?? `month ${month}`).join(" or ")}`;
    case "nothing":
      return "nothing";
  }
}

function monthInWords(month: Operand): string {
  const name = "text" in month ? MONTHS[Number(month.text) - 1] : undefined;
  return name ?? `month ${operandInWords(month)}`;
}

function operandInWords(operand: Operand): string {
  if ("text" in operand) return operand.text;
  const { entity, path } = operand.reference;
  return `the ${entity}'s ${path.join(".")}`;
}
