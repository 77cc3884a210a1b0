/**
 * Sends one request until it has a usable answer or may not be repeated. In: a request of a game. Out: its last attempt, with the
 * JSON of a success. Waits for its turn, follows redirects that only move a trailing slash, and retries.
 */
import type { Dispatcher } from "undici";
import { defined } from "../model/collections.ts";
import { type Json, jsonIn } from "../model/json.ts";
import type { Clock } from "./clock.ts";
import type { BrokenConnection, ConnectionProblem } from "./connection-problems.ts";
import type { Outage, ServiceLine } from "./line.ts";
import { type ServiceUrl, slashRedirect } from "./service-url.ts";
import {
  type Answer,
  type Exchange,
  exchange,
  isJsonBeginning,
  isSuccess,
  requestIdOf,
  type WireRequest,
} from "./transport.ts";

/** A request of one game. */
export interface GameRequest extends Pick<WireRequest, "method" | "body"> {
  /** Below the game, ids percent-encoded, no slash in front. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Cancels a request as long as it had no effect. */
export interface SendControl {
  /** Aborted: the request is not sent, unless an attempt may have had an effect already. */
  readonly hold: AbortSignal;
  /** Called for each attempt. */
  readonly onSend: () => void;
}

/** A request, and what stops it: `stop` also aborts attempts in flight. */
export interface Sending {
  readonly request: GameRequest;
  readonly stop: AbortSignal;
  readonly control?: SendControl;
}

/** The end of a request after all its attempts. */
export interface SendResult {
  /** `unsent`: aborted before any attempt that may have had an effect. `given-up`: the service failed for too long. */
  readonly last: Exchange | { readonly end: "unsent" } | { readonly end: "given-up"; readonly outage: Outage };
  /** Of a success; undefined for what is no JSON. */
  readonly body?: Json;
  readonly attempts: number;
  /** Whether an attempt before the last one may have been executed by the service; and whether any may have. */
  readonly mayHaveWorkedBefore: boolean;
  readonly mayHaveWorked: boolean;
}

/** What a client sends with. */
export interface Sender {
  readonly dispatcher: Dispatcher;
  readonly line: ServiceLine;
  readonly clock: Clock;
  readonly random: () => number;
  readonly service: ServiceUrl;
  readonly headers: Readonly<Record<string, string>>;
  /** How often a request is repeated at most. */
  readonly retries: number;
  /** For each answer, in milliseconds. */
  readonly limit: number;
  readonly onWait: (why: string, ms: number) => void;
  readonly onTrace: (trace: Trace) => void;
}

/** One attempt of a request, for logs. Holds no header but the request id, and nothing of a body. */
export interface Trace extends Pick<WireRequest, "method" | "path" | "query"> {
  /** Absent when no answer came. */
  readonly status?: number;
  readonly milliseconds: number;
  /** From 1; a request that follows a redirect belongs to the same attempt. */
  readonly attempt: number;
  /** How many bytes of the answer's body came. */
  readonly bytes?: number;
  /** What was wrong, in a few words. */
  readonly failure?: string;
  /** What the service calls the request. */
  readonly request_id?: string;
  /** Present when it is sent again. */
  readonly retry?: Wait;
}

/** Why requests wait, in a few words, and for how many milliseconds. */
interface Wait {
  readonly why: string;
  readonly ms: number;
}

export async function send(sender: Sender, sending: Sending): Promise<SendResult> {
  const { line, clock, retries, random } = sender;
  const { request, stop, control } = sending;
  // A request that may have had an effect is not cancelled any more.
  const late = AbortSignal.any([stop, line.givenUp]);
  const early = control === undefined ? late : AbortSignal.any([late, control.hold]);
  let mayHaveWorkedBefore = false;
  let previous: Exchange | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const until = mayHaveWorkedBefore ? late : early;
    const sent = await followSlash(sender, sending, attempt, until);
    if (sent === undefined) {
      const outage = line.outage();
      const unsent = { end: mayHaveWorkedBefore ? "stopped" : "unsent" } as const;
      const last = outage === undefined ? unsent : (previous ?? { end: "given-up", outage });
      return { last, attempts: attempt - 1, mayHaveWorkedBefore, mayHaveWorked: mayHaveWorkedBefore };
    }
    const { last, body, miss, held } = sent;
    const mayRepeat = miss !== undefined && !(miss.mayHaveWorked && request.method === "POST");
    // While the service fails, attempts do not use up a request's retries.
    const hasRetries = line.outage() === undefined && (line.probe() !== undefined || attempt <= retries);
    const mayHaveWorked: boolean = mayHaveWorkedBefore || miss?.mayHaveWorked === true;
    if (!mayRepeat || !hasRetries) {
      report(sender, sent);
      if (miss !== undefined) line.exhausted(miss.problem);
      return { last, ...defined({ body }), attempts: attempt, mayHaveWorkedBefore, mayHaveWorked };
    }
    const retry = held ?? { why: miss.why, ms: Math.min(line.patience(), backoff(attempt, random())) };
    report(sender, sent, retry);
    mayHaveWorkedBefore = mayHaveWorked;
    previous = last;
    if (held !== undefined) continue;
    sender.onWait(retry.why, retry.ms);
    await clock.sleep(retry.ms, mayHaveWorkedBefore ? late : early);
  }
}

