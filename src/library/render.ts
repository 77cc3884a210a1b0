/** Results as the texts that the commands print. */
import { resolve } from "node:path";
import type { Impact } from "../analysis/impact/impacts.ts";
import { secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { textThatWasRead } from "../files/read.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { defined } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { LiveGame, Plan } from "../model/model.ts";
import { renderDiagnosticsText, type TextOfFile } from "../view/findings/diagnostics-text.ts";
import { renderPlansMarkdown } from "../view/plan/plan-markdown.ts";
import { renderPlanText } from "../view/plan/plan-text.ts";
import { plainStyle } from "../view/text/style.ts";
import type { Game } from "./game.ts";

export interface RenderPlanOptions {
  /** Refusals of the plan. */
  readonly refusals?: readonly Diagnostic[];
  /** The impact of the plan on players. */
  readonly impact?: readonly Impact[];
  /** Columns. Default: 100. */
  readonly width?: number;
}

/** A plan as `laurel plan` prints it, without colour. */
export function renderPlan(made: Plan, { refusals = [], impact, width = 100 }: RenderPlanOptions = {}): string {
  const view = { style: plainStyle, width, verbose: false };
  return renderPlanText({ plan: made, refusals, ...defined({ impact }) }, view);
}

export interface MarkdownPlan {
  readonly game: Game;
  readonly live: LiveGame;
  readonly plan: Plan;
  readonly refusals?: readonly Diagnostic[];
  readonly impact?: readonly Impact[];
}

export interface PlanMarkdownOptions {
  /** Show secret achievements, which are masked otherwise. */
  readonly revealSecrets?: boolean;
  /** Address of the pipeline run, to link to. */
  readonly runUrl?: string;
}

/** A plan as one page of Markdown for a comment on a pull request, never longer than code hosts allow. */
export function renderPlanMarkdown(
  { game, live, plan, refusals = [], impact }: MarkdownPlan,
  { revealSecrets = false, runUrl }: PlanMarkdownOptions = {},
): string {
  const secrets = secretsOf({ plan, desired: game, live }, catalog);
  const value = { plan, refusals, secrets, ...defined({ impact }) };
  const shown = { game: plan.game, environment: plan.environment, value, diagnostics: [] };
  return renderPlansMarkdown([shown], [], {
    catalog,
    reveal: revealSecrets,
    ...defined({ runUrl }),
  });
}

/**
 * Findings as the commands print them, without colour, with the lines of the files. `texts`: those of `validate`, or the
 * folder that names of files are relative to: that of `loadFolder`, or of the project file.
 */
export function renderDiagnostics(
  findings: readonly Diagnostic[],
  texts: readonly ManifestText[] | string = [],
): string {
  const given = typeof texts === "string" ? [] : texts;
  const known = new Map(given.map(({ file, text }) => [file, text]));
  const textOf: TextOfFile = (file) =>
    typeof texts === "string" ? textThatWasRead(resolve(texts, file)) : known.get(file);
  return renderDiagnosticsText(findings, { style: plainStyle, textOf });
}
