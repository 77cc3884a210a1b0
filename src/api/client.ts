/**
 * The client of one game. In: a request below the game, such as `PUT achievements/first-win` with `points: 30` in its record.
 * Out: its outcome as a value; failures are diagnostics without the token. Pacing and retries are in `sender.ts` and below.
 */

import { type Json, jsonText } from "../ground/json.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { ApiRequest } from "../model/model.ts";
import { containsToken, type Refusal, refusal, unanswered, unexpected } from "./failures.ts";
import type { ClientSettings } from "./line.ts";
import { maskDiagnostic, maskFor, SHORTEST_TOKEN } from "./masking.ts";
import { type Channel, type ClientPorts, type GameRequest, type SendControl, send } from "./sender.ts";
import { pathProblem, serviceUrl } from "./service-url.ts";
import { isGone, isSuccess, isUsable } from "./transport.ts";

/** One game of one service, and its token. */
export interface ServiceTarget {
  readonly base_url: string;
  readonly game_id: string;
  readonly token: string;
}

/** `refused`: an answer that is no success. `failed`: no answer, or one that cannot be understood. */
export type ReadOutcome =
  | { readonly outcome: "ok"; readonly body: Json }
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "failed"; readonly failure: Diagnostic };

/**
 * `done`: success. `refused`: another status; with `mayHaveWorked`, this or an earlier attempt may have been executed
 * nevertheless. `not-sent`: certainly not received. `held`: cancelled before it was sent.
 * `unknown`: it may have been executed, also where the answer is not the service's, such as the page of a proxy.
 */
export type WriteOutcome =
  | { readonly outcome: "done" }
  | ({ readonly outcome: "refused"; readonly mayHaveWorked: boolean } & Refusal)
  | { readonly outcome: "not-sent" | "held" | "unknown"; readonly failure: Diagnostic };

/** Sends nothing. Problems: `invalid-url`, `insecure-url`, `missing-target`, `missing-token`. */
export function openClient(target: ServiceTarget, settings: ClientSettings, ports: ClientPorts): Checked<Client> {
  const token = target.token.trim();
  const url = serviceUrl(target.base_url, target.game_id);
  const tokenProblems = /^[\x21-\x7e]+$/.test(token) ? [] : [UNUSABLE_TOKEN];
  const service = url.value;
  if (service === undefined || tokenProblems.length > 0) return { diagnostics: [...url.diagnostics, ...tokenProblems] };
  const { value: connection, diagnostics } = ports.connections.to(service, settings);
  if (connection === undefined) return { diagnostics };
  const channel = { service, connection, settings, ports, token, mask: maskFor(token) };
  return { value: new Client(channel), diagnostics: [] };
}

const UNUSABLE_TOKEN = diagnostic("missing-token", "The token is empty, or holds characters that no token has.", {
  help: ["Copy the token again, without line breaks or quotes."],
});

export class Client {
  readonly channel: Channel;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  /** GET of a path below the game. `failed` also after an abort, and for an answer that contains the token. */
  async read(path: string, query: Readonly<Record<string, string>> = {}): Promise<ReadOutcome> {
    const unsafe = pathProblem(path);
    if (unsafe !== undefined) return { outcome: "failed", failure: unsafe };
    const request: GameRequest = { method: "GET", path, query };
    const { last, attempts } = await send(this.channel, request);
    const sent = { ...this.channel, request, attempts };
    if (last.end !== "answered") return { outcome: "failed", failure: unanswered(sent, last) };
    if (!isSuccess(last.status)) return { outcome: "refused", ...refusal(sent, last) };
    const { json } = last;
    if (json === undefined) return { outcome: "failed", failure: unexpected(sent, last) };
    // Only an escape can hide it in the text as it came.
    const text = last.text.includes("\\u") ? jsonText(json) : last.text;
    const hasToken = sent.token.length >= SHORTEST_TOKEN && sent.mask(text) !== text;
    if (hasToken) return { outcome: "failed", failure: containsToken(sent) };
    return { outcome: "ok", body: json };
  }

  /** `control`: cancels it as long as it had no effect. */
  async write({ method, path, body }: ApiRequest, control?: SendControl): Promise<WriteOutcome> {
    const unsafe = pathProblem(path);
    if (unsafe !== undefined) return { outcome: "not-sent", failure: unsafe };
    const request: GameRequest = { method, path, query: {}, ...(body === undefined ? {} : { body: jsonText(body) }) };
    const { last, mayHaveWorked, attempts } = await send(this.channel, request, control);
    const sent = { ...this.channel, request, attempts };
    if (last.end !== "answered") {
      const isHeld = last.end === "stopped" || last.end === "given-up";
      const isReceived = mayHaveWorked || last.end === "unusable";
      return { outcome: isReceived ? "unknown" : isHeld ? "held" : "not-sent", failure: unanswered(sent, last) };
    }
    if (isSuccess(last.status)) {
      return isUsable(last, method) ? { outcome: "done" } : { outcome: "unknown", failure: unexpected(sent, last) };
    }
    const refused = refusal(sent, last);
    // A PUT may have renamed the resource, so that its old path is gone.
    const mayBeRenamed = mayHaveWorked && method === "PUT" && isGone(last.status);
    if (mayBeRenamed || (mayHaveWorked && method === "POST")) return { outcome: "unknown", failure: refused.failure };
    return { outcome: "refused", mayHaveWorked, ...refused };
  }

  /** A problem with an answer, without the token. */
  problem(code: DiagnosticCode, detail: string, ...help: readonly string[]): Diagnostic {
    return maskDiagnostic(this.channel.mask, diagnostic(code, detail, { help }));
  }

  /** Whether the service failed for too long. */
  hasGivenUp(): boolean {
    return this.channel.connection.line.outage !== undefined;
  }
}
