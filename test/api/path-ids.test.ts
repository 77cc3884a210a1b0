/**
 * The ids that a service makes and has in its paths: which of them are taken from readings and
 * writes, and where they are sent.
 */
import { describe, expect, it } from "vitest";
import { ownIdHelp, PathIds } from "../../src/api/path-ids.ts";
import { readGame, readRankings, readSingle } from "../../src/api/reader.ts";
import { sentPath, unknownIn, writeTo } from "../../src/api/resource-paths.ts";
import { DEFAULT_DIALECT } from "../../src/catalog/dialect.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Link } from "../../src/catalog/types.ts";
import type { Json } from "../../src/ground/json.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import { linkParts, requestTo, resourceParts } from "../../src/model/codec.ts";
import { parseJson } from "../support/parse-json.ts";
import { open, scripted, serve } from "./support/game-client.ts";

const OWN = { wire: { ...DEFAULT_DIALECT, path_id: "id" } };
const achievement = kindNamed(catalog, "achievement");
const leaderboard = kindNamed(catalog, "leaderboard");
const [rewards] = achievement.links as [Link];
const at = (custom_id: string) => ({ kind: "reward", custom_id });
const path = (custom_id: string) => ["rewards", at(custom_id)];

/** A directory with the rewards of these path ids. */
function directory(shown: Readonly<Record<string, Json>>): PathIds {
  const ids = new PathIds("id");
  for (const [custom_id, id] of Object.entries(shown)) ids.read(at(custom_id), { id });
  return ids;
}

describe("a record that is read", () => {
  it.each<[Json, string | undefined]>([
    [{ id: 17 }, "17"],
    [{ id: "a/b" }, "a/b"],
    [parseJson('{ "id": 12345678901234567890 }'), "12345678901234567890"],
    [{ id: 0 }, "0"],
    [{ id: "" }, undefined],
    [{ id: null }, undefined],
    [{ id: true }, undefined],
    [{ id: { id: 1 } }, undefined],
    [{ id: "\ud800" }, undefined],
    [{ uuid: 17 }, undefined],
    [[17], undefined],
  ])("%j has the id %j", (record, id) => {
    const ids = new PathIds("id");
    ids.read(at("egg"), record);
    expect(ids.idOf(at("egg"))).toBe(id);
  });

  it("is of one kind", () => {
    const ids = directory({ egg: 1 });
    ids.read({ kind: "action", custom_id: "egg" }, { id: 2 });
    expect([ids.idOf(at("egg")), ids.idOf({ kind: "action", custom_id: "egg" })]).toEqual([
      "1",
      "2",
    ]);
  });

  it("shows the id that a resource has now, if somebody else has changed it", () => {
    const ids = directory({ egg: 1, nest: 2 });
    ids.read(at("shell"), { id: 1 });
    expect([ids.idOf(at("egg")), ids.idOf(at("shell")), ids.idOf(at("nest"))]).toEqual([
      undefined,
      "1",
      "2",
    ]);
    ids.read(at("nest"), { id: 3 });
    expect(ids.idOf(at("nest"))).toBe("3");
  });
});

