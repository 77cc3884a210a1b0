/** Players, activities, badges and scores of the embedded service (docs/service.md). */
import { describe, expect, it } from "vitest";
import { decodeState, encodeState } from "../../src/emulator/state.ts";
import { jsonText } from "../../src/ground/json.ts";
import { parseJson } from "../support/parse-json.ts";
import { createService } from "../support/service/service.ts";
import { fakeClock, startClient, startSmall } from "./client.ts";

const TOKEN = "t";

describe("a game that is played through", () => {
  it("gives badges by reactions, points on the standard board and rankings", async () => {
    const call = await startClient({ clock: fakeClock("2026-05-20T12:00:00Z") });
    const make = (path: string, body: object) =>
      call("POST", path, { name: JSON.stringify(body), ...body });
    await make("actions", { custom_id: "defeat" });
    await make("actions", { custom_id: "slay-enemy", reactions: ["defeat"] });
    await make("actions", { custom_id: "slay-dragon", reactions: ["slay-enemy"] });
    await make("criteria/", {
      custom_id: "ten-defeats",
      custom_action_id: "defeat",
      rule: "gte:10",
    });
    await make("criteria-groups", { custom_id: "victor", criteria: ["ten-defeats"] });
    const victor = {
      custom_id: "victor",
      custom_criteria_group_id: "victor",
      points: 20,
      is_secret: true,
    };
    await make("achievements", victor);
    await make("criteria", { custom_id: "dragon", custom_action_id: "slay-dragon" });
    await make("criteria-groups", { custom_id: "dragon", criteria: ["dragon"] });
    await make("achievements", {
      custom_id: "dragon",
      custom_criteria_group_id: "dragon",
      points: 5,
    });
    await make("leaderboards", { custom_id: "points" });

    const report = (custom_player_id: string, amount: number, custom_action_id = "slay-dragon") =>
      call("POST", "activities", {
        custom_player_id,
        custom_action_id,
        amount,
        custom_data: '{"by":"sword"}',
      });
    const answer = await report("ada", 4);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      custom_player_id: "ada",
      custom_action_id: "slay-dragon",
      amount: 4,
      custom_session_id: null,
      date_time_utc: "2026-05-20T12:00:00.000000Z",
      custom_data: { by: "sword" },
    });
    expect(answer.body.data.uuid).toMatch(/^[0-9a-f-]{36}$/);
    const badges = async (player: string) =>
      (await call("GET", `players/${player}/badges`)).body.data;
    const dragon = {
      custom_achievement_id: "dragon",
      custom_player_id: "ada",
      points: 5,
      custom_session_id: null,
    };
    expect(await badges("ada")).toEqual([dragon]);
    await report("ada", 6, "slay-enemy");
    expect((await badges("ada")).map((badge: { points: number }) => badge.points)).toEqual([5, 20]);
    await report("ada", 100);
    expect(await badges("ada")).toHaveLength(2);
    await report("bob", 1);

    const rows = (await call("GET", "leaderboards/points/rankings")).body.data;
    expect(rows).toEqual([
      { time_span: "all-time", score: 25, rank: 0, custom_player_id: "ada" },
      { time_span: "all-time", score: 5, rank: 1, custom_player_id: "bob" },
    ]);
    const refused = await call("POST", "scores", {
      custom_player_id: "a",
      custom_leaderboard_id: "points",
      score: 1,
    });
    expect(Object.keys(refused.body.errors)).toEqual(["custom_leaderboard_id"]);
  });

  it("takes scores to 2^63 - 1 and ranks them by every digit", async () => {
    const { app, seed, state } = createService({ token: TOKEN });
    await seed("g", { leaderboards: [{ custom_id: "races", name: "Races", type: "custom" }] });
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const submit = async (player: string, score: string) => {
      const body = `{"custom_player_id":"${player}","custom_leaderboard_id":"races","score":${score}}`;
      return (await app.request("/v1/games/g/scores", { method: "POST", headers, body })).text();
    };
    const most = "9223372036854775807";
    const less = "9223372036854775806";
    const least = "9223372036854775805";
    await submit("ada", least);
    expect(await submit("bob", most)).toContain(`"score":${most}`);
    await submit("cyd", less);
    expect(await submit("ada", less)).toContain("all-time");
    expect(await submit("bob", less)).toContain('"improved_time_spans":[]');
    for (const wrong of ["9223372036854775808", "-1", "1.5", "1e400"])
      expect(await submit("eve", wrong)).toContain('"errors":{"score":');
    const read = await (
      await app.request("/v1/games/g/leaderboards/races/rankings", { headers })
    ).text();
    const rows = [...read.matchAll(/"score":(\d+),"rank":\d+,"custom_player_id":"(\w+)"/g)];
    expect(rows.map(([, score, player]) => `${player} ${score}`)).toEqual([
      `bob ${most}`,
      `cyd ${less}`,
      `ada ${less}`,
    ]);
    // A data file holds each digit, too.
    const stored = jsonText(encodeState(state));
    expect(stored).toContain(`"score":${most}`);
    const loaded = decodeState(parseJson(stored));
    expect("state" in loaded && jsonText(encodeState(loaded.state))).toBe(stored);
  });

  it("keeps the better score of each time span on a custom board, and ranks by it", async () => {
    const clock = fakeClock("2026-05-20T12:00:00Z");
    const call = await startSmall({ clock });
    const score = async (custom_player_id: string, value: number, date_time_utc?: string) => {
      const body = {
        custom_player_id,
        custom_leaderboard_id: "races",
        score: value,
        date_time_utc,
      };
      return (await call("POST", "scores", body)).body.data;
    };
    const spans = ["all-time", "daily", "weekly", "monthly", "yearly"];
    const first = await score("ada", 90, "2026-05-19T12:00:00.000000Z");
    expect(first).toMatchObject({
      score: 90,
      custom_leaderboard_id: "races",
      improved_time_spans: spans,
    });
    expect((await score("ada", 95)).improved_time_spans).toEqual(["daily"]);
    await score("bob", 95);
    await score("cyd", 80, "2025-05-20T12:00:00.000000Z");
    const ranked = async (query: string) =>
      (await call("GET", `leaderboards/races/rankings${query}`)).body.data.map(
        (row: { custom_player_id: string; score: number }) =>
          `${row.custom_player_id} ${row.score}`,
      );
    expect(await ranked("")).toEqual(["cyd 80", "ada 90", "bob 95"]);
    expect(await ranked("?time_span=weekly")).toEqual(["ada 90", "bob 95"]);
    expect(await ranked("?time_span=daily")).toEqual(["ada 95", "bob 95"]);
    expect((await call("GET", "leaderboards/races/rankings?time_span=hourly")).status).toBe(422);
    expect((await call("GET", "leaderboards/races/rankings?page[size]=2")).body.meta).toMatchObject(
      { last_page: 2 },
    );
    expect((await call("GET", "leaderboards/races/players/cyd/rankings")).body.data).toEqual([
      { time_span: "all-time", score: 80, rank: 0, custom_player_id: "cyd" },
    ]);
    const own = (await call("GET", "leaderboards/races/players/ada/rankings")).body.data;
    expect(own.map((row: { time_span: string }) => row.time_span)).toEqual(spans);
    expect((await call("GET", "leaderboards/races/players/none/rankings")).status).toBe(404);
    expect((await call("GET", "leaderboards/none/rankings")).status).toBe(404);
  });

  it("editing definitions awards nothing until a related activity is reported, and takes nothing away", async () => {
    const call = await startSmall();
    const badges = async (action: string) => {
      await call("POST", "activities", { custom_player_id: "ada", custom_action_id: action });
      return (await call("GET", "players/ada/badges")).body.data.length;
    };
    await call("POST", "actions", { custom_id: "rest", name: "Rest" });
    expect(await badges("slay-enemy")).toBe(0);
    await call("PUT", "criteria/slay-two", { rule: "gte:1" });
    expect([await badges("rest"), await badges("slay-enemy")]).toEqual([0, 1]);
    await call("PUT", "criteria/slay-two", { rule: "gte:100" });
    expect(await badges("rest")).toBe(1);
  });
});

