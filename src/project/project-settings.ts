/** Settings of the project file as data: the schema, the defaults and the reference read them. */
import type { Scalars } from "../model/codec.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";

/** How to talk to a service, after defaults and overrides. */
export interface ServiceSettings {
  /** Address of the service, such as `https://api.example.com`; without `/v1`, which begins the paths of the interface. */
  readonly base_url?: string;
  /** The name of the environment variable that holds the token. */
  readonly token_env: string;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Records asked for in one page of a list; `none`: the service has no pages. */
  readonly page_size: number | "none";
  /** Requests begun per second, over all that are under way. Absent: any number. */
  readonly requests_per_second?: number;
  /** Time limit of one request. */
  readonly timeout_seconds: number;
  /** Repeats of a request that failed in a way that may pass. */
  readonly retries: number;
  /** How booleans and numbers are sent. */
  readonly scalars: Scalars;
}

/** The object under a name; an empty one where there is none. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const found = Object.hasOwn(value, name) ? value[name] : undefined;
  return isJsonObject(found) ? found : {};
}

export interface Setting {
  readonly name: keyof ServiceSettings;
  readonly summary: string;
  readonly default?: Json;
  readonly example?: Json;
  readonly type: "text" | "name" | "integer" | "number" | "choice";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: Readonly<Record<string, string>>;
  /** A word that stands for no number. */
  readonly none?: string;
}

export const SERVICE_SETTINGS: readonly Setting[] = [
  {
    name: "base_url",
    type: "text",
    summary: "The address of the service, without `/v1`. `${LAUREL_NAME}` is read from the environment.",
    example: "https://api.example.com",
  },
  {
    name: "token_env",
    type: "name",
    default: "LAUREL_API_TOKEN",
    summary:
      "The name of the environment variable that holds the API token, such as `LAUREL_DUNGEON_PRODUCTION_TOKEN`. Never write the token itself in a file.",
  },
  {
    name: "concurrency",
    type: "integer",
    default: 4,
    minimum: 1,
    maximum: 64,
    summary: "Maximum number of concurrent requests, over all games on the service with the same token.",
  },
  {
    name: "page_size",
    type: "integer",
    default: 100,
    minimum: 1,
    maximum: 1000,
    none: "none",
    summary:
      "Records to request in one page. If the service returns fewer, laurel uses its page size. `none`: the service has no pages.",
  },
  {
    name: "requests_per_second",
    type: "number",
    minimum: 0.01,
    maximum: 1000,
    example: 8,
    summary:
      "Maximum number of requests per second, over all games on the service with the same token. By default, only `concurrency` limits them.",
  },
  {
    name: "timeout_seconds",
    type: "number",
    default: 30,
    minimum: 0.1,
    maximum: 3600,
    summary: "Time limit of one request.",
  },
  {
    name: "retries",
    type: "integer",
    default: 5,
    minimum: 0,
    maximum: 5,
    summary: "How often to retry a request after a temporary failure.",
  },
  {
    name: "scalars",
    type: "choice",
    default: "native",
    choices: {
      native: "booleans and numbers are sent as such",
      string: "booleans and numbers are sent as text, for a service that insists on it",
    },
    summary: "How booleans and numbers are sent.",
  },
];

/** What an amount is, each with what that means for the effort. */
export const AMOUNT_KINDS = {
  count: "a number of things done: a unit costs `effort`, 1 without it",
  measure:
    "a distance, a duration, money or the like; each unit costs `effort`, by default 0, and an activity at least 1",
} as const;
