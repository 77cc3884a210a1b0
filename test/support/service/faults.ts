/**
 * Faults of the service, which happen to single requests: broken connections, damaged answers,
 * error statuses.
 */
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { catalog } from "../../../src/catalog/index.ts";
import type { JsonObject } from "../../../src/ground/json.ts";
import type { Env, Fetch, Stage } from "./service.ts";

/**
 * What happens to a request. `-before`: it is not executed; `-after`: it is, and then the fault
 * happens. `error`: an error status. `drop`: the connection is closed. `silent`: it stays open
 * without an answer. `truncate`: it is closed in the middle of the answer's body. `empty-page`: a
 * page of a list comes without its records. `move-list`: the first record moves to the end of the
 * list first. `latency`: a wait before the answer. `drip`: the body comes byte by byte, with this
 * pause. `html`: a page instead, as from a proxy. `garble`: the body is neither JSON nor, as
 * `bytes`, text. `content-type`: the answer names this type. `rate-limit`: a 429, and `redirect`: a
 * 302, instead of executing it. `close-idle`: the connection is closed after the answer, as by a
 * server that does not keep it, and the answer does not say so.
 */
export type FaultEffect =
  | { readonly effect: "drop-before" | "drop-after" | "silent-before" | "silent-after" }
  | { readonly effect: "truncate" | "empty-page" | "move-list" | "close-idle" }
  | { readonly effect: "latency" | "drip"; readonly milliseconds: number }
  | { readonly effect: "error-before"; readonly status: number; readonly body?: JsonObject }
  | { readonly effect: "error-after" | "html"; readonly status: number }
  | { readonly effect: "garble"; readonly form: "text" | "bytes" }
  | { readonly effect: "content-type"; readonly type: string }
  | { readonly effect: "rate-limit"; readonly retryAfter: RetryAfter }
  | { readonly effect: "redirect"; readonly location: string };

/** The form of the `Retry-After` header: seconds, a date that many seconds ahead, or no header. */
type RetryAfter =
  | { readonly form: "seconds" | "date"; readonly seconds: number }
  | { readonly form: "none" };

/** When a fault happens: for all requests that match the filters, or for those it numbers. */
interface FaultTrigger {
  /** Numbers of the requests, counted from 1 over those that the filters let through. */
  readonly from?: number;
  readonly to?: number;
  /** Between 0 and 1, decided by a generator that starts from the seed. */
  readonly probability?: number;
  readonly seed?: number;
  /** Filter: the method in capitals. */
  readonly method?: string;
  /** Filter: source of a regular expression for the path. */
  readonly path?: string;
  /** Filter: source of a regular expression for the query without its question mark. */
  readonly query?: string;
}

/** An effect with the requests that it happens to. */
export type Fault = FaultEffect & { readonly when?: FaultTrigger };

/** The service with these faults; the first one in the list that ends a request decides. */
export function withFaults(faults: readonly Fault[], stage: Stage, fetch: Fetch): Fetch {
  const hits = faults.map((fault) => ({ fault, isHit: createTrigger(fault.when ?? {}) }));
  return async (request, env) => {
    const url = new URL(request.url);
    // Every trigger counts every request.
    const happening = hits
      .filter(({ isHit }) => isHit(request.method, url))
      .map(({ fault }) => fault);
    for (const fault of happening) await prepare(fault, request, stage);
    for (const fault of happening) {
      const instead = before(fault, stage.clock.now(), env);
      if (instead !== undefined) return instead;
    }
    const answer = await fetch(request, env);
    const text = await answer.clone().text();
    for (const fault of happening) {
      const spoilt = await after(fault, { answer, text, stage, env });
      if (spoilt !== undefined) return spoilt;
    }
    return answer;
  };
}

/** Carries out the faults that act before the request is executed. */
async function prepare(fault: FaultEffect, request: Request, stage: Stage): Promise<void> {
  if (fault.effect === "latency") await stage.clock.wait(fault.milliseconds);
  if (fault.effect === "move-list" && request.method === "GET")
    await moveList(stage, new URL(request.url).pathname);
}

function createTrigger(when: FaultTrigger): (method: string, url: URL) => boolean {
  const pattern = new RegExp(when.path ?? "");
  const queries = new RegExp(when.query ?? "");
  const random = createRandom(when.seed ?? 1);
  let count = 0;
  return (method, { pathname, search }) => {
    if (when.method !== undefined && when.method !== method) return false;
    if (!pattern.test(pathname) || !queries.test(search.slice(1))) return false;
    count += 1;
    const isDrawn = when.probability === undefined || random() < when.probability;
    return isDrawn && count >= (when.from ?? 1) && count <= (when.to ?? Number.POSITIVE_INFINITY);
  };
}

