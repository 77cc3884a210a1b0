import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Client, send, smallGame, startClient } from "./client.ts";

/** The rows of the interface's table as [operation, method, path]; a note after the path is left out. */
const rows = readFileSync(new URL("endpoints.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^\| .* \| (GET|POST|PUT|DELETE)\s+\|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, operation = "", method = "", path = ""]) => [operation, method, path.split(" ")[0] ?? ""] as const);

const existing: Readonly<Record<string, string>> = {
  actions: "slay-enemy",
  achievements: "slayer",
  rewards: "egg",
  leaderboards: "races",
  "criteria-groups": "slayers",
  criteria: "slay-two",
};

function bodyOf(method: string, collection: string) {
  if (method === "PUT") return { name: "Renamed" };
  if (method !== "POST") return undefined;
  const more = collection === "criteria" ? { custom_action_id: "slay-dragon" } : {};
  return { custom_id: "made", name: "Made", ...more, ...(collection === "leaderboards" ? { type: "custom" } : {}) };
}

async function seeded(profile: "documented" | "extended"): Promise<Client> {
  const client = await startClient({ profile });
  await client.service.seed("g", { ...smallGame, players: [{ custom_id: "ada" }] });
  return client;
}

describe.each(["documented", "extended"] as const)("the endpoint table of the interface, profile %s", (profile) => {
  it("has all 32 rows", () => {
    expect(rows).toHaveLength(32);
  });

  it.each(rows)("%s: %s %s", async (_operation, method, path) => {
    const { service } = await seeded(profile);
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

  it.each(rows)("%s without the token is 401", async (_operation, method, path) => {
    const { service } = await seeded(profile);
    const answer = await send(`${service.url}${path}`, method, "another");
    expect(answer).toMatchObject({ status: 401, body: { message: "Unauthenticated." } });
  });
});
