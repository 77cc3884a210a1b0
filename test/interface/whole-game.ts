/**
 * Manifests of a game with every kind and every field, and the states of a service that they lead
 * to.
 */
import type { LiteralState } from "../support/literal/service.ts";

const CONDITIONS = { groups: [{ conditions: ["month:12"] }] };

export const CREATED = `actions:
  - { custom_id: fight, name: Fight, description: A fight., custom_data: { icon: fist.png, big: 12 } }
  - { custom_id: slay, name: Slay, description: Slay one., reactions: [fight] }
  - { custom_id: jump, name: Jump }
criteria:
  - custom_id: ten-slain
    name: Ten slain
    description: In winter.
    custom_action_id: slay
    type: amount
    rule: gte:10
    streak: days:3
    conditions: ${JSON.stringify(CONDITIONS)}
  - { custom_id: jumped, name: Jumped, custom_action_id: jump }
  - { custom_id: fought, name: Fought, custom_action_id: fight }
criteria_groups:
  - { custom_id: fighters, name: Fighters, criteria: [fought] }
  - custom_id: slayers
    name: Slayers
    operator: xor
    conditions: ${JSON.stringify(CONDITIONS)}
    criteria: [ten-slain]
    criteria_groups: [fighters]
  - { custom_id: jumpers, name: Jumpers, criteria: [jumped] }
rewards:
  - { custom_id: egg, name: Egg, description: Warm., custom_data: [1, { b: null }] }
  - { custom_id: coin, name: Coin, custom_data: plain text }
achievements:
  - custom_id: slayer
    name: Slayer
    description: Slay ten.
    custom_data: { icon: sword.png }
    is_secret: true
    points: 50
    custom_criteria_group_id: slayers
    rewards: [egg]
  - { custom_id: fighter, name: Fighter, points: 0, custom_criteria_group_id: fighters, rewards: [coin, egg] }
  - { custom_id: jumper, name: Jumper, custom_criteria_group_id: jumpers }
leaderboards:
  - custom_id: races
    name: Races
    description: Fastest first.
    custom_data: { unit: s }
    type: custom
    ordering: smaller-is-better
    score_preference: prefer-lower
  - { custom_id: points, name: Points }
`;

/** State of a service after the creation. */
export const CREATED_STATE: LiteralState = {
  "actions/fight": {
    custom_id: "fight",
    name: "Fight",
    description: "A fight.",
    custom_data: { icon: "fist.png", big: 12 },
  },
  "actions/slay": {
    custom_id: "slay",
    name: "Slay",
    description: "Slay one.",
    reactions: ["fight"],
  },
  "actions/jump": { custom_id: "jump", name: "Jump" },
  "criteria/ten-slain": {
    custom_id: "ten-slain",
    name: "Ten slain",
    description: "In winter.",
    custom_action_id: "slay",
    type: "amount",
    rule: "gte:10",
    streak: "days:3",
    conditions: CONDITIONS,
  },
  "criteria/jumped": {
    custom_id: "jumped",
    name: "Jumped",
    custom_action_id: "jump",
    type: "sum",
    rule: "gte:1",
  },
  "criteria/fought": {
    custom_id: "fought",
    name: "Fought",
    custom_action_id: "fight",
    type: "sum",
    rule: "gte:1",
  },
  "criteria-groups/fighters": {
    custom_id: "fighters",
    name: "Fighters",
    operator: "and",
    criteria: ["fought"],
  },
  "criteria-groups/slayers": {
    custom_id: "slayers",
    name: "Slayers",
    operator: "xor",
    conditions: CONDITIONS,
    criteria: ["ten-slain"],
    criteria_groups: ["fighters"],
  },
  "criteria-groups/jumpers": {
    custom_id: "jumpers",
    name: "Jumpers",
    operator: "and",
    criteria: ["jumped"],
  },
  "rewards/egg": {
    custom_id: "egg",
    name: "Egg",
    description: "Warm.",
    custom_data: [1, { b: null }],
  },
  "rewards/coin": { custom_id: "coin", name: "Coin", custom_data: "plain text" },
  "achievements/slayer": {
    custom_id: "slayer",
    name: "Slayer",
    description: "Slay ten.",
    custom_data: { icon: "sword.png" },
    is_secret: true,
    points: 50,
    custom_criteria_group_id: "slayers",
    rewards: ["egg"],
  },
  "achievements/fighter": {
    custom_id: "fighter",
    name: "Fighter",
    is_secret: false,
    points: 0,
    custom_criteria_group_id: "fighters",
    rewards: ["coin", "egg"],
  },
  "achievements/jumper": {
    custom_id: "jumper",
    name: "Jumper",
    is_secret: false,
    points: 1,
    custom_criteria_group_id: "jumpers",
  },
  "leaderboards/races": {
    custom_id: "races",
    name: "Races",
    description: "Fastest first.",
    custom_data: { unit: "s" },
    type: "custom",
    ordering: "smaller-is-better",
    score_preference: "prefer-lower",
  },
  "leaderboards/points": {
    custom_id: "points",
    name: "Points",
    type: "standard",
    ordering: "larger-is-better",
    score_preference: "prefer-higher",
  },
};

