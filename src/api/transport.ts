/** One request and its answer over HTTP, within one time limit. Never throws: every end is a value. */
import type { Dispatcher } from "undici";
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

export type Exchange =
  | Answer
  | { readonly end: "not-sent" | "broken" | "hopeless"; readonly problem: ConnectionProblem }
  /** The caller's signal aborted it in flight. */
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
  sentence: `The answer is larger than ${LARGEST_ANSWER / 1024 / 1024} MB.`,
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

function headerReader(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}

export interface ConnectionProblem {
  readonly sentence: string;
  /** A few words for a trace. */
  readonly short: string;
  readonly help: readonly string[];
}

/** `not-sent`: certainly not received. `hopeless`: not received, and a retry would fail, too. */
interface BrokenConnection {
  readonly end: "not-sent" | "broken" | "hopeless";
  readonly problem: ConnectionProblem;
}

interface SystemError {
  readonly code: string;
  readonly syscall: string;
  readonly message: string;
  /** The peer, which may be a proxy; empty when the error does not name it. */
  readonly peer: string;
}

const CHECK_ADDRESS = "Check the base URL, the network and the proxy variables.";

/** Failures of TLS before any request: codes of Node and OpenSSL about certificates and handshakes. */
const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$|UND_ERR_PRX_TLS$)/;

/**
 * Reads an error of undici or Node. `origin` is what was to be reached; `lateAfter` is the time limit in milliseconds
 * if that is what ended the exchange.
 */
export function brokenConnection(error: unknown, origin: string, lateAfter: number | undefined): BrokenConnection {
  if (lateAfter !== undefined) {
    const sentence = `There was no complete answer within ${lateAfter / 1000} seconds.`;
    return {
      end: "broken",
      problem: { sentence, short: "timed out", help: ["Raise `timeout_seconds` if the service is slow."] },
    };
  }
  const first = firstError(error);
  const at = (sentence: string, short: string, help = CHECK_ADDRESS): ConnectionProblem => ({
    sentence,
    short,
    help: [help],
  });
  const { code, syscall, peer } = first;
  const host = new URL(origin).host;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || syscall === "getaddrinfo") {
    return { end: "not-sent", problem: at(`The name of the host ${peer || host} cannot be resolved.`, "unknown host") };
  }
  if (code === "ECONNREFUSED") {
    const help = "Check that the service runs, and the base URL's port.";
    return {
      end: "not-sent",
      problem: at(`Nothing answers at ${peer || host}: the connection was refused.`, "refused", help),
    };
  }
  if (code === "UND_ERR_CONNECT_TIMEOUT" || syscall === "connect") {
    return { end: "not-sent", problem: at(`No connection to ${host} could be opened (${code}).`, "no connection") };
  }
  // Not our own abort: a proxy refused to open a tunnel.
  if (code === "UND_ERR_ABORTED") {
    const help = "Check the proxy variables (HTTPS_PROXY, NO_PROXY) and the proxy's rules.";
    return {
      end: "not-sent",
      problem: at(`The proxy gave no connection to ${host}: ${oneLine(first.message)}.`, "proxy", help),
    };
  }
  if (TLS_CODES.test(code)) {
    const help = "Check the base URL, and the certificates that this machine trusts (NODE_EXTRA_CA_CERTS).";
    return {
      end: "hopeless",
      problem: at(`No secure connection to ${host}: ${oneLine(first.message)} (${code}).`, "TLS", help),
    };
  }
  const words = code === "" ? oneLine(first.message) : code;
  return {
    end: "broken",
    problem: at(`The connection to ${host} broke before the answer was complete (${words}).`, "broken"),
  };
}

/** Node throws a list of errors when a host has several addresses. */
function firstError(error: unknown): SystemError {
  if (error instanceof AggregateError && error.errors.length > 0) return firstError(error.errors[0]);
  const { code, syscall, message, hostname, address, port } = (error ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    code: text(code),
    syscall: text(syscall),
    message: text(message) || String(error),
    peer: text(hostname) || (text(address) === "" ? "" : `${text(address)}:${String(port)}`),
  };
}
