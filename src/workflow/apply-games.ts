/**
 * Carries out the plans of a run, a few games side by side. Games that have a problem are left as they are; the
 * question, the writing and the result are about the others. What is told does not depend on which game ends first.
 */
import { inParallel } from "../api/parallel.ts";
import { type Flags, flag, text } from "../cli/args/command.ts";
import { EXIT, type ExitCode, exitCodeOfOutcome } from "../cli/exit-codes.ts";
import { renderPlans } from "../cli/output/shown-plans.ts";
import type { Ports } from "../cli/ports.ts";
import { openProgress } from "../cli/terminal/progress.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { tellResult } from "../cli/terminal/step-log.ts";
import type { FailureOutcome } from "../model/codes.ts";
import { type Diagnostic, hasErrors, ofGame } from "../model/diagnostics.ts";
import { type ApplyResult, outcomeOf, outcomeOfUnbegun, WORST_FIRST, worst } from "../model/events.ts";
import { renderResults } from "../view/apply/apply-text.ts";
import { renderProblemsLine, renderResultLine } from "../view/apply/progress-jsonl.ts";
import { safeText } from "../view/form/safe-text.ts";
import { renderGamesLine } from "../view/plan/games-text.ts";
import type { AppliedGames } from "./applied-games.ts";
import { applyGame, leftAlone } from "./apply-game.ts";
import { commandsToContinue } from "./commands-to-continue.ts";
import { confirm } from "./confirm.ts";
import { totalsOf } from "./execute.ts";
import { unexpectedPlans } from "./expected-digests.ts";
import type { GameToApply } from "./game-to-apply.ts";
import { type Attempt, type Attempts, attemptsOf, GAMES_AT_ONCE } from "./planned-games.ts";
import type { Journal } from "./recorded-steps.ts";
import { openReport } from "./report-flag.ts";
import type { Services } from "./services.ts";