describe("a write", () => {
  const put = (from: string, to: string) => requestTo("PUT", path(from), { custom_id: to });

  it("that renames gives the path id to the new custom_id, whatever readings show that lag", () => {
    const ids = directory({ egg: 1 });
    ids.wrote("reward", put("egg", "shell"), undefined);
    ids.read(at("egg"), { id: 1 });
    expect([ids.idOf(at("egg")), ids.idOf(at("shell"))]).toEqual([undefined, "1"]);
    ids.wrote("reward", put("shell", "egg"), undefined);
    ids.read(at("shell"), { id: 1 });
    expect([ids.idOf(at("egg")), ids.idOf(at("shell"))]).toEqual(["1", undefined]);
  });

  it("of an exchange keeps both apart", () => {
    const ids = directory({ x: 1, y: 2 });
    for (const [from, to] of [
      ["x", "m"],
      ["y", "x"],
      ["m", "y"],
    ] as const)
      ids.wrote("reward", put(from, to), undefined);
    for (const [custom_id, id] of [
      ["x", 1],
      ["y", 2],
      ["m", 1],
    ] as const)
      ids.read(at(custom_id), { id });
    expect(["x", "y", "m"].map((id) => ids.idOf(at(id)))).toEqual(["2", "1", undefined]);
  });

  it("whose effect a reading shows counts as done", () => {
    const ids = directory({ egg: 1 });
    ids.read(at("shell"), { id: 1 });
    // Somebody else has created another one.
    ids.read(at("egg"), { id: 2 });
    ids.saw(put("egg", "shell"));
    ids.read(at("egg"), { id: 1 });
    expect([ids.idOf(at("egg")), ids.idOf(at("shell"))]).toEqual(["2", "1"]);
    ids.saw(requestTo("DELETE", path("egg")));
    ids.read(at("egg"), { id: 2 });
    ids.saw(requestTo("POST", ["rewards"], { custom_id: "egg" }));
    ids.saw(requestTo("PUT", path("shell"), { custom_id: "shell" }));
    ids.read(at("shell"), { id: 1 });
    expect([ids.idOf(at("egg")), ids.idOf(at("shell"))]).toEqual([undefined, "1"]);
  });

  it("whose effect was shown by a reading that the directory did not believe counts as done", () => {
    const ids = directory({ egg: 1 });
    ids.wrote("reward", put("egg", "shell"), undefined);
    ids.read(at("egg"), { id: 1 });
    ids.saw(put("shell", "egg"));
    ids.read(at("shell"), { id: 1 });
    expect([ids.idOf(at("egg")), ids.idOf(at("shell"))]).toEqual(["1", undefined]);
  });

  it("whose answer shows the old custom_id is no rename", () => {
    const ids = directory({ egg: 1 });
    ids.wrote("reward", put("egg", "shell"), { data: { custom_id: "egg", id: 1 } });
    expect([ids.idOf(at("egg")), ids.idOf(at("shell"))]).toEqual(["1", undefined]);
  });

  it.each<[Json | undefined, string | undefined]>([
    [{ data: { custom_id: "egg", id: 2 } }, "2"],
    [{ data: { custom_id: "egg" } }, undefined],
    [{ data: { id: 2 } }, "2"],
    [{ data: [] }, undefined],
    [{}, undefined],
    ["ok", undefined],
    [undefined, undefined],
  ])("that creates shows the path id in its answer: %j", (answer, id) => {
    const ids = new PathIds("id");
    ids.wrote("reward", requestTo("POST", ["rewards"], { custom_id: "egg" }), answer);
    expect(ids.idOf(at("egg"))).toBe(id);
  });

  it("that replaces has the new path id, whatever readings show that lag", () => {
    const ids = directory({ egg: 1 });
    ids.wrote("reward", put("egg", "egg~laurel-old"), {});
    ids.wrote("reward", requestTo("POST", ["rewards"]), { data: { custom_id: "egg", id: 2 } });
    ids.read(at("egg"), { id: 1 });
    expect([ids.idOf(at("egg")), ids.idOf(at("egg~laurel-old"))]).toEqual(["2", "1"]);
  });

  it("that deletes ends the path id, until a creation has it", () => {
    const ids = directory({ egg: 1 });
    ids.wrote("reward", requestTo("DELETE", path("egg")), undefined);
    ids.read(at("egg"), { id: 1 });
    expect(ids.idOf(at("egg"))).toBeUndefined();
    ids.wrote("reward", requestTo("POST", ["rewards"]), { data: { custom_id: "egg", id: 1 } });
    expect(ids.idOf(at("egg"))).toBe("1");
  });

  it("of members changes nothing", () => {
    const ids = new PathIds("id");
    ids.read({ kind: "achievement", custom_id: "hop" }, { id: 1 });
    ids.read(at("egg"), { id: 2 });
    for (const method of ["POST", "DELETE"] as const) {
      const member = method === "DELETE" ? { member: "egg" } : {};
      const parts = linkParts(achievement, { custom_id: "hop", link: rewards, ...member });
      ids.wrote("achievement", requestTo(method, parts, { custom_id: "x" }), {
        data: { custom_id: "egg", id: 9 },
      });
    }
    expect([ids.idOf({ kind: "achievement", custom_id: "hop" }), ids.idOf(at("egg"))]).toEqual([
      "1",
      "2",
    ]);
  });
});

