import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../../src/emulator/options.ts";
import { createService, startService } from "../../src/emulator/server.ts";
import { fakeClock, send, smallGame, startClient, startSmall } from "./client.ts";

describe("options", () => {
  it("scalars: string shows numbers and truth values as text and takes both", async () => {
    const call = await startClient({ scalars: "string" });
    const post = (id: string, points: unknown, is_secret: unknown) =>
      call("POST", "achievements", { custom_id: id, name: id, points, is_secret });
    expect((await post("a", 5, true)).body.data).toMatchObject({ points: "5", is_secret: "true" });
    expect((await post("b", "5", "false")).body.data).toMatchObject({ points: "5", is_secret: "false" });
    await call("POST", "leaderboards", { custom_id: "l", name: "l", type: "custom" });
    await call("POST", "scores", { custom_player_id: "p", custom_leaderboard_id: "l", score: 3 });
    expect((await call("GET", "leaderboards/l/rankings")).body).toMatchObject({
      data: [{ score: "3", rank: "0" }],
      meta: { total: 1 },
    });
  });

  it("scalars: string-only refuses native numbers and truth values", async () => {
    const call = await startClient({ scalars: "string-only" });
    const native = await call("POST", "achievements", { custom_id: "a", name: "a", points: 5, is_secret: true });
    expect(Object.keys(native.body.errors)).toEqual(["is_secret", "points"]);
    const texts = await call("POST", "achievements", { custom_id: "a", name: "a", points: "5", is_secret: "true" });
    expect(texts.body.data).toMatchObject({ points: "5", is_secret: "true" });
  });

  it("slashRedirect answers 301 to the path without the slash, before the token is looked at", async () => {
    const call = await startClient({ slashRedirect: true });
    const answer = await send(`${call.service.url}/v1/games/g/criteria/?a=1`, "POST", "wrong", {});
    expect(answer.status).toBe(301);
    expect(answer.headers.get("location")).toBe("/v1/games/g/criteria?a=1");
    expect((await call("POST", "criteria", {})).status).toBe(422);
  });

  it("dropFields ignores fields and links in every write", async () => {
    const call = await startSmall({ dropFields: ["description", "rewards"], profile: "documented", put: "replace" });
    const body = { custom_id: "a", name: "A", description: "d", rewards: ["egg"] };
    expect((await call("POST", "achievements", body)).body.data).toMatchObject({ description: null, rewards: [] });
    await call.service.edit("g", "achievement", "a", { description: "kept" });
    expect((await call("PUT", "achievements/a", body)).body.data).toMatchObject({ description: "kept", rewards: [] });
  });

  it("rateLimit answers 429 with Retry-After until the window ends", async () => {
    const clock = fakeClock("2026-01-01T00:00:00Z");
    const call = await startClient({ clock, rateLimit: { requests: 2, perSeconds: 60 } });
    expect((await call("GET", "rewards")).headers.get("x-ratelimit-remaining")).toBe("1");
    await call("GET", "rewards");
    clock.set("2026-01-01T00:00:30.500Z");
    const refused = await call("POST", "rewards", { custom_id: "a", name: "A" });
    expect(refused).toMatchObject({ status: 429, body: { message: "Too Many Attempts." } });
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(refused.headers.get("x-ratelimit-reset")).toBe(String(Date.parse("2026-01-01T00:01:00Z") / 1000));
    clock.set("2026-01-01T00:01:00Z");
    expect((await call("GET", "rewards")).body.data).toEqual([]);
  });

  it("onRequest sees every request with its body and status", async () => {
    const seen: SeenRequest[] = [];
    const call = await startClient({ onRequest: (request) => seen.push(request) });
    await call("POST", "rewards", { custom_id: "a", name: "A" });
    await call("GET", "rewards?page[size]=1");
    await call("PUT", "rewards/a", "not json");
    expect(seen).toEqual([
      {
        index: 1,
        method: "POST",
        path: "/v1/games/g/rewards",
        query: "",
        status: 201,
        body: { custom_id: "a", name: "A" },
      },
      { index: 2, method: "GET", path: "/v1/games/g/rewards", query: "page[size]=1", status: 200, body: null },
      { index: 3, method: "PUT", path: "/v1/games/g/rewards/a", query: "", status: 200, body: "not json" },
    ]);
  });

  it("makes a token of its own when none is given", async () => {
    const [first, second] = [createService(), createService()];
    expect(first.token).not.toBe(second.token);
    expect(first.token.length).toBeGreaterThan(20);
  });

  it("says so when the port is taken", async () => {
    const call = await startClient();
    await expect(startService({ port: call.service.port })).rejects.toThrow("something else is listening there");
  });

  it("close ends connections that are kept alive", async () => {
    const service = await startService();
    await send(`${service.url}/v1/games/g/rewards`, "GET", service.token);
    await service.close();
    await expect(send(`${service.url}/v1/games/g/rewards`, "GET", service.token)).rejects.toThrow();
  });

  it("answers 500 and reports the exception when something throws", async () => {
    const errors: unknown[] = [];
    const service = createService({ token: "t", onError: (error) => errors.push(error) }, new Map(), () =>
      Promise.reject(new Error("disk full")),
    );
    const answer = await service.app.request("/v1/games/g/rewards", {
      method: "POST",
      headers: { Authorization: "Bearer t" },
      body: JSON.stringify({ custom_id: "a", name: "A" }),
    });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ message: "Server Error" });
    expect(String(errors[0])).toContain("disk full");
  });
});

