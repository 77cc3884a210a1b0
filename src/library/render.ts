/** Results as the texts that the commands print, without colour. */
import { dirname, resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import { textThatWasRead } from "../files/read.ts";
import { defined } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { renderDiagnosticsText } from "../view/findings/diagnostics-text.ts";
import { renderPlansMarkdown } from "../view/plan/plan-markdown.ts";
import { renderPlanText } from "../view/plan/plan-text.ts";
import { plainStyle } from "../view/text/style.ts";
import type { GameResults, PlannedGame } from "../workflow/game.ts";

/** Columns. */
const WIDTH = 100;

/** The plans of all games. */
export function renderPlan({ games }: GameResults<PlannedGame>, width = WIDTH): string {
  return games.map((game) => renderPlanText(game, { style: plainStyle, width, verbose: false })).join("\n");
}

export interface PlanMarkdownOptions {
  /** Show secret achievements, which are masked otherwise. */
  readonly revealSecrets?: boolean;
  /** Address of the pipeline run, to link to. */
  readonly runUrl?: string;
}

/** All plans as one page for a comment on a pull request, problems included, never longer than code hosts allow. */
export function renderPlanMarkdown(
  { each, general, changed }: GameResults<PlannedGame>,
  { revealSecrets = false, runUrl }: PlanMarkdownOptions = {},
): string {
  return renderPlansMarkdown(each, general, { catalog, reveal: revealSecrets, ...defined({ runUrl, changed }) });
}

/** Problems with the lines of their files. `project`: the project file of the run. */
export function renderDiagnostics(problems: readonly Diagnostic[], project = "laurel.yaml"): string {
  const folder = dirname(resolve(project));
  return renderDiagnosticsText(problems, {
    style: plainStyle,
    textOf: (file) => textThatWasRead(resolve(folder, file)),
  });
}
