/** What the tests of the way back share. */
import { expect } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { Contents } from "../../../src/emulator/panel.ts";
import { sortedMembers } from "../../../src/model/catalog-lookup.ts";
import { type JsonObject, parseJson } from "../../../src/model/json.ts";
import { HAZARDS } from "../../../src/model/model.ts";
import { canonicalBody, comparableText } from "../../../src/model/normalise.ts";
import { type CliOptions, type CliRun, GAME_ID, inGame, runCli, type TestGame } from "../../support/cli.ts";

/** What is live, in the form in which it is compared: without order, moments, and the many ways to say "empty". */
export function contentsOf(game: TestGame, unseen: readonly string[] = []): unknown {
  const contents = game.service().contents(GAME_ID);
  return Object.fromEntries(
    catalog.map((kind) => [
      kind.plural,
      (contents[kind.plural] ?? []).map((record) => ({
        ...(parseJson(comparableText(canonicalBody(kind, record))) as JsonObject),
        ...Object.fromEntries(
          kind.links
            .filter(({ name }) => !unseen.includes(name))
            .map(({ name }) => [name, sortedMembers(record[name] as string[])]),
        ),
      })),
    ]),
  );
}

/** Flags that allow whatever is dangerous. */
export const EVERYTHING: readonly string[] = HAZARDS.flatMap((name) => ["--allow", name]);

export function apply(game: TestGame, ...flags: readonly string[]): Promise<CliRun> {
  return game.run(["apply", "--yes", "--report", "report.jsonl", ...flags]);
}

export function revert(game: TestGame, flags: readonly string[], more: Partial<CliOptions> = {}): Promise<CliRun> {
  return runCli(["revert", "report.jsonl", ...flags], { cwd: game.folder, env: game.env, ...more });
}

/** A live game of all kinds. */
export const LIVE: Contents = {
  actions: [
    { custom_id: "fight", name: "Fight" },
    { custom_id: "slay", name: "Slay", description: "Kill it.", reactions: ["fight"] },
    { custom_id: "old", name: "Old", custom_data: { icon: "old.png" } },
  ],
  criteria: [
    { custom_id: "ten", name: "Ten", custom_action_id: "slay", rule: "gte:10" },
    { custom_id: "one", name: "One", custom_action_id: "old", conditions: { groups: [{ conditions: ["month:1"] }] } },
  ],
  criteria_groups: [{ custom_id: "slayers", name: "Slayers", criteria: ["ten", "one"] }],
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "nest", name: "Nest" },
  ],
  achievements: [
    { custom_id: "slayer", name: "Slayer", points: 50, custom_criteria_group_id: "slayers", rewards: ["egg"] },
    { custom_id: "hidden", name: "Hidden", is_secret: true, custom_criteria_group_id: "slayers", rewards: ["nest"] },
  ],
  leaderboards: [{ custom_id: "points", name: "Points" }],
};

/** With pruning: creates, updates, deletes, attaches, detaches, and two that take each other's names. */
export const MANIFEST = `actions:
  - { custom_id: fight, name: Slay }
  - { custom_id: slay, name: Fight, description: Kill it twice., reactions: [fight] }
  - { custom_id: dance, name: Dance }
criteria:
  - { custom_id: ten, name: Ten, custom_action_id: slay, rule: gte:20 }
  - { custom_id: hop, name: Hop, custom_action_id: dance }
criteria_groups:
  - { custom_id: slayers, name: Slayers, criteria: [ten, hop] }
  - { custom_id: dancers, name: Dancers, criteria: [hop] }
rewards:
  - { custom_id: egg, name: Egg, description: Warm. }
  - { custom_id: shoe, name: Shoe }
achievements:
  - { custom_id: slayer, name: Slayer, points: 70, custom_criteria_group_id: dancers, rewards: [shoe] }
  - { custom_id: dancer, name: Dancer, custom_criteria_group_id: dancers, rewards: [shoe, egg] }
leaderboards: []
`;

/** The same live game with a board of its own; below, fields of it and of an action that only creation takes change. */
export const LIVE_WITH_BOARD: Contents = {
  ...LIVE,
  leaderboards: [{ custom_id: "time", name: "Time", type: "custom", ordering: "larger-is-better" }],
};

export const REPLACING = `leaderboards:
  - { custom_id: time, name: Time, type: custom, ordering: smaller-is-better }
actions:
  - { custom_id: fight, name: Fight }
  - { custom_id: slay, name: Slay, description: Kill it. }
  - { custom_id: old, name: Old, custom_data: { icon: old.png } }
`;

const ownGame = (name: string): string =>
  `  ${name}:\n    manifests: ${name}\n    environments: { local: { embedded: true } }\n`;

/** A project of two games, each on an embedded service of its own. */
export const CAVE_AND_TOWER: Readonly<Record<string, string>> = {
  "laurel.yaml": `version: 1\ngames:\n${ownGame("cave")}${ownGame("tower")}`,
  "cave/a.yaml": "rewards:\n  - { custom_id: gold, name: Gold }\n",
  "tower/a.yaml": "rewards:\n  - { custom_id: gem, name: Gem }\n",
};

/** The live game, and this manifest. */
export function gameWith(manifest: string): Promise<TestGame> {
  return inGame({ live: LIVE, manifests: { "game.yaml": manifest } });
}

/** After an apply by flags alone: its report is about the game "manifests" in the environment "default". */
export async function applied(): Promise<TestGame> {
  const game = await gameWith(MANIFEST);
  expect(await apply(game, "--prune", ...EVERYTHING)).toMatchObject({ exit: 0 });
  game.forget();
  return game;
}
