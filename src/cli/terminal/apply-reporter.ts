/** The course of an apply: as text on stdout, and in lines of progress on stderr. */
import type { ApplyEvent, ApplyResult } from "../../model/events.ts";
import type { Plan, StepId } from "../../model/model.ts";
import { isEmpty } from "../../plan/plan.ts";
import { applyDocument } from "../../view/apply.ts";
import { gamesLine } from "../../view/games.ts";
import { type ProgressView, progressNext, progressStart } from "../../view/progress.ts";
import { widthOf } from "../../view/render/layout.ts";
import { safeText } from "../../view/render/safe-text.ts";
import { renderText } from "../../view/render/text.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import type { ApplyReporter } from "../../workflow/run.ts";
import { openPrompts } from "./prompts.ts";
import { type CommandContext, isLive, type TerminalReporter } from "./reporter.ts";

/** `format`: of stdout. Nothing but problems is shown beside a document. `renderPlans`: their text. */
export function openApplyReport(
  format: string,
  renderPlans: (games: GameResults<PlannedGame>) => string,
  again: ApplyReporter["again"],
  context: CommandContext,
): ApplyReporter {
  const { ports, reporter } = context;
  const write = (text: string): void => {
    if (format === "text") ports.stdout.write(text);
  };
  /** Without the games that had no changes or were not started. */
  const show = (results: readonly ApplyResult[]): void => {
    for (const result of results) {
      if (result.steps.length === 0 || result.outcome === "not-started") continue;
      write(`\n${renderText(applyDocument({ each: [{ result }] }), reporter.result)}`);
    }
  };
  let isSeveral = false;
  const lines = new Map<Plan, string>();
  return {
    again,
    prompts: openPrompts(ports),
    planned: (games, problems, others) => {
      ({ isSeveral } = games);
      write(renderPlans(games));
      // The text of a plan shows its refusals itself.
      reporter.report(format === "text" ? others : problems);
    },
    progressOf: (plan) => {
      if (format !== "text" || isEmpty(plan)) return () => undefined;
      return openProgress(plan, lines, { isSeveral, isLive: isLive(ports), reporter });
    },
    finished: (begun, all) => {
      show(begun);
      const isExplained = begun.every(
        ({ outcome, diagnostics }) => outcome !== "failed" || diagnostics.some(({ help }) => help === again),
      );
      if (!isExplained) for (const { text, command } of again) reporter.note(`${text}\n  ${command}`);
      if (isSeveral) write(`\n${renderText({ title: "", blocks: [gamesLine(all)] }, reporter.result)}`);
    },
  };
}

interface Progress {
  readonly isSeveral: boolean;
  readonly isLive: boolean;
  readonly reporter: TerminalReporter;
}

/** Games that run side by side share the live line: it shows the one with the latest event. */
export function openProgress(
  plan: Plan,
  lines: Map<Plan, string>,
  { isSeveral, isLive: canDraw, reporter }: Progress,
): (event: ApplyEvent) => void {
  const { style, width, verbose } = reporter.notes;
  const lead = isSeveral ? `${safeText(plan.game)} ` : "";
  const begun = new Map<StepId, number>();
  let state = progressStart(plan.steps);
  let first: number | undefined;
  return (event) => {
    const now = reporter.now();
    first ??= now;
    if (event.type === "started") begun.set(event.step, now);
    const start = event.type === "done" || event.type === "failed" ? begun.get(event.step) : undefined;
    const timed = start === undefined ? event : { ...event, duration_ms: Math.round(now - start) };
    const view: ProgressView = { style, width: width - widthOf(lead), verbose, isLive: canDraw, elapsed: now - first };
    const next = progressNext(state, timed, view);
    state = next.state;
    lines.delete(plan);
    if (next.line !== "") lines.set(plan, style.strong(lead) + next.line);
    const stays = next.permanent === undefined ? undefined : style.strong(lead) + next.permanent;
    reporter.live([...lines.values()].at(-1) ?? "", stays);
  };
}
