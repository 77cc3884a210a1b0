/** Carries one plan out and verifies it. */
import type { Client } from "../api/client.ts";
import type { Clock } from "../api/clock.ts";
import { catalog } from "../catalog/index.ts";
import { counted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic, type Help, hasErrors } from "../model/diagnostics.ts";
import type { ApplyEvent, ApplyResult, StepResult } from "../model/events.ts";
import type { Address, Plan, Source } from "../model/model.ts";
import { withNotVerified } from "../plan/not-verified.ts";
import { isEmpty } from "../plan/plan.ts";
import type { Verification } from "../plan/verify.ts";
import { type ExecuteOptions, execute, totalsOf } from "./execute.ts";
import type { PlannedGame } from "./game.ts";
import { isBrokenOff, outcomeOfUnbegun } from "./game.ts";
import { checkFreshness } from "./planning.ts";
import type { RunContext } from "./run.ts";
import { openListLocks, sendStep } from "./send-step.ts";
import { openSession } from "./session.ts";

interface ApplyGameOptions {
  /** Whether a person was asked since the game was read, which may have taken long. */
  readonly wasAsked: boolean;
  readonly onEvent: (event: ApplyEvent) => void;
  /** What to run if it does not get to its end. */
  readonly again: readonly Help[];
}

/** The result says what became of every step, and whether the game converged. A plan without steps sends nothing. */
export async function applyGame(game: PlannedGame, options: ApplyGameOptions, run: RunContext): Promise<ApplyResult> {
  const { onEvent, again, wasAsked } = options;
  const { clock } = run.ports;
  if (isEmpty(game.plan)) return ended({ game, results: [] }, { converged: true, diagnostics: [] }, onEvent);
  if (run.stop.aborted) return untouched(game, []);
  const session = await openSession(game.choice, run, (why, ms) => onEvent({ type: "waiting", why, ms }));
  if (session.value === undefined) return untouched(game, session.diagnostics);
  const { client, reading, close } = session.value;
  try {
    const isOld = wasAsked || clock.now() - game.readAt > STALE_AFTER;
    const fresh = isOld ? await reading(() => checkFreshness(game.plan, client)) : { diagnostics: [] };
    if (hasErrors(fresh.diagnostics)) return untouched(game, fresh.diagnostics);
    const onFirst = (): void => run.reporter.note("Finishing requests in flight. Press Ctrl-C again to abort.");
    const settings = { concurrency: game.choice.settings.concurrency, stop: run.stop };
    const execution = { plan: game.plan, client, sources: game.desired.sources, clock };
    const results = await run.finishing(onFirst, () => executePlan(execution, { ...settings, onEvent }));
    if (results.every(({ status }) => status === "not-started")) {
      return untouched(game, client.hasGivenUp() ? [unreached(results, again)] : []);
    }
    return ended({ game, results }, await verify({ game, results, client }, options, run), onEvent);
  } finally {
    await close();
  }
}

/** A plan, and what its steps are sent with. */
interface Execution {
  readonly plan: Plan;
  readonly client: Client;
  readonly clock: Clock;
  /** Where the resources are declared. */
  readonly sources: ReadonlyMap<Address, Source>;
}

/** Sends the steps of a plan. */
export function executePlan(
  { plan, client, clock, sources }: Execution,
  options: ExecuteOptions,
): Promise<readonly StepResult[]> {
  const onWait = (why: string, ms: number): void => options.onEvent({ type: "waiting", why, ms });
  const context = { client, catalog, sources, lists: openListLocks(), lag: { clock, onWait }, lacking: new Map() };
  return execute(plan.steps, (step, departure) => sendStep(step, context, departure), options);
}

/** The result of a game of which nothing was begun. */
export function untouched(game: PlannedGame, diagnostics: readonly Diagnostic[]): ApplyResult {
  const { steps } = game.plan;
  const results = steps.map(({ id, action, address }) => ({ id, action, address, status: "not-started" as const }));
  const outcome = outcomeOfUnbegun(diagnostics) ?? "not-started";
  return resultOf(game, results, { outcome, converged: false, not_verified: game.plan.not_verified, diagnostics });
}

/** A game whose steps have been sent. */
interface ExecutedGame {
  readonly game: PlannedGame;
  readonly results: readonly StepResult[];
}

function ended(
  { game, results }: ExecutedGame,
  { converged: isAsPlanned, diagnostics, not_verified = game.plan.not_verified }: Verification,
  onEvent: ApplyGameOptions["onEvent"],
): ApplyResult {
  const steps = withNotVerified(results, game.plan.steps, not_verified);
  const totals = totalsOf(steps);
  onEvent({ type: "finished", totals });
  const converged = isAsPlanned && totals.done + totals.not_verified === game.plan.steps.length;
  const isFailed = totals.failed > 0 || !isBrokenOff(diagnostics);
  const outcome = converged ? "done" : isFailed ? "failed" : "interrupted";
  return resultOf(game, steps, { outcome, converged, not_verified, diagnostics });
}

function resultOf(
  { plan: { game, environment, game_id } }: PlannedGame,
  steps: readonly StepResult[],
  end: Pick<ApplyResult, "outcome" | "converged" | "not_verified" | "diagnostics">,
): ApplyResult {
  const { outcome, converged, not_verified, diagnostics } = end;
  return { game, environment, game_id, outcome, converged, totals: totalsOf(steps), not_verified, steps, diagnostics };
}

/** Nothing is verified after an interruption, nor where one breaks the reading off, nor where the service is gone. */
async function verify(
  { game, results, client }: ExecutedGame & { readonly client: Client },
  { onEvent, again }: ApplyGameOptions,
  { signal, stop, ports: { clock } }: RunContext,
): Promise<Verification> {
  const unverified = (): Verification => ({
    converged: false,
    diagnostics: [diagnostic("interrupted", "The apply was interrupted; it was not verified.", { help: again })],
  });
  if (signal() !== undefined) return unverified();
  if (!client.hasGivenUp()) {
    onEvent({ type: "verifying" });
    const onWait = (why: string, ms: number): void => onEvent({ type: "waiting", why, ms });
    const verification = await game.verify(results, client, { clock, stop, onWait });
    if (isBrokenOff(verification.diagnostics)) return unverified();
    if (!client.hasGivenUp()) return verification;
  }
  return { converged: false, diagnostics: [unreached(results, again)] };
}

/** The service was unreachable for too long, with how far the apply came. */
function unreached(results: readonly StepResult[], again: readonly Help[]): Diagnostic {
  const { done } = totalsOf(results);
  const detail = `The service became unreachable and did not come back in time, so nothing more was sent or verified: ${done} of ${counted(results.length, "step")} done.`;
  return diagnostic("service-unreachable", detail, { help: again });
}

/** What was read longer ago than this, in milliseconds, is read again before anything is sent. */
const STALE_AFTER = 60_000;
