/**
 * The line to one service, shared by all games of a run. In: requests, and how each attempt ended. Out: when one is sent: so many
 * at once and per second, and none before the moment that the service names. After three failures in a row nothing is sent but
 * the last read that was answered, one at a time, until it is answered again. Failures that last a minute end everything.
 */
import type { Clock } from "./clock.ts";
import type { ConnectionProblem } from "./connection-problems.ts";
import type { WireRequest } from "./transport.ts";

/** How a game's service is asked. Of games of one service, the smaller concurrency and rate hold. */
export interface ClientSettings {
  /** For each answer as a whole. */
  readonly timeout_seconds: number;
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Absent: as many as the service lets through. */
  readonly requests_per_second?: number;
  /** How often a request is repeated at most. */
  readonly retries: number;
  /** Records that a list page is asked for; `none`: the service has no pages. */
  readonly page_size: number | "none";
}

type Pace = Pick<ClientSettings, "concurrency" | "requests_per_second">;

/** The last failure, and for how many seconds there was no usable answer. */
export interface Outage {
  readonly problem: ConnectionProblem;
  readonly seconds: number;
}

/** Who waits for a turn. */
export interface Turn {
  /** Aborted: the turn is not taken. Has to follow `givenUp`. */
  readonly signal: AbortSignal;
  /** Sends a read once more and records its end. */
  readonly probe: (read: WireRequest) => Promise<unknown>;
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

export class ServiceLine {
  /** Set once the service failed for too long. */
  outage: Outage | undefined;
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
  private failures: Streak | undefined;
  /** Of writes alone: a service can go on answering reads. */
  private failedWrites: Streak | undefined;
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
    return Math.max(0, this.begun() + LIMIT - this.clock.now());
  }

  /** True when a request may be sent; each needs one `leave()`. False: the signal aborted. */
  async enter({ signal, probe }: Turn): Promise<boolean> {
    while (await this.takePlace(signal)) {
      for (let ms = 1; ms > 0 && !signal.aborted; ) {
        ms = Math.max(this.notBefore, this.nextSlot) - this.clock.now();
        // Timers count whole milliseconds.
        if (ms > 0) await this.clock.sleep(Math.ceil(ms), signal);
      }
      if (!signal.aborted) {
        this.nextSlot = this.clock.now() + this.interval;
        if (!this.isFailing) return true;
        if (this.inside === 1) await probe(this.lastRead as WireRequest);
      }
      this.leave();
    }
    return false;
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
  missed({ method }: WireRequest, sentAt: number, problem: ConnectionProblem): number | undefined {
    this.failures = this.longer(this.failures, sentAt);
    if (method !== "GET") this.failedWrites = this.longer(this.failedWrites, sentAt);
    const count = Math.max(this.failures.count, this.failedWrites?.count ?? 0);
    if (count >= SEVERAL && this.patience === 0) this.giveUp(problem);
    if (!this.isFailing) return undefined;
    return Math.min(this.patience, LONGEST_PAUSE, 500 * 2 ** (this.failures.count - SEVERAL));
  }

  /** Records that a request has no retries left: a service that was never there gets those of one. */
  exhausted(problem: ConnectionProblem): void {
    if (!this.hasAnswered && (this.failures?.count ?? 0) >= SEVERAL) this.giveUp(problem);
  }

  private longer(streak: Streak | undefined, sentAt: number): Streak {
    return { since: streak?.since ?? Math.max(sentAt, this.lastAnswer), count: (streak?.count ?? 0) + 1 };
  }

  /** When the failures began that go on now. */
  private begun(): number {
    return Math.min(this.failures?.since ?? Infinity, this.failedWrites?.since ?? Infinity);
  }

  private giveUp(problem: ConnectionProblem): void {
    this.outage ??= { problem, seconds: Math.round((this.clock.now() - this.begun()) / 1000) };
    this.givenUp.abort();
  }

  private admit(): void {
    while (this.queue.length > 0 && this.inside < (this.isFailing ? 1 : this.concurrency)) {
      this.inside += 1;
      this.queue.shift()?.();
    }
  }

  /** False: the signal aborted first. */
  private takePlace(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isIn: boolean): void => {
        signal.removeEventListener("abort", abandon);
        resolve(isIn);
      };
      const take = (): void => end(true);
      const abandon = (): void => {
        this.queue.splice(this.queue.indexOf(take), 1);
        end(false);
      };
      if (signal.aborted) return resolve(false);
      signal.addEventListener("abort", abandon);
      this.queue.push(take);
      this.admit();
    });
  }
}
