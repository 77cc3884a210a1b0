/**
 * The one place where every request of a client waits for its turn: so many in flight at most, so many a second at
 * most, and nobody before the moment that the service named in `Retry-After`.
 */
import type { Clock } from "../clock.ts";

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
}

/** Opens a gate. `requestsPerSecond` absent: no pacing. */
export function openGate(clock: Clock, concurrency: number, requestsPerSecond: number | undefined): Gate {
  const interval = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  let free = concurrency;
  let notBefore = 0;
  let nextSlot = 0;
  const queue: (() => void)[] = [];

  const takePlace = (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return Promise.resolve(false);
    if (free > 0) {
      free -= 1;
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
    const next = queue.shift();
    if (next === undefined) free += 1;
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
  };
}
