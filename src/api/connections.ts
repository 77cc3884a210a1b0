/**
 * The connections of a command. Clients of games on the same service with the same token share connections and gate, so that
 * limits and waits hold for all of them together.
 */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import { type Breaker, openBreaker } from "./breaker.ts";
import type { Clock } from "./clock.ts";
import { type Gate, openGate } from "./pacing.ts";
import type { ServiceUrl } from "./service-url.ts";

interface HttpConnection {
  readonly dispatcher: Dispatcher;
  /** The variable that sets a proxy. */
  readonly proxyVariable?: string;
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
  const breakerOf = ({ origin }: ServiceUrl): Breaker => {
    const breaker = breakers.get(origin) ?? openBreaker(ports.clock);
    breakers.set(origin, breaker);
    return breaker;
  };
  return {
    to: (service, token, settings) => {
      const breaker = breakerOf(service);
      const key = JSON.stringify([service.origin, token]);
      const shared = known.get(key);
      if (shared !== undefined) {
        shared.gate.narrow(settings);
        return { value: shared, diagnostics: [] };
      }
      const proxyVariable = service.loopback ? undefined : proxyVariableFor(service, ports.env);
      const { value: dispatcher, diagnostics } = openDispatcher(settings, ports.env, proxyVariable);
      if (dispatcher === undefined) return { diagnostics };
      const opened = {
        dispatcher,
        ...defined({ proxyVariable }),
        gate: openGate(ports.clock, settings),
        breaker,
        memory: new Map(),
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

/** The proxy variable that is set for the service; of each, undici takes the lower-case name first. */
function proxyVariableFor({ origin }: ServiceUrl, env: Variables): string | undefined {
  const secure = origin.startsWith("https:") ? ["https_proxy", "HTTPS_PROXY"] : [];
  return [...secure, "http_proxy", "HTTP_PROXY"].find((name) => (env[name] ?? "") !== "");
}

/** Makes the dispatcher for one service, with keep-alive. Problem: `invalid-url` for a proxy that is not an address. */
function openDispatcher(
  settings: ConnectionSettings,
  env: Variables,
  proxyVariable: string | undefined,
): Checked<Dispatcher> {
  const options = {
    connections: settings.concurrency,
    connect: { timeout: Math.min(CONNECT_LIMIT, settings.timeout_seconds * 1000) },
  };
  if (proxyVariable === undefined) return { value: new Agent(options), diagnostics: [] };
  try {
    const value = new EnvHttpProxyAgent({
      ...options,
      httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? "",
      httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? "",
      noProxy: env.no_proxy ?? env.NO_PROXY ?? "",
    });
    return { value, diagnostics: [] };
  } catch {
    return { diagnostics: [invalidProxy(proxyVariable)] };
  }
}

/** The value is not shown: it may hold a password. */
function invalidProxy(variable: string): Diagnostic {
  const detail = `${variable} is set to something that is not the address of a proxy.`;
  return diagnostic("invalid-url", detail, { help: [`Write it like ${variable}=http://proxy.example.com:3128`] });
}

/** What lists of one form take: the parameters that were refused, as `name=value`, and whether `page[size]` is accepted. */
export interface KnownParameters {
  readonly refused: ReadonlySet<string>;
  readonly isPaged: boolean;
}

/** By the form of a list; a refusal is remembered for the run. */
export type ServiceMemory = Map<string, KnownParameters>;
