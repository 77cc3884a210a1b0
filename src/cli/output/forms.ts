/** The results of all commands but `plan` and `apply` in each of their forms. */

import type { GameChangelog } from "../../analysis/impact/changelog.ts";
import { secretsOf } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { DesiredGame } from "../../model/model.ts";
import type { LintedGameSummary, ValidGame } from "../../view/lint/check-text.ts";
import type { ReportedGame } from "../../view/report/economy-view.ts";
import type { GameGraph, GameGraphs } from "../../workflow/graphs.ts";
import type { TestResult } from "../../workflow/scenarios.ts";
import type { OutputFlags } from "../command/options.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import type { FindingFormat } from "./findings.ts";
import type { Forms, ResultForm } from "./outputs.ts";

interface WithProblems {
  readonly diagnostics: readonly Diagnostic[];
}

export interface ValidateResult extends WithProblems {
  /** Games without an error of their own. */
  readonly valid: readonly ValidGame[];
}

/** `diagnostics`: problems of the run and of manifests, and all findings. */
export interface LintResult extends WithProblems {
  /** Games without an error of their own. */
  readonly linted: readonly (LintedGameSummary & { readonly desired: DesiredGame })[];
}

export interface ChangelogResult extends WithProblems {
  /** Games without errors. */
  readonly games: readonly GameChangelog[];
}

export interface ReportResult extends WithProblems {
  readonly games: readonly (ReportedGame & { readonly desired: DesiredGame })[];
}

export function validateForms(flags: OutputFlags, ports: ProcessPorts): Forms<"validate", ValidateResult> {
  return {
    text: async ({ diagnostics, valid }, view) =>
      hasErrors(diagnostics) ? "" : (await import("../../view/lint/check-text.ts")).renderValid(valid, view),
    ...checkForms(flags, ports),
    // Which resources are secret is unknown from manifests alone: live ones may be secret as well.
    markdown: async ({ diagnostics, valid }) => {
      const { renderValidMarkdown } = await import("../../view/lint/check-markdown.ts");
      return renderValidMarkdown(diagnostics, valid, await optionsOf(flags, ports));
    },
  };
}

export function lintForms(flags: OutputFlags, ports: ProcessPorts): Forms<"lint", LintResult> {
  return {
    text: async ({ linted }, view) => (await import("../../view/lint/check-text.ts")).renderLinted(linted, view),
    ...checkForms(flags, ports),
    // The declaration of a resource says whether the findings in it are secret.
    markdown: async ({ diagnostics, linted }) => {
      const { renderLintMarkdown } = await import("../../view/lint/check-markdown.ts");
      const found = new Set(linted.flatMap(({ findings }) => findings));
      const games = linted.map((each) => ({ ...each, secrets: secretsOf({ desired: each.desired }, catalog) }));
      const general = diagnostics.filter((each) => !found.has(each));
      return renderLintMarkdown(general, games, await optionsOf(flags, ports));
    },
  };
}

/** The forms that consist of problems alone. */
function checkForms(flags: OutputFlags, ports: ProcessPorts) {
  const findings =
    (format: FindingFormat): ResultForm<WithProblems> =>
    async ({ diagnostics }) =>
      (await import("./findings.ts")).renderFindings(format, diagnostics, [], flags, ports);
  const json: ResultForm<WithProblems> = async ({ diagnostics }) =>
    (await import("../../view/json/render.ts")).renderDiagnosticsJson(diagnostics);
  return { json, github: findings("github"), sarif: findings("sarif") };
}

/** A changelog is for players, so it has no problems in it. */
export function changelogForms(): Forms<"changelog", ChangelogResult> {
  const view = () => import("../../view/changelog-text.ts");
  return {
    text: async ({ games }, options) => (await view()).renderChangelogText(games, options),
    json: async ({ games, diagnostics }) =>
      (await import("../../view/json/render.ts")).renderChangelogJson(games, diagnostics),
    markdown: async ({ games }) => (await view()).renderChangelogMarkdown(games),
  };
}

export function reportForms(flags: OutputFlags, ports: ProcessPorts): Forms<"report", ReportResult> {
  return {
    text: async ({ games }, view) => (await import("../../view/report/economy-text.ts")).renderEconomyText(games, view),
    json: async ({ games, diagnostics }) =>
      (await import("../../view/report/economy-json.ts")).renderEconomyJson(games, diagnostics),
    markdown: async (result) => {
      const { renderEconomyMarkdown } = await import("../../view/report/economy-markdown.ts");
      const options = await optionsOf(flags, ports);
      return renderEconomyMarkdown(await shownReports(result, flags), result.diagnostics, options);
    },
    html: async (result) =>
      (await import("./html-pages.ts")).reportPage(
        await shownReports(result, flags),
        result.diagnostics,
        await optionsOf(flags, ports),
      ),
  };
}

/** The reports as pages show them. */
async function shownReports(
  { games }: ReportResult,
  { revealSecrets = false }: OutputFlags,
): Promise<readonly ReportedGame[]> {
  if (revealSecrets) return games;
  const { concealEconomy } = await import("../../view/report/economy-view.ts");
  return games.map((game) => ({
    ...game,
    economy: concealEconomy(game.economy, secretsOf({ desired: game.desired }, catalog)),
  }));
}

/** The graphs as pictures show them. */
export async function shownGraphs(
  { games }: GameGraphs,
  { revealSecrets = false }: OutputFlags,
): Promise<readonly GameGraph[]> {
  return revealSecrets ? games : (await import("../../workflow/graphs.ts")).concealGraphs(games);
}

/** Without a game there is nothing to draw. */
export function graphForms(flags: OutputFlags): Forms<"graph", GameGraphs> {
  const picture =
    (draw: (games: readonly GameGraph[]) => Promise<string>): ResultForm<GameGraphs> =>
    async (result) =>
      result.games.length === 0 ? "" : draw(await shownGraphs(result, flags));
  return {
    markdown: picture(async (games) => (await import("../../view/graph/graph-mermaid.ts")).renderGraphMarkdown(games)),
    html: picture(async (games) => (await import("./html-pages.ts")).graphPage(games)),
    json: async ({ games, diagnostics }) =>
      (await import("../../view/json/render.ts")).renderGraphJson(games, diagnostics),
  };
}

export function testForms(): Forms<"test", TestResult> {
  return {
    text: async ({ games, isSeveral }, view) => {
      const { renderTestText } = await import("../../view/scenarios/test-text.ts");
      return renderTestText(games, { ...view, isSeveral });
    },
    json: async ({ games, diagnostics }) =>
      (await import("../../view/scenarios/test-json.ts")).renderTestJson(games, diagnostics),
    junit: async ({ games, diagnostics }) =>
      (await import("../../view/scenarios/test-junit.ts")).renderTestJunit(games, diagnostics),
  };
}

async function optionsOf(flags: OutputFlags, { env }: ProcessPorts) {
  return (await import("./markdown.ts")).pageOptions(flags, env);
}
