/**
 * The embedded service as a hono app: what happens around a route. In this order: faults that come first, the web
 * server's redirect, the size of the body, the token, the rate limit, the route, the storing of what changed, faults that come last.
 */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { catalog } from "../catalog/index.ts";
import { jsonText } from "../model/json.ts";
import { cutAnswer, cutConnection, dripAnswer, garbled, keepSilent, withoutRecords } from "./broken-answers.ts";
import type { Save } from "./data-file.ts";
import { createFaultSwitch, type FaultEffect, retryAfterHeader } from "./faults.ts";
import { bodyAsSent, readBody } from "./input.ts";
import { kindRoutes } from "./kind-routes.ts";
import { moveList } from "./moving-list.ts";
import type { ServiceClock, Settings } from "./options.ts";
import { playRoutes } from "./play-routes.ts";
import { createRateLimit, tooManyAttempts } from "./rate-limit.ts";
import { contentTooLarge, type Reply, reply, serverError, unauthenticated } from "./replies.ts";
import { createRouter } from "./router.ts";
import type { Context } from "./routes.ts";
import type { State } from "./state.ts";

/** The hono app. Called without a server, it has no connection to break. */
export type App = Hono<{ Bindings: Partial<HttpBindings> }>;

/** One request with its body read. */
interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string;
  /** `undefined` when it was larger than the service takes. */
  readonly sent: string | undefined;
}

/** What a request comes to: an answer, one that breaks or takes for ever, one of another form, or none. */
type Ending =
  | { readonly kind: "answer" | "cut-answer"; readonly reply: Reply }
  | { readonly kind: "drip"; readonly reply: Reply; readonly milliseconds: number }
  | {
      readonly kind: "other-form";
      readonly reply: Reply;
      readonly type: string;
      readonly body: string | Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: "cut-connection" | "silence" };

/** Builds the app. `save` is called after every change and before its answer. */
export function createApp(context: Context, state: State, save: Save): App {
  const { settings } = context;
  const faultsOf = createFaultSwitch(settings.faults);
  const answer = createAnswer(context, state, save);
  let count = 0;
  const app: App = new Hono();
  app.all("*", async (hono) => {
    count += 1;
    const index = count;
    const url = new URL(hono.req.url);
    const { method } = hono.req;
    const sent = await readBody(hono.req.raw);
    const incoming = { method, url, sent, authorization: hono.req.header("authorization") ?? "" };
    const faults = faultsOf(method, url.pathname);
    if (method === "GET" && faults.some(({ effect }) => effect === "move-list")) moveList(context, state, url);
    const ending = await endingOf(faults, settings, () => answer(incoming));
    const body = bodyAsSent(sent ?? "");
    settings.onRequest({
      index,
      method,
      path: url.pathname,
      query: url.search.slice(1),
      status: statusOf(ending),
      body,
    });
    return toResponse(ending, hono.env, settings.clock);
  });
  return app;
}

/** The answer of a service without faults. */
function createAnswer(context: Context, state: State, save: Save): (incoming: Incoming) => Promise<Reply> {
  const { settings } = context;
  const limit = createRateLimit(settings);
  const routes = [...catalog.flatMap((kind) => kindRoutes(context, kind)), ...playRoutes(context)];
  const route = createRouter(context, state, routes);
  return async ({ method, url, authorization, sent }) => {
    if (settings.slashRedirect && method === "POST" && url.pathname.endsWith("/")) {
      return reply(301, null, { Location: `${url.pathname.replace(/\/+$/, "")}${url.search}` });
    }
    if (sent === undefined) return contentTooLarge;
    if (bearerToken(authorization) !== settings.token) return unauthenticated;
    const allowance = limit(settings.clock.now());
    if ("refusal" in allowance) return allowance.refusal;
    try {
      const routed = route(method, url, sent);
      if (method !== "GET" && method !== "HEAD" && routed.status < 300) await save();
      return { ...routed, headers: { ...routed.headers, ...allowance.headers } };
    } catch (error) {
      settings.onError(error);
      return serverError;
    }
  };
}

