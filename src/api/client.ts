/**
 * The client of one game. In: a request below the game. Out: its outcome as a value; failures are diagnostics without the
 * token. Pacing, retries and time limits are in `sender.ts` and below.
 */
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { type Json, jsonText } from "../model/json.ts";
import type { ApiRequest } from "../model/model.ts";
import { containsToken, type Refusal, refusal, unanswered, unexpected } from "./failures.ts";
import type { ClientSettings } from "./line.ts";
import { maskDiagnostic, maskFor, tokenFinder } from "./masking.ts";
import { type Channel, type ClientPorts, type GameRequest, type SendControl, send } from "./sender.ts";
import { pathProblem, serviceUrl } from "./service-url.ts";
import { isSuccess, isUsable } from "./transport.ts";

export type { Refusal } from "./failures.ts";
export type { ClientSettings } from "./line.ts";
export type { SendControl } from "./sender.ts";

/** One game of one service, and its token. */
export interface ServiceTarget {
  readonly base_url: string;
  readonly game_id: string;
  readonly token: string;
  /** Whether the service is a part of this program. Default: false. */
  readonly isOwn?: boolean;
}

/** `refused`: an answer that is no success. `failed`: no answer, or one that cannot be understood. */
export type ReadOutcome =
  | { readonly outcome: "ok"; readonly body: Json }
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "failed"; readonly failure: Diagnostic };

/**
 * `done`: success, or a repeated DELETE found nothing. `refused`: another status; with `mayHaveWorked`, this or an earlier
 * attempt may have been executed nevertheless. `not-sent`: certainly not received. `held`: cancelled before it was sent.
 * `unknown`: it may have been executed, also where the answer is not the service's, such as the page of a proxy.
 */
export type WriteOutcome =
  | { readonly outcome: "done" }
  | ({ readonly outcome: "refused"; readonly mayHaveWorked: boolean } & Refusal)
  | { readonly outcome: "not-sent" | "held" | "unknown"; readonly failure: Diagnostic };

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
  const channel = { service, connection, settings, ports, token, mask: maskFor(token), isOwn: target.isOwn ?? false };
  return { value: new Client(channel), diagnostics: [] };
}

function unusableToken(token: string): Diagnostic {
  const what = token === "" ? "The token is empty." : "The token holds characters that cannot be part of one.";
  return diagnostic("missing-token", what, { help: ["Copy the token again, without line breaks or quotes."] });
}

export class Client {
  readonly channel: Channel;
  private readonly hasToken: (text: string) => boolean;

  constructor(channel: Channel) {
    this.channel = channel;
    this.hasToken = tokenFinder(channel.token);
  }

  /** GET of a path below the game. `failed` also after an abort, and for an answer that contains the token. */
  async read(path: string, query: Readonly<Record<string, string>> = {}): Promise<ReadOutcome> {
    const failed = (failure: Diagnostic): ReadOutcome => ({ outcome: "failed", failure });
    const unsafe = pathProblem(path);
    if (unsafe !== undefined) return failed(unsafe);
    const request: GameRequest = { method: "GET", path, query };
    const result = await send(this.channel, request);
    const { last } = result;
    const sent = { ...this.channel, request, attempts: result.attempts };
    if (last.end !== "answered") return failed(unanswered(sent, last));
    if (!isSuccess(last.status)) return { outcome: "refused", ...refusal(sent, last) };
    const { json } = last;
    if (json === undefined) return failed(unexpected(sent, last));
    // Only an escape can hide it in the text as it came.
    const text = last.text.includes("\\u") ? jsonText(json) : last.text;
    return this.hasToken(text) ? failed(containsToken(sent)) : { outcome: "ok", body: json };
  }

  /** `control`: cancels it as long as it had no effect. */
  async write(api: ApiRequest, control?: SendControl): Promise<WriteOutcome> {
    const { method, path } = api;
    const unsafe = pathProblem(path);
    if (unsafe !== undefined) return { outcome: "not-sent", failure: unsafe };
    const body = api.body === undefined ? undefined : jsonText(api.body);
    const request: GameRequest = { method, path, query: {}, ...defined({ body }) };
    const result = await send(this.channel, request, control);
    const { last, mayHaveWorked, mayHaveWorkedBefore } = result;
    const sent = { ...this.channel, request, attempts: result.attempts };
    if (last.end !== "answered") {
      const fate = mayHaveWorked || last.end === "stopped" ? "unknown" : "not-sent";
      const isHeld = last.end === "given-up" || last.end === "unsent";
      return { outcome: isHeld ? "held" : fate, failure: unanswered(sent, last) };
    }
    // The first DELETE did it. A PUT may have renamed the resource, so that its old path is gone.
    const isGone = last.status === 404 && mayHaveWorkedBefore;
    if (isGone && method === "DELETE") return { outcome: "done" };
    if (isSuccess(last.status)) {
      return isUsable(last, method) ? { outcome: "done" } : { outcome: "unknown", failure: unexpected(sent, last) };
    }
    const refused = refusal(sent, last);
    if (isGone || (mayHaveWorked && method === "POST")) return { outcome: "unknown", failure: refused.failure };
    return { outcome: "refused", mayHaveWorked, ...refused };
  }

  /** The diagnostic with the token masked. */
  masked(problem: Diagnostic): Diagnostic {
    return maskDiagnostic(this.channel.mask, problem);
  }

  /** Whether the service failed for too long. */
  hasGivenUp(): boolean {
    return this.channel.connection.line.outage !== undefined;
  }
}
