/**
 * Time as a port, so that tests can control it. In: milliseconds, and a signal that aborts. Out: a
 * pause, or the present moment.
 */
import { setTimeout } from "node:timers/promises";

export interface Clock {
  /** Returns milliseconds since an arbitrary moment. They never decrease. */
  now(): number;
  /**
   * Resolves after the milliseconds (at most 24 days), or as soon as the signal aborts. It never
   * rejects.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that changes of the machine's time do not affect. */
export const systemClock: Clock = {
  now: () => Math.round(performance.now()),
  sleep: (ms, signal) =>
    setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};
