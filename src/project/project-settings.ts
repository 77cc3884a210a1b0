/** Settings of the service in the project file: their schemas, of which editors and the defaults are made. */
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

/** The name of an environment variable. */
export const VARIABLE_PATTERN = "^[A-Za-z_][A-Za-z0-9_]*$";

const SHARED = "over all games on the service with the same token";

/** The schema of each setting, in the order of the reference. */
export const SERVICE_SETTINGS: Readonly<Record<keyof ServiceSettings, JsonObject & { readonly default?: Json }>> = {
  base_url: {
    type: "string",
    minLength: 1,
    description: "The address of the service, without `/v1`. `${LAUREL_NAME}` is read from the environment.",
    examples: ["https://api.example.com"],
  },
  token_env: {
    type: "string",
    pattern: VARIABLE_PATTERN,
    patternErrorMessage: "the name of an environment variable",
    description:
      "The name of the environment variable that holds the API token, such as `LAUREL_DUNGEON_PRODUCTION_TOKEN`. Never write the token itself in a file.",
    default: "LAUREL_API_TOKEN",
  },
  concurrency: {
    type: "integer",
    minimum: 1,
    maximum: 64,
    description: `Maximum number of concurrent requests, ${SHARED}.`,
    default: 4,
  },
  page_size: {
    anyOf: [{ type: "integer", minimum: 1, maximum: 1000 }, { const: "none" }],
    description:
      "Records to request in one page. If the service returns fewer, laurel uses its page size. `none`: the service has no pages.",
    default: 100,
  },
  requests_per_second: {
    type: "number",
    minimum: 0.01,
    maximum: 1000,
    description: `Maximum number of requests per second, ${SHARED}. By default, only \`concurrency\` limits them.`,
    examples: [8],
  },
  timeout_seconds: {
    type: "number",
    minimum: 0.1,
    maximum: 3600,
    description: "Time limit of one request.",
    default: 30,
  },
  retries: {
    type: "integer",
    minimum: 0,
    maximum: 5,
    description: "How often to retry a request after a temporary failure.",
    default: 5,
  },
  scalars: {
    type: "string",
    enum: ["native", "string"],
    enumDescriptions: [
      "booleans and numbers are sent as such",
      "booleans and numbers are sent as text, for a service that insists on it",
    ],
    description: "How booleans and numbers are sent.",
    default: "native",
  },
};

/** The defaults of those that have one. */
export const SERVICE_DEFAULTS = Object.fromEntries(
  Object.entries(SERVICE_SETTINGS).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default]],
  ),
) as unknown as ServiceSettings;
