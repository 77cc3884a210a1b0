/**
 * The embedded service as a hono app. It checks the size of the body and the token, runs the route,
 * and saves changes before it answers. `POST /v1/games/g/actions` with
 * `{"custom_id":"slay","name":"Slay"}` is answered 201, with the record under `data`.
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

/** A request and the status of its answer, as reported to `onRequest`. */
interface ServedRequest {
  readonly method: string;
  /** Path without the query, percent-encoded as sent. */
  readonly path: string;
  readonly query: string;
  readonly status: number;
}

export interface ServiceOptions {
  /** The bearer token. Default: a random one; the running service has it as `token`. */
  readonly token?: string;
  readonly onRequest?: (request: ServedRequest) => void;
  /** Receives the cause of each 500: a bug, or a data file that cannot be written. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: { now(): number };
}

/** The options with all defaults filled in. */
type Settings = Required<ServiceOptions>;

/** CORS settings. Every origin is allowed, because browsers never send the token on their own. */
const PAGES = {
  origin: "*",
  allowMethods: ["GET", "POST", "PUT", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "Accept"],
};

/** Fills in the defaults. `token` is the default token. */
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
  const keeper = createKeeper(save);
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
      const params: Readonly<Record<string, string>> = hono.req.param();
      const url = new URL(hono.req.url);
      const body = readBody(await hono.req.text());
      const game = gameIn(state, params.game_id ?? "");
      await keeper.saveOverdue();
      const answered = run({ game, params, url, body, now: clock.now() });
      if (hono.req.method !== "GET" && hono.req.method !== "HEAD" && answered.status < 300)
        await keeper.saveChange();
      return answered;
    } catch (error) {
      if (error !== REPORTED) onError(error);
      return serverError;
    }
  }
}

/** Thrown when saving fails again, because the reason was reported the first time. */
const REPORTED = Symbol("the state could not be saved, as was reported before");

interface Keeper {
  /** Saves again if the last save failed. */
  saveOverdue(): Promise<void>;
  saveChange(): Promise<void>;
}

/**
 * Creates a keeper, which saves changes. While saving fails, requests fail too, so that no client
 * relies on unsaved changes.
 */
function createKeeper(save: Save): Keeper {
  let isOverdue = false;
  const saveChange = async (): Promise<void> => {
    try {
      await save();
      isOverdue = false;
    } catch (error) {
      const isRepeated = isOverdue;
      isOverdue = true;
      throw isRepeated ? REPORTED : error;
    }
  };
  return { saveChange, saveOverdue: async () => (isOverdue ? saveChange() : undefined) };
}

/** Returns the path for routing, without trailing slashes and with uniform percent-encoding. */
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

/** Limit of a body in characters. The real limit is unknown; resources are much smaller. */
const LONGEST_BODY = 1_048_576;

/**
 * Checks the size of the body, then the token. The whole body is read even if it is too large, so
 * that the client gets the answer.
 */
function admitRequests({ token }: Settings): MiddlewareHandler {
  return async (hono, next) => {
    if ((await hono.req.text()).length > LONGEST_BODY) return toResponse(contentTooLarge);
    const given = /^bearer\s+(\S+)\s*$/i.exec(hono.req.header("authorization") ?? "")?.[1];
    return given === token ? next() : toResponse(unauthenticated);
  };
}
