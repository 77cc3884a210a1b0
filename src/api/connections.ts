/**
 * The connections of a command. In: addresses of services. Out: one connection and line for each, shared by the clients of its
 * games, so that limits and waits hold for all of them together.
 */
import { type Dispatcher, EnvHttpProxyAgent } from "undici";
import { type Checked, diagnostic } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import type { Clock } from "./clock.ts";
import { openLine, type ServiceLine } from "./line.ts";
import type { ServiceUrl } from "./service-url.ts";

interface HttpConnection {
  readonly dispatcher: Dispatcher;
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
      const { value: dispatcher, diagnostics } = openDispatcher(service, settings, env);
      if (dispatcher === undefined) return { diagnostics };
      const opened = { dispatcher, line: openLine(clock, settings), refused: new Set<string>() };
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

/** With keep-alive, and through the proxies of the variables, though never to loopback. The value is not shown: it may hold a password. */
function openDispatcher(service: ServiceUrl, settings: ConnectionSettings, env: Variables): Checked<Dispatcher> {
  const proxies = service.loopback ? {} : env;
  try {
    const value = new EnvHttpProxyAgent({
      connections: settings.concurrency,
      connect: { timeout: Math.min(CONNECT_LIMIT, settings.timeout_seconds * 1000) },
      httpProxy: proxies.http_proxy ?? proxies.HTTP_PROXY ?? "",
      httpsProxy: proxies.https_proxy ?? proxies.HTTPS_PROXY ?? "",
      noProxy: proxies.no_proxy ?? proxies.NO_PROXY ?? "",
    });
    return { value, diagnostics: [] };
  } catch {
    const help = ["Write it like HTTPS_PROXY=http://proxy.example.com:3128"];
    return {
      diagnostics: [diagnostic("invalid-url", "HTTPS_PROXY or HTTP_PROXY is not the address of a proxy.", { help })],
    };
  }
}
