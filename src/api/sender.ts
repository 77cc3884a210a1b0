/**
 * Sends one request until it has a usable answer or may not be repeated. In: a request of a game. Out: its last attempt, with the
 * JSON of a success. Waits for its turn, and retries.
 */
import { defined } from "../model/collections.ts";
import type { PageRead, RequestEvent } from "../model/events.ts";
import { type Json, jsonIn } from "../model/json.ts";
import type { BrokenConnection, ConnectionProblem } from "./connection-problems.ts";
import type { ConnectionSettings, Connections, HttpConnection } from "./connections.ts";
import type { Outage, ServiceLine } from "./line.ts";
import type { Mask } from "./masking.ts";
import type { ServiceUrl } from "./service-url.ts";
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

/** The end of a request after all its attempts. */
export interface SendResult {
  /** `unsent`: aborted before any attempt that may have had an effect. `given-up`: the service failed for too long. */
  readonly last: Exchange | { readonly end: "unsent" } | { readonly end: "given-up"; readonly outage: Outage };
  /** Of a success; undefined for what is no JSON. */
  readonly body?: Json;
  readonly attempts: number;
  /** Whether a success is not the service's own answer. */
  readonly isForeign?: boolean;
  /** Whether an attempt before the last one may have been executed by the service; and whether any may have. */
  readonly mayHaveWorkedBefore: boolean;
  readonly mayHaveWorked: boolean;
}

export interface ClientSettings extends ConnectionSettings {
  /** How often a request is repeated at most. */
  readonly retries: number;
  /** Records that a list page is asked for; `none`: the service has no pages. */
  readonly page_size: number | "none";
}

/** The outside world of a client. */
export interface ClientPorts {
  /** Shared with clients of other games. Their opener closes them. */
  readonly connections: Connections;
  /** From 0 up to 1, for the jitter of delays. */
  readonly random: () => number;
  /** Called with the reason and milliseconds when requests have to wait. */
  readonly onWait?: (why: string, ms: number) => void;
  /** Called for each attempt of a request, also of one that looks whether a failing service is back. */
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onPage?: (page: PageRead) => void;
}

/** The way to one game of one service. */
export interface Channel {
  readonly service: ServiceUrl;
  readonly connection: HttpConnection;
  readonly settings: ClientSettings;
  readonly ports: ClientPorts;
  readonly token: string;
  readonly mask: Mask;
  /** Whether the service is a part of this program, which has no configured address. */
  readonly isOwn: boolean;
}

export async function send(channel: Channel, request: GameRequest, control?: SendControl): Promise<SendResult> {
  const { connection, service, settings, ports } = channel;
  const { line } = connection;
  const { clock, aborted } = ports.connections;
  // A request that may have had an effect is not cancelled any more.
  const late = AbortSignal.any([aborted, line.givenUp.signal]);
  const early = control === undefined ? late : AbortSignal.any([late, control.hold]);
  const query = new URLSearchParams(request.query).toString();
  const { method, body } = request;
  const headers = {
    authorization: `Bearer ${channel.token}`,
    accept: "application/json",
    "content-type": "application/json",
    "user-agent": "laurel",
  };
  const path = service.gamePath + request.path;
  const wire: WireRequest = { method, origin: service.origin, path, query, headers, ...defined({ body }) };
  const probe = async (read: WireRequest): Promise<void> => report(channel, await attemptOnce(channel, read, 1), true);
  let mayHaveWorkedBefore = false;
  let previous: Exchange | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const until = mayHaveWorkedBefore ? late : early;
    if (!(await line.enter({ signal: until, probe }))) {
      const unsent = { end: mayHaveWorkedBefore ? "stopped" : "unsent" } as const;
      const last = line.outage === undefined ? unsent : (previous ?? { end: "given-up", outage: line.outage });
      return { last, attempts: attempt - 1, mayHaveWorkedBefore, mayHaveWorked: mayHaveWorkedBefore };
    }
    control?.onSend();
    const sent = await attemptOnce(channel, wire, attempt).finally(() => line.leave());
    const { last, miss, event: _, ...success } = sent;
    const mayRepeat = miss !== undefined && !(miss.mayHaveWorked && method === "POST");
    const isRepeated = mayRepeat && line.outage === undefined && attempt <= settings.retries;
    report(channel, sent, isRepeated);
    const mayHaveWorked: boolean = mayHaveWorkedBefore || miss?.mayHaveWorked === true;
    if (!isRepeated) {
      if (miss !== undefined) line.exhausted(miss.problem);
      return { last, ...success, attempts: attempt, mayHaveWorkedBefore, mayHaveWorked };
    }
    [mayHaveWorkedBefore, previous] = [mayHaveWorked, last];
    if (!miss.isForAll) await clock.sleep(miss.ms, mayHaveWorked ? late : early);
  }
}

