/**
 * Facts of the interface that laurel is built for, in the order of its description, each shown by a
 * run.
 */

import { beforeAll, describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { decodeRecord } from "../../src/model/codec.ts";
import { textOf } from "../docs/pages.ts";
import type { Instead, LiteralRequest, LiteralState, Reply } from "../support/literal/service.ts";
import type { Value } from "../support/literal/values.ts";
import {
  LITERAL,
  type LinkName,
  type LinkVariant,
  type Variant,
} from "../support/literal/variant.ts";
import { loadTexts } from "../support/sources.ts";
import { on, once, type Phase, type Runs, runAll, seen, TOKEN } from "./runs.ts";
import { CREATED_STATE } from "./whole-game.ts";

interface Fact {
  readonly fact: string;
  readonly shown: (runs: Runs) => void | Promise<void>;
}

let runs: Runs;
beforeAll(async () => {
  runs = await runAll();
});

/** The first request of the phase that succeeded. */
function sent({ requests }: Phase, method: string, path: string): LiteralRequest {
  const found = requests.find(
    (one) => one.method === method && one.path === path && one.status < 300,
  );
  const all = requests.map((one) => `${one.method} ${one.path} ${one.status}`);
  if (found === undefined) throw new Error(`no ${method} ${path} among ${all.join(", ")}`);
  return found;
}

/** All requests of a method and collection that succeeded. */
function allSent(
  { requests }: Phase,
  method: string,
  collection: string,
): readonly LiteralRequest[] {
  const found = requests.filter(
    (one) => one.method === method && one.path.split("/")[0] === collection && one.status < 300,
  );
  expect(found.length).toBeGreaterThan(0);
  return found;
}

const COLLECTIONS = [
  "actions",
  "achievements",
  "criteria",
  "criteria-groups",
  "rewards",
  "leaderboards",
];

function kindAt(path: string) {
  const kind = catalog.find((one) => one.path === path);
  if (kind === undefined) throw new Error(`no kind has the path ${path}`);
  return kind;
}

function decode(value: Value) {
  return decodeRecord(kindAt("actions"), value, { dataIsText: false });
}

function fieldOf(path: string, name: string) {
  return kindAt(path).fields.find((field) => field.name === name);
}

/** Problems of a manifest. */
function problemsOf(text: string): readonly string[] {
  return loadTexts([{ file: "game.yaml", text }], catalog).diagnostics.map(({ code }) => code);
}

/** Expects the game to be created as declared, and a new plan to have no changes. */
async function works(
  variant: Partial<Variant>,
  settings = "",
  state: LiteralState = CREATED_STATE,
): Promise<void> {
  const reading = await on(variant, settings);
  expect(reading.exits, reading.errors).toEqual([0, 0]);
  expect(reading.state).toEqual(state);
}

/** Creates the game, and expects fields that records do not show to be reported as not verified. */
async function isNotVerified(
  variant: Partial<Variant>,
  unseen: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await works(variant);
  const reading = await on(variant);
  for (const [address, fields] of Object.entries(unseen)) {
    expect(reading.unseen[address], address).toEqual(expect.arrayContaining([...fields]));
  }
}

/** Expects an answer in place of every list to end the command before anything is written. */
async function endsTheRead(body: Value): Promise<void> {
  const { run, requests } = await once(["apply", "--yes"], {
    instead: ({ method }) => (method === "GET" ? { status: 200, body } : undefined),
  });
  expect(run.exit).toBe(1);
  expect(run.stderr).toContain("unexpected-response");
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
}

/** The first plan of the phase. */
function stepsIn({ run }: Phase): readonly {
  readonly address: string;
  readonly fields: readonly { readonly path: string }[];
}[] {
  return JSON.parse(run.stdout).plans[0].steps;
}

function linksLike(others: Partial<Record<LinkName, LinkVariant>>): Partial<Variant> {
  return { links: { ...LITERAL.links, ...others } };
}

const BOTH_WAYS = (name: string): readonly Fact[] => [
  {
    fact: `The ${name} of an action is text in requests`,
    shown: ({ created }) => {
      expect(sent(created, "POST", "actions").body).toHaveProperty(name, expect.any(String));
      expect(
        problemsOf(
          `actions: [{ custom_id: a, name: A, ${name === "description" ? "" : "description: D, "}${name}: { a: 1 } }]`,
        ),
      ).not.toEqual([]);
    },
  },
  {
    fact: `The ${name} of an action is read from responses`,
    shown: ({ drifted }) => {
      const step = stepsIn(drifted).find(({ address }) => address === "action/fight");
      expect(step?.fields.map(({ path }) => path)).toContain(`/${name}`);
    },
  },
];

const PURPOSE: readonly Fact[] = [
  {
    fact: "The service speaks JSON over HTTP",
    shown: ({ created, updated }) => {
      const bodies = [...created.requests, ...updated.requests].filter(({ text }) => text !== "");
      expect(bodies.length).toBeGreaterThan(20);
      for (const { body, text } of bodies) expect(body, text).toBeDefined();
    },
  },
  {
    fact: "Every resource lives under one game, which the path parameter game_id identifies",
    shown: ({ created, elsewhere }) => {
      for (const { url } of created.requests) expect(url).toMatch(/^\/v1\/games\/dungeon\/./);
      for (const { url } of elsewhere.requests)
        expect(url).toMatch(/^\/api\/v1\/games\/my%20game%2F1\/./);
    },
  },
  {
    fact: "The kinds are actions, achievements, criteria, criteria groups, rewards and leaderboards",
    shown: ({ created }) => {
      expect(catalog.map(({ path }) => path).sort()).toEqual([...COLLECTIONS].sort());
      for (const collection of COLLECTIONS) allSent(created, "POST", collection);
    },
  },
  {
    fact: "Leaderboards expose rankings",
    shown: ({ rankings }) => {
      expect(rankings.run.exit, rankings.run.stderr).toBe(0);
      expect(rankings.run.stdout).toContain("ada");
    },
  },
  {
    fact: "Leaderboards expose a ranking for one player",
    shown: ({ playerRankings }) => {
      expect(JSON.parse(playerRankings.run.stdout)).toMatchObject({
        player: "ada l/1",
        rankings: [{ rank: 0, score: 9 }],
      });
    },
  },
  {
    fact: "An achievement refers to a criteria group through custom_criteria_group_id",
    shown: ({ created }) => {
      expect(fieldOf("achievements", "custom_criteria_group_id")).toMatchObject({
        type: "reference",
        to: "criteria_group",
      });
      const ids = allSent(created, "POST", "achievements").map(
        ({ body }) => body?.custom_criteria_group_id,
      );
      expect(ids.sort()).toEqual(["fighters", "jumpers", "slayers"]);
    },
  },
  {
    fact: "An action carries a list called reactions",
    shown: ({ created }) => {
      const bodies = allSent(created, "POST", "actions").map(({ body }) => body?.reactions);
      expect(bodies).toContainEqual(["fight"]);
    },
  },
  {
    fact: "Not shown: how kinds act on each other at run time. The pages call these rules assumptions",
    shown: () => {
      expect(textOf("docs/service.md")).toContain(
        "## Assumptions\n\nNo source documents these rules.",
      );
    },
  },
  {
    fact: "Every path is appended to the base address",
    shown: async ({ elsewhere }) => {
      expect(elsewhere.requests.length).toBeGreaterThan(0);
      const slash = await once(["plan"], { base: "/deep/er/" });
      for (const { url } of slash.requests)
        expect(url).toMatch(/^\/deep\/er\/v1\/games\/dungeon\/\w/);
    },
  },
];

const TIMES = {
  created_at: "2026-01-05T10:00:00.123456Z",
  updated_at: "2026-01-05T10:00:01.000000Z",
};

const ACTION: readonly Fact[] = [
  {
    fact: "The custom_id of an action is text in requests",
    shown: ({ created }) => {
      const ids = allSent(created, "POST", "actions").map(({ body }) => body?.custom_id);
      expect(ids.sort()).toEqual(["fight", "jump", "slay"]);
      expect(problemsOf("actions: [{ custom_id: [a], name: A }]")).not.toEqual([]);
    },
  },
  {
    fact: "The custom_id of an action is read from responses",
    shown: ({ drifted }) => {
      const addresses = stepsIn(drifted).map(({ address }) => address);
      expect(addresses).toContain("action/slay");
      expect(stepsIn(drifted).find(({ address }) => address === "action/slay")).toMatchObject({
        action: "create",
      });
    },
  },
  ...BOTH_WAYS("name"),
  ...BOTH_WAYS("description"),
  {
    fact: "The custom_data of an action is text in requests",
    shown: ({ created }) => {
      const { custom_data } = sent(created, "POST", "actions").body ?? {};
      expect(JSON.parse(String(custom_data))).toEqual({ icon: "fist.png", big: 12 });
    },
  },
  {
    fact: "The custom_data of an action is a value in responses",
    shown: ({ drifted, planned }) => {
      const step = stepsIn(drifted).find(({ address }) => address === "action/fight");
      expect(step?.fields.map(({ path }) => path)).toContain("/custom_data/big");
      expect(planned.run.exit, "equal values are no difference").toBe(0);
    },
  },
  {
    fact: "The custom_data of an action may be null in responses",
    shown: () => {
      const decoded = decode({ custom_id: "a", custom_data: null });
      expect(decoded).toMatchObject({ record: { body: { custom_data: null } } });
    },
  },
  {
    fact: "The custom_data of an action is free: it may be any value",
    shown: async () => {
      const values = ["true", "7", '"text"', "[1, [2]]", "{ a: { b: null } }"];
      const lines = values.map(
        (value, index) => `  - { custom_id: a-${index}, name: A ${index}, custom_data: ${value} }`,
      );
      const { run, state } = await once(["apply", "--yes"], {}, `actions:\n${lines.join("\n")}\n`);
      expect(run.exit, run.stderr).toBe(0);
      expect(values.map((_, index) => state[`actions/a-${index}`]?.custom_data)).toEqual([
        ...[true, 7, "text", [1, [2]], { a: { b: null } }],
      ]);
    },
  },
  {
    fact: "The reactions of an action are sent on create",
    shown: ({ created, updated }) => {
      expect(created.state["actions/slay"]?.reactions).toEqual(["fight"]);
      expect(updated.state["actions/slay"]?.reactions, "and stay when it is updated").toEqual([
        "fight",
      ]);
    },
  },
  ...Object.keys(TIMES).map(
    (name): Fact => ({
      fact: `The ${name} of a record is in responses only`,
      shown: ({ created, updated }) => {
        const bodies = [...created.requests, ...updated.requests].flatMap(({ body }) => body ?? []);
        for (const body of bodies) expect(body).not.toHaveProperty(name);
        expect(fieldOf("actions", name)).toBeUndefined();
      },
    }),
  ),
  {
    fact: "created_at is an ISO 8601 timestamp in UTC with microseconds and a trailing Z",
    shown: () => {
      const decoded = decode({ custom_id: "a", name: "A", ...TIMES });
      expect(decoded).toMatchObject({ record: { createdAt: Date.UTC(2026, 0, 5, 10, 0, 0, 123) } });
    },
  },
  {
    fact: "updated_at has the same format, and a new one is no difference",
    shown: () => {
      const shownAt = (updated_at: string) => {
        const decoded = decode({ custom_id: "a", name: "A", ...TIMES, updated_at });
        return "record" in decoded ? decoded.record.body : decoded;
      };
      expect(shownAt(TIMES.created_at)).toEqual(shownAt(TIMES.updated_at));
    },
  },
  {
    fact: "Not shown: the structure of a reaction. Ids and records are read",
    shown: async () => {
      await works({});
      await works(linksLike({ reactions: { taken: "always", shown: "records" } }));
    },
  },
  {
    fact: "Not shown: where reactions come back. Absent ones are not verified",
    shown: () =>
      isNotVerified(linksLike({ reactions: { taken: "creation", shown: "no" } }), {
        "action/slay": ["reactions"],
      }),
  },
  {
    fact: "Not shown: which fields of an action are required. An action with an id and a name sends only these",
    shown: ({ created }) => {
      const bodies = allSent(created, "POST", "actions").map(({ body }) => body);
      expect(bodies).toContainEqual({ custom_id: "jump", name: "Jump" });
      expect(problemsOf("actions: [{ custom_id: a }]")).not.toEqual([]);
      expect(problemsOf("actions: [{ name: A }]")).not.toEqual([]);
    },
  },
];

const REWARD: readonly Fact[] = [
  ...["custom_id", "name"].flatMap((name): readonly Fact[] => [
    {
      fact: `The ${name} of a reward is text, and required on create`,
      shown: ({ created }) => {
        for (const { body } of allSent(created, "POST", "rewards"))
          expect(body).toHaveProperty(name, expect.any(String));
        const others = name === "name" ? "custom_id: r" : "name: R";
        expect(problemsOf(`rewards: [{ ${others} }]`)).not.toEqual([]);
      },
    },
    {
      fact: `The ${name} of a reward is taken on update`,
      shown: ({ updated }) => {
        expect(sent(updated, "PUT", "rewards/egg").body).toHaveProperty(
          name,
          name === "name" ? "Dragon egg" : "egg",
        );
      },
    },
  ]),
  {
    fact: "The description of a reward is text, and optional on create",
    shown: ({ created }) => {
      const bodies = new Map(
        allSent(created, "POST", "rewards").map(({ body }) => [body?.custom_id, body]),
      );
      expect(bodies.get("egg")).toHaveProperty("description", "Warm.");
      expect(bodies.get("coin")).not.toHaveProperty("description");
    },
  },
  {
    fact: "The description of a reward is optional on update, and kept",
    shown: ({ updated }) => {
      expect(updated.state["rewards/egg"]?.description).toBe("Warm.");
    },
  },
  {
    fact: "The custom_data of a reward is optional on create",
    shown: async () => {
      const { requests } = await once(
        ["apply", "--yes"],
        {},
        "rewards: [{ custom_id: r, name: R }]\n",
      );
      expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
        custom_id: "r",
        name: "R",
      });
    },
  },
  {
    fact: "The custom_data of a reward is optional on update, and kept",
    shown: ({ updated }) => {
      expect(updated.state["rewards/egg"]?.custom_data).toEqual([1, { b: null }]);
    },
  },
  {
    fact: "The custom_data of a reward is JSON: its text is sent by default",
    shown: ({ created }) => {
      const texts = allSent(created, "POST", "rewards").map(({ body }) =>
        JSON.parse(String(body?.custom_data)),
      );
      expect(texts).toEqual(expect.arrayContaining(["plain text", [1, { b: null }]]));
    },
  },
  {
    fact: "The custom_data of a reward is JSON: its value is sent if the project says so",
    shown: async () => {
      const options = { settings: "wire: { custom_data: { rewards: json } }" };
      const { requests } = await once(["apply", "--yes"], options);
      const sentData = (collection: string) =>
        requests
          .filter(({ method, path }) => method === "POST" && path === collection)
          .map(({ body }) => body?.custom_data);
      expect(sentData("rewards")).toEqual(expect.arrayContaining(["plain text", [1, { b: null }]]));
      expect(sentData("leaderboards"), "and text for the other kinds").toContain('{"unit":"s"}');
    },
  },
  {
    fact: "Not shown: the response fields of a reward. Those that do not come are not verified",
    shown: () => isNotVerified({ hidden: ["*"] }, { "reward/egg": ["description", "custom_data"] }),
  },
];

