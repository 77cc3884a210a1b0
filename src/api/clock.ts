/** Time as a port, so that tests can control it. */

export interface Clock {
  /** Milliseconds since some moment; only differences mean something. It never goes back. */
  now(): number;
  /**
   * Resolves after the milliseconds, or as soon as the signal aborts; it never rejects. It may resolve early when
   * the wait is longer than a timer can count: check `now()` for an exact moment.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest time that a Node timer can count; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs on, whoever sets the machine's clock. */
export const systemClock: Clock = {
  now: () => Math.round(performance.now()),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(Math.max(ms, 0), LONGEST_TIMER));
      signal?.addEventListener("abort", end);
    }),
};