/** One attempt and its end. */
interface Attempt extends Pick<SendResult, "body"> {
  readonly last: Exchange;
  /** Not reported yet: whether the request is repeated is decided later. */
  readonly trace: Trace;
  /** Absent for a usable answer, and for an end that another attempt would not change. */
  readonly miss?: Miss;
  /** What all requests wait for because of it. `isLonger`: than they did already. */
  readonly held?: Wait & { readonly isLonger: boolean };
}

interface Miss {
  readonly problem: ConnectionProblem;
  /** In a few words. */
  readonly why: string;
  /** Whether the service may have carried the request out without confirming it. */
  readonly mayHaveWorked: boolean;
}

function report(sender: Sender, { trace, held }: Attempt, retry?: Wait): void {
  sender.onTrace(retry === undefined ? trace : { ...trace, retry: { why: retry.why, ms: retry.ms } });
  if (held?.isLonger === true) sender.onWait(held.why, held.ms);
}

/** Limits redirects that move a slash back and forth. */
const MOST_HOPS = 2;

/** Undefined when `until` aborted before it was sent. */
async function followSlash(
  sender: Sender,
  { request, stop, control }: Sending,
  attempt: number,
  until: AbortSignal,
): Promise<Attempt | undefined> {
  const { line, headers, service } = sender;
  const { method, body } = request;
  const query = new URLSearchParams(request.query).toString();
  let path = `${service.gamePath}${request.path}`;
  let hops = 0;
  while (await line.enter(until)) {
    try {
      // While the service fails, the turn is a probe's.
      const probe = line.probe();
      if (probe === undefined) control?.onSend();
      const wire = { method, origin: service.origin, path, query, headers, ...defined({ body }) };
      const sent = await sendOnce(sender, probe ?? wire, probe === undefined ? attempt : 1, stop);
      const moved = probe === undefined ? placeOf(sent.last, service.origin, path) : path;
      if (moved === undefined || hops === MOST_HOPS) return sent;
      report(sender, sent);
      if (probe === undefined) hops += 1;
      path = moved;
    } finally {
      line.leave();
    }
  }
  return undefined;
}

/** Where a redirect leads that only moves a trailing slash. */
function placeOf(last: Exchange, origin: string, path: string): string | undefined {
  if (last.end !== "answered" || ![301, 302, 307, 308].includes(last.status)) return undefined;
  return slashRedirect(origin, path, last.header("location") ?? path);
}

/** While the service fails, in milliseconds. */
const SHORTEST_LIMIT = 10_000;

