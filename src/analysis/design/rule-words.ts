/** Words for pieces of rules: comparisons, streaks, conditions on time. */
import { counted, oneOf } from "../../manifest/wording.ts";
import type { Comparison, Reference } from "../../model/condition-grammar.ts";
import { type CompiledCondition, type ConditionGroup, type Conditions, referenceIn } from "../../rules/conditions.ts";
import type { Streak } from "../../rules/rule.ts";

export const COMPARISON_SIGNS: Readonly<Record<Comparison, string>> = { eq: "=", gt: ">", gte: "≥", lt: "<", lte: "≤" };

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** `3 days` */
export function streakLength({ interval, count }: Streak): string {
  return counted(count, interval.slice(0, -1));
}

/** Such as `on each of 3 days in a row`. `length`: what `streakLength` gives. */
export function streakWords(length: string): string {
  if (length.startsWith("1 ")) return `within one ${length.slice("1 ".length)}`;
  return `${length.endsWith("days") ? "on" : "in"} each of ${length} in a row`;
}

/** What differs between the places where conditions are put in words. */
export interface ConditionStyle {
  readonly field: (path: readonly string[], operator: Comparison, operand: string) => string;
  readonly reference: (reference: Reference) => string;
}

/** When something counts, such as `on the last day of a month`. */
export function conditionWords(condition: CompiledCondition, { field, reference }: ConditionStyle): string {
  const found = referenceIn(condition);
  const text = "operand" in condition && "text" in condition.operand ? condition.operand.text : "";
  const operand = found === undefined ? text : reference(found);
  switch (condition.name) {
    case "activityData":
      return field(condition.field, condition.operator, operand);
    case "betweenHours": {
      const { from, duration } = condition;
      if (duration === 0) return "at no hour";
      return duration >= 24 ? "at any hour" : `from ${from}:00 to ${(from + duration) % 24}:00`;
    }
    case "dayOfMonth":
      if (operand === "last") return "on the last day of a month";
      return `on ${found === undefined ? `day ${Number(operand)}` : operand} of a month`;
    case "month":
      return `in ${found === undefined ? monthName(Number(operand)) : operand}`;
    case "months":
      return `in ${oneOf([...new Set(condition.months)].map(monthName))}`;
    case "nothing":
      return "never";
  }
}

/** The groups that decide what counts; none where everything does: an empty group lets everything pass. */
export function decidingGroups({ operator, groups }: Conditions): readonly ConditionGroup[] {
  const deciding = groups.filter(({ conditions }) => conditions.length > 0);
  return operator === "or" && deciding.length < groups.length ? [] : deciding;
}

function monthName(month: number): string {
  return MONTHS[month - 1] ?? String(month);
}
