/** The results of all commands but `plan` and `apply` in each of their forms. */

import { secretsOf } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { DesiredGame } from "../../model/model.ts";
import { type LintedGameSummary, lintDocument, type ValidGame, validateDocument } from "../../view/check.ts";
import { type Concealment, concealAll } from "../../view/concealment.ts";
import type { Document } from "../../view/render/document.ts";
import type { PageOptions } from "../../view/render/markdown.ts";
import { renderText } from "../../view/render/text.ts";
import type { ReportedGame } from "../../view/report/report.ts";
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

export interface ReportResult extends WithProblems {
  readonly games: readonly (ReportedGame & { readonly desired: DesiredGame })[];
}

/** What pages hide, and the address of the pipeline's run. */
export function pageOptions(flags: OutputFlags, { env }: Pick<ProcessPorts, "env">): Concealment & PageOptions {
  return { catalog, reveal: flags.revealSecrets ?? false, ...defined({ runUrl: runUrl(env) }) };
}

/** The forms that show a document; for pages it is made without secrets. */
export function documentForms<Result>(
  make: (result: Result, hides?: Concealment) => Document | Promise<Document>,
  flags: OutputFlags,
  ports: Pick<ProcessPorts, "env">,
) {
  const options = pageOptions(flags, ports);
  const text: ResultForm<Result> = async (result, view) => renderText(await make(result), view);
  const markdown: ResultForm<Result> = async (result) => {
    const { renderMarkdown } = await import("../../view/render/markdown.ts");
    return renderMarkdown(await make(result, options), options);
  };
  const html: ResultForm<Result> = async (result) => {
    const { documentPage } = await import("./html-pages.ts");
    return documentPage(await make(result, options));
  };
  return { text, markdown, html };
}

export function validateForms(flags: OutputFlags, ports: ProcessPorts): Forms<"validate", ValidateResult> {
  // Which resources are secret is unknown from manifests alone: live ones may be secret as well.
  const { text, markdown } = documentForms<ValidateResult>(
    ({ diagnostics, valid }, hides) => validateDocument(diagnostics, valid, hides),
    flags,
    ports,
  );
  return { text, markdown, ...checkForms(flags, ports) };
}

export function lintForms(flags: OutputFlags, ports: ProcessPorts): Forms<"lint", LintResult> {
  const { text, markdown } = documentForms<LintResult>(
    ({ diagnostics, linted }, hides) => {
      const found = new Set(linted.flatMap(({ findings }) => findings));
      // The declaration of a resource says whether the findings in it are secret.
      const games = linted.map((each) => ({ ...each, secrets: secretsOf({ desired: each.desired }, catalog) }));
      const general = diagnostics.filter((each) => !found.has(each));
      return lintDocument(general, games, hides);
    },
    flags,
    ports,
  );
  return { text, markdown, ...checkForms(flags, ports) };
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

export function reportForms(flags: OutputFlags, ports: ProcessPorts): Forms<"report", ReportResult> {
  const forms = documentForms<ReportResult>(
    async ({ games, diagnostics }, hides) => {
      const { concealEconomy } = await import("../../analysis/report/economy.ts");
      const { reportDocument } = await import("../../view/report/report.ts");
      if (hides === undefined) return reportDocument(games, []);
      const shown = games.map(({ game, economy, desired }) => {
        const secrets = secretsOf({ desired }, catalog);
        return { game, economy: hides.reveal ? economy : concealEconomy(economy, secrets) };
      });
      return reportDocument(shown, concealAll(diagnostics, undefined, hides));
    },
    flags,
    ports,
  );
  const json: ResultForm<ReportResult> = async ({ games, diagnostics }) =>
    (await import("../../view/json/render.ts")).renderReportJson(games, diagnostics);
  return { ...forms, json };
}

/** The page of the pipeline's run, from the variables that GitHub and GitLab set for every job. */
export function runUrl(env: ProcessPorts["env"]): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job } = env;
  const isOnGithub = server !== undefined && repository !== undefined && run !== undefined;
  const url = isOnGithub ? `${server}/${repository}/actions/runs/${run}` : job;
  // It is written into a page as it is, so only the characters of such an address are allowed.
  return url !== undefined && /^https?:\/\/[\w.:/~%-]{1,500}$/.test(url) ? url : undefined;
}
