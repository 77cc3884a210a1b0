/** Applies the plans of a run, a few games in parallel, after a yes. Games with a problem are skipped. */
import type { FailureOutcome } from "../model/codes.ts";
import { inParallel } from "../model/collections.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type ApplyResult, outcomeOf, WORST_FIRST } from "../model/events.ts";
import type { Plan } from "../model/model.ts";
import { isEmpty } from "../plan/plan.ts";
import { applyGame, untouched } from "./apply-game.ts";
import { misspeltDigests, refuseUnexpected } from "./expected-plans.ts";
import { GAMES_AT_ONCE, type GameResult, type GameResults, type PlannedGame, problemsOf, resultsOf } from "./game.ts";
import type { ApplyRunOptions } from "./options.ts";
import { planGames } from "./plan-games.ts";
import { Problems, Stop } from "./problems.ts";
import type { ApplyReporter, Prompts, RunContext } from "./run.ts";

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
  const { attempts, missed } = refuseUnexpected(planned, options.expect);
  const before = [...attempts.diagnostics, ...missed];
  const refused = [...before, ...attempts.games.flatMap(({ refusals }) => refusals)];
  show.planned(attempts, refused, before);
  const ready = attempts.each.flatMap((one) => (isBlocked(one) || one.value === undefined ? [] : [one.value]));
  const mayBegin = ready.length > 0 && !hasErrors(attempts.general) && run.signal() === undefined;
  const open = options.yes === true ? [] : ready.map(({ plan }) => plan).filter((plan) => !isEmpty(plan));
  const blocked = attempts.each.filter(isBlocked).map(({ game }) => game);
  const asking = new Problems();
  const answer = mayBegin ? await asking.collect(() => confirm(open, blocked, show.prompts)) : undefined;
  const { isYes = false, wasAsked = false } = answer ?? {};
  run.reporter.report(asking.all);
  const applied = await inParallel(isYes ? ready : [], { limit: GAMES_AT_ONCE }, async (game) => {
    const result = await applyGame(game, { wasAsked, onEvent: show.progressOf(game.plan) }, run);
    return { ...result, diagnostics: problemsOf(attempts, result.game).named(result.diagnostics) };
  });
  const results = attempts.each.map((one) => applied.find(({ game }) => game === one.game) ?? untouched(one));
  if (isYes) show.finished(applied, results);
  const isUntouched = results.every(({ steps }) => steps.every(({ status }) => status === "not-started"));
  if (wasAsked ? !isYes : run.signal() !== undefined && isUntouched) run.reporter.note("Nothing was changed.");
  const problems = [...refused, ...asking.all];
  return { attempts, results, problems, outcome: outcomeOfRun(results, problems) };
}

/** Whether a game is left as it is. */
function isBlocked({ value, diagnostics }: GameResult<PlannedGame>): boolean {
  return value === undefined || hasErrors([...diagnostics, ...value.refusals]);
}

/** The question before the first write; nothing to write needs no consent. `wasAsked`: a person, which may have taken long. */
async function confirm(plans: readonly Plan[], left: readonly string[], { unavailable, confirmApply }: Prompts) {
  if (plans.length === 0) return { isYes: true, wasAsked: false };
  if (unavailable === undefined) return { isYes: await confirmApply(plans, left), wasAsked: true };
  const help = [{ text: "to apply without a prompt, add the flag:", command: "--yes" }];
  throw new Stop(diagnostic("not-confirmed", `${unavailable}, so nothing was changed.`, { help }));
}

/** The most severe of all games. What was not started for no other reason counts as failed. */
function outcomeOfRun(results: readonly ApplyResult[], problems: readonly Diagnostic[]): FailureOutcome | undefined {
  const outcomes = [...results.map(({ outcome }) => outcome), outcomeOf(problems)];
  const failure = WORST_FIRST.find((outcome) => outcomes.includes(outcome));
  return failure ?? (results.every(({ outcome }) => outcome === "done") ? undefined : "failed");
}
