/** Applies the plans of a run, a few games in parallel, after a yes. Games with a problem are skipped. */
import type { FailureOutcome } from "../model/codes.ts";
import { inParallel } from "../model/collections.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type ApplyResult, outcomeOf, WORST_FIRST } from "../model/events.ts";
import { isEmpty } from "../plan/plan.ts";
import { applyGame, untouched } from "./apply-game.ts";
import { misspeltDigests, refuseUnexpected } from "./expected-plans.ts";
import { GAMES_AT_ONCE, type GameResult, type GameResults, type PlannedGame, problemsOf, resultsOf } from "./game.ts";
import type { ApplyRunOptions } from "./options.ts";
import { planGames } from "./plan-games.ts";
import type { ApplyReporter, RunContext } from "./run.ts";

/** The result of an apply over one or several games. */
export interface AppliedGames {
  readonly attempts: GameResults<PlannedGame>;
  /** One for every requested game, in the order of the project. */
  readonly results: readonly ApplyResult[];
  /** Those of the games that were applied after the question. */
  readonly begun: readonly ApplyResult[];
  /** Met before anything was applied, refusals included. */
  readonly problems: readonly Diagnostic[];
  /** The most severe failure; absent when every game is done. */
  readonly outcome?: FailureOutcome;
}

/** Plans all games, prompts, and applies those that may be applied. */
export async function applyGames(
  options: ApplyRunOptions,
  run: RunContext,
  show: ApplyReporter,
): Promise<AppliedGames> {
  const wrong = misspeltDigests(options.expect);
  const planned = hasErrors(wrong) ? resultsOf<PlannedGame>(wrong) : await planGames(options, run);
  const attempts = refuseUnexpected(planned, options.expect);
  show.planned(attempts);
  const ready = attempts.byGame.flatMap((one) => (isBlocked(one) || one.value === undefined ? [] : [one.value]));
  const mayBegin = ready.length > 0 && !hasErrors(planned.general) && run.signal() === undefined;
  const open = ready.map(({ plan }) => plan).filter((plan) => !isEmpty(plan));
  const blocked = attempts.byGame.filter(isBlocked).map(({ game }) => game);
  // Nothing to write needs no consent.
  const { confirm } = open.length === 0 ? {} : show;
  const isYes = mayBegin && (confirm === undefined || (await confirm(open, blocked)));
  const begun = await inParallel(isYes ? ready : [], { limit: GAMES_AT_ONCE }, async (game) => {
    const result = await applyGame(game, { wasAsked: confirm !== undefined, onEvent: show.progressOf(game) }, run);
    return { ...result, diagnostics: problemsOf(attempts, result.game).named(result.diagnostics) };
  });
  const results = attempts.byGame.map((one) => begun.find(({ game }) => game === one.game) ?? untouched(one));
  const problems = [...attempts.diagnostics, ...attempts.games.flatMap(({ refusals }) => refusals)];
  return { attempts, results, begun, problems, outcome: outcomeOfRun(results, problems) };
}

/** Whether a game is left as it is. */
function isBlocked({ value, diagnostics }: GameResult<PlannedGame>): boolean {
  return value === undefined || hasErrors([...diagnostics, ...value.refusals]);
}

/** The most severe of all games. What was not started for no other reason counts as failed. */
function outcomeOfRun(results: readonly ApplyResult[], problems: readonly Diagnostic[]): FailureOutcome | undefined {
  const outcomes = [...results.map(({ outcome }) => outcome), outcomeOf(problems)];
  const failure = WORST_FIRST.find((outcome) => outcomes.includes(outcome));
  return failure ?? (results.every(({ outcome }) => outcome === "done") ? undefined : "failed");
}
