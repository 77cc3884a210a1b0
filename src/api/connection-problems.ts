/** Errors of undici and Node in words: what could not be reached, why, and what to check. */
import { oneLine } from "./masking.ts";
import type { ProxyServer } from "./proxies.ts";

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
 * if that is what ended the exchange.
 */
export function brokenConnection(
  error: unknown,
  origin: string,
  lateAfter: number | undefined,
  proxy?: ProxyServer,
): BrokenConnection {
  const at = (end: BrokenConnection["end"], short: string, sentence: string, help: string): BrokenConnection => ({
    end,
    problem: { sentence, short, help: [help] },
  });
  if (lateAfter !== undefined) {
    const sentence = `There was no complete answer within ${lateAfter / 1000} seconds.`;
    return at("broken", "timed out", sentence, "Raise `timeout_seconds` if the service is slow.");
  }
  const found = firstError(error);
  const { code, message } = found;
  const { host, hostname, protocol } = new URL(origin);
  const why = unconnected(found, host);
  if (why !== undefined && proxy !== undefined) {
    const help = `Check that the proxy runs, or unset ${proxy.variable}; NO_PROXY=${hostname} leaves it out for this host.`;
    const sentence = `Cannot connect to the proxy ${proxy.shown}, from ${proxy.variable}: ${why.because}.`;
    return at("not-sent", "proxy", sentence, help);
  }
  if (why !== undefined) return at("not-sent", why.short, why.sentence, why.help);
  const words = oneLine(message);
  // Not our own abort: a proxy refused to open a tunnel.
  if (code === "UND_ERR_ABORTED") {
    const name = proxy === undefined ? "The proxy" : `The proxy ${proxy.shown}, from ${proxy.variable},`;
    if (words.includes("(407)")) {
      const sentence = `${name} requires a user name and a password.`;
      return at(
        "hopeless",
        "proxy",
        sentence,
        `Write them in front of its host: ${proxy?.variable ?? "HTTPS_PROXY"}=http://USER:PASSWORD@HOST:PORT`,
      );
    }
    const help = "Check the rules of the proxy, or list the host in NO_PROXY.";
    return at("not-sent", "proxy", `${name} gave no connection to ${host}: ${tunnelWords(words)}.`, help);
  }
  if (code === "UND_ERR_PRX_TLS" && proxy !== undefined) {
    const sentence = `No secure connection to the proxy ${proxy.shown}, from ${proxy.variable}.`;
    return at(
      "hopeless",
      "proxy",
      sentence,
      `If the proxy speaks plain HTTP, as most do, write http:// in ${proxy.variable}.`,
    );
  }
  if (TLS_CODES.test(code)) {
    const [sentence, help] = insecure(code, host, words, origin);
    return at("hopeless", "TLS", sentence, help);
  }
  if (protocol === "http:" && (code === "UND_ERR_SOCKET" || code.startsWith("HPE_"))) {
    const sentence = `${host} closed the connection without an answer that is HTTP.`;
    return at(
      "broken",
      "broken",
      sentence,
      `If the server speaks TLS, write https:// in the base URL: https://${host}`,
    );
  }
  const reason = code === "" ? words : code;
  const sentence = `The connection to ${host} broke before the answer was complete (${reason}).`;
  return at("broken", "broken", sentence, "Check the network, and whether the service is restarting.");
}

/** Instead of `Proxy response (403) !== 200 when HTTP Tunneling`. */
function tunnelWords(words: string): string {
  const [, status] = /\((\d{3})\)/.exec(words) ?? [];
  return status === undefined ? words : `it answered ${status}`;
}

interface Unconnected {
  readonly short: string;
  /** The end of a sentence. */
  readonly because: string;
  /** For the service itself. */
  readonly sentence: string;
  readonly help: string;
}

/** Why no connection was opened; undefined when one was. */
function unconnected({ code, syscall, peer }: SystemError, host: string): Unconnected | undefined {
  const name = peer === "" ? host : peer;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || syscall === "getaddrinfo") {
    const sentence = `The name of the host ${name} cannot be resolved.`;
    return { short: "unknown host", because: "its name cannot be resolved", sentence, help: CHECK_ADDRESS };
  }
  if (code === "ECONNREFUSED") {
    const sentence = `Nothing answers at ${name}: the connection was refused.`;
    const help = "Check that the service runs, and the base URL's port.";
    return { short: "refused", because: "the connection was refused", sentence, help };
  }
  if (code !== "UND_ERR_CONNECT_TIMEOUT" && syscall !== "connect") return undefined;
  const because = code === "UND_ERR_CONNECT_TIMEOUT" ? "there was no answer in time" : code;
  return {
    short: "no connection",
    because,
    sentence: `No connection to ${host} could be opened: ${because}.`,
    help: CHECK_ADDRESS,
  };
}

/** What is wrong with the certificate or the handshake, and what to do. */
function insecure(
  code: string,
  host: string,
  words: string,
  origin: string,
): readonly [sentence: string, help: string] {
  const trust = "If you trust it, save it in a file and set NODE_EXTRA_CA_CERTS to the path of the file.";
  if (PLAIN_CODES.test(code)) {
    const sentence = `${host} does not speak TLS: it answers plain HTTP on this port.`;
    return [sentence, `Write ${origin.replace("https:", "http:")} in the base URL, or the port of https.`];
  }
  switch (code) {
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return [`The certificate of ${host} is self-signed, so it is not trusted.`, trust];
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return [
        `The certificate of ${host} comes from an authority that this machine does not trust.`,
        trust.replace("save it", "save the certificate of the authority"),
      ];
    case "CERT_HAS_EXPIRED":
      return [
        `The certificate of ${host} has expired.`,
        "Renew it on the server, or correct the clock of this machine.",
      ];
    case "CERT_NOT_YET_VALID":
      return [
        `The certificate of ${host} is not valid yet.`,
        "Correct the clock of this machine, or of the one that made it.",
      ];
    case "ERR_TLS_CERT_ALTNAME_INVALID":
    case "HOSTNAME_MISMATCH":
      return [
        `The certificate of the server is for another host than ${host}.`,
        "Write the host that the certificate names in the base URL.",
      ];
    default: {
      const help = "Check the base URL, and the certificates that this machine trusts (NODE_EXTRA_CA_CERTS).";
      return [`No secure connection to ${host}: ${words} (${code}).`, help];
    }
  }
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
