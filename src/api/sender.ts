/**
 * Sends one request until it has an end: waits at the gate, follows a redirect that only moves a trailing slash, and
 * repeats what may be repeated. Knows nothing of what the answers mean.
 */
import { type AttemptParts, carryOut, hold, type Sending, type Trace, type Wait } from "./attempt.ts";
import type { Prober } from "./breaker.ts";
import { withEither } from "./either-signal.ts";
import type { Pass } from "./rate-learner.ts";
import { RATE_LIMIT } from "./rate-limit-words.ts";
import { type AttemptEnd, backoff, type Method, mayHaveWorked, mayRepeat } from "./retry-policy.ts";
import { type ServiceUrl, slashRedirect } from "./service-url.ts";
import type { Answer, Exchange, WireRequest } from "./transport.ts";

/** A request of one game. */
export interface GameRequest {
  readonly method: Method;
  /** Below the game, ids percent-encoded, no slash in front. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The moment until which a request may be called back. */
export interface Departure {
  /** Aborted: the request stays where it is, unless something was sent that can have had an effect. */
  readonly hold: AbortSignal;
  /** Called each time that it is sent. */
  readonly onSend: () => void;
}

/** How a request ended after all its attempts. */
export interface Ending {
  /**
   * The last attempt. `unsent`: a signal aborted before anything was sent that can have had an effect. `given-up`: nothing
   * was sent, because the service was unreachable for too long.
   */
  readonly last: Exchange | { readonly end: "unsent" } | { readonly end: "given-up" };
  readonly attempts: number;
  /** Whether an attempt before the last one may have been carried out by the service. */
  readonly mayHaveWorkedBefore: boolean;
}

export interface Sender {
  /** `judge` says whether an answer is one, or counts as a broken connection. `stop` breaks off also what is sent. */
  send(
    request: GameRequest,
    judge: (answer: Answer) => AttemptEnd,
    stop: AbortSignal,
    departure?: Departure,
  ): Promise<Ending>;
}

interface SenderParts extends AttemptParts {
  readonly service: ServiceUrl;
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
  return {
    send: (request, judge, stop, departure) => {
      if (departure === undefined) return send(parts, request, judge, { stop, early: stop });
      const { hold, onSend } = departure;
      return withEither(stop, hold, (early) => send(parts, request, judge, { stop, early, onSend }));
    },
  };
}

interface Signals extends Partial<Pick<Departure, "onSend">> {
  /** Breaks the request off. */
  readonly stop: AbortSignal;
  /** Keeps it from being sent. */
  readonly early: AbortSignal;
}

async function send(
  parts: SenderParts,
  request: GameRequest,
  judge: (answer: Answer) => AttemptEnd,
  signals: Signals,
): Promise<Ending> {
  const { stop } = signals;
  const { breaker } = parts;
  let { early } = signals;
  let mayHaveWorkedBefore = false;
  let previous: Exchange | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const sent = await followSlash(parts, request, attempt, { ...signals, early });
    if (sent === "unsent") {
      const last = { end: mayHaveWorkedBefore ? "stopped" : "unsent" } as const;
      return { last, attempts: attempt - 1, mayHaveWorkedBefore };
    }
    if (sent === "given-up") {
      return { last: previous ?? { end: "given-up" }, attempts: attempt - 1, mayHaveWorkedBefore };
    }
    const { last } = sent;
    const finished = { last, attempts: attempt, mayHaveWorkedBefore };
    const end = last.end === "answered" ? judge(last) : last;
    // A service that is down for everybody does not use up the retries of those that happen to ask.
    const isDown = !breaker.isClosed();
    const hasRetries = isDown ? breaker.outage() === undefined : attempt <= parts.retries;
    const isLast = end.end === "stopped" || !hasRetries || !mayRepeat(request.method, end);
    if (!hasRetries && sent.isMissed) breaker.exhausted();
    const retry = isLast ? undefined : (sent.asked ?? (isDown ? DOWN : backoffFor(parts, attempt, last)));
    parts.onTrace(retry === undefined ? sent.trace : { ...sent.trace, retry });
    if (sent.asked !== undefined && sent.holds) parts.onWait(sent.asked.why, sent.asked.ms);
    if (isLast || retry === undefined) return finished;
    mayHaveWorkedBefore ||= mayHaveWorked(end);
    // What may have had an effect is no longer called back.
    if (mayHaveWorkedBefore) early = stop;
    previous = last;
    if (sent.asked === undefined && !isDown) await pause(parts, retry, last, early);
  }
}

