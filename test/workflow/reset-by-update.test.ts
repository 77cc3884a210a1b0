/**
 * A PUT that resets what a request leaves out harms one resource at most, and a service that keeps
 * it is not slowed down.
 */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/ground/json.ts";
import { GAME_ID, inGame, movingClock, type TestGame } from "../support/cli.ts";
import type { SeenRequest, ServiceOptions } from "../support/service/service.ts";

const LIVE = {
  rewards: [
    { custom_id: "coin", name: "Coin" },
    { custom_id: "gem", name: "Gem" },
    { custom_id: "ring", name: "Ring" },
  ],
  achievements: ["a", "b", "c"].map((custom_id) => ({
    custom_id,
    name: custom_id,
    rewards: ["coin", "gem"],
  })),
};
const RENAMED_REWARDS = JSON.stringify({
  rewards: LIVE.rewards.map((reward) => ({ ...reward, name: `${reward.name} of gold` })),
});
const RENAMED_ACHIEVEMENTS = JSON.stringify({
  ...LIVE,
  achievements: LIVE.achievements.map((each) => ({ ...each, name: `The ${each.name}` })),
});

async function started(manifest: string, service: ServiceOptions): Promise<TestGame> {
  return inGame({ service, live: LIVE, manifests: { "game.json": manifest } });
}

async function apply(game: TestGame) {
  const { exit, stdout } = await game.run(["apply", "--yes", "--format", "json"], {
    clock: movingClock(),
  });
  const [{ steps }] = JSON.parse(stdout).results;
  const statuses: readonly string[] = steps.map(({ status }: { status: string }) => status);
  const problems = steps.flatMap(({ diagnostic }: { diagnostic?: JsonObject }) => diagnostic ?? []);
  return { exit, statuses, problems };
}

const puts = (game: TestGame) => game.writes().filter(({ method }) => method === "PUT");
const singleReads = (game: TestGame) =>
  game
    .requests()
    .filter(
      ({ method, path }: SeenRequest) =>
        method === "GET" && /\/(?:rewards|achievements)\/\w+$/.test(path),
    );

const extras = (values: readonly JsonObject[]): NonNullable<ServiceOptions["extras"]> => ({
  rewards: Object.fromEntries(
    LIVE.rewards.map(({ custom_id }, index) => [custom_id, values[index] ?? {}]),
  ),
});

