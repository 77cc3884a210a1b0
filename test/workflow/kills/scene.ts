/**
 * The games that are broken off: everything that a plan can do to a resource is in them, and beside it things that
 * nobody declared, which no run may touch.
 */
import { catalog } from "../../../src/catalog/index.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { HAZARDS } from "../../../src/model/model.ts";
import { callService } from "../../support/call-service.ts";
import { GAME_ID, inGame, type TestGame } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { Quirks } from "../../support/service/quirks.ts";
import type { TestService } from "../../support/service/service.ts";

export interface Scene {
  readonly name: string;
  readonly live: Contents;
  readonly manifest: string;
  /** Of every plan and apply of the scene. */
  readonly flags: readonly string[];
  /** How the service differs from the embedded one. */
  readonly shape?: Quirks;
  /** What no manifest declares and nothing refers to, by the plurals of their kinds. */
  readonly foreign: Readonly<Record<string, readonly string[]>>;
}

/** Flags that allow whatever is dangerous. */
const EVERYTHING: readonly string[] = HAZARDS.flatMap((name) => ["--allow", name]);

const LIVE: Contents = {
  actions: [
    { custom_id: "fight", name: "Fight" },
    { custom_id: "slay", name: "Slay", reactions: ["fight"] },
    { custom_id: "trade", name: "Trade" },
    { custom_id: "old", name: "Old" },
  ],
  criteria: [
    { custom_id: "ten", name: "Ten", custom_action_id: "slay", rule: "gte:10" },
    { custom_id: "deal", name: "Deal", custom_action_id: "trade" },
    { custom_id: "past", name: "Past", custom_action_id: "old" },
  ],
  criteria_groups: [
    { custom_id: "slayers", name: "Slayers", criteria: ["ten"] },
    { custom_id: "traders", name: "Traders", criteria: ["deal"] },
    { custom_id: "masters", name: "Masters", criteria_groups: ["slayers"] },
    { custom_id: "bygone", name: "Bygone", criteria: ["past"] },
  ],
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "nest", name: "Nest" },
    { custom_id: "left", name: "Left" },
    { custom_id: "right", name: "Right" },
    { custom_id: "dust", name: "Dust" },
  ],
  achievements: [
    { custom_id: "slayer", name: "Slayer", points: 50, custom_criteria_group_id: "slayers", rewards: ["egg"] },
    { custom_id: "trader", name: "Trader", custom_criteria_group_id: "traders", rewards: ["nest"] },
    { custom_id: "master", name: "Master", is_secret: true, custom_criteria_group_id: "masters" },
    { custom_id: "idle", name: "Idle" },
    { custom_id: "relic", name: "Relic", custom_criteria_group_id: "bygone", rewards: ["dust"] },
  ],
  leaderboards: [{ custom_id: "time", name: "Time", type: "custom" }],
};

/** `old`, `past`, `bygone`, `dust` and `relic` are left out. */
const MANIFEST = `actions:
  - { custom_id: fight, name: Fight }
  - { custom_id: slay, name: Slay, description: Kill it., reactions: [fight] }
  - { custom_id: barter, name: Trade }
  - { custom_id: dance, name: Dance }
criteria:
  - { custom_id: ten, name: Ten, custom_action_id: slay, rule: gte:20 }
  - { custom_id: deal, name: Deal, custom_action_id: barter }
  - { custom_id: hop, name: Hop, custom_action_id: dance }
criteria_groups:
  - { custom_id: slayers, name: Slayers, criteria: [hop] }
  - { custom_id: traders, name: Traders, criteria: [deal] }
  - { custom_id: masters, name: Masters, criteria_groups: [slayers, traders] }
  - { custom_id: dancers, name: Dancers, criteria: [hop] }
rewards:
  - { custom_id: egg, name: Egg, description: Warm. }
  - { custom_id: nest, name: Nest }
  - { custom_id: left, name: Right }
  - { custom_id: right, name: Left }
  - { custom_id: shoe, name: Shoe }
achievements:
  - { custom_id: champion, name: Slayer, points: 70, custom_criteria_group_id: slayers, rewards: [shoe] }
  - { custom_id: idle, name: Trader, custom_criteria_group_id: traders, rewards: [nest, egg] }
  - { custom_id: trader, name: Idle }
  - { custom_id: master, name: Master, is_secret: true, custom_criteria_group_id: masters }
  - { custom_id: dancer, name: Dancer, custom_criteria_group_id: dancers, rewards: [shoe] }
moved:
  - { kind: action, from: trade, to: barter }
  - { kind: reward, from: left, to: right }
  - { kind: reward, from: right, to: left }
  - { kind: achievement, from: slayer, to: champion }
  - { kind: achievement, from: trader, to: idle }
  - { kind: achievement, from: idle, to: trader }
`;

