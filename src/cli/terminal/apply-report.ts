/** The course of an apply or revert: on stdout in the requested form, and on stderr. */
import { hasErrors } from "../../model/diagnostics.ts";
import { renderResults } from "../../view/apply/apply-text.ts";
import { renderProblemsLine, renderResultLine } from "../../view/apply/progress-jsonl.ts";
import { renderGamesLine } from "../../view/plan/plan-text.ts";
import { namedGames } from "../../view/text/phrases.ts";
import { isBlocked } from "../../workflow/apply-games.ts";
import type { GameResults, GameToApply } from "../../workflow/game.ts";
import type { ApplyReporter } from "../../workflow/reporter.ts";
import type { Ports } from "../ports.ts";
import { openProgress } from "./progress.ts";
import type { Screen } from "./screen.ts";
import { loggedSteps, tellResult } from "./step-log.ts";

/** `format`: of stdout. `renderPlans`: their text. */
export function openApplyReport(
  format: string | undefined,
  renderPlans: (games: GameResults<GameToApply>) => string,
  screen: Screen,
  ports: Ports,
): ApplyReporter {
  const { stdout } = ports;
  const isText = format === "text";
  let isSeveral = false;
  let progressOf = openProgress(format, isSeveral, screen, ports);
  return {
    alreadyApplied: (games) => screen.note(`Nothing left to do for ${namedGames(games)}: already applied.`),
    planned: (games, problems, others) => {
      isSeveral = games.isSeveral;
      progressOf = openProgress(format, isSeveral, screen, ports);
      if (isText) stdout.write(renderPlans(games));
      // The text of a plan shows its refusals itself.
      screen.report(isText ? others : problems, problems);
    },
    decided: (games, problems, goesAhead) => {
      if (format === "jsonl") stdout.write(refusalLines(games, problems, goesAhead));
    },
    progressOf: (plan) => loggedSteps(plan, screen.inGame(plan), progressOf(plan)),
    applied: (result, ms) => {
      screen.inGame(result).report([], result.diagnostics);
      tellResult(screen, result, ms);
      if (format === "jsonl") stdout.write(renderResultLine(result));
      if (isText && !isSeveral) stdout.write(renderResults([result], screen.result));
    },
    finished: (results) => {
      if (isText && isSeveral) stdout.write(renderResults(results, screen.result));
    },
    untouched: (result) => tellResult(screen, result),
    summary: (results) => {
      if (isText && isSeveral) stdout.write(`\n${renderGamesLine(results, screen.result)}`);
    },
  };
}

/**
 * Of each game that is left as it is a line why, and one for what concerns the run. A run over one game has one line,
 * and one over none has nothing to refuse.
 */
function refusalLines(
  { each, isSeveral }: GameResults<GameToApply>,
  problems: Parameters<ApplyReporter["decided"]>[1],
  goesAhead: boolean,
): string {
  if (each.length === 0 && !hasErrors(problems)) return "";
  if (!isSeveral) return goesAhead ? "" : renderProblemsLine(problems);
  const blocked = each.filter(isBlocked);
  const lines = blocked.map(({ game, diagnostics, value }) =>
    renderProblemsLine([...diagnostics, ...(value?.refusals ?? [])], game),
  );
  const others = problems.filter(({ game }) => game === undefined);
  if (others.length > 0 || (!goesAhead && blocked.length === 0)) lines.push(renderProblemsLine(others));
  return lines.join("");
}
