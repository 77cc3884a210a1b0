import { describe, expect, it } from "vitest";
import type { Client } from "../../src/api/client.ts";
import { Connections } from "../../src/api/connections.ts";
import { joinReadings, probeRecord, readGame, readSingle } from "../../src/api/reader.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Link } from "../../src/catalog/types.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { Address, ReadScope } from "../../src/model/model.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { open, scripted, serve } from "./support/game-client.ts";
import type { Received, Reply, Script } from "./support/scripted-server.ts";

type Lists = Readonly<Record<string, readonly Json[] | ((received: Received) => Reply) | undefined>>;

/** A service of fixed answers by path below the game; anything else is 404. Lists are Laravel's, in one page. */
function service(lists: Lists): Script {
  return (received) => {
    const path = received.path.replace("/v1/games/game-1/", "");
    const list = lists[path];
    if (list === undefined) return { status: 404, body: { message: "route could not be found" } };
    if (typeof list === "function") return list(received);
    return page(list);
  };
}

const page = (data: readonly Json[]): Reply => ({
  body: { data, links: { next: null }, meta: { current_page: 1, last_page: 1, per_page: 100, total: data.length } },
});
const named = (...ids: readonly string[]) => ids.map((id) => ({ custom_id: id, name: id.toUpperCase() }));
const all = catalog.map((kind) => kind.name);
const everything = { kinds: all, linksOf: () => true };
const noLinks = { ...everything, linksOf: () => false };
const emptyGame: Lists = Object.fromEntries(catalog.map(({ path }) => [path, []]));
const paths = (received: readonly Received[]) =>
  received.map((each) => each.path.replace("/v1/games/game-1/", "")).sort();

/** Reads a game with these lists. */
async function gameOf(lists: Lists = {}, scope: ReadScope = everything) {
  const { client, server } = await serve(service({ ...emptyGame, ...lists }));
  const read = await readGame(client, catalog, scope);
  if (read.value === undefined) throw new Error(JSON.stringify(read.diagnostics));
  const linksOf = (address: Address) => read.value?.resources.get(address)?.links;
  return { client, server, game: read.value, warnings: read.diagnostics, linksOf };
}

/** The codes with which a game with these lists cannot be read. */
async function codesOf(lists: Lists) {
  const { client } = await serve(service({ ...emptyGame, ...lists }));
  const read = await readGame(client, catalog, everything);
  expect(read.value).toBeUndefined();
  return read.diagnostics.map(({ code }) => code);
}

describe("reading a game", () => {
  it("reads the lists of the scope kinds at the same time, and no others", async () => {
    let release = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { client, server } = await serve(async (received, response, index) => {
      if (index === 3) release();
      await all;
      return service(emptyGame)(received, response, index);
    });
    const read = await readGame(client, catalog, { kinds: ["reward", "action", "criterion"], linksOf: () => true });
    expect(paths(server.received)).toEqual(["actions", "criteria", "rewards"]);
    expect(server.mostAtOnce()).toBe(3);
    expect([...(read.value?.read ?? [])]).toEqual(["action", "criterion", "reward"]);
  });

  it("reads blanks and empty text as the service may store them", async () => {
    const record = { custom_id: "a", name: "  A ", description: null, custom_data: [] };
    const { game } = await gameOf({ rewards: [record] });
    expect(game.resources.get("reward/a")?.body).toEqual({
      custom_id: "a",
      name: "A",
      description: "",
      custom_data: null,
    });
  });

  it("leaves out what the service does not show, and passes over what the catalog does not know", async () => {
    const record = { custom_id: "a", name: "A", created_at: "2030-01-01", colour: "red" };
    const { game } = await gameOf({ achievements: [record], "achievements/a/rewards": [] });
    expect(game.resources.get("achievement/a")?.body).toEqual({ custom_id: "a", name: "A" });
  });

  it.each<[string, Lists, string]>([
    ["a record is no object", { achievements: ["a"] }, "unexpected-response"],
    ["a record has no id", { achievements: [{ name: "A" }] }, "unexpected-response"],
    ["an id is a number", { achievements: [{ custom_id: 7, name: "A" }] }, "unexpected-response"],
    [
      "a reference is a number",
      { achievements: [{ custom_id: "a", custom_criteria_group_id: 5 }] },
      "unexpected-response",
    ],
    ["a list cannot be read", { actions: named("a"), achievements: undefined }, "service-refused"],
    [
      "a link of one resource cannot be read",
      { actions: named("a", "b"), "actions/a/reactions": [], "actions/b/reactions": () => ({ status: 500 }) },
      "service-refused",
    ],
    ["a member has no id", { actions: named("a"), "actions/a/reactions": [{ name: "x" }] }, "unexpected-response"],
  ])("gives nothing when %s", async (_, lists, code) => {
    expect(await codesOf(lists)).toEqual([code]);
  });

  it("reports once, not for each kind, that the token is not accepted", async () => {
    const { client } = await serve(() => ({ status: 401, body: { message: "Unauthenticated." } }));
    const read = await readGame(client, catalog, everything);
    expect(read.diagnostics.map((each) => each.code)).toEqual(["not-authorised"]);
  });

  it("warns that records may stay unseen when the service knows no filter", async () => {
    const achievements = (received: Received) => (received.query.has("filter[secret]") ? { status: 400 } : page([]));
    const { warnings } = await gameOf({ achievements });
    expect(warnings).toMatchObject([{ code: "parameter-not-supported", severity: "warning" }]);
    expect(warnings[0]?.detail).toContain("Records that the plain list of achievements leaves out are not seen.");
  });
});

