/** Rules about conditions and streaks: those that nothing can pass, and those without effect. */

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
import { isNothing, setOf } from "../design/activity-sets.ts";
import { valuesOf } from "../design/intervals.ts";
import { whyCriterionNever } from "./impossible.ts";
import {
  inEach,
  isCriterionKnown,
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
  unsafeFix,
} from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "pointless-streak",
    severity: "warning",
    summary: "Streak without effect",
    explanation: "A streak of one day or hour requires nothing more than the rule by itself.",
    bad: `criteria:
  - { custom_id: played, name: Played, custom_action_id: play, streak: days:1 }`,
    good: `criteria:
  - { custom_id: played, name: Played, custom_action_id: play, streak: days:7 }
  # A hundred on one day is more than a hundred in all.
  - { custom_id: long-day, name: A long day, custom_action_id: play, rule: gte:100, streak: days:1 }`,
    check: (game) =>
      inEach(game.design.criteria.values(), ({ address, custom_id }) => {
        const read = game.compiled.criterion(custom_id);
        if (read?.rule.ok !== true || !read.streak.ok || read.streak.value?.count !== 1) return undefined;
        // Under "current", even one day or hour has to be the present one.
        if (game.design.semantics.streak_place === "current" || !isCriterionKnown(game, custom_id)) return undefined;
        const { measure } = read.rule.value;
        const { least, most } = valuesOf(read.rule.value);
        const isSmallTotal = measure === "sum" && most === null && (least?.at ?? 0n) <= 1n;
        if (measure !== "amount" && !isSmallTotal) return undefined;
        const text = "a single activity makes one day or hour, so the streak has no effect";
        const help = ["remove the streak, or correct the number of days or hours"];
        const fixes = unsafeFix({ address, pointer: "/streak" }, "remove the streak", { remove: true });
        return { address, pointer: "/streak", text, help, fixes };
      }),
  },
  {
    code: "impossible-streak",
    severity: "error",
    summary: "Streak longer than its conditions allow",
    explanation: "The conditions let activities count in fewer days or hours in a row than the streak has.",
    bad: `criteria:
  - custom_id: pay-days
    name: Sales on three pay days in a row
    custom_action_id: sell
    streak: days:3
    conditions: { groups: [{ conditions: ["dayOfMonth:last"] }] }`,
    good: `criteria:
  - custom_id: new-year-days
    name: Sales on three days of January in a row
    custom_action_id: sell
    streak: days:3
    conditions: { groups: [{ conditions: ["month:1"] }] }`,
    check: (game) =>
      inEach(game.design.criteria.values(), (criterion) => {
        const reason = whyCriterionNever(game, criterion);
        if (reason?.pointer !== "/streak") return undefined;
        return { ...reason, help: ["shorten the streak, or relax the conditions"] };
      }),
  },
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
    check: (game) => declaredConditions(game).flatMap(impossibleIn),
  },
  {
    code: "needless-condition",
    severity: "warning",
    summary: "Condition that is always true",
    explanation:
      "All hours of the day, all months of the year, or the same condition twice: removing it changes nothing.",
    bad: `criteria:
  - custom_id: any-time
    name: Sold at any time
    custom_action_id: sell
    conditions: { groups: [{ conditions: ["betweenHours:0,24"] }] }`,
    good: `criteria:
  - { custom_id: any-time, name: Sold at any time, custom_action_id: sell }`,
    check: (game) =>
      declaredConditions(game).flatMap(({ address, conditions }) =>
        groupsIn(conditions).flatMap((group) =>
          group.flatMap(({ pointer, text: written }, index) => {
            const isRepeated = group.slice(0, index).some((earlier) => earlier.text === written);
            const text = isRepeated ? "the same condition comes before it" : whyAlwaysTrue(written);
            const fixes = unsafeFix({ address, pointer }, "remove it", { remove: true });
            return text === undefined ? [] : { address, pointer, text, help: ["remove it"], fixes };
          }),
        ),
      ),
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
        const written = groupsIn(criterion.conditions).flat();
        return written.flatMap(({ pointer, text: condition }) => {
          const read = parseCondition(condition);
          const reference = read.ok ? referenceIn(read.value) : undefined;
          if (!read.ok || reference?.entity !== "action") return [];
          const value = valueAt(action.custom_data, reference.path);
          const text = scalarText(value);
          if (text !== undefined && acceptsOperand(read.value, text)) return [];
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

/** Conditions as they are written. */
interface DeclaredConditions {
  readonly address: Address;
  readonly conditions: Json;
}

function declaredConditions(game: LintedGame): readonly DeclaredConditions[] {
  const all = [...game.design.criteria.values(), ...game.design.groups.values()];
  return all.filter((each) => !isLeftOpen(game, each, "conditions"));
}

/** The texts of the conditions, by condition group. */
function groupsIn(conditions: Json): readonly (readonly { readonly pointer: Pointer; readonly text: string }[])[] {
  return writtenConditions(conditions).groups.map((group, index) =>
    group.conditions.flatMap((text, place) =>
      typeof text === "string" ? [{ pointer: `/conditions/groups/${index}/conditions/${place}`, text }] : [],
    ),
  );
}

/** Single conditions first, then those of a condition group together, then all of them. */
function impossibleIn({ address, conditions }: DeclaredConditions): readonly LintFinding[] {
  const found = (pointer: Pointer, text: string, help: string): LintFinding => {
    return { address, pointer, text, help: [help] };
  };
  const read = parseConditions(conditions);
  if (!read.ok) return [];
  const single = groupsIn(conditions)
    .flat()
    .flatMap(({ pointer, text }) => {
      const condition = parseCondition(text);
      const isDead = condition.ok && isNothing(setOf([conjunctionOf([condition.value])]));
      return isDead ? [found(pointer, "no activity can pass this", "correct the condition, or remove it")] : [];
    });
  if (single.length > 0) return single;
  const together = read.value.groups.flatMap((group, index) =>
    group.operator === "and" && isNothing(setOf([conjunctionOf(group.conditions)]))
      ? [
          found(
            `/conditions/groups/${index}/conditions`,
            "no activity can pass all of these",
            "correct one of the conditions, or write operator: or where one is enough",
          ),
        ]
      : [],
  );
  if (together.length > 0 || !isNothing(setOf([read.value]))) return together;
  return [
    found(
      "/conditions/groups",
      "no activity can pass all of these condition groups",
      "correct one of the groups, or write operator: or where one is enough",
    ),
  ];
}

function conjunctionOf(conditions: readonly CompiledCondition[]): Conditions {
  return { operator: "and", groups: [{ operator: "and", conditions }] };
}

function whyAlwaysTrue(text: string): string | undefined {
  const read = parseCondition(text);
  if (!read.ok) return undefined;
  const condition = read.value;
  if (condition.name === "betweenHours" && condition.duration >= 24) return "this is the whole day";
  if (condition.name === "months" && new Set(condition.months).size === 12) return "this is the whole year";
  return undefined;
}