/** One attempt and its end. */
interface Attempt extends Pick<SendResult, "body" | "isForeign"> {
  readonly last: Exchange;
  readonly event: RequestEvent;
  /** Absent for a usable answer, and for an end that another attempt would not change. */
  readonly miss?: Miss & Wait;
}

interface Miss {
  readonly problem: ConnectionProblem;
  /** In a few words. */
  readonly why: string;
  /** Whether the service may have carried the request out without confirming it. */
  readonly mayHaveWorked: boolean;
}

/** The wait before the request may be sent again, in milliseconds. */
interface Wait {
  readonly ms: number;
  /** All requests wait, not only this one. */
  readonly isForAll: boolean;
  /** Whether nobody waits as long already. */
  readonly isLonger: boolean;
}

function report({ ports, mask }: Channel, { event, miss }: Attempt, isRepeated: boolean): void {
  const again = miss !== undefined && isRepeated;
  const { path, query, request_id } = event;
  // The token could be in an id, or echoed by the service.
  const masked = {
    path: mask(path),
    query: query && mask(query),
    request_id: request_id && mask(request_id).slice(0, 200),
  };
  const retry = again ? { retry_reason: miss.why, retry_in_ms: miss.ms } : {};
  ports.onRequest?.({ ...event, ...defined(masked), ...retry });
  if (miss?.isLonger === true && (again || miss.isForAll)) ports.onWait?.(miss.why, miss.ms);
}

/** While the service fails, in milliseconds. */
const SHORTEST_LIMIT = 10_000;

/** Sends the request, and informs the line of its end. */
async function attemptOnce(
  { connection, settings, ports }: Channel,
  wire: WireRequest,
  attempt: number,
): Promise<Attempt> {
  const { line, dispatcher } = connection;
  const { clock, aborted } = ports.connections;
  const start = clock.now();
  const limit = Math.min(settings.timeout_seconds * 1000, Math.max(line.patience, SHORTEST_LIMIT));
  const last = await exchange(dispatcher, wire, { limit, stop: aborted });
  const answer = last.end === "answered" ? last : undefined;
  const isGood = answer !== undefined && isSuccess(answer.status);
  const body = isGood && answer.defect === undefined ? jsonIn(answer.text) : undefined;
  const defect = isGood && body === undefined ? defectIn(answer, wire.method, line) : undefined;
  const event = eventOf(wire, last, { attempt, duration_ms: Math.round(clock.now() - start) });
  const end = { last, event, isForeign: defect !== undefined, ...defined({ body }) };
  if (last.end === "stopped" || last.end === "hopeless" || defect?.hopeless === true) return end;
  const miss = missIn(last, defect?.problem);
  if (miss === undefined) {
    line.answered(wire);
    return end;
  }
  const asked = answer === undefined ? undefined : retryAfter(answer);
  // A service that says how long to wait fails only when it does so again afterwards.
  const pause = line.missed(wire, start + (asked ?? 0), miss.problem);
  const why = asked === undefined && pause !== undefined ? "the service is failing" : miss.why;
  const ms = asked ?? pause ?? Math.min(line.patience, backoff(attempt, ports.random()));
  const isForAll = asked !== undefined || pause !== undefined || answer?.status === 429;
  return { ...end, miss: { ...miss, why, ms, isForAll, isLonger: isForAll ? line.hold(ms) : true } };
}

function eventOf(
  { method, path, query }: WireRequest,
  last: Exchange,
  times: Pick<RequestEvent, "attempt" | "duration_ms">,
): RequestEvent {
  const event = { event: "request", method, path, ...defined({ query: query || undefined }), ...times } as const;
  if (last.end === "stopped") return { ...event, failure: "stopped" };
  if (last.end !== "answered") return { ...event, failure: last.problem.short };
  const { status, bytes, defect } = last;
  return { ...event, status, bytes, ...defined({ failure: defect?.problem.short, request_id: requestIdOf(last) }) };
}

/**
 * Why a success without JSON is not the service's own answer. A write may be answered with nothing, or with what broke off, and is
 * not repeated for a page. Before the service has ever answered, a page comes from a wrong address.
 */
function defectIn({ text, defect }: Answer, method: WireRequest["method"], line: ServiceLine): Answer["defect"] {
  const isBeginning = isJsonBeginning(text);
  if (method !== "GET" && (text.trim() === "" || (defect !== undefined && isBeginning))) return undefined;
  const problem = { sentence: "The answer is not JSON.", short: "no JSON", help: [] };
  return defect ?? { problem, hopeless: method !== "GET" || (!isBeginning && !line.hasAnswered) };
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

/**
 * Milliseconds to wait before repeat number `repeat` (from 1) when the service named no moment: doubled each time, less up to
 * half of it by `random` (0 to 1), so that clients do not come back in step.
 */
export function backoff(repeat: number, random: number): number {
  return Math.round(500 * 2 ** (repeat - 1) * (1 - random / 2));
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
