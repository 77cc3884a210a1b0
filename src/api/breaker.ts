/**
 * Keeps requests from a service that cannot be reached. All requests to one origin share it, whatever their game. After
 * several failures in a row nothing is sent but a probe, after growing pauses; the first answer lets everybody go on, and
 * when the limit is over, everybody gives up. A service that never answered gets no more than the retries of one request.
 */
import type { Clock } from "./clock.ts";
import { backoff } from "./pacing.ts";
import type { ConnectionProblem, WireRequest } from "./transport.ts";

/** The last failure before everybody gave up, and for how many seconds nothing had been answered. */
export interface Outage {
  readonly problem: ConnectionProblem;
  readonly seconds: number;
}

export interface Breaker {
  /** Whether requests may be sent. */
  isClosed(): boolean;
  /** Set once everybody gave up. */
  outage(): Outage | undefined;
  /** Aborts when everybody gives up. */
  readonly givenUp: AbortSignal;
  /** Resolves when requests may be sent again, when everybody has given up, or when the signal aborts. */
  settled(prober: Prober, signal: AbortSignal): Promise<void>;
  /** Something was answered. `read`: the request, if it can be repeated as a probe. */
  answered(read: WireRequest | undefined): void;
  /** Nothing was answered to what was sent at that moment (milliseconds since 1970). */
  missed(sentAt: number, problem: ConnectionProblem): void;
  /** A request has no retries left. */
  exhausted(): void;
  /** From now on this limit is kept as well; the smaller one holds. */
  narrow(seconds: number): void;
}

/** Whoever is waiting sends the probes. */
export interface Prober {
  /** Sends the read and reports its end to the breaker. `limit`: milliseconds for the answer at most. */
  readonly probe: (read: WireRequest, limit: number) => Promise<void>;
  readonly onWait: (ms: number) => void;
  readonly random: () => number;
}

/** Failures in a row after which nothing more is sent. */
const SEVERAL = 3;
/** Longest pause between two probes, in milliseconds. */
const LONGEST_PAUSE = 10_000;

export function openBreaker(clock: Clock, unreachableSeconds: number): Breaker {
  let limit = unreachableSeconds * 1000;
  let streak = 0;
  /** Since when nothing was answered: when the first of these failures was sent. */
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
  const left = (): number => since + limit - clock.now();

  /** Goes on as long as anybody waits. */
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
    narrow: (seconds) => {
      limit = Math.min(limit, seconds * 1000);
    },
  };
}
