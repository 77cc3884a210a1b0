/**
 * The games that are applied under faults: what is live before, what is wanted, and whose things
 * must stay as they are.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import type { JsonObject } from "../../../src/ground/json.ts";
import type { Address } from "../../../src/model/model.ts";
import { GAME_ID, writeFiles } from "../../support/cli.ts";
import type { Entries, GameText } from "../../support/games.ts";
import type { ServiceOptions } from "../../support/service/service.ts";
import { SERVICES, type ServiceShape } from "../../support/service-shapes.ts";

export interface Scenario {
  readonly name: string;
  readonly service: ServiceOptions;
  /** What such a service does with links. */
  readonly shape: ServiceShape;
  /** What is live before, some of which no manifest declares. */
  readonly live: GameText;
  /**
   * The resources that the manifests delete or replace on purpose, with what players have of them.
   */
  readonly expendable: readonly Address[];
  /** Flags behind `apply` and `plan`. */
  readonly flags: readonly string[];
  /** Writes the manifests into a folder. */
  readonly write: (folder: string) => Promise<void>;
}

const EXAMPLE = fileURLToPath(new URL("../../../examples/dungeon/game", import.meta.url));

/** No manifest declares these; they must stay as they are. */
const OF_OTHERS: GameText = parse(`
actions: [{ custom_id: of-others, name: Made in the admin panel, custom_data: { made: by hand } }]
criteria: [{ custom_id: of-others, name: Made in the admin panel, custom_action_id: of-others }]
criteria_groups: [{ custom_id: of-others, name: Made in the admin panel, criteria: [of-others] }]
achievements: [{ custom_id: of-others, name: Made in the admin panel, custom_criteria_group_id: of-others }]
rewards: [{ custom_id: of-others, name: Made in the admin panel }]
leaderboards: [{ custom_id: of-others, name: Made in the admin panel, type: custom }]
`);

/** The example game, made from nothing beside what others have made. */
export const EXAMPLE_GAME: Scenario = {
  name: "the example game",
  service: { maxPageSize: 30 },
  shape: SERVICES.extended as ServiceShape,
  live: OF_OTHERS,
  expendable: [],
  flags: [],
  write: (folder) => cp(EXAMPLE, folder, { recursive: true }),
};

const LIVE: GameText = {
  ...OF_OTHERS,
  ...parse(`
actions:
  - { custom_id: of-others, name: Made in the admin panel, custom_data: { made: by hand } }
  - { custom_id: jump, name: Jump }
  - { custom_id: run, name: Run }
  - { custom_id: swim, name: Swim, reactions: [jump] }
  - { custom_id: yawn, name: Yawn }
criteria:
  - { custom_id: jumps, name: Jumps, custom_action_id: jump, rule: "gte:10" }
  - { custom_id: runs, name: Runs, custom_action_id: run }
  - { custom_id: swims, name: Swims, custom_action_id: swim }
  - { custom_id: yawns, name: Yawns, custom_action_id: yawn }
criteria_groups:
  - { custom_id: sprinters, name: Sprinters, criteria: [runs] }
  - { custom_id: swimmers, name: Swimmers, criteria: [swims, yawns] }
  - { custom_id: athletes, name: Athletes, operator: or, criteria: [jumps], criteria_groups: [sprinters] }
rewards:
  - { custom_id: cup, name: Cup }
  - { custom_id: medal, name: Medal }
  - { custom_id: ribbon, name: Ribbon }
achievements:
  - { custom_id: athlete, name: Athlete, custom_criteria_group_id: athletes, rewards: [cup, ribbon] }
  - { custom_id: hidden, name: Hidden, is_secret: true, custom_criteria_group_id: swimmers, rewards: [medal] }
`),
};

/**
 * Names are swapped, ids change, a group is replaced, members come and go, and what is left over is
 * deleted.
 */
const WANTED: GameText & Entries = parse(`
actions:
  - { custom_id: of-others, name: Made in the admin panel, custom_data: { made: by hand } }
  - { custom_id: jump, name: Leap, custom_data: { icon: leap.png } }
  - { custom_id: sprint, name: Run }
  - { custom_id: swim, name: Swim, reactions: [jump] }
  - { custom_id: dive, name: Dive, reactions: [swim] }
criteria:
  - { custom_id: jumps, name: Jumps, custom_action_id: jump, rule: "gte:20" }
  - { custom_id: sprints, name: Runs, custom_action_id: sprint }
  - { custom_id: swims, name: Swims, custom_action_id: dive }
  - { custom_id: dives, name: Dives, custom_action_id: dive, conditions: { groups: [{ conditions: ["month:1"] }] } }
criteria_groups:
  - { custom_id: sprinters, name: Sprinters, criteria: [sprints] }
  - { custom_id: swimmers, name: Swimmers, criteria: [swims, dives] }
  - custom_id: athletes
    name: Athletes
    operator: or
    criteria: [jumps, dives]
    criteria_groups: [sprinters, swimmers]
rewards:
  - { custom_id: cup, name: Medal }
  - { custom_id: medal, name: Cup }
  - { custom_id: badge, name: Badge }
achievements:
  - { custom_id: athlete, name: Athlete, points: 20, custom_criteria_group_id: athletes, rewards: [cup, badge] }
  - { custom_id: lurker, name: Hidden, is_secret: true, custom_criteria_group_id: swimmers, rewards: [medal] }
  - { custom_id: diver, name: Diver, is_secret: true, custom_criteria_group_id: swimmers }
moved:
  - { kind: action, from: run, to: sprint }
  - { kind: criterion, from: runs, to: sprints }
  - { kind: achievement, from: hidden, to: lurker }
`);

