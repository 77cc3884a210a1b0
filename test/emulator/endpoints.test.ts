import { describe, expect, it } from "vitest";
import { type Client, send, smallGame, startClient } from "./client.ts";

const existing: Readonly<Record<string, string>> = {
  actions: "slay-enemy",
  achievements: "slayer",
  rewards: "egg",
  leaderboards: "races",
  "criteria-groups": "slayers",
  criteria: "slay-two",
};

/** The endpoints of docs/service.md#endpoints as [method, path]; a criterion is created with a slash at the end. */
const GAME = "/v1/games/:game_id";
type Row = readonly [method: string, path: string];
const rows: readonly Row[] = [
  ...Object.keys(existing).flatMap((collection): Row[] => [
    ["POST", `${GAME}/${collection}${collection === "criteria" ? "/" : ""}`],
    ["GET", `${GAME}/${collection}`],
    ...["GET", "PUT", "DELETE"].map((method): Row => [method, `${GAME}/${collection}/:id`]),
  ]),
  ["GET", `${GAME}/leaderboards/:id/rankings`],
  ["GET", `${GAME}/leaderboards/:id/players/:player_id/rankings`],
];

function bodyOf(method: string, collection: string) {
  if (method === "PUT") return { name: "Renamed" };
  if (method !== "POST") return undefined;
  const more = collection === "criteria" ? { custom_action_id: "slay-dragon" } : {};
  return { custom_id: "made", name: "Made", ...more, ...(collection === "leaderboards" ? { type: "custom" } : {}) };
}

async function seeded(): Promise<Client> {
  const client = await startClient();
  await client.service.seed("g", { ...smallGame, players: [{ custom_id: "ada" }] });
  return client;
}

describe("the documented endpoints", () => {
  it.each(rows)("%s %s", async (method, path) => {
    const { service } = await seeded();
    const collection = path.split("/")[4] ?? "";
    const filled = path
      .replace(":game_id", "g")
      .replace(":id", existing[collection] ?? "")
      .replace(":player_id", "ada");
    const answer = await send(`${service.url}${filled}`, method, service.token, bodyOf(method, collection));
    if (method === "DELETE") {
      expect(answer).toMatchObject({ status: 204, body: null });
      expect((await send(`${service.url}${filled}`, "GET", service.token)).status).toBe(404);
    } else if (method === "POST") {
      expect(answer).toMatchObject({ status: 201, body: { data: { custom_id: "made", name: "Made" } } });
    } else if (method === "PUT") {
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { custom_id: existing[collection], name: "Renamed" } },
      });
    } else if (path.includes("/:id") && !path.endsWith("rankings")) {
      expect(answer).toMatchObject({ status: 200, body: { data: { custom_id: existing[collection] } } });
    } else {
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(["data", "links", "meta"]);
      expect(Array.isArray(answer.body.data)).toBe(true);
    }
  });

  it("answers 401 without the token", async () => {
    const { service } = await seeded();
    for (const [method, path] of rows) {
      const answer = await send(`${service.url}${path}`, method, "another");
      expect(answer, path).toMatchObject({ status: 401, body: { message: "Unauthenticated." } });
    }
  });
});
