/**
 * Why something is met or not, as plain data: what was evaluated, with the numbers that decided it. In: results of the run-time
 * rules. Out: a tree that renderers turn into text, and programs read as JSON.
 */
import { defined } from "../../model/collections.ts";
import { type Json, scalarText } from "../../model/json.ts";
import type { CompiledRules, GroupNode } from "../../rules/compiled.ts";
import { type ReferenceValues, valueAt, writtenConditions } from "../../rules/conditions.ts";
import { type Evaluated, referenceValues, type Situation } from "../../rules/evaluate.ts";
import type { Truth } from "../../rules/model.ts";
import type { Count } from "../../rules/tally.ts";

export type Explained = ExplainedGroup | ExplainedCriterion;

interface ExplainedPart {
  readonly custom_id: string;
  readonly truth: Truth;
  /** Absent where there are none. */
  readonly conditions?: ExplainedConditions;
  /** Why it could not be evaluated, as sentences; of its own parts only. */
  readonly reasons: readonly string[];
}

/** Conditions as one text, and with their references replaced where they have some that lead to something. */
interface ExplainedConditions {
  readonly text: string;
  readonly resolved?: string;
}

export interface ExplainedGroup extends ExplainedPart {
  readonly of: "group";
  readonly operator: string;
  /** How many of the members are met. */
  readonly met: number;
  readonly members: readonly Explained[];
}

export interface ExplainedCriterion extends ExplainedPart {
  readonly of: "criterion";
  /** `""` when there is no such criterion. */
  readonly custom_action_id: string;
  readonly type: string;
  readonly rule: string;
  readonly streak: string | null;
  /** Absent when it could not be evaluated. */
  readonly count?: ExplainedCount;
}

/** What was counted. Totals and averages are exact, and so are texts. */
export interface ExplainedCount {
  /** Activities of the action, and how many of them count. */
  readonly seen: number;
  readonly counted: number;
  readonly total: string;
  /** Absent when nothing counts. */
  readonly average?: string;
  readonly largest?: number;
  readonly smallest?: number;
  /** How many single amounts pass the rule. */
  readonly passing: number;
  /** Of a streak: how many intervals in a row there are, and how many are needed. */
  readonly run?: number;
  readonly needed_run?: number;
}

/** Parts that are explained of one achievement: groups that share their members have more ways through them than anybody reads. */
const MOST_PARTS = 10_000;

/** Explains a result as of the current activity. */
export function explain(
  compiled: CompiledRules,
  evaluated: Evaluated,
  situation: Situation,
  room = { left: MOST_PARTS },
): Explained {
  room.left -= 1;
  const { node } = evaluated;
  return node.of === "group"
    ? explainGroup(node, compiled, evaluated, situation, room)
    : explainCriterion(compiled, evaluated, situation);
}

function explainGroup(
  { custom_id, operator }: GroupNode,
  compiled: CompiledRules,
  { truth, reasons, members }: Evaluated,
  situation: Situation,
  room: { left: number },
): ExplainedGroup {
  const inner = new Set(members.flatMap((member) => member.reasons));
  return {
    of: "group",
    custom_id,
    truth,
    operator,
    met: members.filter((member) => member.truth === "yes").length,
    ...explainConditions(compiled.rules.groups.get(custom_id)?.conditions ?? null, situation),
    reasons: reasons.filter((reason) => !inner.has(reason)),
    members: members.flatMap((member) => (room.left > 0 ? [explain(compiled, member, situation, room)] : [])),
  };
}

function explainCriterion(
  { rules }: CompiledRules,
  { node: { custom_id }, truth, reasons, tally }: Evaluated,
  situation: Situation,
): ExplainedCriterion {
  const definition = rules.criteria.get(custom_id);
  return {
    of: "criterion",
    custom_id,
    truth,
    custom_action_id: definition?.custom_action_id ?? "",
    type: definition?.type ?? "",
    rule: definition?.rule ?? "",
    streak: definition?.streak ?? null,
    ...explainConditions(definition?.conditions ?? null, situation),
    reasons,
    ...defined({ count: tally && explainCount(tally.count(), definition?.streak ?? null) }),
  };
}

function explainCount({ seen, amounts, run }: Count, streak: string | null): ExplainedCount {
  const { count, total, passing, largest, smallest } = amounts;
  return {
    seen,
    counted: count,
    total: String(total),
    ...(count === 0 ? {} : { average: exactQuotient(total, BigInt(count)), largest, smallest }),
    passing,
    ...(streak === null ? {} : { run, needed_run: Number(streak.split(":")[1]) }),
  };
}

/** Digits behind the point before a quotient is written as a fraction. */
const DIGITS = 4;

/** `9.25` where that is exact, else a fraction in its lowest terms, such as `28/3`. */
export function exactQuotient(total: bigint, count: bigint): string {
  const scaled = total * 10n ** BigInt(DIGITS);
  if (scaled % count !== 0n) {
    const shared = commonDivisor(total < 0n ? -total : total, count);
    return `${total / shared}/${count / shared}`;
  }
  const value = scaled / count;
  const digits = String(value < 0n ? -value : value).padStart(DIGITS + 1, "0");
  const fraction = digits.slice(-DIGITS).replace(/0+$/, "");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -DIGITS)}${fraction === "" ? "" : `.${fraction}`}`;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}

function explainConditions(conditions: Json, situation: Situation): { readonly conditions?: ExplainedConditions } {
  const values = referenceValues(situation);
  const text = conditionsText(conditions);
  if (text === "") return {};
  const resolved = withValues(text, values);
  return { conditions: resolved === text ? { text } : { text, resolved } };
}

/** Such as `month:2 and (dayOfMonth:15 or dayOfMonth:last)`. */
function conditionsText(conditions: Json): string {
  const written = writtenConditions(conditions);
  const groups = written.groups
    .map(({ operator, conditions: all }) => ({ operator, texts: all.filter((each) => typeof each === "string") }))
    .filter(({ texts }) => texts.length > 0);
  // One that lets everything count is enough for everything to count.
  if (written.operator === "or" && groups.length < written.groups.length) return "";
  const texts = groups.map((group) => {
    const text = group.texts.join(` ${group.operator ?? "and"} `);
    return groups.length > 1 && group.texts.length > 1 ? `(${text})` : text;
  });
  return texts.join(` ${written.operator ?? "and"} `);
}

function withValues(text: string, values: ReferenceValues): string {
  return text.replaceAll(/\{(action|activity|player)\.([^{}]+)\}/g, (written, entity: string, path: string) => {
    const found = valueAt(values[entity as keyof ReferenceValues], path.split("."));
    return scalarText(found) ?? written;
  });
}
