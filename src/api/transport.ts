/**
 * Exchanges a request for an answer over HTTP, within a time limit. In: a request. Out: its end;
 * errors of undici and Node are described and not thrown.
 */
import { isUtf8 } from "node:buffer";
import type { Dispatcher } from "undici";
import { hasMembers, type Json, jsonIn } from "../ground/json.ts";
import { MAXIMUM_ANSWER, sizeInWords } from "../ground/limits.ts";
import { decoded, EncodingError } from "./encodings.ts";
import { oneLine } from "./masking.ts";

export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly origin: string;
  /** Path from the root, without the query. */
  readonly path: string;
  /** Query without `?`; may be empty. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A status was received. */
export interface Answer {
  readonly end: "answered";
  readonly status: number;
  /** Returns the first value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * The body; only its beginning if the answer is an error. Bytes that are not UTF-8 are replaced.
   */
  readonly text: string;
  /** Number of received bytes of the body, before decompression. */
  readonly bytes: number;
  /** Body of a success; undefined for other answers, and for a body that is not JSON. */
  readonly json: Json | undefined;
}

/** The end of an attempt. `stopped`: aborted by the caller's signal while it was under way. */
export type Exchange = Answer | BrokenConnection | { readonly end: "stopped" };

/**
 * Sends the request and reads the answer to its end, unless `limit` milliseconds pass or `stop`
 * aborts. @internal
 */
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
    return content === undefined
      ? TOO_LARGE
      : { end: "answered", status: response.statusCode, header, ...content };
  } catch (error) {
    if (stop.aborted) return { end: "stopped" };
    if (error instanceof EncodingError && !late.aborted) return undecoded(error);
    return brokenConnection(error, origin, late.aborted ? limit : undefined);
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Whether the status means that the resource or the route does not exist (docs/service.md#errors).
 */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** Whether a success is an answer of the service: JSON, or an empty body after a write. */
export function isUsable({ text, json }: Answer, method: WireRequest["method"]): boolean {
  return json !== undefined || (method !== "GET" && text.trim() === "");
}

const TOO_LARGE: BrokenConnection = {
  end: "unusable",
  problem: {
    sentence: `The answer is larger than ${sizeInWords(MAXIMUM_ANSWER)}.`,
    short: "too large",
    help: [],
  },
};

/** Number of bytes that are read from the body of an error. */
const SHOWN = 256 * 1024;

/**
 * Reads the body; undefined for a success that is too large. An incomplete body of an error is
 * enough.
 */
async function readBody(
  response: Dispatcher.ResponseData,
): Promise<Pick<Answer, "text" | "bytes" | "json"> | undefined> {
  const isNeeded = isSuccess(response.statusCode);
  const encoding = [response.headers["content-encoding"] ?? ""].flat().join();
  const chunks: Buffer[] = [];
  let received = 0;
  let bytes = 0;
  const onReceived = (size: number): void => {
    received += size;
  };
  try {
    for await (const chunk of decoded(response.body, encoding, onReceived)) {
      bytes += chunk.length;
      // Leaving the loop closes the connection. A small compressed body can be large.
      if (Math.max(bytes, received) > MAXIMUM_ANSWER && isNeeded) return undefined;
      if (bytes > SHOWN && !isNeeded) break;
      chunks.push(chunk);
    }
  } catch (error) {
    if (isNeeded) throw error;
  }
  const whole = Buffer.concat(chunks);
  const text = new TextDecoder().decode(whole);
  return { text, bytes: received, json: isNeeded && isUtf8(whole) ? jsonIn(text) : undefined };
}

/**
 * Describes a body that cannot be decoded. A damaged answer may be complete the next time, and an
 * unknown coding will not change.
 */
function undecoded({ message, isKnown }: EncodingError): BrokenConnection {
  const sentence = `The answer ${oneLine(message)}.`;
  const help = [
    "Check the service, and any proxy that compresses its answers: laurel reads gzip, deflate and br.",
  ];
  return {
    end: isKnown ? "broken" : "unusable",
    problem: { sentence, short: "unreadable encoding", help },
  };
}

export interface ConnectionProblem {
  readonly sentence: string;
  /** A few words, for a trace and for the reason of a pause. */
  readonly short: string;
  readonly help: readonly string[];
}

/** A service can fail on a parameter that it does not know. */
export function parametersHelp(status: number, hasQuery: boolean): readonly string[] {
  const help =
    "If only requests with query parameters fail, set `service.wire.parameters: none` in the project file.";
  return status >= 500 && hasQuery ? [help] : [];
}

/**
 * `not-sent`: certainly not received. `hopeless`: not received, and a retry would fail, too.
 * `broken`: it may have been received. `unusable`: it was answered, and a retry would be answered
 * alike. `given-up`: not sent, as the service fails.
 */
interface BrokenConnection {
  readonly end: "not-sent" | "hopeless" | "broken" | "unusable" | "given-up";
  readonly problem: ConnectionProblem;
}

const CHECK_ADDRESS =
  "Check the base URL and the network, and HTTPS_PROXY and NO_PROXY where a proxy is set.";
const CHECK_TLS =
  "Check http or https in the base URL, and the certificates that this machine trusts (NODE_EXTRA_CA_CERTS).";

/**
 * Failures of TLS before any request: codes of Node and OpenSSL about certificates and handshakes.
 */
const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$|UND_ERR_PRX_TLS$)/;
/** Failures of TLS because the other side does not speak TLS. */
const PLAIN_CODES =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|UNKNOWN_PROTOCOL|PACKET_LENGTH_TOO_LONG)$/;
const NO_CONNECTION = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * Describes an error of a connection to the origin. `lateAfter`: the time limit in milliseconds, if
 * it was exceeded.
 */
