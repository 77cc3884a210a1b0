/** Applies a plan: sends its steps, and nothing else. A failed step skips what needs it; the rest goes on. */
import type { SendControl } from "../api/sender.ts";
import { append } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyEvent, StepResult, StepStatus, StepTotals } from "../model/events.ts";
import type { Step, StepId } from "../model/model.ts";

/** `held`: it was called back before it was sent. */
export type Sent =
  | { readonly done: true }
  | { readonly done: false; readonly diagnostic: Diagnostic }
  | { readonly done: false; readonly held: true };

/** Sends one step. Its first request may be called back; whatever was sent is brought to its end. */
export type SendStep = (step: Step, departure: SendControl) => Promise<Sent>;

export interface ExecuteOptions {
  /** How many steps may be under way at once. */
  readonly concurrency: number;
  /** Aborted: send nothing more of steps that wait for their turn, let what was sent end. */
  readonly stop: AbortSignal;
  readonly onEvent: (event: ApplyEvent) => void;
}

/** Runs the steps, a few at a time, each after what it needs. A step has started when its first request is sent. */
export async function execute(
  steps: readonly Step[],
  send: SendStep,
  options: ExecuteOptions,
): Promise<readonly StepResult[]> {
  const board = new Board(steps, options.onEvent);
  const running = new Set<Promise<void>>();
  const { stop: hold } = options;
  const mayStart = (): boolean => !hold.aborted && running.size < options.concurrency;
  const runOne = async (step: Step): Promise<void> => {
    let isStarted = false;
    const onSend = (): void => {
      if (!isStarted) options.onEvent({ type: "started", step: step.id });
      isStarted = true;
    };
    const sent = await send(step, { hold, onSend });
    if ("held" in sent) return;
    onSend();
    board.settle(step.id, sent);
  };
  for (;;) {
    while (mayStart()) {
      const step = board.next();
      if (step === undefined) break;
      const run: Promise<void> = runOne(step).finally(() => running.delete(run));
      running.add(run);
    }
    if (running.size === 0) return board.results();
    await Promise.race(running);
  }
}

export function totalsOf(results: readonly StepResult[]): StepTotals {
  const count = (status: StepStatus): number => results.filter((result) => result.status === status).length;
  return {
    done: count("done"),
    not_verified: count("not-verified"),
    failed: count("failed"),
    skipped: count("skipped"),
    not_started: count("not-started"),
  };
}

/** What is ready, what waits for what, and what has ended: the state of one run. */
class Board {
  private readonly steps: readonly Step[];
  private readonly onEvent: (event: ApplyEvent) => void;
  private readonly byId: ReadonlyMap<StepId, Step>;
  private readonly dependents = new Map<StepId, StepId[]>();
  private readonly open = new Map<StepId, number>();
  private readonly ready: Step[];
  private nextReady = 0;
  private readonly ends = new Map<StepId, StepResult>();

  constructor(steps: readonly Step[], onEvent: (event: ApplyEvent) => void) {
    this.steps = steps;
    this.onEvent = onEvent;
    this.byId = new Map(steps.map((step) => [step.id, step]));
    for (const { id, needs } of steps) {
      this.open.set(id, needs.length);
      for (const need of needs) append(this.dependents, need, id);
    }
    this.ready = steps.filter(({ needs }) => needs.length === 0);
  }

  /** The next step to send. */
  next(): Step | undefined {
    const step = this.ready[this.nextReady];
    if (step !== undefined) this.nextReady += 1;
    return step;
  }

  settle(id: StepId, sent: Exclude<Sent, { readonly held: true }>): void {
    if (!sent.done) {
      this.end(id, "failed", { diagnostic: sent.diagnostic });
      this.onEvent({ type: "failed", step: id, diagnostic: sent.diagnostic });
      this.skipDependents(id);
      return;
    }
    this.end(id, "done", {});
    this.onEvent({ type: "done", step: id });
    this.release(id);
  }

  /** Makes ready what waited for this step alone. */
  private release(id: StepId): void {
    for (const dependent of this.dependents.get(id) ?? []) {
      const left = (this.open.get(dependent) ?? 0) - 1;
      this.open.set(dependent, left);
      const step = this.byId.get(dependent);
      if (left === 0 && step !== undefined && !this.ends.has(dependent)) this.ready.push(step);
    }
  }

  results(): readonly StepResult[] {
    return this.steps.map(
      ({ id, action, address }) => this.ends.get(id) ?? { id, action, address, status: "not-started" },
    );
  }

  private skipDependents(failed: StepId): void {
    const open = [failed];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const dependent of this.dependents.get(id) ?? []) {
        if (this.ends.has(dependent)) continue;
        this.end(dependent, "skipped", { because: id });
        this.onEvent({ type: "skipped", step: dependent, because: id });
        open.push(dependent);
      }
    }
  }

  private end(id: StepId, status: StepStatus, more: Pick<StepResult, "diagnostic" | "because">): void {
    const { action, address } = this.byId.get(id) as Step;
    this.ends.set(id, { id, action, address, status, ...more });
  }
}
