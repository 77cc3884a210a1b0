/**
 * Small inputs within the documented limits that once made commands run for minutes. Each writes a
 * project into an empty folder; the command then runs there. Twice the size must take at most about
 * twice the time, so each has two sizes.
 *
 * @typedef {object} Explosion
 * @property {string} name
 * @property {readonly string[]} command arguments of laurel
 * @property {(folder: string, size: number) => Promise<void>} write
 * @property {readonly [number, number]} sizes
 * @property {number} exit what the command ends with
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAIN } from "./measure.js";

const PROJECT =
  "version: 1\ngames: { game: { manifests: game, environments: { local: { embedded: true } } } }\n";
/** Characters of the largest template. */
const LARGEST_TEMPLATE = 256 * 1024;
const MOST_MEMBERS = 1_000;
const MOST_CONDITIONS = 500;
const DEEPEST = 99;

const GIT = {
  GIT_AUTHOR_NAME: "laurel",
  GIT_AUTHOR_EMAIL: "bench@example.com",
  GIT_COMMITTER_NAME: "laurel",
  GIT_COMMITTER_EMAIL: "bench@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

const count = (size, make) => Array.from({ length: size }, (_, index) => make(index));
const ids = (letter, size) => count(size, (index) => `${letter}${index}`);
const criterion = (index, more = {}) => {
  return {
    custom_id: `c${index}`,
    name: `C ${index}`,
    custom_action_id: "a0",
    rule: `gte:${index + 2}`,
    ...more,
  };
};
const group = (index, members) => ({ custom_id: `g${index}`, name: `G ${index}`, ...members });
const achievement = (index, of = `g${index}`) => {
  return {
    custom_id: `x${index}`,
    name: `X ${index}`,
    description: `At ${index}.`,
    custom_criteria_group_id: of,
  };
};
const action = (index, more = {}) => ({ custom_id: `a${index}`, name: `A ${index}`, ...more });
const allOf = (conditions, operator = "and") => ({
  conditions: { groups: [{ operator, conditions }] },
});

/** The game with its first criterion changed. */
function withOneRuleChanged(game) {
  const [first, ...others] = game.criteria;
  return { ...game, criteria: [{ ...first, rule: "lte:7" }, ...others] };
}

/** So many achievements on one group of 900 criteria. */
export function sharedGroup(size, operator) {
  return {
    actions: [action(0)],
    criteria: count(900, (index) => criterion(index)),
    criteria_groups: [group(0, { operator, criteria: ids("c", 900) })],
    achievements: count(size, (index) => achievement(index, "g0")),
  };
}

/** So many achievements, each on a group of its own with the same 900 criteria. */
export function equalGroups(size, operator) {
  return {
    actions: [action(0)],
    criteria: count(900, (index) => criterion(index)),
    criteria_groups: count(size, (index) => group(index, { operator, criteria: ids("c", 900) })),
    achievements: count(size, (index) => achievement(index)),
  };
}

/** 99 groups in each other, each with conditions, an achievement and so many criteria. */
export function ladder(size, operator = "and") {
  return {
    actions: [action(0)],
    criteria: count(size * DEEPEST, (index) => criterion(index)),
    criteria_groups: count(DEEPEST, (level) =>
      group(level, {
        operator,
        criteria: count(size, (index) => `c${level * size + index}`),
        criteria_groups: level + 1 < DEEPEST ? [`g${level + 1}`] : [],
        ...allOf([`activityData:f${level % 7},gt,${level}`]),
      }),
    ),
    achievements: count(DEEPEST, (index) => achievement(index)),
  };
}

/**
 * So many actions that all react into one, each with a criterion and an achievement on that one.
 */
export function hub(size) {
  return {
    actions: [action(0), ...count(size, (index) => action(index + 1, { reactions: ["a0"] }))],
    // Thresholds of about one size: finding an amount takes steps as the number of its digits.
    criteria: count(size, (index) => criterion(index, { rule: `gte:${1_000 + index}` })),
    criteria_groups: count(size, (index) => group(index, { criteria: [`c${index}`] })),
    achievements: count(size, (index) => ({ ...achievement(index), points: size - index })),
  };
}

/**
 * Groups with as many conditions as are compared, around so many criteria with a condition of their
 * own.
 */
export function filtered(size, members = MOST_MEMBERS) {
  const fields = count(MOST_CONDITIONS - 20, (index) => `activityData:f${index % 2},eq,${index}`);
  return {
    actions: [action(0)],
    criteria: count(size, (index) => criterion(index, allOf([`activityData:g,gt,${index}`]))),
    criteria_groups: count(Math.ceil(size / members), (index) =>
      group(index, {
        criteria: ids("c", size).slice(index * members, (index + 1) * members),
        ...allOf(fields, "or"),
      }),
    ),
    achievements: count(Math.ceil(size / members), (index) => achievement(index)),
  };
}

/** Criteria with a thousand conditions each. */
export function conditioned(size) {
  return {
    actions: [action(0)],
    criteria: count(size, (index) =>
      criterion(
        index,
        allOf(
          count(MOST_MEMBERS, (each) => `activityData:f${each % 3},eq,${each + index}`),
          "or",
        ),
      ),
    ),
    criteria_groups: count(size, (index) => group(index, { criteria: [`c${index}`] })),
    achievements: count(size, (index) => achievement(index)),
  };
}

/** Criteria with the longest streaks, and those that are too long to play. */
export function streaks(size) {
  const of = (index) => (index % 2 === 0 ? "days:1000" : "hours:100000");
  return {
    actions: [action(0)],
    criteria: count(size, (index) => criterion(index, { streak: of(index) })),
    criteria_groups: count(size, (index) =>
      group(index, { operator: "or", criteria: [`c${index}`] }),
    ),
    achievements: count(size, (index) => achievement(index)),
  };
}

/** So many actions. */
function plain(size) {
  return { actions: count(size, (index) => action(index)) };
}

/** As many tags as fit, in proportion to the size. */
function template(size, tag) {
  const tags = Math.floor(((LARGEST_TEMPLATE - 100) * Math.min(1, size / 100_000)) / tag.length);
  return `{{#kinds}}{{#constants}}${tag.repeat(tags)}{{/constants}}{{/kinds}}\n`;
}

/** A file of scenarios that do one thing 100,000 times. */
export function longSteps(scenarios, every = "") {
  const step = `[{ do: a0, times: 100000${every} }]`;
  const texts = count(
    scenarios,
    (index) => `  - { name: s${index}, steps: ${step}, expect: { earned_exactly: [] } }\n`,
  );
  return `scenarios:\n${texts.join("")}`;
}

function writeGame(folder, game, files = {}) {
  mkdirSync(join(folder, "game"), { recursive: true });
  writeFileSync(join(folder, "laurel.yaml"), PROJECT);
  const kinds = Object.entries(game).flatMap(([kind, all]) => inFiles(kind, all));
  for (const [name, text] of [...kinds, ...Object.entries(files)])
    writeFileSync(join(folder, "game", name), text);
}

/** A file has at most 4 MB. */
function inFiles(kind, all) {
  const size = 20_000;
  return count(Math.ceil(all.length / size), (index) => {
    const part = all.slice(index * size, (index + 1) * size);
    return [`${kind}-${index}.json`, JSON.stringify({ [kind]: part })];
  });
}

function run(folder, program, ...words) {
  const { status, stderr } = spawnSync(program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...GIT },
  });
  if (status !== 0) throw new Error(`${program} ${words[0]} ended with ${status}: ${stderr}`);
}

