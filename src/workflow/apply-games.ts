/**
 * Applies the plans of a run, a few games in parallel, after a yes. Games with a problem are
 * skipped.
 */

import { defined, inParallel } from "../ground/collections.ts";
import type { FailureOutcome } from "../model/codes.ts";
import { type Diagnostic, hasErrors, isFailure } from "../model/diagnostics.ts";
import { type ApplyResult, outcomeOf, WORST_FIRST } from "../model/events.ts";
import { isEmpty } from "../plan/plan.ts";
import { applyGame, untouched } from "./apply-game.ts";
import { readDigests, refuseUnexpected } from "./expected-plans.ts";
import {
  GAMES_AT_ONCE,
  type GameResult,
  type GameResults,
  type PlannedGame,
  problemsOf,
  resultsOf,
} from "./game.ts";
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
  const expected = await planExpected(options, run);
  const refused = (await show.review?.(expected)) ?? [];
  const attempts =
    refused.length === 0
      ? expected
      : resultsOf([...expected.general, ...refused], expected.byGame, expected);
  show.planned(attempts);
  const { games, wasAsked } = await clearedGames(attempts, run, show);
  const begun = await inParallel(games, { limit: GAMES_AT_ONCE }, async (game) => {
    const result = await applyGame(game, { wasAsked, onEvent: show.progressOf(game) }, run);
    return { ...result, diagnostics: problemsOf(attempts, result.game).named(result.diagnostics) };
  });
  const results = attempts.byGame.map(
    (one) => begun.find(({ game }) => game === one.game) ?? untouched(one),
  );
  const refusals = attempts.byGame.flatMap(({ value }) => value?.refusals ?? []);
  const problems = [...attempts.diagnostics, ...refusals];
  return {
    attempts,
    results,
    begun,
    problems,
    ...defined({ outcome: outcomeOfRun(results, problems) }),
  };
}

async function planExpected(
  options: ApplyRunOptions,
  run: RunContext,
): Promise<GameResults<PlannedGame>> {
  if (options.expect === undefined) return planGames(options, run);
  const expected = readDigests(options.expect);
  if (isFailure(expected)) return resultsOf<PlannedGame>(expected.diagnostics);
  return refuseUnexpected(await planGames(options, run), expected.value);
}

/** The games that may be applied. */
interface Clearance {
  readonly games: readonly PlannedGame[];
  /** Whether a person was asked since the games were read, which may have taken long. */
  readonly wasAsked: boolean;
}

const NOTHING: Clearance = { games: [], wasAsked: false };

/**
 * Decides which games are applied; nothing else starts an apply. None after an error of the run as
 * a whole, a signal, or an answer other than yes. A game with an error is skipped.
 */
async function clearedGames(
  { games, byGame }: GameResults<PlannedGame>,
  run: RunContext,
  { confirm }: ApplyReporter,
): Promise<Clearance> {
  const blocked = new Set(byGame.filter(isBlocked).map(({ game }) => game));
  const ready = games.filter(({ choice }) => !blocked.has(choice.game));
  const open = ready.map(({ plan }) => plan).filter((plan) => !isEmpty(plan));
  if (ready.length === 0 || run.stop.aborted) return NOTHING;
  // Nothing to write needs no consent.
  if (confirm === undefined || open.length === 0) return { games: ready, wasAsked: false };
  return (await confirm(open, [...blocked])) ? { games: ready, wasAsked: true } : NOTHING;
}

/** Whether a game is skipped. */
function isBlocked({ value, diagnostics }: GameResult<PlannedGame>): boolean {
  return value === undefined || hasErrors([...diagnostics, ...value.refusals]);
}

/** The most severe of all games. What was not started for no other reason counts as failed. */
function outcomeOfRun(
  results: readonly ApplyResult[],
  problems: readonly Diagnostic[],
): FailureOutcome | undefined {
  const outcomes = [...results.map(({ outcome }) => outcome), outcomeOf(problems)];
  const failure = WORST_FIRST.find((outcome) => outcomes.includes(outcome));
  return failure ?? (results.every(({ outcome }) => outcome === "done") ? undefined : "failed");
}
