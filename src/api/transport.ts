/** One request and its answer over HTTP, within one time limit. In: a request. Out: how it ended; nothing is thrown. */
import { isUtf8 } from "node:buffer";
import type { Dispatcher } from "undici";
import { type Json, jsonIn } from "../model/json.ts";
import { MAXIMUM_ANSWER, sizeInWords } from "../model/limits.ts";
import { type BrokenConnection, brokenConnection } from "./connection-problems.ts";

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
  /** Of an error only its beginning. Bytes that are not UTF-8 are replaced. */
  readonly text: string;
  /** Received bytes of the body. */
  readonly bytes: number;
  /** Of a success; absent where the body is no JSON. */
  readonly json?: Json;
}

/** `stopped`: the caller's signal aborted it in flight. */
export type Exchange = Answer | BrokenConnection | { readonly end: "stopped" };

/** Sends the request and reads the answer to its end, unless `limit` milliseconds pass or `stop` aborts. @internal */
export async function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  { limit, stop }: { readonly limit: number; readonly stop: AbortSignal },
): Promise<Exchange> {
  if (stop.aborted) return { end: "stopped" };
  const late = AbortSignal.timeout(limit);
  const { origin, path, query, method, headers, body = null } = request;
  try {
    const response = await dispatcher.request({
      origin,
      path: query === "" ? path : `${path}?${query}`,
      method,
      headers: { ...headers },
      body,
      signal: AbortSignal.any([stop, late]),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    // The first value of a header that came several times.
    const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
    const content = await readBody(response);
    return content === undefined ? TOO_LARGE : { end: "answered", status: response.statusCode, header, ...content };
  } catch (error) {
    if (stop.aborted) return { end: "stopped" };
    return brokenConnection(error, origin, late.aborted ? limit : undefined);
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a success is the service's: JSON, or nothing at all after a write. */
export function isUsable({ text, json }: Answer, method: WireRequest["method"]): boolean {
  return json !== undefined || (method !== "GET" && text.trim() === "");
}

const TOO_LARGE: BrokenConnection = {
  end: "unusable",
  problem: { sentence: `The answer is larger than ${sizeInWords(MAXIMUM_ANSWER)}.`, short: "too large", help: [] },
};

/** Bytes of an error's body that are read: more would not be shown. */
const SHOWN = 256 * 1024;

/** Undefined for a success that is too large. Of an error, what has arrived is enough. */
async function readBody(
  response: Dispatcher.ResponseData,
): Promise<Pick<Answer, "text" | "bytes" | "json"> | undefined> {
  const isNeeded = isSuccess(response.statusCode);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > MAXIMUM_ANSWER && isNeeded) return undefined;
      if (bytes > SHOWN && !isNeeded) break;
      chunks.push(chunk);
    }
  } catch (error) {
    if (isNeeded) throw error;
  }
  const whole = Buffer.concat(chunks);
  const text = new TextDecoder().decode(whole);
  return { text, bytes, json: isNeeded && isUtf8(whole) ? jsonIn(text) : undefined };
}