describe("the path that is sent", () => {
  const detaching = linkParts(achievement, { custom_id: "hop", link: rewards, member: "egg" });

  it("has the path ids of the resource and the member, percent-encoded", async () => {
    const { client, server } = await serve(() => ({ status: 204 }), OWN);
    client.pathIds?.read({ kind: "achievement", custom_id: "hop" }, { id: 17 });
    expect(unknownIn(client, detaching)).toEqual([at("egg")]);
    expect(sentPath(client, detaching)).toMatchObject({ unlisted: { code: "service-refused" } });
    client.pathIds?.read(at("egg"), { id: "a/ü" });
    expect(sentPath(client, detaching)).toEqual({ path: "achievements/17/rewards/a%2F%C3%BC" });
    await writeTo(client, { kind: "achievement", request: requestTo("DELETE", detaching) });
    expect(server.received.map((each) => each.path)).toEqual([
      "/v1/games/game-1/achievements/17/rewards/a%2F%C3%BC",
    ]);
  });

  it("is never that of something else", async () => {
    const { client, server } = await serve(() => ({}), OWN);
    client.pathIds?.read(at("egg"), { id: ".." });
    const sent = await writeTo(client, {
      kind: "reward",
      request: requestTo("DELETE", path("egg")),
    });
    expect(sent).toMatchObject({ outcome: "not-sent", failure: { code: "invalid-id" } });
    expect(server.received).toEqual([]);
  });

  it("of a resource that no list shows counts as a 404", async () => {
    const { client, server } = await serve(() => ({}), OWN);
    const sent = await writeTo(client, {
      kind: "reward",
      request: requestTo("PUT", path("egg"), {}),
    });
    expect(sent).toMatchObject({ outcome: "refused", status: 404, unconfirmed: 0 });
    expect(sent).toMatchObject({
      failure: { detail: expect.stringContaining('no reward/egg, so its "id"') },
    });
    expect(server.received).toEqual([]);
  });

  it("has custom_ids by default, and nothing is kept of records", async () => {
    const { client, connections } = await serve(() => ({
      body: { data: [{ custom_id: "egg", name: "E", id: 1 }] },
    }));
    const scope = { kinds: ["reward"], linksOf: () => true };
    expect((await readGame(client, catalog, scope)).value?.resources.size).toBe(1);
    expect(client.pathIds).toBeUndefined();
    expect(client.channel.connection.pathIds.size).toBe(0);
    expect(unknownIn(client, detaching)).toEqual([]);
    expect(sentPath(client, detaching)).toEqual({ path: "achievements/hop/rewards/egg" });
    expect(connections).toBeDefined();
  });
});

describe("clients", () => {
  it("of one game share what is known, and those of other games do not", async () => {
    const server = await scripted(() => ({}));
    const { client, connections } = open(server.url, OWN);
    const { client: again } = open(server.url, { ...OWN, connections });
    const { client: other } = open(server.url, { ...OWN, connections, game_id: "other" });
    client.pathIds?.read(at("egg"), { id: 1 });
    expect([again, other].map(({ pathIds }) => pathIds?.idOf(at("egg")))).toEqual(["1", undefined]);
  });
});

