/**
 * Base URLs of services. In: a URL. Out: what is wrong with it, whether it is this machine, and the
 * path before `/v1`.
 */

/** Why a base URL is not used, as the words of a label. */
interface UrlProblem {
  readonly code: "invalid-url";
  readonly label: string;
  readonly help: readonly string[];
}

/** Checks a base URL. The words do not repeat it, because it may contain a password. */
export function urlProblem(text: string): UrlProblem | undefined {
  const url: Partial<URL> = URL.canParse(text) ? new URL(text) : {};
  const { protocol, username, password, search, hash } = url;
  const isWeb = protocol === "https:" || protocol === "http:";
  if (isWeb && `${username}${password}${search}${hash}` === "") return undefined;
  const why = isWeb
    ? "carries more than host and path"
    : "is not an address that begins with https:// or http://";
  const help = [
    "write it like https://api.example.com, without a user name, a password, a query or a fragment",
  ];
  return { code: "invalid-url", label: `the base URL ${why}`, help };
}

/** Whether a host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Removes `/v1` from the end of a base URL or of its path, which may also end in a slash
 * (docs/service.md#transport).
 */
export function withoutVersion(url: string): string {
  return url.replace(/\/+$/, "").replace(/\/v1$/, "");
}
