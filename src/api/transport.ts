/** One request and its answer over HTTP, within one time limit. Never throws: every end is a value. */
import type { Dispatcher } from "undici";
import { MAXIMUM_ANSWER, MAXIMUM_DEPTH, sizeInWords } from "../model/limits.ts";
import { type BrokenConnection, brokenConnection, type ConnectionProblem } from "./connection-problems.ts";
import { oneLine } from "./masking.ts";

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

export function isJsonBeginning(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

type Body = Pick<Answer, "text" | "bytes" | "defect">;

async function readBody(
  { statusCode, body }: Dispatcher.ResponseData,
  problemOf: (error: unknown) => BrokenConnection,
): Promise<Body> {
  const largest = isSuccess(statusCode) ? MAXIMUM_ANSWER : SMALL;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const upToHere = (problem: ConnectionProblem, hopeless: boolean): Body => {
    return { text: new TextDecoder().decode(Buffer.concat(chunks)), bytes, defect: { problem, hopeless } };
  };
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > largest) return upToHere(unusable(`is larger than ${sizeInWords(largest)}`), true);
      chunks.push(chunk);
    }
  } catch (error) {
    return upToHere(problemOf(error).problem, false);
  }
  const whole = Buffer.concat(chunks);
  if (bytes > SMALL && isTooDeep(whole)) {
    return {
      text: "",
      bytes,
      defect: { problem: unusable(`is nested deeper than ${MAXIMUM_DEPTH} levels`), hopeless: true },
    };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(whole), bytes };
  } catch {
    return upToHere(unusable("is not UTF-8"), true);
  }
}

function unusable(why: string): ConnectionProblem {
  return { sentence: `The answer ${why}.`, short: `answer ${why}`, help: [] };
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

/** Headers in which services and the proxies in front of them name a request. */
const REQUEST_ID_HEADERS = ["x-request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"];

/** The service's id of the request: one line, not masked. */
export function requestIdOf(answer: Answer): string | undefined {
  const id = REQUEST_ID_HEADERS.map((name) => answer.header(name)).find((value) => value !== undefined);
  return id === undefined ? undefined : oneLine(id);
}