export function brokenConnection(
  error: unknown,
  origin: string,
  lateAfter: number | undefined,
): BrokenConnection {
  if (lateAfter !== undefined) {
    const sentence = `There was no complete answer within ${lateAfter / 1000} seconds.`;
    const help = ["Raise `timeout_seconds` if the service is slow."];
    return { end: "broken", problem: { short: "timed out", sentence, help } };
  }
  const { code, syscall, message, peer } = firstError(error);
  const { host, protocol } = new URL(origin);
  const words = `${oneLine(message)}${code === "" || message.includes(code) ? "" : ` (${code})`}`;
  if (NO_CONNECTION.test(code) || syscall === "connect" || syscall === "getaddrinfo") {
    const sentence = `No connection to ${peer || host} could be opened: ${words}.`;
    return {
      end: "not-sent",
      problem: { short: "no connection", sentence, help: [CHECK_ADDRESS] },
    };
  }
  if (code === "UND_ERR_ABORTED") {
    // A proxy refused to open a tunnel: `Proxy response (403) !== 200 when HTTP Tunneling`. Aborts
    // by the caller have returned before.
    const [, status = "no tunnel"] = /\((\d{3})\)/.exec(message) ?? [];
    const sentence = `The proxy refused the connection to ${host}: it answered ${status}.`;
    const end = status === "407" ? "hopeless" : "not-sent";
    return { end, problem: { short: "proxy", sentence, help: [CHECK_ADDRESS] } };
  }
  if (TLS_CODES.test(code)) {
    const why = PLAIN_CODES.test(code) ? "it answers plain HTTP on this port" : words;
    const sentence = `No secure connection to ${host}: ${why}.`;
    return { end: "hopeless", problem: { short: "TLS", sentence, help: [CHECK_TLS] } };
  }
  const sentence = `The connection to ${host} broke before the answer was complete: ${words}.`;
  const help =
    protocol === "http:" ? CHECK_TLS : "Check the network, and whether the service is restarting.";
  return { end: "broken", problem: { short: "broken connection", sentence, help: [help] } };
}

/**
 * Returns the first error; there are several if a host has several addresses. `peer`: the host or
 * proxy, if the error names it.
 */
function firstError(
  error: unknown,
): Readonly<Record<"code" | "syscall" | "message" | "peer", string>> {
  if (error instanceof AggregateError && error.errors.length > 0)
    return firstError(error.errors[0]);
  const { code, syscall, message, hostname, address, port } = hasMembers(error) ? error : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const peer = text(hostname) || (text(address) === "" ? "" : `${text(address)}:${String(port)}`);
  return {
    code: text(code),
    syscall: text(syscall),
    message: text(message) || String(error),
    peer,
  };
}
