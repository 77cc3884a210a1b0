/** A game is read completely or not at all; its links are read wherever the service has them. */
import { describe, expect, it } from "vitest";
import type { Client } from "../../src/api/client.ts";
import { Connections } from "../../src/api/connections.ts";
import { readGame, readSingle } from "../../src/api/reader.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Json, JsonObject } from "../../src/ground/json.ts";
import { kindNamed, linkNamed } from "../../src/model/catalog-lookup.ts";
import type { Address, LiveGame, ReadScope } from "../../src/model/model.ts";
import { movingClock, open, scripted, serve } from "./support/game-client.ts";
import type { Received, Reply, Script } from "./support/scripted-server.ts";

type Lists = Readonly<
  Record<string, readonly Json[] | ((received: Received) => Reply) | undefined>
>;

/**
 * A service of fixed answers by path below the game; anything else is 404. Lists are Laravel's, in
 * one page. A record of a fixed list is at its own path as well, unless it is hidden.
 */
function service(lists: Lists): Script {
  return (received) => {
    const path = received.path.replace("/v1/games/game-1/", "");
    const list = lists[path];
    if (list === undefined)
      return (
        recordIn(lists, path) ?? { status: 404, body: { message: "route could not be found" } }
      );
    if (typeof list === "function") return list(received);
    return page(list);
  };
}

function recordIn(lists: Lists, path: string): Reply | undefined {
  const [collection = "", id, ...below] = path.split("/");
  const list = lists[collection];
  const records = below.length === 0 && Array.isArray(list) ? (list as readonly JsonObject[]) : [];
  const record = records.find(({ custom_id, is_secret }) => custom_id === id && is_secret !== true);
  return record === undefined ? undefined : { body: { data: record } };
}

const page = (data: readonly Json[]): Reply => ({
  body: {
    data,
    links: { next: null },
    meta: { current_page: 1, last_page: 1, per_page: 100, total: data.length },
  },
});
const named = (...ids: readonly string[]) =>
  ids.map((id) => ({ custom_id: id, name: id.toUpperCase() }));
const all = catalog.map((kind) => kind.name);
const everything = { kinds: all, linksOf: () => true };
const noLinks = { ...everything, linksOf: () => false };
const emptyGame: Lists = Object.fromEntries(catalog.map(({ path }) => [path, []]));
/** The way of a link in words, such as `endpoint`, or `creation, in record`. */
function wayIn(game: LiveGame, kindName: string, name: string): string {
  const kind = kindNamed(catalog, kindName);
  const link = linkNamed(kind, name);
  if (link === undefined) throw new Error(`no link "${name}"`);
  const way = game.wayOf(kind, link);
  return way.inRecord ? `${way.by}, in record` : way.by;
}
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
    const read = await readGame(client, catalog, {
      kinds: ["reward", "action", "criterion"],
      linksOf: () => true,
    });
    expect(paths(server.received)).toEqual(["actions", "criteria", "rewards"]);
    expect(server.mostAtOnce()).toBe(3);
    expect([...(read.value?.read ?? [])]).toEqual(["action", "criterion", "reward"]);
  });

  it("reads blanks and empty text as the service may store them, and passes over what the catalog does not know", async () => {
    const stored = {
      custom_id: "a",
      name: "  A ",
      description: null,
      custom_data: [],
      created_at: "2030",
      colour: "red",
    };
    const { game } = await gameOf({ rewards: [stored] });
    const body = { custom_id: "a", name: "A", description: "", custom_data: null };
    expect(game.resources.get("reward/a")?.body).toEqual(body);
  });

  it.each<[string, Lists, string]>([
    ...[
      ["a record is no object", "a"],
      ["a record has no id", { name: "A" }],
      ["an id is a number", { custom_id: 7 }],
      ["a reference is a number", { custom_id: "a", custom_criteria_group_id: 5 }],
      ["a text is a number", { custom_id: "a", description: 5 }],
      ["a number is a word", { custom_id: "a", points: "many" }],
      ["a truth value is a word", { custom_id: "a", is_secret: "perhaps" }],
    ].map(([title, record]): [string, Lists, string] => [
      title as string,
      { achievements: [record as Json] },
      "unexpected-response",
    ]),
    [
      "no list can be read",
      Object.fromEntries(catalog.map(({ path }) => [path, undefined])),
      "service-refused",
    ],
    ["a list cannot be read", { actions: named("a"), achievements: undefined }, "service-refused"],
    [
      "a link of one resource cannot be read",
      {
        actions: named("a", "b"),
        "actions/a/reactions": [],
        "actions/b/reactions": () => ({ status: 500 }),
      },
      "service-refused",
    ],
  ])("gives nothing when %s", async (_, lists, code) => {
    expect(await codesOf(lists)).toEqual([code]);
  });

  it.each([null, ""])("takes %j for the default", async (value) => {
    const { game } = await gameOf({
      achievements: [{ custom_id: "a", name: "A", points: value, is_secret: value }],
    });
    expect(game.resources.get("achievement/a")?.body).toMatchObject({
      points: 1,
      is_secret: false,
    });
  });

  it("warns that records may stay unseen when the service knows no filter", async () => {
    const achievements = (received: Received) =>
      received.query.has("filter[secret]") ? { status: 400 } : page([]);
    const { warnings } = await gameOf({ achievements });
    expect(warnings).toMatchObject([{ code: "parameter-not-supported", severity: "warning" }]);
    expect(warnings[0]?.detail).toContain(
      "Records that the plain list of achievements leaves out are not seen.",
    );
  });
});

