/** Results as the texts that the commands print, without colour. */
import { dirname, resolve } from "node:path";
import { textThatWasRead } from "../files/read.ts";
import { defined } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { diagnosticsDocument } from "../view/diagnostics.ts";
import { planDocument } from "../view/plan.ts";
import { renderMarkdown } from "../view/render/markdown.ts";
import { plainStyle } from "../view/render/style.ts";
import { renderText } from "../view/render/text.ts";
import type { GameResults, PlannedGame } from "../workflow/game.ts";

/** Columns. */
const WIDTH = 100;

/** The plans of all games. */
export function renderPlan({ each }: GameResults<PlannedGame>, width = WIDTH): string {
  return renderText(planDocument({ each }), { style: plainStyle, width, verbose: false });
}

export interface PlanMarkdownOptions {
  /** Show secret achievements, which are masked otherwise. */
  readonly revealSecrets?: boolean;
}

/** All plans as one page for a comment on a pull request, problems included, never longer than code hosts allow. */
export function renderPlanMarkdown(
  { each, general, changed }: GameResults<PlannedGame>,
  { revealSecrets = false }: PlanMarkdownOptions = {},
): string {
  const shown = planDocument({ each, general, ...defined({ changed }) }, revealSecrets ? "revealed" : "masked");
  return renderMarkdown(shown);
}

/** Problems with the lines of their files. `project`: the project file of the run. */
export function renderDiagnostics(problems: readonly Diagnostic[], project = "laurel.yaml"): string {
  const folder = dirname(resolve(project));
  const textOf = (file: string): string | undefined => textThatWasRead(resolve(folder, file));
  const view = { style: plainStyle, width: Number.POSITIVE_INFINITY, verbose: false };
  return renderText(diagnosticsDocument(problems, { textOf }), view);
}
