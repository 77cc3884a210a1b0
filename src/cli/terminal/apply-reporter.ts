/** The course of an apply: as text on stdout, and in lines of progress on stderr. */
import type { ApplyEvent } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import { isEmpty } from "../../plan/plan.ts";
import { applyDocument } from "../../view/apply.ts";
import { gamesLine } from "../../view/games.ts";
import { progressOf } from "../../view/progress.ts";
import type { Document } from "../../view/render/document.ts";
import { widthOf } from "../../view/render/layout.ts";
import { safeText } from "../../view/render/safe-text.ts";
import { renderText } from "../../view/render/text.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import type { ApplyReporter } from "../../workflow/run.ts";
import { openPrompts } from "./prompts.ts";
import { type CommandContext, isLive } from "./reporter.ts";

/** `format`: of stdout. Nothing but problems is shown beside a document. */
export function openApplyReport(
  format: string,
  plansDocument: (games: GameResults<PlannedGame>) => Document,
  again: { readonly text: string; readonly command: string },
  context: CommandContext,
): ApplyReporter {
  const { ports, reporter } = context;
  const write = (document: Document, lead = "\n"): void => {
    if (format === "text") ports.stdout.write(lead + renderText(document, reporter.result));
  };
  let isSeveral = false;
  return {
    prompts: openPrompts(ports),
    planned: (games, problems, others) => {
      ({ isSeveral } = games);
      write(plansDocument(games), "");
      // The text of a plan shows its refusals itself.
      reporter.report(format === "text" ? others : problems);
    },
    progressOf: (plan) => {
      if (format !== "text" || isEmpty(plan)) return () => undefined;
      return openProgress(plan, isSeveral, context);
    },
    finished: (begun, all) => {
      for (const result of begun) {
        const isShown = result.steps.length > 0 && result.outcome !== "not-started";
        if (isShown) write(applyDocument({ each: [{ result }] }));
      }
      if (begun.some(({ outcome }) => outcome !== "done")) reporter.note(`${again.text}\n  ${again.command}`);
      if (isSeveral) write({ title: "", blocks: [gamesLine(all)] });
    },
  };
}

/** Games that run side by side share the live line: it shows the one with the latest event. */
export function openProgress(
  plan: Plan,
  isSeveral: boolean,
  { ports, reporter }: Pick<CommandContext, "ports" | "reporter">,
): (event: ApplyEvent) => void {
  const { style, width } = reporter.notes;
  const lead = isSeveral ? `${safeText(plan.game)} ` : "";
  const marked = (line: string): string => (line === "" ? "" : style("strong", lead) + line);
  const begun = ports.clock.now();
  const progress = progressOf(plan.steps);
  return (event) => {
    const view = {
      style,
      width: width - widthOf(lead),
      isLive: isLive(ports),
      elapsed: ports.clock.now() - begun,
    };
    const { line, permanent } = progress(event, view);
    reporter.live(marked(line), permanent && marked(permanent));
  };
}
