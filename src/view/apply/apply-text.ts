/** The result of an apply as text, and the questions before it. */
import { both, counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyResult, StepResult, StepStatus } from "../../model/events.ts";
import type { Plan, StepId } from "../../model/model.ts";
import { summaryOf } from "../plan/plan-view.ts";
import { blocksOf, hanging, padTo, type TextView } from "../text/layout.ts";
import { renderTarget } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";
import type { Role } from "../text/style.ts";

/** In the order of listing: failures come last, where people look first. */
export const STATUSES: Readonly<Record<StepStatus, { readonly word: string; readonly role: Role }>> = {
  done: { word: "done", role: "muted" },
  "not-needed": { word: "not needed", role: "muted" },
  "not-started": { word: "not started", role: "warning" },
  skipped: { word: "skipped", role: "warning" },
  failed: { word: "failed", role: "error" },
};
const WORD_WIDTH = Math.max(...Object.values(STATUSES).map(({ word }) => word.length));
const DETAIL_INDENT = 6;

/** The status of every step, unless all are done (then only with `verbose`), each problem, the counts, and the verdict. */
export function renderApplyText(result: ApplyResult, view: TextView): string {
  const { style } = view;
  return blocksOf([
    [style.strong(`Result for game "${safeText(result.game)}" (${safeText(result.environment)})`)],
    renderStepResults(result, view),
    ...result.diagnostics.map((problem) => renderProblem(problem, view, 2)),
    [renderTotals(result, view), ...renderVerdict(result, view)],
  ]);
}

function renderStepResults(result: ApplyResult, view: TextView): readonly string[] {
  const allDone = result.steps.every(({ status }) => status === "done" || status === "not-needed");
  if (allDone && !view.verbose) return [];
  const byId = new Map(result.steps.map((step) => [step.id, step]));
  return (Object.keys(STATUSES) as StepStatus[]).flatMap((wanted) =>
    result.steps.filter(({ status }) => status === wanted).flatMap((step) => renderStepResult(step, byId, view)),
  );
}

function renderStepResult(step: StepResult, byId: ReadonlyMap<StepId, StepResult>, view: TextView): readonly string[] {
  const { word, role } = STATUSES[step.status];
  const mark = `  ${view.style[role](padTo(word, WORD_WIDTH))}`;
  const name = safeText(step.id);
  const because = step.because === undefined ? [] : renderBecause(step.because, byId, view);
  const problem = step.diagnostic === undefined ? [] : renderProblem(step.diagnostic, view, DETAIL_INDENT);
  return [`${mark}  ${step.status === "done" ? view.style.muted(name) : name}`, ...because, ...problem];
}

function renderBecause(because: StepId, byId: ReadonlyMap<StepId, StepResult>, view: TextView): readonly string[] {
  const status = byId.get(because)?.status;
  const words = status === undefined ? "was not done" : status === "failed" ? "failed" : `was ${STATUSES[status].word}`;
  return indented("because: ", `${safeText(because)} ${words}`, view, DETAIL_INDENT).map(view.style.muted);
}

/** Code, sentences and help; the place in the file where it is known. */
function renderProblem(problem: Diagnostic, view: TextView, indent: number): readonly string[] {
  const { code, severity, detail, help, primary } = problem;
  const [first = "", ...rest] = detail.split("\n");
  const place = primary === undefined ? "" : `${primary.span.file}:${primary.span.start.line}`;
  return [
    ...indented(`${code}: `, safeText(first), view, indent).map((line) =>
      line.replace(`${code}: `, `${view.style[severity](code)}: `),
    ),
    ...rest.flatMap((line) => indented("  ", safeText(line), view, indent)),
    ...(place === "" ? [] : indented("at ", safeText(place), view, indent).map(view.style.muted)),
    ...help.flatMap((line) => helpLines(line, view, indent).map(view.style.hint)),
  ];
}