describe("the moment of an activity or a score", () => {
  const reports = [
    ["activities", { custom_player_id: "ada", custom_action_id: "slay-enemy" }],
    ["scores", { custom_player_id: "ada", custom_leaderboard_id: "races", score: 7 }],
  ] as const;
  const form = "The date time utc format is invalid.";
  const future = "The date time utc must be a date before or equal to now.";
  const refused: readonly (readonly [moment: unknown, message: string])[] = [
    ["2026-05-20", form],
    ["2020-01-01T00:00:00Z", form],
    ["2020-01-01T00:00:00.000000", form],
    ["2020-01-01T00:00:00.000000+00:00", form],
    ["2020-01-01 00:00:00.000000Z", form],
    [1_577_836_800, "The date time utc must be a string."],
    ["2025-02-29T00:00:00.000000Z", form],
    ["2026-13-01T00:00:00.000000Z", form],
    ["2026-05-19T23:59:60.000000Z", form],
    ["2026-05-20T12:00:00.501000Z", future],
    ["2026-05-20T12:00:01.000000Z", future],
    ["9999-12-31T23:59:59.999999Z", future],
  ];

  it.each(reports)(
    "of %s is refused in any form but the one of the interface",
    async (path, body) => {
      const call = await startSmall({ clock: fakeClock("2026-05-20T12:00:00.500Z") });
      for (const [date_time_utc, message] of refused) {
        const answer = await call("POST", path, { ...body, date_time_utc });
        const errors = { date_time_utc: [message] };
        expect(answer, JSON.stringify(date_time_utc)).toMatchObject({
          status: 422,
          body: { errors },
        });
      }
      expect((await call("GET", "players")).body.data).toEqual([]);
    },
  );

  it.each(reports)("of %s is answered to the microsecond", async (path, body) => {
    const call = await startSmall({ clock: fakeClock("2026-05-20T12:00:00.500Z") });
    const moments = [
      "2026-05-20T12:00:00.500000Z",
      "2024-02-29T23:59:59.123456Z",
      "1970-01-01T00:00:00.000000Z",
    ];
    for (const date_time_utc of moments) {
      expect((await call("POST", path, { ...body, date_time_utc })).body.data).toMatchObject({
        date_time_utc,
      });
    }
    expect((await call("POST", path, body)).body.data.date_time_utc).toBe(
      "2026-05-20T12:00:00.500000Z",
    );
  });
});

