/**
 * Conditions decide which activities count (docs/service.md#conditions). `parseConditions` parses
 * them, `resolveConditions` replaces references, and `acceptsActivity` applies them. Unreadable
 * conditions give a reason, never a guess.
 */
import {
  type Comparison,
  type Condition,
  type ConditionReference,
  isDay,
  isMonth,
  type Operand,
  parseConditionText,
} from "../catalog/conditions.ts";
import {
  compareNumbers,
  type ExactNumber,
  isJsonList,
  isJsonObject,
  isNumber,
  type Json,
  jsonText,
  numberOf,
  scalarText,
} from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import { countDaysInMonth, type LocalTime } from "./local-time.ts";
import { type Activity, failReading, type Reading, tryReading } from "./model.ts";
import { COMPARES } from "./rule.ts";

/** Conditions under one operator. An empty group accepts every activity. */
export interface ConditionGroup {
  readonly operator: "and" | "or";
  readonly conditions: readonly Condition[];
}

/** A parsed `conditions` field. Without groups it accepts every activity. */
export interface Conditions {
  readonly operator: "and" | "or";
  readonly groups: readonly ConditionGroup[];
}

/** The custom_data that references read: of the current activity, its action and its player. */
type ReferenceValues = Readonly<Record<ConditionReference["entity"], Json>>;

/**
 * Reads the `conditions` of a criterion or a group. `null` and `""` accept every activity
 * (docs/service.md#assumptions).
 */
export function parseConditions(value: Json): Reading<Conditions> {
  // Laravel may return an empty object as an empty list (docs/service.md#common-properties).
  const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return { ok: true, value: { operator: "and", groups: [] } };
  return tryReading(() => {
    const { operator, members } = readParts(value, "groups", "the conditions");
    const groups = members.map((group): ConditionGroup => {
      const inner = readParts(group, "conditions", "a condition group");
      return { operator: inner.operator, conditions: inner.members.map(parseCondition) };
    });
    return { operator, groups };
  });
}

/** Reads an operator and the list that it joins. `subject` names the object in reasons. */
function readParts(value: Json, name: "groups" | "conditions", subject: string) {
  if (!isJsonObject(value)) return failReading(`${subject} must be an object with ${name}`);
  const { operator = null, [name]: members, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return failReading(`${subject} cannot have a member ${inQuotes(unknown)}`);
  if (operator !== null && operator !== "and" && operator !== "or") {
    return failReading(`the operator ${jsonText(operator)} is not "and" or "or"`);
  }
  const list = members ?? [];
  if (!isJsonList(list)) return failReading(`${inQuotes(name)} in ${subject} is not a list`);
  return { operator: operator ?? "and", members: list } as const;
}

/** Reads one condition such as `dayOfMonth:last`. */
function parseCondition(text: Json): Condition {
  if (typeof text !== "string") return failReading("a condition is not a text");
  const parsed = parseConditionText(text);
  if ("name" in parsed) return parsed;
  const isUnknown = parsed.code === "unknown-condition";
  return failReading(
    `the condition ${inQuotes(text)} is ${isUnknown ? "not known" : `invalid: ${parsed.label}`}`,
  );
}

/** Returns the value at a path in a `custom_data`, with list elements by their index. */
export function readValue(value: Json, path: readonly string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const key of path) {
    if (isJsonList(current)) current = current[/^[0-9]{1,9}$/.test(key) ? Number(key) : -1];
    else current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return current;
}

/** Whether a condition reads a value that is only known when an activity is recorded. */
export function hasReferences(conditions: Conditions): boolean {
  return listConditions(conditions).some((condition) => findReference(condition) !== undefined);
}

/** Returns the reference in a condition; undefined if it has none. */
export function findReference(condition: Condition): ConditionReference | undefined {
  return "operand" in condition && "reference" in condition.operand
    ? condition.operand.reference
    : undefined;
}

/** Whether a condition can use the text as its operand. */
export function acceptsOperand({ name }: Condition, text: string): boolean {
  if (name === "month") return isMonth(text);
  return name !== "dayOfMonth" || isDay(text);
}

/** Returns the single conditions of all groups. */
export function listConditions({ groups }: Conditions): readonly Condition[] {
  return groups.flatMap((group) => group.conditions);
}

/**
 * Replaces each reference with its value. Unreadable if a value is missing or has a type that the
 * condition cannot use.
 */
export function resolveConditions(
  { operator, groups }: Conditions,
  values: ReferenceValues,
): Reading<Conditions> {
  return tryReading(() => ({
    operator,
    groups: groups.map((group) => ({
      operator: group.operator,
      conditions: group.conditions.map((condition) => resolveCondition(condition, values)),
    })),
  }));
}

function resolveCondition(condition: Condition, values: ReferenceValues): Condition {
  if (!("operand" in condition && "reference" in condition.operand)) return condition;
  const { entity, path } = condition.operand.reference;
  const value = readValue(values[entity], path);
  const text = scalarText(value);
  const result = `the reference {${[entity, ...path].join(".")}} leads to`;
  if (text === undefined) return failReading(`${result} no text or number`);
  if (!acceptsOperand(condition, text))
    return failReading(`${result} ${inQuotes(text)}, which ${condition.name} cannot use`);
  return { ...condition, operand: isNumber(value) ? { text, number: value } : { text } };
}

/**
 * Whether the activity passes resolved conditions. `time` is the activity's time in the player's
 * zone.
 */
export function acceptsActivity(
  { operator, groups }: Conditions,
  activity: Activity,
  time: LocalTime,
): boolean {
  return combine(operator, groups, (group) =>
    combine(group.operator, group.conditions, (condition) => holds(condition, activity, time)),
  );
}

function combine<T>(
  operator: "and" | "or",
  parts: readonly T[],
  isTrue: (part: T) => boolean,
): boolean {
  return operator === "and" || parts.length === 0 ? parts.every(isTrue) : parts.some(isTrue);
}

function holds(condition: Condition, activity: Activity, time: LocalTime): boolean {
  switch (condition.name) {
    case "activityData": {
      const { field, operator, operand } = condition;
      return compareField(readValue(activity.custom_data, field), operator, operand);
    }
    case "betweenHours":
      return (time.hour - condition.from + 24) % 24 < condition.duration;
    case "dayOfMonth": {
      const day = readOperandText(condition.operand);
      return time.day === (day === "last" ? countDaysInMonth(time) : Number(day));
    }
    case "month":
      return time.month === Number(readOperandText(condition.operand));
    case "months":
      return condition.months.includes(time.month);
  }
}

function readOperandText(operand: Operand): string {
  if ("text" in operand) return operand.text;
  throw new Error("conditions are resolved before they are applied");
}

/**
 * Compares the value of a field with a resolved operand, exactly for numbers of any size
 * (docs/service.md#assumptions).
 */
function compareField(value: Json | undefined, operator: Comparison, operand: Operand): boolean {
  const text = scalarText(value);
  if (text === undefined) return false;
  const other = readOperandText(operand);
  const left = readNumber(value);
  const right =
    "number" in operand && isNumber(operand.number) ? operand.number : readNumber(other);
  if (left !== undefined && right !== undefined)
    return COMPARES[operator](compareNumbers(left, right), 0);
  return operator === "eq" && text === other;
}

/** Reads a number, or a text that is a number. */
function readNumber(value: Json | undefined): number | ExactNumber | undefined {
  if (typeof value === "string")
    return /^-?[0-9]+(\.[0-9]+)?$/.test(value) ? numberOf(value) : undefined;
  return isNumber(value) ? value : undefined;
}