const ACHIEVEMENT_FIELDS = [
  ...[
    "custom_id",
    "name",
    "description",
    "is_secret",
    "points",
    "custom_criteria_group_id",
    "custom_data",
  ],
] as const;

const ACHIEVEMENT: readonly Fact[] = [
  ...ACHIEVEMENT_FIELDS.map(
    (name): Fact => ({
      fact: `Create an achievement takes ${name}`,
      shown: ({ created }) => {
        const bodies = new Map(
          allSent(created, "POST", "achievements").map(({ body }) => [body?.custom_id, body]),
        );
        const expected = CREATED_STATE["achievements/slayer"]?.[name];
        const value = bodies.get("slayer")?.[name];
        expect(name === "custom_data" ? JSON.parse(String(value)) : value).toEqual(expected);
        expect(created.state["achievements/slayer"]?.[name]).toEqual(expected);
      },
    }),
  ),
  ...["custom_id", "name", "description", "custom_criteria_group_id", "custom_data"].map(
    (name): Fact => ({
      fact: `The ${name} of an achievement is text`,
      shown: ({ created }) => {
        const bodies = allSent(created, "POST", "achievements").map(({ body }) => body);
        expect(bodies.find((body) => body?.custom_id === "slayer")).toHaveProperty(
          name,
          expect.any(String),
        );
      },
    }),
  ),
  {
    fact: "The is_secret of an achievement is a string: words are sent if the project says so",
    shown: async () => {
      const settings = "wire: { booleans: word }";
      await works({ booleans: "word" }, settings);
      const { requests } = await on({ booleans: "word" }, settings);
      const values = requests.flatMap(({ method, body }) =>
        method === "POST" ? (body?.is_secret ?? []) : [],
      );
      expect(values.sort()).toEqual(["false", "false", "true"]);
    },
  },
  {
    fact: "The is_secret of an achievement is a string: digits are sent if the project says so",
    shown: () =>
      works({ booleans: "digit", numbers: "text" }, "wire: { booleans: number, numbers: text }"),
  },
  {
    fact: "The points of an achievement are a string: text is sent if the project says so",
    shown: async () => {
      const settings = "wire: { numbers: text }";
      await works({ numbers: "text" }, settings);
      const { requests } = await on({ numbers: "text" }, settings);
      const values = requests.flatMap(({ method, body }) =>
        method === "POST" ? (body?.points ?? []) : [],
      );
      expect(values.sort()).toEqual(["0", "1", "50"]);
    },
  },
  {
    fact: "Strings are read for is_secret and points",
    shown: () => works({ shownScalars: "text" }),
  },
  {
    fact: "Create an achievement takes no other field",
    shown: ({ created }) => {
      for (const { body } of allSent(created, "POST", "achievements")) {
        expect(ACHIEVEMENT_FIELDS).toEqual(expect.arrayContaining(Object.keys(body ?? {})));
      }
    },
  },
  {
    fact: "Not shown: the required fields of an achievement. It is created with an id and a name",
    shown: async () => {
      const { run, state } = await once(
        ["apply", "--yes"],
        {},
        "achievements: [{ custom_id: a, name: A }]\n",
      );
      expect(run.exit, run.stderr).toBe(0);
      expect(state).toEqual({
        "achievements/a": { custom_id: "a", name: "A", is_secret: false, points: 1 },
      });
    },
  },
  ...["is_secret", "points", "custom_criteria_group_id", "description", "custom_data"].map(
    (name): Fact => ({
      fact: `Not shown: whether an achievement's response has ${name}. Without it, it is not verified`,
      shown: () => isNotVerified({ hidden: [name] }, { "achievement/slayer": [name] }),
    }),
  ),
];