describe("reporting", () => {
  it("a repeated uuid is recorded once", async () => {
    const call = await startSmall();
    const uuid = "6f1c2a5e-6c1b-4c55-9a53-0a1b2c3d4e5f";
    const body = { custom_player_id: "ada", custom_action_id: "slay-enemy", uuid };
    const first = await call("POST", "activities", body);
    expect(await call("POST", "activities", body)).toMatchObject({ status: 201, body: first.body });
    expect((await call("GET", "players/ada/badges")).body.data).toEqual([]);
  });

  it("players have a time zone that exists, no name, and take their history with them", async () => {
    const call = await startSmall();
    const made = await call("POST", "players", {
      custom_id: "ada",
      time_zone: "Europe/Vienna",
      custom_data: "[1]",
    });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { time_zone: "Europe/Vienna", custom_data: [1] } },
    });
    expect(made.body.data).not.toHaveProperty("name");
    expect((await call("PUT", "players/ada", { time_zone: "Mars/Olympus" })).status).toBe(422);
    await call("POST", "activities", {
      custom_player_id: "ada",
      custom_action_id: "slay-enemy",
      amount: 2,
    });
    await call("PUT", "players/ada", { custom_id: "lovelace" });
    expect((await call("GET", "players/lovelace/badges")).body.data).toMatchObject([
      { custom_player_id: "lovelace" },
    ]);
    expect((await call("DELETE", "players/lovelace")).status).toBe(204);
    expect((await call("GET", "leaderboards/points/rankings")).body.data).toEqual([]);
  });
});
