/** What is told of an apply: its steps, with the time that each took, and what it came to. */
import type { ApplyEvent, ApplyResult, LogEvent } from "../../model/events.ts";
import type { Plan, Step, StepId } from "../../model/model.ts";
import type { ShowEvent } from "./progress.ts";
import type { Screen } from "./screen.ts";

/** Tells of what became of a game. `ms`: how long it took; absent for one that was left as it is. */
export function tellResult(screen: Screen, { game, environment, ...result }: ApplyResult, ms?: number): void {
  const { outcome, converged, totals } = result;
  const duration = ms === undefined ? {} : { duration_ms: Math.round(ms) };
  screen.inGame({ game, environment }).log({ event: "result", outcome, converged, totals, ...duration });
}

/** Times the steps, tells the log of them, and passes them on to the progress. `screen`: the one of the game. */
export function loggedSteps({ steps }: Plan, screen: Screen, show: ShowEvent): ShowEvent {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const begun = new Map<StepId, number>();
  return (event) => {
    if (event.type === "started") begun.set(event.step, screen.now());
    const start = "step" in event ? begun.get(event.step) : undefined;
    const isEnd = event.type === "done" || event.type === "failed";
    const timed = isEnd && start !== undefined ? { ...event, duration_ms: Math.round(screen.now() - start) } : event;
    const step = "step" in event ? byId.get(event.step) : undefined;
    const told = logEventOf(timed, step);
    if (told !== undefined) screen.log(told);
    show(timed);
  };
}

/** Waits are told by the session that has to wait, and totals with the result. */
function logEventOf(event: ApplyEvent, step: Step | undefined): LogEvent | undefined {
  if (event.type === "verifying") return { event: "verify" };
  if (!("step" in event) || step === undefined) return undefined;
  const { type: status, step: id, ...rest } = event;
  return { event: "step", id, action: step.action, address: step.address, status, ...rest };
}