/** Commands, which begin with blanks, stay whole, so that they can be copied. */
function helpLines(line: string, view: TextView, indent: number): readonly string[] {
  if (line.startsWith(" ")) return [`${" ".repeat(indent)}      ${safeText(line)}`];
  return indented("help: ", safeText(line), view, indent);
}

/** `3 steps done, 1 failed.` */
export function renderTotals({ totals }: Pick<ApplyResult, "totals">, { style }: Pick<TextView, "style">): string {
  const parts = [
    [totals.failed, "failed", style.error],
    [totals.skipped, "skipped", style.warning],
    [totals.not_needed, "not needed", style.muted],
    [totals.not_started, "not started", style.warning],
  ] as const;
  const bad = parts.filter(([count]) => count > 0).map(([count, word, paint]) => paint(`${count} ${word}`));
  return `${[style.strong(`${counted(totals.done, "step")} done`), ...bad].join(", ")}.`;
}

/** Whether the live game matches the plan, and what to do if not. */
export function renderVerdict(result: ApplyResult, view: TextView): readonly string[] {
  const { style, width } = view;
  const { converged, saved, reverted } = result;
  if (converged && reverted === true) return hanging("", REVERTED, width).map(style.create);
  if (converged)
    return [style.create(`Converged: ${saved ? "the live game matches the plan" : "a new plan has no changes"}.`)];
  const { failed, skipped, not_started } = result.totals;
  if (result.outcome === "interrupted") return hanging("", interruption(result), width).map(style.warning);
  const again = saved ? "Plan again and apply the new plan" : "Run again";
  const unverified = saved
    ? "the live game differs from the plan, or could not be verified"
    : "a new plan still has changes, or could not be made";
  const why =
    failed + skipped + not_started > 0
      ? `Not converged: not every step was done. ${again} to finish; completed steps are not repeated.`
      : `Not converged: ${unverified}; see the problems above.`;
  return hanging("", why, width).map(style.error);
}

const REVERTED =
  "Reverted: the resources that the apply changed are as they were before it. The manifests are unchanged: revert their commit too, or the next apply makes the same changes again.";

function interruption({ saved, totals }: ApplyResult): string {
  const again = saved ? "Plan again" : "Run again";
  if (totals.not_started === 0) return `Interrupted: every step was done, but not verified. ${again} to verify.`;
  const andApply = saved ? " and apply the new plan" : "";
  return `Interrupted: not verified, and not every step was done. ${again}${andApply} to finish; completed steps are not repeated.`;
}

function indented(mark: string, text: string, view: TextView, indent: number): readonly string[] {
  return hanging(mark, text, view.width - indent).map((line) => " ".repeat(indent) + line);
}

/** Each after a blank line, without the games that had no changes or were not started. */
export function renderResults(results: readonly ApplyResult[], view: TextView): string {
  return results
    .filter(({ steps, outcome }) => steps.length > 0 && outcome !== "not-started")
    .map((result) => `\n${renderApplyText(result, view)}`)
    .join("");
}

/** The question before an apply. `skipped`: games of the run that are not touched. Ends with a blank, before the answer. */
export function renderQuestion(plans: readonly Plan[], skipped: readonly string[] = []): string {
  const lines = plans.map((plan) => {
    return `  game "${safeText(plan.game)}" (${safeText(plan.environment)}) ${renderTarget(plan)}: ${summaryOf(plan)}`;
  });
  const others =
    skipped.length === 0
      ? ""
      : `Skipped because of the problems above: ${both(skipped.map((game) => `"${safeText(game)}"`))}.\n`;
  return `\nChanges to apply:\n${lines.join("\n")}\n${others}Type "yes" to apply: `;
}

/** The question before a token goes to an address that only a file names. */
export function renderAddressQuestion(origin: string, token_env: string): string {
  return `\nThe token in ${safeText(token_env)} would be sent to ${safeText(origin)}.\nType "yes" to send it: `;
}
