/**
 * Requests and expectations of the vendor's public clients and of pages in browsers
 * (docs/service.md). Games and words are our own.
 */
import { describe, expect, it } from "vitest";
import { type Answer, type Client, fakeClock, send, startClient, startSmall } from "./client.ts";

const ids = (answer: Answer): string[] =>
  answer.body.data.map((each: { custom_id: string }) => each.custom_id);

/** Creates records and expects every one to be answered 201. */
async function createAll(call: Client, path: string, bodies: readonly object[]): Promise<void> {
  for (const body of bodies)
    expect(await call("POST", path, body), JSON.stringify(body)).toMatchObject({ status: 201 });
}

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({
    custom_id: `${name}.${index}`,
    name: `${name} ${index}`,
  }));

describe("an achievement that defines its criteria group inline", () => {
  const slayers = (more: object) => ({
    custom_id: "new",
    name: "New",
    criteria_group: { criteria: ["slay-two"] },
    ...more,
  });

  it("gets a group of its own with an id and a name that the client did not choose", async () => {
    const call = await startSmall();
    const made = await call("POST", "achievements", slayers({}));
    const { custom_criteria_group_id: id, ...data } = made.body.data;
    expect(made.status).toBe(201);
    expect(data).not.toHaveProperty("criteria_group");
    const group = (await call("GET", `criteria-groups/${id}?include=criteria,criteria-groups`)).body
      .data;
    expect(group).toMatchObject({
      custom_id: id,
      operator: "and",
      conditions: null,
      criteria_groups: [],
    });
    expect(group.criteria).toMatchObject([{ custom_id: "slay-two" }]);
    expect(group.name).not.toBe("New");
    expect((await call("GET", "achievements/new")).body.data).not.toHaveProperty("criteria_group");
    const twin = await call("POST", "achievements", slayers({ custom_id: "twin", name: "Twin" }));
    expect(twin.body.data.custom_criteria_group_id).not.toBe(id);
  });

  it("is earned by the criteria of that group", async () => {
    const call = await startSmall();
    await call("POST", "achievements", slayers({ points: 3 }));
    await call("POST", "activities", {
      custom_player_id: "ada",
      custom_action_id: "slay-dragon",
      amount: 2,
    });
    const badges = (await call("GET", "players/ada/badges")).body.data;
    expect(badges).toContainEqual(
      expect.objectContaining({ custom_achievement_id: "new", points: 3 }),
    );
  });

  it("passes on every member of a criteria group but the id", async () => {
    const call = await startSmall();
    const conditions = { groups: [{ conditions: ["month:5"] }] };
    const rest = { name: "Either", description: "One of them", operator: "or", conditions };
    const criteria_group = {
      ...rest,
      custom_id: "mine",
      criteria: ["slay-two"],
      criteria_groups: ["slayers", "outer"],
    };
    const made = await call("POST", "achievements", slayers({ criteria_group }));
    const id = made.body.data.custom_criteria_group_id;
    expect(id).not.toBe("mine");
    const group = (await call("GET", `criteria-groups/${id}?include=criteria,criteria-groups`)).body
      .data;
    expect(group).toMatchObject(rest);
    expect([
      ids({ ...made, body: { data: group.criteria } }),
      group.criteria_groups.length,
    ]).toEqual([["slay-two"], 2]);
  });

  it.each<[string, object, readonly string[]]>([
    [
      "an unknown criterion",
      { criteria_group: { criteria: ["none"] } },
      ["criteria_group.criteria.0"],
    ],
    [
      "the same criterion twice",
      { criteria_group: { criteria: ["slay-two", "slay-two"] } },
      ["criteria_group.criteria.1"],
    ],
    [
      "criteria that are no list",
      { criteria_group: { criteria: "slay-two" } },
      ["criteria_group.criteria"],
    ],
    [
      "an unknown group",
      { criteria_group: { criteria_groups: ["none"] } },
      ["criteria_group.criteria_groups.0"],
    ],
    ["an unknown operator", { criteria_group: { operator: "nor" } }, ["criteria_group.operator"]],
    ["a name that a group has", { criteria_group: { name: "Slayers" } }, ["criteria_group.name"]],
    ["a text", { criteria_group: "slayers" }, ["criteria_group"]],
    ["a list", { criteria_group: ["slay-two"] }, ["criteria_group"]],
    ["the id of a group, too", { custom_criteria_group_id: "slayers" }, ["criteria_group"]],
    ["a wrong field of its own", { points: -1 }, ["points"]],
  ])("is 422 with %s, and neither is created", async (_, more, keys) => {
    const call = await startSmall();
    const refused = await call("POST", "achievements", slayers(more));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(keys);
    expect(ids(await call("GET", "criteria-groups"))).toEqual(["outer", "slayers"]);
    expect(ids(await call("GET", "achievements"))).toEqual(["slayer"]);
  });

  it.each([null, "", "  "])(
    "may have %j for the id of a group",
    async (custom_criteria_group_id) => {
      const call = await startSmall();
      const made = await call("POST", "achievements", slayers({ custom_criteria_group_id }));
      expect(made.status).toBe(201);
      expect(ids(await call("GET", "criteria-groups"))).toContain(
        made.body.data.custom_criteria_group_id,
      );
    },
  );

  it("takes an empty definition in both forms that PHP has for it, and no definition as none", async () => {
    const call = await startSmall();
    const empty = [[], {}].map((criteria_group, index) =>
      slayers({ ...numbered(2, "a")[index], criteria_group }),
    );
    await createAll(call, "achievements", empty);
    await createAll(call, "achievements", [slayers({ criteria_group: null })]);
    expect(ids(await call("GET", "criteria-groups"))).toHaveLength(4);
    expect((await call("GET", "achievements/new")).body.data.custom_criteria_group_id).toBeNull();
  });

  it("keeps its group in PUT, which ignores the definition", async () => {
    const call = await startSmall();
    const changed = await call("PUT", "achievements/slayer", {
      points: 7,
      criteria_group: { criteria: ["none"] },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { points: 7, custom_criteria_group_id: "slayers" } },
    });
    expect(ids(await call("GET", "criteria-groups"))).toEqual(["outer", "slayers"]);
  });
});