describe("links that are not in the plain record", () => {
  const groups = [{ custom_id: "g", name: "G" }];

  it("are taken from embedded records where the service includes them", async () => {
    const embedded = [{ ...groups[0], criteria: named("c2", "c1"), criteria_groups: named("h") }];
    const { server, game, linksOf } = await gameOf({ "criteria-groups": embedded });
    expect(linksOf("criteria_group/g")).toEqual({ criteria: ["c1", "c2"], criteria_groups: ["h"] });
    expect(game.access.get("criteria_group.criteria")).toEqual({ isInRecord: false, write: "unknown" });
    expect(game.access.get("criteria_group.criteria_groups")).toEqual({ isInRecord: false, write: "field" });
    const asked = server.received.find((each) => each.path.endsWith("/criteria-groups"));
    expect(asked?.query.get("include")).toBe("criteria,criteria-groups");
    expect(server.received).toHaveLength(6);
  });

  it("are taken from the record where it names ids", async () => {
    const actions = [{ custom_id: "a", name: "A", reactions: ["c", "b", "b"] }];
    const { server, game, linksOf } = await gameOf({ actions });
    expect(linksOf("action/a")).toEqual({ reactions: ["b", "c"] });
    expect(game.access.get("action.reactions")).toEqual({ isInRecord: true, write: "field" });
    expect(server.received).toHaveLength(6);
  });

  it("may be in the record or not where all are empty, and the plain record shows which", async () => {
    const group = { custom_id: "g", name: "G", criteria: [], criteria_groups: [] };
    const refusing = ({ query }: Received) => (query.has("include") ? { status: 400 } : page([group]));
    for (const [lists, isInRecord] of [[[group], undefined] as const, [refusing, true] as const]) {
      const { game } = await gameOf({ "criteria-groups": lists });
      expect(game.access.get("criteria_group.criteria")?.isInRecord).toBe(isInRecord);
    }
    const kind = kindNamed(catalog, "criteria_group");
    for (const [record, value] of [[group, true] as const, [{ custom_id: "g" }, false] as const]) {
      const { client } = await gameOf({ "criteria-groups/g": () => ({ body: { data: record } }) });
      expect(await probeRecord(client, kind, { custom_id: "g", link: kind.links[0] as Link })).toMatchObject({ value });
    }
    const { client } = await gameOf({ "criteria-groups/g": () => ({ status: 403 }) });
    const { value, diagnostics } = await probeRecord(client, kind, { custom_id: "g", link: kind.links[0] as Link });
    expect([value, ...diagnostics.map(({ code }) => code)]).toEqual([undefined, "not-authorised"]);
  });

  it("are read from the link's own list, page by page and for each resource", async () => {
    const members = named(...Array.from({ length: 45 }, (_, index) => `b${100 + index}`));
    const paged = (received: Received): Reply => {
      const number = Number(received.query.get("page[number]"));
      const data = members.slice((number - 1) * 20, number * 20);
      return { body: { data, meta: { current_page: number, last_page: 3, per_page: 20, total: 45 } } };
    };
    const { server, game, linksOf } = await gameOf({
      actions: named("a1", "a2"),
      "actions/a1/reactions": paged,
      "actions/a2/reactions": [],
    });
    expect(linksOf("action/a1")?.reactions).toHaveLength(45);
    expect(linksOf("action/a2")).toEqual({ reactions: [] });
    expect(game.access.get("action.reactions")).toEqual({ isInRecord: false, write: "field" });
    expect(paths(server.received).filter((each) => each.includes("/"))).toEqual([
      ...Array(3).fill("actions/a1/reactions"),
      "actions/a2/reactions",
    ]);
  });

  it.each([404, 405])(
    "cannot be read where the link's own list is answered %i: absent, and not empty",
    async (status) => {
      const none = () => ({ status });
      const { server, game, linksOf } = await gameOf({
        actions: named("a", "b", "c", "d", "e"),
        ...Object.fromEntries(["a", "b"].map((id) => [`actions/${id}/reactions`, none])),
      });
      expect(linksOf("action/a")).toEqual({});
      expect(game.access.get("action.reactions")).toEqual({ isInRecord: false, write: "field" });
      expect(paths(server.received).filter((each) => each.includes("/")).length).toBeLessThanOrEqual(2);
    },
  );

  const two = (a: JsonObject = {}, b: JsonObject = {}): readonly Json[] => [
    { custom_id: "a", name: "A", ...a },
    { custom_id: "b", name: "B", ...b },
  ];
  it.each<[string, (received: Received) => Reply, number, "include" | "endpoint"]>([
    ["embeds", () => page(two({ reactions: named("b") }, { reactions: [] })), 1, "include"],
    ["refuses with 400", ({ query }) => (query.has("include") ? { status: 400 } : page(two())), 2, "endpoint"],
    ["refuses with 422", ({ query }) => (query.has("include") ? { status: 422 } : page(two())), 2, "endpoint"],
    ["passes over", () => page(two()), 1, "endpoint"],
    ["answers with null", () => page(two({ reactions: null }, { reactions: null })), 1, "endpoint"],
  ])("are asked for by a word that no source shows, which the service %s", async (_, actions, lists, read) => {
    const { server, game, linksOf, warnings } = await gameOf({
      actions,
      "actions/a/reactions": named("b"),
      "actions/b/reactions": [],
    });
    expect(linksOf("action/a")).toEqual({ reactions: ["b"] });
    expect(linksOf("action/b")).toEqual({ reactions: [] });
    expect(game.access.get("action.reactions")).toEqual({ isInRecord: false, write: "field" });
    expect(warnings).toEqual([]);
    const asked = server.received.filter(({ path }) => path.includes("/actions"));
    expect(asked.filter(({ path }) => path.endsWith("/actions"))).toHaveLength(lists);
    expect(asked).toHaveLength(lists + (read === "include" ? 0 : 2));
  });

  it("are read from their own lists where the service embeds those of some records only", async () => {
    const actions = [{ ...named("a")[0], reactions: named("b") } as Json, ...named("b")];
    const { server, linksOf } = await gameOf({ actions, "actions/b/reactions": named("a") });
    expect(linksOf("action/b")).toEqual({ reactions: ["a"] });
    expect(server.received).toHaveLength(7);
  });

  it("are asked for by a refused word once in a run, also by other games, later pages and second readings", async () => {
    const clock = fakeClock();
    const connections = new Connections({ clock, env: {} });
    const script: Script = ({ path, query }) => {
      if (query.has("include")) return { status: 400 };
      const data = path.endsWith("/actions") ? named(query.get("page[number]") === "2" ? "b" : "a") : [];
      const last_page = path.endsWith("/actions") ? 2 : 1;
      const current_page = Number(query.get("page[number]"));
      return { body: { data, meta: { current_page, last_page, per_page: 1, total: data.length * last_page } } };
    };
    const server = await scripted(script);
    const games = ["game-1", "game-2", "game-3"];
    const clients = games.map((game_id) => open(server.url, { clock, connections, game_id }).client);
    const scope = { ...noLinks, kinds: ["action" as const] };
    for (const client of clients) {
      const { value } = await readGame(client, catalog, scope);
      expect([...(value?.resources.keys() ?? [])]).toEqual(["action/a", "action/b"]);
    }
    await readGame(clients[0] as Client, catalog, scope);
    expect(server.received.filter(({ query }) => query.has("include"))).toHaveLength(1);
    expect(server.received).toHaveLength(1 + 4 * 2);
  });

  it("are not asked for of a kind of which none is scope", async () => {
    const { server, game } = await gameOf({ actions: named("a"), achievements: named("b") }, noLinks);
    expect(server.received).toHaveLength(6);
    expect(game.access.get("achievement.rewards")).toEqual({ isInRecord: false, write: "unknown" });
  });

  it("are asked for of the scope resources only", async () => {
    const lists = { achievements: named("a", "b", "c"), "achievements/b/rewards": [] };
    const { server, linksOf } = await gameOf(lists, { kinds: all, linksOf: (each) => each === "achievement/b" });
    expect(paths(server.received).filter((each) => each.includes("/"))).toEqual(["achievements/b/rewards"]);
    expect(linksOf("achievement/b")).toEqual({ rewards: [] });
    expect(linksOf("achievement/a")).toEqual({});
  });
});

