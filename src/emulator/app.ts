/**
 * The embedded service as a hono app. In this order: faults before the request, the web server's redirect, the size of the
 * body, the token, the rate limit, the route, saving, faults of the answer.
 */
import type { HttpBindings } from "@hono/node-server";
import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { catalog } from "../catalog/index.ts";
import { jsonText } from "../model/json.ts";
import {
  cutAnswer,
  cutConnection,
  dripAnswer,
  garbled,
  keepSilent,
  moveList,
  withoutRecords,
} from "./broken-answers.ts";
import type { Save } from "./data-file.ts";
import { createFaultSwitch, type FaultEffect, retryAfterHeader } from "./faults.ts";
import { kindRoutes } from "./kind-routes.ts";
import type { ServiceClock, Settings } from "./options.ts";
import { playRoutes } from "./play-routes.ts";
import {
  bodyAsSent,
  bodyMembers,
  contentTooLarge,
  createRateLimit,
  methodNotAllowed,
  notFound,
  type Reply,
  readBody,
  reply,
  routeNotFound,
  serverError,
  tooManyAttempts,
  unauthenticated,
} from "./replies.ts";
import type { Context, Route } from "./routes.ts";
import { gameIn, type State } from "./state.ts";

interface Env {
  /** Absent without a server: there is no connection to break. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: {
    /** The body; `undefined` when it was larger than the service takes. */
    readonly sent: string | undefined;
    /** The answer of the route, before faults. */
    readonly reply: Reply;
  };
}

export type App = Hono<Env>;

/** How a request is answered. `status`: null without an answer. */
interface Delivery {
  readonly status: number | null;
  readonly toResponse: (server: Partial<HttpBindings>) => Response;
}

/** Builds the app. `save` is called after every change and before its answer. */
export function createApp(context: Context, state: State, save: Save): App {
  const { settings } = context;
  const app: App = new Hono({ getPath });
  app.use(delivering(context, state));
  app.use(admitting(settings));
  const routes = [...catalog.flatMap((kind) => kindRoutes(context, kind)), ...playRoutes(context)];
  const methods = new Map<string, string[]>();
  for (const { method, path, run } of routes) {
    const pattern = `/v1/games/:game_id/${path}`;
    methods.set(pattern, [...(methods.get(pattern) ?? []), ...(method === "GET" ? ["GET", "HEAD"] : [method])]);
    app.on(method, pattern, async (hono) => answer(hono, await routed(hono, run)));
  }
  for (const [pattern, allowed] of methods) {
    app.all(pattern, (hono) =>
      answer(hono, methodNotAllowed(hono.req.method, new URL(hono.req.url).pathname, allowed)),
    );
  }
  app.notFound((hono) => answer(hono, routeNotFound(new URL(hono.req.url).pathname)));
  return app;

  async function routed(hono: HonoContext<Env>, run: Route["run"]): Promise<Reply> {
    const { games, clock, onError } = settings;
    try {
      const params = hono.req.param() as Readonly<Record<string, string>>;
      const gameId = params.game_id ?? "";
      if (games !== null && !games.includes(gameId)) return notFound("game", gameId);
      const url = new URL(hono.req.url);
      const body = bodyMembers(hono.get("sent") ?? "");
      const answered = run({ game: gameIn(state, gameId), params, url, body, now: clock.now() });
      if (hono.req.method !== "GET" && hono.req.method !== "HEAD" && answered.status < 300) await save();
      return answered;
    } catch (error) {
      onError(error);
      return serverError;
    }
  }
}

/** Leaves the reply to `delivering`, which applies the faults. */
function answer(hono: HonoContext<Env>, replied: Reply): Response {
  hono.set("reply", replied);
  return hono.body(null);
}

