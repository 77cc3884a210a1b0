/**
 * Sends one request until it succeeds or may not be repeated: waits at the gate, follows redirects that only move a
 * trailing slash, and retries.
 */

import { setMaxListeners } from "node:events";
import type { Dispatcher } from "undici";
import { defined } from "../model/collections.ts";
import type { Breaker, Prober } from "./breaker.ts";
import type { Clock } from "./clock.ts";
import type { ConnectionProblem } from "./connection-problems.ts";
import { type AttemptOutcome, backoff, type Gate, mayHaveWorked, mayRepeat, retryAfter } from "./pacing.ts";
import { type ServiceUrl, slashRedirect } from "./service-url.ts";
import { type Answer, type Exchange, exchange, type Method, requestIdOf, type WireRequest } from "./transport.ts";

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
  /**
   * The last attempt. `unsent`: aborted before any attempt that may have had an effect. `given-up`: not sent, because the
   * service was unreachable for too long.
   */
  readonly last: Exchange | { readonly end: "unsent" } | { readonly end: "given-up" };
  readonly attempts: number;
  /** Whether an attempt before the last one may have been executed by the service. */
  readonly mayHaveWorkedBefore: boolean;
}

/** What a client sends with. */
export interface Sender {
  readonly dispatcher: Dispatcher;
  /** The variable that sets a proxy. */
  readonly proxyVariable?: string;
  readonly gate: Gate;
  readonly breaker: Breaker;
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

/** Limits redirects that move a slash back and forth. */
const MOST_HOPS = 2;

/** `judge` decides whether an answer counts as a broken connection. `stop` also aborts attempts in flight. */
export function send(
  sender: Sender,
  request: GameRequest,
  judge: (answer: Answer) => AttemptOutcome,
  stop: AbortSignal,
  control?: SendControl,
): Promise<SendResult> {
  if (control === undefined) return sendAll(sender, request, judge, { stop, early: stop });
  const { hold, onSend } = control;
  return withEither(stop, hold, (early) => sendAll(sender, request, judge, { stop, early, onSend }));
}

interface Signals extends Partial<Pick<SendControl, "onSend">> {
  /** Aborts attempts in flight, too. */
  readonly stop: AbortSignal;
  /** Prevents further attempts. */
  readonly early: AbortSignal;
}

async function sendAll(
  sender: Sender,
  request: GameRequest,
  judge: (answer: Answer) => AttemptOutcome,
  signals: Signals,
): Promise<SendResult> {
  const { breaker } = sender;
  const { stop } = signals;
  let { early } = signals;
  let mayHaveWorkedBefore = false;
  let previous: Exchange | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const sent = await followSlash(sender, request, attempt, { ...signals, early });
    if (sent === "unsent") {
      const last = { end: mayHaveWorkedBefore ? "stopped" : "unsent" } as const;
      return { last, attempts: attempt - 1, mayHaveWorkedBefore };
    }
    if (sent === "given-up") {
      return { last: previous ?? { end: "given-up" }, attempts: attempt - 1, mayHaveWorkedBefore };
    }
    const { last } = sent;
    const end = last.end === "answered" ? judge(last) : last;
    // While the service is down, attempts do not use up a request's retries.
    const isDown = !breaker.isClosed();
    const hasRetries = isDown ? breaker.outage() === undefined : attempt <= sender.retries;
    const isLast = end.end === "stopped" || !hasRetries || !mayRepeat(request.method, end);
    if (!hasRetries && sent.isMissed) breaker.exhausted();
    const retry = isLast ? undefined : (sent.asked ?? (isDown ? UNREACHABLE : backoffFor(sender, attempt, last)));
    sender.onTrace(retry === undefined ? sent.trace : { ...sent.trace, retry });
    if (sent.asked !== undefined && sent.holds) sender.onWait(sent.asked.why, sent.asked.ms);
    if (isLast || retry === undefined) return { last, attempts: attempt, mayHaveWorkedBefore };
    mayHaveWorkedBefore ||= mayHaveWorked(end);
    // A request that may have had an effect is not cancelled any more.
    if (mayHaveWorkedBefore) early = stop;
    previous = last;
    if (sent.asked === undefined && !isDown) await pause(sender, retry, last, early);
  }
}

