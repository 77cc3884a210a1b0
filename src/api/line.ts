/**
 * The line to one service, shared by all games of a run. In: requests, and how each attempt ended. Out: when one is sent: so many
 * at once and per second, and none before the moment that the service names. After three failures in a row one request
 * goes at a time, and sends the last read that was answered in its place, until it is answered again. Failures that last a minute
 * end everything: no request is sent any more.
 */
import type { Clock } from "./clock.ts";
import type { ConnectionProblem } from "./connection-problems.ts";
import type { WireRequest } from "./transport.ts";

/** The configured limits of requests. */
interface Budget {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Absent: as many as the service lets through. */
  readonly requests_per_second?: number;
}

/** The last failure, and for how many seconds there was no usable answer. */
export interface Outage {
  readonly problem: ConnectionProblem;
  readonly seconds: number;
}

export interface ServiceLine {
  /** True when a request may be sent; each needs one `leave()`. False: the signal aborted, which has to follow `givenUp`. */
  enter(signal: AbortSignal): Promise<boolean>;
  leave(): void;
  /** Sends nothing for so many milliseconds. Returns whether that is longer than what held already. */
  hold(ms: number): boolean;
  /** Records a usable answer. */
  answered(request: WireRequest): void;
  /** Records that a request sent at that moment got none. Returns for how long everything waits now. */
  missed(request: WireRequest, sentAt: number, problem: ConnectionProblem): number;
  /** Records that a request has no retries left: a service that was never there gets those of one. */
  exhausted(problem: ConnectionProblem): void;
  hasAnswered(): boolean;
  /** Milliseconds after which a failure ends everything. */
  patience(): number;
  /** While the service fails: the read to send instead of a request. */
  probe(): WireRequest | undefined;
  /** Set once the service failed for too long. */
  outage(): Outage | undefined;
  /** Aborts at that moment. */
  readonly givenUp: AbortSignal;
  /** Also keeps to this budget: of each number, the smaller one holds. */
  narrow(budget: Budget): void;
}

/** Failures in a row after which only probes are sent. */
const SEVERAL = 3;
/** Milliseconds that a service may fail. */
const LIMIT = 60_000;
const LONGEST_PAUSE = 5_000;

/** Failures without a usable answer between them, and when the first of them was sent. */
interface Streak {
  readonly since: number;
  readonly count: number;
}

export function openLine(clock: Clock, budget: Budget): ServiceLine {
  let { concurrency } = budget;
  let interval = intervalOf(budget);
  let inside = 0;
  let notBefore = 0;
  let nextSlot = 0;
  const queue: (() => void)[] = [];
  let failures: Streak | undefined;
  /** Of writes alone: a service can go on answering reads. */
  let failedWrites: Streak | undefined;
  let lastAnswer = 0;
  let lastRead: WireRequest | undefined;
  let outage: Outage | undefined;
  const givenUp = new AbortController();

  const isFailing = (): boolean => lastRead !== undefined && (failures?.count ?? 0) >= SEVERAL;
  /** When the failures began that go on now. */
  const begun = (): number => Math.min(failures?.since ?? Infinity, failedWrites?.since ?? Infinity);
  const patience = (): number => Math.max(0, begun() + LIMIT - clock.now());
  const giveUp = (problem: ConnectionProblem): void => {
    outage ??= { problem, seconds: Math.round((clock.now() - begun()) / 1000) };
    givenUp.abort();
  };
  const admit = (): void => {
    while (queue.length > 0 && inside < (isFailing() ? 1 : concurrency)) {
      inside += 1;
      queue.shift()?.();
    }
  };
  const leave = (): void => {
    inside -= 1;
    admit();
  };
  /** False: the signal aborted first. */
  const takePlace = (signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const take = (): void => end(true);
      const abandon = (): void => {
        queue.splice(queue.indexOf(take), 1);
        end(false);
      };
      const end = (isIn: boolean): void => {
        signal.removeEventListener("abort", abandon);
        resolve(isIn);
      };
      if (signal.aborted) return resolve(false);
      signal.addEventListener("abort", abandon);
      queue.push(take);
      admit();
    });
  const hold = (ms: number): boolean => {
    const isLonger = clock.now() + ms > Math.max(notBefore, clock.now());
    if (isLonger) notBefore = clock.now() + ms;
    return isLonger;
  };
  const longer = (streak: Streak | undefined, sentAt: number): Streak => {
    return { since: streak?.since ?? Math.max(sentAt, lastAnswer), count: (streak?.count ?? 0) + 1 };
  };

  const enter = async (signal: AbortSignal): Promise<boolean> => {
    while (await takePlace(signal)) {
      for (let ms = 1; ms > 0 && !signal.aborted; ) {
        ms = Math.max(notBefore, nextSlot) - clock.now();
        // Timers count whole milliseconds.
        if (ms > 0) await clock.sleep(Math.ceil(ms), signal);
      }
      const isProbing = isFailing() && inside > 1;
      if (!signal.aborted && !isProbing) {
        nextSlot = clock.now() + interval;
        return true;
      }
      leave();
    }
    return false;
  };

  return {
    enter,
    leave,
    hold,
    answered: (request) => {
      failures = undefined;
      if (request.method === "GET") lastRead = request;
      else failedWrites = undefined;
      lastAnswer = clock.now();
      admit();
    },
    missed: ({ method }, sentAt, problem) => {
      failures = longer(failures, sentAt);
      if (method !== "GET") failedWrites = longer(failedWrites, sentAt);
      if (Math.max(failures.count, failedWrites?.count ?? 0) >= SEVERAL && patience() === 0) {
        giveUp(problem);
        return 0;
      }
      if (!isFailing()) return 0;
      const ms = Math.min(patience(), LONGEST_PAUSE, 500 * 2 ** (failures.count - SEVERAL));
      return hold(ms) ? ms : 0;
    },
    exhausted: (problem) => {
      if (lastRead === undefined && failures !== undefined && failures.count >= SEVERAL) giveUp(problem);
    },
    hasAnswered: () => lastRead !== undefined,
    patience,
    probe: () => (isFailing() ? lastRead : undefined),
    outage: () => outage,
    givenUp: givenUp.signal,
    narrow: (other) => {
      concurrency = Math.min(concurrency, other.concurrency);
      interval = Math.max(interval, intervalOf(other));
    },
  };
}

/** Milliseconds between two requests. */
function intervalOf({ requests_per_second = Number.POSITIVE_INFINITY }: Budget): number {
  return 1000 / requests_per_second;
}
