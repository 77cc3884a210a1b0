/**
 * The line to one service, shared by all games of a run. In: requests, and the end of each attempt.
 * Out: the moment at which a request is sent. The line limits requests at once and per second, and
 * waits as long as the service says. After three failures in a row, it only repeats the last read
 * that had an answer, one at a time, until the read has an answer again. Failures for a minute end
 * the run.
 */
import type { ServiceSettings } from "../project/project-schema.ts";
import type { Clock } from "./clock.ts";
import type { ConnectionProblem, WireRequest } from "./transport.ts";

/**
 * Settings for calling the service of a game. The smallest concurrency and rate of all games of a
 * service apply.
 */
export type ClientSettings = Omit<ServiceSettings, "base_url" | "token_env">;

type Pace = Pick<ClientSettings, "concurrency" | "requests_per_second">;

/** Number of failures in a row after which only probes are sent. */
const SEVERAL = 3;
/** Milliseconds for which a service may fail. */
const OUTAGE_LIMIT = 60_000;
const LONGEST_PAUSE = 5_000;

/** Consecutive failures. `since`: when the first one was sent. */
interface FailureStreak {
  readonly since: number;
  readonly count: number;
}

/** The reason why an attempt got no usable answer, although another attempt may get one. */
export interface Miss {
  readonly problem: ConnectionProblem;
  readonly mayHaveWorked: boolean;
  /** Whether the service refused the request because of a rate limit. */
  readonly isLimit?: boolean;
  /** Whether there was no connection, and the request has no attempts left. */
  readonly isLast?: boolean;
}

export class ServiceLine {
  /** The last failure, if the service was given up. */
  outage: ConnectionProblem | undefined;
  /** Aborts when the service is given up. */
  readonly givenUp = new AbortController();
  private readonly clock: Clock;
  private readonly queue: (() => void)[] = [];
  private concurrency = Number.POSITIVE_INFINITY;
  /** Milliseconds between two requests. */
  private interval = 0;
  private inside = 0;
  private notBefore = 0;
  private nextSlot = 0;
  private failures: FailureStreak | undefined;
  /**
   * Whether the failures are answers of a rate limit. They have no effect, so that the next request
   * can test the limit.
   */
  private isLimited = false;
  /** Failures of writes alone, because a service can still answer reads. */
  private failedWrites: FailureStreak | undefined;
  private lastAnswer = 0;
  private lastRead: WireRequest | undefined;

  constructor(clock: Clock, settings: Pace) {
    this.clock = clock;
    this.narrow(settings);
  }

  /** Applies the settings of one more game. */
  narrow({ concurrency, requests_per_second = Number.POSITIVE_INFINITY }: Pace): void {
    this.concurrency = Math.min(this.concurrency, concurrency);
    this.interval = Math.max(this.interval, 1000 / requests_per_second);
  }

  /** Whether a read has had an answer. */
  get hasAnswered(): boolean {
    return this.lastRead !== undefined;
  }

  private get isFailing(): boolean {
    return this.hasAnswered && (this.failures?.count ?? 0) >= SEVERAL;
  }

  /** Milliseconds after which a failure ends everything. */
  get patience(): number {
    const begin = Math.min(this.failures?.since ?? Infinity, this.failedWrites?.since ?? Infinity);
    return Math.max(0, begin + OUTAGE_LIMIT - this.clock.now());
  }

  /**
   * Waits until a request may be sent, and needs one `leave()` for it. Returns false after an
   * abort. `probe`: repeats a read.
   */
  async enter(
    signal: AbortSignal,
    probe: (read: WireRequest) => Promise<unknown>,
  ): Promise<boolean> {
    for (;;) {
      await new Promise<void>((take) => {
        this.queue.push(take);
        this.admit();
      });
      await this.takeSlot(signal);
      if (!signal.aborted) {
        const probed = this.isFailing ? this.lastRead : undefined;
        if (probed === undefined || this.beginTrial()) return true;
        if (this.inside === 1) await probe(probed);
      }
      this.leave();
      if (signal.aborted) return false;
    }
  }

  /** Waits until the pause and the interval since the last request are over, or for an abort. */
  private async takeSlot(signal: AbortSignal): Promise<void> {
    for (let ms = 1; ms > 0 && !signal.aborted; ) {
      ms = Math.max(this.notBefore, this.nextSlot) - this.clock.now();
      // Timers count whole milliseconds.
      if (ms > 0) await this.clock.sleep(Math.ceil(ms), signal);
    }
    // Set without an `await` after the check, so that no other request takes the same slot.
    if (!signal.aborted) this.nextSlot = this.clock.now() + this.interval;
  }

  /** Whether a request is sent instead of a probe, once after a rate limit. */
  private beginTrial(): boolean {
    const isTrial = this.inside === 1 && this.isLimited;
    if (isTrial) this.isLimited = false;
    return isTrial;
  }

  leave(): void {
    this.inside -= 1;
    this.admit();
  }

  /** Delays all requests by the milliseconds. Returns whether that extends the present delay. */
  hold(ms: number): boolean {
    const until = this.clock.now() + ms;
    const isLonger = until > Math.max(this.notBefore, this.clock.now());
    if (isLonger) this.notBefore = until;
    return isLonger;
  }

  /** Records a usable answer. */
  answered(request: WireRequest): void {
    this.failures = undefined;
    if (request.method === "GET") this.lastRead = request;
    else this.failedWrites = undefined;
    this.lastAnswer = this.clock.now();
    this.admit();
  }

  /**
   * Records that a request sent at that moment got no usable answer. Returns the delay for all
   * requests, if there is one.
   */
  missed(
    { method }: WireRequest,
    sentAt: number,
    { problem, isLimit = false, isLast = false }: Miss,
  ): number | undefined {
    this.failures = this.longer(this.failures, sentAt);
    if (method !== "GET") this.failedWrites = this.longer(this.failedWrites, sentAt);
    this.isLimited = isLimit && (this.failures.count === 1 || this.isLimited);
    const count = Math.max(this.failures.count, this.failedWrites?.count ?? 0);
    const isTooLong = this.patience === 0;
    if (count >= SEVERAL && (isTooLong || (isLast && !this.hasAnswered))) {
      const what = isTooLong
        ? `given no usable answer for ${OUTAGE_LIMIT / 1000} seconds`
        : "never answered in this run";
      this.outage ??= { ...problem, sentence: `the service has ${what}. ${problem.sentence}` };
      this.givenUp.abort();
    }
    if (!this.isFailing) return undefined;
    return Math.min(this.patience, LONGEST_PAUSE, 500 * 2 ** (this.failures.count - SEVERAL));
  }

  private longer(streak: FailureStreak | undefined, sentAt: number): FailureStreak {
    return {
      since: streak?.since ?? Math.max(sentAt, this.lastAnswer),
      count: (streak?.count ?? 0) + 1,
    };
  }

  private admit(): void {
    while (this.queue.length > 0 && this.inside < (this.isFailing ? 1 : this.concurrency)) {
      this.inside += 1;
      this.queue.shift()?.();
    }
  }
}
