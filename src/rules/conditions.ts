/**
 * Conditions: which activities count (docs/service.md#conditions). Read first (`parseConditions`), then freed of their
 * references (condition-references.ts), then asked about activities (`counts`). Whatever cannot be read is a reason, never
 * a guess.
 */
import { compareNumbers, isJsonObject, type Json, jsonText, numberOf, scalarText } from "../model/json.ts";
import { daysInMonth, type LocalTime } from "./local-time.ts";
import { type Activity, type Reading, readable, unreadable } from "./model.ts";
import { type Comparison, compares, isComparison } from "./rule.ts";

/** `{entity.path}`: a place in the custom_data of something about the current activity. */
export interface Reference {
  readonly entity: "action" | "activity" | "player";
  readonly path: readonly string[];
}

/** A word or number as written in a condition, or a reference to one. */
export type Operand = { readonly text: string } | { readonly reference: Reference };

/** One condition, read (docs/service.md#conditions). */
export type Condition =
  | {
      readonly name: "activityData";
      readonly field: readonly string[];
      readonly operator: Comparison;
      readonly operand: Operand;
    }
  | { readonly name: "betweenHours"; readonly from: number; readonly duration: number }
  | { readonly name: "dayOfMonth"; readonly day: Operand }
  | { readonly name: "month"; readonly month: Operand }
  | { readonly name: "months"; readonly months: readonly number[] }
  /** Never written: what a reference that leads to nothing leaves, where that is no reason to stop. */
  | { readonly name: "nothing" };

/** Conditions under one operator; without any, every activity counts. */
export interface ConditionGroup {
  readonly operator: "and" | "or";
  readonly conditions: readonly Condition[];
}

/** What a `conditions` field says; without groups, every activity counts. */
export interface Conditions {
  readonly operator: "and" | "or";
  readonly groups: readonly ConditionGroup[];
}

/** What references read from: the custom_data of the current activity, of its action and of its player. */
export type ReferenceValues = Readonly<Record<Reference["entity"], Json>>;

const LETS_ALL_COUNT: Conditions = { operator: "and", groups: [] };

/**
 * Reads the `conditions` of a criterion or a group. `null` and `""` let every activity count.
 *
 * Assumptions `conditions-and`, `empty-conditions` and `unknown-condition`.
 */
export function parseConditions(value: Json): Reading<Conditions> {
  if (value === null || value === "") return readable(LETS_ALL_COUNT);
  // Laravel may give an empty object back as an empty list (docs/service.md#common-properties).
  if (Array.isArray(value) && value.length === 0) return readable(LETS_ALL_COUNT);
  if (!isJsonObject(value)) return unreadable("the conditions are not an object with groups");
  const strange = unknownMember(value, ["operator", "groups"]);
  if (strange !== undefined) return unreadable(`the conditions have a member "${strange}" that is not known`);
  const operator = parseOperator(value.operator);
  if (!operator.ok) return operator;
  const groups = parseAll(value.groups ?? [], "the conditions' groups", parseGroup);
  return groups.ok ? readable({ operator: operator.value, groups: groups.value }) : groups;
}

function parseGroup(value: Json): Reading<ConditionGroup> {
  if (!isJsonObject(value)) return unreadable("a condition group is not an object");
  const strange = unknownMember(value, ["operator", "conditions"]);
  if (strange !== undefined) return unreadable(`a condition group has a member "${strange}" that is not known`);
  const operator = parseOperator(value.operator);
  if (!operator.ok) return operator;
  const conditions = parseAll(value.conditions ?? [], "a group's conditions", (each) =>
    typeof each === "string" ? parseCondition(each) : unreadable("a condition is not a text"),
  );
  return conditions.ok ? readable({ operator: operator.value, conditions: conditions.value }) : conditions;
}

function unknownMember(value: { readonly [key: string]: Json }, known: readonly string[]): string | undefined {
  return Object.keys(value).find((name) => !known.includes(name));
}

function parseOperator(value: Json | undefined): Reading<"and" | "or"> {
  if (value === undefined || value === null || value === "and") return readable("and");
  return value === "or" ? readable("or") : unreadable(`the operator ${jsonText(value)} is not "and" or "or"`);
}

function parseAll<T>(value: Json, what: string, parse: (each: Json) => Reading<T>): Reading<readonly T[]> {
  if (!Array.isArray(value)) return unreadable(`${what} are not a list`);
  const values: T[] = [];
  for (const each of value as readonly Json[]) {
    const reading = parse(each);
    if (!reading.ok) return reading;
    values.push(reading.value);
  }
  return readable(values);
}

/** Reads one condition such as `dayOfMonth:last`. */
export function parseCondition(text: string): Reading<Condition> {
  const colon = text.indexOf(":");
  const name = colon < 0 ? text : text.slice(0, colon);
  const args = colon < 0 ? [] : text.slice(colon + 1).split(",");
  const condition = parseNamed(name, args);
  if (condition === "unknown") return unreadable(`the condition "${text}" is not known`);
  return condition === undefined
    ? unreadable(`the condition "${text}" is not in the form of ${name}`)
    : readable(condition);
}