describe("a game like the one that the vendor's tester builds", () => {
  const OWN_GROUPS = 12;
  const ACHIEVEMENTS = 31;
  const CRITERIA = 38;

  /** Six achievements name a group of the game, and the other 25 define one inline. */
  async function buildGame(call: Client): Promise<void> {
    await createAll(call, "actions", [
      { custom_id: "hit", name: "Hit" },
      { custom_id: "smash", name: "Smash", reactions: ["hit"] },
    ]);
    const rule = { custom_action_id: "hit", rule: "gte:5" };
    await createAll(
      call,
      "criteria",
      numbered(CRITERIA, "criterion").map((each) => ({ ...each, ...rule })),
    );
    const groups = numbered(OWN_GROUPS, "group").map((each, index) => ({
      ...each,
      criteria: [`criterion.${index}`],
    }));
    await createAll(call, "criteria-groups", groups);
    const achievements = numbered(ACHIEVEMENTS, "achievement").map((each, index) => {
      const inline = { criteria_group: { criteria: [`criterion.${index}`] } };
      const group = index % 6 === 0 ? { custom_criteria_group_id: `group.${index / 6}` } : inline;
      // The client still sends the retired `type`.
      return { ...each, ...group, type: "standard", points: index, is_secret: index > 27 };
    });
    await createAll(call, "achievements", achievements);
  }

  const total = async (call: Client, path: string): Promise<number> =>
    (await call("GET", path)).body.meta.total;

  it("has 25 groups of the service next to the 12 of the game, and earns every achievement", async () => {
    const call = await startClient();
    await buildGame(call);
    expect(await total(call, "criteria-groups")).toBe(OWN_GROUPS + 25);
    expect(await total(call, "achievements?filter[secret]=with")).toBe(ACHIEVEMENTS);
    expect(await total(call, "criteria")).toBe(CRITERIA);
    expect(
      (await call("GET", "achievements/achievement.6")).body.data.custom_criteria_group_id,
    ).toBe("group.1");
    await createAll(call, "activities", [
      { custom_player_id: "ada", custom_action_id: "smash", amount: 5 },
    ]);
    expect(await total(call, "players/ada/badges")).toBe(ACHIEVEMENTS);
  });

  it("is emptied list by list, whatever else still refers to a resource", async () => {
    const call = await startClient();
    await buildGame(call);
    await createAll(call, "activities", [{ custom_player_id: "ada", custom_action_id: "smash" }]);
    const lists = [
      "achievements?filter[secret]=with&",
      "actions?",
      "criteria?",
      "criteria-groups?",
      "players?",
    ];
    for (const list of lists) {
      for (const id of ids(await call("GET", `${list}page[size]=100`))) {
        expect((await call("DELETE", `${list.split("?")[0]}/${id}`)).status, id).toBe(204);
      }
    }
    for (const list of lists) expect(await total(call, list), list).toBe(0);
  });
});