function bearerToken(authorization: string): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
}

async function endingOf(
  faults: readonly FaultEffect[],
  settings: Settings,
  answer: () => Promise<Reply>,
): Promise<Ending> {
  for (const fault of faults) {
    if (fault.effect === "latency") await settings.clock.wait(fault.milliseconds);
  }
  const now = settings.clock.now();
  const first = faults.map((fault) => endingBefore(fault, now)).find((ending) => ending !== undefined);
  if (first !== undefined) return first;
  const answered = await answer();
  const last = faults.map((fault) => endingAfter(fault, answered)).find((ending) => ending !== undefined);
  return last ?? { kind: "answer", reply: answered };
}

/** What a fault comes to that keeps the request from being done. */
function endingBefore(fault: FaultEffect, now: number): Ending | undefined {
  switch (fault.effect) {
    case "error-before":
      return { kind: "answer", reply: errorReply(fault.status) };
    case "drop-before":
      return { kind: "cut-connection" };
    case "silent-before":
      return { kind: "silence" };
    case "html":
      return { kind: "other-form", reply: reply(fault.status, null), type: "text/html; charset=utf-8", body: PAGE };
    case "rate-limit":
      return { kind: "answer", reply: tooManyAttempts(retryAfterHeader(fault.retryAfter, now)) };
    case "redirect":
      return { kind: "answer", reply: reply(302, null, { Location: fault.location }) };
    default:
      return undefined;
  }
}

/** What a fault comes to that spoils the answer of a request that has been done. */
function endingAfter(fault: FaultEffect, answered: Reply): Ending | undefined {
  switch (fault.effect) {
    case "error-after":
      return { kind: "answer", reply: errorReply(fault.status) };
    case "drop-after":
      return { kind: "cut-connection" };
    case "silent-after":
      return { kind: "silence" };
    case "truncate":
      return { kind: "cut-answer", reply: answered };
    case "drip":
      return { kind: "drip", reply: answered, milliseconds: fault.milliseconds };
    case "garble":
      return { kind: "other-form", reply: answered, type: JSON_TYPE, body: garbled(answered, fault.form) };
    case "content-type":
      return { kind: "other-form", reply: answered, type: fault.type, body: jsonText(answered.body) };
    case "empty-page":
      return { kind: "answer", reply: withoutRecords(answered) };
    default:
      return undefined;
  }
}

function errorReply(status: number): Reply {
  return status < 500 ? reply(status, { message: `Error ${status}` }) : reply(status, serverError.body);
}

function statusOf(ending: Ending): number | null {
  return "reply" in ending ? ending.reply.status : null;
}

const JSON_TYPE = "application/json";

const PAGE = "<!DOCTYPE html>\n<html><head><title>Service</title></head><body><h1>One moment</h1></body></html>\n";

function toResponse(ending: Ending, server: Partial<HttpBindings>, clock: ServiceClock): Response {
  switch (ending.kind) {
    case "cut-connection":
      return cutConnection(server);
    case "silence":
      return keepSilent(server);
    case "cut-answer":
      return cutAnswer(server, ending.reply);
    case "drip":
      return dripAnswer(server, ending.reply, ending.milliseconds, clock);
    case "other-form":
      return toHttp(ending.reply, ending.body, ending.type);
    case "answer": {
      const { body } = ending.reply;
      return body === null ? toHttp(ending.reply, null) : toHttp(ending.reply, jsonText(body), JSON_TYPE);
    }
  }
}

/** No body goes with a status that has none. */
function toHttp({ status, headers }: Reply, body: string | Uint8Array<ArrayBuffer> | null, type?: string): Response {
  const all = type === undefined ? headers : { "Content-Type": type, ...headers };
  return new Response(status === 204 ? null : body, { status, headers: all });
}
