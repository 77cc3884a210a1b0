/**
 * Answers that break: connections closed before or within the body, answers that never come or take for ever, damaged
 * bodies. Those that break a connection need the socket of a running server.
 */
import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { jsonText } from "../model/json.ts";
import type { ServiceClock } from "./options.ts";
import type { Reply } from "./replies.ts";
import type { Context } from "./routes.ts";
import { gameIn, recordsOf, type State } from "./state.ts";

/** Closes the connection without an answer. Without a server (an app called in the same program) it throws. */
export function cutConnection(server: Partial<HttpBindings>): Response {
  socketOf(server).destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Leaves the connection open without an answer. */
export function keepSilent(server: Partial<HttpBindings>): Response {
  socketOf(server);
  return RESPONSE_ALREADY_SENT;
}

/** Sends the head and half of the body, then closes the connection. */
export function cutAnswer(server: Partial<HttpBindings>, reply: Reply): Response {
  const socket = socketOf(server);
  const bytes = bodyBytes(reply);
  const outgoing = sendHead(server, reply, bytes.length + 1);
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Sends the head, and then the body byte by byte until the client has all of it or disconnects. */
export function dripAnswer(
  server: Partial<HttpBindings>,
  reply: Reply,
  milliseconds: number,
  clock: ServiceClock,
): Response {
  const socket = socketOf(server);
  const bytes = bodyBytes(reply);
  const outgoing = sendHead(server, reply, bytes.length);
  const drip = async (): Promise<void> => {
    for (const byte of bytes) {
      await clock.wait(milliseconds);
      if (socket.destroyed) return;
      outgoing.write(Buffer.of(byte));
    }
    outgoing.end();
  };
  void drip();
  return RESPONSE_ALREADY_SENT;
}

/** The body of an answer as noise on the line leaves it: as long as before, its beginning still to be recognised. */
export function garbled({ body }: Reply, form: "text" | "bytes"): Uint8Array<ArrayBuffer> {
  const text = body === null ? "" : jsonText(body);
  const noise = form === "text" ? "#".charCodeAt(0) : 0xff;
  return Uint8Array.from(Buffer.from(text), (byte, index) => (index % 3 === 2 ? noise : byte));
}

/** The answer without the records of its list; any other answer as it is. */
export function withoutRecords(reply: Reply): Reply {
  return Array.isArray(reply.body?.data) ? { ...reply, body: { ...reply.body, data: [] } } : reply;
}

function bodyBytes({ body }: Reply): Buffer {
  return Buffer.from(body === null ? "" : jsonText(body));
}

function sendHead(server: Partial<HttpBindings>, { status, headers }: Reply, length: number): ServerResponse {
  const outgoing = server.outgoing as ServerResponse;
  // An answer of status 204 has no length.
  const size = status === 204 ? {} : { "Content-Length": length };
  return outgoing.writeHead(status, { ...headers, "Content-Type": "application/json", ...size });
}

function socketOf(server: Partial<HttpBindings>) {
  if (server.incoming === undefined) throw new Error("the connection was dropped");
  return server.incoming.socket;
}

/** Moves the first record of the list at that address to its end: no order is promised (docs/service.md#surprises). */
export function moveList({ kinds }: Context, state: State, { pathname }: URL): void {
  const [, gameId = "", path] = /^\/v1\/games\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  const kind = kinds.find((each) => each.path === path);
  if (kind === undefined) return;
  const records = recordsOf(gameIn(state, decodeURIComponent(gameId)), kind.name);
  const [first] = records.values();
  if (first === undefined) return;
  records.delete(first.key);
  records.set(first.key, first);
}
