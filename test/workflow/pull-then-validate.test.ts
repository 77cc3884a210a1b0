/**
 * Whatever was changed live: after a pull, everything is valid, scenarios and other environments
 * included, or nothing was written.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, jsonText } from "../../src/ground/json.ts";
import { GAME_ID, inGame, type TestGame, writeFiles } from "../support/cli.ts";
import type { Contents } from "../support/service/panel.ts";

const GAME: Contents = {
  actions: [
    { custom_id: "slay", name: "Slay" },
    { custom_id: "jump", name: "Jump" },
  ],
  criteria: [{ custom_id: "once", name: "Once", custom_action_id: "slay" }],
  criteria_groups: [{ custom_id: "all", name: "All", criteria: ["once"] }],
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "hat", name: "Hat" },
  ],
  achievements: [
    { custom_id: "hero", name: "Hero", custom_criteria_group_id: "all", rewards: ["egg"] },
  ],
  leaderboards: [{ custom_id: "arena", name: "Arena", type: "custom" }],
};

/** Names every resource that scenarios can name. */
const SCENARIOS = `scenarios:
  - name: Slaying makes a hero
    steps:
      - { do: jump }
      - { do: slay } # the first
    expect: { earned: [hero], rewards: [egg] }
  - name: Scores rank
    steps: [{ score: 3, leaderboard: arena }]
    expect: { rankings: [{ leaderboard: arena, players: [player] }] }
`;

/** Overrides of another environment say something of every resource. */
const OVERRIDES = Object.fromEntries(
  Object.entries(GAME).map(([key, list]) => [
    key,
    list.map(({ custom_id }) => ({ custom_id, description: "For staging." })),
  ]),
);

async function gameWith(live: Contents): Promise<TestGame> {
  const made = await inGame({ live });
  const environments = `{ default: { game_id: ${GAME_ID} }, staging: { game_id: other } }`;
  await writeFiles(made.folder, {
    "laurel.yaml": `version: 1
service: { base_url: "${made.service().url}" }
games:
  demo:
    manifests: manifests
    actions: { slay: { effort: 2 } }
    default_environment: default
    environments: ${environments}
`,
    "manifests/game.yaml": `${jsonText(GAME, 2)}\n`,
    "manifests/game.test.yaml": SCENARIOS,
    "manifests/overrides/staging.yaml": `${jsonText(OVERRIDES, 2)}\n`,
  });
  return made;
}

const WRITTEN = ["game.yaml", "game.test.yaml", "overrides/staging.yaml"];

async function texts({ folder }: TestGame): Promise<readonly string[]> {
  return Promise.all(WRITTEN.map((name) => readFile(join(folder, "manifests", name), "utf8")));
}

type Change = (all: readonly JsonObject[], resource: JsonObject) => readonly JsonObject[];

function changed(members: JsonObject): Change {
  return (all, resource) => all.map((each) => (each === resource ? { ...each, ...members } : each));
}

const EVENTS: Readonly<Record<string, Change>> = {
  "is deleted": (all, resource) => all.filter((each) => each !== resource),
  "is renamed": changed({ custom_id: "renamed" }),
  "gets another name": changed({ name: "Another" }),
  "is deleted, and another one like it is made": changed({ custom_id: "renamed", name: "Another" }),
};

const CASES = Object.entries(GAME).flatMap(([key, list]) =>
  list.flatMap((resource) =>
    Object.keys(EVENTS).map(
      (event) => [`${key} ${resource.custom_id}`, event, key, resource] as const,
    ),
  ),
);

describe("after a pull", () => {
  it.each(CASES)("%s %s: all is valid, or nothing was written", async (_, event, key, resource) => {
    const change = EVENTS[event];
    const id = String(resource.custom_id);
    const now = change?.(GAME[key] ?? [], resource) ?? [];
    const isThere = now.some(({ custom_id }) => custom_id === id);
    const changedGame = { ...GAME, [key]: now };
    const newId = event === "is renamed" ? "renamed" : undefined;
    const made = await gameWith(isThere ? changedGame : withoutReferences(changedGame, id, newId));
    expect((await made.run(["validate"])).exit).toBe(0);
    const before = await texts(made);
    const pull = await made.run(["pull", "--yes"]);
    if (pull.exit !== 0) {
      expect([pull.exit, pull.stderr]).toEqual([
        4,
        expect.stringMatching(/breaks-scenarios.*manifests\/game\.test\.yaml:\d+/s),
      ]);
      expect(await texts(made)).toEqual(before);
    }
    const validation = await made.run(["validate"]);
    expect(validation.exit, `${pull.stdout}${validation.stderr}`).toBe(0);
    // A rename is made in scenarios as well, so that they still pass.
    if (event === "is renamed" || event === "gets another name") {
      expect(pull.exit, pull.stderr).toBe(0);
      expect((await made.run(["test"])).exit).toBe(0);
    }
  });
});

/** A value with the new id in place of the old one, or without it; nothing for a lost reference. */
function followedValue(
  name: string,
  value: Json,
  { id, newId }: { readonly id: string; readonly newId: string | undefined },
): Json | undefined {
  if (Array.isArray(value)) return value.flatMap((each) => (each === id ? (newId ?? []) : each));
  const isReference = name !== "custom_id" && name.startsWith("custom_") && value === id;
  return isReference ? newId : value;
}

/** What refers to a resource no longer does, or by its new id, as a service does it. */
function withoutReferences(all: Contents, id: string, newId: string | undefined): Contents {
  const entries = Object.entries(all).map(([key, list]) => {
    const kept = list.filter((each) => newId !== undefined || each.custom_action_id !== id);
    const followed = kept.map((each) => {
      const members = Object.entries(each).flatMap(([name, value]) => {
        const after = followedValue(name, value, { id, newId });
        return after === undefined ? [] : [[name, after] as const];
      });
      return Object.fromEntries(members);
    });
    return [key, followed] as const;
  });
  const result = Object.fromEntries(entries);
  const lost = (all.criteria ?? []).filter(
    (each) => newId === undefined && each.custom_action_id === id,
  );
  return lost.reduce<Contents>(
    (game, { custom_id }) => withoutReferences(game, String(custom_id), undefined),
    result,
  );
}
