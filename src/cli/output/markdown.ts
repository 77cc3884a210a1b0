/** Results as pages of Markdown: what the flags and the environment say about them. */
import { catalog } from "../../catalog/index.ts";
import { defined } from "../../model/collections.ts";
import type { ChangedGames } from "../../project/changed.ts";
import { renderApplyMarkdown } from "../../view/apply/apply-markdown.ts";
import type { AppliedGame } from "../../view/apply/apply-view.ts";
import type { MarkdownOptions } from "../../view/markdown/markdown-page.ts";
import type { AppliedGames } from "../../workflow/apply-games.ts";
import type { OutputFlags } from "../command/options.ts";
import type { ProcessPorts } from "../terminal/ports.ts";

/** Each problem once: with its game's result, with its game, or with the run. */
export function applyMarkdown({ attempts, results, problems }: AppliedGames, options: MarkdownOptions): string {
  const shown = new Set(results.flatMap(({ diagnostics }) => diagnostics));
  const games = results.map((result): AppliedGame => {
    const attempt = attempts.each.find(({ game }) => game === result.game);
    const { plan, secrets = attempt?.secrets } = attempt?.value ?? {};
    const diagnostics = (attempt?.diagnostics ?? []).filter((each) => !shown.has(each));
    return { result, diagnostics, ...defined({ kept: plan?.kept, secrets }) };
  });
  for (const { diagnostics } of games) for (const each of diagnostics) shown.add(each);
  const general = problems.filter((each) => !shown.has(each));
  return renderApplyMarkdown(games, general, options);
}

export function pageOptions(flags: OutputFlags, env: ProcessPorts["env"], changed?: ChangedGames): MarkdownOptions {
  const reveal = flags.revealSecrets ?? false;
  return { catalog, reveal, ...defined({ runUrl: runUrl(env), changed }) };
}

/** The page of the pipeline's run, from the variables that GitHub and GitLab set for every job. */
export function runUrl(env: ProcessPorts["env"]): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job } = env;
  const isOnGithub = server !== undefined && repository !== undefined && run !== undefined;
  const url = isOnGithub ? `${server}/${repository}/actions/runs/${run}` : job;
  // It is written into a page as it is, so only the characters of such an address are allowed.
  return url !== undefined && /^https?:\/\/[\w.:/~%-]{1,500}$/.test(url) ? url : undefined;
}