describe("a service whose PUT resets", () => {
  it("members that no catalog knows is sent one PUT of the kind, whatever the concurrency", async () => {
    const icons = extras([{ icon: "coin.png" }, { icon: "gem.png" }, { icon: "ring.png" }]);
    const game = await started(RENAMED_REWARDS, { put: "replace", extras: icons });
    const { exit, statuses, problems } = await apply(game);
    expect({ exit, statuses }).toEqual({ exit: 1, statuses: ["failed", "skipped", "skipped"] });
    expect(problems).toMatchObject([{ code: "reset-by-update", address: "reward/coin" }]);
    expect(problems[0]?.detail).toContain('icon from "coin.png" to null');
    expect(puts(game)).toHaveLength(1);
  });

  it("a default that was there proves nothing: the second value is read back, too", async () => {
    const icons = extras([{ icon: "plain.png" }, { icon: "gem.png" }, { icon: "ring.png" }]);
    const resetting = {
      put: "replace",
      extras: icons,
      door: async (_: number, carryOut: (request?: Request) => Promise<Response>) => {
        const answer = await carryOut();
        const text = answer.ok && answer.status !== 204 ? await answer.text() : undefined;
        return text === undefined
          ? answer
          : new Response(text.replaceAll('"icon":null', '"icon":"plain.png"'), answer);
      },
    } as const;
    const game = await started(RENAMED_REWARDS, resetting);
    const { statuses, problems } = await apply(game);
    expect(statuses).toEqual(["done", "failed", "skipped"]);
    expect(problems[0]?.detail).toContain('icon from "gem.png" to "plain.png"');
  });

  it("members that have requests of their own is sent one PUT of the kind", async () => {
    const resetting: ServiceOptions = {
      door: async (_, carryOut, { method, url }) => {
        const answer = await carryOut();
        const id = /achievements\/(\w+)$/.exec(url)?.[1];
        if (method === "PUT" && id !== undefined) {
          await game.service().edit(GAME_ID, "achievement", id, { rewards: [] });
        }
        return answer;
      },
    };
    const game = await started(RENAMED_ACHIEVEMENTS, resetting);
    const { statuses, problems } = await apply(game);
    expect(statuses).toEqual(["failed", "skipped", "skipped"]);
    expect(problems[0]?.detail).toContain('rewards from ["coin","gem"] to []');
    expect(puts(game)).toHaveLength(1);
  });

  it("is sent one more PUT if the first one gave a temporary id, so that the id is not missing", async () => {
    const icons = extras([{ icon: "coin.png" }, { icon: "gem.png" }]);
    const rewards = [
      { custom_id: "gem", name: "Coin" },
      { custom_id: "coin", name: "Gem" },
      { custom_id: "ring", name: "Ring" },
    ];
    const moved = [
      { kind: "reward", from: "coin", to: "gem" },
      { kind: "reward", from: "gem", to: "coin" },
    ];
    const swapped = JSON.stringify({ rewards, achievements: LIVE.achievements, moved });
    const game = await started(swapped, { put: "replace", extras: icons });
    const run = await game.run(
      ["apply", "--yes", "--allow", "breaks-clients", "--reveal-secrets", "--format", "json"],
      {
        clock: movingClock(),
      },
    );
    expect(run.exit).toBe(1);
    expect(run.stdout).toMatch(/PUT resets what a request leaves out.* has its id again\./);
    expect(puts(game)).toHaveLength(2);
    const ids = game
      .service()
      .contents(GAME_ID)
      .rewards?.map(({ custom_id }) => custom_id);
    expect(ids).toEqual(["coin", "gem", "ring"]);
  });

  it("records of other resources in a member is sent one PUT of the kind", async () => {
    const owners = extras([{ owner: { custom_id: "ada" } }, { owner: { custom_id: "bob" } }]);
    const game = await started(RENAMED_REWARDS, {
      extras: owners,
      door: async (_, carryOut, { method, url }) => {
        const answer = await carryOut();
        if (method !== "GET" || !/\/rewards\/\w+/.test(url)) return answer;
        return new Response((await answer.text()).replace(/"(?:ada|bob)"/, '"nobody"'), answer);
      },
    });
    const { statuses, problems } = await apply(game);
    expect(statuses).toEqual(["failed", "skipped", "skipped"]);
    expect(problems).toMatchObject([{ code: "reset-by-update", address: "reward/coin" }]);
  });

  it("cannot be read back after the PUT: nothing more is sent", async () => {
    const icons = extras([{ icon: "coin.png" }, { icon: "gem.png" }, { icon: "ring.png" }]);
    let isSent = false;
    const game = await started(RENAMED_REWARDS, {
      extras: icons,
      door: async (_, carryOut, { method }) => {
        isSent ||= method === "PUT";
        return isSent && method === "GET"
          ? Response.json({ message: "Forbidden." }, { status: 403 })
          : carryOut();
      },
    });
    const { statuses, problems } = await apply(game);
    expect(statuses).toEqual(["failed", "skipped", "skipped"]);
    expect(problems).toMatchObject([{ code: "step-unknown" }]);
    expect(puts(game)).toHaveLength(1);
  });
});

describe("a service whose PUT keeps everything", () => {
  it("is read back after two different values, and not after the third", async () => {
    const icons = extras([{ icon: "coin.png" }, { icon: "gem.png" }, { icon: "ring.png" }]);
    const game = await started(RENAMED_REWARDS, { extras: icons });
    expect(await apply(game)).toEqual({
      exit: 0,
      statuses: ["done", "done", "done"],
      problems: [],
    });
    expect(singleReads(game).map(({ path }) => path.split("/").at(-1))).toEqual(["coin", "gem"]);
  });

  it("is read back once for members with requests of their own", async () => {
    const game = await started(RENAMED_ACHIEVEMENTS, {});
    expect(await apply(game)).toEqual({
      exit: 0,
      statuses: ["done", "done", "done"],
      problems: [],
    });
    expect(singleReads(game).map(({ path }) => path.split("/").at(-1))).toEqual(["a"]);
  });

  it.each<[string, string, readonly JsonObject[]]>([
    ["records have nothing else", RENAMED_REWARDS, []],
    ["what they have is empty", RENAMED_REWARDS, [{ icon: null }, { tags: [] }, { note: "" }]],
  ])("is not read back where %s", async (_, manifest, values) => {
    const game = await started(manifest, { extras: extras(values) });
    expect(await apply(game)).toMatchObject({ exit: 0, problems: [] });
    expect(singleReads(game)).toEqual([]);
  });

  it("may count changes, note their times, make values of names, and show other resources", async () => {
    const versions = new Map<string, number>();
    const shown = (record: JsonObject): JsonObject => {
      const version = versions.get(String(record.custom_id)) ?? 1;
      const slug = String(record.name).toLowerCase().replaceAll(" ", "-");
      const owner = { custom_id: "ada", level: version };
      const edited_at = `2030-01-0${version}T00:00:00Z`;
      return {
        ...record,
        version,
        slug,
        edited_at,
        owner,
        fans: Array.from({ length: version }, () => owner),
      };
    };
    const game = await started(RENAMED_REWARDS, {
      door: async (_, carryOut, { method, url }) => {
        const answer = await carryOut();
        const id = /\/rewards\/(\w+)$/.exec(url)?.[1];
        if (method === "PUT" && id !== undefined) versions.set(id, 2);
        if (method !== "GET" || !/\/rewards(?:\/\w+)?(?:\?|$)/.test(url)) return answer;
        const { data, ...rest } = (await answer.json()) as {
          data: JsonObject | readonly JsonObject[];
        };
        return Response.json({
          ...rest,
          data: Array.isArray(data) ? data.map(shown) : shown(data as JsonObject),
        });
      },
    });
    expect(await apply(game)).toEqual({
      exit: 0,
      statuses: ["done", "done", "done"],
      problems: [],
    });
    expect(singleReads(game).length).toBeGreaterThan(0);
  });
});

