/**
 * Applies a plan: sends its steps, and nothing else. After a failed step, the steps that need it
 * are skipped, and all others are sent.
 */
import type { SendControl } from "../api/sender.ts";
import { append } from "../ground/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyEvent, StepResult, StepStatus, StepTotals } from "../model/events.ts";
import type { Step, StepId } from "../model/model.ts";

/** `held`: it was held back before it was sent. `endsAll`: no further step may be sent. */
export type Sent =
  | { readonly done: true }
  | {
      readonly done: false;
      readonly diagnostic: Diagnostic;
      readonly takenBack?: TakenBackSteps;
      readonly endsAll?: true;
    }
  | { readonly done: false; readonly held: true };

/** Earlier steps that were taken back. `problem`: why it is unknown whether they were. */
export interface TakenBackSteps {
  readonly steps: readonly StepId[];
  readonly problem?: Diagnostic;
}

/** Lets a step wait, and holds its first request back. */
export interface StepControl extends SendControl {
  /**
   * Runs a pause during which another step may start in place of this one, unless steps are sent
   * one at a time.
   */
  whileResting(pause: () => Promise<void>): Promise<void>;
}

/**
 * Sends one step. Its first request may be held back; the fate of every other request is found out.
 */
export type SendStep = (step: Step, control: StepControl) => Promise<Sent>;

interface ExecuteOptions {
  /** How many steps may be under way at once. */
  readonly concurrency: number;
  /** Aborted: send nothing more of steps that wait for their turn, let what was sent end. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: ApplyEvent) => void;
}

/**
 * Runs the steps, a few at a time, each after its needs. A step has started when its first request
 * is sent.
 */
export async function execute(
  steps: readonly Step[],
  send: SendStep,
  { concurrency, signal, onEvent }: ExecuteOptions,
): Promise<readonly StepResult[]> {
  const ending = new AbortController();
  const hold = AbortSignal.any([signal, ending.signal]);
  const dependents = new Map<StepId, Step[]>();
  for (const step of steps) for (const need of step.needs) append(dependents, need, step);
  const open = new Map(steps.map(({ id, needs }) => [id, needs.length]));
  const ready = steps.filter(({ needs }) => needs.length === 0);
  const ends = new Map<StepId, StepResult>();
  let resting = 0;
  let notice = (): void => undefined;
  // With a concurrency of 1, steps follow each other in the order of the plan.
  const mayTakePlace = concurrency > 1;
  const whileResting = async (pause: () => Promise<void>): Promise<void> => {
    if (!mayTakePlace) return pause();
    resting += 1;
    notice();
    await pause();
    resting -= 1;
  };

  const end = ({ id, action, address }: Step, how: StepEnd): void => {
    const { type: status, ...more } = how;
    ends.set(id, { id, action, address, status, ...more });
    onEvent({ ...how, step: id });
  };
  /** A done step is on the service, so that one which was taken back is not done. */
  const takeBack = (
    failed: Step,
    { steps: ids, problem }: TakenBackSteps = { steps: [] },
  ): void => {
    for (const id of ids) {
      const done = ends.get(id);
      if (done === undefined) continue;
      if (problem === undefined) ends.set(id, { ...done, status: "skipped", because: failed.id });
      else ends.set(id, { ...done, status: "failed", diagnostic: problem });
    }
  };
  const skipDependents = (failed: Step): void => {
    const left = [failed];
    for (let step = left.pop(); step !== undefined; step = left.pop()) {
      for (const dependent of dependents.get(step.id) ?? []) {
        if (ends.has(dependent.id)) continue;
        end(dependent, { type: "skipped", because: step.id });
        left.push(dependent);
      }
    }
  };
  const runOne = async (step: Step): Promise<void> => {
    let isStarted = false;
    const onSend = (): void => {
      if (!isStarted) onEvent({ type: "started", step: step.id });
      isStarted = true;
    };
    const sent = await send(step, { hold, onSend, whileResting });
    if ("held" in sent) return;
    onSend();
    if (!sent.done) {
      end(step, { type: "failed", diagnostic: sent.diagnostic });
      if (sent.endsAll === true) ending.abort();
      takeBack(step, sent.takenBack);
      return skipDependents(step);
    }
    end(step, { type: "done" });
    for (const dependent of dependents.get(step.id) ?? []) {
      const left = (open.get(dependent.id) ?? 0) - 1;
      open.set(dependent.id, left);
      if (left === 0 && !ends.has(dependent.id)) ready.push(dependent);
    }
  };

  const running = new Set<Promise<void>>();
  for (let next = 0; ; ) {
    while (!hold.aborted && running.size - resting < concurrency) {
      const step = ready[next];
      if (step === undefined) break;
      next += 1;
      const run: Promise<void> = runOne(step).finally(() => running.delete(run));
      running.add(run);
    }
    if (running.size === 0) break;
    const rest = new Promise<void>((resolve) => {
      notice = resolve;
    });
    await Promise.race([...running, rest]);
  }
  return steps.map(
    ({ id, action, address }) => ends.get(id) ?? { id, action, address, status: "not-started" },
  );
}

type StepEnd =
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly diagnostic: Diagnostic }
  | { readonly type: "skipped"; readonly because: StepId };

export function countSteps(results: readonly StepResult[]): StepTotals {
  const count = (status: StepStatus): number =>
    results.filter((result) => result.status === status).length;
  return {
    done: count("done"),
    not_verified: count("not-verified"),
    failed: count("failed"),
    skipped: count("skipped"),
    not_started: count("not-started"),
  };
}