const RATE_LIMIT = "the service's rate limit";
/** The breaker decides how long. */
const UNREACHABLE: Wait = { why: "the service is unreachable", ms: 0 };

/** The wait before a retry without `Retry-After`. */
function backoffFor(sender: Sender, repeat: number, last: Exchange): Wait {
  const ms = backoff(repeat, sender.random());
  if (last.end !== "answered") return { why: "the connection failed", ms };
  if (last.status === 429) return { why: RATE_LIMIT, ms };
  const isWhole = last.status >= 500;
  return { why: isWhole ? `the service answered ${last.status}` : "the answer was not complete", ms };
}

/** A rate limit delays all requests, a failure only this one. */
async function pause(sender: Sender, wait: Wait, last: Exchange, stop: AbortSignal): Promise<void> {
  if (last.end === "answered" && last.status === 429) {
    if (delayAll(sender, wait)) sender.onWait(wait.why, wait.ms);
    return;
  }
  sender.onWait(wait.why, wait.ms);
  await withEither(stop, sender.breaker.givenUp, (either) => sender.clock.sleep(wait.ms, either));
}

async function followSlash(
  sender: Sender,
  request: GameRequest,
  attempt: number,
  signals: Signals,
): Promise<AttemptResult | Unsent> {
  let path = `${sender.service.gamePath}${request.path}`;
  for (let hop = 0; ; hop += 1) {
    const sent = await sendOnce(sender, request, path, attempt, signals);
    if (typeof sent === "string") return sent;
    const { last } = sent;
    if (last.end !== "answered" || ![301, 302, 307, 308].includes(last.status) || hop === MOST_HOPS) return sent;
    const moved = slashRedirect(sender.service.origin, path, last.header("location") ?? path);
    if (moved === undefined) return sent;
    sender.onTrace(sent.trace);
    path = moved;
  }
}

type Unsent = "unsent" | "given-up";

async function sendOnce(
  sender: Sender,
  request: GameRequest,
  path: string,
  attempt: number,
  { stop, early, onSend }: Signals,
): Promise<AttemptResult | Unsent> {
  const wire: WireRequest = {
    method: request.method,
    origin: sender.service.origin,
    path,
    query: new URLSearchParams(request.query).toString(),
    headers: sender.headers,
    ...defined({ body: request.body }),
  };
  const turn = await waitForTurn(sender, stop, early);
  if (turn !== "send") return turn;
  try {
    // It may have aborted in the meantime.
    if (early.aborted) return "unsent";
    onSend?.();
    return await sendAttempt(sender, wire, attempt, sender.limit, stop);
  } finally {
    sender.gate.leave();
  }
}

/** Waits for the breaker and the gate. */
async function waitForTurn(sender: Sender, stop: AbortSignal, early: AbortSignal): Promise<"send" | Unsent> {
  const { breaker, gate } = sender;
  for (;;) {
    await breaker.settled(proberOf(sender, stop), early);
    if (breaker.outage() !== undefined) return "given-up";
    if (!(await gate.enter(early))) return "unsent";
    if (breaker.isClosed()) return "send";
    gate.leave();
  }
}

function proberOf(sender: Sender, stop: AbortSignal): Prober {
  return {
    random: sender.random,
    onWait: (ms) => sender.onWait(UNREACHABLE.why, ms),
    probe: async (read, limit) => {
      if (!(await sender.gate.enter(stop))) return;
      try {
        const { trace } = await sendAttempt(sender, read, 1, Math.min(limit, sender.limit), stop);
        sender.onTrace(trace);
      } finally {
        sender.gate.leave();
      }
    },
  };
}

/** One attempt of a request, for logs. Holds no header but the request id, and nothing of a body. */
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
  /** What was wrong, in a few words. */
  readonly failure?: string;
  /** What the service calls the request. */
  readonly request_id?: string;
  /** Present when it is sent again. */
  readonly retry?: Wait;
}