const OTHERS: readonly Fact[] = [
  ...[
    [
      "leaderboard",
      "leaderboard/races",
      ["description", "custom_data", "type", "ordering", "score_preference"],
    ],
    [
      "criteria group",
      "criteria_group/slayers",
      ["operator", "conditions", "criteria", "criteria_groups"],
    ],
    [
      "criterion",
      "criterion/ten-slain",
      ["custom_action_id", "type", "rule", "streak", "conditions"],
    ],
  ].map(
    ([label, address, fields]): Fact => ({
      fact: `Not shown: the fields of a ${String(label)} record. Those that do not come are not verified`,
      shown: () => isNotVerified({ hidden: ["*"] }, { [String(address)]: [fields ?? []].flat() }),
    }),
  ),
  {
    fact: "Not shown: the fields of a ranking record. All are passed on",
    shown: async () => {
      const rows = { data: [{ place: "1st", who: { id: "bob" } }], links: {}, meta: { a: 1 } };
      const { run } = await once(["rankings", "races", "--format", "json"], {
        instead: () => ({ status: 200, body: rows }),
      });
      expect(JSON.parse(run.stdout)).toMatchObject({ rankings: rows.data, meta: rows.meta });
    },
  },
  {
    fact: "Not shown: states and transitions. No record has one",
    shown: () => {
      const names = catalog.flatMap(({ fields }) => fields.map(({ name }) => name));
      for (const name of ["state", "status", "active", "published"])
        expect(names).not.toContain(name);
    },
  },
];