describe("answers that the clients read", () => {
  it("have the defaults of every kind", async () => {
    const call = await startClient();
    const named = { custom_id: "x", name: "X" };
    const made = async (path: string, more: object = {}) =>
      (await call("POST", path, { ...named, ...more })).body.data;
    const nothing = { custom_data: null, description: null };
    expect(await made("actions")).toMatchObject(nothing);
    expect(await made("rewards")).toMatchObject(nothing);
    const untouched = { is_secret: false, points: 1, custom_criteria_group_id: null };
    expect(await made("achievements")).toMatchObject({ ...nothing, ...untouched });
    expect(await made("criteria", { custom_action_id: "x" })).toMatchObject({
      type: "sum",
      rule: "gte:1",
      streak: null,
    });
    expect(await made("criteria-groups")).toMatchObject({
      operator: "and",
      conditions: null,
      description: null,
    });
    const board = {
      type: "standard",
      ordering: "larger-is-better",
      score_preference: "prefer-higher",
    };
    expect(await made("leaderboards")).toMatchObject({
      ...nothing,
      ...board,
      custom_session_id: null,
    });
    expect(await made("players")).toMatchObject({ custom_data: null, time_zone: "UTC" });
  });

  it("follow a new id at once, and are 404 without data under the former", async () => {
    const call = await startSmall();
    await createAll(call, "players", [{ custom_id: "ada" }]);
    const ones = [
      "achievements/slayer",
      "actions/slay-enemy",
      "criteria/slay-two",
      "criteria-groups/slayers",
    ];
    for (const one of [...ones, "leaderboards/races", "rewards/egg", "players/ada"]) {
      const list = one.split("/")[0];
      const changes = { custom_id: "moved", custom_data: '{"to":{"be":"kept"}}' };
      expect((await call("PUT", one, changes)).body.data.custom_id, one).toBe("moved");
      expect((await call("GET", `${list}/moved`)).body.data.custom_id, one).toBe("moved");
      const former = await call("GET", one);
      expect([former.status, former.body.data], one).toEqual([404, undefined]);
    }
  });

  it("list the members of a group in the order in which they were sent", async () => {
    const call = await startSmall();
    const more = numbered(3, "c").map((each) => ({ ...each, custom_action_id: "slay-enemy" }));
    await createAll(call, "criteria", more);
    const members = {
      criteria: ["c.2", "c.0", "slay-two", "c.1"],
      criteria_groups: ["slayers", "outer"],
    };
    await createAll(call, "criteria-groups", [{ custom_id: "all", name: "All", ...members }]);
    const group = (await call("GET", "criteria-groups/all?include=criteria,criteria-groups")).body
      .data;
    for (const [name, expected] of Object.entries(members)) {
      expect(group[name].map((each: { custom_id: string }) => each.custom_id)).toEqual(expected);
    }
    const one = (await call("GET", "criteria-groups/all?include=criteria-groups")).body.data;
    expect(one).not.toHaveProperty("criteria");
  });

  it("embed the player and the achievement of a badge only when they are included", async () => {
    const call = await startSmall();
    await createAll(call, "activities", [
      { custom_player_id: "ada", custom_action_id: "slay-dragon", amount: 2 },
    ]);
    const [plain] = (await call("GET", "players/ada/badges")).body.data;
    expect([plain.player, plain.achievement]).toEqual([undefined, undefined]);
    const [badge] = (await call("GET", "players/ada/badges?include=player,achievement")).body.data;
    const embedded = {
      player: { custom_id: "ada" },
      achievement: { custom_id: "slayer", points: 50 },
    };
    expect(badge).toMatchObject({ custom_achievement_id: "slayer", ...embedded });
    expect((await call("GET", "players/nobody/badges")).status).toBe(404);
  });

  const scores = { eve: 7, bob: 2, cyd: 4, dan: 4, fay: 7, gil: 2 };

  it.each([
    ["larger-is-better", ["eve 7", "fay 7", "cyd 4", "dan 4", "bob 2", "gil 2"]],
    ["smaller-is-better", ["bob 2", "gil 2", "cyd 4", "dan 4", "eve 7", "fay 7"]],
  ])("rank equal scores by who had them first when %s, on any page", async (ordering, expected) => {
    const call = await startClient({ clock: fakeClock("2026-05-20T12:00:00Z") });
    await createAll(call, "leaderboards", [
      { custom_id: "board", name: "Board", type: "custom", ordering },
    ]);
    const bodies = Object.entries(scores).map(([custom_player_id, score]) => ({
      custom_player_id,
      score,
    }));
    await createAll(
      call,
      "scores",
      bodies.map((body) => ({ ...body, custom_leaderboard_id: "board" })),
    );
    const rows = expected.map((row, rank) => {
      const [custom_player_id, score] = row.split(" ");
      return { time_span: "all-time", score: Number(score), rank, custom_player_id };
    });
    expect((await call("GET", "leaderboards/board/rankings")).body.data).toEqual(rows);
    const second = (await call("GET", "leaderboards/board/rankings?page[number]=2&page[size]=4"))
      .body;
    expect(second.data).toEqual(rows.slice(4));
    const meta = { current_page: 2, from: 5, to: 6, last_page: 2, per_page: 4, total: 6 };
    expect(second.meta).toMatchObject(meta);
  });

  it("keep the session of a session leaderboard", async () => {
    const call = await startSmall();
    const board = {
      custom_id: "duel",
      name: "Duel",
      type: "session",
      custom_session_id: "round.7",
    };
    expect((await call("POST", "leaderboards", board)).body.data).toMatchObject(board);
    expect((await call("GET", "leaderboards/duel/rankings")).body).toMatchObject({
      data: [],
      meta: { total: 0 },
    });
  });
});