const two = (a: JsonObject = {}, b: JsonObject = {}): readonly Json[] => [
  { custom_id: "a", name: "A", ...a },
  { custom_id: "b", name: "B", ...b },
];
const ofTwo = { "actions/a/reactions": named("b"), "actions/b/reactions": [] };
const status = (number: number) => () => ({ status: number });
const refusing = (number: number) => (received: Received) =>
  received.query.has("include") ? { status: number } : page(two());
const MANY = Array.from({ length: 45 }, (_, index) => `b${100 + index}`);
const inPages = ({ query }: Received): Reply => {
  const current_page = Number(query.get("page[number]"));
  const data = named(...MANY.slice((current_page - 1) * 20, current_page * 20));
  return { body: { data, meta: { current_page, last_page: 3, per_page: 20, total: 45 } } };
};
const hidden = two({ is_secret: true }, { is_secret: true });
const half = two({ is_secret: true });
const ofHidden = ({ query }: Received) =>
  query.has("filter[secret]") ? page(named("r")) : { status: 404 };
const embedded = { reactions: named("b") };

describe("links", () => {
  const CREATION = "creation";
  const BOTH = { a: ["b"], b: [] };
  /**
   * Lists; the members of `a` and `b`; whether they are in records and how they are written;
   * requests for them alone.
   */
  it.each<[string, Lists, object, string, number]>([
    [
      "in the record as ids",
      { actions: two({ reactions: ["b", "b"] }, { reactions: [] }) },
      BOTH,
      "creation, in record",
      0,
    ],
    [
      "in lists by pages",
      { actions: two(), ...ofTwo, "actions/a/reactions": inPages },
      { a: MANY, b: [] },
      CREATION,
      4,
    ],
    ["in no list: absent, and not empty", { actions: two() }, {}, CREATION, 3],
    ["in no list, by 405", { actions: two(), "actions/a/reactions": status(405) }, {}, CREATION, 1],
    ["embedded", { actions: two(embedded, { reactions: [] }) }, BOTH, CREATION, 0],
    [
      "embedded by a word that is answered 400",
      { actions: refusing(400), ...ofTwo },
      BOTH,
      CREATION,
      2,
    ],
    [
      "embedded by a word that is answered 422",
      { actions: refusing(422), ...ofTwo },
      BOTH,
      CREATION,
      2,
    ],
    ["embedded by a word that is passed over", { actions: two(), ...ofTwo }, BOTH, CREATION, 2],
    [
      "embedded as null",
      { actions: two({ reactions: null }, { reactions: null }), ...ofTwo },
      BOTH,
      CREATION,
      2,
    ],
    [
      "embedded in some records",
      { actions: two(embedded), "actions/b/reactions": [] },
      BOTH,
      CREATION,
      1,
    ],
    [
      "of a hidden resource, read with the parameter of the list",
      { achievements: half, "achievements/a/rewards": ofHidden, "achievements/b/rewards": [] },
      { a: ["r"], b: [] },
      "endpoint",
      3,
    ],
    [
      "of a hidden resource that is not shown by itself, and of another",
      { achievements: half, "achievements/b/rewards": named("r") },
      { b: ["r"] },
      "endpoint",
      3,
    ],
  ])("%s", async (_, lists, members, way, requests) => {
    const { server, game, linksOf, warnings } = await gameOf(lists);
    const [kind, link] =
      "actions" in lists
        ? (["action", "reactions"] as const)
        : (["achievement", "rewards"] as const);
    const read = ["a", "b"].flatMap((id) => {
      const ids = linksOf(`${kind}/${id}`)?.[link];
      return ids === undefined ? [] : [[id, ids]];
    });
    expect(Object.fromEntries(read)).toEqual(members);
    expect(wayIn(game, kind, link)).toBe(way);
    expect(paths(server.received).filter((path) => path.includes("/"))).toHaveLength(requests);
    expect(warnings).toEqual([]);
  });

  it("are asked for all by one request for a list", async () => {
    const embedded = [
      { custom_id: "g", name: "G", criteria: named("c2", "c1"), criteria_groups: named("h") },
    ];
    const { server, game, linksOf } = await gameOf({ "criteria-groups": embedded });
    expect(linksOf("criteria_group/g")).toEqual({ criteria: ["c1", "c2"], criteria_groups: ["h"] });
    expect(wayIn(game, "criteria_group", "criteria")).toBe("unknown");
    const asked = server.received.find((each) => each.path.endsWith("/criteria-groups"));
    expect(asked?.query.get("include")).toBe("criteria,criteria-groups");
    expect(server.received).toHaveLength(6);
  });

  it("are asked for by a refused word once in a run, also by other games, later pages and second readings", async () => {
    const clock = movingClock();
    const connections = new Connections({ clock, env: {} });
    const script: Script = ({ path, query }) => {
      if (query.has("include")) return { status: 400 };
      const data = path.endsWith("/actions")
        ? named(query.get("page[number]") === "2" ? "b" : "a")
        : [];
      const last_page = path.endsWith("/actions") ? 2 : 1;
      const current_page = Number(query.get("page[number]"));
      return {
        body: {
          data,
          meta: { current_page, last_page, per_page: 1, total: data.length * last_page },
        },
      };
    };
    const server = await scripted(script);
    const games = ["game-1", "game-2", "game-3"];
    const clients = games.map(
      (game_id) => open(server.url, { clock, connections, game_id }).client,
    );
    const scope = { ...noLinks, kinds: ["action" as const] };
    for (const client of clients) {
      const { value } = await readGame(client, catalog, scope);
      expect([...(value?.resources.keys() ?? [])]).toEqual(["action/a", "action/b"]);
    }
    await readGame(clients[0] as Client, catalog, scope);
    expect(server.received.filter(({ query }) => query.has("include"))).toHaveLength(1);
    expect(server.received).toHaveLength(1 + 4 * 2);
  });

  it("are asked for of the resources in scope only", async () => {
    const lists = { achievements: named("a", "b", "c"), "achievements/b/rewards": [] };
    const { server, linksOf } = await gameOf(lists, {
      kinds: all,
      linksOf: ({ address }) => address === "achievement/b",
    });
    expect(paths(server.received).filter((each) => each.includes("/"))).toEqual([
      "achievements/b/rewards",
    ]);
    expect([linksOf("achievement/a"), linksOf("achievement/b")]).toEqual([{}, { rewards: [] }]);
    const none = await gameOf(lists, noLinks);
    expect(none.server.received).toHaveLength(6);
    expect(wayIn(none.game, "achievement", "rewards")).toBe("unknown");
  });
});

