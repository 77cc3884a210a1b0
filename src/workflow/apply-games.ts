/** Applies the plans of a run, a few games in parallel. Games with a problem are skipped. */
import type { FailureOutcome } from "../model/codes.ts";
import { defined, inParallel } from "../model/collections.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type ApplyResult, outcomeOf, WORST_FIRST } from "../model/events.ts";
import { applyGame, untouched } from "./apply-game.ts";
import { type ApplyContext, type ConsentAnswer, confirm, misspeltDigests, unexpectedPlans } from "./consent.ts";
import { totalsOf } from "./execute.ts";
import {
  GAMES_AT_ONCE,
  type GameResult,
  type GameResults,
  named,
  outcomeOfUnbegun,
  type PlannedGame,
  resultsOf,
} from "./game.ts";
import type { ApplyRunOptions, CarryOutOptions } from "./options.ts";
import { planGames } from "./plan-games.ts";
import type { ApplyReporter } from "./run.ts";

/** The result of an apply over one or several games. */
export interface AppliedGames {
  readonly attempts: GameResults<PlannedGame>;
  /** One for every requested game, in the order of the project. */
  readonly results: readonly ApplyResult[];
  /** Met before anything was applied, refusals included. */
  readonly problems: readonly Diagnostic[];
  /** The most severe failure; absent when every game is done. */
  readonly outcome?: FailureOutcome;
}

/** Plans all games, and applies those that may be applied. */
export async function applyGames(
  options: ApplyRunOptions,
  run: ApplyContext,
  show: ApplyReporter,
): Promise<AppliedGames> {
  const wrong = misspeltDigests(options);
  const planned = hasErrors(wrong) ? resultsOf<PlannedGame>(wrong) : await planGames(options, run);
  return carryOutAll(planned, options, run, show);
}

/** Reports the plans, prompts, and applies those that may be applied. */
export async function carryOutAll(
  planned: GameResults<PlannedGame>,
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
  const mayBegin = ready.length > 0 && !hasErrors(attempts.general) && run.signal() === undefined;
  const names = blocked.map(({ game }) => game);
  const beginning = mayBegin ? await begin(ready, names, options, run) : NOT_BEGUN;
  const all = [...problems, ...beginning.diagnostics];
  const begun = beginning.goAhead ? await carryOut(ready, beginning, attempts, run, show) : [];
  const results = attempts.each.map((one) => begun.find(({ game }) => game === one.game) ?? resultOfBlocked(one));
  if (beginning.goAhead) show.summary(results);
  const isUntouched = results.every(({ steps }) => steps.every(({ status }) => status === "not-started"));
  // An answer to the prompt has said so.
  if (run.signal() !== undefined && isUntouched && !beginning.asked) run.reporter.note("Nothing was changed.");
  const outcome = outcomeOfRun(results, all);
  return { attempts, results, problems: all, ...defined({ outcome }) };
}

/** Every game with all reasons not to apply it. `missed`: expected plans that no longer exist. */
function withExpected(
  planned: GameResults<PlannedGame>,
  options: CarryOutOptions,
): { readonly attempts: GameResults<PlannedGame>; readonly missed: readonly Diagnostic[] } {
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
export function isBlocked({ value, diagnostics }: GameResult<PlannedGame>): boolean {
  return value === undefined || hasErrors([...diagnostics, ...value.refusals]);
}

const NOT_BEGUN: ConsentAnswer = { goAhead: false, asked: false, diagnostics: [] };

/** Asks. */
async function begin(
  ready: readonly PlannedGame[],
  blocked: readonly string[],
  options: CarryOutOptions,
  run: ApplyContext,
): Promise<ConsentAnswer> {
  const plans = ready.map(({ plan }) => plan);
  const answer = await confirm(plans, blocked, options, run);
  run.reporter.report(answer.diagnostics);
  return answer;
}

/** The results in the order of the games. */
async function carryOut(
  games: readonly PlannedGame[],
  { asked: wasAsked }: ConsentAnswer,
  attempts: GameResults<PlannedGame>,
  run: ApplyContext,
  show: ApplyReporter,
): Promise<readonly ApplyResult[]> {
  const again = run.suggestions.toContinue();
  const applyOne = async (game: PlannedGame): Promise<ApplyResult> => {
    const onEvent = show.progressOf(game.plan);
    const result = await applyGame(game, { wasAsked, again, onEvent }, run);
    const own = { ...result, diagnostics: named(attempts, result.game, result.diagnostics) };
    show.applied(own);
    return own;
  };
  const results = await inParallel(games, { limit: GAMES_AT_ONCE }, applyOne);
  show.finished(results);
  const isExplained = results.every(
    ({ outcome, diagnostics }) => outcome !== "failed" || diagnostics.some(({ help }) => help === again),
  );
  if (!isExplained) for (const { text, command } of again) run.reporter.note(`${text}\n  ${command}`);
  return results;
}

/** The result of a game that was left as it is. */
function resultOfBlocked({ game, environment, value, diagnostics }: GameResult<PlannedGame>): ApplyResult {
  if (value !== undefined) return untouched(value, [...diagnostics, ...value.refusals]);
  return {
    game,
    environment: environment ?? "",
    game_id: "",
    outcome: outcomeOfUnbegun(diagnostics) ?? "not-started",
    converged: false,
    totals: totalsOf([]),
    not_verified: [],
    steps: [],
    diagnostics,
  };
}

/** The most severe of all games. What was not started for no other reason counts as failed. */
function outcomeOfRun(results: readonly ApplyResult[], problems: readonly Diagnostic[]): FailureOutcome | undefined {
  const outcomes = [...results.map(({ outcome }) => outcome), outcomeOf(problems)];
  const failure = WORST_FIRST.find((outcome) => outcomes.includes(outcome));
  return failure ?? (results.every(({ outcome }) => outcome === "done") ? undefined : "failed");
}