const EXAMPLES: Readonly<Record<string, readonly [label: string, id: string]>> = {
  actions: ["an action", "fight"],
  achievements: ["an achievement", "slayer"],
  rewards: ["a reward", "egg"],
  leaderboards: ["a leaderboard", "races"],
  "criteria-groups": ["a criteria group", "slayers"],
  criteria: ["a criterion", "ten-slain"],
};

const OPERATIONS: readonly Fact[] = Object.entries(EXAMPLES).flatMap(
  ([path, [label, id]]): readonly Fact[] => {
    const collection = path === "criteria" ? "criteria/" : path;
    const base = "/v1/games/:game_id";
    const url = (method: string, phase: Phase, end: string): void => {
      expect(sent(phase, method, end).url.split("?")[0]).toBe(`/v1/games/dungeon/${end}`);
    };
    return [
      {
        fact: `Create ${label}: POST ${base}/${collection}`,
        shown: ({ created }) => url("POST", created, collection),
      },
      {
        fact: `Retrieve ${label}: GET ${base}/${path}/:id`,
        shown: ({ readBack }) => url("GET", readBack, `${path}/${id}`),
      },
      {
        fact: `Update ${label}: PUT ${base}/${path}/:id`,
        shown: ({ updated }) => url("PUT", updated, `${path}/${id}`),
      },
      {
        fact: `Delete ${label}: DELETE ${base}/${path}/:id`,
        shown: ({ emptied }) => {
          url("DELETE", emptied, `${path}/${id}`);
          expect(emptied.state).toEqual({});
        },
      },
      {
        fact: `List all ${path.replace("-", " ")}: GET ${base}/${path}`,
        shown: ({ created }) => url("GET", created, path),
      },
    ];
  },
);