/**
 * Removes the resource of the first path that is asked for, before it is answered. `gone`: the
 * status of what is not there.
 */
function losing(ids: readonly string[], victims: ReadonlySet<string>, gone = 404): Script {
  let left = ids;
  return (received, response, index) => {
    const [kind, id = "", below] = received.path.replace("/v1/games/game-1/", "").split("/");
    if (below !== undefined && victims.has(id)) left = left.filter((each) => !victims.has(each));
    const isHere = kind === "achievements" && left.includes(id);
    if (id !== "" && !isHere) return { status: gone };
    if (below === "rewards") return page(named("r"));
    if (below !== undefined || kind !== "achievements")
      return service(emptyGame)(received, response, index);
    if (id !== "") return { body: { data: named(id)[0] } };
    return { body: { data: named(...left), links: { next: null }, meta: {} } };
  };
}

describe("a game that changes while it is read", () => {
  const IDS = ["a", "b", "c", "d"];

  it.each([["a"], ["b"], ["d"], ["a", "b"], ["b", "d"], IDS])(
    "loses %s, and nothing else of it",
    async (...ids) => {
      const lost = new Set(ids.flat().filter((each) => typeof each === "string"));
      for (const gone of [404, 410]) {
        const { client } = await serve(losing(IDS, lost, gone));
        const { value, diagnostics } = await readGame(client, catalog, everything);
        expect(diagnostics).toEqual([]);
        const found = [...(value?.resources.values() ?? [])].map(({ custom_id, links }) => [
          custom_id,
          links.rewards,
        ]);
        expect(found).toEqual(IDS.filter((id) => !lost.has(id)).map((id) => [id, ["r"]]));
        const way = lost.size === IDS.length ? "unknown" : "endpoint";
        expect(value && wayIn(value, "achievement", "rewards")).toBe(way);
      }
    },
  );

  /**
   * For so many readings, the list of kinds shows `b` and everything else answers 404 about it, or
   * its list alone does.
   */
  const lagging = (readings: number, hasRecord: boolean): Lists => {
    let read = 0;
    const isLate = () => read <= readings;
    return {
      achievements: () => {
        read += 1;
        return page(named("a", "b"));
      },
      "achievements/a/rewards": named("r"),
      "achievements/b/rewards": () => (isLate() ? { status: 404 } : page(named("r"))),
      "achievements/a": () => ({ body: { data: named("a")[0] } }),
      "achievements/b": () =>
        isLate() && !hasRecord ? { status: 404 } : { body: { data: named("b")[0] } },
    };
  };

  it.each([true, false])(
    "is read again while a replica lags, its record being there: %s",
    async (hasRecord) => {
      const { linksOf, game } = await gameOf(lagging(3, hasRecord));
      expect([linksOf("achievement/a"), linksOf("achievement/b")]).toEqual([
        { rewards: ["r"] },
        { rewards: ["r"] },
      ]);
      expect(wayIn(game, "achievement", "rewards")).toBe("endpoint");
      expect(await codesOf(lagging(4, hasRecord))).toEqual(["incomplete-read"]);
    },
  );

  it("has a list that was missing for a moment", async () => {
    // The plain list, and the one with the parameters that show hidden resources.
    const late = () => (asked <= 2 ? { status: 404 } : page(named("r")));
    let asked = 0;
    const lists = { achievements: named("a", "b"), "achievements/b/rewards": named("r") };
    const { game, linksOf } = await gameOf({
      ...lists,
      "achievements/a/rewards": () => {
        asked += 1;
        return late();
      },
    });
    expect([linksOf("achievement/a"), linksOf("achievement/b")]).toEqual([
      { rewards: ["r"] },
      { rewards: ["r"] },
    ]);
    expect(wayIn(game, "achievement", "rewards")).toBe("endpoint");
  });

  it("lacks a list only if the resource itself is there", async () => {
    const list = { achievements: named("a", "b") };
    const without = await gameOf(list);
    expect(wayIn(without.game, "achievement", "rewards")).toBe("put");
    for (const status of [401, 403, 409, 410, 500]) {
      const { client } = await serve(
        service({ ...emptyGame, ...list, "achievements/a": () => ({ status }) }),
      );
      const read = await readGame(client, catalog, everything);
      expect(read.value, `${status}`).toBeUndefined();
    }
  });

  it("shows nothing about a link of which all resources are hidden", async () => {
    const { game, linksOf } = await gameOf({ achievements: hidden });
    expect([linksOf("achievement/a"), linksOf("achievement/b")]).toEqual([{}, {}]);
    expect(wayIn(game, "achievement", "rewards")).toBe("unknown");
    const second = await gameOf({ achievements: hidden, "achievements/b/rewards": named("r") });
    expect(second.linksOf("achievement/b")).toEqual({ rewards: ["r"] });
    expect(wayIn(second.game, "achievement", "rewards")).toBe("endpoint");
  });
});

