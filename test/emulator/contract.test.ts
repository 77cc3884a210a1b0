/**
 * What the embedded service answers: statuses, bodies, values, and rules across records
 * (docs/service.md).
 */
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { createService, startService } from "../../src/emulator/server.ts";
import { fakeClock, send, startClient, startSmall } from "./client.ts";

const action = (id: string, more = {}) => ({ custom_id: id, name: `Name of ${id}`, ...more });

describe("statuses and bodies in Laravel's form", () => {
  it("answers 201, 200, 200 and 204 with the record under data", async () => {
    const call = await startClient({ clock: fakeClock("2026-01-02T03:04:05.678Z") });
    const created = await call(
      "POST",
      "actions",
      action("a", { custom_data: '{"k":1}', reactions: [] }),
    );
    const record = {
      custom_id: "a",
      name: "Name of a",
      description: null,
      custom_data: { k: 1 },
      created_at: "2026-01-02T03:04:05.000000Z",
      updated_at: "2026-01-02T03:04:05.000000Z",
    };
    expect(created).toMatchObject({ status: 201, body: { data: record } });
    expect(Object.keys(created.body.data)).toEqual(Object.keys(record));
    expect(await call("GET", "actions/a")).toMatchObject({ status: 200, body: { data: record } });
    expect(await call("PUT", "actions/a", { name: "B" })).toMatchObject({
      status: 200,
      body: { data: { name: "B" } },
    });
    expect(await call("DELETE", "actions/a")).toMatchObject({ status: 204, body: null });
  });

  it("answers 405 with the allowed methods, and 401 without the token", async () => {
    const call = await startClient();
    const answer = await call("PATCH", "actions/a", {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, PUT, DELETE");
    expect(answer.body.message).toContain("PATCH method is not supported");
    const stranger = await send(`${call.service.url}/v1/games/g/actions`, "GET", "another");
    expect(stranger).toMatchObject({ status: 401, body: { message: "Unauthenticated." } });
  });

  it("answers 500 and reports the exception when something throws", async () => {
    const errors: unknown[] = [];
    const options = { token: "t", onError: (error: unknown) => errors.push(error) };
    const { app } = createService(options, new Map(), () => Promise.reject(new Error("disk full")));
    const answer = await app.request("/v1/games/g/rewards", {
      method: "POST",
      headers: { Authorization: "Bearer t" },
      body: JSON.stringify({ custom_id: "a", name: "A" }),
    });
    expect([answer.status, await answer.json()]).toEqual([500, { message: "Server Error" }]);
    expect(String(errors[0])).toContain("disk full");
  });

  it("answers 413 to a body of more than 1 MB, and the connection goes on", async () => {
    const call = await startClient();
    const statuses: number[] = [];
    for (const bytes of [1_048_576, 1_048_577, 20_971_520, 1_048_576]) {
      statuses.push((await call("POST", "rewards", " ".repeat(bytes))).status);
    }
    expect(statuses).toEqual([422, 413, 413, 422]);
  });

  it("ends connections that are kept alive when it is closed", async () => {
    const { url, token, close } = await startService();
    await send(`${url}/v1/games/g/rewards`, "GET", token);
    await close();
    await expect(send(`${url}/v1/games/g/rewards`, "GET", token)).rejects.toThrow();
  });

  it("names every wrong field of a 422, with a message that counts them", async () => {
    const call = await startClient();
    const answer = await call("POST", "criteria/", { name: 7, type: "most" });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      message: "The custom id field is required. (and 3 more errors)",
      errors: {
        custom_id: ["The custom id field is required."],
        name: ["The name must be a string."],
        custom_action_id: ["The custom action id field is required."],
        type: ["The selected type is invalid."],
      },
    });
  });
});

