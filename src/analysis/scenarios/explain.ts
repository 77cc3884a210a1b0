/** Why something is met or not: a tree of sentences with the numbers that decided it. */

import { counted } from "../../manifest/wording.ts";
import type { Json } from "../../model/json.ts";
import type { GroupNode } from "../../rules/compiled.ts";
import { parseConditions, type ReferenceValues, resolveConditions } from "../../rules/conditions.ts";
import { type Evaluated, referenceValues, type Situation } from "../../rules/evaluate.ts";
import type { CriterionRules, Rules, Truth } from "../../rules/model.ts";
import type { Count } from "../../rules/tally.ts";
import { conditionsWords } from "../design/words.ts";

export interface Explained {
  readonly of: "group" | "criterion";
  readonly custom_id: string;
  readonly truth: Truth;
  /** `sum 9, needs gte:10 — 9 activities of slay` */
  readonly text: string;
  /** Of a group. */
  readonly members: readonly Explained[];
}

/** An achievement that was earned, in which step. */
export interface EarnedInStep {
  readonly player: string;
  readonly achievement: string;
  readonly points: number;
  readonly rewards: readonly string[];
  readonly at: number;
  /** The number of the step, and which time of those that it is done. */
  readonly step: number;
  readonly repetition: number;
  /** Its state when it was earned. */
  readonly explained: Explained;
}

/** Parts that are explained of one achievement: groups that share their members have more ways through them than anybody reads. */
const MOST_PARTS = 10_000;

/** Explains a result as of the current activity. */
export function explain(
  { node, truth, reasons, members, tally }: Evaluated,
  rules: Rules,
  situation: Situation,
  room = { left: MOST_PARTS },
): Explained {
  room.left -= 1;
  const { of, custom_id } = node;
  const inner = members.flatMap((member) => (room.left > 0 ? [explain(member, rules, situation, room)] : []));
  const definition = (of === "group" ? rules.groups : rules.criteria).get(custom_id);
  const conditions = conditionsText(definition?.conditions ?? null, referenceValues(situation));
  const criterion = rules.criteria.get(custom_id);
  const told = new Set(members.flatMap((member) => member.reasons));
  const own = reasons.filter((reason) => !told.has(reason)).join("; ");
  let text = `cannot be judged — ${own}`;
  if (node.of === "group") text = groupText(node, members, conditions) + (own === "" ? "" : ` — ${own}`);
  else if (criterion !== undefined && tally !== undefined) text = criterionText(criterion, tally.count(), conditions);
  return { of, custom_id, truth, text, members: inner };
}

const NEEDED: Readonly<Record<string, string>> = { or: "needs one", xor: "needs exactly one" };

function groupText({ operator }: GroupNode, members: readonly Evaluated[], conditions: string): string {
  const met = members.filter(({ truth }) => truth === "yes").length;
  const all = members.length === 1 ? "needs it" : `needs all ${members.length}`;
  const how =
    members.length === 0
      ? "empty, so never met"
      : `${met} of ${members.length} met, ${operator === "and" ? all : (NEEDED[operator] ?? operator)}`;
  return conditions === "" ? how : `${how}, counting only activities ${conditions}`;
}

function criterionText(criterion: CriterionRules, count: Count, conditions: string): string {
  const { seen, amounts } = count;
  const counts = amounts.count === 1 ? "counts" : "count";
  const some = amounts.count === seen ? "" : `${amounts.count.toLocaleString("en-US")} of `;
  const action = criterion.custom_action_id;
  const all = seen === 1 ? "activity" : "activities";
  const activities = `${some}${seen.toLocaleString("en-US")} ${all} of ${action}${some === "" ? "" : ` ${counts}`}`;
  const where = conditions === "" ? "" : `, only ${conditions}`;
  return `${numbersText(criterion, count)} — ${seen === 0 ? `no activity of ${action}` : activities}${where}`;
}

function numbersText({ type, rule, streak }: CriterionRules, { amounts, run }: Count): string {
  const { count, total, passing, smallest, largest } = amounts;
  if (streak !== null) {
    const [unit = "", length] = streak.split(":");
    return `${counted(run, unit.slice(0, -1))} in a row with ${type} ${rule}, needs ${length}`;
  }
  if (count === 0) return `no ${type} yet, needs ${rule}`;
  if (type === "sum") return `sum ${total}, needs ${rule}`;
  if (type === "average") {
    const isWhole = total % BigInt(count) === 0n;
    const average = isWhole ? total / BigInt(count) : `${total}/${count}, about ${(Number(total) / count).toFixed(2)}`;
    return `average ${average}, needs ${rule}`;
  }
  const range = smallest === largest ? `all are ${largest}` : `from ${smallest} to ${largest}`;
  return `${passing} of ${counted(count, "amount")} ${passing === 1 ? "passes" : "pass"} (${range}), needs ${rule}`;
}

/** Such as `in February and on the last day of a month`, references replaced by what they lead to. */
function conditionsText(conditions: Json, values: ReferenceValues): string {
  const read = parseConditions(conditions);
  if (!read.ok) return "";
  const resolved = resolveConditions(read.value, values);
  return conditionsWords(resolved.ok ? resolved.value : read.value);
}
