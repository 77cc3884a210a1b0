/** Carries one plan out and verifies it. */
import type { Client } from "../api/client.ts";
import type { Clock } from "../api/clock.ts";
import { readResources } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import type { KindName } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { addressOf, kindNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { ApplyEvent, ApplyResult, StepResult } from "../model/events.ts";
import type { Address, Plan, Source, Step, StepId } from "../model/model.ts";
import { withNotVerified } from "../plan/not-verified.ts";
import { isEmpty } from "../plan/plan.ts";
import { changedByOthers, expectedSoFar, type MidReading } from "../plan/stale.ts";
import type { Verification } from "../plan/verify.ts";
import { type ExecuteOptions, execute, type SendStep, totalsOf } from "./execute.ts";
import type { PlannedGame } from "./game.ts";
import { isBrokenOff, outcomeOfUnbegun } from "./outcomes.ts";
import { checkFreshness } from "./planning.ts";
import type { RunContext } from "./run.ts";
import { type ListLocks, openListLocks, sendStep } from "./send-step.ts";
import { openSession } from "./session.ts";

interface ApplyGameOptions {
  /** Whether a person was asked since the game was read, which may have taken long. */
  readonly wasAsked: boolean;
  readonly onEvent: (event: ApplyEvent) => void;
  /** What to run if it does not get to its end. */
  readonly again: readonly string[];
}

/** The result says what became of every step, and whether the game converged. A plan without steps sends nothing. */
export async function applyGame(game: PlannedGame, options: ApplyGameOptions, run: RunContext): Promise<ApplyResult> {
  const { onEvent, again, wasAsked } = options;
  const { clock } = run.ports;
  if (isEmpty(game.plan)) return ended(game, [], { converged: true, diagnostics: [] }, onEvent);
  if (run.stop.aborted) return untouched(game, []);
  const session = await openSession(game.choice, run, (why, ms) => onEvent({ type: "waiting", why, ms }));
  if (session.value === undefined) return untouched(game, session.diagnostics);
  const { client, reading, close } = session.value;
  try {
    const isOld = wasAsked || clock.now() - game.readAt > STALE_AFTER;
    const fresh = isOld ? await reading(() => checkFreshness(game.plan, client)) : { diagnostics: [] };
    if (hasErrors(fresh.diagnostics)) return untouched(game, fresh.diagnostics);
    const readAt = isOld ? clock.now() : game.readAt;
    const onFirst = (): void => run.reporter.note("Finishing requests in flight. Press Ctrl-C again to abort.");
    const settings = { concurrency: game.choice.settings.concurrency, stop: run.stop };
    const execution = { plan: game.plan, client, sources: game.desired.sources, clock };
    const results = await run.finishing(onFirst, () =>
      executePlan(execution, { ...settings, onEvent }, (send, lists) =>
        onFreshKnowledge(send, game, { client, lists, clock, readAt }),
      ),
    );
    if (results.every(({ status }) => status === "not-started")) {
      return untouched(game, client.hasGivenUp() ? [unreached(results, again)] : []);
    }
    return ended(game, results, await verify(game, results, client, options, run), onEvent);
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

/** Sends the steps of a plan. `around`: what is done before and after each. */
export function executePlan(
  { plan, client, clock, sources }: Execution,
  options: ExecuteOptions,
  around: (send: SendStep, lists: ListLocks) => SendStep = (send) => send,
): Promise<readonly StepResult[]> {
  const lists = openListLocks();
  const onWait = (why: string, ms: number): void => options.onEvent({ type: "waiting", why, ms });
  const context = { client, catalog, sources, lists, lag: { clock, onWait }, lacking: new Map() };
  return execute(
    plan.steps,
    around((step, departure) => sendStep(step, context, departure), lists),
    options,
  );
}

/** The result of a game of which nothing was begun. */
export function untouched(game: PlannedGame, diagnostics: readonly Diagnostic[]): ApplyResult {
  const { steps } = game.plan;
  const results = steps.map(({ id, action, address }) => ({ id, action, address, status: "not-started" as const }));
  const outcome = outcomeOfUnbegun(diagnostics) ?? "not-started";
  return resultOf(game, results, { outcome, converged: false, not_verified: game.plan.not_verified, diagnostics });
}

function ended(
  game: PlannedGame,
  results: readonly StepResult[],
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
  game: PlannedGame,
  results: readonly StepResult[],
  client: Client,
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
function unreached(results: readonly StepResult[], again: readonly string[]): Diagnostic {
  const { done } = totalsOf(results);
  const detail = `The service became unreachable and did not come back in time, so nothing more was sent or verified: ${done} of ${counted(results.length, "step")} done.`;
  return diagnostic("service-unreachable", detail, { help: again });
}

/** What was read longer ago than this, in milliseconds, is read again before it is written to. */
const STALE_AFTER = 60_000;

interface Reach {
  readonly client: Client;
  readonly lists: ListLocks;
  readonly clock: Clock;
  /** When the game was last found to be what the plan was made on: milliseconds since 1970. */
  readonly readAt: number;
}

/** One reading of a kind's list, beside what the plan may have made of it by then. */
interface Reading {
  readonly at: number;
  readonly list: Promise<Checked<MidReading>>;
}

/**
 * Reads a list again before a change or deletion if its last reading is too old, and reports what somebody else has changed
 * since. Creations need none of it: the service refuses an id that is taken.
 */
function onFreshKnowledge(
  send: SendStep,
  { plan, live }: Pick<PlannedGame, "plan" | "live">,
  { client, lists, clock, readAt }: Reach,
): SendStep {
  const readings = new Map<KindName, Reading>();
  const [begun, done] = [new Set<StepId>(), new Set<StepId>()];

  const readAgain = (name: KindName): Reading["list"] => {
    const kind = kindNamed(catalog, name);
    return lists.whileReading(kind.path, async () => {
      const { value: found, diagnostics } = await readResources(client, kind);
      if (found === undefined) return { diagnostics };
      const expected = expectedSoFar(live, { steps: plan.steps, done, begun }, catalog);
      return { value: { found, expected }, diagnostics: [] };
    });
  };

  /** Why the step must not be sent; undefined when it may. */
  const problemOf = async (step: Step): Promise<Diagnostic | undefined> => {
    const kind = kindNamed(catalog, partsOfAddress(step.address).kind);
    const isOld = (at: number): boolean => clock.now() - at > STALE_AFTER;
    let reading = readings.get(kind.name);
    if (reading === undefined && !isOld(readAt)) return undefined;
    if (reading === undefined || isOld(reading.at)) {
      reading = { at: clock.now(), list: readAgain(kind.name) };
      readings.set(kind.name, reading);
    }
    const { value, diagnostics } = await reading.list;
    if (value === undefined) return diagnostics[0];
    const address = addressOf(kind.name, step.before?.custom_id ?? partsOfAddress(step.address).custom_id);
    const changes = changedByOthers(address, value, catalog);
    return changes.length === 0 ? undefined : overtaken(step, changes);
  };

  return async (step, departure) => {
    const problem = overwrites(step) ? await problemOf(step) : undefined;
    if (problem !== undefined) return { done: false, diagnostic: { ...problem, address: step.address } };
    begun.add(step.id);
    const sent = await send(step, departure);
    if (sent.done) done.add(step.id);
    return sent;
  };
}

/** Whether the step writes over what is there, or deletes it. Members come and go one by one. */
function overwrites({ request, link }: Step): boolean {
  return request.method !== "POST" && link === undefined;
}

function overtaken(step: Step, changes: readonly string[]): Diagnostic {
  const detail = `Somebody else changed it since the plan was made, so it was left as it is: ${changes.join("; ")}.`;
  return diagnostic("step-conflict", detail, {
    address: step.address,
    help: ["plan again: what would be overwritten is then shown"],
  });
}