/** Shows the plans, asks, carries out what may be carried out, and shows the results. */
export async function applyPlanned(
  planned: Attempts<GameToApply>,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<AppliedGames> {
  const { attempts, missed } = checkedAttempts(planned, flags);
  const before = [...attempts.diagnostics, ...missed];
  const problems = [...before, ...attempts.games.flatMap(({ refusals }) => refusals)];
  const format = text(flags, "format");
  if (format === "text") ports.stdout.write(renderPlans(attempts, flags, screen));
  // The text of a plan tells its refusals itself.
  screen.report(format === "text" ? before : problems, problems);
  const ready = attempts.each.flatMap((one) => (isBlocked(one) || one.planned === undefined ? [] : [one.planned]));
  const blocked = attempts.each.filter(isBlocked);
  const isHeldBack = flag(flags, "fail-fast") === true && (blocked.length > 0 || hasErrors(missed));
  if (isHeldBack) screen.note("Nothing is begun, because of --fail-fast and the problems above.");
  const mayBegin = !hasErrors(attempts.general) && services.signal() === undefined && !isHeldBack;
  const beginning = mayBegin && ready.length > 0 ? await begin(ready, blocked, flags, ports, screen) : NOT_BEGUN;
  const all = [...problems, ...beginning.problems];
  if (format === "jsonl") ports.stdout.write(refusalLines(attempts, all, beginning));
  const applied = beginning.goesAhead ? await carryOut(ready, beginning, attempts, flags, ports, screen, services) : [];
  await beginning.journal?.file.close();
  const results = attempts.each.map((one) => applied.find(({ game }) => game === one.game) ?? unapplied(one));
  for (const result of results) if (!applied.includes(result)) tellResult(screen, result);
  if (format === "text" && attempts.isSeveral && beginning.goesAhead) {
    ports.stdout.write(`\n${renderGamesLine(results, screen.result)}`);
  }
  return { attempts, results, begun: applied, problems: all, code: exitCodeOfRun(results, all) };
}

/**
 * Of each game that is left as it is a line why, and one for what concerns the run. A run over one game has one line,
 * and one over none has nothing to refuse.
 */
function refusalLines(
  { each, isSeveral }: Attempts<GameToApply>,
  problems: readonly Diagnostic[],
  { goesAhead }: Beginning,
): string {
  if (each.length === 0 && !hasErrors(problems)) return "";
  if (!isSeveral) return goesAhead ? "" : renderProblemsLine(problems);
  const blocked = each.filter(isBlocked);
  const lines = blocked.map(({ game, diagnostics, planned }) =>
    renderProblemsLine([...diagnostics, ...(planned?.refusals ?? [])], game),
  );
  const others = problems.filter(({ game }) => game === undefined);
  if (others.length > 0 || (!goesAhead && blocked.length === 0)) lines.push(renderProblemsLine(others));
  return lines.join("");
}

/** Every game with all that speaks against applying it. `missed`: approvals of plans that are not there any more. */
function checkedAttempts(
  planned: Attempts<GameToApply>,
  flags: Flags,
): { readonly attempts: Attempts<GameToApply>; readonly missed: readonly Diagnostic[] } {
  if (hasErrors(planned.general)) return { attempts: planned, missed: [] };
  const plans = planned.games.map(({ plan }) => plan);
  const { byGame, missed } = unexpectedPlans(plans, flags);
  const each = planned.each.map((one) => {
    const other = byGame.get(one.game);
    if (other === undefined || hasErrors(one.diagnostics)) return one;
    return { ...one, diagnostics: [...one.diagnostics, planned.isSeveral ? { ...other, game: one.game } : other] };
  });
  return { attempts: attemptsOf(planned.general, each, planned), missed };
}

function isBlocked({ planned, diagnostics }: Attempt<GameToApply>): boolean {
  return planned === undefined || hasErrors([...diagnostics, ...planned.refusals]);
}

/** Whether to go ahead, and why not. */
export interface Beginning {
  readonly goesAhead: boolean;
  readonly wasAsked: boolean;
  readonly problems: readonly Diagnostic[];
  readonly journal?: Journal;
}

const NOT_BEGUN: Beginning = { goesAhead: false, wasAsked: false, problems: [] };

/** Asks, and opens the report. */
async function begin(
  ready: readonly GameToApply[],
  blocked: readonly Attempt<GameToApply>[],
  flags: Flags,
  ports: Ports,
  screen: Screen,
): Promise<Beginning> {
  const names = blocked.map(({ game }) => game);
  const plans = ready.map(({ plan }) => plan);
  const { goAhead, asked: wasAsked, diagnostic } = await confirm(plans, names, flags, ports, screen);
  if (!goAhead) {
    const problems = diagnostic === undefined ? [] : [diagnostic];
    screen.report(problems);
    return { goesAhead: false, wasAsked, problems };
  }
  const report = await openReport(flags, ports);
  screen.report(report.diagnostics);
  const goesAhead = !hasErrors(report.diagnostics);
  const journal = report.value === undefined ? {} : { journal: { file: report.value, clock: ports.clock } };
  return { goesAhead, wasAsked, problems: report.diagnostics, ...journal };
}

/** The results in the order of the games. After the first failure, `--fail-fast` begins nothing more in any of them. */
async function carryOut(
  games: readonly GameToApply[],
  { wasAsked, journal }: Beginning,
  { isSeveral }: Pick<Attempts<GameToApply>, "isSeveral">,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<readonly ApplyResult[]> {
  const format = text(flags, "format");
  const failFast = flag(flags, "fail-fast") ?? false;
  const halt = new AbortController();
  const stoppable = { ...services, stop: AbortSignal.any([services.stop, halt.signal]) };
  const progressOf = openProgress(format, isSeveral, screen, ports);
  const again = await commandsToContinue(games, flags, ports);
  const applyOne = async (game: GameToApply): Promise<ApplyResult> => {
    const showProgress = progressOf(game.plan);
    const options = {
      failFast,
      wasAsked,
      again,
      services: stoppable,
      screen,
      show: (event: Parameters<typeof showProgress>[0]): void => {
        if (failFast && event.type === "failed") halt.abort();
        showProgress(event);
      },
    };
    const start = screen.now();
    const result = await applyGame(game, ports, journal === undefined ? options : { ...options, journal });
    screen.inGame(result).report([], result.diagnostics);
    tellResult(screen, result, screen.now() - start);
    if (failFast && !result.converged) halt.abort();
    const named = isSeveral ? { ...result, diagnostics: ofGame(result.game, result.diagnostics) } : result;
    if (format === "jsonl") ports.stdout.write(renderResultLine(named));
    if (format === "text" && !isSeveral) ports.stdout.write(renderResults([named], screen.result));
    return named;
  };
  const results = await inParallel(games, GAMES_AT_ONCE, applyOne, () => false);
  if (format === "text" && isSeveral) ports.stdout.write(renderResults(results, screen.result));
  const isTold = results.every(
    ({ outcome, diagnostics }) => outcome !== "failed" || diagnostics.some(({ help }) => help === again),
  );
  if (!isTold) for (const line of again) screen.note(safeText(line));
  return results;
}

/** The result of a game that was left as it is. */
function unapplied({ game, environment, planned, diagnostics }: Attempt<GameToApply>): ApplyResult {
  if (planned !== undefined) return leftAlone(planned, [...diagnostics, ...planned.refusals]);
  return {
    game,
    environment: environment ?? "",
    game_id: "",
    outcome: outcomeOfUnbegun(diagnostics) ?? "not-started",
    converged: false,
    saved: false,
    totals: totalsOf([]),
    steps: [],
    diagnostics,
  };
}

/** The worst of all games decides. What was not started for no other reason counts as failed. */
function exitCodeOfRun(results: readonly ApplyResult[], problems: readonly Diagnostic[]): ExitCode {
  const known: readonly string[] = WORST_FIRST;
  const own = results.flatMap(({ outcome }) => (known.includes(outcome) ? [outcome as FailureOutcome] : []));
  const failure = worst([...own, ...[outcomeOf(problems)].flatMap((outcome) => outcome ?? [])]);
  if (failure !== undefined) return exitCodeOfOutcome(failure);
  return results.every(({ outcome }) => outcome === "done") ? EXIT.done : EXIT.failed;
}
