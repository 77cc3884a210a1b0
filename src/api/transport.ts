/** One request and its answer over HTTP, within one time limit. Never throws: every end is a value. */
import type { Dispatcher } from "undici";
import { MAXIMUM_ANSWER, sizeInWords } from "../model/limits.ts";
import { type BrokenConnection, brokenConnection, type ConnectionProblem } from "./connection-problems.ts";
import { oneLine } from "./masking.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface WireRequest {
  readonly method: Method;
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
  /** Why `text` is not the whole body. */
  readonly defect?: { readonly problem: ConnectionProblem; readonly hopeless: boolean };
}

/** `stopped`: the caller's signal aborted it in flight. */
export type Exchange = Answer | BrokenConnection | { readonly end: "stopped" };

/** Largest part of an error body that is read, in bytes; the rest would not be shown. */
const LARGEST_ERROR = 256 * 1024;

/** Sends the request and reads the answer to its end. `limit` is in milliseconds, `proxyVariable` what sets a proxy. */
export async function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  limit: number,
  stop: AbortSignal,
  proxyVariable?: string,
): Promise<Exchange> {
  if (stop.aborted) return { end: "stopped" };
  const controller = new AbortController();
  const abort = () => controller.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    abort();
  }, limit);
  stop.addEventListener("abort", abort);
  const problemOf = (error: unknown) =>
    brokenConnection(error, request.origin, late ? limit : undefined, proxyVariable);
  try {
    const response = await dispatcher.request({
      origin: request.origin,
      path: request.query === "" ? request.path : `${request.path}?${request.query}`,
      method: request.method,
      headers: { ...request.headers },
      body: request.body ?? null,
      signal: controller.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { statusCode: status, headers } = response;
    // The first value of a header that came several times.
    const header = (name: string): string | undefined => [headers[name]].flat()[0];
    return { end: "answered", status, header, ...(await readBody(response, problemOf)) };
  } catch (error) {
    if (stop.aborted && !late) return { end: "stopped" };
    return problemOf(error);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", abort);
  }
}

async function readBody(
  response: Dispatcher.ResponseData,
  problemOf: (error: unknown) => BrokenConnection,
): Promise<Pick<Answer, "text" | "bytes" | "defect">> {
  const isSuccess = response.statusCode >= 200 && response.statusCode < 300;
  const largest = isSuccess ? MAXIMUM_ANSWER : LARGEST_ERROR;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > largest) return { text: lenientText(chunks), bytes, defect: { problem: TOO_LARGE, hopeless: true } };
    }
  } catch (error) {
    return { text: lenientText(chunks), bytes, defect: { problem: problemOf(error).problem, hopeless: false } };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)), bytes };
  } catch {
    return { text: lenientText(chunks), bytes, defect: { problem: NOT_UTF8, hopeless: true } };
  }
}

const TOO_LARGE: ConnectionProblem = {
  sentence: `The answer is larger than ${sizeInWords(MAXIMUM_ANSWER)}.`,
  short: "answer too large",
  help: [],
};
const NOT_UTF8: ConnectionProblem = { sentence: "The answer is not UTF-8.", short: "answer not UTF-8", help: [] };

/** Headers in which services and the proxies in front of them name a request. */
const REQUEST_ID_HEADERS = ["x-request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"];

/** The service's id of the request: one line, not masked. */
export function requestIdOf(answer: Answer): string | undefined {
  const id = REQUEST_ID_HEADERS.map((name) => answer.header(name)).find((value) => value !== undefined);
  return id === undefined ? undefined : oneLine(id);
}

function lenientText(chunks: readonly Buffer[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks));
}
