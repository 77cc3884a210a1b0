/** Words for pieces of rules: comparisons, streaks, conditions on time. */
import { counted, oneOf } from "../../manifest/wording.ts";
import type { Comparison, Operand } from "../../model/condition-grammar.ts";
import type { Condition, ConditionGroup, Conditions } from "../../rules/conditions.ts";
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

/** When something counts, such as `on the last day of a month`. `operandWords`: words for a reference. */
export function timeWords(
  condition: Exclude<Condition, { readonly name: "activityData" }>,
  operandWords: (operand: Operand) => string,
): string {
  switch (condition.name) {
    case "betweenHours": {
      const { from, duration } = condition;
      if (duration === 0) return "at no hour";
      return duration >= 24 ? "at any hour" : `from ${from}:00 to ${(from + duration) % 24}:00`;
    }
    case "dayOfMonth": {
      const { day } = condition;
      if ("reference" in day) return `on ${operandWords(day)} of a month`;
      return day.text === "last" ? "on the last day of a month" : `on day ${Number(day.text)} of a month`;
    }
    case "month": {
      const { month } = condition;
      return `in ${"reference" in month ? operandWords(month) : monthName(Number(month.text))}`;
    }
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
