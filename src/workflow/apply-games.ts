/**
 * Applies plans, a few games in parallel, and says how every game of the run ended. Games with a
 * problem are skipped.
 */

import { inParallel } from "../ground/collections.ts";
import type { FailureOutcome } from "../model/codes.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type ApplyEvent, type ApplyResult, outcomeOf, WORST_FIRST } from "../model/events.ts";
import { applyGame, describeUnbegun } from "./apply-game.ts";
import {
  GAMES_AT_ONCE,
  type GameResult,
  type Games,
  type PlannedGame,
  problemsOf,
} from "./game.ts";
import type { RunContext } from "./run.ts";

/** Which games may be applied. */
export interface Clearance {
  readonly cleared: readonly PlannedGame[];
  /** Requested games that stay as they are because they have a problem. */
  readonly blocked: readonly string[];
}

/**
 * Decides which games may be applied: none after an error of the run as a whole, and no game with
 * an error.
 */
export function clearGames({ games, byGame }: Games<PlannedGame>): Clearance {
  const blocked = byGame.filter(isBlocked).map(({ game }) => game);
  return { cleared: games.filter(({ choice }) => !blocked.includes(choice.game)), blocked };
}

function isBlocked({ value, diagnostics }: GameResult<PlannedGame>): boolean {
  return value === undefined || hasErrors([...diagnostics, ...value.refusals]);
}

/** How plans are applied. */
export interface ApplySettings {
  /**
   * Whether a person was asked since the games were read. An answer can take long, so the games are
   * read again.
   */
  readonly wasAsked: boolean;
  /** Takes the events of all games. */
  readonly on: (game: PlannedGame, event: ApplyEvent) => void;
}

/** Applies the cleared games, and verifies them. Nothing else starts an apply. */
export function applyPlanned(
  plans: Games<PlannedGame>,
  run: RunContext,
  { wasAsked, on }: ApplySettings,
): Promise<readonly ApplyResult[]> {
  const { cleared } = clearGames(plans);
  return inParallel(cleared, { limit: GAMES_AT_ONCE }, async (game) => {
    const onEvent = (event: ApplyEvent): void => on(game, event);
    const result = await applyGame(game, { wasAsked, onEvent }, run);
    return { ...result, diagnostics: problemsOf(plans, result.game).named(result.diagnostics) };
  });
}

/**
 * Lists a result for every requested game, in the order of the project. The result of a game that
 * was not applied has its problems.
 */
export function listResults(
  plans: Games<PlannedGame>,
  applied: readonly ApplyResult[],
): readonly ApplyResult[] {
  const known = new Map(applied.map((result) => [result.game, result]));
  return plans.byGame.map((planned) => known.get(planned.game) ?? describeUnbegun(planned));
}

/** Lists all problems of plans, refusals included. */
export function listProblems({ games, diagnostics }: Games<PlannedGame>): readonly Diagnostic[] {
  return [...diagnostics, ...games.flatMap(({ refusals }) => refusals)];
}

/**
 * Finds the most severe outcome of all games. Games that were not started for no other reason count
 * as failed.
 */
export function findOutcome(
  plans: Games<PlannedGame>,
  results: readonly ApplyResult[],
): "done" | FailureOutcome {
  const outcomes = [...results.map(({ outcome }) => outcome), outcomeOf(listProblems(plans))];
  const failure = WORST_FIRST.find((outcome) => outcomes.includes(outcome));
  if (failure !== undefined) return failure;
  return results.every(({ outcome }) => outcome === "done") ? "done" : "failed";
}