/** Deletes what is not declared; a kind that no file names is not its business. */
export const PRUNING: Scene = {
  name: "with --prune",
  live: LIVE,
  manifest: MANIFEST,
  flags: ["--prune", ...EVERYTHING],
  foreign: { leaderboards: ["time"] },
};

const FOREIGN: Contents = {
  actions: [{ custom_id: "their-action", name: "Their action" }],
  criteria: [{ custom_id: "their-criterion", name: "Their criterion", custom_action_id: "their-action" }],
  criteria_groups: [{ custom_id: "their-group", name: "Their group", criteria: ["their-criterion"] }],
  rewards: [{ custom_id: "their-reward", name: "Their reward" }],
  achievements: [
    {
      custom_id: "their-achievement",
      name: "Their achievement",
      custom_criteria_group_id: "their-group",
      rewards: ["their-reward"],
    },
  ],
  leaderboards: [{ custom_id: "their-board", name: "Their board" }],
};

/** Deletes by `removed` alone, beside undeclared resources of every kind; and replaces a leaderboard, too. */
export const REMOVING: Scene = {
  name: "with removed entries",
  live: Object.fromEntries(
    Object.entries(LIVE).map(([plural, records]) => [plural, [...records, ...(FOREIGN[plural] ?? [])]]),
  ),
  manifest: `${MANIFEST}leaderboards:
  - { custom_id: time, name: Time, type: custom, ordering: smaller-is-better }
removed:
  - { kind: achievement, custom_id: relic, reason: Gone. }
  - { kind: reward, custom_id: dust, reason: Gone. }
  - { kind: criteria_group, custom_id: bygone, reason: Gone. }
  - { kind: criterion, custom_id: past, reason: Gone. }
  - { kind: action, custom_id: old, reason: Gone. }
`,
  flags: EVERYTHING,
  foreign: Object.fromEntries(
    Object.entries(FOREIGN).map(([plural, records]) => [plural, records.map(({ custom_id }) => String(custom_id))]),
  ),
};

/** The same on services of other shapes. */
export const ELSEWHERE: readonly Scene[] = Object.entries<Quirks>({
  "on a service whose PUT replaces, with text for numbers": { put: "replace", scalars: "string" },
  "on a service that embeds no links, in pages of two": { includes: "none", maxPageSize: 2 },
  "on a service that embeds known links only": { includes: "known" },
}).map(([name, shape]) => ({ ...REMOVING, name, shape }));

/** Another game on the same service. */
const NEIGHBOUR = "neighbour";

/** A service that refuses to delete what is in use, with the scene's game on it, which somebody has played. */
export async function startScene(scene: Scene): Promise<TestGame> {
  const game = await inGame({
    service: { strict: true, ...scene.shape },
    live: scene.live,
    manifests: { "game.yaml": scene.manifest },
  });
  await game.service().seed(NEIGHBOUR, LIVE);
  for (const custom_action_id of ["slay", "trade"]) {
    await callService(game, "activities", { custom_player_id: "ada", custom_action_id, amount: 30 });
  }
  return game;
}

/** Everything that no run may change, as the service keeps it, times and inner keys included. */
export function untouchables(service: TestService, { foreign }: Scene): unknown {
  const games = service.snapshot().games as Record<string, { records: Record<string, readonly JsonObject[]> }>;
  const own = games[GAME_ID]?.records ?? {};
  const records = catalog.map(({ name, plural }) =>
    (own[name] ?? []).filter(({ fields }) => foreign[plural]?.includes(String((fields as JsonObject).custom_id))),
  );
  return { records, neighbour: games[NEIGHBOUR] };
}
