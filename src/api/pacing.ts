/**
 * Pacing and retry policy of requests. One gate per service and token, shared by the clients of several games, limits
 * requests in flight and per second, and honours `Retry-After`.
 */
import type { Clock } from "./clock.ts";
import type { Method } from "./transport.ts";

/** The configured limits of requests. */
interface Budget {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Absent: as many as the service lets through. */
  readonly requests_per_second?: number;
}

export interface Gate {
  /** Resolves to true when a request may be sent; each needs one `leave()`. False: the signal aborted first. */
  enter(signal: AbortSignal): Promise<boolean>;
  leave(): void;
  /** No request is let through before that moment (milliseconds since 1970). Returns whether it is later than the last one. */
  holdUntil(moment: number): boolean;
  /** Also keeps to this budget: of each number, the smaller one holds. */
  narrow(budget: Budget): void;
}

export function openGate(clock: Clock, budget: Budget): Gate {
  let most = budget.concurrency;
  let interval = intervalOf(budget);
  let inside = 0;
  let notBefore = 0;
  let nextSlot = 0;
  const queue: (() => void)[] = [];

  const takePlace = (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return Promise.resolve(false);
    if (inside < most) {
      inside += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const abandon = () => {
        queue.splice(queue.indexOf(take), 1);
        resolve(false);
      };
      const take = () => {
        signal.removeEventListener("abort", abandon);
        resolve(true);
      };
      queue.push(take);
      signal.addEventListener("abort", abandon, { once: true });
    });
  };

  const leave = () => {
    // After narrowing, surplus places are not passed on.
    const next = inside <= most ? queue.shift() : undefined;
    if (next === undefined) inside -= 1;
    else next();
  };

  return {
    leave,
    enter: async (signal) => {
      if (!(await takePlace(signal))) return false;
      for (;;) {
        if (signal.aborted) {
          leave();
          return false;
        }
        const now = clock.now();
        const moment = Math.max(notBefore, nextSlot);
        if (now >= moment) {
          nextSlot = now + interval;
          return true;
        }
        // Timers count whole milliseconds.
        await clock.sleep(Math.ceil(moment - now), signal);
      }
    },
    holdUntil: (moment) => {
      if (moment <= Math.max(notBefore, clock.now())) return false;
      notBefore = moment;
      return true;
    },
    narrow: (other) => {
      most = Math.min(most, other.concurrency);
      interval = Math.max(interval, intervalOf(other));
    },
  };
}

/** Milliseconds between two requests. */
function intervalOf({ requests_per_second = Number.POSITIVE_INFINITY }: Budget): number {
  return 1000 / requests_per_second;
}

/**
 * What is known about one attempt. `answered`: a status came. `not-sent`: the connection was never there. `broken`: it
 * broke or took too long after the request may have arrived. `hopeless`: sending it again cannot help.
 */
export type AttemptOutcome =
  | { readonly end: "answered"; readonly status: number }
  | { readonly end: "not-sent" | "broken" | "hopeless" };

/** Whether the service may have carried the request out without confirming it. */
export function mayHaveWorked(attempt: AttemptOutcome): boolean {
  return attempt.end === "broken" || (attempt.end === "answered" && attempt.status >= 500);
}

/** Whether the same request may be sent again. A POST only when it was certainly not executed. */
export function mayRepeat(method: Method, attempt: AttemptOutcome): boolean {
  if (attempt.end === "hopeless") return false;
  if (attempt.end === "not-sent") return true;
  if (attempt.end === "answered" && attempt.status === 429) return true;
  return method !== "POST" && mayHaveWorked(attempt);
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;

/**
 * Milliseconds to wait before repeat number `repeat` (from 1) when the service named no moment: doubled each time up
 * to half a minute, of which `random` (0 to 1) takes away up to half, so that clients do not come back in step.
 */
export function backoff(repeat: number, random: number): number {
  const full = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (repeat - 1));
  return Math.round(full * (1 - random / 2));
}

/** Longer waits are not believed. */
const LONGEST_ASKED = 24 * 60 * 60 * 1000;

/**
 * Milliseconds from now that `Retry-After` asks for, from whole seconds or an HTTP date; undefined without a readable
 * one, and for more than a day. A date is measured against the answer's own `Date`, where there is one, so that a wrong
 * clock here is harmless.
 */
export function retryAfter(value: string | undefined, date: string | undefined, now: number): number | undefined {
  const ms = askedFor(value?.trim() ?? "", date, now);
  return ms !== undefined && ms <= LONGEST_ASKED ? ms : undefined;
}

function askedFor(text: string, date: string | undefined, now: number): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Only what looks like a date: Date.parse would read "-5" and "1.5" as years and days.
  const moment = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) return undefined;
  const serverNow = Date.parse(date ?? "");
  return Math.max(0, moment - (Number.isNaN(serverNow) ? now : serverNow));
}