/** A trailing slash makes no difference, nor does the way in which a segment is percent-encoded. */
function getPath(request: Request): string {
  const segments = new URL(request.url).pathname.replace(/\/+$/, "").split("/");
  return segments.map((segment) => encodeURIComponent(decoded(segment))).join("/") || "/";
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Reads the body, plays the faults, logs the request and sends the answer. */
function delivering(context: Context, state: State): MiddlewareHandler<Env> {
  const { settings } = context;
  const faultsOf = createFaultSwitch(settings.faults);
  let count = 0;
  return async (hono, next) => {
    count += 1;
    const index = count;
    const url = new URL(hono.req.url);
    const { method } = hono.req;
    const sent = await readBody(hono.req.raw);
    hono.set("sent", sent);
    const faults = faultsOf(method, url.pathname);
    if (method === "GET" && faults.some(({ effect }) => effect === "move-list")) moveList(context, state, url);
    const delivery = await deliveryOf(faults, settings, async () => {
      await next();
      return hono.get("reply");
    });
    const { pathname: path, search } = url;
    const { status } = delivery;
    settings.onRequest({ index, method, path, query: search.slice(1), status, body: bodyAsSent(sent ?? "") });
    // Not merged with the empty response of the route.
    hono.res = undefined;
    hono.res = delivery.toResponse(hono.env);
  };
}

/** What comes before the routes: the web server's redirect, the size of the body, the token, the rate limit. */
function admitting(settings: Settings): MiddlewareHandler<Env> {
  const limit = createRateLimit(settings);
  return async (hono, next) => {
    const { pathname, search } = new URL(hono.req.url);
    if (settings.slashRedirect && hono.req.method === "POST" && pathname.endsWith("/")) {
      return answer(hono, reply(301, null, { Location: `${pathname.replace(/\/+$/, "")}${search}` }));
    }
    if (hono.get("sent") === undefined) return answer(hono, contentTooLarge);
    if (bearerToken(hono.req.header("authorization") ?? "") !== settings.token) return answer(hono, unauthenticated);
    const allowance = limit(settings.clock.now());
    if ("refusal" in allowance) return answer(hono, allowance.refusal);
    await next();
    const answered = hono.get("reply");
    hono.set("reply", { ...answered, headers: { ...answered.headers, ...allowance.headers } });
    return undefined;
  };
}

function bearerToken(authorization: string): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
}

async function deliveryOf(
  faults: readonly FaultEffect[],
  { clock }: Settings,
  run: () => Promise<Reply>,
): Promise<Delivery> {
  for (const fault of faults) {
    if (fault.effect === "latency") await clock.wait(fault.milliseconds);
  }
  const now = clock.now();
  const first = faults.map((fault) => deliveryBefore(fault, now)).find((delivery) => delivery !== undefined);
  if (first !== undefined) return first;
  const replied = await run();
  const last = faults.map((fault) => deliveryAfter(fault, replied, clock)).find((delivery) => delivery !== undefined);
  return last ?? inJson(replied);
}

/** The delivery of a fault that prevents the request. */
function deliveryBefore(fault: FaultEffect, now: number): Delivery | undefined {
  switch (fault.effect) {
    case "error-before":
      return inJson(errorReply(fault.status));
    case "drop-before":
      return { status: null, toResponse: cutConnection };
    case "silent-before":
      return { status: null, toResponse: keepSilent };
    case "html":
      return inForm(reply(fault.status, null), PAGE, "text/html; charset=utf-8");
    case "rate-limit":
      return inJson(tooManyAttempts(retryAfterHeader(fault.retryAfter, now)));
    case "redirect":
      return inJson(reply(302, null, { Location: fault.location }));
    default:
      return undefined;
  }
}

/** The delivery of a fault that spoils the answer of a request that was executed. */
function deliveryAfter(fault: FaultEffect, replied: Reply, clock: ServiceClock): Delivery | undefined {
  const { status } = replied;
  switch (fault.effect) {
    case "error-after":
      return inJson(errorReply(fault.status));
    case "drop-after":
      return { status: null, toResponse: cutConnection };
    case "silent-after":
      return { status: null, toResponse: keepSilent };
    case "truncate":
      return { status, toResponse: (server) => cutAnswer(server, replied) };
    case "drip":
      return { status, toResponse: (server) => dripAnswer(server, replied, fault.milliseconds, clock) };
    case "garble":
      return inForm(replied, garbled(replied, fault.form), JSON_TYPE);
    case "content-type":
      return inForm(replied, jsonText(replied.body), fault.type);
    case "empty-page":
      return inJson(withoutRecords(replied));
    default:
      return undefined;
  }
}

function errorReply(status: number): Reply {
  return status < 500 ? reply(status, { message: `Error ${status}` }) : reply(status, serverError.body);
}

const JSON_TYPE = "application/json";

const PAGE = "<!DOCTYPE html>\n<html><head><title>Service</title></head><body><h1>One moment</h1></body></html>\n";

function inJson(replied: Reply): Delivery {
  return replied.body === null ? inForm(replied, null) : inForm(replied, jsonText(replied.body), JSON_TYPE);
}

function inForm({ status, headers }: Reply, body: string | Uint8Array<ArrayBuffer> | null, type?: string): Delivery {
  const all = type === undefined ? headers : { "Content-Type": type, ...headers };
  const init = { status, headers: all };
  return { status, toResponse: () => new Response(status === 204 ? null : body, init) };
}
