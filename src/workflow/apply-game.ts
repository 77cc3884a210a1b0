/** Carries one plan out and verifies it: the result says what became of every step, and whether the game converged. */
import type { Clock } from "../api/clock.ts";
import { catalog } from "../catalog/index.ts";
import type { Ports } from "../cli/ports.ts";
import type { ShowEvent } from "../cli/terminal/progress.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { loggedSteps } from "../cli/terminal/step-log.ts";
import { counted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type ApplyResult, isBrokenOff, outcomeOfUnbegun } from "../model/events.ts";
import { isEmpty } from "../plan/plan.ts";
import { verificationProblems } from "../plan/verify.ts";
import { execute, totalsOf } from "./execute.ts";
import { onFreshKnowledge, STALE_AFTER } from "./fresh-steps.ts";
import { checkFreshness } from "./freshness.ts";
import type { GameToApply, Verdict } from "./game-to-apply.ts";
import { openListLocks } from "./list-locks.ts";
import { planGame } from "./planning.ts";
import { type Journal, recorded, recordHead } from "./recorded-steps.ts";
import { sendStep } from "./send-step.ts";
import type { Services } from "./services.ts";
import { openSession, type Session } from "./session.ts";

export interface ApplyGameOptions {
  readonly failFast: boolean;
  /** Whether somebody was asked since the game was read, which may have taken long. */
  readonly wasAsked: boolean;
  readonly show: ShowEvent;
  readonly services: Services;
  readonly screen: Screen;
  /** What to run if it does not get to its end. */
  readonly again: readonly string[];
  /** Where to record what is done, if asked to. */
  readonly journal?: Journal;
}

/** Nothing is sent for a plan without steps, and nothing for one whose turn never came. */
export async function applyGame(game: GameToApply, ports: Ports, options: ApplyGameOptions): Promise<ApplyResult> {
  const { services, screen, show, wasAsked } = options;
  if (isEmpty(game.plan)) {
    if (options.journal !== undefined) recordHead(game, options.journal);
    return ended(game, [], { converged: true, diagnostics: [] }, show);
  }
  if (services.stop.aborted) return leftAlone(game, []);
  const onWait = (why: string, ms: number): void => show({ type: "waiting", why, ms });
  const session = await openSession(game.choice, ports, screen, { ...services, onWait });
  if (session.value === undefined) return leftAlone(game, session.diagnostics);
  try {
    const isOld = wasAsked || ports.clock.now() - game.readAt > STALE_AFTER;
    const fresh = isOld ? await checkFreshness(game.plan, session.value.client) : { diagnostics: [] };
    if (hasErrors(fresh.diagnostics)) return leftAlone(game, fresh.diagnostics);
    const readAt = isOld ? ports.clock.now() : game.readAt;
    return await carryOut(game, session.value, { ...options, readAt, clock: ports.clock });
  } finally {
    await session.value.close();
  }
}

/** The result of a game of which nothing was begun. */
export function leftAlone(game: GameToApply, diagnostics: readonly Diagnostic[]): ApplyResult {
  const { plan } = game;
  const steps = plan.steps.map(({ id, action, address }) => ({ id, action, address, status: "not-started" as const }));
  return {
    game: plan.game,
    environment: plan.environment,
    game_id: plan.game_id,
    outcome: outcomeOfUnbegun(diagnostics) ?? "not-started",
    converged: false,
    saved: "verify" in game,
    ...(game.reverts === true ? { reverted: true } : {}),
    totals: totalsOf(steps),
    steps,
    diagnostics,
  };
}

