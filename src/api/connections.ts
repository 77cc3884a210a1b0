/**
 * The connections of a command. Clients of games on the same service with the same token share connections and gate, so that
 * limits and waits hold for all of them together.
 */
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import { defined } from "../model/collections.ts";
import type { Checked } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import { type Breaker, openBreaker } from "./breaker.ts";
import type { Clock } from "./clock.ts";
import { type Gate, openGate } from "./pacing.ts";
import { type ProxyServer, proxyFor } from "./proxies.ts";
import type { ServiceUrl } from "./service-url.ts";

export interface HttpConnection {
  readonly dispatcher: Dispatcher;
  /** What the dispatcher goes through. */
  readonly proxy?: ProxyServer;
  readonly gate: Gate;
  readonly breaker: Breaker;
  readonly memory: ServiceMemory;
}

/** Settings of a game that concern its whole service. */
export interface ConnectionSettings {
  /** For each answer as a whole. */
  readonly timeout_seconds: number;
  /** Requests in flight at most. */
  readonly concurrency: number;
  readonly requests_per_second?: number;
  /** How long a service that has answered before may be unreachable before all requests fail. */
  readonly unreachable_seconds: number;
}

/** The outside world of connections. */
export interface ConnectionPorts {
  readonly clock: Clock;
  /** For the proxy variables. */
  readonly env: Variables;
}

export interface Connections {
  /**
   * The connection to a service, opened at the first call for its origin and token. Where settings of games differ, the
   * smaller number holds for all. Problem: `invalid-url` for a proxy that is not an address.
   */
  to(service: ServiceUrl, token: string, settings: ConnectionSettings): Checked<HttpConnection>;
  /** Closes all connections and aborts requests in flight. */
  close(): Promise<void>;
}

export function openConnections(ports: ConnectionPorts): Connections {
  const known = new Map<string, HttpConnection>();
  const breakers = new Map<string, Breaker>();
  const breakerOf = ({ origin }: ServiceUrl, seconds: number): Breaker => {
    const breaker = breakers.get(origin) ?? openBreaker(ports.clock, seconds);
    breakers.set(origin, breaker);
    breaker.narrow(seconds);
    return breaker;
  };
  return {
    to: (service, token, settings) => {
      const breaker = breakerOf(service, settings.unreachable_seconds);
      const key = JSON.stringify([service.origin, token]);
      const shared = known.get(key);
      if (shared !== undefined) {
        shared.gate.narrow(settings);
        return { value: shared, diagnostics: [] };
      }
      const { value: proxy, diagnostics } = proxyFor(service, ports.env);
      if (diagnostics.length > 0) return { diagnostics };
      const opened = {
        dispatcher: openDispatcher(settings, proxy),
        ...defined({ proxy }),
        gate: openGate(ports.clock, settings),
        breaker,
        memory: openServiceMemory(),
      };
      known.set(key, opened);
      return { value: opened, diagnostics: [] };
    },
    close: async () => {
      await Promise.all([...known.values()].map(({ dispatcher }) => dispatcher.destroy()));
      known.clear();
    },
  };
}

/** Milliseconds to open a connection. */
const CONNECT_LIMIT = 10_000;

/** Makes the dispatcher for one service, with keep-alive. */
function openDispatcher(settings: ConnectionSettings, proxy: ProxyServer | undefined): Dispatcher {
  const options = {
    connections: settings.concurrency,
    connect: { timeout: Math.min(CONNECT_LIMIT, settings.timeout_seconds * 1000) },
  };
  return proxy === undefined ? new Agent(options) : new ProxyAgent({ ...options, uri: proxy.url });
}

/** The parameters, as `name=value`, and whether `page[size]` is accepted. */
export interface TakenQuery {
  readonly parameters: ReadonlySet<string>;
  readonly isPaged: boolean;
}

interface Learnt<T> {
  readonly result: T;
  readonly taken?: TakenQuery;
}

export interface ServiceMemory {
  /**
   * Runs `read` with what is known. The result of the first reading of a form is kept; the others wait for it. After a
   * failed one, each finds out itself.
   */
  learn<T>(form: string, read: (known: TakenQuery | undefined) => Promise<Learnt<T>>): Promise<T>;
  /** By `kind.link`: the length up to which embedded lists are complete, and from which they are cut off. */
  readonly embedded: Map<string, { readonly whole: number; readonly cutAt: number }>;
}

function openServiceMemory(): ServiceMemory {
  const learnt = new Map<string, Promise<TakenQuery | undefined>>();
  return {
    embedded: new Map(),
    learn: async (form, read) => {
      const first = learnt.get(form);
      if (first !== undefined) return (await read(await first)).result;
      const reading = read(undefined);
      const forget = (): undefined => {
        learnt.delete(form);
        return undefined;
      };
      learnt.set(
        form,
        reading.then(({ taken }) => taken ?? forget(), forget),
      );
      return (await reading).result;
    },
  };
}
