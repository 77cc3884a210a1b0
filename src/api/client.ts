/**
 * The client of one game. In: a request below the game. Out: its outcome as a value; failures are diagnostics without the
 * token. Pacing, retries, redirects and time limits are in `sender.ts` and below.
 */
import { setMaxListeners } from "node:events";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { PageRead } from "../model/events.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../model/json.ts";
import type { ApiRequest } from "../model/model.ts";
import { type ConnectionPorts, type ConnectionSettings, type Connections, openConnections } from "./connections.ts";
import {
  containsToken,
  isForeign,
  type Refusal,
  refusal,
  type SentRequest,
  unanswered,
  unexpected,
} from "./failures.ts";
import { type Mask, maskDiagnostic, maskFor, tokenFinder } from "./masking.ts";
import { type GameRequest, type SendControl, type Sender, type SendResult, send, type Trace } from "./sender.ts";
import { pathProblem, type ServiceUrl, serviceUrl } from "./service-url.ts";
import { type Answer, isSuccess } from "./transport.ts";

export type { Refusal } from "./failures.ts";
export type { SendControl, Trace } from "./sender.ts";

const LONGEST_REQUEST_ID = 200;

type PageSize = number | "none";

/** One game of one service, and its token. */
export interface ServiceTarget {
  readonly base_url: string;
  readonly game_id: string;
  readonly token: string;
  /** Whether the service is a part of this program. Default: false. */
  readonly isOwn?: boolean;
}

export interface ClientSettings extends ConnectionSettings {
  /** How often a request is repeated at most. */
  readonly retries: number;
  /** Records that a list page is asked for; `none`: the service has no pages. */
  readonly page_size: PageSize;
}

/** The outside world of a client. */
interface ClientPorts extends ConnectionPorts {
  /** From 0 up to 1, for the jitter of delays. */
  readonly random: () => number;
  /** Called with the reason and milliseconds when requests have to wait. */
  readonly onWait?: (why: string, ms: number) => void;
  readonly onTrace?: (trace: Trace) => void;
  readonly onPage?: (page: PageRead) => void;
  /** Shared with clients of other games; their opener closes them. Default: the client's own. */
  readonly connections?: Connections;
}

/** `refused`: an answer that is no success. `failed`: no answer, or one that cannot be understood. */
export type ReadOutcome =
  | { readonly outcome: "ok"; readonly body: Json }
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "failed"; readonly failure: Diagnostic };

/**
 * `done`: success, or a repeated DELETE found nothing; `record` is the answer's. `refused`: another status; with
 * `mayHaveWorked`, this or an earlier attempt may have been executed nevertheless. `not-sent`: certainly not received.
 * `held`: cancelled before it was sent. `unknown`: it may have been executed. `unclear`: success, but not the service's
 * answer, such as the page of a proxy.
 */
export type WriteOutcome =
  | { readonly outcome: "done"; readonly status: number; readonly record?: JsonObject }
  | ({ readonly outcome: "refused"; readonly mayHaveWorked: boolean } & Refusal)
  | { readonly outcome: "not-sent" | "held" | "unknown" | "unclear"; readonly failure: Diagnostic };

export interface Client {
  readonly page_size: PageSize;
  readonly concurrency: number;
  readonly service: ServiceUrl;
  /** Query parameters that the service refused in this run; shared with the clients of its other games. */
  readonly refused: Set<string>;
  /** Called with every page of a list that was read. */
  onPage(page: PageRead): void;
  /** GET of a path below the game. `failed` also after an abort, and for an answer that contains the token. */
  read(path: string, query: Readonly<Record<string, string>>): Promise<ReadOutcome>;
  /** `control`: cancels it as long as it had no effect. */
  write(request: ApiRequest, control?: SendControl): Promise<WriteOutcome>;
  /** The diagnostic with the token masked. */
  masked(problem: Diagnostic): Diagnostic;
  /** Whether the service failed for too long. */
  hasGivenUp(): boolean;
  /** Closes its own connections after requests in flight. */
  close(): Promise<void>;
  /** Aborts requests in flight and refuses new ones. */
  abort(): Promise<void>;
}

/**
 * Makes a client; sends nothing. Problems: `invalid-url`, `insecure-url`, `missing-target`, `missing-token` for a
 * token that is empty or not possible in a header.
 */