/** Asks how the members of every link are written, as where all of them may have to be. */
const writing: ReadScope = { ...noLinks, mayWrite: () => true };
const path = (received: Received): string => received.path.replace("/v1/games/game-1/", "");
const below = (received: readonly Received[]) =>
  received.map(path).filter((each) => each.includes("/"));

describe("how members are written", () => {
  const group = (more: JsonObject = {}) => ({
    custom_id: "g",
    name: "G",
    criteria: [],
    criteria_groups: [],
    ...more,
  });
  const single = (record: Json) => () => ({ body: { data: record } });
  const GROUPS = "criteria-groups";

  it.each<[string, Lists, string, number]>([
    [
      "by requests of their own, which their list shows",
      { achievements: named("a", "b"), "achievements/a/rewards": [] },
      "endpoint",
      1,
    ],
    ["in PUT, because there is no such list", { achievements: named("a", "b") }, "put", 5],
    [
      "in PUT, by 405",
      { achievements: named("a"), "achievements/a/rewards": status(405) },
      "put",
      1,
    ],
    ["either way, where there is nothing to ask about", {}, "unknown", 0],
    ["either way, where all are hidden", { achievements: hidden }, "unknown", 4],
    [
      "by requests of their own, with the parameter that shows hidden resources",
      { achievements: hidden, "achievements/a/rewards": ofHidden },
      "endpoint",
      2,
    ],
    [
      "by the ones of a visible resource",
      { achievements: half, "achievements/b/rewards": [] },
      "endpoint",
      1,
    ],
  ])("rewards: %s", async (_, lists, way, requests) => {
    const { game, server } = await gameOf(lists, writing);
    expect(wayIn(game, "achievement", "rewards")).toBe(way);
    expect(below(server.received)).toHaveLength(requests);
  });

  it("is asked for a link whose members may have to be written, and no other", async () => {
    const lists = { achievements: named("a"), "achievements/a/rewards": [], [GROUPS]: [group()] };
    const scope: ReadScope = { ...noLinks, mayWrite: ({ name }) => name === "achievement" };
    const { server } = await gameOf(lists, scope);
    expect(below(server.received)).toEqual(["achievements/a/rewards"]);
  });

  it("is not asked where the lists have shown it", async () => {
    const scope = { ...everything, mayWrite: () => true };
    const lists = {
      achievements: named("a"),
      "achievements/a/rewards": [],
      actions: named("b"),
      "actions/b/reactions": [],
    };
    const { server } = await gameOf(lists, scope);
    expect(below(server.received).sort()).toEqual([
      "achievements/a/rewards",
      "actions/b/reactions",
    ]);
  });

  it("is judged by the members that were found", async () => {
    const seen: unknown[] = [];
    const scope: ReadScope = {
      ...everything,
      mayWrite: (_, link, resources) => {
        seen.push([
          link.name,
          resources.map(({ custom_id, links }) => [custom_id, links[link.name]]),
        ]);
        return false;
      },
    };
    const embedding = two({ rewards: named("r") }, { rewards: [] });
    await gameOf({ achievements: embedding }, scope);
    expect(seen).toContainEqual([
      "rewards",
      [
        ["a", ["r"]],
        ["b", []],
      ],
    ]);
  });

  it.each<[string, Json, readonly string[]]>([
    ["has them", group(), ["endpoint, in record", "creation, in record"]],
    ["lacks them", { custom_id: "g" }, ["endpoint", "creation"]],
  ])(
    "is shown by the plain record where all embedded members are empty, and it %s",
    async (_, record, ways) => {
      const lists = {
        [GROUPS]: [group()],
        [`${GROUPS}/g`]: single(record),
        [`${GROUPS}/g/criteria`]: [],
      };
      const { game, server } = await gameOf(lists, writing);
      expect(
        ["criteria", "criteria_groups"].map((link) => wayIn(game, "criteria_group", link)),
      ).toEqual(ways);
      expect(below(server.received).sort()).toEqual([
        `${GROUPS}/g`,
        `${GROUPS}/g`,
        `${GROUPS}/g/criteria`,
      ]);
      const unasked = await gameOf(lists, noLinks);
      expect(wayIn(unasked.game, "criteria_group", "criteria_groups")).toBe("creation");
    },
  );

  it("is shown by ids in the records", async () => {
    const refusing = ({ query }: Received) =>
      query.has("include") ? { status: 400 } : page([group()]);
    const { game } = await gameOf({ [GROUPS]: refusing }, noLinks);
    expect(wayIn(game, "criteria_group", "criteria_groups")).toBe("creation, in record");
  });

  it.each([403, 409, 500])(
    "fails the reading where the plain record is answered %s",
    async (number) => {
      const lists = {
        ...emptyGame,
        [GROUPS]: [group()],
        [`${GROUPS}/g`]: status(number),
        [`${GROUPS}/g/criteria`]: [],
      };
      const { client } = await serve(service(lists));
      expect((await readGame(client, catalog, writing)).value).toBeUndefined();
    },
  );

  it.each([404, 410])(
    "reads the kind again where the resource is gone in between: %s",
    async (number) => {
      for (const lost of [`${GROUPS}/g/criteria`, `${GROUPS}/g`]) {
        let isThere = true;
        const lists: Lists = {
          [GROUPS]: () => page(isThere ? [group()] : []),
          [`${GROUPS}/g`]: () => (isThere ? { body: { data: group() } } : { status: number }),
          [`${GROUPS}/g/criteria`]: () => (isThere ? page([]) : { status: number }),
        };
        const { client } = await serve((received, response, index) => {
          if (path(received) === lost) isThere = false;
          return service({ ...emptyGame, ...lists })(received, response, index);
        });
        const { value, diagnostics } = await readGame(client, catalog, writing);
        expect(diagnostics).toEqual([]);
        expect(value && [...value.resources.keys()]).toEqual([]);
        expect(value && wayIn(value, "criteria_group", "criteria")).toBe("unknown");
      }
    },
  );

  it("is not found out from a resource that is listed and nowhere else", async () => {
    const { client } = await serve(service({ ...emptyGame, [GROUPS]: () => page([group()]) }));
    const { value, diagnostics } = await readGame(client, catalog, writing);
    expect([value, ...diagnostics.map(({ code }) => code)]).toEqual([undefined, "incomplete-read"]);
    expect(diagnostics[0]?.detail).toContain("The service lists criteria_group/g");
  });
});

