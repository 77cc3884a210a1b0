/** A clock that a sleep moves forward at once, so that hours pass in no time and can be counted. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../../src/api/clock.ts";

export interface FakeClock extends Clock {
  /** Every sleep in milliseconds, in the order in which they began. */
  readonly sleeps: readonly number[];
}

export function fakeClock(start = Date.UTC(2030, 0, 1)): FakeClock {
  let now = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    sleep: async (ms, signal) => {
      sleeps.push(ms);
      const end = now + ms;
      await nextTurn();
      if (signal?.aborted !== true) now = Math.max(now, end);
    },
  };
}