export function openClient(target: ServiceTarget, settings: ClientSettings, ports: ClientPorts): Checked<Client> {
  const token = target.token.trim();
  const url = serviceUrl(target.base_url, target.game_id);
  const tokenProblems = /^[\x21-\x7e]+$/.test(token) ? [] : [unusableToken(token)];
  const service = url.value;
  if (service === undefined || tokenProblems.length > 0) return { diagnostics: [...url.diagnostics, ...tokenProblems] };
  const isShared = ports.connections !== undefined;
  const connections = ports.connections ?? openConnections(ports);
  const opened = connections.to(service, settings);
  if (opened.value === undefined) return { diagnostics: opened.diagnostics };
  const { dispatcher, line, refused } = opened.value;
  const mask = maskFor(token);
  const sender: Sender = {
    service,
    dispatcher,
    line,
    clock: ports.clock,
    random: ports.random,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": "laurel",
    },
    retries: settings.retries,
    limit: settings.timeout_seconds * 1000,
    onWait: (why, ms) => ports.onWait?.(why, ms),
    onTrace: (trace) => ports.onTrace?.(maskTrace(mask, trace)),
  };
  const all = new AbortController();
  // Every request listens to it; Node would warn of more than ten.
  setMaxListeners(0, all.signal);
  const isOwn = target.isOwn ?? false;
  const connection: Connection = { isOwn, sender, mask, hasToken: tokenFinder(token), all: all.signal };
  const value: Client = {
    page_size: settings.page_size,
    concurrency: settings.concurrency,
    onPage: (page) => ports.onPage?.(page),
    service,
    refused,
    read: (path, query) => read(connection, path, query),
    write: (request, control) => write(connection, request, control),
    masked: (problem) => maskDiagnostic(mask, problem),
    hasGivenUp: () => line.outage() !== undefined,
    close: async () => {
      if (!isShared && !all.signal.aborted) await dispatcher.close();
    },
    abort: async () => {
      all.abort();
      if (!isShared) await connections.close();
    },
  };
  return { value, diagnostics: [] };
}

/** The token could be in an id, or echoed by the service. */
function maskTrace(mask: Mask, trace: Trace): Trace {
  const request_id = trace.request_id === undefined ? undefined : mask(trace.request_id).slice(0, LONGEST_REQUEST_ID);
  return { ...trace, path: mask(trace.path), query: mask(trace.query), ...defined({ request_id }) };
}

interface Connection {
  readonly isOwn: boolean;
  readonly sender: Sender;
  readonly mask: Mask;
  /** Whether an answer contains the token. */
  readonly hasToken: (text: string) => boolean;
  /** Aborts when the whole client does. */
  readonly all: AbortSignal;
}

function unusableToken(token: string): Diagnostic {
  const what = token === "" ? "The token is empty." : "The token holds characters that cannot be part of one.";
  return diagnostic("missing-token", what, { help: ["Copy the token again, without line breaks or quotes."] });
}

async function read(
  connection: Connection,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<ReadOutcome> {
  const unsafe = pathProblem(path);
  if (unsafe !== undefined) return failed(unsafe);
  const request: GameRequest = { method: "GET", path, query };
  const { sender, all } = connection;
  const result = await send(sender, { request, stop: all });
  const { last, body } = result;
  const sent = sentBy(connection, request, result);
  if (last.end !== "answered") return failed(unanswered(sent, last));
  if (!isSuccess(last.status)) return { outcome: "refused", ...refusal(sent, last) };
  if (body === undefined) return failed(unexpected(sent, last));
  // Only an escape can hide it in the text as it came.
  const text = last.text.includes("\\u") ? jsonText(body) : last.text;
  return connection.hasToken(text) ? failed(containsToken(sent)) : { outcome: "ok", body };
}

function failed(failure: Diagnostic): ReadOutcome {
  return { outcome: "failed", failure };
}

async function write(connection: Connection, api: ApiRequest, control?: SendControl): Promise<WriteOutcome> {
  const { method, path } = api;
  const unsafe = pathProblem(path);
  if (unsafe !== undefined) return { outcome: "not-sent", failure: unsafe };
  const body = api.body === undefined ? undefined : jsonText(api.body);
  const request: GameRequest = { method, path, query: {}, ...defined({ body }) };
  const { sender, all } = connection;
  const result = await send(sender, { request, stop: all, ...defined({ control }) });
  const sent = sentBy(connection, request, result);
  const { last } = result;
  if (last.end === "answered") return answered(request, sent, result, last);
  const mayHaveWorked = result.mayHaveWorked || last.end === "stopped";
  const isHeld = last.end === "given-up" || last.end === "unsent";
  return { outcome: isHeld ? "held" : mayHaveWorked ? "unknown" : "not-sent", failure: unanswered(sent, last) };
}

/** The outcome of an answered write. A success status is enough, without a body or with one that broke off. */
function answered(request: GameRequest, sent: SentRequest, result: SendResult, answer: Answer): WriteOutcome {
  const { status } = answer;
  const { body, mayHaveWorked, mayHaveWorkedBefore } = result;
  if (isSuccess(status)) {
    if (isForeign(answer)) return { outcome: "unclear", failure: unexpected(sent, answer) };
    const record = isJsonObject(body) ? body.data : undefined;
    return { outcome: "done", status, ...(isJsonObject(record) ? { record } : {}) };
  }
  const refused = refusal(sent, answer);
  // The first DELETE did it. A PUT may have renamed the resource, so that its old path is gone.
  const isGone = status === 404 && mayHaveWorkedBefore;
  if (isGone && request.method === "DELETE") return { outcome: "done", status };
  if (isGone || (mayHaveWorked && request.method === "POST")) return { outcome: "unknown", failure: refused.failure };
  return { outcome: "refused", mayHaveWorked, ...refused };
}

function sentBy({ sender, mask, isOwn }: Connection, request: GameRequest, { attempts }: SendResult): SentRequest {
  return { origin: sender.service.origin, request, attempts, mask, isOwn };
}
