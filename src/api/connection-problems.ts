/** What went wrong with a connection, in plain sentences. */
import { oneLine } from "./server-words.ts";

export interface ConnectionProblem {
  readonly sentence: string;
  /** A few words for a trace. */
  readonly short: string;
  readonly help: readonly string[];
}

/** `not-sent`: surely nothing arrived. `hopeless`: nothing arrived, and trying again gives the same. */
export interface BrokenConnection {
  readonly end: "not-sent" | "broken" | "hopeless";
  readonly problem: ConnectionProblem;
}

interface SystemError {
  readonly code: string;
  readonly syscall: string;
  readonly message: string;
  /** What was really asked for, which is the proxy where there is one; empty when the error does not tell. */
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
  // Our own aborts are told apart before; what is left is a proxy that would not open a tunnel.
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

/** The error that says most: Node gives a list of them when a host has several addresses. */
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
