/** Rules about conditions: those that nothing can pass, and those that name what is not there. */

import { type Json, scalarText } from "../../model/json.ts";
import type { Address, Pointer } from "../../model/model.ts";
import {
  acceptsOperand,
  type CompiledCondition,
  type Conditions,
  parseCondition,
  parseConditions,
  referenceIn,
  valueAt,
  writtenConditions,
} from "../../rules/conditions.ts";
import { isEmpty } from "../design/condition-classes.ts";
import { isLeftOpen, type LintFinding, type LintRule } from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "impossible-condition",
    severity: "error",
    summary: "Condition that can never match",
    explanation:
      "No activity can pass: the window is empty, the field would need two values, or the date does not exist.",
    bad: `criteria:
  - custom_id: leap-fair
    name: Sold at the fair of the thirtieth of February
    custom_action_id: sell
    conditions: { groups: [{ conditions: ["month:2", "dayOfMonth:30"] }] }`,
    good: `criteria:
  - custom_id: leap-fair
    name: Sold at the fair of the last of February
    custom_action_id: sell
    conditions: { groups: [{ conditions: ["month:2", "dayOfMonth:last"] }] }`,
    check: (game) => {
      const all = [...game.design.criteria.values(), ...game.design.groups.values()];
      return all.filter((each) => !isLeftOpen(game, each, "conditions")).flatMap(impossibleIn);
    },
  },
  {
    code: "dead-reference",
    severity: "warning",
    summary: "Reference to nothing in custom_data",
    explanation: "`{action.…}` is read from the `custom_data` of the action, which has no fitting value there.",
    bad: `actions:
  - { custom_id: finish-floor, name: Finish a floor, custom_data: { level: 3 } }
criteria:
  - custom_id: at-level
    name: Finished at the floor's own level
    custom_action_id: finish-floor
    conditions: { groups: [{ conditions: ["activityData:level,eq,{action.levle}"] }] }`,
    good: `actions:
  - { custom_id: finish-floor, name: Finish a floor, custom_data: { level: 3 } }
criteria:
  - custom_id: at-level
    name: Finished at the floor's own level
    custom_action_id: finish-floor
    conditions: { groups: [{ conditions: ["activityData:level,eq,{action.level}"] }] }`,
    check: (game) =>
      [...game.design.criteria.values()].flatMap((criterion) => {
        const action = game.design.actions.get(criterion.custom_action_id);
        if (action === undefined || isLeftOpen(game, criterion, "conditions", "custom_action_id")) return [];
        if (isLeftOpen(game, action, "custom_data")) return [];
        return conditionsOf(criterion.conditions).flatMap(({ pointer, condition }) => {
          const reference = referenceIn(condition);
          if (reference?.entity !== "action") return [];
          const value = valueAt(action.custom_data, reference.path);
          const text = scalarText(value);
          if (text !== undefined && acceptsOperand(condition, text)) return [];
          const found = value === undefined ? "nothing" : "no fitting value";
          return {
            ...{ address: criterion.address, pointer },
            text: `"${action.custom_id}" has ${found} under "${reference.path.join(".")}" in its custom_data`,
            help: ["add it to the custom_data of the action, or remove the condition"],
          };
        });
      }),
  },
];

/** The conditions that can be read, with their places. */
function conditionsOf(
  conditions: Json,
): readonly { readonly pointer: Pointer; readonly condition: CompiledCondition }[] {
  return writtenConditions(conditions).groups.flatMap((group, index) =>
    group.conditions.flatMap((text, place) => {
      const read = typeof text === "string" ? parseCondition(text) : undefined;
      if (read?.ok !== true) return [];
      return { pointer: `/conditions/groups/${index}/conditions/${place}`, condition: read.value };
    }),
  );
}

/** Single conditions first, then those of a condition group together, then all of them. */
function impossibleIn({
  address,
  conditions,
}: {
  readonly address: Address;
  readonly conditions: Json;
}): readonly LintFinding[] {
  const read = parseConditions(conditions);
  if (!read.ok) return [];
  const single = conditionsOf(conditions).filter(({ condition }) => isEmpty([conjunctionOf([condition])]));
  if (single.length > 0) {
    const help = ["correct the condition, or remove it"];
    return single.map(({ pointer }) => ({ address, pointer, text: "no activity can pass this", help }));
  }
  const together = read.value.groups.flatMap((group, index) =>
    group.operator === "and" && isEmpty([conjunctionOf(group.conditions)])
      ? [
          {
            ...{ address, pointer: `/conditions/groups/${index}/conditions` },
            text: "no activity can pass all of these",
            help: ["correct one of the conditions, or write operator: or where one is enough"],
          },
        ]
      : [],
  );
  if (together.length > 0 || !isEmpty([read.value])) return together;
  return [
    {
      ...{ address, pointer: "/conditions/groups" },
      text: "no activity can pass all of these condition groups",
      help: ["correct one of the groups, or write operator: or where one is enough"],
    },
  ];
}

function conjunctionOf(conditions: readonly CompiledCondition[]): Conditions {
  return { operator: "and", groups: [{ operator: "and", conditions }] };
}