describe("parameters of reads", () => {
  const sorting = [
    "sort=name",
    "sort=-points,name",
    "sort=",
    "fields=name",
    "fields[achievements]=custom_id",
    "fields=",
  ];

  it.each([
    "achievements",
    "achievements/slayer",
    "achievements/slayer/rewards",
    "leaderboards/points/rankings",
    "players",
  ])("sort and fields change nothing in GET %s", async (path) => {
    const call = await startSmall();
    const { data } = (await call("GET", path)).body;
    for (const query of sorting) {
      expect(await call("GET", `${path}?${query}`), query).toMatchObject({
        status: 200,
        body: { data },
      });
    }
  });

  it.each([
    ["", 200, 404],
    ["?filter[secret]=without", 200, 404],
    ["?filter[secret]=with", 200, 200],
    [`?${encodeURIComponent("filter[secret]")}=only`, 404, 200],
    ["?filter[secret]=", 200, 404],
    ["?filter[secret]=WITH", 200, 404],
    ["?filter[secret]=true", 200, 404],
    ["?filter[other]=with", 400, 400],
  ])("filter one achievement as the list: %s", async (query, ofPublic, ofSecret) => {
    const call = await startSmall();
    const statuses: number[] = [];
    for (const id of ["slayer", "hidden"])
      statuses.push((await call("GET", `achievements/${id}${query}`)).status);
    expect(statuses).toEqual([ofPublic, ofSecret]);
    const list = await call("GET", `achievements${query}`);
    const shown = ["slayer", "hidden"].filter((_, index) => statuses[index] === 200);
    expect(list.status === 200 ? ids(list) : []).toEqual(shown);
  });

  it("change and delete a secret achievement without a filter", async () => {
    const call = await startSmall();
    expect((await call("PUT", "achievements/hidden", { points: 4 })).body.data).toMatchObject({
      points: 4,
    });
    expect((await call("DELETE", "achievements/hidden")).status).toBe(204);
  });
});

