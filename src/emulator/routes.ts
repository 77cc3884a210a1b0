/** Routes, and the requests and records that they work on. */
import type { Kind } from "../catalog/types.ts";
import type { JsonObject } from "../model/json.ts";
import type { Reply } from "./replies.ts";
import type { StoredGame } from "./state.ts";

/** One request to one game. */
export interface Call {
  readonly game: StoredGame;
  /** Parts of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  /** Texts trimmed, blank ones `null`. Empty when there was no JSON object. */
  readonly body: JsonObject;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** One operation of the service. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/v1/games/:game_id/`, with `:name` for a part that varies. */
  readonly path: string;
  readonly run: (call: Call) => Reply;
}

/** Records of a kind in a game. */
export interface RoutePlace {
  readonly game: StoredGame;
  readonly kind: Kind;
}
