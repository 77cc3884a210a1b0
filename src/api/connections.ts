/**
 * The connections of a command. In: addresses of services. Out: one connection and line for each, shared by the clients of its
 * games, so that limits and waits hold for all of them together.
 */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import type { Clock } from "./clock.ts";
import { openLine, type ServiceLine } from "./line.ts";
import type { ServiceUrl } from "./service-url.ts";

interface HttpConnection {
  readonly dispatcher: Dispatcher;
  /** The variable that sets a proxy. */
  readonly proxyVariable?: string;
  readonly line: ServiceLine;
  /** Query parameters that the service refused in this run, which are not sent again. */
  readonly refused: Set<string>;
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
   * The connection to a service, opened at the first call for its origin. Where settings of games differ, the smaller number
   * holds for all. Problem: `invalid-url` for a proxy that is not an address.
   */
  to(service: ServiceUrl, settings: ConnectionSettings): Checked<HttpConnection>;
  /** Closes all connections and aborts requests in flight. */
  close(): Promise<void>;
}

export function openConnections({ clock, env }: ConnectionPorts): Connections {
  const known = new Map<string, HttpConnection>();
  return {
    to: (service, settings) => {
      const shared = known.get(service.origin);
      if (shared !== undefined) {
        shared.line.narrow(settings);
        return { value: shared, diagnostics: [] };
      }
      const proxyVariable = service.loopback ? undefined : proxyVariableFor(service, env);
      const { value: dispatcher, diagnostics } = openDispatcher(settings, env, proxyVariable);
      if (dispatcher === undefined) return { diagnostics };
      const line = openLine(clock, settings);
      const opened = { dispatcher, ...defined({ proxyVariable }), line, refused: new Set<string>() };
      known.set(service.origin, opened);
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
