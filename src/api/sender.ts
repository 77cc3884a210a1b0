/**
 * Sends one request until it has a usable answer or may not be repeated. In: a request of a game. Out: its last attempt, with the
 * JSON of a success. Waits for its turn, follows redirects that only move a trailing slash, and retries.
 */
import { defined } from "../model/collections.ts";
import type { PageRead, RequestEvent } from "../model/events.ts";
import type { ConnectionProblem } from "./connection-problems.ts";
import type { Connections, HttpConnection } from "./connections.ts";
import type { ClientSettings, Outage } from "./line.ts";
import type { Mask } from "./masking.ts";
import { type ServiceUrl, slashRedirect } from "./service-url.ts";
import { type Exchange, exchange, isSuccess, isUsable, type WireRequest } from "./transport.ts";

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
  readonly attempts: number;
  /** Whether an attempt before the last one may have been executed by the service; and whether any may have. */
  readonly mayHaveWorkedBefore: boolean;
  readonly mayHaveWorked: boolean;
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
  let wire: WireRequest = { method, origin: service.origin, path, query, headers, ...defined({ body }) };
  const probe = (read: WireRequest): Promise<Attempt> => attemptOnce(channel, read, { attempt: 1, isLast: false });
  let mayHaveWorkedBefore = false;
  let previous: Exchange | undefined;
  for (let [attempt, hops] = [1, 0]; ; ) {
    const until = mayHaveWorkedBefore ? late : early;
    if (!(await line.enter({ signal: until, probe }))) {
      const unsent = { end: mayHaveWorkedBefore ? "stopped" : "unsent" } as const;
      const last = line.outage === undefined ? unsent : (previous ?? { end: "given-up", outage: line.outage });
      return { last, attempts: attempt - 1, mayHaveWorkedBefore, mayHaveWorked: mayHaveWorkedBefore };
    }
    control?.onSend();
    const isLast = attempt > settings.retries;
    const sending = attemptOnce(channel, wire, { attempt, isLast });
    const { last, miss, isRepeated } = await sending.finally(() => line.leave());
    const moved = last.end === "answered" && hops < MOST_HOPS ? slashRedirect(wire, last) : undefined;
    if (moved !== undefined) {
      wire = { ...wire, path: moved };
      hops += 1;
      continue;
    }
    const mayHaveWorked: boolean = mayHaveWorkedBefore || miss?.mayHaveWorked === true;
    if (miss === undefined || !isRepeated) {
      if (miss !== undefined) line.exhausted(miss.problem);
      return { last, attempts: attempt, mayHaveWorkedBefore, mayHaveWorked };
    }
    [mayHaveWorkedBefore, previous] = [mayHaveWorked, last];
    attempt += 1;
    if (!miss.isForAll) await clock.sleep(miss.ms, mayHaveWorked ? late : early);
  }
}

/** Limits redirects that move a slash back and forth. */
const MOST_HOPS = 2;

/** The end of one attempt. */
interface Attempt {
  readonly last: Exchange;
  /** Absent for a usable answer, and for an end that another attempt would not change. */
  readonly miss?: Miss & { readonly ms: number; readonly isForAll: boolean };
  readonly isRepeated: boolean;
}

interface Miss {
  readonly problem: ConnectionProblem;
  /** In a few words. */
  readonly why: string;
  /** Whether the service may have carried the request out without confirming it. */
  readonly mayHaveWorked: boolean;
}

/** While the service fails, in milliseconds. */
const SHORTEST_LIMIT = 10_000;

/** Sends the request, informs the line of its end, and reports it. */
async function attemptOnce(
  { connection, settings, ports, mask }: Channel,
  wire: WireRequest,
  { attempt, isLast }: { readonly attempt: number; readonly isLast: boolean },
): Promise<Attempt> {
  const { line, dispatcher } = connection;
  const { clock, aborted } = ports.connections;
  const start = clock.now();
  const limit = Math.min(settings.timeout_seconds * 1000, Math.max(line.patience, SHORTEST_LIMIT));
  const last = await exchange(dispatcher, wire, { limit, stop: aborted });
  const event: RequestEvent = {
    event: "request",
    method: wire.method,
    // The token could be in an id.
    path: mask(wire.path),
    ...defined({ query: mask(wire.query) || undefined }),
    ...factsOf(last),
    duration_ms: Math.round(clock.now() - start),
    attempt,
  };
  const miss = missIn(last, wire, line.hasAnswered);
  if (miss === undefined) {
    if (last.end === "answered" && (!isSuccess(last.status) || isUsable(last, wire.method))) line.answered(wire);
    ports.onRequest?.(event);
    return { last, isRepeated: false };
  }
  const asked = last.end === "answered" ? retryAfter(last.header("retry-after")) : undefined;
  // A service that says how long to wait fails only when it does so again afterwards.
  const pause = line.missed(wire, start + (asked ?? 0), miss.problem);
  const why = asked === undefined && pause !== undefined ? "the service is failing" : miss.why;
  const ms = asked ?? pause ?? Math.min(line.patience, backoff(attempt, ports.random()));
  // All requests wait, not only this one.
  const isForAll = asked !== undefined || pause !== undefined || (last.end === "answered" && last.status === 429);
  const isNews = !isForAll || line.hold(ms);
  const mayRepeat = !(miss.mayHaveWorked && wire.method === "POST");
  const isRepeated = mayRepeat && !isLast && line.outage === undefined;
  ports.onRequest?.(isRepeated ? { ...event, retry_reason: why, retry_in_ms: ms } : event);
  if (isNews && (isRepeated || isForAll)) ports.onWait?.(why, ms);
  return { last, miss: { ...miss, ms, isForAll }, isRepeated };
}

function factsOf(last: Exchange): Pick<RequestEvent, "status" | "bytes" | "failure"> {
  if (last.end === "stopped") return { failure: "stopped" };
  if (last.end !== "answered") return { failure: last.problem.short };
  return { status: last.status, bytes: last.bytes, ...defined({ failure: last.defect?.problem.short }) };
}

/** Why there is no usable answer, where another attempt may get one. */
function missIn(last: Exchange, { method }: WireRequest, hasAnswered: boolean): Miss | undefined {
  if (last.end === "stopped" || last.end === "hopeless") return undefined;
  if (last.end !== "answered") {
    return { problem: last.problem, why: "the connection failed", mayHaveWorked: last.end === "broken" };
  }
  const { status, text, defect } = last;
  if (isSuccess(status)) {
    // A step that was answered with a page is read back. Before the service has ever answered, a page comes from a wrong address.
    const isFinal = defect?.hopeless ?? (!/^\s*[[{]/.test(text) && !hasAnswered);
    if (method !== "GET" || isFinal || isUsable(last, method)) return undefined;
    const problem = defect?.problem ?? { sentence: "The answer is not JSON.", short: "no JSON", help: [] };
    return { problem, why: "the answer was not complete", mayHaveWorked: true };
  }
  if (status !== 429 && status < 500) return undefined;
  const why = status === 429 ? "the service's rate limit" : `the service answered ${status}`;
  const problem = { sentence: `The service answered ${status}.`, short: String(status), help: [] };
  return { problem, why, mayHaveWorked: status !== 429 };
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

/** Milliseconds that `Retry-After` asks for. Undefined for no wait, a date, anything else, and more than a day. */
export function retryAfter(value = ""): number | undefined {
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : 0;
  return ms > 0 && ms <= LONGEST_ASKED ? ms : undefined;
}
