/**
 * One request and its answer over HTTP, within a time limit that covers the whole answer. Never throws: every way in
 * which an exchange can end is a value. Knows nothing of retries, lists or records.
 */
import type { Dispatcher } from "undici";
import { brokenConnection, type ConnectionProblem } from "./connection-problems.ts";
import type { Method } from "./retry-policy.ts";
import { oneLine } from "./server-words.ts";

/** What is sent. */
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

/** A status came. */
export interface Answer {
  readonly end: "answered";
  readonly status: number;
  /** The first value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as far as it came; bytes that are not UTF-8 are replaced. */
  readonly text: string;
  /** How many bytes of the body came. */
  readonly bytes: number;
  /** Why `text` is not the whole body as it was sent, where it is not. */
  readonly defect?: { readonly problem: ConnectionProblem; readonly hopeless: boolean };
}

export type Exchange =
  | Answer
  | { readonly end: "not-sent" | "broken" | "hopeless"; readonly problem: ConnectionProblem }
  /** The caller's signal aborted it while it was under way. */
  | { readonly end: "stopped" };

/** Largest answer that is read, in bytes. */
const LARGEST_ANSWER = 64 * 1024 * 1024;
/** Largest part of an error body that is read, in bytes; the rest would not be shown. */
const LARGEST_ERROR = 256 * 1024;

/** Sends the request and reads the answer to its end. `limit` is in milliseconds. */
export async function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  limit: number,
  stop: AbortSignal,
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
  // A limit that is reached while the body is read breaks the body, and one that is reached before breaks the request.
  const problemOf = (error: unknown) => brokenConnection(error, request.origin, late ? limit : undefined);
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
    const { text, bytes, defect } = await readBody(response, problemOf);
    const { statusCode: status, headers } = response;
    return {
      end: "answered",
      status,
      header: headerReader(headers),
      text,
      bytes,
      ...(defect === undefined ? {} : { defect }),
    };
  } catch (error) {
    if (stop.aborted && !late) return { end: "stopped" };
    const { end, problem } = problemOf(error);
    return { end, problem };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", abort);
  }
}

type Body = { readonly text: string; readonly bytes: number; readonly defect?: NonNullable<Answer["defect"]> };

async function readBody(
  response: Dispatcher.ResponseData,
  problemOf: (error: unknown) => { problem: ConnectionProblem },
): Promise<Body> {
  const success = response.statusCode >= 200 && response.statusCode < 300;
  const largest = success ? LARGEST_ANSWER : LARGEST_ERROR;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop closes the connection: the rest is not read.
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
  sentence: `The answer is larger than ${LARGEST_ANSWER / 1024 / 1024} MB.`,
  short: "answer too large",
  help: [],
};
const NOT_UTF8: ConnectionProblem = { sentence: "The answer is not UTF-8.", short: "answer not UTF-8", help: [] };

/** Headers in which services and the proxies in front of them name a request. */
const REQUEST_ID_HEADERS = ["x-request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"];

/** What the service calls the request, if it says so: one line from outside, not masked. */
export function requestIdOf(answer: Answer): string | undefined {
  const id = REQUEST_ID_HEADERS.map((name) => answer.header(name)).find((value) => value !== undefined);
  return id === undefined ? undefined : oneLine(id);
}

function lenientText(chunks: readonly Buffer[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function headerReader(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}
