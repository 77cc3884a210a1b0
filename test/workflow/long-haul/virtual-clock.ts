/**
 * Hours that pass in seconds, over real HTTP: time stands still while a request is under way or a promise has something
 * to do, and then jumps to the next moment that somebody waits for.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { Clock } from "../../../src/api/clock.ts";

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Turns of the event loop after which nothing goes on by itself any more. */
const SETTLED = 4;

/** A clock for all who have to do with each other in a test. `underWay`: how many wait for something else than time. */
export function virtualClock(underWay: () => number = () => 0): Clock {
  const sleepers = new Set<Sleeper>();
  let now = Date.UTC(2030, 0, 1);
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    for (let still = 0; sleepers.size > 0; still += 1) {
      await nextTurn();
      if (underWay() > 0) still = 0;
      if (still < SETTLED) continue;
      const next = [...sleepers].reduce((first, each) => (each.until < first.until ? each : first));
      now = Math.max(now, next.until);
      next.wake();
      still = 0;
    }
    isRunning = false;
  };

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const sleeper: Sleeper = { until: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", wake);
        if (!isRunning) void run();
      }),
  };
}

/** How many requests of this process are sent and not yet answered to their end, from now on. */
export function requestsUnderWay(): () => number {
  const open = new Set<unknown>();
  const begun = (message: unknown): void => void open.add((message as { request: unknown }).request);
  const ended = (message: unknown): void => void open.delete((message as { request: unknown }).request);
  const channels = [
    ["undici:request:create", begun],
    ["undici:request:trailers", ended],
    ["undici:request:error", ended],
  ] as const;
  for (const [channel, listener] of channels) subscribe(channel, listener);
  onTestFinished(() => {
    for (const [channel, listener] of channels) unsubscribe(channel, listener);
  });
  return () => open.size;
}
