/** Words for rules, conditions and sets of activities. The styles are those of the people who read them. */
import type { Comparison, Reference } from "../../catalog/conditions.ts";
import { counted, oneOf } from "../../manifest/wording.ts";
import { type CompiledCondition, type Conditions, referenceIn } from "../../rules/conditions.ts";
import type { Streak } from "../../rules/rule.ts";
import type { Interval, Value } from "./intervals.ts";

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
function conditionWords(condition: CompiledCondition, { field, reference }: ConditionStyle): string {
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

/** What counts, such as `in March and on day 3 of a month`; empty where everything does. */
export function conditionsWords({ operator, groups }: Conditions, style: ConditionStyle): string {
  const deciding = groups.filter(({ conditions }) => conditions.length > 0);
  // An empty group lets everything pass.
  if (operator === "or" && deciding.length < groups.length) return "";
  const texts = deciding.map(({ operator: inner, conditions }) => {
    const words = conditions.map((each) => conditionWords(each, style)).join(` ${inner} `);
    return deciding.length > 1 && conditions.length > 1 ? `(${words})` : words;
  });
  return texts.join(` ${operator} `);
}

function monthName(month: number): string {
  return MONTHS[month - 1] ?? String(month);
}

// Steps of a report: `on 7 days in a row, with class = rogue`.

const FIELD = "with ";

/** Such as `with class = rogue`. */
const STEP_STYLE: ConditionStyle = {
  field: (path, operator, operand) => `${FIELD}${path.join(".")} ${COMPARISON_SIGNS[operator]} ${operand}`,
  reference: ({ entity, path }) => `{${[entity, ...path].join(".")}}`,
};

/** Such as `on 7 days in a row`. */
export function runWords({ interval, count }: Streak): string {
  const lead = interval === "days" ? "on" : "in";
  return count === 1 ? `${lead} one ${interval.slice(0, -1)}` : `${lead} ${streakLength({ interval, count })} in a row`;
}

/** When and with what a step has to be done, in one phrase. */
export function noteWords(run: string, conditions: readonly CompiledCondition[]): string {
  const words = [...new Set(conditions.map((each) => conditionWords(each, STEP_STYLE)))];
  const isField = (each: string): boolean => each.startsWith(FIELD);
  const fields = words.filter(isField).map((each) => each.slice(FIELD.length));
  const field = fields.length === 0 ? [] : [FIELD + fields.join(" and ")];
  return [...(run === "" ? [] : [run]), ...field, ...words.filter((each) => !isField(each))].join(", ");
}

// What players are shown: `with map size of at least 3 and on the last day of a month`.

const COMPARED: Readonly<Record<Comparison, string>> = {
  eq: "",
  gt: "above ",
  gte: "of at least ",
  lt: "below ",
  lte: "of at most ",
};

export const PLAYER_STYLE: ConditionStyle = {
  field: (path, operator, operand) => `with ${path.join(" ")} ${COMPARED[operator]}${operand}`,
  reference: ({ entity, path }) => `the ${entity}'s ${path.join(" ")}`,
};

/** Such as `of at least 3`, `from 3 to 5` or `3`. */
export function numberWords<V extends Value>({ least, most }: Interval<V>): string {
  const [from, to] = [least, most].map((end) => end && shown(end.at));
  if (least === null || most === null) {
    if (least !== null) return `${least.isOpen ? "above" : "of at least"} ${from}`;
    return most === null ? "of any number" : `${most.isOpen ? "below" : "of at most"} ${to}`;
  }
  if (from === to) return `${from}`;
  if (!least.isOpen && !most.isOpen) return `from ${from} to ${to}`;
  return `${least.isOpen ? "above" : "of at least"} ${from} and ${most.isOpen ? "below" : "of at most"} ${to}`;
}

function shown(value: Value): string {
  return typeof value === "bigint" ? value.toLocaleString("en-US") : String(value);
}
