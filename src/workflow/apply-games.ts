/** Applies the plans of a run, a few games in parallel, after a yes. Games with a problem are skipped. */
import type { FailureOutcome } from "../model/codes.ts";
import { defined, inParallel } from "../model/collections.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type ApplyResult, outcomeOf, WORST_FIRST } from "../model/events.ts";
import { isEmpty } from "../plan/plan.ts";
import { applyGame, untouched } from "./apply-game.ts";
import { totalsOf } from "./execute.ts";
import { misspeltDigests, unexpectedPlans } from "./expected-plans.ts";
import {
  GAMES_AT_ONCE,
  type GameResult,
  type GameResults,
  named,
  outcomeOfUnbegun,
  type PlannedGame,
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
  const { attempts, missed } = withExpected(planned, options);
  const before = [...attempts.diagnostics, ...missed];
  const refused = [...before, ...attempts.games.flatMap(({ refusals }) => refusals)];
  show.planned(attempts, refused, before);
  const ready = attempts.each.flatMap((one) => (isBlocked(one) || one.value === undefined ? [] : [one.value]));
  const blocked = attempts.each.filter(isBlocked).map(({ game }) => game);
  const mayBegin = ready.length > 0 && !hasErrors(attempts.general) && run.signal() === undefined;
  const answer = mayBegin ? await confirm(ready, blocked, options, { run, show }) : NO;
  const problems = [...refused, ...answer.diagnostics];
  const begun = answer.isYes ? await applyReady(ready, answer.wasAsked, attempts, { run, show }) : [];
  const results = attempts.each.map((one) => begun.find(({ game }) => game === one.game) ?? resultOfBlocked(one));
  if (answer.isYes) show.finished(begun, results);
  const isUntouched = results.every(({ steps }) => steps.every(({ status }) => status === "not-started"));
  // An answer to the prompt has said so.
  if (run.signal() !== undefined && isUntouched && !answer.wasAsked) run.reporter.note("Nothing was changed.");
  return { attempts, results, problems, ...defined({ outcome: outcomeOfRun(results, problems) }) };
}

/** Every game with all reasons not to apply it. `missed`: expected plans that no longer exist. */
function withExpected(
  planned: GameResults<PlannedGame>,
  { expect }: ApplyRunOptions,
): { readonly attempts: GameResults<PlannedGame>; readonly missed: readonly Diagnostic[] } {
  if (hasErrors(planned.general)) return { attempts: planned, missed: [] };
  const plans = planned.games.map(({ plan }) => plan);
  const { byGame, missed } = unexpectedPlans(plans, expect);
  const each = planned.each.map((one) => {
    const other = byGame.get(one.game);
    if (other === undefined || hasErrors(one.diagnostics)) return one;
    return { ...one, diagnostics: [...one.diagnostics, ...named(planned, one.game, [other])] };
  });
  return { attempts: resultsOf(planned.general, each, planned), missed };
}

/** Whether a game is left as it is. */
function isBlocked({ value, diagnostics }: GameResult<PlannedGame>): boolean {
  return value === undefined || hasErrors([...diagnostics, ...value.refusals]);
}

interface Answer {
  readonly isYes: boolean;
  /** Whether a person was asked, which may have taken long. */
  readonly wasAsked: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const NO: Answer = { isYes: false, wasAsked: false, diagnostics: [] };

interface Surroundings {
  readonly run: RunContext;
  readonly show: ApplyReporter;
}

/** The question before the first write. Plans without steps need no consent. */
async function confirm(
  ready: readonly PlannedGame[],
  untouchedGames: readonly string[],
  { yes }: ApplyRunOptions,
  { run, show: { prompts } }: Surroundings,
): Promise<Answer> {
  const open = ready.map(({ plan }) => plan).filter((plan) => !isEmpty(plan));
  if (open.length === 0 || yes) return { ...NO, isYes: true };
  if (prompts.unavailable !== undefined) {
    const help = [{ text: "to apply without a prompt, add the flag:", command: "--yes" }];
    const problem = diagnostic("not-confirmed", `${prompts.unavailable}, so nothing was changed.`, { help });
    run.reporter.report([problem]);
    return { ...NO, diagnostics: [problem] };
  }
  const isYes = (await prompts.confirmApply(open, untouchedGames)) === true;
  if (!isYes) run.reporter.note("Nothing was changed.");
  return { isYes, wasAsked: true, diagnostics: [] };
}

/** The results in the order of the games. */
async function applyReady(
  games: readonly PlannedGame[],
  wasAsked: boolean,
  attempts: GameResults<PlannedGame>,
  { run, show: { again, progressOf } }: Surroundings,
): Promise<readonly ApplyResult[]> {
  return inParallel(games, { limit: GAMES_AT_ONCE }, async (game): Promise<ApplyResult> => {
    const result = await applyGame(game, { wasAsked, again, onEvent: progressOf(game.plan) }, run);
    return { ...result, diagnostics: named(attempts, result.game, result.diagnostics) };
  });
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
