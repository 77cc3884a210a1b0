/** Rules about conditions and streaks: what they can never let count, and what they leave as it is. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import { isJsonObject, type Json, scalarText } from "../../model/json.ts";
import type { Address, Pointer } from "../../model/model.ts";
import { referenceIn } from "../../rules/condition-references.ts";
import { isDay, isMonth, parseCondition, parseConditions, valueAt } from "../../rules/conditions.ts";
import { rangeOf } from "../design/rule-range.ts";
import { canPass, hoursIn, waysThrough } from "./condition-space.ts";
import { whyNeverMet } from "./impossible.ts";
import { finding, isCriterionKnown, isLeftOpen, type LintedGame, type LintRules } from "./linted-game.ts";

/** Conditions as they are written, with where each of them stands. */
interface Written {
  readonly address: Address;
  readonly conditions: Json;
}

interface WrittenCondition {
  readonly pointer: Pointer;
  readonly text: string;
}

export const CONDITION_RULES = {
  "impossible-condition": (game) => allWritten(game).flatMap((written) => impossibleIn(game, written)),

  "needless-condition": (game) =>
    allWritten(game).flatMap(({ address, conditions }) =>
      groupsIn(conditions).flatMap((group) =>
        group.flatMap(({ pointer, text }, index) => {
          const part = { address, pointer };
          if (group.slice(0, index).some((earlier) => earlier.text === text)) {
            return [finding(game, "needless-condition", part, "the same condition stands before it", REMOVE)];
          }
          const what = isAlwaysTrue(text);
          return what === undefined ? [] : [finding(game, "needless-condition", part, what, REMOVE)];
        }),
      ),
    ),

  "dead-reference": (game) =>
    [...game.design.criteria.values()].flatMap((criterion) => {
      const action = game.design.actions.get(criterion.custom_action_id);
      if (action === undefined || isLeftOpen(game, criterion, "conditions", "custom_action_id")) return [];
      if (isLeftOpen(game, action, "custom_data")) return [];
      return groupsIn(criterion.conditions)
        .flat()
        .flatMap(({ pointer, text }) => {
          const read = parseCondition(text);
          const reference = read.ok ? referenceIn(read.value) : undefined;
          if (!read.ok || reference?.entity !== "action") return [];
          const value = valueAt(action.custom_data, reference.path);
          if (fits(read.value.name, value)) return [];
          const what = `"${action.custom_id}" has ${value === undefined ? "nothing" : "no fitting value"} under "${reference.path.join(".")}" in its custom_data`;
          const help = ["write it into the custom_data of the action, or take the condition out"];
          return [finding(game, "dead-reference", { address: criterion.address, pointer }, what, { help })];
        });
    }),

  "impossible-streak": (game) =>
    [...game.design.criteria.values()].flatMap(({ address, custom_id }) => {
      const blame = whyNeverMet(game, custom_id);
      if (blame?.pointer !== "/streak") return [];
      const help = ["shorten the streak, or let the conditions leave more"];
      return [finding(game, "impossible-streak", { address, pointer: "/streak" }, blame.text, { help })];
    }),

  "pointless-streak": (game) =>
    [...game.design.criteria.values()].flatMap(({ address, custom_id }) => {
      const read = game.compiled.criterion(custom_id);
      if (read?.rule.ok !== true || !read.streak.ok || read.streak.value?.count !== 1) return [];
      // Under "current", even one day or hour has to be the present one.
      if (game.design.semantics.streak_place === "current" || !isCriterionKnown(game, custom_id)) return [];
      const { measure } = read.rule.value;
      const { least, most } = rangeOf(read.rule.value);
      const isSmallTotal = measure === "sum" && most === null && (least ?? 0n) <= 1n;
      if (measure !== "amount" && !isSmallTotal) return [];
      const text = "a single activity makes one day or hour, so the streak asks for nothing";
      const help = ["leave the streak out, or write the number of days or hours that is meant"];
      return [finding(game, "pointless-streak", { address, pointer: "/streak" }, text, { help })];
    }),
} satisfies LintRules;

const REMOVE = { help: ["take it out"] };

function allWritten(game: LintedGame): readonly Written[] {
  return [...game.design.criteria.values(), ...game.design.groups.values()].flatMap((each) =>
    isLeftOpen(game, each, "conditions") ? [] : [{ address: each.address, conditions: each.conditions }],
  );
}

/** The condition texts, by condition group. */
function groupsIn(conditions: Json): readonly (readonly WrittenCondition[])[] {
  if (!isJsonObject(conditions) || !Array.isArray(conditions.groups)) return [];
  return (conditions.groups as readonly Json[]).map((group, index) => {
    if (!isJsonObject(group) || !Array.isArray(group.conditions)) return [];
    return (group.conditions as readonly Json[]).flatMap((text, place) =>
      typeof text === "string" ? [{ pointer: `/conditions/groups/${index}/conditions/${place}`, text }] : [],
    );
  });
}

/** Single conditions first, then those of a condition group together, then all of them. */
function impossibleIn(game: LintedGame, { address, conditions }: Written): readonly Diagnostic[] {
  const said = (pointer: Pointer, text: string): Diagnostic =>
    finding(game, "impossible-condition", { address, pointer }, text, { help: ["take it out, or mend it"] });
  const read = parseConditions(conditions);
  if (!read.ok) return [];
  const written = groupsIn(conditions);
  const single = written.flat().flatMap(({ pointer, text }) => {
    const condition = parseCondition(text);
    return condition.ok && !canPass([condition.value]) ? [said(pointer, "no activity can pass this")] : [];
  });
  if (single.length > 0) return single;
  const together = read.value.groups.flatMap((group, index) =>
    group.operator === "and" && !canPass(group.conditions)
      ? [said(`/conditions/groups/${index}/conditions`, "no activity can pass all of these")]
      : [],
  );
  if (together.length > 0 || waysThrough([read.value])?.length !== 0) return together;
  return [said("/conditions/groups", "no activity can pass all of these condition groups")];
}

function isAlwaysTrue(text: string): string | undefined {
  const read = parseCondition(text);
  if (!read.ok) return undefined;
  const condition = read.value;
  if (condition.name === "betweenHours" && hoursIn([condition]).every(Boolean)) return "this is the whole day";
  if (condition.name === "months" && new Set(condition.months).size === 12) return "this is the whole year";
  return undefined;
}

/** Whether a condition can use what its reference leads to. */
function fits(name: string, value: Json | undefined): boolean {
  const text = scalarText(value);
  if (text === undefined) return false;
  if (name === "month") return isMonth(text);
  return name !== "dayOfMonth" || isDay(text);
}