describe("the lists that are chosen by the first ones", () => {
  const achievements = [...named("a", "b"), { custom_id: "c", name: "C", rewards: ["r"] } as Json];
  const lists = {
    achievements,
    "achievements/a/rewards": named("r"),
    "achievements/b/rewards": [],
    rewards: named("r"),
  };
  const onlyA: ReadScope = {
    kinds: ["achievement"],
    linksOf: ({ address }) => address === "achievement/a",
  };

  it("add kinds, and members that were not asked for", async () => {
    const scope: ReadScope = {
      ...onlyA,
      more: () => ({ kinds: ["achievement", "reward"], linksOf: () => true }),
    };
    const { game, linksOf, server } = await gameOf(lists, scope);
    expect(["a", "b", "c"].map((id) => linksOf(`achievement/${id}`))).toEqual([
      { rewards: ["r"] },
      { rewards: [] },
      { rewards: ["r"] },
    ]);
    expect([...game.read]).toEqual(["reward", "achievement"]);
    expect(game.resources.has("reward/r")).toBe(true);
    expect(server.received.map(path)).toEqual([
      "achievements",
      "achievements/a/rewards",
      "rewards",
      "achievements/b/rewards",
    ]);
  });

  it("take nothing away, also where they ask for less", async () => {
    const scope: ReadScope = {
      ...onlyA,
      more: () => ({ kinds: ["achievement"], linksOf: () => false }),
    };
    const { game, linksOf, server } = await gameOf(lists, scope);
    expect(["a", "b"].map((id) => linksOf(`achievement/${id}`))).toEqual([{ rewards: ["r"] }, {}]);
    expect(wayIn(game, "achievement", "rewards")).toBe("endpoint, in record");
    expect(server.received).toHaveLength(2);
  });

  it("show how members are written that were not asked for at first", async () => {
    const scope: ReadScope = {
      ...noLinks,
      more: () => ({ kinds: ["achievement"], linksOf: () => true }),
    };
    const { game } = await gameOf(
      { achievements: named("a"), "achievements/a/rewards": [] },
      scope,
    );
    expect(wayIn(game, "achievement", "rewards")).toBe("endpoint");
  });

  it("are chosen by what the first ones have shown", async () => {
    const seen: unknown[] = [];
    const more: ReadScope["more"] = (live) => {
      seen.push([...live.resources.keys()], wayIn(live, "achievement", "rewards"));
      return { kinds: [], linksOf: () => false };
    };
    await gameOf(lists, { ...onlyA, more });
    expect(seen).toEqual([
      ["achievement/a", "achievement/b", "achievement/c"],
      "endpoint, in record",
    ]);
  });

  it("read a kind anew, with all that was asked for, where a resource is gone in between", async () => {
    const left = new Set(["a", "b"]);
    const { client, server } = await serve((received, response, index) => {
      if (path(received) === "achievements/b/rewards") left.delete("b");
      const lists = Object.fromEntries(
        [...left].map((id) => [`achievements/${id}/rewards`, named("r")]),
      );
      return service({ ...emptyGame, achievements: named(...left), ...lists })(
        received,
        response,
        index,
      );
    });
    const scope: ReadScope = {
      ...onlyA,
      more: () => ({ kinds: ["achievement"], linksOf: () => true }),
    };
    const { value } = await readGame(client, catalog, scope);
    expect(
      [...(value?.resources.values() ?? [])].map(({ custom_id, links }) => [
        custom_id,
        links.rewards,
      ]),
    ).toEqual([["a", ["r"]]]);
    expect(
      server.received.map(path).filter((each) => each === "achievements/a/rewards"),
    ).toHaveLength(2);
  });

  it("fail the whole reading", async () => {
    const scope: ReadScope = { ...onlyA, more: () => ({ kinds: ["reward"], linksOf: () => true }) };
    const { client } = await serve(service({ ...emptyGame, ...lists, rewards: undefined }));
    expect((await readGame(client, catalog, scope)).value).toBeUndefined();
  });

  it("warn once of records that may stay unseen", async () => {
    const refusing = (received: Received) =>
      received.query.has("filter[secret]") ? { status: 400 } : page(named("a"));
    const scope: ReadScope = {
      ...onlyA,
      more: () => ({ kinds: ["achievement"], linksOf: () => true }),
    };
    const { warnings } = await gameOf(
      { achievements: refusing, "achievements/a/rewards": [] },
      scope,
    );
    expect(warnings.map(({ code }) => code)).toEqual(["parameter-not-supported"]);
  });
});

