/** Applies the plans of a run, a few games in parallel. Games with a problem are skipped. */
import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import { shownPath } from "../files/read.ts";
import { createReport, type ReportFile, reportExists } from "../files/report.ts";
import type { FailureOutcome } from "../model/codes.ts";
import { defined, inParallel } from "../model/collections.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type ApplyResult, outcomeOf, outcomeOfUnbegun, WORST_FIRST, worst } from "../model/events.ts";
import { applyGame, untouched } from "./apply-game.ts";
import {
  type ApplyContext,
  type ConsentAnswer,
  confirm,
  misspeltDigests,
  unapproved,
  unexpectedPlans,
} from "./consent.ts";
import { totalsOf } from "./execute.ts";
import { GAMES_AT_ONCE, type GameResult, type GameResults, type GameToApply, named, resultsOf } from "./game.ts";
import type { ApplyRunOptions, CarryOutOptions } from "./options.ts";
import { planGames } from "./plan-games.ts";
import type { ApplyReporter } from "./run.ts";

/** The result of an apply over one or several games. */
export interface AppliedGames {
  readonly attempts: GameResults<GameToApply>;
  /** One for every requested game, in the order of the project. */
  readonly results: readonly ApplyResult[];
  /** Those of games that were begun, or that turned out to have changed when they were to be. */
  readonly begun: readonly ApplyResult[];
  /** Met before anything was applied, refusals included. */
  readonly problems: readonly Diagnostic[];
  /** The most severe failure; absent when every game is done. */
  readonly outcome?: FailureOutcome;
}

/** Plans all games, or opens their saved plans, and applies those that may be applied. `problems`: of the command line. */
export async function applyGames(
  options: ApplyRunOptions,
  problems: readonly Diagnostic[],
  run: ApplyContext,
  show: ApplyReporter,
): Promise<AppliedGames> {
  const wrong = [...problems, ...(await wrongOptions(options, run.ports.cwd))];
  const planned = hasErrors(wrong) ? resultsOf<GameToApply>(wrong) : await gamesToApply(options, run, show);
  return carryOutAll(planned, options, run, show);
}

/** What is wrong with options of applies and reverts, found before anything is planned. */
export async function wrongOptions(options: CarryOutOptions, cwd: string): Promise<readonly Diagnostic[]> {
  const path = options.report === undefined ? undefined : resolve(cwd, options.report);
  const isTaken = path !== undefined && (await lstat(path).catch(() => undefined)) !== undefined;
  return [...misspeltDigests(options), ...(isTaken ? [reportExists(shownPath(path, cwd))] : [])];
}

async function gamesToApply(
  options: ApplyRunOptions,
  run: ApplyContext,
  show: ApplyReporter,
): Promise<GameResults<GameToApply>> {
  if (options.plan !== undefined) {
    const { openSavedPlans } = await import("./saved-plan.ts");
    return openSavedPlans(options.plan, options, run, show);
  }
  const planned = await planGames(options, run);
  const each = planned.each.map((one) => {
    const open = one.value === undefined ? [] : unapproved(one.value, run);
    return { ...one, diagnostics: [...one.diagnostics, ...named(planned, one.game, open)] };
  });
  return resultsOf<GameToApply>(planned.general, each, planned);
}

/** Reports the plans, prompts, and applies those that may be applied. */
export async function carryOutAll(
  planned: GameResults<GameToApply>,
  options: CarryOutOptions,
  run: ApplyContext,
  show: ApplyReporter,
): Promise<AppliedGames> {
  const { attempts, missed } = withExpected(planned, options);
  const before = [...attempts.diagnostics, ...missed];
  const problems = [...before, ...attempts.games.flatMap(({ refusals }) => refusals)];
  show.planned(attempts, problems, before);
  const ready = attempts.each.flatMap((one) => (isBlocked(one) || one.value === undefined ? [] : [one.value]));
  const blocked = attempts.each.filter(isBlocked);
  const isHeldBack = options.failFast && (blocked.length > 0 || hasErrors(missed));
  if (isHeldBack) run.reporter.note("Nothing was started, because of --fail-fast and the problems above.");
  const mayBegin = ready.length > 0 && !hasErrors(attempts.general) && run.signal() === undefined && !isHeldBack;
  const names = blocked.map(({ game }) => game);
  const beginning = mayBegin ? await begin(ready, names, options, run) : NOT_BEGUN;
  const all = [...problems, ...beginning.diagnostics];
  show.decided(attempts, all, beginning.goAhead);
  const begun = beginning.goAhead ? await carryOut(ready, beginning, attempts, options, run, show) : [];
  await beginning.journal?.close();
  const results = attempts.each.map((one) => begun.find(({ game }) => game === one.game) ?? resultOfBlocked(one));
  if (beginning.goAhead) show.summary(results);
  const isUntouched = results.every(({ steps }) => steps.every(({ status }) => status === "not-started"));
  // An answer to the prompt has said so.
  if (run.signal() !== undefined && isUntouched && !beginning.asked) run.reporter.note("Nothing was changed.");
  const outcome = outcomeOfRun(results, all);
  return { attempts, results, begun, problems: all, ...defined({ outcome }) };
}

