/** Conditions in the words of players: `on the last day of a month`. */
import type { Json } from "../../core/json.ts";
import { both } from "../../core/wording.ts";
import { type Condition, type ConditionGroup, type Operand, parseConditions } from "../../semantics/conditions.ts";
import type { Comparison } from "../../semantics/rule.ts";

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** Nothing where all activities count. */
export function conditionWords(written: Json): string | undefined {
  const conditions = parseConditions(written);
  if (!conditions.ok) return "under conditions of another version";
  const groups = conditions.value.groups.filter((group) => group.conditions.length > 0);
  const isChosen = conditions.value.operator === "or";
  if (groups.length === 0 || (isChosen && groups.length < conditions.value.groups.length)) return undefined;
  const words = groups.map(groupWords);
  const [only] = words.length === 1 ? words : [];
  if (only !== undefined) return only;
  return words.join(isChosen ? ", or " : ", and ");
}

function groupWords({ operator, conditions }: ConditionGroup): string {
  const words = conditions.map(wordsOf);
  return operator === "and" ? both(words) : words.join(" or ");
}

const COMPARED: Readonly<Record<Comparison, string>> = {
  eq: "",
  gt: "above ",
  gte: "of at least ",
  lt: "below ",
  lte: "of at most ",
};

function wordsOf(condition: Condition): string {
  switch (condition.name) {
    case "activityData":
      return `with ${fieldWords(condition.field)} ${COMPARED[condition.operator]}${operandWords(condition.operand)}`;
    case "betweenHours":
      if (condition.duration === 0) return "at no hour";
      if (condition.duration >= 24) return "at any hour";
      return `from ${condition.from}:00 to ${(condition.from + condition.duration) % 24}:00`;
    case "dayOfMonth":
      if ("reference" in condition.day) return `on ${operandWords(condition.day)} of a month`;
      return condition.day.text === "last"
        ? "on the last day of a month"
        : `on day ${Number(condition.day.text)} of a month`;
    case "month":
      return `in ${"text" in condition.month ? monthName(Number(condition.month.text)) : operandWords(condition.month)}`;
    case "months":
      return `in ${[...new Set(condition.months)].map(monthName).join(" or ")}`;
    case "nothing":
      return "never";
  }
}

function monthName(month: number): string {
  return MONTHS[month - 1] ?? String(month);
}

function fieldWords(path: readonly string[]): string {
  return path.join(" ");
}

function operandWords(operand: Operand): string {
  if ("text" in operand) return operand.text;
  const { entity, path } = operand.reference;
  return `the ${entity}'s ${fieldWords(path)}`;
}
