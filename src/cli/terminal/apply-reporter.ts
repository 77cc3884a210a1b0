/** The course of an apply: as text on stdout, and in lines of progress on stderr. */
import { allSecrets, type Secrets } from "../../analysis/secrets.ts";
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyEvent } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import { isEmpty } from "../../plan/plan.ts";
import { applyDocument } from "../../view/apply.ts";
import { type Concealment, concealAll, concealResult } from "../../view/concealment.ts";
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

interface ApplyViews {
  readonly plansDocument: (games: GameResults<PlannedGame>) => Document;
  /** How to go on after a failure. */
  readonly again: { readonly text: string; readonly command: string };
  readonly hides: Concealment;
}

/** `format`: of stdout. Nothing but problems is shown beside a document. */
export function openApplyReport(
  format: string,
  { plansDocument, again, hides }: ApplyViews,
  context: CommandContext,
): ApplyReporter {
  const { ports, reporter } = context;
  const write = (document: Document, lead = "\n"): void => {
    if (format === "text") ports.stdout.write(lead + renderText(document, reporter.result));
  };
  let plans: GameResults<PlannedGame> | undefined;
  const conceal = (problems: readonly Diagnostic[], game?: string): readonly Diagnostic[] =>
    plans === undefined ? problems : concealAll(problems, secretsOfPlans(plans, game), hides);
  const isSeveral = (): boolean => plans?.isSeveral === true;
  return {
    prompts: openPrompts(ports),
    planned: (games, problems, others) => {
      plans = games;
      write(plansDocument(games), "");
      // The text of a plan shows its refusals itself.
      reporter.report(conceal(format === "text" ? others : problems));
    },
    progressOf: (plan) => {
      if (format !== "text" || isEmpty(plan)) return () => undefined;
      const progress = openProgress(plan, isSeveral(), context);
      const addresses = new Map(plan.steps.map(({ id, address }) => [id, address]));
      return (event) => {
        if (event.type !== "failed") return progress(event);
        const about = { ...event.diagnostic, ...defined({ address: addresses.get(event.step) }) };
        const [diagnostic = about] = conceal([about], plan.game);
        progress({ ...event, diagnostic });
      };
    },
    finished: (begun, all) => {
      for (const result of begun) {
        if (result.steps.length === 0) continue;
        const shown = plans === undefined ? result : concealResult(result, secretsOfPlans(plans, result.game), hides);
        if (result.outcome === "not-started") reporter.report(shown.diagnostics);
        else write(applyDocument({ each: [{ result: shown }] }));
      }
      if (begun.some(({ outcome }) => outcome !== "done")) reporter.note(`${again.text}\n  ${again.command}`);
      if (isSeveral()) write({ title: "", blocks: [gamesLine(all)] });
    },
  };
}

/** What is secret in the game that was planned, or in any of them. */
export function secretsOfPlans({ games }: GameResults<PlannedGame>, game?: string): Secrets {
  return allSecrets(games.flatMap(({ plan, secrets }) => (game === undefined || plan.game === game ? [secrets] : [])));
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
