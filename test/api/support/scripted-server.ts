/** A small HTTP server on loopback that answers as a test says and remembers what it was sent. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer as data; anything stranger is written straight to the response. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes as they are, anything else as JSON, undefined for no body. */
  readonly body?: unknown;
}

/** `index`: counted from 1. */
export type Script = (
  received: Received,
  response: ServerResponse,
  index: number,
) => Answered | Promise<Answered>;
type Answered = Reply | undefined;

export interface ScriptedServer {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** The most requests that were being answered at the same time. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

export async function startScripted(script: Script): Promise<ScriptedServer> {
  const received: Received[] = [];
  let now = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    now += 1;
    most = Math.max(most, now);
    response.once("close", () => {
      now -= 1;
    });
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    const [path = "", query] = url.split("?");
    received.push({ method, path, query: new URLSearchParams(query), headers, body });
    const reply = await script(received.at(-1) as Received, response, received.length);
    if (reply === undefined) return;
    const isText = typeof reply.body === "string" || reply.body instanceof Uint8Array;
    const type = isText ? "text/html" : "application/json";
    response.writeHead(reply.status ?? 200, { "content-type": type, ...reply.headers });
    response.end(reply.body === undefined || isText ? reply.body : JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, received, mostAtOnce: () => most, close };
}
