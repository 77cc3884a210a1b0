/** Which proxy the variables name for a service. */
import { type Checked, diagnostic } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import type { ServiceUrl } from "./service-url.ts";

export interface ProxyServer {
  /** With user name and password, if there are any: never shown. */
  readonly url: string;
  /** Host and port. */
  readonly shown: string;
  /** The variable that names it. */
  readonly variable: string;
}

/**
 * The proxy for a service; no value where it is reached directly, as loopback always is. Of each variable the lower-case
 * name comes first; https falls back to the proxy for http. Problem: `invalid-url` for a proxy that is not an address.
 */
export function proxyFor(service: ServiceUrl, env: Variables): Checked<ProxyServer> {
  if (service.loopback) return { diagnostics: [] };
  const isSecure = service.origin.startsWith("https:");
  const names = [...(isSecure ? ["https_proxy", "HTTPS_PROXY"] : []), "http_proxy", "HTTP_PROXY"];
  const variable = names.find((name) => (env[name] ?? "") !== "");
  if (variable === undefined || isExcluded(service, env.no_proxy ?? env.NO_PROXY ?? "")) return { diagnostics: [] };
  const url = env[variable] ?? "";
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).host !== "") {
    return { value: { url, shown: shownHost(new URL(url)), variable }, diagnostics: [] };
  }
  // The value is not shown: it may hold a password.
  const detail = `${variable} is set to something that is not the address of a proxy.`;
  return {
    diagnostics: [
      diagnostic("invalid-url", detail, { help: [`Write it like ${variable}=http://proxy.example.com:3128`] }),
    ],
  };
}

function shownHost({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
}

/** `NO_PROXY`: names, each with or without a port, `.example.com` or `*.example.com` for all below it, `*` for all. */
function isExcluded({ origin, hostname }: ServiceUrl, list: string): boolean {
  const { port, protocol } = new URL(origin);
  const own = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      const [, name = entry, only] = /^(.+):([0-9]+)$/.exec(entry) ?? [];
      if (only !== undefined && only !== own) return false;
      if (name === "*") return true;
      return /^[.*]/.test(name) ? hostname.endsWith(name.replace(/^\*/, "")) : hostname === name;
    });
}