describe("values", () => {
  it("trims texts, stores blank ones as null, and takes custom_data as JSON text only, up to 1,024 characters, and gives the value", async () => {
    const call = await startClient();
    const { body } = await call("POST", "rewards", {
      custom_id: " a ",
      name: " A ",
      description: "  ",
    });
    expect(body.data).toMatchObject({ custom_id: "a", name: "A", description: null });
    const post = (custom_data: unknown) =>
      call("POST", "rewards", action(`r${Math.random()}`, { custom_data }));
    expect((await post('[1,{"a":null}]')).body.data.custom_data).toEqual([1, { a: null }]);
    expect((await post({ a: 1 })).body.errors.custom_data).toEqual([
      "The custom data must be a valid JSON string.",
    ]);
    expect((await post("{a")).status).toBe(422);
    expect((await post(`"${"é".repeat(1022)}"`)).status).toBe(201);
    expect((await post(`"${"é".repeat(1023)}"`)).status).toBe(422);
  });

  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ["is_secret", [true, 0, "1"], ["true", 2]],
    ["points", [5, "5"], ["05", 1.5, -1, "x"]],
  ])("takes %s as %j and refuses %j", async (name, taken, refused) => {
    const call = await startClient();
    for (const [index, value] of [...taken, ...refused].entries()) {
      const answer = await call("POST", "achievements", action(`a${index}`, { [name]: value }));
      expect(answer.status, String(value)).toBe(index < taken.length ? 201 : 422);
    }
  });
});

describe("rules across records", () => {
  it("ids and names are unique within their kind, letter by letter, and there is one standard leaderboard", async () => {
    const call = await startClient();
    await call("POST", "rewards", { custom_id: "a", name: "A" });
    const taken = await call("POST", "rewards", { custom_id: "a", name: "A" });
    expect(taken.body.errors).toEqual({
      custom_id: ["The custom id has already been taken."],
      name: ["The name has already been taken."],
    });
    expect((await call("POST", "rewards", { custom_id: "A", name: "a" })).status).toBe(201);
    expect((await call("POST", "actions", { custom_id: "a", name: "A" })).status).toBe(201);
    expect((await call("PUT", "rewards/a", { custom_id: "a", name: "A" })).status).toBe(200);
    await call("POST", "leaderboards", action("a"));
    expect(Object.keys((await call("POST", "leaderboards", action("b"))).body.errors)).toEqual([
      "type",
    ]);
    expect((await call("POST", "leaderboards", action("b", { type: "session" }))).status).toBe(201);
  });

  it.each([".", ".."])("refuses %j as an id, which no path could name again", async (custom_id) => {
    const call = await startSmall();
    for (const { path } of [...catalog, { path: "players" }]) {
      const made = await call("POST", path, {
        custom_id,
        name: "X",
        custom_action_id: "slay-enemy",
        type: "custom",
      });
      expect(made.status, path).toBe(422);
      expect(made.body.errors.custom_id, path).toEqual(["The custom id format is invalid."]);
    }
    for (const wrong of ["a b", "é", "a/b", "x".repeat(256)]) {
      const { body } = await call("POST", "rewards", { custom_id: wrong, name: "A" });
      expect(Object.keys(body.errors)).toEqual(["custom_id"]);
    }
    const renamed = await call("PUT", "rewards/egg", { custom_id });
    expect(renamed.body.errors).toEqual({ custom_id: ["The custom id format is invalid."] });
    const activity = { custom_player_id: custom_id, custom_action_id: "slay-enemy" };
    expect((await call("POST", "activities", activity)).status).toBe(422);
    expect((await call("POST", "rewards", { custom_id: "...", name: "X" })).status).toBe(201);
    expect((await call("DELETE", "rewards/...")).status).toBe(204);
  });

  it("refuses references to nothing, naming the member", async () => {
    const call = await startClient();
    expect((await call("POST", "actions", action("a", { reactions: ["a"] }))).body.errors).toEqual({
      "reactions.0": ["The selected reactions.0 is invalid."],
    });
    expect(
      Object.keys(
        (await call("POST", "criteria", action("c", { custom_action_id: "a" }))).body.errors,
      ),
    ).toEqual(["custom_action_id"]);
    const group = await call(
      "POST",
      "criteria-groups",
      action("g", { criteria: ["c"], criteria_groups: "g" }),
    );
    expect(Object.keys(group.body.errors)).toEqual(["criteria.0", "criteria_groups"]);
  });

  it("PUT drops create-only fields and links without a word", async () => {
    const call = await startSmall();
    const changes = { type: "standard", ordering: "larger-is-better", name: "R" };
    const board = await call("PUT", "leaderboards/races", changes);
    expect(board.body.data).toMatchObject({
      name: "R",
      type: "custom",
      ordering: "smaller-is-better",
    });
    expect((await call("PUT", "criteria-groups/slayers", { criteria: [] })).status).toBe(200);
    expect(
      (await call("GET", "criteria-groups/slayers?include=criteria")).body.data.criteria,
    ).toHaveLength(1);
  });

  it("PUT leaves omitted fields, clears with null, and moves updated_at only on a change", async () => {
    const clock = fakeClock("2026-01-01T00:00:00Z");
    const call = await startClient({ clock });
    await call("POST", "rewards", action("a", { description: "d", custom_data: "1" }));
    clock.set("2026-01-02T00:00:00Z");
    expect((await call("PUT", "rewards/a", { name: "Name of a" })).body.data.updated_at).toMatch(
      /^2026-01-01/,
    );
    const changed = (await call("PUT", "rewards/a", { description: null })).body.data;
    expect(changed).toMatchObject({
      description: null,
      custom_data: 1,
      updated_at: "2026-01-02T00:00:00.000000Z",
    });
  });
});

