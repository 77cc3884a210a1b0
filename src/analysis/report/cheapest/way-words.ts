/** When and with what something is to be done, in words. */
import type { Condition, Operand } from "../../../rules/conditions.ts";
import type { Streak } from "../../../rules/rule.ts";
import { COMPARISON_SIGNS, streakLength, timeWords } from "../../design/rule-words.ts";

/** Such as `with class = rogue`. */
export function conditionWords(condition: Condition): string {
  if (condition.name !== "activityData") return timeWords(condition, operandWords);
  const { field, operator, operand } = condition;
  return `${FIELD}${field.join(".")} ${COMPARISON_SIGNS[operator]} ${operandWords(operand)}`;
}

function operandWords(operand: Operand): string {
  if ("text" in operand) return operand.text;
  return `{${[operand.reference.entity, ...operand.reference.path].join(".")}}`;
}

/** Such as `on 7 days in a row`. */
export function runWords({ interval, count }: Streak): string {
  const lead = interval === "days" ? "on" : "in";
  return count === 1 ? `${lead} one ${interval.slice(0, -1)}` : `${lead} ${streakLength({ interval, count })} in a row`;
}

/** All that is said of a step, in one phrase. */
export function noteWords(run: string, words: readonly string[]): string {
  const isField = (each: string): boolean => each.startsWith(FIELD);
  const fields = words.filter(isField).map((each) => each.slice(FIELD.length));
  const field = fields.length === 0 ? [] : [FIELD + fields.join(" and ")];
  return [...(run === "" ? [] : [run]), ...field, ...words.filter((each) => !isField(each))].join(", ");
}

const FIELD = "with ";
