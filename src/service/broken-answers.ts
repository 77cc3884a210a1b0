/** Answers that break: connections closed before or within the body. They need the socket of a running server. */
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Reply } from "./replies.ts";

/** Closes the connection without an answer. Without a server (an app called in the same program) it throws. */
export function cutConnection(server: Partial<HttpBindings>): Response {
  socketOf(server).destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends the head and half of the body, then closes the connection. */
export function cutAnswer(server: Partial<HttpBindings>, reply: Reply): Response {
  const socket = socketOf(server);
  const bytes = Buffer.from(reply.body === null ? "" : JSON.stringify(reply.body));
  const outgoing = server.outgoing as import("node:http").ServerResponse;
  outgoing.writeHead(reply.status, {
    ...reply.headers,
    "Content-Type": "application/json",
    "Content-Length": bytes.length + 1,
  });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

function socketOf(server: Partial<HttpBindings>) {
  if (server.incoming === undefined) throw new Error("the connection was dropped");
  return server.incoming.socket;
}