describe("two readings of one game", () => {
  const achievements = [...named("a", "b"), { custom_id: "c", name: "C", rewards: ["r"] } as Json];
  const lists = { achievements, "achievements/a/rewards": named("r"), "achievements/b/rewards": [] };

  it("show together what each of them read: links, and how to write them", async () => {
    const first = await gameOf(lists, { kinds: ["achievement"], linksOf: (each) => each === "achievement/a" });
    const second = await gameOf({ ...lists, rewards: named("r") }, { ...noLinks, kinds: ["achievement", "reward"] });
    for (const pair of [[first.game, second.game] as const, [second.game, first.game] as const]) {
      const both = joinReadings(...pair);
      const linksOf = (id: string) => both.resources.get(`achievement/${id}`)?.links;
      expect([linksOf("a"), linksOf("b"), linksOf("c")]).toEqual([{ rewards: ["r"] }, {}, { rewards: ["r"] }]);
      expect(both.access.get("achievement.rewards")).toEqual({ isInRecord: true, write: "endpoint" });
      expect(both.resources.has("reward/r")).toBe(true);
    }
  });

  it("show a kind as it was in its last reading", async () => {
    const scope = { ...noLinks, kinds: ["reward" as const] };
    const [first, second] = [
      await gameOf({ rewards: named("x", "y") }, scope),
      await gameOf({ rewards: named("y", "z") }, scope),
    ];
    expect([...joinReadings(first.game, second.game).resources.keys()]).toEqual(["reward/y", "reward/z"]);
  });
});

