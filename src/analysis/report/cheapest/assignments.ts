/**
 * Values for references. What a reference reads is not in the manifests, unless it is about an action: a value is chosen
 * for it, and said to be one. Several are tried, because one may fit better to other conditions.
 */
import { type Json, scalarText } from "../../../model/json.ts";
import { referenceIn } from "../../../rules/condition-references.ts";
import { type Condition, isDay, isMonth, type Operand, type Reference, valueAt } from "../../../rules/conditions.ts";
import type { Rules } from "../../../rules/model.ts";
import { type Resolve, withValue } from "./circumstances.ts";
import type { Branch, Demand } from "./demands.ts";

/** One choice of values. */
export interface Assignment {
  /** Gives the resolver for the conditions of a criterion on the action. */
  resolveFor(customActionId: string): Resolve;
  /** The player's custom_data. */
  readonly player: Json;
  /** Adds to an activity's custom_data what references to it read. */
  complete(data: Json): Json;
}

/** Leaves out every condition with a reference, as if its value always fitted. */
export const withoutReferences: Resolve = (condition) => (referenceIn(condition) === undefined ? condition : undefined);

/** A value that a month, a day and a field can have. */
const FITS_ALL = "1";
const MOST_TRIED = 4;

export function assignmentsFor(rules: Rules, branch: Branch): readonly Assignment[] {
  const conditions = [...branch.must, ...branch.mustNot].flatMap(conditionsOf);
  const open = conditions.filter((each) => {
    const reference = referenceIn(each);
    return reference !== undefined && reference.entity !== "action";
  });
  if (open.length === 0) return [assignment(rules, open, FITS_ALL)];
  const words = conditions.flatMap(writtenIn);
  return [...new Set([FITS_ALL, ...words])].slice(0, MOST_TRIED).map((word) => assignment(rules, open, word));
}

function conditionsOf({ filters }: Demand): readonly Condition[] {
  return filters.flatMap(({ groups }) => groups.flatMap((group) => group.conditions));
}

function writtenIn(condition: Condition): readonly string[] {
  switch (condition.name) {
    case "activityData":
      return textIn(condition.operand);
    case "dayOfMonth":
      return textIn(condition.day);
    case "month":
      return textIn(condition.month);
    case "months":
      return condition.months.map(String);
    default:
      return [];
  }
}

function textIn(operand: Operand): readonly string[] {
  return "text" in operand ? [operand.text] : [];
}

function assignment(rules: Rules, open: readonly Condition[], word: string): Assignment {
  const values = new Map<string, { readonly reference: Reference; readonly value: string }>();
  for (const condition of open) {
    const reference = referenceIn(condition);
    if (reference === undefined) continue;
    const before = values.get(keyOf(reference))?.value ?? word;
    values.set(keyOf(reference), { reference, value: fits(condition, before) ? before : FITS_ALL });
  }
  const valuesOf = (entity: Reference["entity"]) =>
    [...values.values()].filter(({ reference }) => reference.entity === entity);
  const put = (data: Json, entity: Reference["entity"]): Json =>
    valuesOf(entity).reduce((into, { reference, value }) => withValue(into, reference.path, jsonOf(value)), data);
  return {
    player: put(null, "player"),
    complete: (data) => put(data, "activity"),
    resolveFor: (customActionId) => (condition) => {
      const reference = referenceIn(condition);
      if (reference === undefined) return condition;
      const text =
        reference.entity === "action"
          ? scalarText(valueAt(rules.actions.get(customActionId)?.custom_data ?? null, reference.path))
          : (values.get(keyOf(reference))?.value ?? FITS_ALL);
      return text === undefined || !fits(condition, text) ? { name: "nothing" } : withText(condition, text);
    },
  };
}

function keyOf({ entity, path }: Reference): string {
  return JSON.stringify([entity, ...path]);
}

function fits({ name }: Condition, word: string): boolean {
  return name === "month" ? isMonth(word) : name === "dayOfMonth" ? isDay(word) : true;
}

function withText(condition: Condition, text: string): Condition {
  switch (condition.name) {
    case "activityData":
      return { ...condition, operand: { text } };
    case "dayOfMonth":
      return { ...condition, day: { text } };
    case "month":
      return { ...condition, month: { text } };
    default:
      return condition;
  }
}

function jsonOf(word: string): Json {
  return /^-?[0-9]{1,15}$/.test(word) ? Number(word) : word;
}
