/** Why something is met or not, as a tree with the numbers. */
import type { Explained, ExplainedCount, ExplainedCriterion, ExplainedGroup } from "../../analysis/design/explain.ts";
import { counted } from "../../manifest/wording.ts";
import { safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";

/** One line for each part; the first one is the whole. `heading` stands before its words. */
export function explainedLines(explained: Explained, style: Style, heading = ""): readonly string[] {
  const [first, inner] =
    explained.of === "group"
      ? [groupLine(explained), explained.members.map((member) => explainedLines(member, style))]
      : [criterionLine(explained), []];
  const lines = inner.flatMap((block, index) => {
    const isLast = index === inner.length - 1;
    return block.map((line, row) => {
      const branch = row === 0 ? (isLast ? "└─ " : "├─ ") : isLast ? "   " : "│  ";
      return style.muted(branch) + line;
    });
  });
  return [`${markOf(explained, style)} ${heading}${first}`, ...lines];
}

function markOf({ truth }: Explained, style: Style): string {
  if (truth === "yes") return style.create("✓");
  return truth === "no" ? style.error("✗") : style.warning("?");
}

function groupLine({ custom_id, operator, xor, met, members, conditions, reasons }: ExplainedGroup): string {
  const needed: Readonly<Record<string, string>> = {
    and: members.length === 1 ? "needs it" : `needs all ${members.length}`,
    or: "needs one",
    xor: xor === "parity" ? "needs an odd number" : "needs exactly one",
  };
  const where = conditions === undefined ? "" : `, only activity where ${shown(conditions)}`;
  const how = members.length === 0 ? "empty, so never met" : `${met} of ${members.length} met`;
  const need = members.length === 0 ? "" : `, ${needed[operator] ?? safeText(operator)}`;
  return `group ${safeText(custom_id)}: ${how}${need}${where}${becauseOf(reasons)}`;
}

function criterionLine(criterion: ExplainedCriterion): string {
  const { custom_id, conditions, reasons, count } = criterion;
  const where = conditions === undefined ? "" : ` where ${shown(conditions)}`;
  if (count === undefined) return `${safeText(custom_id)}: cannot be judged${becauseOf(reasons)}`;
  return `${safeText(custom_id)}: ${numbers(criterion, count)} — ${activities(criterion, count)}${where}`;
}

function shown({ text, resolved }: { readonly text: string; readonly resolved?: string }): string {
  return resolved === undefined ? safeText(text) : `${safeText(resolved)} (${safeText(text)})`;
}

function becauseOf(reasons: readonly string[]): string {
  return reasons.length === 0 ? "" : ` — ${reasons.map(safeText).join("; ")}`;
}

function numbers({ type, rule, streak }: ExplainedCriterion, count: ExplainedCount): string {
  const needs = `needs ${safeText(rule)}`;
  if (count.run !== undefined && streak !== null) {
    const [unit = "", length = ""] = safeText(streak).split(":");
    const noun = unit.replace(/s$/, "");
    return `${counted(count.run, noun)} in a row with ${safeText(type)} ${safeText(rule)}, needs ${length}`;
  }
  if (count.counted === 0) return `no ${type === "amount" ? "amount" : safeText(type)} yet, ${needs}`;
  if (type === "amount") return `${amounts(count)}, ${needs}`;
  return type === "average" ? `average ${average(count)}, ${needs}` : `sum ${count.total}, ${needs}`;
}

function amounts({ passing, counted: all, largest, smallest }: ExplainedCount): string {
  const range = smallest === largest ? `all are ${largest}` : `from ${smallest} to ${largest}`;
  return `${passing} of ${counted(all, "amount")} ${passing === 1 ? "passes" : "pass"} (${range})`;
}

/** A fraction is shown with a number near it. */
function average({ average: text = "" }: ExplainedCount): string {
  const [total = "", count] = text.split("/");
  return count === undefined ? text : `${text}, about ${(Number(total) / Number(count)).toFixed(2)}`;
}

function activities({ custom_action_id }: ExplainedCriterion, { seen, counted: counting }: ExplainedCount): string {
  const action = safeText(custom_action_id);
  if (seen === 0) return `no activity of ${action}`;
  const all = seen === 1 ? "activity" : "activities";
  return counting === seen
    ? `${seen.toLocaleString("en-US")} ${all} of ${action}`
    : `${counting.toLocaleString("en-US")} of ${seen.toLocaleString("en-US")} ${all} of ${action} ${counting === 1 ? "counts" : "count"}`;
}
