/** The references of conditions, `{player.birthday.month}` and the like (docs/service.md#conditions). */
import { scalarText } from "../model/json.ts";
import type { Semantics } from "../project/rules-settings.ts";
import {
  type Condition,
  type ConditionGroup,
  type Conditions,
  isDay,
  isMonth,
  type Operand,
  type Reference,
  type ReferenceValues,
  valueAt,
} from "./conditions.ts";
import { type Reading, readable, unreadable } from "./model.ts";

/** Whether a condition asks for a value that is only known when an activity is recorded. */
export function hasReferences({ groups }: Conditions): boolean {
  return groups.some(({ conditions }) => conditions.some((each) => referenceIn(each) !== undefined));
}

/** The reference of a condition, where it has one. */
export function referenceIn(condition: Condition): Reference | undefined {
  const operand =
    condition.name === "activityData"
      ? condition.operand
      : condition.name === "dayOfMonth"
        ? condition.day
        : condition.name === "month"
          ? condition.month
          : undefined;
  return operand !== undefined && "reference" in operand ? operand.reference : undefined;
}

/**
 * The same conditions with each reference replaced by what it leads to. What becomes of a reference that leads to
 * nothing, or to something that the condition cannot be about, is said by the setting `missing_reference`.
 */
export function resolveConditions(
  conditions: Conditions,
  values: ReferenceValues,
  missing: Semantics["missing_reference"],
): Reading<Conditions> {
  const groups: ConditionGroup[] = [];
  for (const group of conditions.groups) {
    const resolved: Condition[] = [];
    for (const condition of group.conditions) {
      const reading = resolveCondition(condition, values);
      if (!reading.ok && missing === "impossible") return reading;
      resolved.push(reading.ok ? reading.value : { name: "nothing" });
    }
    groups.push({ operator: group.operator, conditions: resolved });
  }
  return readable({ operator: conditions.operator, groups });
}

function resolveCondition(condition: Condition, values: ReferenceValues): Reading<Condition> {
  switch (condition.name) {
    case "activityData":
      return resolveWith(
        condition,
        condition.operand,
        values,
        (operand) => ({ ...condition, operand }),
        () => true,
      );
    case "dayOfMonth":
      return resolveWith(condition, condition.day, values, (day) => ({ ...condition, day }), isDay);
    case "month":
      return resolveWith(condition, condition.month, values, (month) => ({ ...condition, month }), isMonth);
    default:
      return readable(condition);
  }
}

function resolveWith(
  condition: Condition,
  operand: Operand,
  values: ReferenceValues,
  replace: (operand: Operand) => Condition,
  fits: (word: string) => boolean,
): Reading<Condition> {
  if ("text" in operand) return readable(condition);
  const { entity, path } = operand.reference;
  const written = `{${[entity, ...path].join(".")}}`;
  const found = valueAt(values[entity], path);
  const text = scalarText(found);
  if (text === undefined) return unreadable(`the reference ${written} leads to no text or number`);
  if (!fits(text)) return unreadable(`the reference ${written} leads to "${text}", which ${condition.name} cannot use`);
  return readable(replace({ text }));
}
