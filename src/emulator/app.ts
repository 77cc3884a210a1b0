/**
 * The embedded service as a hono app: the size of the body, the token, the route, and saving before
 * a change is answered. `POST /v1/games/g/actions` with `{"custom_id":"slay","name":"Slay"}` is
 * answered 201, with the record under `data`.
 */
import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { Hono } from "hono/tiny";
import { catalog } from "../catalog/index.ts";
import type { Save } from "./data-file.ts";
import { listKindRoutes } from "./kind-routes.ts";
import { playRoutes } from "./play-routes.ts";
import {
  contentTooLarge,
  type Reply,
  type Route,
  readBody,
  replyMethodNotAllowed,
  replyRouteNotFound,
  serverError,
  toResponse,
  unauthenticated,
} from "./replies.ts";
import { gameIn, type State } from "./state.ts";

/** One request, reported when its answer is decided. */
interface ServedRequest {
  readonly method: string;
  /** With percent-encoding as sent, without the query. */
  readonly path: string;
  readonly query: string;
  readonly status: number;
}

export interface ServiceOptions {
  /** The bearer token. Default: a random one, to be read from the running service. */
  readonly token?: string;
  readonly onRequest?: (request: ServedRequest) => void;
  /** Receives exceptions, which are answered 500: bugs, or a data file that cannot be written. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: { now(): number };
}

/** The options with every default in place. */
type Settings = Required<ServiceOptions>;

/**
 * Pages of every origin are allowed, because each request needs the token and browsers never add it
 * by themselves.
 */
const PAGES = {
  origin: "*",
  allowMethods: ["GET", "POST", "PUT", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "Accept"],
};

/** Fills in the defaults. `token` is the one to use when the options name none. */
export function fillSettings(options: ServiceOptions, token: string): Settings {
  const {
    onRequest = () => undefined,
    onError = () => undefined,
    clock = { now: () => Date.now() },
  } = options;
  return { token: options.token ?? token, onRequest, onError, clock };
}

export type App = Hono;

/** Builds the app. `save` is called after every change and before its answer. */
export function createApp(settings: Settings, state: State, save: Save): App {
  const app: App = new Hono({ getPath });
  const keep = createKeeper(save);
  app.use(logRequests(settings));
  app.use(cors(PAGES));
  app.use(admitRequests(settings));
  const routes = [...catalog.flatMap(listKindRoutes), ...playRoutes];
  const methods = new Map<string, string[]>();
  for (const { method, path, run } of routes) {
    const pattern = `/v1/games/:game_id/${path}`;
    methods.set(pattern, [
      ...(methods.get(pattern) ?? []),
      ...(method === "GET" ? ["GET", "HEAD"] : [method]),
    ]);
    app.on(method, pattern, async (hono) => toResponse(await answerRoute(hono, run)));
  }
  for (const [pattern, allowed] of methods) {
    app.all(pattern, (hono) =>
      toResponse(replyMethodNotAllowed(hono.req.method, readPath(hono), allowed)),
    );
  }
  app.notFound((hono) => toResponse(replyRouteNotFound(readPath(hono))));
  return app;

  async function answerRoute(hono: HonoContext, run: Route["run"]): Promise<Reply> {
    const { clock, onError } = settings;
    try {
      const params = hono.req.param() as Readonly<Record<string, string>>;
      const url = new URL(hono.req.url);
      const body = readBody(await hono.req.text());
      const game = gameIn(state, params.game_id ?? "");
      await keep.overdue();
      const answered = run({ game, params, url, body, now: clock.now() });
      if (hono.req.method !== "GET" && hono.req.method !== "HEAD" && answered.status < 300)
        await keep.change();
      return answered;
    } catch (error) {
      if (error !== REPORTED) onError(error);
      return serverError;
    }
  }
}

/** Thrown while changes are still not saved, after the reason was thrown once. */
const REPORTED = Symbol("the state could not be saved, as was reported before");

/**
 * Saves changes. Requests fail while the state cannot be saved, because a client would take it for
 * kept.
 */
function createKeeper(save: Save): { overdue(): Promise<void>; change(): Promise<void> } {
  let isOverdue = false;
  const change = async (): Promise<void> => {
    try {
      await save();
      isOverdue = false;
    } catch (error) {
      const isRepeated = isOverdue;
      isOverdue = true;
      throw isRepeated ? REPORTED : error;
    }
  };
  return { change, overdue: async () => (isOverdue ? change() : undefined) };
}

/** A trailing slash makes no difference, nor does the way in which a segment is percent-encoded. */
function getPath(request: Request): string {
  const segments = new URL(request.url).pathname.replace(/\/+$/, "").split("/");
  return segments.map((segment) => encodeURIComponent(decodeSegment(segment))).join("/") || "/";
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function readPath(hono: HonoContext): string {
  return new URL(hono.req.url).pathname;
}

function logRequests({ onRequest }: Settings): MiddlewareHandler {
  return async (hono, next) => {
    await next();
    const { pathname: path, search } = new URL(hono.req.url);
    onRequest({ method: hono.req.method, path, query: search.slice(1), status: hono.res.status });
  };
}

/** Of a body, in characters; the real limit is unknown, and no resource comes near. */
const LONGEST_BODY = 1_048_576;

/**
 * What comes before the routes: the size of the body, which is read to its end for the client to
 * get an answer, and the token.
 */
function admitRequests({ token }: Settings): MiddlewareHandler {
  return async (hono, next) => {
    if ((await hono.req.text()).length > LONGEST_BODY) return toResponse(contentTooLarge);
    const given = /^bearer\s+(\S+)\s*$/i.exec(hono.req.header("authorization") ?? "")?.[1];
    return given === token ? next() : toResponse(unauthenticated);
  };
}
