/**
 * Describes criteria, groups and conditions in words, as in `5 of "Win a match" on each of 3 days
 * in a row, counted only in March`. The graph, the report, impact and lint use them. Unreadable
 * definitions are quoted.
 */
import type { Comparison, Condition, Operand } from "../../catalog/conditions.ts";
import { sum } from "../../ground/collections.ts";
import { type Json, jsonText } from "../../ground/json.ts";
import { counted, inDigits, inQuotes, oneOf } from "../../ground/words.ts";
import { type Conditions, parseConditions } from "../../rules/conditions.ts";
import type { CriterionRules } from "../../rules/model.ts";
import { type MeasuredRule, parseRule, parseStreak, type Streak } from "../../rules/rule.ts";

const SIGNS: Readonly<Record<Comparison, string>> = {
  eq: "=",
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
};
const COMPARED: Readonly<Record<Comparison, string>> = {
  eq: "exactly ",
  gt: "more than ",
  gte: "at least ",
  lt: "less than ",
  lte: "at most ",
};
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** A criterion's requirement in parts: `500`, ` of "Finish a match"` and `in March`. */
interface RequirementWords {
  readonly number: string;
  readonly rest: string;
  /** Empty if every activity counts. */
  readonly only: string;
}

type WrittenCriterion = Omit<CriterionRules, "custom_id" | "custom_action_id">;

/** Describes a criterion's requirement. `action` is the name of its action. */
export function describeRequirement(
  { type, rule: written, streak: row, conditions }: WrittenCriterion,
  action: string,
): RequirementWords {
  const rule = parseRule(written, type);
  const streak = row === null ? undefined : parseStreak(row);
  const only = describeWrittenConditions(conditions);
  const during = streak === undefined ? "" : ` ${streak.ok ? describeStreak(streak.value) : row}`;
  if (!rule.ok)
    return { number: `${type} ${written}`, rest: ` of ${inQuotes(action)}${during}`, only };
  const { measure, operator, threshold } = simplifyRule(rule.value);
  const number = `${COMPARED[operator]}${inDigits(threshold)}`;
  switch (measure) {
    case "amount":
      return { number: `one ${inQuotes(action)} of ${number}`, rest: during, only };
    case "average":
      return { number: `an average of ${number}`, rest: ` in ${inQuotes(action)}${during}`, only };
    case "sum":
      return {
        number: number.replace(/^at least /, ""),
        rest: ` of ${inQuotes(action)}${during}`,
        only,
      };
  }
}

/** Simplifies a rule on whole numbers, as in "more than 4" to "at least 5". */
function simplifyRule(rule: MeasuredRule): MeasuredRule {
  if (rule.measure === "average") return rule;
  if (rule.operator === "gt") return { ...rule, operator: "gte", threshold: rule.threshold + 1n };
  return rule.operator === "lt"
    ? { ...rule, operator: "lte", threshold: rule.threshold - 1n }
    : rule;
}

/** Joins the parts of a requirement. */
export function formatRequirement({ number, rest, only }: RequirementWords): string {
  return `${number}${rest}${only === "" ? "" : `, counted only ${only}`}`;
}

/** Abbreviates a criterion for a picture, as in `sum ≥ 10, 3 days`. */
export function abbreviateCriterion({
  type,
  rule,
  streak,
}: Pick<CriterionRules, "type" | "rule" | "streak">): string {
  const compared = parseRule(rule, type);
  const run = streak === null ? undefined : parseStreak(streak);
  const amount = compared.ok
    ? `${SIGNS[compared.value.operator]} ${compared.value.threshold}`
    : rule;
  const length =
    run?.ok === true ? counted(run.value.count, run.value.interval.slice(0, -1)) : streak;
  return `${type} ${amount}${length === null ? "" : `, ${length}`}`;
}

/** Describes how many members a group needs. */
export function describeOperator(operator: string): string {
  const words: Readonly<Record<string, string>> = {
    and: "all",
    or: "at least one",
    xor: "exactly one",
  };
  return words[operator] ?? operator;
}

/** Describes a streak, as in `on each of 3 days in a row`. */
function describeStreak({ interval, count }: Streak): string {
  if (count === 1) return `within one ${interval.slice(0, -1)}`;
  return `${interval === "days" ? "on" : "in"} each of ${counted(count, interval.slice(0, -1))} in a row`;
}

/**
 * Describes written conditions, as in `in March and on day 3 of a month`; empty if every activity
 * passes.
 */
export function describeWrittenConditions(written: Json): string {
  const conditions = parseConditions(written);
  return conditions.ok ? describeConditions(conditions.value) : `under ${jsonText(written)}`;
}

/** Limit of described conditions; more are only counted. */
const MOST_CONDITIONS = 12;

export function describeConditions({ operator, groups }: Conditions): string {
  const count = sum(groups.map(({ conditions }) => conditions.length));
  if (count > MOST_CONDITIONS) return `under ${counted(count, "condition")}`;
  const deciding = groups.filter(({ conditions }) => conditions.length > 0);
  // An empty group accepts every activity.
  if (operator === "or" && deciding.length < groups.length) return "";
  const texts = deciding.map(({ operator: inner, conditions }) => {
    const words = conditions.map(describeCondition).join(` ${inner} `);
    return deciding.length > 1 && conditions.length > 1 ? `(${words})` : words;
  });
  return texts.join(` ${operator} `);
}

function describeCondition(condition: Condition): string {
  switch (condition.name) {
    case "activityData": {
      const { field, operator, operand } = condition;
      const comparison = operator === "eq" ? "" : `of ${COMPARED[operator]}`;
      return `with ${field.join(".")} ${comparison}${describeOperand(operand)}`;
    }
    case "betweenHours":
      return describeHours(condition.from, condition.duration);
    case "dayOfMonth": {
      const day = describeOperand(condition.operand, (text) =>
        text === "last" ? "the last day" : `day ${Number(text)}`,
      );
      return `on ${day} of a month`;
    }
    case "month":
      return `in ${describeOperand(condition.operand, (text) => nameMonth(Number(text)))}`;
    case "months":
      return `in ${oneOf([...new Set(condition.months)].map(nameMonth))}`;
  }
}

/** Describes an operand: a reference, or its text as `describe` shows it. */
function describeOperand(
  operand: Operand,
  describe: (text: string) => string = (text) => text,
): string {
  if ("text" in operand) return describe(operand.text);
  const { entity, path } = operand.reference;
  return `the ${entity}'s ${path.join(".")}`;
}

function describeHours(from: number, duration: number): string {
  if (duration === 0) return "at no hour";
  return duration >= 24 ? "at any hour" : `from ${from}:00 to ${(from + duration) % 24}:00`;
}

function nameMonth(month: number): string {
  return MONTHS[month - 1] ?? "";
}
