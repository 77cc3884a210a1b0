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

/** `stopped`: the caller's signal aborted it in flight. */
export type Exchange = Answer | BrokenConnection | { readonly end: "stopped" };

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
  const largest = isSuccess ? LARGEST_ANSWER : LARGEST_ERROR;
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
  const at = (
    end: BrokenConnection["end"],
    short: string,
    sentence: string,
    help = CHECK_ADDRESS,
  ): BrokenConnection => ({
    end,
    problem: { sentence, short, help: [help] },
  });
  if (lateAfter !== undefined) {
    const sentence = `There was no complete answer within ${lateAfter / 1000} seconds.`;
    return at("broken", "timed out", sentence, "Raise `timeout_seconds` if the service is slow.");
  }
  const { code, syscall, message, peer } = firstError(error);
  const { host } = new URL(origin);
  const words = oneLine(message);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || syscall === "getaddrinfo") {
    return at("not-sent", "unknown host", `The name of the host ${peer || host} cannot be resolved.`);
  }
  if (code === "ECONNREFUSED") {
    const help = "Check that the service runs, and the base URL's port.";
    return at("not-sent", "refused", `Nothing answers at ${peer || host}: the connection was refused.`, help);
  }
  if (code === "UND_ERR_CONNECT_TIMEOUT" || syscall === "connect") {
    return at("not-sent", "no connection", `No connection to ${host} could be opened (${code}).`);
  }
  // Not our own abort: a proxy refused to open a tunnel.
  if (code === "UND_ERR_ABORTED") {
    const help = "Check the proxy variables (HTTPS_PROXY, NO_PROXY) and the proxy's rules.";
    return at("not-sent", "proxy", `The proxy gave no connection to ${host}: ${words}.`, help);
  }
  if (TLS_CODES.test(code)) {
    const help = "Check the base URL, and the certificates that this machine trusts (NODE_EXTRA_CA_CERTS).";
    return at("hopeless", "TLS", `No secure connection to ${host}: ${words} (${code}).`, help);
  }
  const reason = code === "" ? words : code;
  return at("broken", "broken", `The connection to ${host} broke before the answer was complete (${reason}).`);
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