const ENDPOINTS: readonly Fact[] = [
  {
    fact: "game_id is text in every path, and percent-encoded",
    shown: ({ elsewhere }) => {
      expect(elsewhere.requests.length).toBeGreaterThan(0);
      for (const { url } of elsewhere.requests) expect(url).toContain("/v1/games/my%20game%2F1/");
    },
  },
  {
    fact: "id is text in the path of a single resource, and percent-encoded",
    shown: async () => {
      const manifest = "rewards: [{ custom_id: a~b.c, name: R }]\n";
      const { requests } = await once(
        ["apply", "--yes"],
        { variant: { create: { status: 200, body: "page" } } },
        manifest,
      );
      expect(requests.map(({ path }) => path)).toContain("rewards/a~b.c");
      const rankings = await once(["rankings", "a b/c"], {});
      expect(rankings.requests.map(({ path }) => path)).toContain(
        "leaderboards/a%20b%2Fc/rankings",
      );
    },
  },
  {
    fact: "player_id is text in the path of a player's ranking, and percent-encoded",
    shown: ({ playerRankings }) => {
      expect(playerRankings.requests.map(({ path }) => path)).toEqual([
        "leaderboards/races/players/ada%20l%2F1/rankings",
      ]);
    },
  },
  {
    fact: "Collection paths are under /v1/games/:game_id",
    shown: ({ planned }) => {
      const paths = planned.requests.flatMap(({ url }) => url.split("?")[0] ?? []);
      expect(paths).toEqual(
        expect.arrayContaining(COLLECTIONS.map((path) => `/v1/games/dungeon/${path}`)),
      );
    },
  },
  ...OPERATIONS,
  {
    fact: "List a leaderboard's rankings: GET /v1/games/:game_id/leaderboards/:id/rankings",
    shown: ({ rankings }) => {
      expect(rankings.requests.map(({ method, url }) => `${method} ${url.split("?")[0]}`)).toEqual([
        "GET /v1/games/dungeon/leaderboards/races/rankings",
      ]);
    },
  },
  {
    fact: "List a player's ranking: GET /v1/games/:game_id/leaderboards/:id/players/:player_id/rankings",
    shown: ({ playerRankings }) => {
      expect(
        playerRankings.requests.map(({ method, url }) => `${method} ${url.split("?")[0]}`),
      ).toEqual(["GET /v1/games/dungeon/leaderboards/races/players/ada%20l%2F1/rankings"]);
    },
  },
  {
    fact: "The path of POST criteria ends with a slash, and no other path does",
    shown: ({ created, updated, emptied }) => {
      const all = [created, updated, emptied].flatMap(({ requests }) => requests);
      const withSlash = all.filter(({ path }) => path.endsWith("/"));
      expect(withSlash).toHaveLength(3);
      for (const { method, path } of withSlash) expect(`${method} ${path}`).toBe("POST criteria/");
      expect(all.filter(({ method, path }) => method === "POST" && path === "criteria")).toEqual(
        [],
      );
    },
  },
  ...[307, 308].map(
    (slash): Fact => ({
      fact: `Not shown: whether the slash is redirected. A ${slash} is followed with the same body`,
      shown: () => works({ slash: slash === 307 ? 307 : 308 }),
    }),
  ),
];

/** Fields that section 2 of the interface lists for the creation of a kind. */
const CREATE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  actions: ["custom_id", "name", "description", "custom_data", "reactions"],
  rewards: ["custom_id", "name", "description", "custom_data"],
  achievements: ACHIEVEMENT_FIELDS,
};

const BODIES: readonly Fact[] = [
  ...Object.entries(CREATE_FIELDS).map(
    ([path, fields]): Fact => ({
      fact: `The body of POST ${path} has only fields that the kind has`,
      shown: ({ created }) => {
        const names = new Set(
          allSent(created, "POST", path).flatMap(({ body }) => Object.keys(body ?? {})),
        );
        expect([...names].sort()).toEqual([...fields].sort());
      },
    }),
  ),
  {
    fact: "Update a reward takes custom_id, name, description and custom_data",
    shown: ({ updated }) => {
      const bodies = allSent(updated, "PUT", "rewards").map(({ body }) =>
        Object.keys(body ?? {}).sort(),
      );
      expect(bodies).toEqual([["custom_data", "custom_id", "description", "name"]]);
    },
  },
  {
    fact: "Create a reward requires custom_id and name",
    shown: ({ created }) => {
      for (const { body } of allSent(created, "POST", "rewards")) {
        expect(body).toMatchObject({ custom_id: expect.any(String), name: expect.any(String) });
      }
    },
  },
  ...["GET", "DELETE"].map(
    (wanted): Fact => ({
      fact: `${wanted} requests carry no body`,
      shown: () => {
        const all = seen.requests.filter(({ method }) => method === wanted);
        expect(all.length).toBeGreaterThan(10);
        for (const { text, headers } of all) {
          expect(text).toBe("");
          expect(headers["content-length"] ?? "0").toBe("0");
        }
      },
    }),
  ),
];

