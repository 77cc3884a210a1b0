/**
 * In: a base URL and a game id. Out: the origin and path that requests go to; only addresses that
 * pass the checks are ever used.
 */

import { jsonText } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import { isLoopback, urlProblem, withoutVersion } from "../model/base-url.ts";
import { type Checked, diagnostic, type ErrorDiagnostic, failed } from "../model/diagnostics.ts";
import type { Exchange, WireRequest } from "./transport.ts";

/** The service's address, taken apart. */
export interface ServiceUrl {
  /** Scheme, host and port: `https://api.example.com`. */
  readonly origin: string;
  readonly loopback: boolean;
  /** `/v1/games/{game_id}/` with the path in front of it, the id percent-encoded. */
  readonly gamePath: string;
}

/**
 * The base URL may end in a slash, carry a path in front (`https://host/api`) and may or may not
 * end in `/v1` (docs/service.md#transport). Problems: `invalid-url`, `insecure-url`,
 * `missing-target`.
 */
export function serviceUrl(baseUrl: string, gameId: string): Checked<ServiceUrl> {
  const wrong = urlProblem(baseUrl);
  if (wrong !== undefined) {
    return failed(
      diagnostic(wrong.code, `${wrong.label}.`.replace(/^t/, "T"), { help: wrong.help }),
    );
  }
  const { origin, protocol, hostname, pathname } = new URL(baseUrl);
  const loopback = isLoopback(hostname);
  if (protocol !== "https:" && !loopback) {
    const detail =
      "The base URL is plain http to another machine: the token would cross the network in clear text.";
    return failed(diagnostic("insecure-url", detail, { help: ["Write https:// in it"] }));
  }
  if (gameId === "" || isDotSegment(gameId)) {
    return failed(diagnostic("missing-target", `${inQuotes(gameId)} cannot be a game id.`));
  }
  const gamePath = `${withoutVersion(pathname)}/v1/games/${encodeURIComponent(gameId)}/`;
  return { value: { origin, loopback, gamePath }, diagnostics: [] };
}

/** `.` and `..`, which URLs resolve (docs/service.md#surprises). */
function isDotSegment(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment);
}

/**
 * Where a redirect leads that only moves a trailing slash: to send the request there again gives
 * nothing to anybody else.
 */
export function slashRedirect({ origin, path }: WireRequest, last: Exchange): string | undefined {
  if (last.end !== "answered" || ![301, 302, 307, 308].includes(last.status)) return undefined;
  const to = sameCollection(origin, path, last.header("location") ?? path)?.pathname;
  return to === path ? undefined : to;
}

/** The address, if it has the same origin and, but for a trailing slash, the same path. */
export function sameCollection(origin: string, path: string, reference: string): URL | undefined {
  const base = `${origin}${path}`;
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const isSame =
    url.origin === origin && url.pathname.replace(/\/$/, "") === path.replace(/\/$/, "");
  return isSame && url.username === "" && url.password === "" ? url : undefined;
}

/**
 * An id of `.` or `..` would turn the path into another one on its way (docs/service.md#surprises).
 */
export function pathProblem(path: string): ErrorDiagnostic | undefined {
  if (!path.split("/").some(isDotSegment)) return undefined;
  const detail = `The path ${jsonText(path)} cannot be sent: the id "." or ".." would make it the path of something else.`;
  const help = ["Give the resource another custom_id in the service's admin panel."];
  return diagnostic("invalid-id", detail, { help });
}
