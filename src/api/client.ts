/**
 * The client of one game. In: a request below the game, such as `PUT achievements/first-win` with
 * `points: 30` in its record. Out: its outcome as a value; failures are diagnostics without the
 * token. Pacing and retries are in `sender.ts` and below.
 */

import { DEFAULT_DIALECT } from "../catalog/dialect.ts";
import { type Json, jsonText } from "../ground/json.ts";
import {
  type Checked,
  diagnostic,
  type ErrorCode,
  type ErrorDiagnostic,
  hasErrors,
  mapErrors,
} from "../model/diagnostics.ts";
import type { ApiRequest } from "../model/model.ts";
import { containsToken, type Refusal, refusal, unanswered, unexpected } from "./failures.ts";
import type { ClientSettings } from "./line.ts";
import { maskDiagnostic, maskFor, SHORTEST_TOKEN } from "./masking.ts";
import { PathIds } from "./path-ids.ts";
import {
  type Channel,
  type ClientPorts,
  type GameRequest,
  type SendControl,
  send,
} from "./sender.ts";
import { pathProblem, serviceUrl } from "./service-url.ts";
import { type Exchange, isGone, isSuccess, isUsable } from "./transport.ts";

/** Address and token of a game. */
export interface ServiceTarget {
  readonly base_url: string;
  readonly game_id: string;
  readonly token: string;
}

/**
 * The end of a read. `refused`: an answer other than a success. `failed`: no answer, or one that
 * cannot be understood.
 */
export type ReadOutcome =
  | { readonly outcome: "ok"; readonly body: Json }
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "failed"; readonly failure: ErrorDiagnostic };

/**
 * The end of a write. `done`: success. `refused`: another status. `not-sent`: certainly not
 * received. `held`: cancelled before it was sent. `unknown`: it may have been executed. An answer
 * that is not the service's, such as the page of a proxy, is also `unknown`.
 */
export type WriteOutcome = {
  /**
   * The number of attempts without an answer of the service: each may have been executed, or may
   * still be.
   */
  readonly unconfirmed: number;
} & (
  | { readonly outcome: "done"; readonly answer: Json | undefined }
  | ({ readonly outcome: "refused" } & Refusal)
  | { readonly outcome: "not-sent" | "held" | "unknown"; readonly failure: ErrorDiagnostic }
);

/**
 * Opens a client without sending anything. Problems: `invalid-url`, `insecure-url`,
 * `missing-target`, `missing-token`.
 */
export function openClient(
  target: ServiceTarget,
  settings: ClientSettings,
  ports: ClientPorts,
): Checked<Client> {
  const token = target.token.trim();
  const url = serviceUrl(target.base_url, target.game_id);
  const tokenProblems = /^[\x21-\x7e]+$/.test(token) ? [] : [UNUSABLE_TOKEN];
  const service = url.value;
  if (service === undefined)
    return { diagnostics: mapErrors(url.diagnostics, (all) => [...all, ...tokenProblems]) };
  if (hasErrors(tokenProblems)) return { diagnostics: tokenProblems };
  const { value: connection, diagnostics } = ports.connections.to(service, settings);
  if (connection === undefined) return { diagnostics };
  const channel = { service, connection, settings, ports, token, mask: maskFor(token) };
  return { value: new Client(channel, pathIdsOf(channel)), diagnostics: [] };
}

/**
 * The ids in paths that the clients of a game share; undefined if paths contain the `custom_id`.
 */
function pathIdsOf({ connection, service, settings }: Channel): PathIds | undefined {
  const { path_id } = settings.wire;
  if (path_id === DEFAULT_DIALECT.path_id) return undefined;
  const known = connection.pathIds.get(service.gamePath) ?? new PathIds(path_id);
  connection.pathIds.set(service.gamePath, known);
  return known;
}

/** Decides how a write without any attempt that may have worked ended. */
function outcomeOfUnsent({ end }: Exchange): "held" | "not-sent" {
  return end === "stopped" || end === "given-up" ? "held" : "not-sent";
}

const UNUSABLE_TOKEN = diagnostic(
  "missing-token",
  "The token is empty, or holds characters that no token has.",
  {
    help: ["Copy the token again, without line breaks or quotes."],
  },
);

export class Client {
  readonly channel: Channel;
  /** Absent: paths contain the `custom_id`. */
  readonly pathIds: PathIds | undefined;

  constructor(channel: Channel, pathIds: PathIds | undefined) {
    this.channel = channel;
    this.pathIds = pathIds;
  }

  /**
   * Sends a GET below the game. An abort and an answer that contains the token are `failed`, too.
   */
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
    // An escape can hide the token in the received text.
    const text = last.text.includes("\\u") ? jsonText(json) : last.text;
    const hasToken = sent.token.length >= SHORTEST_TOKEN && sent.mask(text) !== text;
    if (hasToken) return { outcome: "failed", failure: containsToken(sent) };
    return { outcome: "ok", body: json };
  }

  /** Sends a write. `control`: cancels the request until it may have had an effect. */
  async write({ method, path, body }: ApiRequest, control?: SendControl): Promise<WriteOutcome> {
    const unsafe = pathProblem(path);
    if (unsafe !== undefined) return { outcome: "not-sent", failure: unsafe, unconfirmed: 0 };
    const request: GameRequest = {
      method,
      path,
      query: {},
      ...(body === undefined ? {} : { body: jsonText(body) }),
    };
    const { last, unconfirmed, attempts } = await send(this.channel, request, control);
    const sent = { ...this.channel, request, attempts };
    const withLast = unconfirmed + 1;
    if (last.end === "unusable")
      return { outcome: "unknown", failure: unanswered(sent, last), unconfirmed: withLast };
    if (last.end !== "answered") {
      const outcome = unconfirmed > 0 ? "unknown" : outcomeOfUnsent(last);
      return { outcome, failure: unanswered(sent, last), unconfirmed };
    }
    if (isSuccess(last.status)) {
      if (isUsable(last, method)) return { outcome: "done", unconfirmed, answer: last.json };
      return { outcome: "unknown", failure: unexpected(sent, last), unconfirmed: withLast };
    }
    const refused = refusal(sent, last);
    // A PUT may have renamed the resource, so that its old path is gone.
    const mayBeRenamed = method === "PUT" && isGone(last.status);
    const isUnknown = unconfirmed > 0 && (mayBeRenamed || method === "POST");
    if (isUnknown) return { outcome: "unknown", failure: refused.failure, unconfirmed };
    return { outcome: "refused", unconfirmed, ...refused };
  }

  /** Makes a problem with an answer, without the token. */
  problem(code: ErrorCode, detail: string, ...help: readonly string[]): ErrorDiagnostic {
    return maskDiagnostic(this.channel.mask, diagnostic(code, detail, { help }));
  }

  /** Whether the service has failed for too long. */
  hasGivenUp(): boolean {
    return this.channel.connection.line.outage !== undefined;
  }
}
