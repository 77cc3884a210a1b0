/** Routes, and replies in Laravel's format (docs/service.md#status-codes, #errors). */
import type { Kind } from "../catalog/types.ts";
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonIn,
  jsonText,
} from "../ground/json.ts";
import { trimmed } from "../model/normalise.ts";
import type { StoredGame } from "./state.ts";

/** The reply to a call. */
export interface Reply {
  readonly status: number;
  /** `null` for a reply without a body. */
  readonly body: JsonObject | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Error messages by field. */
export type FieldErrors = Map<string, readonly string[]>;

/** Adds an error message to a field. */
export function addError(errors: FieldErrors, field: string, message: string): void {
  errors.set(field, [...(errors.get(field) ?? []), message]);
}

/** Makes a reply of any status. */
export function reply(
  status: number,
  body: JsonObject | null,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, body, headers };
}

/** Replies with a single resource under `data`. */
export function replyResource(status: 200 | 201, resource: Json): Reply {
  return reply(status, { data: resource });
}

/** 204 for deletions. */
export const noContent: Reply = reply(204, null);

/** Replies 422. Like Laravel 9, the message has the first error and the number of others. */
export function replyInvalid(errors: FieldErrors): Reply {
  const all = [...errors.values()].flat();
  const others = all.length - 1;
  const rest = others === 0 ? "" : ` (and ${others} more error${others === 1 ? "" : "s"})`;
  return reply(422, { message: `${all[0] ?? ""}${rest}`, errors: Object.fromEntries(errors) });
}

/** Replies 404 for a record. `label` is its kind's label. */
export function replyNotFound(label: string, customId: string): Reply {
  return reply(404, { message: `No query results for model [${label}] ${customId}` });
}

/** Replies 404 for a path without routes. */
export function replyRouteNotFound(path: string): Reply {
  return reply(404, { message: `The route ${path.replace(/^\//, "")} could not be found.` });
}

/** Replies 405 for a path whose routes have other methods. */
export function replyMethodNotAllowed(
  method: string,
  path: string,
  allowed: readonly string[],
): Reply {
  const supported = allowed.join(", ");
  const route = path.replace(/^\//, "");
  const message = `The ${method} method is not supported for route ${route}. Supported methods: ${supported}.`;
  return reply(405, { message }, { Allow: supported });
}

export const unauthenticated: Reply = reply(401, { message: "Unauthenticated." });

export const contentTooLarge: Reply = reply(413, { message: "The POST data is too large." });

export const serverError: Reply = reply(500, { message: "Server Error" });

/** Reads the members of a body. Malformed JSON, and JSON other than an object, has none. */
export function readBody(text: string): JsonObject {
  const sent = jsonIn(text);
  return isJsonObject(sent) ? trimMembers(sent) : {};
}

/** Trims texts at any depth and turns blank ones into `null`, like Laravel 11. */
function trimValue(value: Json): Json {
  if (typeof value === "string") return trimmed(value) || null;
  if (isJsonList(value)) return value.map(trimValue);
  return isJsonObject(value) ? trimMembers(value) : value;
}

function trimMembers(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [name, trimValue(member)]),
  );
}

/** Converts a reply to an HTTP response. */
export function toResponse({ status, body, headers }: Reply): Response {
  if (body === null) return new Response(null, { status, headers });
  return new Response(jsonText(body), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** A request to a game. */
export interface Call {
  readonly game: StoredGame;
  /** Variable segments of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  /** The body's members with texts trimmed and blank ones `null`; empty without a JSON object. */
  readonly body: JsonObject;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** An operation of the service. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path relative to `/v1/games/:game_id/`, with `:name` for a variable segment. */
  readonly path: string;
  readonly run: (call: Call) => Reply;
}

/** A game, and the kind of a route's records. */
export interface RoutePlace {
  readonly game: StoredGame;
  readonly kind: Kind;
}
