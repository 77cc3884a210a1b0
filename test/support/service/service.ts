/** The embedded service for tests: over HTTP, with faults and quirks around it, and a record of what it was asked. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ServiceOptions as OwnOptions } from "../../../src/emulator/app.ts";
import { createSave } from "../../../src/emulator/data-file.ts";
import * as emulator from "../../../src/emulator/server.ts";
import { defined } from "../../../src/model/collections.ts";
import { type Json, jsonIn } from "../../../src/model/json.ts";
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

export interface ServiceOptions extends Quirks, Pick<OwnOptions, "token" | "onError"> {
  readonly faults?: readonly Fault[];
  /** How many milliseconds reads lag behind. Default: 0. */
  readonly lag?: number;
  readonly onRequest?: (request: SeenRequest) => void;
  readonly clock?: TestClock;
  readonly door?: Door;
}

/** Gives the answer that the service would (`carryOut`, also for another request), another one, or none. `index` is from 1. */
export type Door = (
  index: number,
  carryOut: (request?: Request) => Promise<Response>,
  request: Request,
) => Promise<Response | undefined>;

export interface TestClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/** The connection; absent in a call within the program. */
export interface Env {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

export type Fetch = (request: Request, env: Env) => Promise<Response>;

/** What faults and quirks work on. */
export interface Stage {
  readonly service: Service;
  readonly clock: TestClock;
}

export interface TestService extends emulator.Service, Panel {
  readonly url: string;
  readonly port: number;
  readonly fetch: Fetch;
  close(): Promise<void>;
}

const systemClock: TestClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** A service without a server. */
export function createService(options: ServiceOptions = {}): Service & Pick<TestService, "fetch"> {
  const { faults = [], lag = 0, onRequest, door, clock = systemClock, token, onError, ...quirks } = options;
  const service = withPanel(emulator.createService({ clock, ...defined({ token, onError }) }), () => clock.now());
  const stage: Stage = { service, clock };
  const around = (on: Stage): Fetch =>
    withQuirks(quirks, on, async (request, env) => on.service.app.fetch(request, env));
  const inner = withFaults(faults, stage, lag === 0 ? around(stage) : withLag(lag, stage, around));
  const outer = door === undefined ? inner : behind(door, inner);
  return { ...service, fetch: onRequest === undefined ? outer : reporting(onRequest, outer) };
}

function behind(door: Door, fetch: Fetch): Fetch {
  let count = 0;
  return async (request, env) => {
    count += 1;
    const carryOut = (other = request): Promise<Response> => fetch(other, env);
    return (await door(count, carryOut, request)) ?? new Response(null, { status: 503 });
  };
}

function reporting(onRequest: (request: SeenRequest) => void, fetch: Fetch): Fetch {
  let count = 0;
  return async (request, env) => {
    count += 1;
    const index = count;
    const text = request.method === "GET" || request.method === "HEAD" ? "" : await request.clone().text();
    const { pathname: path, search } = new URL(request.url);
    const answer = await fetch(request, env);
    const isSent = answer === RESPONSE_ALREADY_SENT;
    const status = !isSent ? answer.status : env.outgoing?.headersSent === true ? env.outgoing.statusCode : null;
    const body = text === "" ? null : (jsonIn(text) ?? text);
    onRequest({ index, method: request.method, path, query: search.slice(1), status, body });
    return answer;
  };
}

export interface StartOptions extends ServiceOptions {
  readonly port?: number;
  /** A service with a file has neither faults nor quirks. */
  readonly dataFile?: string;
}

/** Starts the service on the loopback interface. */
export async function startService(options: StartOptions = {}): Promise<TestService> {
  const { port: wanted = 0, dataFile, ...rest } = options;
  if (dataFile !== undefined) {
    const { token } = options;
    const service = await emulator.startService({ dataFile, port: wanted, ...defined({ token }) });
    const save = createSave(dataFile, service.state);
    return { ...withPanel(service, Date.now, save), fetch: async (request, env) => service.app.fetch(request, env) };
  }
  const service = createService(rest);
  const server = createAdaptorServer({ fetch: (request, env) => service.fetch(request, env as Env) }) as Server;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { ...service, url: `http://127.0.0.1:${port}`, port, close };
}
