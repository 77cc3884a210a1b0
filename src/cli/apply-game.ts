/** Carries one plan out and verifies it: the result says what became of every step, and whether the game converged. */
import { catalog } from "../catalog/index.ts";
import { type Diagnostic, diagnostic } from "../core/diagnostics.ts";
import type { ApplyResult } from "../core/events.ts";
import type { DesiredGame, Step } from "../core/model.ts";
import { isEmpty, type PlanOptions } from "../core/plan/plan.ts";
import { leftovers } from "../core/plan/verify.ts";
import { execute, type Sent, totalsOf } from "../edges/apply/execute.ts";
import { openListLocks } from "../edges/apply/list-locks.ts";
import { sendStep } from "../edges/apply/send-step.ts";
import type { Interrupts } from "./interrupts.ts";
import type { PlannedGame } from "./planned-games.ts";
import { planGame } from "./planning.ts";
import type { ShowEvent } from "./progress.ts";
import { type Journal, recorded } from "./recorded-steps.ts";
import type { Screen } from "./screen.ts";

/** A plan read from a file. There are no manifests at hand, so it says itself what it should have come to. */
export interface SavedGame extends Pick<PlannedGame, "choice" | "session" | "live" | "plan" | "refusals"> {
  readonly desired: Pick<DesiredGame, "sources">;
  readonly options: Pick<PlanOptions, "scalars">;
  /** Reads again after the steps. */
  readonly verify: (results: ApplyResult["steps"]) => Promise<Verdict>;
}

/** A plan that is to be carried out: just made, or read from a file. */
export type GameToApply = PlannedGame | SavedGame;

/** Whether the live game is as it should be, and what is not. */
export interface Verdict {
  readonly converged: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ApplyGameOptions {
  readonly failFast: boolean;
  readonly show: ShowEvent;
  readonly interrupts: Interrupts;
  readonly screen: Screen;
  /** Where to record what is done, if asked to. */
  readonly journal?: Journal;
}

export async function applyGame(game: GameToApply, options: ApplyGameOptions): Promise<ApplyResult> {
  const { plan, session, desired, choice } = game;
  const { show, interrupts, screen } = options;
  const onFirst = (): void => screen.note("\nStopping: what is in flight is finished first. Once more breaks it off.");
  const context = { client: session.client, catalog, sources: desired.sources, lists: openListLocks() };
  const plainly = (step: Step): Promise<Sent> => sendStep(step, context);
  const send = options.journal === undefined ? plainly : recorded(plainly, game, options.journal);
  const results = await interrupts.finishing(onFirst, () =>
    execute(plan.steps, send, {
      concurrency: choice.settings.concurrency,
      failFast: options.failFast,
      stop: interrupts.stop,
      onEvent: show,
    }),
  );
  const totals = totalsOf(results);
  const verified = await verify(game, results, options);
  show({ type: "finished", totals });
  return {
    game: plan.game,
    environment: plan.environment,
    game_id: plan.game_id,
    converged: verified.converged && totals.done + totals.not_needed === plan.steps.length,
    saved: "verify" in game,
    totals,
    steps: results,
    diagnostics: verified.diagnostics,
  };
}

/** A saved plan verifies itself. After any other, converged means that a new plan is empty. */
async function verify(
  game: GameToApply,
  results: ApplyResult["steps"],
  { show, interrupts }: ApplyGameOptions,
): Promise<Verdict> {
  const { plan, session } = game;
  if (isEmpty(plan)) return { converged: true, diagnostics: [] };
  if (interrupts.signal() !== undefined) {
    const help =
      "verify" in game
        ? "plan again and apply the new plan: this one no longer fits, and what is done is not repeated"
        : "run the same command again: it goes on where this one stopped";
    return {
      converged: false,
      diagnostics: [diagnostic("interrupted", "The apply was interrupted; it was not verified.", { help: [help] })],
    };
  }
  show({ type: "verifying" });
  if ("verify" in game) return game.verify(results);
  const { desired, options } = game;
  const again = await planGame(session.client, session.target, desired, options);
  if (again.value === undefined) return { converged: false, diagnostics: again.diagnostics };
  // What a replacement would do again says no more than the change that it is for.
  const left = again.value.steps.filter(({ fallback_of }) => fallback_of === undefined);
  return {
    converged: isEmpty(again.value),
    diagnostics: leftovers(plan.steps, results, left, desired.sources),
  };
}
