/** Rules about conditions: those that nothing can pass, and those that name what is not there. */

import { type Json, scalarText } from "../../model/json.ts";
import type { Address, Pointer } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { ActionFields } from "../../project/game-settings.ts";
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
import { criteriaWithin } from "../../rules/groups.ts";
import { isEmpty } from "../design/condition-classes.ts";
import { isComplete, isLeftOpen, type LintedGame, type LintFinding, type LintRule } from "./rule.ts";

const CLASSES = ["mage", "bard", "rogue"].map(
  (name) => `  - custom_id: ${name}
    name: Won as a ${name}
    custom_action_id: win
    conditions: { groups: [{ conditions: ["activityData:class,eq,${name}"] }] }
`,
);
const wonWith = (condition: string): string => `criteria:
${CLASSES.join("")}  - custom_id: ten
    name: Often won as a bard
    custom_action_id: win
    rule: gte:10
    conditions: { groups: [{ conditions: ["${condition}"] }] }`;

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
  {
    code: "undeclared-condition",
    severity: "error",
    summary: "Undeclared field or value",
    explanation:
      "The project file declares in `lint.fields` what activities of the action have in their `custom_data`, and the condition names another field, a value that is not listed, or a comparison that the values do not allow. No activity passes it. Fields of an action that no manifest declares are found, too: they check nothing.",
    project: `lint:
  fields:
    win: { class: [mage, bard, rogue], level: number }`,
    bad: wonWith("activityData:class,eq,Bard"),
    good: wonWith("activityData:class,eq,bard"),
    check: (game) => [
      ...usesIn(game).flatMap((use) => {
        const fields = game.settings.fields.get(use.action)?.value;
        const problem = fields && undeclared(use, fields);
        return problem === undefined ? [] : [{ address: use.address, pointer: use.pointer, ...problem }];
      }),
      ...unknownActions(game),
    ],
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

/** A condition on a field, for one of the actions whose activities it selects. */
interface Use {
  readonly action: string;
  readonly address: Address;
  readonly pointer: Pointer;
  readonly field: string;
  readonly operator: string;
  /** Undefined for a reference. */
  readonly value: string | undefined;
}

/** The conditions on fields of all criteria, and of groups for the criteria that they reach. */
function usesIn(game: LintedGame): readonly Use[] {
  const { criteria, groups } = game.design;
  if (game.settings.fields.size === 0) return [];
  const ofCriteria = [...criteria.values()].flatMap((each) =>
    isLeftOpen(game, each, "conditions", "custom_action_id") ? [] : usesOf(each, [each.custom_action_id]),
  );
  const ofGroups = [...groups.values()].flatMap((group) => {
    if (isLeftOpen(game, group, "conditions")) return [];
    const within = [...criteriaWithin(game.design, group.custom_id)];
    return usesOf(
      group,
      within.flatMap((id) => criteria.get(id)?.custom_action_id ?? []),
    );
  });
  return [...ofCriteria, ...ofGroups];
}

function usesOf(
  { address, conditions }: { readonly address: Address; readonly conditions: Json },
  actions: readonly string[],
): readonly Use[] {
  return conditionsOf(conditions).flatMap(({ pointer, condition }) => {
    if (condition.name !== "activityData") return [];
    const { field, operator, operand } = condition;
    const value = "text" in operand ? operand.text : undefined;
    return [...new Set(actions)].map((action) => ({
      ...{ action, address, pointer, field: field.join("."), operator, value },
    }));
  });
}

type Problem = Pick<LintFinding, "text" | "help">;

function undeclared({ action, field, operator, value }: Use, fields: ActionFields): Problem | undefined {
  const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (declared === undefined) {
    const help = [...didYouMean(field, Object.keys(fields)), "declare it in lint.fields"];
    return { text: `"${action}" has no field "${field}"`, help };
  }
  if (declared === "any") return undefined;
  const isOrdered = operator !== "eq";
  const hasNumbers = declared === "number" || (declared !== "word" && declared.every(isNumeric));
  if (isOrdered && !hasNumbers) {
    return { text: `"${field}" of "${action}" has no numbers to compare`, help: ["compare with eq"] };
  }
  if (value === undefined) return undefined;
  if (declared === "number") {
    return isNumeric(value) ? undefined : { text: `"${field}" of "${action}" is a number`, help: ["write a number"] };
  }
  if (declared === "word" || isOrdered || declared.includes(value)) return undefined;
  const near = didYouMean(value, declared);
  const list = declared.slice(0, 8).map((each) => `"${each}"`);
  return {
    text: `"${field}" of "${action}" is never "${value}"`,
    help: near.length > 0 ? near : [`it is one of ${list.join(", ")}`],
  };
}

function isNumeric(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Actions in `lint.fields` that no manifest declares. */
function unknownActions(game: LintedGame): readonly LintFinding[] {
  const { actions } = game.design;
  if (!isComplete(game, "action")) return [];
  return [...game.settings.fields].flatMap(([action, { span }]) => {
    if (actions.has(action)) return [];
    const help = [...didYouMean(action, actions.keys()), "declare the action, or remove its fields"];
    return { span, text: `no action is called "${action}"`, help };
  });
}
