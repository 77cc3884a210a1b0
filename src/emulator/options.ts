/** The options of the embedded service. */
import { defined } from "../model/collections.ts";

/** One request, reported when its answer is decided. */
interface ServedRequest {
  readonly method: string;
  /** With percent-encoding as sent, without the query. */
  readonly path: string;
  readonly query: string;
  readonly status: number;
}

export interface ServiceOptions {
  /** The bearer token. Default: a random one, to be read from the running service. */
  readonly token?: string;
  readonly onRequest?: (request: ServedRequest) => void;
  /** Receives exceptions, which are answered 500: bugs, or a data file that cannot be written. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: { now(): number };
}

/** The options with every default in place. */
export type Settings = Required<ServiceOptions>;

/** Fills in the defaults. `token` is the one to use when the options name none. */
export function settingsFrom(options: ServiceOptions, token: string): Settings {
  return {
    token,
    onRequest: () => undefined,
    onError: () => undefined,
    clock: { now: () => Date.now() },
    ...defined(options),
  };
}
