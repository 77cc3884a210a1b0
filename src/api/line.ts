/**
 * The line to one service, shared by all games of a run. In: requests, and how each attempt ended. Out: when one is sent: so many
 * at once and per second, and none before the moment that the service names. After three failures in a row nothing is sent but
 * the last read that was answered, one at a time, until it is answered again. Failures that last a minute end everything.
 */
import type { ServiceSettings } from "../project/project-schema.ts";
import type { Clock } from "./clock.ts";
import type { ConnectionProblem, WireRequest } from "./transport.ts";

/** How a game's service is called. Of games of one service, the smaller concurrency and rate hold. */
export type ClientSettings = Omit<ServiceSettings, "base_url" | "token_env" | "scalars">;

type Pace = Pick<ClientSettings, "concurrency" | "requests_per_second">;

/** Failures in a row after which only probes are sent. */
const SEVERAL = 3;
/** Milliseconds that a service may fail. */
const OUTAGE_LIMIT = 60_000;
const LONGEST_PAUSE = 5_000;

/** Failures without a usable answer between them, and when the first of them was sent. */
interface FailureStreak {
  readonly since: number;
  readonly count: number;
}

/** Why there is no usable answer, where another attempt may get one. */
export interface Miss {
  readonly problem: ConnectionProblem;
  readonly mayHaveWorked: boolean;
  /** The service counts requests. */
  readonly isLimit?: boolean;
  /** There was no connection, and the request has no attempts left: where none was ever answered, all others would end alike. */
  readonly isLast?: boolean;
}

export class ServiceLine {
  /** Why nothing is sent any more, with the last failure. */
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
  /** Whether these are refusals to be so fast, which have no effect: the next request can show that they have ended. */
  private isLimited = false;
  /** Of writes alone: a service can go on answering reads. */
  private failedWrites: FailureStreak | undefined;
  private lastAnswer = 0;
  private lastRead: WireRequest | undefined;

  constructor(clock: Clock, settings: Pace) {
    this.clock = clock;
    this.narrow(settings);
  }

  /** Also keeps to these settings. */
  narrow({ concurrency, requests_per_second = Number.POSITIVE_INFINITY }: Pace): void {
    this.concurrency = Math.min(this.concurrency, concurrency);
    this.interval = Math.max(this.interval, 1000 / requests_per_second);
  }

  /** Whether a read was ever answered. */
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

  /** True when a request may be sent; each needs one `leave()`. False: the signal aborted. `probe` sends a read once more. */
  async enter(signal: AbortSignal, probe: (read: WireRequest) => Promise<unknown>): Promise<boolean> {
    for (;;) {
      await new Promise<void>((take) => {
        this.queue.push(take);
        this.admit();
      });
      for (let ms = 1; ms > 0 && !signal.aborted; ) {
        ms = Math.max(this.notBefore, this.nextSlot) - this.clock.now();
        // Timers count whole milliseconds.
        if (ms > 0) await this.clock.sleep(Math.ceil(ms), signal);
      }
      if (!signal.aborted) {
        this.nextSlot = this.clock.now() + this.interval;
        const probed = this.isFailing ? this.lastRead : undefined;
        const isTrial = probed !== undefined && this.inside === 1 && this.isLimited;
        if (isTrial) this.isLimited = false;
        if (isTrial || probed === undefined) return true;
        if (this.inside === 1) await probe(probed);
      }
      this.leave();
      if (signal.aborted) return false;
    }
  }

  leave(): void {
    this.inside -= 1;
    this.admit();
  }

  /** Sends nothing for so many milliseconds. Returns whether that is longer than what held already. */
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

  /** Records that a request sent at that moment got none. Returns for how long everything has to wait; undefined: it need not. */
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
    return { since: streak?.since ?? Math.max(sentAt, this.lastAnswer), count: (streak?.count ?? 0) + 1 };
  }

  private admit(): void {
    while (this.queue.length > 0 && this.inside < (this.isFailing ? 1 : this.concurrency)) {
      this.inside += 1;
      this.queue.shift()?.();
    }
  }
}
