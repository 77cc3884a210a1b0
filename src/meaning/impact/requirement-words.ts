/** What a criterion or group asks of players, in their words: `500 of "Finish a match" on each of 3 days in a row`. */
import { both, counted } from "../../core/wording.ts";
import { compileCriterion } from "../../semantics/compiled.ts";
import type { MeasuredRule, Streak } from "../../semantics/rule.ts";
import type { CriterionDesign, GroupDesign } from "../design.ts";
import { rangeOf } from "../rule-range.ts";
import { conditionWords } from "./condition-words.ts";
import { nameOf, type Side } from "./sides.ts";

/** A requirement in pieces, so that two of them can be compared: only the number may differ. */
interface Requirement {
  readonly lead: string;
  readonly number: string;
  readonly rest: string;
}

/** More members than this are not listed. */
const MOST_MEMBERS = 4;

/** `now needs 500 of "Finish a match" instead of 50`, without the first two words. */
export function requirementChange(before: CriterionDesign, after: CriterionDesign, ...sides: readonly Side[]): string {
  const [was, is] = [requirementOf(before, sides), requirementOf(after, sides)];
  const isSameShape = was.lead === is.lead && was.rest === is.rest;
  return `${textOf(is)} instead of ${isSameShape ? was.number : textOf(was)}`;
}

export function criterionWords(criterion: CriterionDesign, ...sides: readonly Side[]): string {
  return textOf(requirementOf(criterion, sides));
}

/** `one of "A" and "B"` and the like; of a large group, its name. */
export function groupWords(group: GroupDesign, side: Side, ...sides: readonly Side[]): string {
  const words = memberWords(group, side, sides);
  if (words === undefined) return `what "${nameOf(group.address, ...sides)}" asks for`;
  if (words.length < 2) return words.join("");
  if (group.operator === "and") return both(words);
  return group.operator === "or" ? words.join(" or ") : `exactly one of ${words.join(", ")}`;
}

function memberWords(
  { criteria, criteria_groups }: GroupDesign,
  { design }: Side,
  sides: readonly Side[],
): readonly string[] | undefined {
  if (criteria_groups.length > 0 || criteria.length === 0 || criteria.length > MOST_MEMBERS) return undefined;
  const found = criteria.map((id) => design.criteria.get(id));
  return found.flatMap((each) => (each === undefined ? [] : [criterionWords(each, ...sides)]));
}

function textOf({ lead, number, rest }: Requirement): string {
  return `${lead}${number}${rest}`;
}

function requirementOf(criterion: CriterionDesign, sides: readonly Side[]): Requirement {
  const { rule, streak } = compileCriterion(criterion);
  const action = `"${nameOf(`action/${criterion.custom_action_id}`, ...sides)}"`;
  if (!rule.ok || !streak.ok) return { lead: "", number: `"${nameOf(criterion.address, ...sides)}"`, rest: "" };
  const conditions = conditionWords(criterion.conditions);
  const tail = `${streakWords(streak.value)}${conditions === undefined ? "" : `, counted only ${conditions}`}`;
  const number = numberWords(rule.value);
  switch (rule.value.measure) {
    case "sum":
      return { lead: "", number: number.replace(/^at least /, ""), rest: ` of ${action}${tail}` };
    case "amount":
      return { lead: `one ${action} of `, number, rest: tail };
    case "average":
      return { lead: "an average of ", number, rest: ` in ${action}${tail}` };
  }
}

function numberWords(rule: MeasuredRule): string {
  const { least, most } = rangeOf(rule);
  if (least !== null && most !== null) return `exactly ${least.toLocaleString("en-US")}`;
  return least === null
    ? `at most ${(most ?? 0n).toLocaleString("en-US")}`
    : `at least ${least.toLocaleString("en-US")}`;
}

function streakWords(streak: Streak | null): string {
  if (streak === null) return "";
  const { interval, count } = streak;
  if (count === 1) return interval === "days" ? " on one day" : " in one hour";
  const each = interval === "days" ? " on each of" : " in each of";
  return `${each} ${counted(count, interval.slice(0, -1))} in a row`;
}
