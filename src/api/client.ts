/**
 * The client of one game. In: a request below the game. Out: its outcome as a value; failures are diagnostics without the
 * token. Pacing, retries, redirects and time limits are in `sender.ts` and below.
 */
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { PageRead, RequestEvent } from "../model/events.ts";
import { type Json, jsonText } from "../model/json.ts";
import type { ApiRequest } from "../model/model.ts";
import type { ConnectionSettings, Connections } from "./connections.ts";
import { containsToken, type Refusal, refusal, type SentRequest, unanswered, unexpected } from "./failures.ts";
import { type Mask, maskDiagnostic, maskFor, tokenFinder } from "./masking.ts";
import { type GameRequest, type SendControl, type Sender, type SendResult, send } from "./sender.ts";
import { pathProblem, type ServiceUrl, serviceUrl } from "./service-url.ts";
import { isSuccess } from "./transport.ts";

export type { Refusal } from "./failures.ts";
export type { SendControl } from "./sender.ts";

const LONGEST_REQUEST_ID = 200;

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
  readonly page_size: number | "none";
}

/** The outside world of a client. */
interface ClientPorts {
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

/** `refused`: an answer that is no success. `failed`: no answer, or one that cannot be understood. */
export type ReadOutcome =
  | { readonly outcome: "ok"; readonly body: Json }
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "failed"; readonly failure: Diagnostic };

/**
 * `done`: success, or a repeated DELETE found nothing. `refused`: another status; with `mayHaveWorked`, this or an earlier
 * attempt may have been executed nevertheless. `not-sent`: certainly not received. `held`: cancelled before it was sent.
 * `unknown`: it may have been executed. `unclear`: success, but not the service's answer, such as the page of a proxy.
 */
export type WriteOutcome =
  | { readonly outcome: "done" }
  | ({ readonly outcome: "refused"; readonly mayHaveWorked: boolean } & Refusal)
  | { readonly outcome: "not-sent" | "held" | "unknown" | "unclear"; readonly failure: Diagnostic };

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
  const { value: connection, diagnostics } = ports.connections.to(service, settings);
  if (connection === undefined) return { diagnostics };
  const mask = maskFor(token);
  const sender: Sender = {
    ...connection,
    service,
    clock: ports.connections.clock,
    random: ports.random,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": "laurel",
    },
    retries: settings.retries,
    limit: settings.timeout_seconds * 1000,
    stop: ports.connections.aborted,
    onWait: (why, ms) => ports.onWait?.(why, ms),
    onRequest: (event) => ports.onRequest?.(maskEvent(mask, event)),
  };
  const onPage = (page: PageRead): void => ports.onPage?.(page);
  const secrets = { mask, hasToken: tokenFinder(token) };
  const { refused } = connection;
  const value = new Client({ sender, settings, refused, secrets, isOwn: target.isOwn ?? false, onPage });
  return { value, diagnostics: [] };
}

function unusableToken(token: string): Diagnostic {
  const what = token === "" ? "The token is empty." : "The token holds characters that cannot be part of one.";
  return diagnostic("missing-token", what, { help: ["Copy the token again, without line breaks or quotes."] });
}

/** The token could be in an id, or echoed by the service. */
function maskEvent(mask: Mask, event: RequestEvent): RequestEvent {
  const { path, query, request_id } = event;
  const id = request_id === undefined ? undefined : mask(request_id).slice(0, LONGEST_REQUEST_ID);
  return { ...event, ...defined({ path: mask(path), query: query && mask(query), request_id: id }) };
}

interface ClientParts {
  readonly sender: Sender;
  readonly settings: ClientSettings;
  readonly refused: Set<string>;
  readonly secrets: { readonly mask: Mask; readonly hasToken: (text: string) => boolean };
  readonly isOwn: boolean;
  readonly onPage: (page: PageRead) => void;
}

export class Client {
  readonly service: ServiceUrl;
  readonly settings: ClientSettings;
  /** Query parameters that the service refused in this run; shared with the clients of its other games. */
  readonly refused: Set<string>;
  /** Called with every page of a list that was read. */
  readonly onPage: (page: PageRead) => void;
  private readonly parts: ClientParts;

  constructor(parts: ClientParts) {
    this.service = parts.sender.service;
    this.settings = parts.settings;
    this.refused = parts.refused;
    this.onPage = parts.onPage;
    this.parts = parts;
  }

  /** GET of a path below the game. `failed` also after an abort, and for an answer that contains the token. */
  async read(path: string, query: Readonly<Record<string, string>> = {}): Promise<ReadOutcome> {
    const failed = (failure: Diagnostic): ReadOutcome => ({ outcome: "failed", failure });
    const unsafe = pathProblem(path);
    if (unsafe !== undefined) return failed(unsafe);
    const request: GameRequest = { method: "GET", path, query };
    const result = await send(this.parts.sender, request);
    const { last, body } = result;
    const sent = this.sent(request, result);
    if (last.end !== "answered") return failed(unanswered(sent, last));
    if (!isSuccess(last.status)) return { outcome: "refused", ...refusal(sent, last) };
    if (body === undefined) return failed(unexpected(sent, last));
    // Only an escape can hide it in the text as it came.
    const text = last.text.includes("\\u") ? jsonText(body) : last.text;
    return this.parts.secrets.hasToken(text) ? failed(containsToken(sent)) : { outcome: "ok", body };
  }

  /** `control`: cancels it as long as it had no effect. */
  async write(api: ApiRequest, control?: SendControl): Promise<WriteOutcome> {
    const { method, path } = api;
    const unsafe = pathProblem(path);
    if (unsafe !== undefined) return { outcome: "not-sent", failure: unsafe };
    const body = api.body === undefined ? undefined : jsonText(api.body);
    const request: GameRequest = { method, path, query: {}, ...defined({ body }) };
    const result = await send(this.parts.sender, request, control);
    const { last, mayHaveWorked, mayHaveWorkedBefore } = result;
    const sent = this.sent(request, result);
    if (last.end !== "answered") {
      const fate = mayHaveWorked || last.end === "stopped" ? "unknown" : "not-sent";
      const isHeld = last.end === "given-up" || last.end === "unsent";
      return { outcome: isHeld ? "held" : fate, failure: unanswered(sent, last) };
    }
    // The first DELETE did it. A PUT may have renamed the resource, so that its old path is gone.
    const isGone = last.status === 404 && mayHaveWorkedBefore;
    if (isGone && method === "DELETE") return { outcome: "done" };
    if (isSuccess(last.status)) {
      // A success status is enough, without a body or with one that broke off.
      return result.isForeign ? { outcome: "unclear", failure: unexpected(sent, last) } : { outcome: "done" };
    }
    const refused = refusal(sent, last);
    if (isGone || (mayHaveWorked && method === "POST")) return { outcome: "unknown", failure: refused.failure };
    return { outcome: "refused", mayHaveWorked, ...refused };
  }

  /** The diagnostic with the token masked. */
  masked(problem: Diagnostic): Diagnostic {
    return maskDiagnostic(this.parts.secrets.mask, problem);
  }

  /** Whether the service failed for too long. */
  hasGivenUp(): boolean {
    return this.parts.sender.line.outage !== undefined;
  }

  private sent(request: GameRequest, { attempts }: SendResult): SentRequest {
    const { sender, secrets, isOwn } = this.parts;
    return { origin: sender.service.origin, request, attempts, mask: secrets.mask, isOwn };
  }
}