describe("requests of pages in browsers", () => {
  const PAGE = "https://game.example";

  it.each(["GET", "POST", "PUT", "DELETE"])(
    "of %s are announced by a preflight, which has no token",
    async (method) => {
      const { service } = await startSmall();
      for (const path of ["achievements", "achievements/slayer", "players/ada/badges", "nowhere"]) {
        const answer = await fetch(`${service.url}/v1/games/g/${path}`, {
          method: "OPTIONS",
          headers: {
            Origin: PAGE,
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": "accept,authorization,content-type",
          },
        });
        const allowed = (name: string) =>
          answer.headers.get(`Access-Control-Allow-${name}`)?.split(",");
        expect([answer.status, await answer.text()], path).toEqual([204, ""]);
        expect(allowed("Origin")).toEqual(["*"]);
        expect(allowed("Methods")).toContain(method);
        expect(allowed("Headers")).toEqual(["Authorization", "Content-Type", "Accept"]);
        // With `*`, browsers send no cookies and no stored passwords.
        expect(allowed("Credentials")).toBeUndefined();
      }
    },
  );

  it("join players and rankings by id, after a player with an unknown member and a score", async () => {
    const call = await startSmall();
    const custom_data = JSON.stringify({ name: "Ada", finished: "1:30:00" });
    const player = await call("POST", "players", { custom_id: "ada", name: "Ada", custom_data });
    expect(player.status).toBe(201);
    expect(player.body.data).not.toHaveProperty("name");
    const score = { custom_leaderboard_id: "races", custom_player_id: "ada", score: 700 };
    expect((await call("POST", "scores", score)).status).toBe(201);
    expect((await call("POST", "scores", { ...score, score: -100 })).status).toBe(422);
    const [row] = (await call("GET", "leaderboards/races/rankings")).body.data;
    const shown = (await call("GET", "players")).body.data.find(
      (each: { custom_id: string }) => each.custom_id === row.custom_player_id,
    );
    expect([row.rank, shown.custom_data.name, row.score]).toEqual([0, "Ada", 700]);
  });

  it("get answers of every status that they may read", async () => {
    const call = await startSmall();
    const answers = [
      await call("GET", "rewards"),
      await call("POST", "rewards", { custom_id: "gem", name: "Gem" }),
      await call("DELETE", "rewards/gem"),
      await call("GET", "rewards?include=x"),
      await send(`${call.service.url}/v1/games/g/rewards`, "GET", "another"),
      await call("GET", "rewards/gem"),
      await call("PATCH", "rewards/egg", {}),
      await call("POST", "rewards", " ".repeat(1_048_577)),
      await call("POST", "rewards", {}),
    ];
    const expected = [200, 201, 204, 400, 401, 404, 405, 413, 422];
    expect(answers.map(({ status }) => status)).toEqual(expected);
    for (const { status, headers } of [...answers, await call("GET", "nowhere")]) {
      expect(headers.get("Access-Control-Allow-Origin"), String(status)).toBe("*");
      expect(headers.get("Content-Type"), String(status)).toBe(
        status === 204 ? null : "application/json",
      );
    }
    expect(answers[6]?.headers.get("Allow")).toBe("GET, HEAD, PUT, DELETE");
  });
});