/**
 * The generator mulberry32: numbers from 0 up to 1, the same for the same seed on every machine.
 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PAGE =
  "<!DOCTYPE html>\n<html><head><title>Service</title></head><body><h1>One moment</h1></body></html>\n";

/** The answer of a fault that prevents the request. */
function before(fault: FaultEffect, now: number, env: Env): Response | undefined {
  switch (fault.effect) {
    case "error-before":
      return errorAnswer(fault.status, fault.body);
    case "drop-before":
      return cut(env);
    case "silent-before":
      return RESPONSE_ALREADY_SENT;
    case "html":
      return new Response(PAGE, {
        status: fault.status,
        headers: { "Content-Type": "text/html; charset=utf-8" },
      });
    case "rate-limit": {
      const headers = retryAfter(fault.retryAfter, now);
      return Response.json({ message: "Too Many Attempts." }, { status: 429, headers });
    }
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: fault.location } });
    default:
      return undefined;
  }
}

function retryAfter({ form, ...limit }: RetryAfter, now: number): Record<string, string> {
  if (!("seconds" in limit)) return {};
  const { seconds } = limit;
  return {
    "Retry-After":
      form === "seconds" ? String(seconds) : new Date(now + seconds * 1000).toUTCString(),
  };
}

function errorAnswer(status: number, body?: JsonObject): Response {
  return Response.json(body ?? { message: status < 500 ? `Error ${status}` : "Server Error" }, {
    status,
  });
}

interface Executed {
  readonly answer: Response;
  readonly text: string;
  readonly stage: Stage;
  readonly env: Env;
}

/** The answer of a fault that spoils that of a request that was executed. */
async function after(
  fault: FaultEffect,
  { answer, text, stage, env }: Executed,
): Promise<Response | undefined> {
  const { status, headers } = answer;
  switch (fault.effect) {
    case "error-after":
      return errorAnswer(fault.status);
    case "drop-after":
      return cut(env);
    case "silent-after":
      return RESPONSE_ALREADY_SENT;
    case "truncate": {
      const half = text.slice(0, text.length / 2);
      return sendPieces([half], { answer, text: `${text} `, stage, env });
    }
    case "drip":
      return sendPieces([...text], { answer, text, stage, env }, fault.milliseconds);
    case "garble": {
      const noise = fault.form === "text" ? "#".charCodeAt(0) : 0xff;
      const bytes = Uint8Array.from(Buffer.from(text), (byte, index) =>
        index % 3 === 2 ? noise : byte,
      );
      return new Response(status === 204 ? null : bytes, { status, headers });
    }
    case "content-type":
      return new Response(status === 204 ? null : text, {
        status,
        headers: { "Content-Type": fault.type },
      });
    case "close-idle":
      env.outgoing.once("finish", () => env.incoming.socket.destroy());
      return undefined;
    case "empty-page": {
      const body = text === "" ? undefined : (JSON.parse(text) as JsonObject);
      if (!Array.isArray(body?.data)) return undefined;
      return Response.json({ ...body, data: [] }, { status });
    }
    default:
      return undefined;
  }
}

/**
 * Sends pieces of the text with a pause before each. The connection ends where pieces are missing.
 */
function sendPieces(
  pieces: readonly string[],
  { answer, text, stage, env }: Executed,
  pause?: number,
): Response {
  // An answer of status 204 has no length.
  const size = answer.status === 204 ? {} : { "Content-Length": Buffer.byteLength(text) };
  const outgoing = env.outgoing.writeHead(answer.status, {
    "Content-Type": "application/json",
    ...size,
  });
  const { socket } = env.incoming;
  const send = async (): Promise<void> => {
    for (const piece of pieces) {
      if (pause !== undefined) await stage.clock.wait(pause);
      if (socket.destroyed) return;
      outgoing.write(piece, () => void (pause === undefined && socket.destroy()));
    }
    if (pause !== undefined) outgoing.end();
  };
  void send();
  return RESPONSE_ALREADY_SENT;
}

/** Closes the connection without an answer. */
function cut(env: Env): Response {
  env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/**
 * Moves the first record of the list at that path to its end: no order is promised
 * (docs/service.md#surprises).
 */
async function moveList({ service }: Stage, pathname: string): Promise<void> {
  const [, gameId = "", path] = /^\/v1\/games\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  const kind = catalog.find((each) => each.path === path);
  const content = service.snapshot();
  const records = kind && content.get(decodeURIComponent(gameId))?.records.get(kind.name);
  const [first] = records?.values() ?? [];
  if (records === undefined || first === undefined) return;
  records.delete(first.key);
  records.set(first.key, first);
  await service.restore(content);
}
