/** The options of the embedded service. */
import { defined } from "../model/collections.ts";
import type { Json } from "../model/json.ts";
import { DEFAULT_SEMANTICS, type Semantics } from "../project/rules-settings.ts";
import type { Fault } from "./faults.ts";

export interface ServiceClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/** One request, reported when its answer is decided. */
export interface SeenRequest {
  /** Counted from 1 over all requests. */
  readonly index: number;
  readonly method: string;
  /** With percent-encoding as sent, without the query. */
  readonly path: string;
  readonly query: string;
  /** `null` when no answer was given: the connection was dropped, or left open. */
  readonly status: number | null;
  /** The body as JSON; as text when it is not JSON; `null` when there was none. */
  readonly body: Json;
}

export interface ServiceOptions {
  /**
   * `extended` (the default) is the interface of docs/service.md: includes, filters, hidden secret resources, link
   * sub-resources, players, activities, badges and scores. `documented` has only docs/service.md#endpoints: the five
   * operations on each kind and the two rankings, links as members of the records, nothing hidden.
   */
  readonly profile?: "documented" | "extended";
  /** Whether PUT keeps omitted fields (`patch`, the default) or resets them to their defaults. */
  readonly put?: "patch" | "replace";
  /**
   * Whether truth values and numbers are native JSON (the default), or strings such as `"true"` and `"5"` in answers
   * with both taken in requests (`string`), or strings both ways with native ones refused (`string-only`).
   */
  readonly scalars?: "native" | "string" | "string-only";
  /** Larger page sizes are silently lowered to this. Default 100. */
  readonly maxPageSize?: number;
  /** Size of a page when the request names none. Default 30. */
  readonly defaultPageSize?: number;
  /** Whether deleting what others refer to is refused with 409. Default: the references go too. */
  readonly strict?: boolean;
  /** The bearer token. Default: a random one, to be read from the running service. */
  readonly token?: string;
  /** The games that exist. Default: every id, each starting empty. */
  readonly games?: readonly string[];
  /** What an unknown name in `include`, `filter`, `sort` or `fields` does. Default: 400 in the extended profile, ignored in the documented one. */
  readonly unknownParameters?: "ignore" | "reject";
  /**
   * Which links the extended profile embeds on `include`: every link for which the catalog has a word (`all`, the
   * default), or only those for which public clients use it (`known`).
   */
  readonly includes?: "all" | "known";
  /** Whether ids and names that differ only in case are the same. Default: they are not. */
  readonly ignoreCase?: boolean;
  /** Whether POST to a path with a trailing slash is answered 301 to the path without, as some web servers do. */
  readonly slashRedirect?: boolean;
  /** Fields and links that writes silently ignore. */
  readonly dropFields?: readonly string[];
  /** At most `requests` requests in each window of `seconds` seconds. Default: no limit. */
  readonly rateLimit?: { readonly requests: number; readonly perSeconds: number };
  /** What to assume where the run-time rules are not documented. Default: the first value of each setting. */
  readonly semantics?: Semantics;
  readonly faults?: readonly Fault[];
  readonly onRequest?: (request: SeenRequest) => void;
  /** Receives exceptions, which are answered 500: bugs, or a data file that cannot be written. */
  readonly onError?: (error: unknown) => void;
  readonly clock?: ServiceClock;
}

/** The options with every default in place. */
export interface Settings extends Required<Omit<ServiceOptions, "games" | "rateLimit">> {
  readonly games: readonly string[] | null;
  readonly rateLimit: Required<ServiceOptions>["rateLimit"] | null;
}

const systemClock: ServiceClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Fills in the defaults. `token` is the one to use when the options name none. */
export function settingsFrom(options: ServiceOptions, token: string): Settings {
  const profile = options.profile ?? "extended";
  return {
    profile,
    put: "patch",
    scalars: "native",
    maxPageSize: 100,
    defaultPageSize: 30,
    strict: false,
    token,
    games: null,
    unknownParameters: profile === "extended" ? "reject" : "ignore",
    includes: "all",
    ignoreCase: false,
    slashRedirect: false,
    dropFields: [],
    rateLimit: null,
    semantics: DEFAULT_SEMANTICS,
    faults: [],
    onRequest: () => undefined,
    onError: () => undefined,
    clock: systemClock,
    ...defined(options),
  };
}
