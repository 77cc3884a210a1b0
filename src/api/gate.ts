/**
 * The one place where every request to a service waits for its turn: so many in flight at most, so many a second at
 * most, nobody before the moment that the service named in `Retry-After`, and once a limit was met, at the pace that was
 * learnt from it. Clients of several games share one.
 */
import type { Clock } from "./clock.ts";
import {
  afterAnswer,
  afterSending,
  type Learning,
  type LimitSigns,
  mostInWindow,
  NOTHING_LEARNT,
  type Pass,
} from "./rate-learner.ts";

/** What a service may be asked. */
export interface Budget {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Absent: no pacing but what is learnt. */
  readonly requestsPerSecond?: number;
}

/** Lets requests through. */
export interface Gate {
  /** Resolves when a request may be sent: a pass needs one `leave()` later; undefined means the signal aborted first. */
  enter(signal: AbortSignal): Promise<Pass | undefined>;
  leave(): void;
  /** What the answer says about the limit, before `leave()`. Out: what is known of it now. */
  learn(pass: Pass, signs: LimitSigns): Learning;
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
  let learning = NOTHING_LEARNT;
  /** When the next request goes at the learnt pace. */
  let nextTurn = 0;
  /** Requests under way, and when the last ones that fill a window of the service came back. */
  let underWay = 0;
  const cameBack: number[] = [];
  const queue: (() => void)[] = [];

  const places = (): number => Math.min(most, mostInWindow(learning) ?? most);

  const takePlace = (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return Promise.resolve(false);
    if (inside < places()) {
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

  const leavePlace = () => {
    // A place that is no longer there since the gate was narrowed is given to nobody.
    const next = inside <= places() ? queue.shift() : undefined;
    if (next === undefined) inside -= 1;
    else next();
  };

  const enter = async (signal: AbortSignal): Promise<Pass | undefined> => {
    if (!(await takePlace(signal))) return undefined;
    for (;;) {
      if (signal.aborted) {
        leavePlace();
        return undefined;
      }
      const now = clock.now();
      const moment = Math.max(notBefore, nextSlot, nextTurn, placeFreeAt());
      if (now >= moment) return letThrough(now);
      // Timers count whole milliseconds.
      await clock.sleep(Math.ceil(moment - now), signal);
    }
  };

  /**
   * The service counts a request when it comes, which is some time between sending and answer. So none is counted twice
   * in any stretch of a window's length when a place is free again a window after its answer, however late that came.
   */
  const placeFreeAt = (): number => {
    const counted = mostInWindow(learning);
    if (learning.pace === undefined || counted === undefined) return 0;
    return (cameBack.at(underWay - counted) ?? Number.NEGATIVE_INFINITY) + learning.pace.window;
  };

  const letThrough = (now: number): Pass => {
    nextSlot = now + interval;
    learning = afterSending(learning, now);
    const pause = learning.pace?.interval ?? 0;
    // Who comes a little late does not delay the next one.
    nextTurn = (now - nextTurn < pause ? nextTurn : now) + pause;
    underWay += 1;
    return { number: learning.sent, at: now };
  };

  return {
    enter,
    leave: () => {
      underWay -= 1;
      const counted = mostInWindow(learning);
      if (counted !== undefined) cameBack.push(clock.now());
      cameBack.splice(0, cameBack.length - (counted ?? 0));
      leavePlace();
    },
    learn: (pass, signs) => {
      learning = afterAnswer(learning, pass, signs, clock.now());
      return learning;
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

/** Milliseconds between the beginnings of two requests. */
function intervalOf({ requestsPerSecond }: Budget): number {
  return requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
}
