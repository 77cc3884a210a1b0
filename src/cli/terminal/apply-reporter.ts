/** The course of an apply: as text on stdout, and in lines of progress on stderr. */
import { allSecrets, NO_SECRETS, type Secrets, unknownSecrets } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyEvent } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import { isEmpty } from "../../plan/plan.ts";
import { applyDocument } from "../../view/apply.ts";
import { concealAll, concealResult } from "../../view/concealment.ts";
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
  /** Of stdout. Nothing but problems is shown beside a document. */
  readonly format: string;
  readonly isRevealed: boolean;
  readonly plansDocument: (games: GameResults<PlannedGame>) => Document;
  /** How to go on after a failure. */
  readonly again: { readonly text: string; readonly command: string };
}

export function openApplyReport(
  { format, isRevealed, plansDocument, again }: ApplyViews,
  context: CommandContext,
): ApplyReporter {
  const { ports, reporter } = context;
  const write = (document: Document, lead = "\n"): void => {
    if (format === "text") ports.stdout.write(lead + renderText(document, reporter.result));
  };
  let plans: GameResults<PlannedGame> | undefined;
  const secretsOf = (game?: string): Secrets => (plans && !isRevealed ? secretsIn(plans, game) : NO_SECRETS);
  const report = (problems: readonly Diagnostic[]): void =>
    reporter.report(problems.flatMap((each) => concealAll([each], secretsOf(each.game))));
  return {
    prompts: openPrompts(ports),
    planned: (games, problems, others) => {
      plans = games;
      write(plansDocument(games), "");
      // The text of a plan shows its refusals itself.
      report(format === "text" ? others : problems);
    },
    progressOf: (plan) => {
      if (format !== "text" || isEmpty(plan)) return () => undefined;
      const progress = openProgress(plan, plans?.isSeveral === true, context);
      const addresses = new Map(plan.steps.map(({ id, address }) => [id, address]));
      return (event) => {
        if (event.type !== "failed") return progress(event);
        const about = { ...event.diagnostic, address: addresses.get(event.step) };
        const [diagnostic = about] = concealAll([about], secretsOf(plan.game));
        progress({ ...event, diagnostic });
      };
    },
    finished: (begun, all) => {
      for (const each of begun) {
        if (each.steps.length === 0) continue;
        const result = concealResult(each, secretsOf(each.game));
        if (result.outcome === "not-started") reporter.report(result.diagnostics);
        else write(applyDocument([result]));
      }
      if (begun.some(({ outcome }) => outcome !== "done")) reporter.note(`${again.text}\n  ${again.command}`);
      if (plans?.isSeveral === true) write({ title: "", blocks: gamesLine(all) });
    },
  };
}

/** What is secret in one game, or in any of them. Only pages hide what may be secret in one that could not be planned. */
export function secretsIn({ each }: GameResults<PlannedGame>, game?: string, isPage = false): Secrets {
  const those = each.filter((one) => game === undefined || one.game === game);
  const unplanned = isPage ? unknownSecrets(catalog) : NO_SECRETS;
  return allSecrets(those.map(({ value, secrets }) => value?.secrets ?? ((isPage && secrets) || unplanned)));
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
  const view = { style, width: width - widthOf(lead), isLive: isLive(ports) };
  const progress = progressOf(plan.steps, view);
  return (event) => {
    const { line, permanent } = progress(event, ports.clock.now() - begun);
    reporter.live(marked(line), permanent && marked(permanent));
  };
}