const ALLOWED = [
  "deletes-player-data",
  "mass-change",
  "breaks-earning",
  "breaks-clients",
  "replaces-player-data",
];

/** A game that is changed in every way. */
export const CHANGING_GAME: Scenario = {
  name: "a game that changes",
  service: { maxPageSize: 2, strict: true },
  shape: SERVICES.extended as ServiceShape,
  live: LIVE,
  expendable: ["action/yawn"],
  flags: ["--prune", ...ALLOWED.flatMap((hazard) => ["--allow", hazard])],
  write: (folder) => writeFiles(folder, { "game.yaml": stringify(WANTED) }),
};

/**
 * No manifest declares these or refers to them, except for the leaderboards: one is replaced, one
 * is renamed.
 */
const FOREIGN: GameText = parse(`
actions: [{ custom_id: their-action, name: Their action }]
criteria: [{ custom_id: their-criterion, name: Their criterion, custom_action_id: their-action }]
criteria_groups: [{ custom_id: their-group, name: Their group, criteria: [their-criterion] }]
rewards: [{ custom_id: their-reward, name: Their reward }]
achievements: [{ custom_id: theirs, name: Theirs, custom_criteria_group_id: their-group, rewards: [their-reward] }]
leaderboards:
  - { custom_id: time, name: Time, type: custom }
  - { custom_id: race, name: Race, type: custom }
`);

const BY_ENTRIES: GameText & Entries = {
  ...WANTED,
  ...parse(`
leaderboards:
  - { custom_id: time, name: Time, type: custom, ordering: smaller-is-better }
  - { custom_id: rally, name: Race, type: custom }
moved:
  - { kind: action, from: run, to: sprint }
  - { kind: criterion, from: runs, to: sprints }
  - { kind: achievement, from: hidden, to: lurker }
  - { kind: leaderboard, from: race, to: rally }
removed:
  - { kind: criterion, custom_id: yawns, reason: Gone. }
  - { kind: action, custom_id: yawn, reason: Gone. }
  - { kind: reward, custom_id: ribbon, reason: Gone. }
`),
};

/**
 * The same game beside undeclared resources of every kind: entries delete, and a leaderboard is
 * replaced, too.
 */
export const REMOVING_GAME: Scenario = {
  ...CHANGING_GAME,
  name: "a game that changes beside others, by entries",
  live: Object.fromEntries(
    Object.entries(LIVE).map(([plural, records]) => [
      plural,
      [...records, ...(FOREIGN[plural] ?? [])],
    ]),
  ),
  expendable: ["action/yawn", "leaderboard/time"],
  flags: CHANGING_GAME.flags.slice(1),
  write: (folder) => writeFiles(folder, { "game.yaml": stringify(BY_ENTRIES) }),
};

const RIVAL = `actions: [{ custom_id: jump, name: Vault }]
criteria: [{ custom_id: jumps, name: Jumps, custom_action_id: jump, rule: "gte:30" }]
rewards: [{ custom_id: cup, name: Goblet }, { custom_id: ribbon, name: Ribbon }]
achievements:
  - { custom_id: athlete, name: Athlete, points: 99, custom_criteria_group_id: athletes, rewards: [cup, ribbon] }
`;

/**
 * The same game as somebody else wants it: other values of the same fields, and nothing is deleted.
 */
export const RIVAL_GAME: Scenario = {
  ...CHANGING_GAME,
  name: "the game of a rival",
  expendable: [],
  flags: [],
  write: (folder) => writeFiles(folder, { "game.yaml": RIVAL }),
};

const changingOn = (
  service: ServiceOptions,
  shape: keyof typeof SERVICES,
  what: string,
): Scenario => ({
  ...CHANGING_GAME,
  name: `a game that changes, ${what}`,
  service: { maxPageSize: 2, ...service },
  shape: SERVICES[shape] as ServiceShape,
});

/** On a service whose records hold their members, and whose lists leave nothing out. */
export const CHANGING_PLAIN_GAME = changingOn(
  { profile: "members" },
  "documented",
  "links in records",
);

/** On a service that embeds nothing: members have lists of their own, or cannot be seen. */
export const CHANGING_LISTED_GAME = changingOn(
  { includes: "none" },
  "separate lists",
  "links in lists of their own",
);

/** On a service of which nobody can see what rewards an achievement has. */
export const CHANGING_SILENT_GAME = changingOn(
  { profile: "documented" },
  "rewards ignored",
  "rewards ignored",
);

/** On a service whose records hold members that have requests of their own as well. */
export const CHANGING_MIXED_GAME = changingOn(
  { profile: "mixed" },
  "ids in the record, and link endpoints",
  "links in records and by requests of their own",
);

/**
 * The project file of a run under faults, and of one without: a busy machine must not look like a
 * fault.
 */
export const PROJECTS = { hasty: "laurel.yaml", calm: "calm.yaml" } as const;

/** Two projects for the scenario's game. In the first one answers that never come cost little. */
export async function writeProject(
  folder: string,
  scenario: Scenario,
  settings: JsonObject,
): Promise<void> {
  const project = (more: JsonObject): string =>
    stringify({
      version: 1,
      service: { base_url: "$" + "{LAUREL_BASE_URL}", ...settings, ...more },
      games: { game: { manifests: "manifests", environments: { test: { game_id: GAME_ID } } } },
    });
  await writeFiles(folder, {
    [PROJECTS.hasty]: project({ timeout_seconds: 0.5 }),
    [PROJECTS.calm]: project({}),
  });
  await scenario.write(join(folder, "manifests"));
}