describe("values that records do not show", () => {
  const PROJECT = (update: string, url: string) => `version: 1
service: { base_url: ${JSON.stringify(url)}, wire: { update: ${update} } }
games: { manifests: { manifests: manifests, environments: { default: { game_id: ${GAME_ID} } } } }
`;
  const live = {
    criteria_groups: [{ custom_id: "all", name: "All" }],
    achievements: [
      {
        custom_id: "hero",
        name: "Hero",
        points: 50,
        is_secret: true,
        custom_criteria_group_id: "all",
      },
      { custom_id: "kept", name: "Kept", points: 50 },
    ],
  };
  const manifest = JSON.stringify({
    ...live,
    achievements: live.achievements.map((each) => ({ ...each, name: `The ${each.name}` })),
  });
  const hides = ["points", "is_secret", "custom_criteria_group_id"];

  it.each(["whole", "unknown"])(
    "stay as they are declared where PUT replaces (update: %s)",
    async (update) => {
      const game = await inGame({
        service: { put: "replace", hides },
        live,
        manifests: { "game.json": manifest },
      });
      if (update !== "unknown")
        await game.write({ "../laurel.yaml": PROJECT(update, game.service().url) });
      expect((await game.run(["apply", "--yes"])).exit).toBe(0);
      const [hero, kept] = game.service().contents(GAME_ID).achievements ?? [];
      expect(hero).toMatchObject({
        name: "The Hero",
        points: 50,
        is_secret: true,
        custom_criteria_group_id: "all",
      });
      expect(kept).toMatchObject({ name: "The Kept", points: 50 });
    },
  );

  it("stay while resources exchange their ids", async () => {
    const [hero, kept] = live.achievements;
    const exchanged = [
      { ...kept, custom_id: "hero" },
      { ...hero, custom_id: "kept" },
    ];
    const moved = [
      { kind: "achievement", from: "hero", to: "kept" },
      { kind: "achievement", from: "kept", to: "hero" },
    ];
    const manifests = { "game.json": JSON.stringify({ ...live, achievements: exchanged, moved }) };
    const game = await inGame({ service: { put: "replace", hides }, live, manifests });
    const { exit, stdout } = await game.run(["apply", "--yes", "--allow", "breaks-clients"]);
    expect(exit, stdout).toBe(0);
    expect(game.service().contents(GAME_ID).achievements).toMatchObject(exchanged);
  });

  it("stay when a replacement is taken back", async () => {
    const board = {
      custom_id: "races",
      name: "Races",
      type: "custom",
      score_preference: "prefer-lower",
    };
    const wanted = { leaderboards: [{ ...board, ordering: "smaller-is-better" }] };
    const game = await inGame({
      service: { put: "replace", hides: ["score_preference"], dropFields: ["ordering"] },
      live: { leaderboards: [board] },
      manifests: { "game.json": JSON.stringify(wanted) },
    });
    const { exit, stdout } = await game.run(["apply", "--yes", "--allow", "replaces-player-data"], {
      clock: movingClock(),
    });
    expect(exit, stdout).toBe(1);
    expect(game.service().contents(GAME_ID).leaderboards).toMatchObject([board]);
  });

  it("wait for the group that they refer to", async () => {
    const written = {
      criteria_groups: [
        { custom_id: "all", name: "Everything" },
        { custom_id: "some", name: "Some" },
      ],
      achievements: [
        { ...live.achievements[0], name: "The Hero", custom_criteria_group_id: "some" },
      ],
    };
    const options = {
      service: { put: "replace", hides } as const,
      live,
      manifests: { "game.json": JSON.stringify(written) },
    };
    const game = await inGame(options);
    const { stdout } = await game.run(["plan", "--format", "json"]);
    const [{ steps }] = JSON.parse(stdout).plans;
    const update = steps.find(({ id }: { id: string }) => id === "update achievement/hero");
    expect(update.needs).toContain("create criteria_group/some");
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    const [hero] = game.service().contents(GAME_ID).achievements ?? [];
    expect(hero).toMatchObject({ points: 50, is_secret: true, custom_criteria_group_id: "some" });
  });
});