function parseNamed(name: string, args: readonly string[]): Condition | "unknown" | undefined {
  switch (name) {
    case "activityData":
      return parseActivityField(args);
    case "betweenHours": {
      const [from, duration] = args.map((arg) => wholeNumber(arg, 0, 24));
      if (args.length !== 2 || from === undefined || from === 24 || duration === undefined) return undefined;
      return { name, from, duration };
    }
    case "dayOfMonth": {
      const day = soleOperand(args, isDay);
      return day && { name, day };
    }
    case "month": {
      const month = soleOperand(args, isMonth);
      return month && { name, month };
    }
    case "months": {
      const months = args.map((arg) => wholeNumber(arg, 1, 12));
      return months.includes(undefined) || months.length === 0 ? undefined : { name, months: months as number[] };
    }
    default:
      return "unknown";
  }
}

function parseActivityField(args: readonly string[]): Condition | undefined {
  const [field, operator, word] = args;
  if (args.length !== 3 || field === undefined || operator === undefined || word === undefined) return undefined;
  const path = field.split(".");
  if (path.includes("") || !isComparison(operator)) return undefined;
  const operand = parseOperand(word);
  // Documented as an integer, or letters and digits only.
  if (operand === undefined || ("text" in operand && !/^(-?[0-9]+|[\p{L}\p{N}]+)$/u.test(operand.text)))
    return undefined;
  return { name: "activityData", field: path, operator, operand };
}

function soleOperand(args: readonly string[], fits: (word: string) => boolean): Operand | undefined {
  const operand = args.length === 1 ? parseOperand(args[0] ?? "") : undefined;
  return operand !== undefined && "text" in operand && !fits(operand.text) ? undefined : operand;
}

function parseOperand(word: string): Operand | undefined {
  if (!word.startsWith("{")) return word === "" || /[{}]/.test(word) ? undefined : { text: word };
  const [, entity, path] = /^\{(action|activity|player)\.([^{}]+)\}$/.exec(word) ?? [];
  const keys = path?.split(".") ?? [""];
  return keys.includes("") ? undefined : { reference: { entity: entity as Reference["entity"], path: keys } };
}

/** Whether a text names a day of a month: a number, or `last`. */
export function isDay(word: string): boolean {
  return word === "last" || wholeNumber(word, 1, 31) !== undefined;
}

/** Whether a text is the number of a month. */
export function isMonth(word: string): boolean {
  return wholeNumber(word, 1, 12) !== undefined;
}

function wholeNumber(word: string, minimum: number, maximum: number): number | undefined {
  const value = /^[0-9]{1,9}$/.test(word) ? Number(word) : Number.NaN;
  return value >= minimum && value <= maximum ? value : undefined;
}

/** What stands at a path in a `custom_data`; lists are walked by number. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(current)) current = (current as readonly Json[])[wholeNumber(key, 0, 999_999_999) ?? -1];
    else current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return current;
}

/** Whether the activity counts. The conditions have been resolved; `time` is the activity's in the player's zone. */
export function counts(conditions: Conditions, activity: Activity, time: LocalTime): boolean {
  return combine(
    conditions.operator,
    conditions.groups.map((group) =>
      combine(
        group.operator,
        group.conditions.map((condition) => holds(condition, activity, time)),
      ),
    ),
  );
}

function combine(operator: "and" | "or", truths: readonly boolean[]): boolean {
  if (truths.length === 0) return true;
  return operator === "and" ? truths.every(Boolean) : truths.some(Boolean);
}

function holds(condition: Condition, activity: Activity, time: LocalTime): boolean {
  switch (condition.name) {
    case "activityData":
      return fieldCompares(
        valueAt(activity.custom_data, condition.field),
        condition.operator,
        textOf(condition.operand),
      );
    case "betweenHours":
      return (time.hour - condition.from + 24) % 24 < condition.duration;
    case "dayOfMonth": {
      const day = textOf(condition.day);
      return time.day === (day === "last" ? daysInMonth(time) : Number(day));
    }
    case "month":
      return time.month === Number(textOf(condition.month));
    case "months":
      return condition.months.includes(time.month);
    case "nothing":
      return false;
  }
}

function textOf(operand: Operand): string {
  if ("text" in operand) return operand.text;
  throw new Error("conditions are resolved before they are asked about activities");
}

/** Assumptions `missing-field` and `operand-numbers`. */
function fieldCompares(found: Json | undefined, operator: Comparison, operand: string): boolean {
  const text = scalarText(found);
  if (text === undefined) return false;
  if (isNumeral(text) && isNumeral(operand))
    return compares(compareNumbers(numberOf(text), numberOf(operand)), operator, 0);
  return operator === "eq" && text === operand;
}

function isNumeral(text: string): boolean {
  return /^-?[0-9]+(\.[0-9]+)?$/.test(text);
}
