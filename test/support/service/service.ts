/**
 * The embedded service for tests: over HTTP, with faults and quirks around it, and a record of what
 * it was asked.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createSave } from "../../../src/emulator/data-file.ts";
import * as emulator from "../../../src/emulator/server.ts";
import { defined } from "../../../src/ground/collections.ts";
import { type Json, jsonIn } from "../../../src/ground/json.ts";
import { type Fault, withFaults } from "./faults.ts";
import { withLag } from "./lag.ts";
import { type Panel, withPanel } from "./panel.ts";
import { type Quirks, withQuirks } from "./quirks.ts";

export type Service = emulator.Service & Panel;
export type { Fault, FaultEffect } from "./faults.ts";

/** One request, reported when its answer is decided. */
export interface SeenRequest {
  /** Counted from 1 over all requests. */
  readonly index: number;
  readonly method: string;
  /** With percent-encoding as sent, without the query. */
  readonly path: string;
  readonly query: string;
  /** `null` when no answer was given: the connection was dropped, or left open. */
  readonly status: number | null;
  /** The body as JSON; as text when it is not JSON; `null` when there was none. */
  readonly body: Json;
}

export interface ServiceOptions extends Quirks {
  readonly token?: string;
  readonly faults?: readonly Fault[];
  /** How many milliseconds reads lag behind. Default: 0. */
  readonly lag?: number;
  readonly onRequest?: (request: SeenRequest) => void;
  readonly clock?: TestClock;
  readonly door?: Door;
}

/**
 * Gives the answer that the service would (`carryOut`, also for another request), another one, or
 * none. `cut` closes the connection. `index` is from 1.
 */
export type Door = (
  index: number,
  carryOut: (request?: Request) => Promise<Response>,
  request: Request,
) => Promise<Response | "cut" | undefined>;

export interface TestClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/** The connection. */
export interface Env {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export type Fetch = (request: Request, env: Env) => Promise<Response>;

/** What faults and quirks work on. */
export interface Stage {
  readonly service: Service;
  readonly clock: TestClock;
}

export interface TestService extends Service {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const systemClock: TestClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** A service without a server. */
export function createService({
  token,
  clock = systemClock,
}: Pick<ServiceOptions, "token" | "clock"> = {}): Service {
  return withPanel(emulator.createService({ clock, ...defined({ token }) }), () => clock.now());
}

/** What the service answers with all that the options put around it. */
function createFetch(service: Service, options: ServiceOptions): Fetch {
  const {
    faults = [],
    lag = 0,
    onRequest,
    door,
    clock = systemClock,
    token: _,
    ...quirks
  } = options;
  const stage: Stage = { service, clock };
  const around = (on: Stage): Fetch =>
    withQuirks(quirks, on, async (request, env) => on.service.app.fetch(request, env));
  const inner = withFaults(faults, stage, lag === 0 ? around(stage) : withLag(lag, stage, around));
  let count = 0;
  return async (request, env) => {
    count += 1;
    const index = count;
    const text =
      request.method === "GET" || onRequest === undefined ? "" : await request.clone().text();
    const { method, url } = request;
    const carryOut = (other = request): Promise<Response> => inner(other, env);
    const given = door === undefined ? await carryOut() : await door(index, carryOut, request);
    if (given === "cut") env.incoming.socket.destroy();
    const answer =
      given === "cut" ? RESPONSE_ALREADY_SENT : (given ?? new Response(null, { status: 503 }));
    const { pathname: path, search } = new URL(url);
    const status = answer === RESPONSE_ALREADY_SENT ? sentStatus(env) : answer.status;
    const body = text === "" ? null : (jsonIn(text) ?? text);
    onRequest?.({ index, method, path, query: search.slice(1), status, body });
    return answer;
  };
}

/** The status of an answer that was written past the server, if there was one. */
function sentStatus({ outgoing }: Env): number | null {
  return outgoing.headersSent ? outgoing.statusCode : null;
}

export interface StartOptions extends ServiceOptions {
  /** A service with a file has neither faults nor quirks. */
  readonly dataFile?: string;
}

/** Starts the service on the loopback interface. */
export async function startService({
  dataFile,
  ...options
}: StartOptions = {}): Promise<TestService> {
  if (dataFile !== undefined) {
    const started = await emulator.startService({ dataFile, ...defined({ token: options.token }) });
    return withPanel(started, Date.now, createSave(dataFile, started.state));
  }
  const service = createService(options);
  const fetch = createFetch(service, options);
  const server = createAdaptorServer({
    fetch: (request, env) => fetch(request, env as Env),
  }) as Server;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { ...service, url: `http://127.0.0.1:${port}`, port, close };
}
