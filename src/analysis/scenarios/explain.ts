/** Explains why a group or criterion is met or not, as a tree of sentences with numbers. */
import { counted, inDigits } from "../../ground/words.ts";
import { spendUpTo, type WorkBudget } from "../../ground/work.ts";
import type { Evaluation } from "../../rules/evaluate.ts";
import type { CriterionRules, Truth } from "../../rules/model.ts";
import type { Count } from "../../rules/tally.ts";
import type { Design } from "../design/design.ts";
import {
  describeOperator,
  describeRequirement,
  describeWrittenConditions,
  formatRequirement,
} from "../design/words.ts";

export interface Explained {
  readonly of: "group" | "criterion";
  readonly custom_id: string;
  readonly truth: Truth;
  /** `needs 10 of "Slay"; so far 9, in 9 activities` */
  readonly text: string;
  /** Explanations of a group's members. */
  readonly members: readonly Explained[];
}

/** Limit of explained parts, because shared inner groups can make a tree huge. */
const MOST_PARTS = 10_000;

/** Explains a result with the current numbers. */
export function explain(evaluated: Evaluation, design: Design, work: WorkBudget): Explained {
  return spendUpTo(work, MOST_PARTS * UNITS_OF_PART, (room) =>
    explainPart(evaluated, design, room),
  );
}

/** Cost of the sentence of a part. */
const UNITS_OF_PART = 10;

function explainPart(evaluated: Evaluation, design: Design, room: WorkBudget): Explained {
  room.left -= UNITS_OF_PART;
  const { node, truth, members } = evaluated;
  const { of, custom_id } = node;
  const inner = members.flatMap((member) =>
    room.left > 0 ? [explainPart(member, design, room)] : [],
  );
  const text =
    of === "group" ? explainGroup(evaluated, design) : explainCriterion(evaluated, design);
  return { of, custom_id, truth, text, members: inner };
}

function explainGroup({ node, members, reasons }: Evaluation, { groups }: Design): string {
  const inner = new Set(members.flatMap((member) => member.reasons));
  const [problem] = reasons.filter((reason) => !inner.has(reason));
  if (problem !== undefined) return `cannot be evaluated: ${problem}`;
  if (members.length === 0) return "empty, so never met";
  const operator =
    node.of === "group" && members.length > 1
      ? `, ${describeOperator(node.operator)} required`
      : "";
  const only = describeWrittenConditions(groups.get(node.custom_id)?.conditions ?? null);
  const met = members.filter((member) => member.truth === "yes").length;
  return `${met} of ${members.length} met${operator}${only === "" ? "" : `, counted only ${only}`}`;
}

function explainCriterion(
  { node, reasons, tally }: Evaluation,
  { actions, criteria }: Design,
): string {
  const criterion = criteria.get(node.custom_id);
  if (criterion === undefined || tally === undefined)
    return `cannot be evaluated: ${reasons.join("; ")}`;
  const { custom_action_id: action } = criterion;
  const needed = formatRequirement(
    describeRequirement(criterion, actions.get(action)?.name ?? action),
  );
  return `needs ${needed}; ${explainNumbers(criterion, tally.count())}`;
}

function explainNumbers({ type, streak }: CriterionRules, { seen, amounts, run }: Count): string {
  const { count, total, smallest, largest } = amounts;
  const all = `${inDigits(seen)} ${seen === 1 ? "activity" : "activities"}`;
  if (count === 0) return seen === 0 ? "nothing so far" : `none of ${all} counts`;
  const from = count === seen ? all : `${inDigits(count)} of ${all}`;
  if (streak !== null)
    return `so far ${counted(run, streak.startsWith("hours") ? "hour" : "day")} in a row`;
  if (type === "sum") return `so far ${inDigits(total)}, in ${from}`;
  if (type === "amount")
    return `so far from ${inDigits(smallest)} to ${inDigits(largest)}, in ${from}`;
  const isWhole = total % BigInt(count) === 0n;
  const average = isWhole
    ? inDigits(total / BigInt(count))
    : `about ${(Number(total) / count).toFixed(2)}`;
  return `so far ${average} (${inDigits(total)} in ${from})`;
}
