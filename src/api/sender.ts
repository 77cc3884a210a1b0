/**
 * Sends one request until it has a usable answer or may not be repeated. In: a request of a game,
 * such as the PUT with `points: 30`. Out: its last attempt, with the JSON of a success. Waits for
 * its turn, follows a slash, and retries.
 */
import { defined } from "../ground/collections.ts";
import type { PageRead, RequestEvent } from "../model/events.ts";
import type { Connections, HttpConnection } from "./connections.ts";
import { ACCEPTED_ENCODINGS } from "./encodings.ts";
import { httpDate } from "./http-date.ts";
import type { ClientSettings, Miss, ServiceLine } from "./line.ts";
import type { TokenMask } from "./masking.ts";
import { type ServiceUrl, slashRedirect } from "./service-url.ts";
import {
  type Answer,
  type Exchange,
  exchange,
  isSuccess,
  isUsable,
  parametersHelp,
  type WireRequest,
} from "./transport.ts";

/** A request of one game. */
export interface GameRequest extends Pick<WireRequest, "method" | "body"> {
  /** Path below the game, without a slash at the start, ids percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Cancels a request until it may have had an effect. */
export interface SendControl {
  /** Prevents the request when it aborts, unless an attempt may have had an effect already. */
  readonly hold: AbortSignal;
  /** Called for each attempt. */
  readonly onSend: () => void;
}

/** The end of a request after all its attempts. */
export interface SendResult {
  readonly last: Exchange;
  readonly attempts: number;
  /**
   * The number of attempts without an answer of the service: each may have been executed, or may
   * still be.
   */
  readonly unconfirmed: number;
}

/** The outside world of a client. */
export interface ClientPorts {
  /** Shared with the clients of other games. */
  readonly connections: Connections;
  /** Returns a number from 0 up to 1, for the jitter of delays. */
  readonly random: () => number;
  /** Called with the reason and milliseconds when requests have to wait. */
  readonly onWait?: (why: string, ms: number) => void;
  /** Called for each attempt of a request, and for each probe of a failing service. */
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onPage?: (page: PageRead) => void;
}

/** The connection to a game. */
export interface Channel {
  readonly service: ServiceUrl;
  readonly connection: HttpConnection;
  readonly settings: ClientSettings;
  readonly ports: ClientPorts;
  readonly token: string;
  readonly mask: TokenMask;
}

/** Sends a request, and repeats it while that is safe. */
export async function send(
  channel: Channel,
  request: GameRequest,
  control?: SendControl,
): Promise<SendResult> {
  const { service, ports } = channel;
  const { line } = channel.connection;
  const { clock, aborted } = ports.connections;
  let unconfirmed = 0;
  const late = AbortSignal.any([aborted, line.givenUp.signal]);
  const early = control === undefined ? late : AbortSignal.any([late, control.hold]);
  // A request that may have had an effect is not cancelled any more.
  const signal = () => (unconfirmed > 0 ? late : early);
  const headers = {
    authorization: `Bearer ${channel.token}`,
    accept: "application/json",
    "accept-encoding": ACCEPTED_ENCODINGS,
    "content-type": "application/json",
    "user-agent": "laurel",
  };
  const { method, body } = request;
  const query = new URLSearchParams(request.query).toString();
  const path = service.gamePath + request.path;
  let wire: WireRequest = {
    method,
    origin: service.origin,
    path,
    query,
    headers,
    ...defined({ body }),
  };
  const probe = (read: WireRequest): Promise<Attempt> => attemptOnce(channel, read, 1);
  let hops = 0;
  for (let attempt = 1; ; attempt += 1) {
    if (!(await line.enter(signal(), probe)))
      return { last: endWithoutSending(line), attempts: attempt - 1, unconfirmed };
    control?.onSend();
    const { last, miss, retryIn } = await attemptOnce(channel, wire, attempt).finally(() =>
      line.leave(),
    );
    const moved = slashRedirect(wire, last);
    // A service may redirect in a circle.
    if (moved !== undefined && hops < 2) {
      wire = { ...wire, path: moved };
      hops += 1;
      attempt -= 1;
      continue;
    }
    if (last.end === "stopped" || miss?.mayHaveWorked === true) unconfirmed += 1;
    if (retryIn === undefined) return { last, attempts: attempt, unconfirmed };
    if (retryIn > 0) await clock.sleep(retryIn, signal());
  }
}

function endWithoutSending({ outage: problem }: ServiceLine): Exchange {
  return problem === undefined ? { end: "stopped" } : { end: "given-up", problem };
}

interface Attempt {
  readonly last: Exchange;
  /** Absent for a usable answer, and for a failure that another attempt would repeat. */
  readonly miss?: Miss;
  /**
   * Milliseconds after which the request is sent again; 0 if all requests wait. Absent if it is not
   * sent again.
   */
  readonly retryIn?: number;
}

/** Sends the request once, informs the line of its end, and reports it. */
async function attemptOnce(
  { connection, settings, ports, mask }: Channel,
  wire: WireRequest,
  attempt: number,
): Promise<Attempt> {
  const { line, dispatcher } = connection;
  const { clock, aborted } = ports.connections;
  const start = clock.now();
  // Even a failing service gets ten seconds to answer.
  const limit = Math.min(settings.timeout_seconds * 1000, Math.max(line.patience, 10_000));
  const last = await exchange(dispatcher, wire, { limit, stop: aborted });
  const event: RequestEvent = {
    event: "request",
    ...maskedTarget(wire, mask),
    ...factsOf(last),
    duration_ms: Math.round(clock.now() - start),
    attempt,
  };
  const miss = missIn(last, wire, line.hasAnswered);
  if (miss === undefined) {
    if (isAnswerOfService(last, wire)) line.answered(wire);
    ports.onRequest?.(event);
    return { last };
  }
  const isLast = last.end !== "answered" && attempt > settings.retries;
  const asked = last.end === "answered" ? retryAfter(last) : undefined;
  // If a service says how long to wait, that time does not count as an outage.
  const pause = line.missed(wire, start + (asked ?? 0), { ...miss, isLast });
  const wait = waitAfter(miss, {
    asked,
    pause,
    delay: Math.min(line.patience, delayOf(attempt, ports)),
  });
  const { why, ms, isForAll } = wait;
  const isNews = !isForAll || line.hold(ms);
  const mayRepeat = wire.method !== "POST" || !miss.mayHaveWorked;
  const isRepeated = mayRepeat && attempt <= settings.retries && line.outage === undefined;
  ports.onRequest?.(isRepeated ? { ...event, retry_reason: why, retry_in_ms: ms } : event);
  if (isNews && (isRepeated || isForAll)) ports.onWait?.(why, ms);
  if (!isRepeated) return { last, miss };
  return { last, miss, retryIn: isForAll ? 0 : ms };
}

function isAnswerOfService(last: Exchange, { method }: WireRequest): boolean {
  return last.end === "answered" && (!isSuccess(last.status) || isUsable(last, method));
}

/**
 * Milliseconds before the next attempt. The delay doubles, less a random part, so that clients do
 * not repeat their requests at the same moment.
 */
function delayOf(attempt: number, { random }: ClientPorts): number {
  return Math.round(500 * 2 ** (attempt - 1) * (1 - random() / 2));
}

interface Wait {
  readonly why: string;
  readonly ms: number;
  /** Whether all requests wait, not only this one. */
  readonly isForAll: boolean;
}

/** Decides how long to wait: the time the service asked for, the pause of the line, or a delay. */
function waitAfter(
  { problem, isLimit = false }: Miss,
  {
    asked,
    pause,
    delay,
  }: Readonly<Record<"asked" | "pause", number | undefined>> & { readonly delay: number },
): Wait {
  if (asked !== undefined) return { why: problem.short, ms: asked, isForAll: true };
  if (pause !== undefined) return { why: "the service is failing", ms: pause, isForAll: true };
  return { why: problem.short, ms: delay, isForAll: isLimit };
}

/** Method and place of a request. The token could be in an id. */
function maskedTarget(
  { method, path, query }: WireRequest,
  mask: TokenMask,
): Pick<RequestEvent, "method" | "path" | "query"> {
  return { method, path: mask(path), ...(query === "" ? {} : { query: mask(query) }) };
}

function factsOf(last: Exchange): Pick<RequestEvent, "status" | "bytes" | "failure"> {
  if (last.end === "answered") return { status: last.status, bytes: last.bytes };
  return { failure: last.end === "stopped" ? last.end : last.problem.short };
}

function missIn(
  last: Exchange,
  { method, query }: WireRequest,
  hasAnswered: boolean,
): Miss | undefined {
  if (last.end === "broken" || last.end === "not-sent") {
    return { problem: last.problem, mayHaveWorked: last.end === "broken" };
  }
  if (last.end !== "answered") return undefined;
  const { status } = last;
  if (isSuccess(status)) {
    // A write with such an answer is read back. Before the first usable answer, a page shows that
    // the address is wrong.
    if (method !== "GET" || !hasAnswered || isUsable(last, method)) return undefined;
    return {
      problem: { sentence: "The answer is not JSON.", short: "no JSON", help: [] },
      mayHaveWorked: true,
    };
  }
  const retry = status >= 500 ? SERVER_ERROR : RETRIED[status];
  if (retry === undefined) return undefined;
  const { isLimit, mayHaveWorked } = retry;
  const short = isLimit ? "the service's rate limit" : `the service answered ${status}`;
  const help = parametersHelp(status, query !== "");
  return {
    problem: { sentence: `The service answered ${status}.`, short, help },
    mayHaveWorked,
    isLimit,
  };
}

type RetriedStatus = Pick<Miss, "mayHaveWorked"> & { readonly isLimit: boolean };

const SERVER_ERROR: RetriedStatus = { mayHaveWorked: true, isLimit: false };

/** Statuses below 500 that another attempt may change. */
const RETRIED: Readonly<Record<number, RetriedStatus>> = {
  // The request did not arrive in time, or a gateway did not wait for a slow service.
  408: { mayHaveWorked: true, isLimit: false },
  // The service did not process the request.
  425: { mayHaveWorked: false, isLimit: false },
  429: { mayHaveWorked: false, isLimit: true },
};

/** The longest wait, in milliseconds, that `Retry-After` may ask for. */
const LONGEST_WAIT = 99_999_000;

/**
 * Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined for an unusable
 * value or much more than a day.
 */
export function retryAfter({ header }: Pick<Answer, "header">): number | undefined {
  const value = header("retry-after")?.trim() ?? "";
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : untilDate(value, header("date") ?? "");
  return ms !== undefined && ms > 0 && ms <= LONGEST_WAIT ? ms : undefined;
}

/**
 * Milliseconds until a date by the clock of the service, which `Date` shows. The clock of this
 * machine may be wrong.
 */
function untilDate(value: string, date: string): number | undefined {
  const now = httpDate(date.trim());
  const until = now === undefined ? undefined : httpDate(value, now);
  return now === undefined || until === undefined ? undefined : until - now;
}
