/**
 * Sends one request until it has an end: waits at the gate, follows a redirect that only moves a trailing slash, and
 * repeats what may be repeated. Knows nothing of what the answers mean.
 */
import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import type { Gate } from "./gate.ts";
import { type AttemptEnd, backoff, type Method, mayHaveWorked, mayRepeat, retryAfter } from "./retry-policy.ts";
import { type ServiceUrl, slashRedirect } from "./service-url.ts";
import { type Answer, type Exchange, exchange, type WireRequest } from "./transport.ts";

/** One attempt of a request, for `--verbose`. Never holds a header. */
export interface Trace {
  readonly method: Method;
  /** From the root, with its query. */
  readonly path: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly milliseconds: number;
  /** From 1; a request that follows a redirect belongs to the same attempt. */
  readonly attempt: number;
  readonly failure?: string;
}

/** A request of one game. */
export interface GameRequest {
  readonly method: Method;
  /** Below the game, ids percent-encoded, no slash in front. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How a request ended after all its attempts. */
export interface Ending {
  /** The last attempt. `unsent`: the signal aborted before anything was sent that can have had an effect. */
  readonly last: Exchange | { readonly end: "unsent" };
  readonly attempts: number;
  /** Whether an attempt before the last one may have been carried out by the service. */
  readonly mayHaveWorkedBefore: boolean;
}

export interface Sender {
  /** `judge` says whether an answer is one, or counts as a broken connection. */
  send(request: GameRequest, judge: (answer: Answer) => AttemptEnd, stop: AbortSignal): Promise<Ending>;
}

interface SenderParts {
  readonly service: ServiceUrl;
  readonly dispatcher: Dispatcher;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly random: () => number;
  readonly headers: Readonly<Record<string, string>>;
  /** How often a request is repeated at most. */
  readonly retries: number;
  /** For each answer, in milliseconds. */
  readonly limit: number;
  readonly onWait: (why: string, ms: number) => void;
  readonly onTrace: (trace: Trace) => void;
}

/** A service that moves a slash back and forth is not followed further than this. */
const MOST_HOPS = 2;

export function openSender(parts: SenderParts): Sender {
  return { send: (request, judge, stop) => send(parts, request, judge, stop) };
}

async function send(
  parts: SenderParts,
  request: GameRequest,
  judge: (answer: Answer) => AttemptEnd,
  stop: AbortSignal,
): Promise<Ending> {
  let mayHaveWorkedBefore = false;
  for (let attempt = 1; ; attempt += 1) {
    const last = await followSlash(parts, request, attempt, stop);
    if (last.end === "unsent") {
      return { last: mayHaveWorkedBefore ? { end: "stopped" } : last, attempts: attempt - 1, mayHaveWorkedBefore };
    }
    const finished = { last, attempts: attempt, mayHaveWorkedBefore };
    if (last.end === "stopped") return finished;
    const end = last.end === "answered" ? judge(last) : { end: last.end };
    if (attempt > parts.retries || !mayRepeat(request.method, end)) return finished;
    mayHaveWorkedBefore ||= mayHaveWorked(end);
    if (last.end !== "answered" || askedToWait(parts, last) === undefined) await pause(parts, attempt, last, stop);
  }
}

/** Waits before a repeat when the service named no moment. A rate limit concerns everybody, a failure this request. */
async function pause(parts: SenderParts, repeat: number, last: Exchange, stop: AbortSignal): Promise<void> {
  const ms = backoff(repeat, parts.random());
  if (last.end === "answered" && last.status === 429) {
    hold(parts, last.status, ms);
    return;
  }
  parts.onWait(last.end === "answered" ? `the service answered ${last.status}` : "the connection failed", ms);
  await parts.clock.sleep(ms, stop);
}

async function followSlash(
  parts: SenderParts,
  request: GameRequest,
  attempt: number,
  stop: AbortSignal,
): Promise<Exchange | { readonly end: "unsent" }> {
  let path = `${parts.service.gamePath}${request.path}`;
  for (let hop = 0; ; hop += 1) {
    const last = await once(parts, request, path, attempt, stop);
    if (last.end !== "answered" || ![301, 302, 307, 308].includes(last.status) || hop === MOST_HOPS) return last;
    const moved = slashRedirect(parts.service.origin, path, last.header("location") ?? path);
    if (moved === undefined) return last;
    path = moved;
  }
}

async function once(
  parts: SenderParts,
  request: GameRequest,
  path: string,
  attempt: number,
  stop: AbortSignal,
): Promise<Exchange | { readonly end: "unsent" }> {
  const wire: WireRequest = {
    method: request.method,
    origin: parts.service.origin,
    path,
    query: new URLSearchParams(request.query).toString(),
    headers: parts.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  if (!(await parts.gate.enter(stop))) return { end: "unsent" };
  try {
    const start = parts.clock.now();
    const result = await exchange(parts.dispatcher, wire, parts.limit, stop);
    parts.onTrace({
      method: wire.method,
      path: wire.query === "" ? path : `${path}?${wire.query}`,
      ...(result.end === "answered" ? { status: result.status } : {}),
      milliseconds: parts.clock.now() - start,
      attempt,
      ...traceFailure(result),
    });
    // Before the gate opens for the next one, so that nobody slips through.
    const ms = result.end === "answered" ? askedToWait(parts, result) : undefined;
    if (result.end === "answered" && ms !== undefined) hold(parts, result.status, ms);
    return result;
  } finally {
    parts.gate.leave();
  }
}

function traceFailure(result: Exchange): { readonly failure?: string } {
  if (result.end === "stopped") return { failure: "stopped" };
  const problem = result.end === "answered" ? result.defect?.problem : result.problem;
  return problem === undefined ? {} : { failure: problem.short };
}

/** Milliseconds that a refusal for overload asks for; undefined when it names none. */
function askedToWait(parts: SenderParts, answer: Answer): number | undefined {
  if (answer.status !== 429 && answer.status < 500) return undefined;
  const ms = retryAfter(answer.header("retry-after"), answer.header("date"), parts.clock.now());
  return ms === 0 ? undefined : ms;
}

function hold(parts: SenderParts, status: number, ms: number): void {
  const why = status === 429 ? "the service's rate limit" : `the service answered ${status} and asks to wait`;
  if (parts.gate.holdUntil(parts.clock.now() + ms)) parts.onWait(why, ms);
}
