/** Carries one plan out and verifies it. */
import type { Client } from "../api/client.ts";
import { counted } from "../ground/words.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { ApplyEvent, ApplyResult, StepResult } from "../model/events.ts";
import type { Step } from "../model/model.ts";
import { exchangesIds } from "../plan/freshness.ts";
import { isEmpty } from "../plan/plan.ts";
import { type Verification, withNotVerified } from "../plan/verify.ts";
import { ApplyHistory } from "./apply-history.ts";
import { countSteps, execute } from "./execute.ts";
import { findOutcomeOfUnbegun, isBrokenOff, type PlannedGame } from "./game.ts";
import { openGameLists } from "./game-lists.ts";
import { outlastLag } from "./lag.ts";
import { checkFreshness, verifyByPlanning } from "./planning.ts";
import { Problems, Stop } from "./problems.ts";
import type { RunContext } from "./run.ts";
import { sendStep } from "./send-step.ts";
import { inSession } from "./session.ts";

interface ApplyGameOptions {
  /** Whether a person was asked after the game was read, which may have taken long. */
  readonly wasAsked: boolean;
  readonly onEvent: (event: ApplyEvent) => void;
}

const AGAIN = ["run the command again: what is done is not repeated"];

/** Age of a reading, in milliseconds, above which the game is read again before the first write. */
const STALE_AFTER = 60_000;

/**
 * The result says what became of every step, and whether the game converged. A plan without steps
 * sends nothing.
 */
export async function applyGame(
  game: PlannedGame,
  options: ApplyGameOptions,
  run: RunContext,
): Promise<ApplyResult> {
  const { plan, choice, readAt } = game;
  const { onEvent, wasAsked } = options;
  const { clock } = run.ports;
  if (isEmpty(plan)) return finishGame({ game, onEvent }, [], { converged: true, diagnostics: [] });
  const problems = new Problems();
  const onWait = (why: string, ms: number): void => onEvent({ type: "waiting", why, ms });
  const apply = () =>
    inSession(choice, { ...run, onWait }, async ({ client }) => {
      const mayUndo = choice.game_id !== undefined && exchangesIds(plan);
      const why = "ids are exchanged, and the service may not show an earlier exchange yet";
      const lag = { clock, signal: run.signal, onWait };
      if (mayUndo) await outlastLag({ moment: readAt, why }, lag);
      if (mayUndo || wasAsked || clock.now() - readAt > STALE_AFTER)
        await checkFreshness(game, client, lag);
      return carryOut({ game, client, onWait, ...options }, run);
    });
  if (!run.signal.aborted) {
    const { value: result } = await problems.collect(apply);
    if (result !== undefined) return result;
  }
  const { game: name, environment } = choice;
  return describeUnbegun({ game: name, environment, value: game, diagnostics: problems.all });
}

interface Execution extends ApplyGameOptions {
  readonly game: PlannedGame;
  readonly client: Client;
  readonly onWait: (why: string, ms: number) => void;
}

/**
 * Sends the steps and verifies the game. Stops if no step was sent; otherwise every step gets a
 * result.
 */
async function carryOut(execution: Execution, run: RunContext): Promise<ApplyResult> {
  const { game, client, onEvent, onWait } = execution;
  const { plan, desired, choice, effects, readAt } = game;
  const history = new ApplyHistory(plan.steps, effects);
  const lists = openGameLists(client);
  const { sources } = desired;
  const settings = { concurrency: choice.service.concurrency, signal: run.signal, onEvent };
  const results = await run.finish((aborted) => {
    const lag = { clock: run.ports.clock, signal: aborted, onWait };
    const lacking = new Map();
    const context = { client, lists, sources, lag, readAt, effects, history, lacking };
    return execute(plan.steps, (step, control) => sendStep(step, context, control), settings);
  });
  if (results.every(({ status }) => status === "not-started")) {
    const interrupted = diagnostic(
      "interrupted",
      "The apply was interrupted before its first change was sent.",
    );
    throw new Stop(client.hasGivenUp() ? describeUnreached(results) : interrupted);
  }
  const verification = await verify(execution, { results, history }, run);
  const diagnostics = [
    ...verification.diagnostics,
    ...history.stepsThatUndo.map(warnOfLateRequest),
  ];
  return finishGame(execution, results, { ...verification, diagnostics });
}

