/** Rules about conditions that no activity can pass, and about missing or unreachable data. */
import type { Condition } from "../../catalog/conditions.ts";
import { type Json, scalarText } from "../../ground/json.ts";
import type { Pointer } from "../../ground/pointer.ts";
import { inQuotes } from "../../ground/words.ts";
import {
  acceptsOperand,
  type ConditionGroup,
  type Conditions,
  findReference,
  parseConditions,
  readValue,
} from "../../rules/conditions.ts";
import { acceptsNothing } from "../design/condition-classes.ts";
import type { CriterionDesign } from "../design/design.ts";
import { isLeftOpen, type LintFinding, type LintRule } from "./rule.ts";

const writeFairExample = (day: string): string => `criteria:
  - custom_id: leap-fair
    name: Sold at the fair of February
    custom_action_id: sell
    conditions: { groups: [{ conditions: ["month:2", "${day}"] }] }`;
const writeLevelExample = (level: string): string => `actions:
  - { custom_id: finish-floor, name: Finish a floor, custom_data: { level: 3 } }
criteria:
  - custom_id: at-level
    name: Finished at the floor's own level
    custom_action_id: finish-floor
    conditions: { groups: [{ conditions: ["activityData:level,eq,${level}"] }] }`;
const writeHitExample = (field: string): string => `criteria:
  - custom_id: strong-hit
    name: Hit hard
    custom_action_id: hit
    conditions: { groups: [{ conditions: ["activityData:${field},gte,10"] }] }`;

export const rules: readonly LintRule[] = [
  {
    code: "impossible-condition",
    explanation:
      "No activity can pass: the window is empty, the field would need two values, or the date does not exist.",
    bad: writeFairExample("dayOfMonth:30"),
    good: writeFairExample("dayOfMonth:last"),
    check: (game) => {
      const all = [...game.design.criteria.values(), ...game.design.groups.values()];
      const declared = all.filter((resource) => !isLeftOpen(game, resource, "conditions"));
      // Games repeat their conditions, so each is tried once.
      const known = new Map<string, boolean>();
      return declared.flatMap((resource) => findImpossible(resource, known));
    },
  },
  {
    code: "dead-reference",
    explanation:
      "`{action.…}` is read from the `custom_data` of the action, which has no fitting value there.",
    bad: writeLevelExample("{action.levle}"),
    good: writeLevelExample("{action.level}"),
    check: (game) =>
      [...game.design.criteria.values()].flatMap((criterion) => {
        const action = game.design.actions.get(criterion.custom_action_id);
        if (action === undefined || isLeftOpen(game, criterion, "conditions", "custom_action_id"))
          return [];
        if (isLeftOpen(game, action, "custom_data")) return [];
        return locateConditions(criterion.conditions).flatMap(({ pointer, condition }) => {
          const reference = findReference(condition);
          if (reference?.entity !== "action") return [];
          const value = readValue(action.custom_data, reference.path);
          const text = scalarText(value);
          if (text !== undefined && acceptsOperand(condition, text)) return [];
          const lack = value === undefined ? "nothing" : "no fitting value";
          return {
            address: criterion.address,
            pointer,
            text: `${inQuotes(action.custom_id)} has ${lack} under ${inQuotes(reference.path.join("."))} in its custom_data`,
            help: ["add it to the custom_data of the action, or remove the condition"],
          };
        });
      }),
  },
  {
    code: "unreachable-data",
    explanation:
      "The service documents keys of `custom_data` that have only a–z, A–Z and `_`, and references of at most 10 keys. Whether conditions find other ones is unknown. Keys that no condition uses are not checked.",
    bad: writeHitExample("weapon-2.damage"),
    good: writeHitExample("second_weapon.damage"),
    check: (game) => {
      const all = [...game.design.criteria.values(), ...game.design.groups.values()];
      const declared = all.filter((resource) => !isLeftOpen(game, resource, "conditions"));
      return declared.flatMap(({ address, conditions }) =>
        locateConditions(conditions).flatMap(({ pointer, condition }) =>
          findUnreachable(condition).map((mistake) => ({ address, pointer, ...mistake })),
        ),
      );
    },
  },
];

/** Deepest documented reference (docs/service.md#conditions). */
const MAXIMUM_KEYS = 10;

/** Finds keys outside of the documented form, then a reference that is too deep. */
function findUnreachable(condition: Condition): readonly Pick<LintFinding, "text" | "help">[] {
  const reference = findReference(condition)?.path ?? [];
  const field = condition.name === "activityData" ? condition.field : [];
  // A number can be an index of a list.
  const odd = [...new Set([...field, ...reference])].filter(
    (key) => !/^(?:[A-Za-z_]+|[0-9]+)$/.test(key),
  );
  const keys = odd.map((key) => ({
    text: `${inQuotes(key)} may not be found: documented keys have only a–z, A–Z and _`,
    help: ["use a key of letters and underscores, here and in custom_data"],
  }));
  if (reference.length <= MAXIMUM_KEYS) return keys;
  const text = `the reference has ${reference.length} keys; ${MAXIMUM_KEYS} are documented`;
  return [...keys, { text, help: ["move the value up in custom_data"] }];
}

/** Returns each condition with its pointer; none if the conditions are unreadable. */
function locateConditions(
  written: Json,
): readonly { readonly pointer: Pointer; readonly condition: Condition }[] {
  const read = parseConditions(written);
  const groups = read.ok ? read.value.groups : [];
  return groups.flatMap(({ conditions }, group) =>
    conditions.map((condition, index) => ({
      pointer: `/conditions/groups/${group}/conditions/${index}`,
      condition,
    })),
  );
}

/**
 * Finds impossible conditions: single ones, or else groups, or else all groups together. `known`
 * caches the answers.
 */
function findImpossible(
  { address, conditions }: Pick<CriterionDesign, "address" | "conditions">,
  known: Map<string, boolean>,
): readonly LintFinding[] {
  const read = parseConditions(conditions);
  if (!read.ok) return [];
  const isImpossible = (conditions: Conditions): boolean => {
    const key = JSON.stringify(conditions);
    const isNever = known.get(key) ?? acceptsNothing([conditions]);
    known.set(key, isNever);
    return isNever;
  };
  const wrapGroup = (group: ConditionGroup): Conditions => ({ operator: "and", groups: [group] });
  const single = locateConditions(conditions)
    .filter(({ condition }) =>
      isImpossible(wrapGroup({ operator: "and", conditions: [condition] })),
    )
    .map(({ pointer }) => [pointer, "this", "correct the condition, or remove it"] as const);
  const help = "correct one of them, or write operator: or if one is enough";
  const groups = read.value.groups.flatMap((group, index) =>
    isImpossible(wrapGroup(group))
      ? [[`/conditions/groups/${index}/conditions`, "all of these", help] as const]
      : [],
  );
  const whole = isImpossible(read.value)
    ? [["/conditions/groups", "all of these groups", help] as const]
    : [];
  const first = [single, groups, whole].find(({ length }) => length > 0) ?? [];
  return first.map(([pointer, what, fix]) => ({
    address,
    pointer,
    text: `no activity can pass ${what}`,
    help: [fix],
  }));
}
