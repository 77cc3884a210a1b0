/**
 * Pacing and retry policy of requests. One gate per service and token, shared by the clients of several games, limits
 * requests in flight and per second, honours `Retry-After`, and keeps to the rate limit estimated from 429s and headers.
 */
import type { Clock } from "./clock.ts";
import type { Method } from "./transport.ts";

/** The configured limits of requests. */
interface Budget {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Absent: only the estimated pace. */
  readonly requests_per_second?: number;
}

export interface Gate {
  /** Resolves when a request may be sent; each permit needs one `leave()`. Undefined: the signal aborted first. */
  enter(signal: AbortSignal): Promise<Permit | undefined>;
  leave(): void;
  /** Records what the answer shows about the limit; call it before `leave()`. Returns the new estimate. */
  learn(permit: Permit, signals: LimitSignals): RateEstimate;
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
  let estimate = NO_ESTIMATE;
  /** When the next request may go at the estimated pace. */
  let nextTurn = 0;
  /** Requests in flight, and when the latest answers came, as many as fill a window. */
  let underWay = 0;
  const cameBack: number[] = [];
  const queue: (() => void)[] = [];

  const places = (): number => Math.min(most, mostInWindow(estimate) ?? most);

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
    // After narrowing, surplus places are not passed on.
    const next = inside <= places() ? queue.shift() : undefined;
    if (next === undefined) inside -= 1;
    else next();
  };

  const enter = async (signal: AbortSignal): Promise<Permit | undefined> => {
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
   * The service counts a request at some time between sending and answer. Freeing its place one window after the answer
   * therefore never lets too many into any one window.
   */
  const placeFreeAt = (): number => {
    const counted = mostInWindow(estimate);
    if (estimate.pace === undefined || counted === undefined) return 0;
    return (cameBack.at(underWay - counted) ?? Number.NEGATIVE_INFINITY) + estimate.pace.window;
  };

  const letThrough = (now: number): Permit => {
    nextSlot = now + interval;
    estimate = afterSending(estimate, now);
    const pause = estimate.pace?.interval ?? 0;
    // A request that is a little late does not delay the next.
    nextTurn = (now - nextTurn < pause ? nextTurn : now) + pause;
    underWay += 1;
    return { number: estimate.sent, at: now };
  };

  return {
    enter,
    leave: () => {
      underWay -= 1;
      const counted = mostInWindow(estimate);
      if (counted !== undefined) cameBack.push(clock.now());
      cameBack.splice(0, cameBack.length - (counted ?? 0));
      leavePlace();
    },
    learn: (permit, signals) => {
      estimate = afterAnswer(estimate, permit, signals, clock.now());
      return estimate;
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

/** A request that was let through. */
export interface Permit {
  /** From 1, in the order of sending. */
  readonly number: number;
  readonly at: number;
}

/** What an answer shows about the limit (docs/service.md#errors, 429). */
interface LimitSignals {
  readonly isRefused: boolean;
  /** Milliseconds until the window ends, from a 429. */
  readonly wait: number | undefined;
  /** Requests in a window. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
}

interface Pace {
  /** Milliseconds between the beginnings of two requests. */
  readonly interval: number;
  /** Length of the service's window, in milliseconds. */
  readonly window: number;
}

/**
 * What is known of the service's rate limit. It counts requests in windows of whole seconds that open with a request; the
 * length is undocumented. A 429 shows when a window ends, so its length is known where its beginning is: at an answer that
 * leaves all but one, or at the first request after a wait. From then on requests are spread evenly, slightly below what the
 * service let through. Others may have used the limit too, so the pace recovers: half of the places shown as unused are
 * taken per window; without such headers, half as much again is tried after a quiet window. Each further refusal doubles
 * the patience and halves the attempt, so that one odd 429 does not slow a long run and a limit is not hit repeatedly.
 */
interface RateEstimate {
  /** Requests sent so far. */
  readonly sent: number;
  readonly span: RequestSpan;
  /** Requests in a window, from the headers. */
  readonly limit?: number;
  /** Absent until a request was refused. */
  readonly pace?: Pace;
  /** Since when no request was refused and the pace was not raised. */
  readonly quietSince: number;
  /** The fewest remaining requests since then. */
  readonly lowest?: number;
  /** Quiet windows before a faster pace is tried, where no header shows what remains. */
  readonly patience: number;
}

/** Requests counted together: those of one window, or of several whose beginnings were not seen. */
interface RequestSpan {
  readonly first: Permit;
  /** Why a window begins with `first`: the headers showed it, it followed a wait, or unknown. */
  readonly begin: "opening" | "wait" | "unseen";
  readonly refused: number;
  /** When the window ends, once it is used up. */
  readonly ends?: number;
  /** The pace before any refusal in it, and the one before the last increase. */
  readonly before?: { readonly pace: Pace; readonly steady: Pace };
  /** The patience at its beginning. */
  readonly patience: number;
}

const SECOND = 1000;
/** A twentieth of a limit stays unused. */
const MARGIN = 20;
/** After a refusal: at least this share of the last good pace, at most this share of the refused one. */
const LEFT = { least: 0.75, most: 0.95 };
const LONGEST_PATIENCE = 32;

const NO_ESTIMATE: RateEstimate = {
  sent: 0,
  span: { first: { number: 1, at: Number.NEGATIVE_INFINITY }, begin: "unseen", refused: 0, patience: 0.5 },
  quietSince: 0,
  patience: 0.5,
};

/** Requests in one window at most. */
function mostInWindow({ limit, pace }: RateEstimate): number | undefined {
  if (pace === undefined) return undefined;
  return limit ?? Math.ceil(pace.window / pace.interval) + 1;
}

/** The estimate after a request was let through; its number is `sent`. */
function afterSending(estimate: RateEstimate, at: number): RateEstimate {
  const { span, pace, patience } = estimate;
  const sent = estimate.sent + 1;
  if (sent > 1 && at < (span.ends ?? Number.POSITIVE_INFINITY)) return { ...estimate, sent };
  const before = pace === undefined ? {} : { before: { pace, steady: pace } };
  const begin = sent > 1 ? "wait" : "unseen";
  return { ...estimate, sent, span: { first: { number: sent, at }, begin, refused: 0, patience, ...before } };
}

/** The estimate after an answer. Answers to requests from before the last wait are ignored. */
function afterAnswer(estimate: RateEstimate, permit: Permit, signals: LimitSignals, now: number): RateEstimate {
  if (permit.number < estimate.span.first.number) return estimate;
  const limit = signals.limit ?? estimate.limit;
  const known = limit === undefined ? estimate : { ...estimate, limit };
  if (signals.isRefused) return withPace(known, afterRefusal(known, signals, now));
  const { remaining } = signals;
  if (remaining === undefined) return withPace(known, faster(known, now));
  const opened = limit !== undefined && remaining === limit - 1 ? atOpening(known, permit, now) : known;
  const lowest = Math.min(remaining, known.lowest ?? remaining);
  return withPace(opened, faster({ ...opened, lowest }, now));
}

/** Keeps the pace below the limit that the headers show. */
function withPace({ limit }: RateEstimate, next: RateEstimate): RateEstimate {
  const { pace } = next;
  if (limit === undefined || pace === undefined) return next;
  return { ...next, pace: { ...pace, interval: Math.max(pace.interval, pace.window / below(limit)) } };
}

/**
 * Without `Retry-After`, the next request may be in another window already. A span of which nothing was let through belongs
 * to the refusal before, or others used up its window: it shows nothing.
 */
function afterRefusal(estimate: RateEstimate, { wait = 0 }: LimitSignals, now: number): RateEstimate {
  const { lowest: _, ...rest } = estimate;
  const { span } = estimate;
  const ends = Math.max(span.ends ?? 0, now + wait);
  return atLimit({ ...rest, span: { ...span, refused: span.refused + 1, ends }, quietSince: ends });
}

/** The estimate from a span that ended with a refusal; recomputed for each refusal in it. */
function atLimit(estimate: RateEstimate): RateEstimate {
  const { limit, sent, span } = estimate;
  const { before, ends, patience, first, begin } = span;
  const { pace: _, ...rest } = estimate;
  const asBefore: RateEstimate = { ...rest, patience, ...(before === undefined ? {} : { pace: before.pace }) };
  // Requests in flight count as let through until they are refused.
  const through = Math.min(sent - first.number + 1 - span.refused, limit ?? Number.POSITIVE_INFINITY);
  // Others may have used a window whose beginning was not seen.
  if (ends === undefined || through <= 0 || (before === undefined && begin === "unseen")) return asBefore;
  const window = wholeSeconds(ends - first.at);
  const measured = window / below(through);
  const next = { ...asBefore, patience: Math.min(LONGEST_PATIENCE, patience * 2) };
  if (before === undefined) return { ...next, pace: { interval: measured, window } };
  const { pace, steady } = before;
  const interval = Math.max(pace.interval / LEFT.most, Math.min(steady.interval / LEFT.least, measured));
  // Only where openings are seen can a length that covers several windows be corrected.
  const isLonger = limit === undefined && window > pace.window;
  return { ...next, pace: { interval, window: isLonger ? pace.window : window } };
}

/** A window opened with this request, so the previous one was no longer than the time between them. */
function atOpening(estimate: RateEstimate, permit: Permit, now: number): RateEstimate {
  const { span, pace } = estimate;
  const { first, ends } = span;
  // Answers come in any order; this one came after refusals.
  if (ends !== undefined) return atLimit({ ...estimate, span: { ...span, begin: "opening" } });
  const next: RateEstimate = { ...estimate, span: { ...span, first: permit, begin: "opening" } };
  if (pace === undefined || span.begin !== "opening" || permit.number === first.number) return next;
  return { ...next, pace: { ...pace, window: Math.min(pace.window, wholeSeconds(now - first.at)) } };
}

/** Raises the pace after a quiet period: by half of what is unused, or by an attempt. */
function faster(estimate: RateEstimate, now: number): RateEstimate {
  const { limit = 0, pace: steady, span, lowest, patience, quietSince } = estimate;
  if (steady === undefined || span.ends !== undefined) return estimate;
  const { interval, window } = steady;
  if (now < quietSince + window * (lowest === undefined ? patience : 1)) return estimate;
  const share = window / interval;
  const unused = lowest === undefined ? share / patience : Math.max(0, lowest - (limit - below(limit)));
  const pace = { interval: window / (share + Math.ceil(unused / 2)), window };
  const { lowest: _, ...rest } = estimate;
  return { ...rest, quietSince: now, pace, span: { ...span, before: { pace, steady } } };
}

/** Slightly fewer, so that rounding or a slow request does not make one too many. */
function below(requests: number): number {
  return Math.max(1, requests - Math.max(1, Math.floor(requests / MARGIN)));
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.floor(ms / SECOND)) * SECOND;
}

export const RATE_LIMIT = "the service's rate limit";

/** "the service's rate limit of 20 requests a second; laurel keeps to 19". */
export function rateLimitWords({ limit, pace }: RateEstimate): string {
  if (pace === undefined) return RATE_LIMIT;
  const own = Math.max(1, Math.round(pace.window / pace.interval));
  const per = timeWords(pace.window / 1000);
  if (limit === undefined) return `${RATE_LIMIT}; laurel keeps to ${requests(own)} ${per}`;
  return `${RATE_LIMIT} of ${requests(limit)} ${per}; laurel keeps to ${own}`;
}

function requests(number: number): string {
  return number === 1 ? "1 request" : `${number} requests`;
}

function timeWords(seconds: number): string {
  if (seconds === 1) return "a second";
  if (seconds === 60) return "a minute";
  return seconds === 3600 ? "an hour" : `in ${seconds} seconds`;
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
