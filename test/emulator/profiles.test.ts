/**
 * What the embedded service shows of links, and in which requests: of the interface alone, and as
 * public sources tell.
 */
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { type Answer, smallGame, startSmall } from "./client.ts";

const ids = (answer: Answer) =>
  answer.body.data.map((each: { custom_id: string }) => each.custom_id);

describe("a service of the interface alone", () => {
  it("ignores rewards of achievements, and has no requests for them", async () => {
    const call = await startSmall({ profile: "documented" });
    const shown = async () => (await call("GET", "achievements/slayer")).body.data;
    const held = () =>
      new Map(
        call.service.contents("g").achievements?.map((each) => [each.custom_id, each.rewards]),
      );
    const before = held();
    const { custom_id: reward } = smallGame.rewards?.[0] ?? {};
    const more = { custom_id: "more", name: "More", rewards: [reward] };
    expect((await call("POST", "achievements", more)).body.data).not.toHaveProperty("rewards");
    expect(
      (await call("PUT", "achievements/slayer", { ...(await shown()), rewards: [] })).status,
    ).toBe(200);
    expect(
      (await call("POST", "achievements/slayer/rewards", { custom_reward_id: reward })).status,
    ).toBe(404);
    expect((await call("GET", "achievements/slayer/rewards")).status).toBe(404);
    expect(await shown()).not.toHaveProperty("rewards");
    expect(held()).toEqual(new Map([...before, ["more", []]]));
  });
});

describe("includes, filters and sub-resources", () => {
  it("hides secret achievements from lists and single reads unless the filter asks for them", async () => {
    const call = await startSmall();
    expect(ids(await call("GET", "achievements"))).toEqual(["slayer"]);
    expect(ids(await call("GET", "achievements?filter[secret]=with"))).toEqual([
      "slayer",
      "hidden",
    ]);
    expect(ids(await call("GET", "achievements?filter[secret]=only"))).toEqual(["hidden"]);
    expect(ids(await call("GET", "achievements?filter[secret]=nonsense"))).toEqual(["slayer"]);
    expect((await call("GET", "achievements/hidden")).status).toBe(404);
    expect((await call("GET", "achievements/hidden?filter[secret]=with")).status).toBe(200);
    const taken = await call("POST", "achievements", { custom_id: "hidden", name: "X" });
    expect(taken.body.errors).toHaveProperty("custom_id");
  });

  it("embeds members by kebab-case words under snake_case names, and only when asked", async () => {
    const call = await startSmall();
    const plain = (await call("GET", "criteria-groups/outer")).body.data;
    expect(plain).not.toHaveProperty("criteria");
    expect(plain).not.toHaveProperty("criteria_groups");
    const { body } = await call("GET", "criteria-groups?include=criteria,criteria-groups");
    expect(body.data[0]).toMatchObject({
      criteria: [],
      criteria_groups: [{ custom_id: "slayers" }],
    });
    expect(body.data[1]).toMatchObject({
      criteria: [{ custom_id: "slay-two", custom_action_id: "slay-enemy" }],
    });
    expect((await call("GET", "criteria-groups?include=")).status).toBe(200);
  });

  it("answers 400 to unknown includes and filters, naming those that are allowed", async () => {
    const call = await startSmall();
    expect((await call("GET", "criteria-groups?include=criteria,rewards")).body.message).toBe(
      "Requested include(s) `rewards` are not allowed. Allowed include(s) are `criteria, criteria-groups`.",
    );
    expect((await call("GET", "rewards?filter[name]=x")).body.message).toBe(
      "Requested filter(s) `name` are not allowed. There are no allowed filters.",
    );
  });

  const naming = ["include=x", "include[]=x", "filter[x]=1", "filter=x", "filter[a][b]=1"];
  const reads = [
    ...catalog.flatMap(({ path, links, plural }) => {
      const one = `${path}/${smallGame[plural]?.[0]?.custom_id}`;
      return [
        path,
        one,
        ...links.flatMap(({ endpoint }) =>
          endpoint === undefined ? [] : `${one}/${endpoint.path}`,
        ),
      ];
    }),
    ...["players", "players/ada", "players/ada/badges"],
    ...["leaderboards/races/rankings", "leaderboards/races/players/ada/rankings"],
  ];

  it.each(reads)("has one rule for the names in the parameters of GET %s", async (path) => {
    const call = await startSmall();
    await call.service.seed("g", { players: [{ custom_id: "ada" }] });
    for (const query of naming) {
      const answer = await call("GET", `${path}?${query}`);
      expect(answer.status, query).toBe(400);
      expect(answer.body.message).toMatch(
        /^Requested \w+\(s\) `[\w.]+` are not allowed\. (Allowed|There are no)/,
      );
    }
    // Empty parameters name nothing, and other parameters are ignored.
    expect((await call("GET", `${path}?include=&filter=&page[size]=1&colour=red`)).status).toBe(
      200,
    );
  });

  it("members are read through sub-resources, page by page", async () => {
    const call = await startSmall();
    expect((await call("GET", "actions/slay-dragon")).body.data).not.toHaveProperty("reactions");
    expect(ids(await call("GET", "actions/slay-dragon/reactions"))).toEqual(["slay-enemy"]);
    expect((await call("GET", "achievements/slayer/rewards?page[size]=1")).body.meta.total).toBe(1);
    expect((await call("GET", "criteria-groups/outer/criteria-groups")).status).toBe(404);
    expect((await call("POST", "actions/slay-enemy/reactions", {})).status).toBe(405);
  });

  it("attaches and detaches rewards and criteria", async () => {
    const call = await startSmall();
    await call("POST", "rewards", { custom_id: "gem", name: "Gem" });
    const attached = await call("POST", "achievements/slayer/rewards", { custom_reward_id: "gem" });
    expect(attached).toMatchObject({
      status: 201,
      body: { data: { custom_id: "gem", name: "Gem" } },
    });
    await call("POST", "achievements/slayer/rewards", { custom_reward_id: "gem" });
    expect(ids(await call("GET", "achievements/slayer/rewards"))).toEqual(["egg", "gem"]);
    expect((await call("DELETE", "achievements/slayer/rewards/egg")).status).toBe(204);
    expect((await call("DELETE", "achievements/slayer/rewards/egg")).status).toBe(404);
    const unknown = await call("POST", "achievements/slayer/rewards", { custom_reward_id: "none" });
    expect(Object.keys(unknown.body.errors)).toEqual(["custom_reward_id"]);
    expect((await call("DELETE", "criteria-groups/slayers/criteria/slay-two")).status).toBe(204);
    await call("POST", "criteria-groups/outer/criteria", { custom_criterion_id: "slay-two" });
    expect(ids(await call("GET", "criteria-groups/outer/criteria"))).toEqual(["slay-two"]);
  });
});