/** Sends the request, and informs the line of its end. */
async function sendOnce(sender: Sender, wire: WireRequest, attempt: number, stop: AbortSignal): Promise<Attempt> {
  const { line, clock, random } = sender;
  const start = clock.now();
  const limit = Math.min(sender.limit, Math.max(line.patience(), SHORTEST_LIMIT));
  const last = await exchange(sender.dispatcher, wire, { limit, stop });
  const { method, path, query } = wire;
  const trace = { method, path, query, milliseconds: clock.now() - start, attempt, ...traceOf(last) };
  const answer = last.end === "answered" ? last : undefined;
  const isGood = answer !== undefined && isSuccess(answer.status);
  const body = isGood && answer.defect === undefined ? jsonIn(answer.text) : undefined;
  const end = { last, trace, ...defined({ body }) };
  const defect = isGood && body === undefined ? defectIn(answer, method, line) : undefined;
  if (last.end === "stopped" || last.end === "hopeless" || defect?.hopeless === true) return end;
  const miss = missIn(last, defect?.problem);
  if (miss === undefined) {
    line.answered(wire);
    return end;
  }
  const ms = answer === undefined ? undefined : retryAfter(answer);
  // A service that says how long to wait fails only when it does so again afterwards.
  const pause = line.missed(wire, start + (ms ?? 0), miss.problem);
  const isFailing = line.probe() !== undefined;
  // After a 429 all wait, as they do while the service fails.
  const limited =
    isFailing || answer?.status !== 429 ? undefined : Math.min(line.patience(), backoff(attempt, random()));
  const asked = ms ?? limited;
  if (asked !== undefined) return { ...end, miss, held: { why: miss.why, ms: asked, isLonger: line.hold(asked) } };
  if (!isFailing) return { ...end, miss };
  return { ...end, miss, held: { why: "the service is failing", ms: pause, isLonger: pause > 0 } };
}

function traceOf(last: Exchange): Pick<Trace, "status" | "bytes" | "failure" | "request_id"> {
  if (last.end === "stopped") return { failure: "stopped" };
  if (last.end !== "answered") return { failure: last.problem.short };
  const { status, bytes, defect } = last;
  return { status, bytes, ...defined({ failure: defect?.problem.short, request_id: requestIdOf(last) }) };
}

/**
 * Why a success without JSON is not the service's own answer. A write may be answered with nothing, or with what broke off, and is
 * not repeated for a page. Before the service has ever answered, a page comes from a wrong address.
 */
function defectIn({ text, defect }: Answer, method: WireRequest["method"], line: ServiceLine): Answer["defect"] {
  const isBeginning = isJsonBeginning(text);
  if (method !== "GET" && (text.trim() === "" || (defect !== undefined && isBeginning))) return undefined;
  const problem = { sentence: "The answer is not JSON.", short: "no JSON", help: [] };
  return defect ?? { problem, hopeless: method !== "GET" || (!isBeginning && !line.hasAnswered()) };
}

/** `problem`: of a success that is not usable. Undefined for a usable answer. */
function missIn(last: Answer | BrokenConnection, problem: ConnectionProblem | undefined): Miss | undefined {
  if (last.end !== "answered") {
    return { problem: last.problem, why: "the connection failed", mayHaveWorked: last.end === "broken" };
  }
  if (problem !== undefined) return { problem, why: "the answer was not complete", mayHaveWorked: true };
  const { status } = last;
  if (status !== 429 && status < 500) return undefined;
  const why = status === 429 ? "the service's rate limit" : `the service answered ${status}`;
  const answered = { sentence: `The service answered ${status}.`, short: String(status), help: [] };
  return { problem: answered, why, mayHaveWorked: status !== 429 };
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
 * Milliseconds that `Retry-After` of a 429 or 5xx asks for, in whole seconds or as a date, which is measured against the answer's own
 * `Date`: the clock of this machine may be wrong. Undefined for no wait, an unreadable one, and more than a day.
 */
export function retryAfter({ status, header }: Pick<Answer, "status" | "header">): number | undefined {
  const value = header("retry-after") ?? "";
  const isSeconds = /^\s*\d+\s*$/.test(value);
  const ms = isSeconds ? Number(value) * 1000 : Date.parse(value) - Date.parse(header("date") ?? "");
  return (status === 429 || status >= 500) && ms > 0 && ms <= LONGEST_ASKED ? ms : undefined;
}
