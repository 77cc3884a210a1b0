/** Conditions in the words of players: `on the last day of a month`. */
import { both } from "../../manifest/wording.ts";
import type { Json } from "../../model/json.ts";
import { type Condition, type ConditionGroup, type Operand, parseConditions } from "../../rules/conditions.ts";
import type { Comparison } from "../../rules/rule.ts";
import { decidingGroups, timeWords } from "../design/rule-words.ts";

/** Nothing where all activities count. */
export function conditionWords(written: Json): string | undefined {
  const conditions = parseConditions(written);
  if (!conditions.ok) return "under conditions of another version";
  const words = decidingGroups(conditions.value).map(groupWords);
  return words.length === 0 ? undefined : words.join(conditions.value.operator === "or" ? ", or " : ", and ");
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
  if (condition.name !== "activityData") return timeWords(condition, operandWords);
  const { field, operator, operand } = condition;
  return `with ${fieldWords(field)} ${COMPARED[operator]}${operandWords(operand)}`;
}

function fieldWords(path: readonly string[]): string {
  return path.join(" ");
}

function operandWords(operand: Operand): string {
  if ("text" in operand) return operand.text;
  const { entity, path } = operand.reference;
  return `the ${entity}'s ${fieldWords(path)}`;
}
