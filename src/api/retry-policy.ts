/**
 * When a request is sent again, and how long to wait before that. Pure, so that the whole policy stands in one table
 * (docs/service.md#retries).
 */

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * What is known about one attempt. `answered`: a status came. `not-sent`: the connection was never there. `broken`: it
 * broke or took too long after the request may have arrived. `hopeless`: sending it again cannot help.
 */
export type AttemptEnd =
  | { readonly end: "answered"; readonly status: number }
  | { readonly end: "not-sent" | "broken" | "hopeless" };

/** Whether the service may have carried the request out although it gave no answer that says so. */
export function mayHaveWorked(attempt: AttemptEnd): boolean {
  return attempt.end === "broken" || (attempt.end === "answered" && attempt.status >= 500);
}

/** Whether the same request may be sent again. A POST only when it was surely not carried out. */
export function mayRepeat(method: Method, attempt: AttemptEnd): boolean {
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