/** Replacements of text that make the update out of the creation. */
const CHANGES: readonly (readonly [before: string, after: string])[] = [
  ["name: Fight, description", "name: Brawl, description"],
  ["description: Slay one.", "description: Slay it."],
  ["rule: gte:10", "rule: gte:12"],
  ["name: Slayers", "name: Dragon slayers"],
  ["name: Egg", "name: Dragon egg"],
  ["name: Slayer\n", "name: Dragon slayer\n"],
  ["points: 0", "points: 5"],
  ["name: Races", "name: Fast races"],
];

/** The manifest with other names and values. No other value changes. */
export const UPDATED = CHANGES.reduce(
  (text, [before, after]) => text.replace(before, after),
  CREATED,
);

/** Members that laurel does not know, added in the admin panel. */
export const FOREIGN = { artwork: "dragon.svg", tags: ["boss", { level: 3 }] };

const CHANGED: LiteralState = {
  "actions/fight": { name: "Brawl" },
  "actions/slay": { description: "Slay it." },
  "criteria/ten-slain": { rule: "gte:12" },
  "criteria-groups/slayers": { name: "Dragon slayers" },
  "rewards/egg": { name: "Dragon egg" },
  "achievements/slayer": { name: "Dragon slayer" },
  "achievements/fighter": { points: 5 },
  "leaderboards/races": { name: "Fast races" },
};

/** The resources that the update changes. */
export const CHANGED_PATHS = Object.keys(CHANGED);

/** State of a service after the update. */
export const UPDATED_STATE: LiteralState = Object.fromEntries(
  Object.entries(CREATED_STATE).map(([path, members]) => [path, { ...members, ...CHANGED[path] }]),
);

const DELETED = [
  "actions/jump",
  "criteria/jumped",
  "criteria-groups/jumpers",
  "achievements/jumper",
  "leaderboards/points",
];

const REST = UPDATED.split("\n")
  .filter((line) => !/jump|custom_id: points, name/.test(line))
  .join("\n");
const removed = (kind: string, id: string): string =>
  `  - { kind: ${kind}, custom_id: ${id}, reason: Nobody uses it. }\n`;
const REMOVED = `removed:\n${removed("leaderboard", "points")}`;

/** The manifest without everything about jumps, and with an entry that deletes a leaderboard. */
export const DELETING = REMOVED + REST;

/** The same with an entry for each deletion. */
export const DELETING_BY_NAME = `${REMOVED}${[
  ["achievement", "jumper"],
  ["criteria_group", "jumpers"],
  ["criterion", "jumped"],
  ["action", "jump"],
]
  .map(([kind = "", id = ""]) => removed(kind, id))
  .join("")}${REST}`;

/** State of a service after the deletions. */
export const DELETED_STATE: LiteralState = Object.fromEntries(
  Object.entries(UPDATED_STATE).filter(([path]) => !DELETED.includes(path)),
);

/** Flags for the hazards of the deletions. */
export const ALLOWED = [
  "deletes-player-data",
  "breaks-earning",
  "breaks-clients",
  "mass-change",
  "empties-kind",
].flatMap((hazard) => ["--allow", hazard]);
