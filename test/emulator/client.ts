/** A small client as a game's own code would have one: `fetch`, a base address and a token. */
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/ground/json.ts";
import {
  type ServiceOptions,
  type StartOptions,
  startService,
  type TestService,
} from "../support/service/service.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON, `null` when it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape.
  readonly body: any;
}

export interface Client {
  readonly service: TestService;
  (method: string, path: string, body?: unknown): Promise<Answer>;
}

/**
 * A running service with a client of its game `g`. Paths are relative to the game. Closed after the
 * test.
 */
export async function startClient(options: StartOptions = {}): Promise<Client> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  const call = (method: string, path: string, body?: unknown) =>
    send(`${service.url}/v1/games/g/${path}`, method, service.token, body);
  return Object.assign(call, { service });
}

/** A running service whose game `g` is the small one. */
export async function startSmall(options: ServiceOptions = {}): Promise<Client> {
  const call = await startClient(options);
  await call.service.seed("g", smallGame);
  return call;
}

/** One request with the three headers of the interface. */
export async function send(
  url: string,
  method: string,
  token: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: "application/json",
      "Content-Type": "application/json",
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson =
    text !== "" && response.headers.get("content-type")?.startsWith("application/json") === true;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson === true ? JSON.parse(text) : text || null,
  };
}

/** A clock that only `set` and `wait` change. */
export function fakeClock(start: string) {
  let at = Date.parse(start);
  const waits: number[] = [];
  return {
    waits,
    now: () => at,
    wait: async (milliseconds: number) => {
      waits.push(milliseconds);
      at += milliseconds;
    },
    set: (moment: string) => {
      at = Date.parse(moment);
    },
  };
}

/**
 * A small game: an action with a reaction, a criterion, a group, an achievement, two leaderboards.
 */
export const smallGame: Readonly<Record<string, readonly JsonObject[]>> = {
  achievements: [
    {
      custom_id: "slayer",
      name: "Slayer",
      points: 50,
      custom_criteria_group_id: "slayers",
      rewards: ["egg"],
    },
    { custom_id: "hidden", name: "Hidden", is_secret: true },
  ],
  criteria_groups: [
    { custom_id: "outer", name: "Outer", criteria_groups: ["slayers"] },
    { custom_id: "slayers", name: "Slayers", criteria: ["slay-two"] },
  ],
  criteria: [
    { custom_id: "slay-two", name: "Slay two", custom_action_id: "slay-enemy", rule: "gte:2" },
  ],
  actions: [
    {
      custom_id: "slay-dragon",
      name: "Slay a dragon",
      reactions: ["slay-enemy"],
      custom_data: { icon: "d" },
    },
    { custom_id: "slay-enemy", name: "Slay an enemy" },
  ],
  rewards: [{ custom_id: "egg", name: "Dragon egg" }],
  leaderboards: [
    { custom_id: "points", name: "Points" },
    {
      custom_id: "races",
      name: "Races",
      type: "custom",
      ordering: "smaller-is-better",
      score_preference: "prefer-lower",
    },
  ],
};
