/** The result of an apply as text, and the questions before it. */
import { both } from "../../manifest/wording.ts";
import { append } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyResult } from "../../model/events.ts";
import type { Plan, StepId } from "../../model/model.ts";
import { problemView } from "../findings/findings-view.ts";
import { keptLines } from "../plan/plan-text.ts";
import { summaryOf } from "../plan/plan-view.ts";
import { blocksOf, hanging, padTo, type TextView } from "../text/layout.ts";
import { notVerifiedGroups } from "../text/not-verified.ts";
import { renderTarget } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";
import { applyView, STATUS_WIDTH, type StepView } from "./apply-view.ts";

const DETAIL_INDENT = 6;
/** Skipped steps that are named below the failed one, unless `verbose`. */
const SKIPPED_SHOWN = 10;

/**
 * What failed and what was skipped because of it, each problem, the counts, and the verdict. Steps that went well or were
 * not started are only counted, unless `verbose`.
 */
export function renderApplyText(result: ApplyResult, view: TextView): string {
  const { style } = view;
  const { game, environment, outcome, steps, totals, verdict, ...shown } = applyView(result);
  // The verdict says that it was interrupted; how to go on is below it.
  const isVerdict = ({ code }: Diagnostic): boolean => outcome === "interrupted" && code === "interrupted";
  const diagnostics = shown.diagnostics.filter((each) => !isVerdict(each));
  const next = shown.diagnostics.filter(isVerdict).flatMap(({ help }) => help);
  const { bySource, others } = groupedSteps(steps);
  return blocksOf([
    [style.strong(`Result for game "${safeText(game)}" (${safeText(environment)})`)],
    view.verbose ? others.flatMap((step) => stepLines(step, view)) : [],
    ...steps
      .filter(({ status }) => status === "failed")
      .map((step) => [...stepLines(step, view), ...skippedLines(bySource.get(step.id) ?? [], view)]),
    ...diagnostics.map((problem) => problemLines(problem, view, 2)),
    ...notVerifiedGroups(shown.not_verified, view.verbose).map((group) => keptLines(group, view)),
    [
      `${totals.map(({ words, role }) => style[role](words)).join(", ")}.`,
      ...hanging("", verdict.words, view.width).map(style[verdict.role]),
      ...next.map((line) => safeText(line.replace(/^[a-z]/, (letter) => letter.toUpperCase()))),
    ],
  ]);
}

/** Skipped steps by the failed step that they needed, directly or through others; and all that did not fail nor so. */
function groupedSteps(steps: readonly StepView[]): {
  readonly bySource: ReadonlyMap<StepId, readonly StepView[]>;
  readonly others: readonly StepView[];
} {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const bySource = new Map<StepId, StepView[]>();
  const others: StepView[] = [];
  for (const step of steps) {
    let source: StepView | undefined = step;
    while (source?.status === "skipped") source = byId.get(source.because?.id ?? "");
    if (step.status === "skipped" && source?.status === "failed") append(bySource, source.id, step);
    else if (step.status !== "failed") others.push(step);
  }
  return { bySource, others };
}

function skippedLines(steps: readonly StepView[], { style, verbose, width }: TextView): readonly string[] {
  if (steps.length === 0) return [];
  const shown = verbose ? steps : steps.slice(0, SKIPPED_SHOWN);
  const more = steps.length - shown.length;
  const heading =
    steps.length === 1 ? "1 step needs it and was skipped:" : `${steps.length} steps need it and were skipped:`;
  return [
    ...hanging("", heading, width, DETAIL_INDENT).map(style.warning),
    ...shown.map(({ id }) => `${" ".repeat(DETAIL_INDENT + 2)}${safeText(id)}`),
    ...(more === 0 ? [] : [`${" ".repeat(DETAIL_INDENT + 2)}${style.muted(`and ${more} more`)}`]),
  ];
}

function stepLines({ id, status, word, role, because, diagnostic }: StepView, view: TextView): readonly string[] {
  const { style } = view;
  const name = safeText(id);
  const why = because === undefined ? "" : `${safeText(because.id)} ${because.ended}`;
  return [
    `  ${style[role](view.verbose ? padTo(word, STATUS_WIDTH) : word)}  ${status === "done" ? style.muted(name) : name}`,
    ...(why === "" ? [] : hanging("because: ", why, view.width, DETAIL_INDENT).map(style.muted)),
    ...(diagnostic === undefined ? [] : problemLines(diagnostic, view, DETAIL_INDENT)),
  ];
}

/** Code, sentences and help; the place in the file where it is known. */
function problemLines(problem: Diagnostic, view: TextView, indent: number): readonly string[] {
  const { code, severity, sentences, place, help } = problemView(problem, Number.POSITIVE_INFINITY);
  const { style } = view;
  const [head = "", ...rest] = sentences;
  const [first = "", ...more] = hanging(`${code}: `, safeText(head), view.width, indent);
  return [
    first.replace(code, style[severity](code)),
    ...more,
    ...rest.flatMap((line) => hanging("  ", safeText(line), view.width, indent)),
    ...(place === undefined ? [] : hanging("at ", safeText(place), view.width, indent).map(style.muted)),
    ...help.flatMap(({ words, copied }) => {
      // A command stays whole, so that it can be copied.
      if (words === "") return style.hint(`${" ".repeat(indent + 8)}${safeText(copied)}`);
      return hanging("help: ", safeText(words + copied), view.width, indent).map(style.hint);
    }),
  ];
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
  return `\nChanges to apply:\n${lines.join("\n")}\n${others}`;
}
