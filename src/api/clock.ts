/** Time as a port, so that tests can control it. In: milliseconds, and a signal that aborts. Out: a wait, or what a clock shows. */
import { setTimeout } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since some moment; only differences mean something. It never goes back. */
  now(): number;
  /** Resolves after the milliseconds, of which a timer counts 24 days, or as soon as the signal aborts; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Runs on, whoever sets the machine's clock. */
export const systemClock: Clock = {
  now: () => Math.round(performance.now()),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};
