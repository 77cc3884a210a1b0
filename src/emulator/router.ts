/** Finds the route of a request. A trailing slash makes no difference: `criteria` and `criteria/` are one. */
import { bodyMembers } from "./input.ts";
import { methodNotAllowed, notFound, type Reply, routeNotFound } from "./replies.ts";
import type { Context, Route } from "./routes.ts";
import { gameIn, type State } from "./state.ts";

const BASE = "v1/games/:game_id";

interface Pattern {
  readonly route: Route;
  readonly segments: readonly string[];
}

/** Answers a request that the token and the rate limit have let through. `sent` is the body as text. */
export type Router = (method: string, url: URL, sent: string) => Reply;

/** Unknown paths are 404, known ones with another method 405. HEAD is GET, whose body the server leaves out. */
export function createRouter(context: Context, state: State, routes: readonly Route[]): Router {
  const patterns = routes.map((route) => ({ route, segments: `${BASE}/${route.path}`.split("/") }));
  const { games, clock } = context.settings;
  return (method, url, sent) => {
    const segments = url.pathname.replace(/^\//, "").replace(/\/+$/, "").split("/").map(decoded);
    const matching = patterns.filter((pattern) => matches(pattern, segments));
    const match = matching.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method));
    if (match === undefined)
      return matching.length === 0 ? routeNotFound(url.pathname) : refusedMethod(method, url, matching);
    const params = paramsOf(match, segments);
    const gameId = params.game_id ?? "";
    if (games !== null && !games.includes(gameId)) return notFound("game", gameId);
    return match.route.run({ game: gameIn(state, gameId), params, url, body: bodyMembers(sent), now: clock.now() });
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function matches({ segments: pattern }: Pattern, segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]))
  );
}

function paramsOf({ segments: pattern }: Pattern, segments: readonly string[]): Record<string, string> {
  const named = pattern.flatMap((part, index) =>
    part.startsWith(":") ? [[part.slice(1), segments[index] ?? ""]] : [],
  );
  return Object.fromEntries(named);
}

function refusedMethod(method: string, url: URL, matching: readonly Pattern[]): Reply {
  const allowed = matching.flatMap(({ route }) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
  return methodNotAllowed(method, url.pathname, allowed);
}