describe("the links of a hidden achievement", () => {
  const secret = { custom_id: "a-secret", name: "S", is_secret: true };
  const others = ["a-secret-2", "a-secret-3"].map((id) => ({ custom_id: id, name: id, is_secret: true }));
  const plain = { custom_id: "b-plain", name: "P", is_secret: false };

  it("are found out at one that is not hidden, and read with the parameter of the list", async () => {
    const { game, linksOf } = await gameOf({
      achievements: [secret, plain],
      "achievements/a-secret/rewards": (received) =>
        received.query.has("filter[secret]") ? page(named("r")) : { status: 404 },
      "achievements/b-plain/rewards": [],
    });
    expect(linksOf("achievement/a-secret")).toEqual({ rewards: ["r"] });
    expect(game.access.get("achievement.rewards")?.write).toBe("endpoint");
  });

  it("are absent, and not empty, when the service does not show them at all; the others are read", async () => {
    const third = { custom_id: "c-plain", name: "C", is_secret: false };
    const { game, linksOf } = await gameOf({
      achievements: [secret, ...others, plain, third],
      "achievements/b-plain/rewards": [],
      "achievements/c-plain/rewards": named("r"),
    });
    expect(linksOf("achievement/a-secret")).toEqual({});
    expect(linksOf("achievement/b-plain")).toEqual({ rewards: [] });
    expect(linksOf("achievement/c-plain")).toEqual({ rewards: ["r"] });
    expect(game.access.get("achievement.rewards")).toEqual({ isInRecord: false, write: "endpoint" });
  });
});

describe("reading back", () => {
  it("asks for the one resource, whatever the size of the game", async () => {
    const { client, server } = await serve(
      service({
        "rewards/r": () => ({ body: { data: { custom_id: "r", name: "R" } } }),
        "criteria-groups/g": ({ query }) => ({
          body: {
            data: { custom_id: "g", criteria: query.get("include")?.startsWith("criteria") ? named("c") : null },
          },
        }),
      }),
    );
    const found = await readSingle(client, kindNamed(catalog, "reward"), "reward/r");
    expect(found).toMatchObject({ address: "reward/r", body: { custom_id: "r", name: "R" } });
    expect(await readSingle(client, kindNamed(catalog, "reward"), "reward/s")).toBe("absent");
    const group = await readSingle(client, kindNamed(catalog, "criteria_group"), "criteria_group/g");
    expect(group).toMatchObject({ links: { criteria: ["c"] } });
    expect(server.received).toHaveLength(3);
  });

  it("believes no 404 of a kind that the service may hide", async () => {
    const { client } = await serve(service({}));
    expect(await readSingle(client, kindNamed(catalog, "achievement"), "achievement/a")).toBeUndefined();
  });

  it.each<[string, Reply]>([
    ["a refusal", { status: 403 }],
    ["a page", { body: "<p>Hello</p>" }],
    ["no record", { body: { data: null } }],
    ["another record", { body: { data: { custom_id: "other" } } }],
    ["a record that cannot be read", { body: { data: { custom_id: "a", name: {} } } }],
  ])("leaves %s to the list", async (_, reply) => {
    const { client } = await serve(service({ "achievements/a": () => reply }));
    expect(await readSingle(client, kindNamed(catalog, "achievement"), "achievement/a")).toBeUndefined();
  });
});
