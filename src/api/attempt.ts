/**
 * One attempt of a request, and what its end says to all others: of the service's limit to the gate, of whether the
 * service is there at all to the breaker.
 */
import type { Dispatcher } from "undici";
import type { Breaker } from "./breaker.ts";
import type { Clock } from "./clock.ts";
import type { ConnectionProblem } from "./connection-problems.ts";
import type { Gate } from "./gate.ts";
import type { Pass } from "./rate-learner.ts";
import { rateLimitWords } from "./rate-limit-words.ts";
import { type Method, retryAfter } from "./retry-policy.ts";
import { newSpan, type TraceContext } from "./trace-context.ts";
import { type Answer, type Exchange, exchange, requestIdOf, type WireRequest } from "./transport.ts";

/** One attempt of a request, for logs. Never holds a header's value beside the id, nor anything of a body. */
export interface Trace {
  readonly method: Method;
  /** From the root, without the query. */
  readonly path: string;
  /** Without `?`; empty for none. */
  readonly query: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly milliseconds: number;
  /** From 1; a request that follows a redirect belongs to the same attempt. */
  readonly attempt: number;
  /** How many bytes of the answer's body came. */
  readonly bytes?: number;
  /** What was wrong with the connection or the answer, in a few words. */
  readonly failure?: string;
  /** What the service calls the request. */
  readonly request_id?: string;
  /** Within the trace that the run belongs to, if it does. */
  readonly span_id?: string;
  /** It is sent again: why, and after how many milliseconds. */
  readonly retry?: Wait;
}

/** Why requests wait, in a few words, and for how many milliseconds. */
export interface Wait {
  readonly why: string;
  readonly ms: number;
}

export interface AttemptParts {
  readonly dispatcher: Dispatcher;
  readonly gate: Gate;
  readonly breaker: Breaker;
  readonly clock: Clock;
  readonly random: () => number;
  /** The trace that the run belongs to. */
  readonly traceContext: TraceContext | undefined;
}

/** One request that was sent, and how that ended. */
export interface Sending {
  readonly last: Exchange;
  /** Not told to anybody yet: whether the request is repeated is decided later. */
  readonly trace: Trace;
  /** What the answer asks everybody to wait. */
  readonly asked?: Wait;
  /** Whether nobody had to wait as long before. */
  readonly holds: boolean;
  /** Whether it counts as no answer. */
  readonly isMissed: boolean;
}

/** Sends the request, and says at once to all others what its end means for them. */
export async function carryOut(
  parts: AttemptParts,
  wire: WireRequest,
  attempt: number,
  pass: Pass,
  limit: number,
  stop: AbortSignal,
): Promise<Sending> {
  const span = parts.traceContext === undefined ? undefined : newSpan(parts.traceContext, parts.random);
  const start = parts.clock.now();
  const headers = { ...wire.headers, ...span?.headers };
  const last = await exchange(parts.dispatcher, { ...wire, headers }, limit, stop);
  const trace: Trace = {
    method: wire.method,
    path: wire.path,
    query: wire.query,
    milliseconds: parts.clock.now() - start,
    attempt,
    ...(span === undefined ? {} : { span_id: span.span_id }),
    ...traceOf(last),
  };
  // Before the gate opens for the next one, so that nobody slips through.
  const asked = last.end === "answered" ? heard(parts, pass, last) : undefined;
  const holds = asked !== undefined && hold(parts, asked);
  const missing = missedIn(last, asked !== undefined);
  if (missing !== undefined) parts.breaker.missed(start, missing);
  else if (last.end === "answered") parts.breaker.answered(wire.method === "GET" ? wire : undefined);
  return { last, trace, holds, isMissed: missing !== undefined, ...(asked === undefined ? {} : { asked }) };
}

/** What proxies answer when there is nothing behind them. */
const NOBODY_THERE: readonly number[] = [502, 503, 504];

/** Why it counts as no answer; undefined when it is one. Who asks to wait is there. */
function missedIn(last: Exchange, hasAsked: boolean): ConnectionProblem | undefined {
  if (last.end === "not-sent" || last.end === "broken") return last.problem;
  if (last.end !== "answered" || hasAsked) return undefined;
  if (last.defect?.hopeless === false) return last.defect.problem;
  if (!NOBODY_THERE.includes(last.status)) return undefined;
  return { sentence: `The service answered ${last.status}.`, short: String(last.status), help: [] };
}

function traceOf(last: Exchange): Pick<Trace, "status" | "bytes" | "failure" | "request_id"> {
  if (last.end === "stopped") return { failure: "stopped" };
  if (last.end !== "answered") return { failure: last.problem.short };
  const request_id = requestIdOf(last);
  return {
    status: last.status,
    bytes: last.bytes,
    ...(last.defect === undefined ? {} : { failure: last.defect.problem.short }),
    ...(request_id === undefined ? {} : { request_id }),
  };
}

/** Tells the gate what the answer says about the limit. Out: what it asks for; undefined when it names no moment. */
function heard({ gate, clock }: AttemptParts, pass: Pass, { status, header }: Answer): Wait | undefined {
  const ms = retryAfter(header("retry-after"), header("date"), clock.now());
  const isRefused = status === 429;
  const [limit, remaining] = [count(header("x-ratelimit-limit"), 1), count(header("x-ratelimit-remaining"), 0)];
  const learning = gate.learn(pass, { isRefused, wait: ms, limit, remaining });
  if (ms === undefined || ms === 0 || (!isRefused && status < 500)) return undefined;
  return { why: isRefused ? rateLimitWords(learning) : `the service answered ${status} and asks to wait`, ms };
}

/** A whole number that is believable; services give -1 and others for "none". */
function count(text: string | undefined, least: number): number | undefined {
  const number = /^\d{1,9}$/.test(text ?? "") ? Number(text) : -1;
  return number < least ? undefined : number;
}

/** Whether everybody waits longer for it than before. */
export function hold(parts: AttemptParts, { ms }: Wait): boolean {
  return parts.gate.holdUntil(parts.clock.now() + ms);
}
