/** When and with what something is to be done, in words. */
import type { Condition, Operand } from "../../semantics/conditions.ts";
import type { Streak } from "../../semantics/rule.ts";

const SIGNS = { eq: "=", gt: ">", gte: "≥", lt: "<", lte: "≤" } as const;
const MONTHS = "January February March April May June July August September October November December".split(" ");

/** Such as `with class = rogue`. */
export function conditionWords(condition: Condition): string {
  switch (condition.name) {
    case "activityData":
      return `with ${condition.field.join(".")} ${SIGNS[condition.operator]} ${operandWords(condition.operand)}`;
    case "betweenHours": {
      if (condition.duration >= 24) return "at any hour";
      const hour = (value: number): string => `${String(value % 24).padStart(2, "0")}:00`;
      return `between ${hour(condition.from)} and ${hour(condition.from + condition.duration)}`;
    }
    case "dayOfMonth": {
      const day = operandWords(condition.day);
      return day === "last" ? "on the last day of a month" : `on day ${day} of a month`;
    }
    case "month":
      return monthWords(operandWords(condition.month));
    case "months":
      return `in ${anyOf(condition.months.map((month) => monthName(String(month))))}`;
    case "nothing":
      return "never";
  }
}

function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function operandWords(operand: Operand): string {
  if ("text" in operand) return operand.text;
  return `{${[operand.reference.entity, ...operand.reference.path].join(".")}}`;
}

function monthWords(word: string): string {
  return word.startsWith("{") ? `in month ${word}` : `in ${monthName(word)}`;
}

function monthName(word: string): string {
  return MONTHS[Number(word) - 1] ?? word;
}

/** Such as `on 7 days in a row`. */
export function runWords({ interval, count }: Streak): string {
  const what = interval === "days" ? "day" : "hour";
  const preposition = interval === "days" ? "on" : "in";
  return count === 1
    ? `${preposition} one ${what}`
    : `${preposition} ${count.toLocaleString("en-US")} ${what}s in a row`;
}

/** All that is said of a step, in one phrase. */
export function noteWords(run: string, words: readonly string[]): string {
  const isField = (each: string): boolean => each.startsWith(FIELD);
  const fields = words.filter(isField).map((each) => each.slice(FIELD.length));
  const field = fields.length === 0 ? [] : [FIELD + fields.join(" and ")];
  return [...(run === "" ? [] : [run]), ...field, ...words.filter((each) => !isField(each))].join(", ");
}

const FIELD = "with ";
