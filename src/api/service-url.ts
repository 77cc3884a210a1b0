/** Checks the base URL and the game id; only addresses that pass are ever used. */
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { jsonText } from "../model/json.ts";
import { pathPrefix } from "../project/targets.ts";
import { isLoopback } from "../project/variables.ts";
import type { Answer, WireRequest } from "./transport.ts";

/** The service's address, taken apart. */
export interface ServiceUrl {
  /** Scheme, host and port: `https://api.example.com`. */
  readonly origin: string;
  readonly loopback: boolean;
  /** `/v1/games/{game_id}/` with the path in front of it, the id percent-encoded. */
  readonly gamePath: string;
}

/**
 * Checks base URL and game id. The base URL may end in a slash, carry a path in front (`https://host/api`) and may or
 * may not end in `/v1` (docs/service.md#transport). Problems: `invalid-url`, `insecure-url`, `missing-target`.
 */
export function serviceUrl(baseUrl: string, gameId: string): Checked<ServiceUrl> {
  if (!URL.canParse(baseUrl)) return { diagnostics: [invalidUrl("is not a complete address")] };
  const url = new URL(baseUrl);
  const problem = urlProblem(url) ?? clearTextProblem(url) ?? gameIdProblem(gameId);
  if (problem !== undefined) return { diagnostics: [problem] };
  return {
    value: {
      origin: url.origin,
      loopback: isLoopback(url.hostname),
      gamePath: `${pathPrefix(url)}/v1/games/${encodeURIComponent(gameId)}/`,
    },
    diagnostics: [],
  };
}

/** The text is not shown: it may hold a password. */
function urlProblem({ protocol, username, password, search, hash, pathname }: URL): Diagnostic | undefined {
  if (protocol !== "https:" && protocol !== "http:") return invalidUrl("does not begin with https:// or http://");
  if (username !== "" || password !== "") return invalidUrl("carries a user name or a password");
  if (search !== "" || hash !== "") return invalidUrl("carries a query or a fragment");
  const isGame = /\/v1\/games(\/[^/]*)?\/*$/.test(pathname);
  return isGame ? invalidUrl("goes on to a game. It ends before `/v1/games`; the game's id is given apart") : undefined;
}

function invalidUrl(what: string): Diagnostic {
  return diagnostic("invalid-url", `The base URL ${what}.`, { help: ["Write it like https://api.example.com"] });
}

function clearTextProblem(url: URL): Diagnostic | undefined {
  if (url.protocol === "https:" || isLoopback(url.hostname)) return undefined;
  const detail = "The base URL is plain http to another machine: the token would cross the network in clear text.";
  return diagnostic("insecure-url", detail, { help: ["Write https:// in it"] });
}

function gameIdProblem(gameId: string): Diagnostic | undefined {
  if (gameId !== "" && !isDotSegment(gameId)) return undefined;
  return diagnostic("missing-target", gameId === "" ? "The game id is empty." : `"${gameId}" cannot be a game id.`);
}

/** `.` and `..`, which URLs resolve (docs/service.md#surprises). */
function isDotSegment(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment);
}

/** Where a redirect leads that only moves a trailing slash: to send the request there again gives nothing to anybody else. */
export function slashRedirect(
  { origin, path }: Pick<WireRequest, "origin" | "path">,
  { status, header }: Answer,
): string | undefined {
  if (![301, 302, 307, 308].includes(status)) return undefined;
  const to = sameCollection(origin, path, header("location") ?? path)?.pathname;
  return to === path ? undefined : to;
}

/** The address, if it has the same origin and, but for a trailing slash, the same path. */
export function sameCollection(origin: string, path: string, reference: string): URL | undefined {
  const base = `${origin}${path}`;
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const isSame = url.origin === origin && url.pathname.replace(/\/$/, "") === path.replace(/\/$/, "");
  return isSame && url.username === "" && url.password === "" ? url : undefined;
}

/** An id of `.` or `..` would turn the path into another one on its way (docs/service.md#surprises). */
export function pathProblem(path: string): Diagnostic | undefined {
  const isEncoded = /^[^?#\P{ASCII}\p{Cc}\s]+$/u.test(path);
  if (isEncoded && !path.split("/").some(isDotSegment)) return undefined;
  const what = isEncoded ? 'the id "." or ".." would make it the path of something else' : "it is not percent-encoded";
  const help = ["Give the resource another custom_id in the service's admin panel."];
  return diagnostic("invalid-id", `The path ${jsonText(path)} cannot be sent: ${what}.`, { help });
}
