/**
 * The one place where every request to a service waits for its turn: so many in flight at most, so many a second at
 * most, nobody before the moment that the service named in `Retry-After`, and once a limit was met, at the pace that was
 * learnt from it. Clients of several games share one.
 */
import type { Clock } from "./clock.ts";
import type { Method } from "./transport.ts";

/** What a service may be asked. */
export interface Budget {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Absent: no pacing but what is learnt. */
  readonly requestsPerSecond?: number;
}

/** Lets requests through. */
export interface Gate {
  /** Resolves when a request may be sent: a permit needs one `leave()` later; undefined means the signal aborted first. */
  enter(signal: AbortSignal): Promise<Permit | undefined>;
  leave(): void;
  /** What the answer says about the limit, before `leave()`. Out: what is known of it now. */
  learn(permit: Permit, signals: LimitSignals): RateEstimate;
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
  let estimate = NO_ESTIMATE;
  /** When the next request goes at the learnt pace. */
  let nextTurn = 0;
  /** Requests under way, and when the last ones that fill a window of the service came back. */
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
    // A place that is no longer there since the gate was narrowed is given to nobody.
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
   * The service counts a request when it comes, which is some time between sending and answer. So none is counted twice
   * in any span of a window's length when a place is free again a window after its answer, however late that came.
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
    // Who comes a little late does not delay the next one.
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

/** Milliseconds between the beginnings of two requests. */
function intervalOf({ requestsPerSecond }: Budget): number {
  return requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
}

/** A request that was let through. */
export interface Permit {
  /** From 1, in the order of sending. */
  readonly number: number;
  readonly at: number;
}

/** What an answer tells about the limit. */
export interface LimitSignals {
  readonly isRefused: boolean;
  /** Milliseconds until the window ends, as a refusal says. */
  readonly wait: number | undefined;
  /** Requests in a window. */
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
}

export interface Pace {
  /** Milliseconds between the beginnings of two requests. */
  readonly interval: number;
  /** Length of the service's window, in milliseconds. */
  readonly window: number;
}

export interface RateEstimate {
  /** Requests sent so far. */
  readonly sent: number;
  readonly span: RequestSpan;
  /** What the service says that it takes in a window. */
  readonly limit?: number;
  /** Absent until a limit was met. */
  readonly pace?: Pace;
  /** Since when nothing was refused, and nothing was tried. */
  readonly quietSince: number;
  /** The fewest places that were left since then. */
  readonly lowest?: number;
  /** Quiet windows before more is tried, where the service does not show what is left. */
  readonly patience: number;
}

/** Requests that are counted together: those of one window, or of several whose beginnings were not seen. */
interface RequestSpan {
  readonly first: Permit;
  /** How it is known that a window begins with it: the service said so, it came after a wait, or not at all. */
  readonly begin: "opening" | "wait" | "unseen";
  readonly refused: number;
  /** When its last window ends, once it is used up. */
  readonly ends?: number;
  /** The pace that went before any refusal of it, and the one before that was last made faster. */
  readonly before?: { readonly pace: Pace; readonly steady: Pace };
  /** With which it began. */
  readonly patience: number;
}

const SECOND = 1000;
/** One part of so many of a limit is left alone. */
const MARGIN = 20;
/** One refusal leaves at least so much of a pace that went well, at most so much of the one that was refused. */
const LEFT = { least: 0.75, most: 0.95 };
/** Quiet windows, at most, before more is tried. */
const LONGEST_PATIENCE = 32;

export const NO_ESTIMATE: RateEstimate = {
  sent: 0,
  span: { first: { number: 1, at: Number.NEGATIVE_INFINITY }, begin: "unseen", refused: 0, patience: 0.5 },
  quietSince: 0,
  patience: 0.5,
};

/** Most requests in one window, of which the answer to each has to be a window old before its place is free again. */
export function mostInWindow({ limit, pace }: RateEstimate): number | undefined {
  if (pace === undefined) return undefined;
  return limit ?? Math.ceil(pace.window / pace.interval) + 1;
}

/** A request is let through at that moment; its number is `sent` of what comes out. */
export function afterSending(estimate: RateEstimate, at: number): RateEstimate {
  const { span, pace, patience } = estimate;
  const sent = estimate.sent + 1;
  if (sent > 1 && at < (span.ends ?? Number.POSITIVE_INFINITY)) return { ...estimate, sent };
  const before = pace === undefined ? {} : { before: { pace, steady: pace } };
  const begin = sent > 1 ? "wait" : "unseen";
  return { ...estimate, sent, span: { first: { number: sent, at }, begin, refused: 0, patience, ...before } };
}

/** A request is answered at `now`. Requests from before a wait that is over say nothing any more. */
export function afterAnswer(estimate: RateEstimate, permit: Permit, signals: LimitSignals, now: number): RateEstimate {
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

/** However a pace came about, it is below the limit that the service tells. */
function withPace({ limit }: RateEstimate, next: RateEstimate): RateEstimate {
  const { pace } = next;
  if (limit === undefined || pace === undefined) return next;
  return { ...next, pace: { ...pace, interval: Math.max(pace.interval, pace.window / below(limit)) } };
}

/**
 * Without a moment to wait for, what is sent next may be in another window already. A span of which nothing was let
 * through belongs to the refusal before, or others have used its window up: it tells nothing.
 */
function afterRefusal(estimate: RateEstimate, { wait = 0 }: LimitSignals, now: number): RateEstimate {
  const { lowest: _, ...rest } = estimate;
  const { span } = estimate;
  const ends = Math.max(span.ends ?? 0, now + wait);
  return atLimit({ ...rest, span: { ...span, refused: span.refused + 1, ends }, quietSince: ends });
}

/** What follows from a span at whose end something was refused; each refusal of it does this anew. */
function atLimit(estimate: RateEstimate): RateEstimate {
  const { limit, sent, span } = estimate;
  const { before, ends, patience, first, begin } = span;
  const { pace: _, ...rest } = estimate;
  const asBefore: RateEstimate = { ...rest, patience, ...(before === undefined ? {} : { pace: before.pace }) };
  // What is in flight counts as let through until it is refused, too.
  const through = Math.min(sent - first.number + 1 - span.refused, limit ?? Number.POSITIVE_INFINITY);
  // A window whose beginning was not seen may have been used by anybody.
  if (ends === undefined || through <= 0 || (before === undefined && begin === "unseen")) return asBefore;
  const window = wholeSeconds(ends - first.at);
  const measured = window / below(through);
  const next = { ...asBefore, patience: Math.min(LONGEST_PATIENCE, patience * 2) };
  if (before === undefined) return { ...next, pace: { interval: measured, window } };
  const { pace, steady } = before;
  const interval = Math.max(pace.interval / LEFT.most, Math.min(steady.interval / LEFT.least, measured));
  // Only where openings are seen, what is taken for one window and was several is put right.
  const isLonger = limit === undefined && window > pace.window;
  return { ...next, pace: { interval, window: isLonger ? pace.window : window } };
}

/** A window opened with this request, so that it is not longer than the time since the one before. */
function atOpening(estimate: RateEstimate, permit: Permit, now: number): RateEstimate {
  const { span, pace } = estimate;
  const { first, ends } = span;
  // The answers of one window may come in any order, and this one after refusals.
  if (ends !== undefined) return atLimit({ ...estimate, span: { ...span, begin: "opening" } });
  const next: RateEstimate = { ...estimate, span: { ...span, first: permit, begin: "opening" } };
  if (pace === undefined || span.begin !== "opening" || permit.number === first.number) return next;
  return { ...next, pace: { ...pace, window: Math.min(pace.window, wholeSeconds(now - first.at)) } };
}

/** Takes half of what is left unused, or tries more, when it was quiet for long enough. */
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

/** A little fewer, so that neither rounding nor a detour of a request makes it one too many. */
function below(requests: number): number {
  return Math.max(1, requests - Math.max(1, Math.floor(requests / MARGIN)));
}

/** The length of a window that is at most so long: a whole number of seconds. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.floor(ms / SECOND)) * SECOND;
}

export const RATE_LIMIT = "the service's rate limit";

/** "the service's rate limit of 20 requests a second; laurel keeps to 19", as far as it is known. */
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

/** Whether the service may have carried the request out although it gave no answer that says so. */
export function mayHaveWorked(attempt: AttemptOutcome): boolean {
  return attempt.end === "broken" || (attempt.end === "answered" && attempt.status >= 500);
}

/** Whether the same request may be sent again. A POST only when it was surely not carried out. */
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

/** Who asks to wait longer than a day has nothing to say that is worth a wait. */
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