describe("reading back", () => {
  it("asks for the one resource, whatever the size of the game", async () => {
    const { client, server } = await serve(
      service({
        "rewards/r": () => ({ body: { data: { custom_id: "r", name: "R" } } }),
        "criteria-groups/g": ({ query }) => ({
          body: {
            data: {
              custom_id: "g",
              criteria: query.get("include")?.startsWith("criteria") ? named("c") : null,
            },
          },
        }),
      }),
    );
    const found = await readSingle(client, kindNamed(catalog, "reward"), "r");
    expect(found).toMatchObject({ address: "reward/r", body: { custom_id: "r", name: "R" } });
    expect(await readSingle(client, kindNamed(catalog, "reward"), "s")).toBe("absent");
    const group = await readSingle(client, kindNamed(catalog, "criteria_group"), "g");
    expect(group).toMatchObject({ links: { criteria: ["c"] } });
    expect(server.received).toHaveLength(3);
  });

  it("believes no 404 of a kind that the service may hide", async () => {
    const { client } = await serve(service({}));
    expect(await readSingle(client, kindNamed(catalog, "achievement"), "a")).toBeUndefined();
  });

  it.each<[string, Reply]>([
    ["a refusal", { status: 403 }],
    ["a page", { body: "<p>Hello</p>" }],
    ["no record", { body: { data: null } }],
    ["another record", { body: { data: { custom_id: "other" } } }],
    ["a record that cannot be read", { body: { data: { custom_id: "a", name: {} } } }],
  ])("leaves %s to the list", async (_, reply) => {
    const { client } = await serve(service({ "achievements/a": () => reply }));
    expect(await readSingle(client, kindNamed(catalog, "achievement"), "a")).toBeUndefined();
  });
});