async function carryOut(
  game: GameToApply,
  { client, target }: Session,
  options: ApplyGameOptions & { readonly readAt: number; readonly clock: Clock },
): Promise<ApplyResult> {
  const { plan, desired, choice } = game;
  const { services, screen } = options;
  const show = loggedSteps(plan, screen.inGame(plan), options.show);
  const onFirst = (): void => screen.note("Stopping: what is in flight is finished first. Once more breaks it off.");
  const lists = openListLocks();
  const context = { client, catalog, sources: desired.sources, lists };
  const plainly = onFreshKnowledge((step, departure) => sendStep(step, context, departure), game, {
    ...options,
    client,
    lists,
  });
  const send = options.journal === undefined ? plainly : recorded(plainly, game, options.journal);
  const results = await services.finishing(onFirst, () =>
    execute(plan.steps, send, {
      concurrency: choice.settings.concurrency,
      failFast: options.failFast,
      stop: services.stop,
      onEvent: show,
    }),
  );
  if (results.every(({ status }) => status === "not-started")) {
    return leftAlone(game, client.hasGivenUp() ? [unreached(results, options.again)] : []);
  }
  const verdict = await verify(game, results, { client, target }, { ...options, show });
  return ended(game, results, verdict, show);
}

/** Tells the progress of the end. */
function ended(game: GameToApply, steps: ApplyResult["steps"], verdict: Verdict, show: ShowEvent): ApplyResult {
  const { plan } = game;
  const totals = totalsOf(steps);
  show({ type: "finished", totals });
  const converged = verdict.converged && totals.done + totals.not_needed === plan.steps.length;
  const isFailed = totals.failed > 0 || !isBrokenOff(verdict.diagnostics);
  return {
    game: plan.game,
    environment: plan.environment,
    game_id: plan.game_id,
    outcome: converged ? "done" : isFailed ? "failed" : "interrupted",
    converged,
    saved: "verify" in game,
    ...(game.reverts === true ? { reverted: true } : {}),
    totals,
    steps,
    diagnostics: verdict.diagnostics,
  };
}

/** Nothing is verified after an interruption, nor where one breaks the reading off, nor where the service is gone. */
async function verify(
  game: GameToApply,
  results: ApplyResult["steps"],
  session: Pick<Session, "client" | "target">,
  { show, services, again }: ApplyGameOptions,
): Promise<Verdict> {
  if (services.signal() !== undefined) return unverified(again);
  if (!session.client.hasGivenUp()) {
    show({ type: "verifying" });
    const verdict = await readAgain(game, results, session);
    if (isBrokenOff(verdict.diagnostics)) return unverified(again);
    if (!session.client.hasGivenUp()) return verdict;
  }
  return { converged: false, diagnostics: [unreached(results, again)] };
}

function unverified(again: readonly string[]): Verdict {
  return {
    converged: false,
    diagnostics: [diagnostic("interrupted", "The apply was interrupted; it was not verified.", { help: again })],
  };
}

/** The service was unreachable for too long, with how far the apply came. */
function unreached(results: ApplyResult["steps"], again: readonly string[]): Diagnostic {
  const { done, not_started, failed, skipped } = totalsOf(results);
  const left = [
    [failed, "failed"],
    [skipped, "skipped"],
    [not_started, "not started"],
  ] as const;
  const words = left.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const detail = `The service became unreachable and did not come back in time, so nothing more was sent or verified: ${[`${done} of ${counted(results.length, "step")} done`, ...words].join(", ")}.`;
  return diagnostic("service-unreachable", detail, { help: again });
}

/** A saved plan verifies itself. After any other, converged means that a new plan is empty. */
async function readAgain(
  game: GameToApply,
  results: ApplyResult["steps"],
  { client, target }: Pick<Session, "client" | "target">,
): Promise<Verdict> {
  if ("verify" in game) return game.verify(results, client);
  const { desired, options, plan } = game;
  const again = await planGame(client, target, desired, options);
  if (again.value === undefined) return { converged: false, diagnostics: again.diagnostics };
  // What a replacement would do again says no more than the change that it is for.
  const left = again.value.steps.filter(({ fallback_of }) => fallback_of === undefined);
  return {
    converged: isEmpty(again.value),
    diagnostics: verificationProblems(plan.steps, results, left, desired.sources),
  };
}
