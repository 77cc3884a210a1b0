/**
 * Routes, and answers in the form that Laravel gives them (docs/service.md#status-codes, #errors).
 */
import type { Kind } from "../catalog/types.ts";
import { isJsonObject, type Json, type JsonObject, jsonIn, jsonText } from "../ground/json.ts";
import { trimmed as trimmedText } from "../model/normalise.ts";
import type { StoredGame } from "./state.ts";

/** One answer. */
export interface Reply {
  readonly status: number;
  /** `null`: no body at all. */
  readonly body: JsonObject | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Messages by field. */
export type FieldErrors = Map<string, readonly string[]>;

/** Adds a message to a field's messages. */
export function addError(errors: FieldErrors, field: string, message: string): void {
  errors.set(field, [...(errors.get(field) ?? []), message]);
}

/** An answer of any status. */
export function reply(
  status: number,
  body: JsonObject | null,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, body, headers };
}

/** A single resource under `data`. */
export function replyResource(status: 200 | 201, resource: Json): Reply {
  return reply(status, { data: resource });
}

/** 204, for deletions. */
export const noContent: Reply = reply(204, null);

/** 422. The message is the first error and the number of the others, as from Laravel 9 on. */
export function replyInvalid(errors: FieldErrors): Reply {
  const all = [...errors.values()].flat();
  const others = all.length - 1;
  const rest = others === 0 ? "" : ` (and ${others} more error${others === 1 ? "" : "s"})`;
  return reply(422, { message: `${all[0] ?? ""}${rest}`, errors: Object.fromEntries(errors) });
}

/** 404 for a record. The label is that of its kind. */
export function replyNotFound(label: string, customId: string): Reply {
  return reply(404, { message: `No query results for model [${label}] ${customId}` });
}

/** 404 for a path that no route has. */
export function replyRouteNotFound(path: string): Reply {
  return reply(404, { message: `The route ${path.replace(/^\//, "")} could not be found.` });
}

/** 405 for a path that has routes with other methods. */
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

/** 401. */
export const unauthenticated: Reply = reply(401, { message: "Unauthenticated." });

/** 413. */
export const contentTooLarge: Reply = reply(413, { message: "The POST data is too large." });

/** 500. */
export const serverError: Reply = reply(500, { message: "Server Error" });

/**
 * The members of the body. Malformed JSON, and JSON that is not an object, is as good as no input.
 */
export function readBody(text: string): JsonObject {
  const sent = jsonIn(text);
  return isJsonObject(sent) ? (trimValue(sent) as JsonObject) : {};
}

/** Texts trimmed at any depth, as Laravel 11 does, blank ones turned into `null`. */
function trimValue(value: Json): Json {
  if (typeof value === "string") return trimmedText(value) || null;
  if (Array.isArray(value)) return value.map(trimValue);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, trimValue(member)]),
  );
}

/** The answer over HTTP. */
export function toResponse({ status, body, headers }: Reply): Response {
  if (body === null) return new Response(null, { status, headers });
  return new Response(jsonText(body), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** One request to one game. */
export interface Call {
  readonly game: StoredGame;
  /** Parts of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  /** Texts trimmed, blank ones `null`. Empty when there was no JSON object. */
  readonly body: JsonObject;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** One operation of the service. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/v1/games/:game_id/`, with `:name` for a part that varies. */
  readonly path: string;
  readonly run: (call: Call) => Reply;
}

/** Records of a kind in a game. */
export interface RoutePlace {
  readonly game: StoredGame;
  readonly kind: Kind;
}
