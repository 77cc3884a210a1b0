import { describe, expect, it } from "vitest";
import { createService as createOwnService, startService as startOwnService } from "../../src/emulator/server.ts";
import { createService, startService } from "../support/service/service.ts";
import { send, smallGame, startClient, startSmall } from "./client.ts";

describe("options", () => {
  it("makes a token of its own when none is given", async () => {
    const [first, second] = [createService(), createService()];
    expect(first.token).not.toBe(second.token);
    expect(first.token.length).toBeGreaterThan(20);
  });

  it("says so when the port is taken", async () => {
    const call = await startClient();
    await expect(startOwnService({ port: call.service.port })).rejects.toThrow("something else is listening there");
  });

  it("close ends connections that are kept alive", async () => {
    const service = await startService();
    await send(`${service.url}/v1/games/g/rewards`, "GET", service.token);
    await service.close();
    await expect(send(`${service.url}/v1/games/g/rewards`, "GET", service.token)).rejects.toThrow();
  });

  it("answers 500 and reports the exception when something throws", async () => {
    const errors: unknown[] = [];
    const service = createOwnService({ token: "t", onError: (error) => errors.push(error) }, new Map(), () =>
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
