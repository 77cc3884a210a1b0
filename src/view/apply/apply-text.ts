/** The result of an apply as text, and the questions before it. */
import { both } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyResult } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import { problemView } from "../findings/findings-view.ts";
import { summaryOf } from "../plan/plan-view.ts";
import { blocksOf, hanging, padTo, type TextView } from "../text/layout.ts";
import { renderTarget } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";
import { applyView, STATUS_WIDTH, type StepView } from "./apply-view.ts";

const DETAIL_INDENT = 6;

/** The status of every step, unless all are done (then only with `verbose`), each problem, the counts, and the verdict. */
export function renderApplyText(result: ApplyResult, view: TextView): string {
  const { style } = view;
  const { game, environment, steps, isWhole, diagnostics, totals, verdict } = applyView(result);
  return blocksOf([
    [style.strong(`Result for game "${safeText(game)}" (${safeText(environment)})`)],
    isWhole && !view.verbose ? [] : steps.flatMap((step) => stepLines(step, view)),
    ...diagnostics.map((problem) => problemLines(problem, view, 2)),
    [
      `${totals.map(({ words, role }) => style[role](words)).join(", ")}.`,
      ...hanging("", verdict.words, view.width).map(style[verdict.role]),
    ],
  ]);
}

function stepLines({ id, status, word, role, because, diagnostic }: StepView, view: TextView): readonly string[] {
  const { style } = view;
  const name = safeText(id);
  const why = because === undefined ? "" : `${safeText(because.id)} ${because.ended}`;
  return [
    `  ${style[role](padTo(word, STATUS_WIDTH))}  ${status === "done" ? style.muted(name) : name}`,
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
  return `\nChanges to apply:\n${lines.join("\n")}\n${others}Type "yes" to apply: `;
}

/** The question before a token goes to an address that only a file names. */
export function renderAddressQuestion(origin: string, token_env: string): string {
  return `\nThe token in ${safeText(token_env)} would be sent to ${safeText(origin)}.\nType "yes" to send it: `;
}
