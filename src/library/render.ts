/** Results as the texts that the commands print, without colour. */
import type { Diagnostic } from "../model/diagnostics.ts";
import {
  MASK_OF_NO_GAME,
  maskGeneral,
  maskPlanned,
  maskPlans,
  maskProblems,
} from "../view/mask/mask.ts";
import { diagnosticsDocument } from "../view/parts/diagnostics.ts";
import { withProblems } from "../view/parts/problems.ts";
import { planDocument } from "../view/plan/document.ts";
import { plainStyle } from "../view/render/document.ts";
import { renderMarkdown } from "../view/render/markdown.ts";
import { renderText } from "../view/render/text.ts";
import type { Games, PlannedGame } from "../workflow/game.ts";

export interface RenderOptions {
  /** Show secret achievements, which are masked otherwise. */
  readonly revealSecrets?: boolean | undefined;
}

/** The plans of all games, at most 100 columns wide. */
export function renderPlan(plans: Games<PlannedGame>, options: RenderOptions = {}): string {
  return renderText(planDocument(maskPlans(plans, maskPlanned(plans, options))), {
    style: plainStyle,
    width: 100,
    verbose: false,
  });
}

/**
 * All plans as one page for a comment on a pull request, problems included, never longer than code
 * hosts allow.
 */
export function renderPlanMarkdown(plans: Games<PlannedGame>, options: RenderOptions = {}): string {
  const mask = maskPlanned(plans, options);
  const { onPages } = maskProblems(plans, mask);
  return renderMarkdown(withProblems(planDocument(maskPlans(plans, mask)), onPages));
}

/** Problems with the lines of their files. */
export function renderDiagnostics(problems: readonly Diagnostic[]): string {
  const view = { style: plainStyle, width: Number.POSITIVE_INFINITY, verbose: false };
  return renderText(diagnosticsDocument(maskGeneral(problems, MASK_OF_NO_GAME).all), view);
}