/** The game as the last commit and as what is live, and then with one rule changed. */
function writeChange(folder, game, isLive) {
  writeGame(folder, game);
  if (isLive) run(folder, process.execPath, MAIN, "apply", "--yes");
  for (const words of [
    ["init", "-q"],
    ["add", "game", "laurel.yaml"],
    ["commit", "-q", "-m", "Before"],
  ]) {
    run(folder, "git", ...words);
  }
  writeGame(folder, withOneRuleChanged(game));
}

const of = (make) => async (folder, size) => writeGame(folder, make(size));
const changed = (make, isLive) => async (folder, size) => writeChange(folder, make(size), isLive);

const GAMES = [
  {
    name: "achievements on one or-group of 900",
    make: (size) => sharedGroup(size, "or"),
    sizes: [100, 200],
  },
  {
    name: "achievements on one xor-group of 900",
    make: (size) => sharedGroup(size, "xor"),
    sizes: [100, 200],
  },
  { name: "equal or-groups of 900", make: (size) => equalGroups(size, "or"), sizes: [100, 200] },
  { name: "equal and-groups of 900", make: (size) => equalGroups(size, "and"), sizes: [100, 200] },
  { name: "equal xor-groups of 900", make: (size) => equalGroups(size, "xor"), sizes: [100, 200] },
  { name: "99 and-groups in each other", make: (size) => ladder(size, "and"), sizes: [20, 40] },
  { name: "99 or-groups in each other", make: (size) => ladder(size, "or"), sizes: [20, 40] },
  { name: "99 xor-groups in each other", make: (size) => ladder(size, "xor"), sizes: [20, 40] },
  { name: "actions that react into one", make: hub, sizes: [1_000, 2_000] },
  { name: "criteria inside of 480 conditions", make: filtered, sizes: [1_000, 2_000] },
  { name: "criteria with 1,000 conditions", make: conditioned, sizes: [50, 100] },
  { name: "streaks of 1,000 days and 100,000 hours", make: streaks, sizes: [200, 400] },
];

