/**
 * Live records that manifests cannot express, or that cannot be read at all: each is named, and the
 * rest of the game is taken.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { Kind } from "../../../src/catalog/types.ts";
import { type Json, type JsonObject, jsonText } from "../../../src/ground/json.ts";
import { type CliRun, inGame, type TestGame } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { Door } from "../../support/service/service.ts";

/** A game with one plain resource of each kind. */
const PLAIN: Contents = {
  actions: [{ custom_id: "slay", name: "Slay" }],
  criteria: [{ custom_id: "once", name: "Once", custom_action_id: "slay" }],
  criteria_groups: [{ custom_id: "all", name: "All", criteria: ["once"] }],
  rewards: [{ custom_id: "egg", name: "Egg" }],
  achievements: [
    { custom_id: "hero", name: "Hero", custom_criteria_group_id: "all", rewards: ["egg"] },
  ],
  leaderboards: [{ custom_id: "arena", name: "Arena", type: "custom" }],
};

const REQUIRED: Readonly<Record<string, JsonObject>> = {
  criterion: { custom_action_id: "slay" },
  leaderboard: { type: "custom" },
};

function hasField({ fields }: Kind, name: string): boolean {
  return fields.some((field) => field.name === name);
}

interface Oddness {
  readonly name: string;
  /** The members that make a record odd; undefined where the kind has no such member. */
  readonly members: (kind: Kind) => JsonObject | undefined;
  /** How a record is changed when it is sent. */
  readonly sent?: (record: JsonObject) => readonly Json[];
  /** The words that name the record. */
  readonly words?: (kind: Kind) => string;
  /** Whether the record can be read, so that a plan is possible. */
  readonly isReadable: boolean;
}

const odd = (members: JsonObject) => (): JsonObject => members;
const inField = (name: string, value: Json) => (kind: Kind) =>
  hasField(kind, name) ? { [name]: value } : undefined;

const ODDNESSES: readonly Oddness[] = [
  ...["a b", "x".repeat(300), "é", "a/b", "a\u0000b", "..", "a\nb"].map((custom_id): Oddness => {
    return {
      name: `the id ${jsonText(custom_id).slice(0, 20)}`,
      members: odd({ custom_id }),
      isReadable: true,
    };
  }),
  {
    name: "half of a character in its id",
    members: odd({ custom_id: "a\ud83d" }),
    isReadable: false,
  },
  { name: "a name of 300 characters", members: odd({ name: "x".repeat(300) }), isReadable: true },
  { name: "half of a character in its name", members: odd({ name: "a\ud83d" }), isReadable: true },
  { name: "a blank name", members: odd({ name: " " }), isReadable: true },
  { name: "no name", members: odd({ name: null }), isReadable: true },
  {
    name: "2,000 characters of data",
    members: inField("custom_data", "x".repeat(2000)),
    isReadable: true,
  },
  {
    name: "a key that objects inherit",
    members: inField("custom_data", JSON.parse('{"__proto__":1}')),
    isReadable: true,
  },
  { name: "a number as its name", members: odd({ name: 42 }), isReadable: false },
  { name: "a list as its description", members: odd({ description: [] }), isReadable: false },
  { name: "a word as points", members: inField("points", "many"), isReadable: false },
  { name: "negative points", members: inField("points", -1), isReadable: true },
  { name: "a word as a flag", members: inField("is_secret", "maybe"), isReadable: false },
  { name: "an unknown rule", members: inField("rule", "about:3"), isReadable: true },
  { name: "an unknown type", members: inField("type", "cumulative"), isReadable: true },
  {
    name: "conditions of another form",
    members: inField("conditions", { groups: "none" }),
    isReadable: true,
  },
  {
    name: "no id",
    members: odd({}),
    sent: ({ custom_id: _, ...record }) => [record],
    words: ({ path }) => `record 2 of ${path}`,
    isReadable: false,
  },
  {
    name: "a number as its id",
    members: odd({}),
    sent: (record) => [{ ...record, custom_id: 42 }],
    words: () => '"42"',
    isReadable: false,
  },
  {
    name: "nothing but a number",
    members: odd({}),
    sent: () => [42],
    words: ({ path }) => `record 2 of ${path}`,
    isReadable: false,
  },
  {
    name: "an id that another one has",
    members: odd({}),
    sent: (record) => [record, { ...record, name: "Other" }],
    isReadable: false,
  },
  {
    name: "a word in the place of a list",
    members: ({ links }) => (links.length === 0 ? undefined : {}),
    sent: (record) => [{ ...record, criteria: "x", reactions: "x", rewards: "x" }],
    isReadable: false,
  },
];

const ODD_ID = "zz-odd";

/** The odd record of each kind that can have such a one. */
function oddRecords({ members }: Oddness): readonly (readonly [Kind, JsonObject])[] {
  return catalog.flatMap((kind) => {
    const own = members(kind);
    const record = { custom_id: ODD_ID, name: `Odd ${kind.name}`, ...REQUIRED[kind.name], ...own };
    return own === undefined ? [] : [[kind, record] as const];
  });
}