const HEADERS: readonly Fact[] = [
  ["authorization", `Bearer ${TOKEN}`],
  ["accept", "application/json"],
  ["content-type", "application/json"],
].map(([name = "", value]) => ({
  fact: `Every request has ${name}: ${String(value).replace(TOKEN, "<API_TOKEN>")}`,
  shown: ({ created, planned, updated, emptied, readBack, rankings }) => {
    const all = [created, planned, updated, emptied, readBack, rankings].flatMap(
      ({ requests }) => requests,
    );
    expect(all.length).toBeGreaterThan(100);
    for (const { headers } of all) expect(headers[name]).toBe(value);
  },
}));

const ENVELOPE: readonly Fact[] = [
  {
    fact: "A list is an object with data, links and meta",
    shown: async ({ planned }) => {
      expect(planned.run.exit, planned.run.stderr).toBe(0);
      await endsTheRead([]);
    },
  },
  {
    fact: "The data of a list is an array of records",
    shown: () => endsTheRead({ data: {} }),
  },
  {
    fact: "The links of a list are an object: a page that it names is read",
    shown: () => works({ paging: "next-link" }),
  },
  {
    fact: "The meta of a list is an object: pages that it counts are read",
    shown: () => works({ paging: "last-page" }),
  },
  {
    fact: "Each record in the list of actions has the fields of an action",
    shown: ({ planned, drifted }) => {
      expect(planned.run.exit).toBe(0);
      const fields = stepsIn(drifted)
        .find(({ address }) => address === "action/fight")
        ?.fields.map(({ path }) => path);
      expect(fields?.sort()).toEqual(["/custom_data/big", "/description", "/name"]);
    },
  },
];

const WRITTEN = ["empty", "object", "bare", "page"] as const;
const SUCCESSES = [200, 201, 202, 204] as const;
const STATUSES = [400, 403, 404, 405, 406, 422, 500] as const;

const ENDPOINT_GAPS: readonly Fact[] = [
  ...WRITTEN.map(
    (body): Fact => ({
      fact: `Not shown: response bodies of create. ${body === "page" ? "A page is read back" : `One that is ${body} is enough`}`,
      shown: () => works({ create: { status: 200, body } }),
    }),
  ),
  {
    fact: "Not shown: response bodies of update and delete. Empty ones are enough",
    shown: async () => {
      const empty = { status: 200, body: "empty" } as const;
      const manifest = "rewards: [{ custom_id: r, name: R }]\n";
      const variant = { replace: empty, remove: empty };
      const { run } = await once(["apply", "--yes"], { variant }, manifest);
      expect(run.exit, run.stderr).toBe(0);
    },
  },
  {
    fact: "Not shown: response bodies of retrieve. A record without an envelope is found in its list",
    shown: () => works({ single: "bare", create: { status: 200, body: "page" } }),
  },
  ...SUCCESSES.map(
    (status): Fact => ({
      fact: `Not shown: success status codes. ${status} is one`,
      shown: () =>
        works({ create: { status, body: "record" }, replace: { status, body: "record" } }),
    }),
  ),
  {
    fact: "Not shown: contents of links and meta. Without both, a list is whole",
    shown: () => works({ paging: "bare" }),
  },
  {
    fact: "Not shown: contents of links and meta. If both are empty, a list is whole",
    shown: () => works({ paging: "whole" }),
  },
  {
    fact: "Not shown: parameters for pages, filters and order. No request of a list needs one",
    shown: ({ created }) => {
      expect(
        created.requests.filter(({ query }) =>
          Object.keys(query).some((name) => /sort|order/.test(name)),
        ),
      ).toEqual([]);
    },
  },
  ...STATUSES.filter((status) => status === 400 || status === 422).map(
    (status): Fact => ({
      fact: `Not shown: parameters for pages, filters and order. A service that answers them ${status} is read without`,
      shown: () => works({ unknownParameters: status }),
    }),
  ),
  ...["leaderboards", "criteria-groups", "criteria"].map(
    (path): Fact => ({
      fact: `Not shown: request bodies of ${path}. The page of the service documents every member that is sent`,
      shown: ({ created, updated }) => {
        const bodies = [...allSent(created, "POST", path), ...allSent(updated, "PUT", path)];
        const names = new Set(bodies.flatMap(({ body }) => Object.keys(body ?? {})));
        for (const name of names) expect(textOf("docs/service.md")).toContain(`\`${name}\``);
      },
    }),
  ),
  ...["text", "object"].map(
    (form): Fact => ({
      fact: `Not shown: the form of conditions. A service may show them as ${form === "text" ? "text" : "an object"}`,
      shown: () =>
        works({ conditions: { taken: "any", shown: form === "text" ? "text" : "object" } }),
    }),
  ),
  ...["actions/fight", "achievements/slayer"].map(
    (path): Fact => ({
      fact: `Not shown: the body of PUT ${path}. It has every field that the record shows, so that nothing is lost`,
      shown: ({ updated }) => {
        const { body } = sent(updated, "PUT", path);
        const shown = Object.keys(CREATED_STATE[path] ?? {}).filter(
          (name) => name !== "rewards" && name !== "reactions",
        );
        expect(Object.keys(body ?? {})).toEqual(expect.arrayContaining(shown));
      },
    }),
  ),
  {
    fact: "Not shown: response shape of rankings. Rows without an envelope are passed on",
    shown: async () => {
      const { run } = await once(["rankings", "races", "--format", "json"], {
        instead: () => ({ status: 200, body: [["cyd", 7]] }),
      });
      expect(JSON.parse(run.stdout)).toMatchObject({ rankings: [["cyd", 7]] });
    },
  },
  {
    fact: "Not shown: query parameters of rankings. Those of the command line are sent, and no others",
    shown: ({ rankings, playerRankings }) => {
      expect(rankings.requests.map(({ query }) => query)).toEqual([{ time_span: "daily" }]);
      expect(playerRankings.requests.map(({ query }) => query)).toEqual([{}]);
    },
  },
  ...(["endpoint", "always"] as const).map(
    (taken): Fact => ({
      fact: `Not shown: how members of groups and achievements are written. ${taken === "endpoint" ? "They may have lists of their own" : "They may be members of records"}`,
      shown: () => {
        const shown = taken === "endpoint" ? "no" : "ids";
        return works(linksLike({ criteria: { taken, shown }, rewards: { taken, shown } }));
      },
    }),
  ),
];

