/** What a criterion or group asks of players, in their words: `500 of "Finish a match" on each of 3 days in a row`. */
import { both } from "../../manifest/wording.ts";
import { compileCriterion } from "../../rules/compiled.ts";
import type { MeasuredRule } from "../../rules/rule.ts";
import type { CriterionDesign, GroupDesign } from "../design/design.ts";
import { rangeOf } from "../design/rule-range.ts";
import { streakLength, streakWords } from "../design/rule-words.ts";
import { conditionWords } from "./condition-words.ts";
import { nameOf, type Side } from "./sides.ts";

/** A requirement in pieces, so that two of them can be compared. Where only one number differs, only that is repeated. */
interface Requirement {
  readonly action: string;
  readonly lead: string;
  readonly number: string;
  readonly rest: string;
  /** `3 days`; empty without a streak. */
  readonly streak: string;
  /** Empty where everything counts. */
  readonly conditions: string;
}

/** More members than this are not listed. */
const MOST_MEMBERS = 4;

/** A clause such as `now needs 500 of "Finish a match" instead of 50`; nothing where the same is only written otherwise. */
export function requirementChange(
  before: CriterionDesign,
  after: CriterionDesign,
  ...sides: readonly Side[]
): string | undefined {
  const [was, is] = [requirementOf(before, sides), requirementOf(after, sides)];
  const names = Object.keys(is) as (keyof Requirement)[];
  const different = names.filter((name) => was[name] !== is[name]);
  if (different.length === 0) return undefined;
  const [only] = different.length === 1 ? different : [];
  if (only === "conditions") return conditionChange(was, is);
  const isNumber = only === "number" || (only === "streak" && was.streak !== "" && is.streak !== "");
  return `now needs ${textOf(is)} instead of ${isNumber ? was[only] : textOf(was)}`;
}

function conditionChange(was: Requirement, is: Requirement): string {
  if (is.conditions === "") return `now counts every ${is.action}, not only ${was.conditions}`;
  const no = was.conditions === "" ? "" : `, no longer ${was.conditions}`;
  return `now counts ${is.action} only ${is.conditions}${no}`;
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
  if (group.operator === "or") return words.join(" or ");
  return `${side.design.semantics.xor === "parity" ? "an odd number of" : "exactly one of"} ${words.join(", ")}`;
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

function textOf({ lead, number, rest, streak, conditions }: Requirement): string {
  const row = streak === "" ? "" : ` ${streakWords(streak)}`;
  return `${lead}${number}${rest}${row}${conditions === "" ? "" : `, counted only ${conditions}`}`;
}

function requirementOf(criterion: CriterionDesign, sides: readonly Side[]): Requirement {
  const { rule, streak } = compileCriterion(criterion);
  const action = `"${nameOf(`action/${criterion.custom_action_id}`, ...sides)}"`;
  if (!rule.ok || !streak.ok) {
    const name = `"${nameOf(criterion.address, ...sides)}"`;
    return { action, lead: name, number: "", rest: "", streak: "", conditions: "" };
  }
  const number = numberWords(rule.value);
  const length = streak.value === null ? "" : streakLength(streak.value);
  const more = { action, streak: length, conditions: conditionWords(criterion.conditions) ?? "" };
  switch (rule.value.measure) {
    case "sum":
      return { lead: "", number: number.replace(/^at least /, ""), rest: ` of ${action}`, ...more };
    case "amount":
      return { lead: `one ${action} of `, number, rest: "", ...more };
    case "average":
      return { lead: "an average of ", number, rest: ` in ${action}`, ...more };
  }
}

function numberWords(rule: MeasuredRule): string {
  const { least, most } = rangeOf(rule);
  if (least !== null && most !== null) return `exactly ${least.toLocaleString("en-US")}`;
  return least === null
    ? `at most ${(most ?? 0n).toLocaleString("en-US")}`
    : `at least ${least.toLocaleString("en-US")}`;
}