/** Changes odd records in the lists of kinds. */
function doorFor({ sent }: Oddness): Door | undefined {
  if (sent === undefined) return undefined;
  return async (_, carryOut, request) => {
    const answer = await carryOut();
    const path = new URL(request.url).pathname;
    if (request.method !== "GET" || !catalog.some((kind) => path.endsWith(`/${kind.path}`)))
      return answer;
    const body = (await answer.json()) as { data: JsonObject[]; meta?: { total?: number } };
    const data = body.data.flatMap((record) =>
      record.custom_id === ODD_ID ? sent(record) : [record],
    );
    const more = data.length - body.data.length;
    const meta =
      body.meta?.total === undefined ? body.meta : { ...body.meta, total: body.meta.total + more };
    return Response.json({ ...body, data, meta }, { status: answer.status });
  };
}

async function gameWith(
  oddness: Oddness,
  manifests: Readonly<Record<string, string>>,
): Promise<TestGame> {
  const door = doorFor(oddness);
  const live: Record<string, readonly JsonObject[]> = { ...PLAIN };
  for (const [{ plural }, record] of oddRecords(oddness))
    live[plural] = [...(live[plural] ?? []), record];
  return inGame({ live, manifests, service: { ...(door === undefined ? {} : { door }) } });
}

/** What the run says about each odd record, and that nothing else is wrong. */
function expectNamed(run: CliRun, oddness: Oddness): void {
  expect(run.exit, run.stdout + run.stderr).toBe(1);
  for (const [kind, { custom_id }] of oddRecords(oddness)) {
    const { words = () => jsonText(custom_id).slice(1, 50) } = oddness;
    const named = run.stderr.split("\n").filter((line) => line.includes(`The ${kind.label} `));
    expect(named.join("\n").replaceAll(/\\u\{?([0-9a-f]+)\}?/gi, "\\u$1"), run.stderr).toContain(
      words(kind).replaceAll("\\\\", "\\"),
    );
  }
  const codes = new Set(run.stderr.match(/error\[([\w-]+)\]/g));
  expect([...codes]).toEqual(["error[left-out]"]);
}

/** Afterwards everything is valid, and a plan finds only what was named. */
async function expectRest(game: TestGame, { isReadable }: Oddness): Promise<void> {
  const validation = await game.run(["validate"]);
  expect(validation.exit, validation.stderr).toBe(0);
  const plan = await game.run(["plan", "--detailed-exitcode"]);
  if (isReadable) expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
  else
    expect([plan.exit, plan.stderr]).toEqual([
      1,
      expect.stringMatching(/unexpected-response|incomplete-read/),
    ]);
}

const PLAIN_IDS = Object.values(PLAIN).flatMap((resources) =>
  resources.map(({ custom_id }) => `custom_id: ${custom_id}\n`),
);

async function texts(game: TestGame, names: readonly string[]): Promise<string> {
  const read = names.map((name) =>
    readFile(join(game.folder, "manifests", name), "utf8").catch(() => ""),
  );
  return (await Promise.all(read)).join("");
}

const FILES = catalog.map(({ plural }) => `${plural}.yaml`);

describe.each(ODDNESSES)("a record with $name", (oddness) => {
  it.each([
    ["init", "--from-live"],
    ["pull", "--yes"],
  ])("stops %s %s for itself only", async (...argv) => {
    const game = await gameWith(oddness, {});
    const run = await game.run(argv);
    expectNamed(run, oddness);
    expect(run.stdout).toMatch(/ live records? left out\./);
    const written = await texts(game, FILES);
    for (const id of PLAIN_IDS) expect(written).toContain(id);
    expect(written).not.toContain(ODD_ID);
    await expectRest(game, oddness);
  });

  it("leaves its declaration as it is, when the rest is pulled into an existing project", async () => {
    // A record with another id does not say that this one is not live.
    const isSameId = oddness.name !== "a number as its id";
    const declared = oddRecords(oddness).flatMap(([{ plural, name }, { custom_id }]) => {
      const isDeclared = custom_id === ODD_ID && isSameId;
      const resource = { custom_id: ODD_ID, name: `Declared ${name}`, ...REQUIRED[name] };
      return isDeclared ? [[plural, resource] as const] : [];
    });
    const contents: Record<string, readonly JsonObject[]> = { ...PLAIN };
    for (const [plural, resource] of declared)
      contents[plural] = [...(contents[plural] ?? []), resource];
    const rewards = (contents.rewards ?? []).map((each) =>
      each.custom_id === "egg" ? { ...each, name: "Old egg" } : each,
    );
    const game = await gameWith(oddness, {
      "game.yaml": `${jsonText({ ...contents, rewards }, 2)}\n`,
    });
    const run = await game.run(["pull", "--yes"]);
    expectNamed(run, oddness);
    const written = await texts(game, ["game.yaml"]);
    expect(written).toContain('"name": "Egg"');
    for (const [, { name }] of declared) expect(written).toContain(`"name": "${name}"`);
    const validation = await game.run(["validate"]);
    expect(validation.exit, validation.stderr).toBe(0);
  });
});
