/** Clients that ask a service with a limit, in a time of their own: real gates, and nothing of HTTP between. */

import { setMaxListeners } from "node:events";
import type { Clock } from "../../../src/api/clock.ts";
import { type Gate, openGate } from "../../../src/api/pacing.ts";
import { createRateLimit } from "../../../src/emulator/replies.ts";
import type { Arrival } from "./haul.ts";

/** What a request comes to: whether it is let in, and what is said about the limit. */
export interface Verdict {
  readonly isRefused: boolean;
  readonly wait?: number;
  readonly limit?: number;
  readonly remaining?: number;
}

/** Decides about a request that comes at this moment. */
export type Limiter = (now: number) => Verdict;

/** The embedded service's limiter. */
export function laravel(requests: number, perSeconds: number): Limiter {
  const limit = createRateLimit({ rateLimit: { requests, perSeconds } });
  return (now) => {
    const allowance = limit(now);
    const isRefused = "refusal" in allowance;
    const headers: Readonly<Record<string, string>> = (isRefused ? allowance.refusal.headers : allowance.headers) ?? {};
    return {
      isRefused,
      limit: Number(headers["X-RateLimit-Limit"]),
      remaining: Number(headers["X-RateLimit-Remaining"]),
      ...(isRefused ? { wait: Number(headers["Retry-After"]) * 1000 } : {}),
    };
  };
}

/**
 * A limiter that tells the end of its window in whole seconds, rounded down, as Laravel's own does: who comes back then may
 * be up to a second early.
 */
export function roundingDown(requests: number, perSeconds: number): Limiter {
  let begun = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (now) => {
    if (now >= begun + perSeconds * 1000) [begun, used] = [now, 0];
    used = Math.min(requests + 1, used + 1);
    const remaining = Math.max(0, requests - used);
    if (used <= requests) return { isRefused: false, limit: requests, remaining };
    const wait = (Math.floor(begun / 1000) + perSeconds - Math.floor(now / 1000)) * 1000;
    return { isRefused: true, wait: Math.max(0, wait), limit: requests, remaining };
  };
}

/** The same without the headers that tell of the limit; `isSilent`: not even how long to wait. */
export function tellsNothing(limiter: Limiter, isSilent = false): Limiter {
  return (now) => {
    const { isRefused, wait } = limiter(now);
    return isSilent || wait === undefined ? { isRefused } : { isRefused, wait };
  };
}

export interface Crowd {
  readonly clock: Clock;
  readonly limiter: Limiter;
  /** Requests that have to be let in. */
  readonly requests: number;
  readonly concurrency?: number;
  /** Milliseconds that a request takes to the service, and its answer back. */
  readonly latency?: () => number;
  /** Default: one of its own. */
  readonly gate?: Gate;
}

/** Sends until all are let in. Out: when each try came to the service, and what it was answered. */
export async function ask(crowd: Crowd): Promise<readonly Arrival[]> {
  const { clock, limiter, requests, concurrency = 4, latency = () => 0 } = crowd;
  const gate = crowd.gate ?? openGate(clock, { concurrency });
  const arrivals: Arrival[] = [];
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  let open = requests;
  const worker = async (): Promise<void> => {
    while (open > 0) {
      open -= 1;
      const pass = await gate.enter(never);
      if (pass === undefined) throw new Error("nobody aborted");
      await clock.sleep(latency());
      const { isRefused, wait, limit, remaining } = limiter(clock.now());
      arrivals.push({ at: clock.now(), status: isRefused ? 429 : 200 });
      await clock.sleep(latency());
      if (isRefused) gate.holdUntil(clock.now() + (wait ?? 400));
      gate.learn(pass, { isRefused, wait, limit, remaining });
      gate.leave();
      if (isRefused) open += 1;
    }
  };
  // More than the gate lets through, so that it decides.
  await Promise.all(Array.from({ length: concurrency * 2 }, worker));
  return arrivals;
}

/** Somebody else with the same budget, who asks for nothing but that: so many requests a second, until stopped. */
export async function another(clock: Clock, limiter: Limiter, perSecond: number, until: () => boolean): Promise<void> {
  while (!until()) {
    limiter(clock.now());
    await clock.sleep(1000 / perSecond);
  }
}
