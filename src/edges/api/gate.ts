/**
 * The one place where every request to a service waits for its turn: so many in flight at most, so many a second at
 * most, and nobody before the moment that the service named in `Retry-After`. Clients of several games share one.
 */
import type { Clock } from "../clock.ts";

/** What a service may be asked. */
export interface Budget {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Absent: no pacing. */
  readonly requestsPerSecond?: number;
}

/** Lets requests through. */
export interface Gate {
  /** Resolves when a request may be sent: true needs one `leave()` later; false means the signal aborted first. */
  enter(signal: AbortSignal): Promise<boolean>;
  leave(): void;
  /**
   * From now on nobody enters before that moment (milliseconds since 1970). Returns whether that is later than what
   * held already; an earlier moment changes nothing.
   */
  holdUntil(moment: number): boolean;
  /** From now on this budget is kept as well: of each number, the smaller one holds. */
  narrow(budget: Budget): void;
}

/** Opens a gate. */
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
    // A place that is no longer there since the gate was narrowed is given to nobody.
    const next = inside <= most ? queue.shift() : undefined;
    if (next === undefined) inside -= 1;
    else next();
  };

  const enter = async (signal: AbortSignal): Promise<boolean> => {
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
      await clock.sleep(moment - now, signal);
    }
  };

  return {
    enter,
    leave,
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

/** Milliseconds between the beginnings of two requests. */
function intervalOf({ requestsPerSecond }: Budget): number {
  return requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
}
