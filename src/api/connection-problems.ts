/** Errors of undici and Node in words: what could not be reached, why, and what to check. */
import { oneLine } from "./masking.ts";

export interface ConnectionProblem {
  readonly sentence: string;
  /** A few words for a trace. */
  readonly short: string;
  readonly help: readonly string[];
}

/** `not-sent`: certainly not received. `hopeless`: not received, and a retry would fail, too. */
export interface BrokenConnection {
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

const CHECK_ADDRESS = "Check the base URL, and the network.";

/** Failures of TLS before any request: codes of Node and OpenSSL about certificates and handshakes. */
const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$|UND_ERR_PRX_TLS$)/;
/** What OpenSSL says when the other side answers a handshake with something else, such as HTTP. */
const PLAIN_CODES = /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|UNKNOWN_PROTOCOL|PACKET_LENGTH_TOO_LONG)$/;

/**
 * Reads an error of undici or Node. `origin` is what was to be reached; `lateAfter` is the time limit in milliseconds
 * if that is what ended the exchange; `proxyVariable` sets a proxy.
 */
export function brokenConnection(
  error: unknown,
  origin: string,
  lateAfter: number | undefined,
  proxyVariable?: string,
): BrokenConnection {
  if (lateAfter !== undefined) {
    const sentence = `There was no complete answer within ${lateAfter / 1000} seconds.`;
    return broken("timed out", sentence, "Raise `timeout_seconds` if the service is slow.");
  }
  const found = firstError(error);
  const { host, hostname, protocol } = new URL(origin);
  const unopened = unconnected(found, host) ?? unproxied(found, host);
  if (unopened !== undefined) {
    const proxyHelp = `${proxyVariable} sets a proxy: check it, or list ${hostname} in NO_PROXY.`;
    const { help } = unopened.problem;
    const problem = { ...unopened.problem, help: proxyVariable === undefined ? help : [proxyHelp] };
    return { ...unopened, problem };
  }
  const { code, message } = found;
  if (TLS_CODES.test(code)) return { end: "hopeless", problem: insecure(found, origin) };
  if (protocol === "http:" && (code === "UND_ERR_SOCKET" || code.startsWith("HPE_"))) {
    const help = `If the server speaks TLS, write https:// in the base URL: https://${host}`;
    return broken("broken", `${host} closed the connection without an answer that is HTTP.`, help);
  }
  const reason = code === "" ? oneLine(message) : code;
  const sentence = `The connection to ${host} broke before the answer was complete (${reason}).`;
  return broken("broken", sentence, "Check the network, and whether the service is restarting.");
}

function broken(short: string, sentence: string, help: string): BrokenConnection {
  return { end: "broken", problem: { sentence, short, help: [help] } };
}

/** No connection was opened; undefined when one was. */
function unconnected({ code, syscall, peer }: SystemError, host: string): BrokenConnection | undefined {
  const name = peer === "" ? host : peer;
  const notSent = (short: string, sentence: string, help = CHECK_ADDRESS): BrokenConnection => {
    return { end: "not-sent", problem: { short, sentence, help: [help] } };
  };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || syscall === "getaddrinfo") {
    return notSent("unknown host", `The name of the host ${name} cannot be resolved.`);
  }
  if (code === "ECONNREFUSED") {
    const help = "Check that the service runs, and the base URL's port.";
    return notSent("refused", `Nothing answers at ${name}: the connection was refused.`, help);
  }
  if (code !== "UND_ERR_CONNECT_TIMEOUT" && syscall !== "connect") return undefined;
  const because = code === "UND_ERR_CONNECT_TIMEOUT" ? "there was no answer in time" : code;
  return notSent("no connection", `No connection to ${host} could be opened: ${because}.`);
}

/** A proxy refused to open a tunnel: `Proxy response (403) !== 200 when HTTP Tunneling`. Our own aborts do not come here. */
function unproxied({ code, message }: SystemError, host: string): BrokenConnection | undefined {
  if (code !== "UND_ERR_ABORTED") return undefined;
  const [, status = "no tunnel"] = /\((\d{3})\)/.exec(message) ?? [];
  const sentence = `The proxy gave no connection to ${host}: it answered ${status}.`;
  return {
    end: status === "407" ? "hopeless" : "not-sent",
    problem: { sentence, short: "proxy", help: [CHECK_ADDRESS] },
  };
}

const TRUST = "If you trust it, save the certificate in a file and set NODE_EXTRA_CA_CERTS to the path of the file.";
const CLOCK = "Renew it on the server, or correct the clock of this machine.";

/** What is wrong with a certificate, as the end of a sentence, and what to do. */
const CERTIFICATES: Readonly<Record<string, readonly [why: string, help: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ["is self-signed, so it is not trusted", TRUST],
  SELF_SIGNED_CERT_IN_CHAIN: ["is self-signed, so it is not trusted", TRUST],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["comes from an authority that this machine does not trust", TRUST],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ["comes from an authority that this machine does not trust", TRUST],
  CERT_HAS_EXPIRED: ["has expired", CLOCK],
  CERT_NOT_YET_VALID: ["is not valid yet", CLOCK],
  ERR_TLS_CERT_ALTNAME_INVALID: ["is for another host", "Write the host that the certificate names in the base URL."],
};

function insecure({ code, message }: SystemError, origin: string): ConnectionProblem {
  const { host } = new URL(origin);
  const known = CERTIFICATES[code];
  if (known !== undefined) {
    return { sentence: `The certificate of ${host} ${known[0]}.`, short: "TLS", help: [known[1]] };
  }
  if (PLAIN_CODES.test(code)) {
    const help = `Write ${origin.replace("https:", "http:")} in the base URL, or the port of https.`;
    const sentence = `${host} does not speak TLS: it answers plain HTTP on this port.`;
    return { sentence, short: "TLS", help: [help] };
  }
  const help = "Check the base URL, and the certificates that this machine trusts (NODE_EXTRA_CA_CERTS).";
  return { sentence: `No secure connection to ${host}: ${oneLine(message)} (${code}).`, short: "TLS", help: [help] };
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
