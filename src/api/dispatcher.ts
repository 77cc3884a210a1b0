/** The client's own connections: never undici's global dispatcher, so that tests and proxies do not fight over it. */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { type Checked, diagnostic } from "../model/diagnostics.ts";
import type { ServiceUrl } from "./service-url.ts";

/** A connection that takes longer than this to open is given up, in milliseconds. */
const CONNECT_LIMIT = 10_000;

/**
 * Makes the dispatcher for one service, with keep-alive. The proxy variables of `env` are honoured, the lower-case
 * ones first; loopback is always reached directly. Problem: `invalid-url` for a proxy that is not an address.
 */
export function openDispatcher(
  service: ServiceUrl,
  settings: { readonly timeout_seconds: number; readonly concurrency: number },
  env: Readonly<Record<string, string | undefined>>,
): Checked<Dispatcher> {
  const options = {
    connections: settings.concurrency,
    connect: { timeout: Math.min(CONNECT_LIMIT, settings.timeout_seconds * 1000) },
  };
  if (service.loopback) return { value: new Agent(options), diagnostics: [] };
  try {
    // Every variable is passed, empty if need be: undici would otherwise look into the process's own environment.
    const proxied = new EnvHttpProxyAgent({
      ...options,
      httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? "",
      httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? "",
      noProxy: env.no_proxy ?? env.NO_PROXY ?? "",
    });
    return { value: proxied, diagnostics: [] };
  } catch {
    // The value is not shown: it may hold a password.
    const detail = "HTTP_PROXY or HTTPS_PROXY is set to something that is not the address of a proxy.";
    return {
      diagnostics: [diagnostic("invalid-url", detail, { help: ["Write it like http://proxy.example.com:3128"] })],
    };
  }
}