/** Warns of a request that the service could still execute after the apply. */
function warnOfLateRequest({ id, address }: Step): Diagnostic {
  const detail = `${id}: the service did not answer one of its requests. If it executes this request later, it undoes later steps of this apply.`;
  return diagnostic("late-request", detail, {
    address,
    help: ["plan again later: the plan shows whether it did"],
  });
}

/** A game for which nothing was sent. */
interface UnbegunGame {
  readonly game: string;
  readonly environment?: string;
  readonly value?: PlannedGame | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the result of a game for which nothing was sent. */
export function describeUnbegun({
  game,
  environment = "",
  value,
  diagnostics,
}: UnbegunGame): ApplyResult {
  const { steps = [], game_id = "", not_verified = [] } = value?.plan ?? {};
  const all = [...diagnostics, ...(value?.refusals ?? [])];
  const results = steps.map(({ id, action, address }) => ({
    id,
    action,
    address,
    status: "not-started" as const,
  }));
  return {
    game,
    environment,
    game_id,
    outcome: findOutcomeOfUnbegun(all) ?? "not-started",
    converged: false,
    totals: countSteps(results),
    not_verified,
    steps: results,
    diagnostics: all,
  };
}

/** Tells that a game is finished, and returns the result of its steps. */
function finishGame(
  { game: { plan }, onEvent }: Pick<Execution, "game" | "onEvent">,
  results: readonly StepResult[],
  { converged: isAsPlanned, diagnostics, not_verified = plan.not_verified }: Verification,
): ApplyResult {
  const { game, environment, game_id } = plan;
  const steps = withNotVerified(results, plan.steps, not_verified);
  const totals = countSteps(steps);
  onEvent({ type: "finished", totals });
  const converged = isAsPlanned && totals.done + totals.not_verified === plan.steps.length;
  const isFailed = totals.failed > 0 || !isBrokenOff(diagnostics);
  const unfinished = isFailed ? "failed" : "interrupted";
  return {
    game,
    environment,
    game_id,
    outcome: converged ? "done" : unfinished,
    converged,
    totals,
    not_verified,
    steps,
    diagnostics,
  };
}

/** Verifies the game by planning again. An interruption or an unreachable service prevents that. */
async function verify(
  { game, client, onEvent, onWait }: Execution,
  { results, history }: { readonly results: readonly StepResult[]; readonly history: ApplyHistory },
  { signal, ports: { clock } }: RunContext,
): Promise<Verification> {
  const interrupted = diagnostic("interrupted", "The apply was interrupted; it was not verified.", {
    help: AGAIN,
  });
  if (signal.aborted) return { converged: false, diagnostics: [interrupted] };
  if (!client.hasGivenUp()) {
    const why = "a request had no answer, and could still be executed";
    await outlastLag({ moment: history.lastLate, why }, { clock, signal, onWait });
    onEvent({ type: "verifying" });
    const verification = await verifyByPlanning({ game, results }, client, {
      clock,
      signal,
      onWait,
    });
    if (isBrokenOff(verification.diagnostics))
      return { converged: false, diagnostics: [interrupted] };
    if (!client.hasGivenUp()) return verification;
  }
  return { converged: false, diagnostics: [describeUnreached(results)] };
}

/** Describes that the service was unreachable for too long, with how far the apply came. */
function describeUnreached(results: readonly StepResult[]): Diagnostic {
  const { done } = countSteps(results);
  const detail = `The service became unreachable and did not come back in time, so nothing more was sent or verified: ${done} of ${counted(results.length, "step")} done.`;
  return diagnostic("service-unreachable", detail, { help: AGAIN });
}
