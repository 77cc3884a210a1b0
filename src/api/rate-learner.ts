/**
 * Learns from refusals and headers how many requests a service takes (docs/service.md#errors, 429). Pure: what is known
 * and one thing that happened give what is known then.
 *
 * A service counts requests in windows of whole seconds; a window opens with its first request, and nobody says how long
 * it is. A 429 says when it ends, so the length is known where its beginning is: at an answer that leaves all but one, or
 * at the first request after a wait. From then on requests are spread evenly, a little below what the service let through
 * in that window. That may be less than its limit, because others used it too. It does not stay so: as long as the service
 * shows places that nobody uses, half of them are taken more in each window. Where it shows none, half as much again is
 * tried after a quiet window; each further refusal doubles the patience and halves what is tried, so that neither one odd
 * 429 starves a long run nor a limit is run into again and again.
 */

/** A request that was let through. */
export interface Pass {
  /** From 1, in the order of sending. */
  readonly number: number;
  readonly at: number;
}

/** What an answer tells about the limit. */
export interface LimitSigns {
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

export interface Learning {
  /** Requests sent so far. */
  readonly sent: number;
  readonly stretch: Stretch;
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
interface Stretch {
  readonly first: Pass;
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

export const NOTHING_LEARNT: Learning = {
  sent: 0,
  stretch: { first: { number: 1, at: Number.NEGATIVE_INFINITY }, begin: "unseen", refused: 0, patience: 0.5 },
  quietSince: 0,
  patience: 0.5,
};

/** Most requests in one window, of which the answer to each has to be a window old before its place is free again. */
export function mostInWindow({ limit, pace }: Learning): number | undefined {
  if (pace === undefined) return undefined;
  return limit ?? Math.ceil(pace.window / pace.interval) + 1;
}

/** A request is let through at that moment; its number is `sent` of what comes out. */
export function afterSending(learning: Learning, at: number): Learning {
  const { stretch, pace, patience } = learning;
  const sent = learning.sent + 1;
  if (sent > 1 && at < (stretch.ends ?? Number.POSITIVE_INFINITY)) return { ...learning, sent };
  const before = pace === undefined ? {} : { before: { pace, steady: pace } };
  const begin = sent > 1 ? "wait" : "unseen";
  return { ...learning, sent, stretch: { first: { number: sent, at }, begin, refused: 0, patience, ...before } };
}

/** A request is answered at `now`. Requests from before a wait that is over say nothing any more. */
export function afterAnswer(learning: Learning, pass: Pass, signs: LimitSigns, now: number): Learning {
  if (pass.number < learning.stretch.first.number) return learning;
  const limit = signs.limit ?? learning.limit;
  const known = limit === undefined ? learning : { ...learning, limit };
  if (signs.isRefused) return withPace(known, afterRefusal(known, signs, now));
  const { remaining } = signs;
  if (remaining === undefined) return withPace(known, faster(known, now));
  const opened = limit !== undefined && remaining === limit - 1 ? atOpening(known, pass, now) : known;
  const lowest = Math.min(remaining, known.lowest ?? remaining);
  return withPace(opened, faster({ ...opened, lowest }, now));
}

/** However a pace came about, it is below the limit that the service tells. */
function withPace({ limit }: Learning, next: Learning): Learning {
  const { pace } = next;
  if (limit === undefined || pace === undefined) return next;
  return { ...next, pace: { ...pace, interval: Math.max(pace.interval, pace.window / below(limit)) } };
}

/**
 * Without a moment to wait for, what is sent next may be in another window already. A stretch of which nothing was let
 * through belongs to the refusal before, or others have used its window up: it tells nothing.
 */
function afterRefusal(learning: Learning, { wait = 0 }: LimitSigns, now: number): Learning {
  const { lowest: _, ...rest } = learning;
  const { stretch } = learning;
  const ends = Math.max(stretch.ends ?? 0, now + wait);
  return atLimit({ ...rest, stretch: { ...stretch, refused: stretch.refused + 1, ends }, quietSince: ends });
}

/** What follows from a stretch at whose end something was refused; each refusal of it does this anew. */
function atLimit(learning: Learning): Learning {
  const { limit, sent, stretch } = learning;
  const { before, ends, patience, first, begin } = stretch;
  const { pace: _, ...rest } = learning;
  const asBefore: Learning = { ...rest, patience, ...(before === undefined ? {} : { pace: before.pace }) };
  // What is in flight counts as let through until it is refused, too.
  const through = Math.min(sent - first.number + 1 - stretch.refused, limit ?? Number.POSITIVE_INFINITY);
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
function atOpening(learning: Learning, pass: Pass, now: number): Learning {
  const { stretch, pace } = learning;
  const { first, ends } = stretch;
  // The answers of one window may come in any order, and this one after refusals.
  if (ends !== undefined) return atLimit({ ...learning, stretch: { ...stretch, begin: "opening" } });
  const next: Learning = { ...learning, stretch: { ...stretch, first: pass, begin: "opening" } };
  if (pace === undefined || stretch.begin !== "opening" || pass.number === first.number) return next;
  return { ...next, pace: { ...pace, window: Math.min(pace.window, wholeSeconds(now - first.at)) } };
}

/** Takes half of what is left unused, or tries more, when it was quiet for long enough. */
function faster(learning: Learning, now: number): Learning {
  const { limit = 0, pace: steady, stretch, lowest, patience, quietSince } = learning;
  if (steady === undefined || stretch.ends !== undefined) return learning;
  const { interval, window } = steady;
  if (now < quietSince + window * (lowest === undefined ? patience : 1)) return learning;
  const share = window / interval;
  const unused = lowest === undefined ? share / patience : Math.max(0, lowest - (limit - below(limit)));
  const pace = { interval: window / (share + Math.ceil(unused / 2)), window };
  const { lowest: _, ...rest } = learning;
  return { ...rest, quietSince: now, pace, stretch: { ...stretch, before: { pace, steady } } };
}

/** A little fewer, so that neither rounding nor a detour of a request makes it one too many. */
function below(requests: number): number {
  return Math.max(1, requests - Math.max(1, Math.floor(requests / MARGIN)));
}

/** The length of a window that is at most so long: a whole number of seconds. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.floor(ms / SECOND)) * SECOND;
}