describe("putting a game into a state", () => {
  it("contents gives what seed takes", async () => {
    const [one, two] = [createService(), createService()];
    await one.seed("g", smallGame);
    await two.seed("g", one.contents("g"));
    expect(two.contents("g")).toEqual(one.contents("g"));
    expect(one.contents("g").achievements?.[1]).toMatchObject({ custom_id: "slayer", points: 50, rewards: ["egg"] });
  });

  it("edit changes anything, past the rules of the interface", async () => {
    const call = await startSmall();
    await call.service.edit("g", "leaderboard", "races", { type: "session", ordering: "larger-is-better" });
    await call.service.edit("g", "action", "slay-enemy", { reactions: ["slay-dragon"] });
    await call.service.edit("g", "criterion", "slay-two", { custom_action_id: "slay-dragon", conditions: "text" });
    expect((await call("GET", "leaderboards/races")).body.data.type).toBe("session");
    expect((await call("GET", "actions/slay-enemy/reactions")).body.data).toMatchObject([{ custom_id: "slay-dragon" }]);
    expect((await call("GET", "criteria/slay-two")).body.data).toMatchObject({
      custom_action_id: "slay-dragon",
      conditions: "text",
    });
    await call.service.remove("g", "reward", "egg");
    expect((await call("GET", "rewards")).body.data).toEqual([]);
  });

  it("throws at names that do not exist", async () => {
    const service = createService();
    await expect(service.seed("g", { quests: [] })).rejects.toThrow('no kind is called "quests"');
    await expect(service.seed("g", { rewards: [{ custom_id: "a", nmae: "x" }] })).rejects.toThrow('no field "nmae"');
    await expect(service.edit("g", "reward", "none", {})).rejects.toThrow('no reward "none"');
  });

  it("restore puts everything back, players' history included", async () => {
    const call = await startSmall();
    await call("POST", "activities", { custom_player_id: "ada", custom_action_id: "slay-dragon", amount: 2 });
    const before = call.service.snapshot();
    await call("DELETE", "players/ada");
    await call("DELETE", "actions/slay-enemy");
    await call.service.restore(before);
    expect(call.service.snapshot()).toEqual(before);
    expect((await call("GET", "players/ada/badges")).body.data).toHaveLength(1);
  });
});
