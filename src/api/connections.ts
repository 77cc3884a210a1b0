/**
 * The connections of a command. In: addresses of services. Out: a connection and a line for each
 * service, shared by the clients of all its games, so that limits and delays apply to all of them
 * together.
 */
import { type Dispatcher, EnvHttpProxyAgent } from "undici";
import { type Checked, diagnostic, failed } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import type { Clock } from "./clock.ts";
import { type ClientSettings, ServiceLine } from "./line.ts";
import type { PathIds } from "./path-ids.ts";
import type { ServiceUrl } from "./service-url.ts";

export interface HttpConnection {
  /** @internal */ readonly dispatcher: Dispatcher;
  readonly line: ServiceLine;
  /** Query parameters that the service refused in this run. They are not sent again. */
  readonly refused: Set<string>;
  /** By the path of the game. Empty if paths contain the `custom_id`. */
  readonly pathIds: Map<string, PathIds>;
}

export class Connections {
  readonly clock: Clock;
  private readonly env: Variables;
  private readonly known = new Map<string, HttpConnection>();
  private readonly end = new AbortController();
  /** Aborts together with all requests. */
  readonly aborted: AbortSignal = this.end.signal;

  /** `env`: has the variables of proxies. */
  constructor({ clock, env }: { readonly clock: Clock; readonly env: Variables }) {
    this.clock = clock;
    this.env = env;
  }

  /**
   * Opens the connection at the first call for an origin. Problem: `invalid-url` for a proxy that
   * is not an address.
   */
  to(service: ServiceUrl, settings: ClientSettings): Checked<HttpConnection> {
    const shared = this.known.get(service.origin);
    shared?.line.narrow(settings);
    if (shared !== undefined) return { value: shared, diagnostics: [] };
    const { value: dispatcher, diagnostics } = openDispatcher(service, settings, this.env);
    if (dispatcher === undefined) return { diagnostics };
    const line = new ServiceLine(this.clock, settings);
    const opened = {
      dispatcher,
      line,
      refused: new Set<string>(),
      pathIds: new Map<string, PathIds>(),
    };
    this.known.set(service.origin, opened);
    return { value: opened, diagnostics: [] };
  }

  /** Resolves after requests in flight. */
  async close(): Promise<void> {
    if (!this.aborted.aborted)
      await Promise.all([...this.known.values()].map(({ dispatcher }) => dispatcher.close()));
  }

  /** Aborts requests in flight and refuses new ones. */
  async abort(): Promise<void> {
    this.end.abort();
    await Promise.all([...this.known.values()].map(({ dispatcher }) => dispatcher.destroy()));
  }
}

/**
 * Opens connections with keep-alive, through the proxies of the variables unless the service is on
 * loopback. The address of a proxy is not shown, because it may contain a password.
 */
function openDispatcher(
  service: ServiceUrl,
  settings: ClientSettings,
  env: Variables,
): Checked<Dispatcher> {
  const proxies = service.loopback ? {} : env;
  try {
    const value = new EnvHttpProxyAgent({
      connections: settings.concurrency,
      connect: { timeout: Math.min(10_000, settings.timeout_seconds * 1000) },
      httpProxy: proxies.http_proxy ?? proxies.HTTP_PROXY ?? "",
      httpsProxy: proxies.https_proxy ?? proxies.HTTPS_PROXY ?? "",
      noProxy: proxies.no_proxy ?? proxies.NO_PROXY ?? "",
    });
    return { value, diagnostics: [] };
  } catch {
    const help = ["Write it like HTTPS_PROXY=http://proxy.example.com:3128"];
    const detail = "HTTPS_PROXY or HTTP_PROXY is not the address of a proxy.";
    return failed(diagnostic("invalid-url", detail, { help }));
  }
}