const COMMANDS = [
  { name: "lint", command: ["lint"], write: of },
  { name: "report", command: ["report"], write: of },
  { name: "graph", command: ["graph", "--format", "json"], write: of },
  {
    name: "changelog",
    command: ["changelog", "--base", "HEAD"],
    write: (make) => changed(make, false),
  },
  { name: "plan", command: ["plan"], write: (make) => changed(make, true) },
];

/** A game of plain resources, and a template that repeats a tag. */
const withTemplate = (tag) => async (folder, size) => {
  writeGame(folder, plain(size));
  writeFileSync(join(folder, "template.mustache"), template(size, tag));
};

/** @type {readonly Explosion[]} */
export const EXPLOSIONS = [
  {
    name: "codegen: a template of unknown names",
    command: ["codegen", "--template", "template.mustache"],
    write: withTemplate("{{idd}}"),
    sizes: [50_000, 100_000],
    exit: 3,
  },
  {
    name: "codegen: a template of names without a text",
    command: ["codegen", "--template", "template.mustache"],
    write: withTemplate("{{#isLast}}{{/isLast}}"),
    sizes: [50_000, 100_000],
    exit: 3,
  },
  {
    name: "test: 100,000 times an action of many criteria",
    command: ["test"],
    write: async (folder, size) => {
      const game = sharedGroup(1, "and");
      const criteria = game.criteria
        .slice(0, size)
        .map((each) => ({ ...each, rule: "gte:1000000" }));
      const criteria_groups = [group(0, { criteria: ids("c", size) })];
      writeGame(folder, { ...game, criteria, criteria_groups }, { "long.test.yaml": longSteps(1) });
    },
    sizes: [450, 900],
    exit: 3,
  },
  {
    name: "test: many scenarios of 100,000 times",
    command: ["test"],
    write: async (folder, size) => {
      const files = { "long.test.yaml": longSteps(size, ", every: 1d") };
      writeGame(folder, { ...hub(1), achievements: [] }, files);
    },
    sizes: [100, 200],
    exit: 3,
  },
  ...COMMANDS.flatMap(({ name: command, command: words, write }) =>
    GAMES.map(({ name, make, sizes }) => {
      return { name: `${command}: ${name}`, command: words, write: write(make), sizes, exit: 0 };
    }),
  ),
];
