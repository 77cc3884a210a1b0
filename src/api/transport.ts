/** One request and its answer over HTTP, within one time limit. Never throws: every end is a value. */
import { isUtf8 } from "node:buffer";
import type { Dispatcher } from "undici";
import { defined } from "../model/collections.ts";
import { type Json, jsonIn } from "../model/json.ts";
import { MAXIMUM_ANSWER, MAXIMUM_DEPTH, sizeInWords } from "../model/limits.ts";
import { type BrokenConnection, brokenConnection, type ConnectionProblem } from "./connection-problems.ts";

export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly origin: string;
  /** From the root, without a query. */
  readonly path: string;
  /** Without `?`; empty for none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A status was received. */
export interface Answer {
  readonly end: "answered";
  readonly status: number;
  /** The first value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as far as received; bytes that are not UTF-8 are replaced. */
  readonly text: string;
  /** Received bytes of the body. */
  readonly bytes: number;
  /** Of a success; absent where the body is no JSON. */
  readonly json?: Json;
  /** Why `text` is not the whole body, or must not be parsed. `hopeless`: it would be the same again. */
  readonly defect?: { readonly problem: ConnectionProblem; readonly hopeless: boolean };
}

/** `stopped`: the caller's signal aborted it in flight. */
export type Exchange = Answer | BrokenConnection | { readonly end: "stopped" };

/** What ends an exchange early. */
interface Ends {
  /** In milliseconds. */
  readonly limit: number;
  readonly stop: AbortSignal;
}

/** Bytes of an error's body that are read, as more would not be shown, and of one that is parsed as deep as it is. */
const SMALL = 256 * 1024;

/** Sends the request and reads the answer to its end. */
export async function exchange(dispatcher: Dispatcher, request: WireRequest, ends: Ends): Promise<Exchange> {
  const { limit, stop } = ends;
  if (stop.aborted) return { end: "stopped" };
  const controller = new AbortController();
  const abort = () => controller.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    abort();
  }, limit);
  stop.addEventListener("abort", abort);
  const { origin, path, query, method, headers, body = null } = request;
  const problemOf = (error: unknown) => brokenConnection(error, origin, late ? limit : undefined);
  try {
    const response = await dispatcher.request({
      origin,
      path: query === "" ? path : `${path}?${query}`,
      method,
      headers: { ...headers },
      body,
      signal: controller.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    // The first value of a header that came several times.
    const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
    return { end: "answered", status: response.statusCode, header, ...(await readBody(response, problemOf)) };
  } catch (error) {
    return stop.aborted && !late ? { end: "stopped" } : problemOf(error);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", abort);
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a success is the service's: JSON, or after a write also nothing, or what broke off behind the status. */
export function isUsable({ text, json, defect }: Answer, method: WireRequest["method"]): boolean {
  return json !== undefined || (method !== "GET" && (defect !== undefined || text.trim() === ""));
}

async function readBody(
  { statusCode, body }: Dispatcher.ResponseData,
  problemOf: (error: unknown) => BrokenConnection,
): Promise<Pick<Answer, "text" | "bytes" | "json" | "defect">> {
  const largest = isSuccess(statusCode) ? MAXIMUM_ANSWER : SMALL;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let defect: Answer["defect"];
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > largest) {
        defect = unusable(`is larger than ${sizeInWords(largest)}`);
        // Leaving the loop closes the connection.
        break;
      }
      chunks.push(chunk);
    }
  } catch (error) {
    defect = { problem: problemOf(error).problem, hopeless: false };
  }
  const whole = Buffer.concat(chunks);
  if (bytes > SMALL && isTooDeep(whole)) {
    return { text: "", bytes, defect: unusable(`is nested deeper than ${MAXIMUM_DEPTH} levels`) };
  }
  if (!isUtf8(whole)) defect ??= unusable("is not UTF-8");
  const text = new TextDecoder().decode(whole);
  const json = defect === undefined && isSuccess(statusCode) ? jsonIn(text) : undefined;
  return { text, bytes, ...defined({ json, defect }) };
}

function unusable(why: string): NonNullable<Answer["defect"]> {
  return { problem: { sentence: `The answer ${why}.`, short: `answer ${why}`, help: [] }, hopeless: true };
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Whether JSON has too many levels. To parse 64 MB of `[` would take 80 times the memory. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0;
  let isText = false;
  // An iterator would take twice the time.
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > MAXIMUM_DEPTH) return true;
  }
  return false;
}
