/** Results of `validate`, `lint`, `plan` and `apply` as pages of Markdown: what the flags and the environment say about them. */
import { catalog } from "../../catalog/index.ts";
import { secretsOfManifests } from "../../plan/secrets.ts";
import { type AppliedGame, renderApplyMarkdown } from "../../view/apply/apply-markdown.ts";
import { renderLintMarkdown, renderValidMarkdown } from "../../view/lint/check-markdown.ts";
import type { MarkdownOptions } from "../../view/markdown/markdown-page.ts";
import { renderPlansMarkdown } from "../../view/plan/plan-markdown.ts";
import type { AppliedGames } from "../../workflow/apply-games.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import type { LintResult } from "./linted-games.ts";
import type { ValidateResult } from "./validated-games.ts";

/** Nobody knows what is secret while there are only manifests: what is live may be secret as well. */
export function validMarkdown({ diagnostics, valid }: ValidateResult, flags: OutputFlags, env: Ports["env"]): string {
  return renderValidMarkdown(diagnostics, valid, optionsOf(flags, env));
}

/** Findings tell of what is declared, and so does the declaration whether it is secret. */
export function lintMarkdown({ diagnostics, linted }: LintResult, flags: OutputFlags, env: Ports["env"]): string {
  const found = new Set(linted.flatMap(({ findings }) => findings));
  const games = linted.map((each) => ({ ...each, secrets: secretsOfManifests(each.desired, catalog) }));
  const general = diagnostics.filter((each) => !found.has(each));
  return renderLintMarkdown(general, games, optionsOf(flags, env));
}

/** `each`: the games of the run; `general`: what concerns all of them. */
export function plansMarkdown(
  { each, general }: GameResults<PlannedGame>,
  flags: OutputFlags,
  env: Ports["env"],
): string {
  return renderPlansMarkdown(each.map(shownGame), general, optionsOf(flags, env));
}

/** A planned game for pages. */
export function shownGame({ value: planned, ...game }: GameResults<PlannedGame>["each"][number]) {
  return { ...game, ...(planned === undefined ? {} : { planned }) };
}

/** The problems of a game that was left as it is stand in its result already. */
export function applyMarkdown(
  { attempts, results, problems }: AppliedGames,
  flags: OutputFlags,
  env: Ports["env"],
): string {
  const told = new Set(results.flatMap(({ diagnostics }) => diagnostics));
  const games = results.map((result): AppliedGame => {
    const attempt = attempts.each.find(({ game }) => game === result.game);
    const diagnostics = (attempt?.diagnostics ?? []).filter((each) => !told.has(each));
    const secrets = attempt?.value?.secrets ?? attempt?.secrets;
    const kept = attempt?.value?.plan.kept;
    return {
      result,
      diagnostics,
      ...(kept === undefined ? {} : { kept }),
      ...(secrets === undefined ? {} : { secrets }),
    };
  });
  for (const { diagnostics } of games) for (const each of diagnostics) told.add(each);
  const general = problems.filter((each) => !told.has(each));
  return renderApplyMarkdown(games, general, optionsOf(flags, env));
}

function optionsOf(flags: OutputFlags, env: Ports["env"]): MarkdownOptions {
  const url = runUrl(env);
  return {
    catalog,
    reveal: flags.revealSecrets ?? false,
    showRequests: flags.showRequests ?? false,
    ...(url === undefined ? {} : { runUrl: url }),
  };
}

/** The page of the pipeline's run, as GitHub and GitLab tell it to every job. */
export function runUrl(env: Ports["env"]): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job } = env;
  const isOnGithub = server !== undefined && repository !== undefined && run !== undefined;
  const url = isOnGithub ? `${server}/${repository}/actions/runs/${run}` : job;
  // It stands in a page as it is, so it may hold nothing but what such an address is made of.
  return url !== undefined && /^https?:\/\/[\w.:/~%-]{1,500}$/.test(url) ? url : undefined;
}
