/** The course of an apply: on stdout in the requested form, and on stderr. */
import type { ApplyEvent } from "../../model/events.ts";
import type { Plan, StepId } from "../../model/model.ts";
import { isEmpty } from "../../plan/plan.ts";
import { renderResults } from "../../view/apply/apply-text.ts";
import { type ProgressView, progressNext, progressStart } from "../../view/apply/progress-text.ts";
import { renderGamesLine } from "../../view/plan/plan-text.ts";
import { widthOf } from "../../view/text/layout.ts";
import { safeText } from "../../view/text/safe-text.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import type { ApplyReporter } from "../../workflow/run.ts";
import type { ProcessPorts } from "./ports.ts";
import { isLive, type TerminalReporter } from "./reporter.ts";

/** `format`: of stdout. `renderPlans`: their text. */
export function openApplyReport(
  format: string | undefined,
  renderPlans: (games: GameResults<PlannedGame>) => string,
  reporter: TerminalReporter,
  ports: ProcessPorts,
): ApplyReporter {
  const { stdout } = ports;
  const isText = format === "text";
  let isSeveral = false;
  let progressOf = openProgress(format, isSeveral, reporter, ports);
  return {
    planned: (games, problems, others) => {
      isSeveral = games.isSeveral;
      progressOf = openProgress(format, isSeveral, reporter, ports);
      if (isText) stdout.write(renderPlans(games));
      // The text of a plan shows its refusals itself.
      reporter.report(isText ? others : problems);
    },
    progressOf: (plan) => timed(reporter, progressOf(plan)),
    applied: (result) => {
      if (isText && !isSeveral) stdout.write(renderResults([result], reporter.result));
    },
    finished: (results) => {
      if (isText && isSeveral) stdout.write(renderResults(results, reporter.result));
    },
    summary: (results) => {
      if (isText && isSeveral) stdout.write(`\n${renderGamesLine(results, reporter.result)}`);
    },
  };
}

/** Adds to the end of each step how long it took. */
function timed(reporter: TerminalReporter, show: ShowEvent): ShowEvent {
  const begun = new Map<StepId, number>();
  return (event) => {
    if (event.type === "started") begun.set(event.step, reporter.now());
    if (event.type !== "done" && event.type !== "failed") return show(event);
    const start = begun.get(event.step);
    show(start === undefined ? event : { ...event, duration_ms: Math.round(reporter.now() - start) });
  };
}

export type ShowEvent = (event: ApplyEvent) => void;

/** Shows the events of a game's plan. */
export type OpenProgress = (plan: Plan) => ShowEvent;

/** `format`: the form of the result. Nothing is shown for a plan without steps, and beside a document. */
export function openProgress(
  format: string | undefined,
  isSeveral: boolean,
  reporter: TerminalReporter,
  ports: ProcessPorts,
): OpenProgress {
  if (format !== "text") return showNothing;
  const asText = openText(isSeveral, reporter, ports);
  return (plan) => (isEmpty(plan) ? showNothing() : asText(plan));
}

/** Games that run side by side share the live line: it shows the one with the latest event. */
function openText(isSeveral: boolean, reporter: TerminalReporter, ports: ProcessPorts): OpenProgress {
  const { style, width, verbose } = reporter.notes;
  const lines = new Map<Plan, string>();
  return (plan) => {
    const lead = isSeveral ? `${safeText(plan.game)} ` : "";
    let state = progressStart(plan.steps);
    let begun: number | undefined;
    return (event) => {
      begun ??= reporter.now();
      const elapsed = reporter.now() - begun;
      const view: ProgressView = { style, width: width - widthOf(lead), verbose, isLive: isLive(ports), elapsed };
      const next = progressNext(state, event, view);
      state = next.state;
      lines.delete(plan);
      if (next.line !== "") lines.set(plan, style.strong(lead) + next.line);
      const stays = next.permanent === undefined ? undefined : style.strong(lead) + next.permanent;
      reporter.live([...lines.values()].at(-1) ?? "", stays);
    };
  };
}

/** For a form of output that has no room for progress. */
function showNothing(): ShowEvent {
  return () => undefined;
}