/** Every game with all reasons not to apply it. `missed`: approvals of plans that no longer exist. */
function withExpected(
  planned: GameResults<GameToApply>,
  options: CarryOutOptions,
): { readonly attempts: GameResults<GameToApply>; readonly missed: readonly Diagnostic[] } {
  if (hasErrors(planned.general)) return { attempts: planned, missed: [] };
  const plans = planned.games.map(({ plan }) => plan);
  const { byGame, missed } = unexpectedPlans(plans, options);
  const each = planned.each.map((one) => {
    const other = byGame.get(one.game);
    if (other === undefined || hasErrors(one.diagnostics)) return one;
    return { ...one, diagnostics: [...one.diagnostics, ...named(planned, one.game, [other])] };
  });
  return { attempts: resultsOf(planned.general, each, planned), missed };
}

/** Whether a game is left as it is. */
export function isBlocked({ value, diagnostics }: GameResult<GameToApply>): boolean {
  return value === undefined || hasErrors([...diagnostics, ...value.refusals]);
}

interface Beginning extends ConsentAnswer {
  readonly journal?: ReportFile;
}

const NOT_BEGUN: Beginning = { goAhead: false, asked: false, diagnostics: [] };

/** Asks, and opens the report. */
async function begin(
  ready: readonly GameToApply[],
  blocked: readonly string[],
  options: CarryOutOptions,
  run: ApplyContext,
): Promise<Beginning> {
  const plans = ready.map(({ plan }) => plan);
  const answer = await confirm(plans, blocked, options, run);
  run.reporter.report(answer.diagnostics);
  if (!answer.goAhead || options.report === undefined) return answer;
  const { cwd } = run.ports;
  const { value: journal, diagnostics } = await createReport(resolve(cwd, options.report), cwd);
  run.reporter.report(diagnostics);
  const goAhead = !hasErrors(diagnostics);
  return { goAhead, asked: answer.asked, diagnostics, ...defined({ journal }) };
}

/** The results in the order of the games. After the first failure, `--fail-fast` begins nothing more in any of them. */
async function carryOut(
  games: readonly GameToApply[],
  { asked: wasAsked, journal }: Beginning,
  attempts: GameResults<GameToApply>,
  { failFast = false }: CarryOutOptions,
  run: ApplyContext,
  show: ApplyReporter,
): Promise<readonly ApplyResult[]> {
  const halt = new AbortController();
  const stoppable = { ...run, stop: AbortSignal.any([run.stop, halt.signal]) };
  const again = await run.suggestions.toContinue(games);
  const applyOne = async (game: GameToApply): Promise<ApplyResult> => {
    const progress = show.progressOf(game.plan);
    const onEvent = (event: Parameters<typeof progress>[0]): void => {
      if (failFast && event.type === "failed") halt.abort();
      progress(event);
    };
    const options = { failFast, wasAsked, again, onEvent, ...defined({ journal }) };
    const result = await applyGame(game, options, stoppable);
    if (failFast && !result.converged) halt.abort();
    const own = { ...result, diagnostics: named(attempts, result.game, result.diagnostics) };
    show.applied(own);
    return own;
  };
  const results = await inParallel(games, GAMES_AT_ONCE, applyOne, () => false);
  show.finished(results);
  const isExplained = results.every(
    ({ outcome, diagnostics }) => outcome !== "failed" || diagnostics.some(({ help }) => help === again),
  );
  if (!isExplained) for (const line of again) run.reporter.note(line);
  return results;
}

/** The result of a game that was left as it is. */
function resultOfBlocked({ game, environment, value, diagnostics }: GameResult<GameToApply>): ApplyResult {
  if (value !== undefined) return untouched(value, [...diagnostics, ...value.refusals]);
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

/** The most severe of all games. What was not started for no other reason counts as failed. */
function outcomeOfRun(results: readonly ApplyResult[], problems: readonly Diagnostic[]): FailureOutcome | undefined {
  const outcomes = [...results.map(({ outcome }) => outcome), outcomeOf(problems)];
  const failure = worst(WORST_FIRST.filter((outcome) => outcomes.includes(outcome)));
  return failure ?? (results.every(({ outcome }) => outcome === "done") ? undefined : "failed");
}