describe("a reading", () => {
  const list = (...records: readonly Json[]) => ({ body: { data: records } });

  it("of a single record needs its path id", async () => {
    const record = { custom_id: "races", name: "Races", id: 5 };
    const { client, server } = await serve(() => ({ body: { data: record } }), OWN);
    expect(await readSingle(client, leaderboard, "races")).toBeUndefined();
    expect(server.received).toEqual([]);
    client.pathIds?.read({ kind: "leaderboard", custom_id: "races" }, { id: 5 });
    expect(await readSingle(client, leaderboard, "races")).toMatchObject({
      address: "leaderboard/races",
    });
    expect(server.received.map((each) => each.path)).toEqual(["/v1/games/game-1/leaderboards/5"]);
  });

  it("of a single record with another custom_id says nothing about the one that was sought", async () => {
    const { client } = await serve(
      () => ({ body: { data: { custom_id: "other", name: "O", id: 5 } } }),
      OWN,
    );
    client.pathIds?.read({ kind: "leaderboard", custom_id: "races" }, { id: 5 });
    expect(await readSingle(client, leaderboard, "races")).toBeUndefined();
    expect(client.pathIds?.idOf({ kind: "leaderboard", custom_id: "races" })).toBeUndefined();
  });

  it("of rankings reads the list once", async () => {
    const { client, server } = await serve(({ path: sent }) => {
      return sent.endsWith("rankings")
        ? list({ rank: 0 })
        : list({ custom_id: "races", name: "Races", id: 5 });
    }, OWN);
    for (const player of [{}, { player: "a/b" }])
      expect(
        (await readRankings(client, leaderboard, { customId: "races", ...player })).value,
      ).toBeDefined();
    expect(server.received.map((each) => each.path.replace("/v1/games/game-1/", ""))).toEqual([
      "leaderboards",
      "leaderboards/5/rankings",
      "leaderboards/5/players/a%2Fb/rankings",
    ]);
  });

  it.each<[string, readonly Json[], string]>([
    [
      "without it",
      [{ custom_id: "egg", name: "E" }],
      'the record "egg" of rewards has no "id" that is text or a number',
    ],
    ["with null", [{ custom_id: "egg", name: "E", id: null }], 'has no "id"'],
    [
      "that shares it",
      [
        { custom_id: "egg", name: "E", id: 1 },
        { custom_id: "nest", name: "N", id: "1" },
      ],
      'the record "egg" of rewards has the same "id" as another one',
    ],
  ])("of a record %s fails", async (_, records, words) => {
    const { client } = await serve(() => list(...records), OWN);
    const scope = { kinds: ["reward"], linksOf: () => true };
    const { value, diagnostics } = await readGame(client, catalog, scope);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "unexpected-response", help: [expect.stringContaining("service.wire.path_id")] },
    ]);
    expect(diagnostics[0]?.detail).toContain(words);
    const some = await readGame(client, catalog, { ...scope, leavesOut: true });
    expect(some.value?.unread?.map(({ custom_id }) => custom_id)).toEqual(
      records.map((each) => Object(each).custom_id),
    );
  });
});

describe("records have an id of their own", () => {
  it.each<[readonly Json[], string | undefined]>([
    [[{ custom_id: "a", id: 1 }], "id"],
    [[{ custom_id: "a", uuid: "x", _id: "y" }], "uuid"],
    [[{ custom_id: "a", _id: "y" }], "_id"],
    [[{ custom_id: "a", id: 1 }, { custom_id: "b" }], undefined],
    [[{ custom_id: "a", id: "a" }], undefined],
    [[{ custom_id: "a" }], undefined],
    [[], undefined],
  ])("%j: %j", (records, member) => {
    expect(/path_id: (\w+)/.exec(ownIdHelp(records) ?? "")?.[1]).toBe(member);
  });
});

it("the path of a plan has custom_ids", () => {
  expect(requestTo("PUT", resourceParts(leaderboard, "a b"), {}).path).toBe("leaderboards/a%20b");
});