describe("deletion of what others refer to", () => {
  it("a criterion vanishes with its action; references become null, memberships go", async () => {
    const call = await startSmall();
    expect((await call("DELETE", "actions/slay-enemy")).status).toBe(204);
    expect((await call("GET", "criteria/slay-two")).status).toBe(404);
    expect(
      (await call("GET", "criteria-groups/slayers?include=criteria")).body.data.criteria,
    ).toEqual([]);
    expect((await call("GET", "actions/slay-dragon/reactions")).body.data).toEqual([]);
    await call("DELETE", "criteria-groups/slayers");
    expect(
      (await call("GET", "achievements/slayer")).body.data.custom_criteria_group_id,
    ).toBeNull();
    await call("DELETE", "rewards/egg");
    expect((await call("GET", "achievements/slayer/rewards")).body.data).toEqual([]);
  });
});

describe("lists", () => {
  const rewards = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ custom_id: `r${index}`, name: `R ${index}` }));

  it("gives the second page of ten by three as the service does", async () => {
    const call = await startClient();
    await call.service.seed("g", { rewards: rewards(10) });
    const { body } = await call("GET", "rewards?page[number]=2&page[size]=3&x=1");
    const path = `${call.service.url}/v1/games/g/rewards`;
    const address = (number: number) => `${path}?page%5Bnumber%5D=${number}&page%5Bsize%5D=3&x=1`;
    expect(body.data.map((each: { custom_id: string }) => each.custom_id)).toEqual([
      "r3",
      "r4",
      "r5",
    ]);
    expect(body.links).toEqual({
      first: address(1),
      last: address(4),
      prev: address(1),
      next: address(3),
    });
    expect(body.meta).toEqual({
      current_page: 2,
      from: 4,
      to: 6,
      last_page: 4,
      per_page: 3,
      total: 10,
      path,
    });
  });

  it("has thirty to a page when not asked, and empty lists and pages past the end are 200", async () => {
    const call = await startClient();
    const empty = {
      data: [],
      meta: { from: null, to: null, last_page: 1, total: 0, per_page: 30 },
    };
    expect((await call("GET", "rewards")).body).toMatchObject(empty);
    await call.service.seed("g", { rewards: rewards(31) });
    expect((await call("GET", "rewards")).body.data).toHaveLength(30);
    const past = { data: [], meta: { from: null, total: 31 } };
    expect((await call("GET", "rewards?page[number]=9")).body).toMatchObject(past);
    const { meta } = (await call("GET", "rewards?page[size]=0&page[number]=x")).body;
    expect(meta).toMatchObject({ per_page: 30, current_page: 1 });
  });
});