/** Answers as a service whose token may only read. */
function readOnlyToken({ method }: { readonly method: string }): Reply | undefined {
  return method === "GET"
    ? undefined
    : { status: 403, body: { message: "This token can only read." } };
}

/** Expects a refused token to end the command with its own problem. */
function refusesToken(variant: Partial<Variant>): () => Promise<void> {
  return async () => {
    const { run, requests, state } = await once(["apply", "--yes"], {
      variant,
      token: "revoked-token-0123456789",
    });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("error[not-authorised]");
    expect(run.stderr).toContain("Check the token");
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(state).toEqual({});
  };
}

const AUTHENTICATION: readonly Fact[] = [
  {
    fact: "Every request is authenticated with Authorization: Bearer <API_TOKEN>",
    shown: () => {
      expect(seen.requests.length).toBeGreaterThan(300);
      for (const { headers } of seen.requests)
        expect(headers.authorization).toMatch(/^Bearer [\w-]+$/);
    },
  },
  {
    fact: "A token is created in the dashboard, under a name of the user's choice: any variable can contain it",
    shown: async () => {
      const missing = await once(["plan"], { settings: "token_env: LAUREL_DUNGEON_TOKEN" });
      expect(missing.run.exit).not.toBe(0);
      expect(missing.run.stderr).toContain("LAUREL_DUNGEON_TOKEN");
      expect(missing.requests).toEqual([]);
    },
  },
  {
    fact: "A token is displayed once, so that no output of laurel has it",
    shown: () => {
      expect(seen.outputs.length).toBeGreaterThan(20);
      for (const text of seen.outputs) expect(text).not.toContain(TOKEN);
    },
  },
  { fact: "A token can be revoked: then the command ends, and says so", shown: refusesToken({}) },
  {
    fact: "Not shown: the scope of a token. One that can only read is enough for a plan, and no write is taken for done",
    shown: async () => {
      const readOnly = { instead: readOnlyToken };
      const plan = await once(["plan"], readOnly);
      expect(plan.run.exit, plan.run.stderr).toBe(0);
      const { run, state } = await once(["apply", "--yes", "--format", "json"], readOnly);
      expect(run.exit).toBe(1);
      expect(JSON.parse(run.stdout).results[0].totals).toMatchObject({ done: 0, not_verified: 0 });
      expect(state).toEqual({});
    },
  },
  {
    fact: "Not shown: the lifetime of a token. If it ends in the middle of an apply, only what was created is done",
    shown: async () => {
      let writes = 0;
      const instead: Instead = ({ method }) => {
        writes += method === "POST" ? 1 : 0;
        return writes > 5 ? { status: 401, body: { message: "Expired." } } : undefined;
      };
      const { run, state } = await once(["apply", "--yes", "--format", "json"], { instead });
      const [{ totals }] = JSON.parse(run.stdout).results;
      expect(run.exit).toBe(1);
      expect(totals.done).toBe(Object.keys(state).length);
      expect(totals.done).toBe(5);
    },
  },
  {
    fact: "Not shown: the response to an invalid token. It may be 403",
    shown: refusesToken({ unauthorised: 403 }),
  },
  {
    fact: "Not shown: the response to an invalid token. It may be a page",
    shown: refusesToken({ errors: "html" }),
  },
  {
    fact: "Not shown: the response to an invalid token. It may be empty",
    shown: refusesToken({ errors: "empty" }),
  },
];

/** Expects a refused creation to fail its step alone, with these words of the service. */
function failsTheStep(errors: Variant["errors"], words: string): () => Promise<void> {
  return async () => {
    const manifest =
      "rewards: [{ custom_id: r, name: R, custom_data: { a: 1 } }, { custom_id: s, name: S }]\n";
    const variant = { errors, customData: { taken: "json", shown: "json" } } as const;
    const { run, state } = await once(
      ["apply", "--yes", "--format", "json"],
      { variant },
      manifest,
    );
    const [{ totals, steps }] = JSON.parse(run.stdout).results;
    expect(run.exit).toBe(1);
    expect(totals).toMatchObject({ done: 1, failed: 1 });
    expect(
      steps.find(({ address }: { address: string }) => address === "reward/r").diagnostic.detail,
    ).toContain(words);
    expect(Object.keys(state)).toEqual(["rewards/s"]);
  };
}

