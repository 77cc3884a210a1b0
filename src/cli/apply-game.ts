/** Carries one plan out and verifies it: the result says what became of every step, and whether the game converged. */
import { catalog } from "../catalog/index.ts";
import { type Diagnostic, diagnostic } from "../core/diagnostics.ts";
import type { ApplyResult } from "../core/events.ts";
import { isEmpty } from "../core/plan.ts";
import { leftovers } from "../core/verify.ts";
import { execute, totalsOf } from "../edges/apply/execute.ts";
import { sendStep } from "../edges/apply/send-step.ts";
import type { Interrupts } from "./interrupts.ts";
import type { PlannedGame } from "./planned-games.ts";
import { planGame } from "./planning.ts";
import type { ShowEvent } from "./progress.ts";
import type { Screen } from "./screen.ts";

export interface ApplyGameOptions {
  readonly failFast: boolean;
  readonly show: ShowEvent;
  readonly interrupts: Interrupts;
  readonly screen: Screen;
}

export async function applyGame(game: PlannedGame, options: ApplyGameOptions): Promise<ApplyResult> {
  const { plan, session, desired, choice } = game;
  const { show, interrupts, screen } = options;
  const onFirst = (): void => screen.note("\nStopping: what is in flight is finished first. Once more breaks it off.");
  const results = await interrupts.finishing(onFirst, () =>
    execute(plan.steps, (step) => sendStep(step, { client: session.client, catalog, sources: desired.sources }), {
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
    converged: verified.converged && totals.done === plan.steps.length,
    totals,
    steps: results,
    diagnostics: verified.diagnostics,
  };
}

/** Reads again and plans again: converged means that a new plan is empty. */
async function verify(
  { plan, session, desired, options: planOptions }: PlannedGame,
  results: ApplyResult["steps"],
  { show, interrupts }: ApplyGameOptions,
): Promise<{ readonly converged: boolean; readonly diagnostics: readonly Diagnostic[] }> {
  if (isEmpty(plan)) return { converged: true, diagnostics: [] };
  if (interrupts.signal() !== undefined) {
    const help = ["run the same command again: it goes on where this one stopped"];
    return {
      converged: false,
      diagnostics: [diagnostic("interrupted", "The apply was interrupted; it was not verified.", { help })],
    };
  }
  show({ type: "verifying" });
  const again = await planGame(session.client, session.target, desired, planOptions);
  if (again.value === undefined) return { converged: false, diagnostics: again.diagnostics };
  return {
    converged: isEmpty(again.value),
    diagnostics: leftovers(plan.steps, results, again.value, desired.sources),
  };
}