/** How long the wait is, the probes decide. */
const DOWN: Wait = { why: "the service is unreachable", ms: 0 };

/** The wait before a repeat when the service named no moment. */
function backoffFor(parts: SenderParts, repeat: number, last: Exchange): Wait {
  const ms = backoff(repeat, parts.random());
  if (last.end !== "answered") return { why: "the connection failed", ms };
  if (last.status === 429) return { why: RATE_LIMIT, ms };
  const isWhole = last.status >= 500;
  return { why: isWhole ? `the service answered ${last.status}` : "the answer was not complete", ms };
}

/** A rate limit concerns everybody, a failure this request. */
async function pause(parts: SenderParts, wait: Wait, last: Exchange, stop: AbortSignal): Promise<void> {
  if (last.end === "answered" && last.status === 429) {
    if (hold(parts, wait)) parts.onWait(wait.why, wait.ms);
    return;
  }
  parts.onWait(wait.why, wait.ms);
  await withEither(stop, parts.breaker.givenUp, (either) => parts.clock.sleep(wait.ms, either));
}

async function followSlash(
  parts: SenderParts,
  request: GameRequest,
  attempt: number,
  signals: Signals,
): Promise<Sending | Unsent> {
  let path = `${parts.service.gamePath}${request.path}`;
  for (let hop = 0; ; hop += 1) {
    const sent = await once(parts, request, path, attempt, signals);
    if (typeof sent === "string") return sent;
    const { last } = sent;
    if (last.end !== "answered" || ![301, 302, 307, 308].includes(last.status) || hop === MOST_HOPS) return sent;
    const moved = slashRedirect(parts.service.origin, path, last.header("location") ?? path);
    if (moved === undefined) return sent;
    parts.onTrace(sent.trace);
    path = moved;
  }
}

type Unsent = "unsent" | "given-up";

async function once(
  parts: SenderParts,
  request: GameRequest,
  path: string,
  attempt: number,
  { stop, early, onSend }: Signals,
): Promise<Sending | Unsent> {
  const wire: WireRequest = {
    method: request.method,
    origin: parts.service.origin,
    path,
    query: new URLSearchParams(request.query).toString(),
    headers: parts.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  const pass = await turn(parts, stop, early);
  if (typeof pass === "string") return pass;
  try {
    // It may have aborted since the gate let this one in.
    if (early.aborted) return "unsent";
    onSend?.();
    return await carryOut(parts, wire, attempt, pass, parts.limit, stop);
  } finally {
    parts.gate.leave();
  }
}

/** Waits until the service can be reached, as far as is known, and until it is this request's turn. */
async function turn(parts: SenderParts, stop: AbortSignal, early: AbortSignal): Promise<Pass | Unsent> {
  const { breaker, gate } = parts;
  for (;;) {
    await breaker.settled(proberOf(parts, stop), early);
    if (breaker.outage() !== undefined) return "given-up";
    const pass = await gate.enter(early);
    if (pass === undefined) return "unsent";
    if (breaker.isClosed()) return pass;
    gate.leave();
  }
}

function proberOf(parts: SenderParts, stop: AbortSignal): Prober {
  return {
    random: parts.random,
    onWait: (ms) => parts.onWait(DOWN.why, ms),
    probe: async (read, limit) => {
      const pass = await parts.gate.enter(stop);
      if (pass === undefined) return;
      try {
        const { trace } = await carryOut(parts, read, 1, pass, Math.min(limit, parts.limit), stop);
        parts.onTrace(trace);
      } finally {
        parts.gate.leave();
      }
    },
  };
}
