/**
 * A circuit breaker per origin, shared by all games. After several failures in a row only probes are sent, with growing
 * pauses; the first answer closes it, and after the time limit all requests fail. A service that never answered gets the
 * retries of one request only.
 */
import type { Clock } from "./clock.ts";
import type { ConnectionProblem } from "./connection-problems.ts";
import { backoff } from "./pacing.ts";
import type { WireRequest } from "./transport.ts";

/** The last failure, and for how many seconds there was no answer. */
export interface Outage {
  readonly problem: ConnectionProblem;
  readonly seconds: number;
}

export interface Breaker {
  /** Whether requests may be sent. */
  isClosed(): boolean;
  /** Set once the time limit is over. */
  outage(): Outage | undefined;
  /** Aborts when the time limit is over. */
  readonly givenUp: AbortSignal;
  /** Resolves when requests may be sent again, when the time limit is over, or when the signal aborts. */
  settled(prober: Prober, signal: AbortSignal): Promise<void>;
  /** Records an answer. `read`: the request, if it can be repeated as a probe. */
  answered(read: WireRequest | undefined): void;
  /** Records that a request sent at that moment (milliseconds since 1970) got no answer. */
  missed(sentAt: number, problem: ConnectionProblem): void;
  /** Records that a request has no retries left. */
  exhausted(): void;
}

/** One of the waiting requests sends the probes. */
export interface Prober {
  /** Sends the read and reports its end to the breaker. `limit`: milliseconds for the answer at most. */
  readonly probe: (read: WireRequest, limit: number) => Promise<void>;
  readonly onWait: (ms: number) => void;
  readonly random: () => number;
}

/** Failures in a row that open the breaker. */
const SEVERAL = 3;
/** How long a service that has answered before may be unreachable, in milliseconds. */
const LIMIT = 60_000;
/** Longest pause between two probes, in milliseconds. */
const LONGEST_PAUSE = 10_000;

export function openBreaker(clock: Clock): Breaker {
  let streak = 0;
  /** When the first of these failures was sent. */
  let since = 0;
  let lastAnswer = 0;
  let lastProblem: ConnectionProblem | undefined;
  let lastRead: WireRequest | undefined;
  let end: Outage | undefined;
  let isOpen = false;
  const givenUp = new AbortController();
  const waiting = new Set<() => void>();
  let probing: AbortController | undefined;

  const release = (): void => {
    for (const go of [...waiting]) go();
  };
  const giveUp = (): void => {
    if (end !== undefined || lastProblem === undefined) return;
    end = { problem: lastProblem, seconds: Math.round((clock.now() - since) / 1000) };
    givenUp.abort();
    release();
  };
  const left = (): number => since + LIMIT - clock.now();

  /** Probes as long as requests wait. */
  const probeOn = async ({ probe, onWait, random }: Prober, stop: AbortController): Promise<void> => {
    for (let repeat = 1; isOpen && end === undefined && !stop.signal.aborted; repeat += 1) {
      const ms = Math.min(left(), LONGEST_PAUSE, backoff(repeat, random()));
      if (ms > 0) {
        onWait(ms);
        await clock.sleep(ms, stop.signal);
      }
      if (!isOpen || stop.signal.aborted) break;
      if (lastRead === undefined || left() <= 0) giveUp();
      else await probe(lastRead, left());
    }
  };

  return {
    isClosed: () => !isOpen && end === undefined,
    outage: () => end,
    givenUp: givenUp.signal,
    settled: async (prober, signal) => {
      if (!isOpen || end !== undefined || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const go = (): void => {
          waiting.delete(go);
          signal.removeEventListener("abort", go);
          if (waiting.size === 0) probing?.abort();
          resolve();
        };
        waiting.add(go);
        signal.addEventListener("abort", go);
        if (probing !== undefined && !probing.signal.aborted) return;
        const stop = new AbortController();
        probing = stop;
        void probeOn(prober, stop).finally(() => {
          if (probing === stop) probing = undefined;
        });
      });
    },
    answered: (read) => {
      lastRead = read ?? lastRead;
      lastAnswer = clock.now();
      streak = 0;
      isOpen = false;
      release();
    },
    missed: (sentAt, problem) => {
      if (streak === 0) since = Math.max(sentAt, lastAnswer);
      streak += 1;
      lastProblem = problem;
      if (streak < SEVERAL) return;
      if (left() <= 0) giveUp();
      else if (lastRead !== undefined) isOpen = true;
    },
    exhausted: () => {
      if (lastRead === undefined && streak >= SEVERAL) giveUp();
    },
  };
}