/** Why requests wait, in a few words, and for how many milliseconds. */
export interface Wait {
  readonly why: string;
  readonly ms: number;
}

/** One attempt and its end. */
interface AttemptResult {
  readonly last: Exchange;
  /** Not reported yet: whether the request is repeated is decided later. */
  readonly trace: Trace;
  /** The wait that the answer requests. */
  readonly asked?: Wait;
  /** Whether it is longer than the wait before. */
  readonly holds: boolean;
  /** Whether it counts as no answer. */
  readonly isMissed: boolean;
}

/** Sends the request, and informs gate and breaker of its end. */
async function sendAttempt(
  sender: Sender,
  wire: WireRequest,
  attempt: number,
  limit: number,
  stop: AbortSignal,
): Promise<AttemptResult> {
  const start = sender.clock.now();
  const last = await exchange(sender.dispatcher, wire, limit, stop, sender.proxyVariable);
  const trace: Trace = {
    method: wire.method,
    path: wire.path,
    query: wire.query,
    milliseconds: sender.clock.now() - start,
    attempt,
    ...traceOf(last),
  };
  // Before the gate lets the next request through.
  const asked = last.end === "answered" ? waitAskedBy(last, sender.clock.now()) : undefined;
  const holds = asked !== undefined && delayAll(sender, asked);
  const missing = missedIn(last, asked !== undefined);
  if (missing !== undefined) sender.breaker.missed(start, missing);
  else if (last.end === "answered") sender.breaker.answered(wire.method === "GET" ? wire : undefined);
  return { last, trace, holds, isMissed: missing !== undefined, ...defined({ asked }) };
}

/** Statuses of proxies whose backend does not answer. */
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504];

/** Why it counts as no answer; undefined when it is one. An answer with `Retry-After` is one. */
function missedIn(last: Exchange, hasAsked: boolean): ConnectionProblem | undefined {
  if (last.end === "not-sent" || last.end === "broken") return last.problem;
  if (last.end !== "answered" || hasAsked) return undefined;
  if (last.defect?.hopeless === false) return last.defect.problem;
  if (!GATEWAY_ERRORS.includes(last.status)) return undefined;
  return { sentence: `The service answered ${last.status}.`, short: String(last.status), help: [] };
}

function traceOf(last: Exchange): Pick<Trace, "status" | "bytes" | "failure" | "request_id"> {
  if (last.end === "stopped") return { failure: "stopped" };
  if (last.end !== "answered") return { failure: last.problem.short };
  return {
    status: last.status,
    bytes: last.bytes,
    ...defined({ failure: last.defect?.problem.short, request_id: requestIdOf(last) }),
  };
}

/** The wait that `Retry-After` asks for, if any. */
function waitAskedBy({ status, header }: Answer, now: number): Wait | undefined {
  const ms = retryAfter(header("retry-after"), header("date"), now);
  if (ms === undefined || ms === 0 || (status !== 429 && status < 500)) return undefined;
  return { why: status === 429 ? RATE_LIMIT : `the service answered ${status} and asks to wait`, ms };
}

/** Whether all requests now wait longer than before. */
function delayAll(sender: Sender, { ms }: Wait): boolean {
  return sender.gate.holdUntil(sender.clock.now() + ms);
}

/**
 * Runs with a signal that aborts when one of the two does. `AbortSignal.any` would leak in signals that live as long as the
 * program.
 */
export async function withEither<T>(
  a: AbortSignal,
  b: AbortSignal,
  run: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const abort = () => either.abort();
  const sources = [a, b];
  // Many requests listen at once; Node would warn of more than ten.
  setMaxListeners(0, ...sources);
  if (sources.some((source) => source.aborted)) abort();
  for (const source of sources) source.addEventListener("abort", abort);
  try {
    return await run(either.signal);
  } finally {
    for (const source of sources) source.removeEventListener("abort", abort);
  }
}