const ENDS: readonly Fact[] = [
  {
    fact: "Not shown: events. Nothing is requested besides the collections",
    shown: () => {
      const others = seen.requests.filter(
        ({ path }) => !COLLECTIONS.includes(path.split("/")[0] ?? ""),
      );
      expect(others).toEqual([]);
    },
  },
  {
    fact: "Not shown: the body of an error. Its message is shown",
    shown: failsTheStep("json", "must be an object"),
  },
  {
    fact: "Not shown: the body of an error. Text is shown",
    shown: failsTheStep("text", "must be an object"),
  },
  {
    fact: "Not shown: the body of an error. Any other JSON is shown",
    shown: failsTheStep("code", "E422"),
  },
  { fact: "Not shown: the body of an error. A page is quoted", shown: failsTheStep("html", "422") },
  {
    fact: "Not shown: the body of an error. Without one, the status is shown",
    shown: failsTheStep("empty", "422"),
  },
  ...[400, 402, 409, 418, 451].map(
    (status): Fact => ({
      fact: `Not shown: the status codes of errors. A ${status} fails the step`,
      shown: async () => {
        const { run } = await once(
          ["apply", "--yes", "--format", "json"],
          {
            instead: ({ method }) =>
              method === "POST" ? { status, body: { message: "No." } } : undefined,
          },
          "rewards: [{ custom_id: r, name: R }]\n",
        );
        expect(run.exit).toBe(1);
        expect(JSON.parse(run.stdout).results[0].totals).toMatchObject({ done: 0, failed: 1 });
      },
    }),
  ),
  {
    fact: "Not shown: a limit of the rate. A 429 is waited for, and the request sent again",
    shown: async () => {
      let count = 0;
      const instead = ({ method }: { readonly method: string }) => {
        count += method === "POST" ? 1 : 0;
        return method === "POST" && count === 1
          ? { status: 429, body: { message: "Slow down." } }
          : undefined;
      };
      const { run, state } = await once(
        ["apply", "--yes"],
        { instead },
        "rewards: [{ custom_id: r, name: R }]\n",
      );
      expect(run.exit, run.stderr).toBe(0);
      expect(state).toHaveProperty("rewards/r");
    },
  },
  {
    fact: "Not shown: the size of a page. Lists with two records on a page are read to their end",
    shown: async () => {
      await works({ paging: "last-page" });
      const { requests } = await on({ paging: "last-page" });
      expect(requests.map(({ query }) => query["page[number]"])).toContain("2");
    },
  },
  {
    fact: "Not shown: limits of sizes. A 413 fails the step with its status",
    shown: async () => {
      const instead = ({ method }: { readonly method: string }) =>
        method === "POST" ? { status: 413 } : undefined;
      const { run } = await once(
        ["apply", "--yes"],
        { instead },
        "rewards: [{ custom_id: r, name: R }]\n",
      );
      expect(run.exit).toBe(1);
      expect(run.stderr).toContain("413");
    },
  },
  {
    fact: "Every path starts with /v1",
    shown: () => {
      const { requests } = seen;
      for (const { url } of requests) expect(url).toMatch(/^(\/api|\/deep\/er)?\/v1\/games\//);
      expect(requests.length).toBeGreaterThan(300);
    },
  },
  {
    fact: "The version is only in the prefix: a base address that ends with it has it once",
    shown: async () => {
      const { requests } = await once(["plan"], { base: "/v1" });
      expect(requests.length).toBeGreaterThan(0);
      for (const { url } of requests) expect(url).toMatch(/^\/v1\/games\/dungeon\//);
    },
  },
  {
    fact: "Not shown: future versions. No other version is requested, and no header names one",
    shown: ({ created }) => {
      const names = new Set(created.requests.flatMap(({ headers }) => Object.keys(headers)));
      for (const name of names) expect(name).not.toContain("version");
      for (const { url } of seen.requests) expect(url).not.toMatch(/\/v[2-9]\//);
    },
  },
];

const SECTIONS: readonly (readonly [section: string, facts: readonly Fact[]])[] = [
  ["What the service does", PURPOSE],
  ["Action", ACTION],
  ["Reward", REWARD],
  ["Achievement", ACHIEVEMENT],
  ["Other resources, states", OTHERS],
  ["Endpoints", ENDPOINTS],
  ["Request bodies", BODIES],
  ["Request headers", HEADERS],
  ["List response envelope", ENVELOPE],
  ["Gaps in the endpoints", ENDPOINT_GAPS],
  ["Authentication", AUTHENTICATION],
  ["Events, errors, limits and versions", ENDS],
];

describe.each(SECTIONS)("%s", (_, facts) => {
  it.each(facts.map(({ fact, shown }) => [fact, shown] as const))("%s", (_, shown) => shown(runs));
});

it("No fact is in the table twice", () => {
  const all = SECTIONS.flatMap(([, facts]) => facts.map(({ fact }) => fact));
  expect(all.filter((fact, index) => all.indexOf(fact) !== index)).toEqual([]);
});
