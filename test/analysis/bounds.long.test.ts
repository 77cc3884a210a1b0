/** The largest things that the limits allow in one place: each command ends within seconds, or they are refused. */
import { describe, expect, it } from "vitest";
import { inGame, type TestGame } from "../support/cli.ts";
import type { GameText } from "../support/games.ts";
import { commitAll, GIT_ENV } from "../workflow/drift/repository.ts";

interface Group {
  readonly custom_id: string;
  readonly operator?: string;
  readonly criteria?: readonly string[];
  readonly criteria_groups?: readonly string[];
  readonly conditions?: unknown;
}

const count = <T>(size: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: size }, (_, index) => make(index));

function game(groups: readonly Group[], criteria: readonly object[]): GameText {
  return {
    actions: count(10, (index) => ({ custom_id: `a${index}`, name: `A ${index}` })),
    criteria: criteria.map((each, index) => {
      return { custom_id: `c${index}`, name: `C ${index}`, custom_action_id: `a${index % 10}`, ...each };
    }),
    criteria_groups: groups.map((each) => ({ name: `Group ${each.custom_id}`, ...each })),
    achievements: [{ custom_id: "x", name: "X", description: "All of it.", custom_criteria_group_id: "g0" }],
  } as unknown as GameText;
}

/** One group of so many criteria. */
const wide = (size: number, operator: string, of: (index: number) => object): GameText =>
  game([{ custom_id: "g0", operator, criteria: count(size, (index) => `c${index}`) }], count(size, of));

const nested = (depth: number, operator: string, rule: string): GameText =>
  game(
    count(depth, (index) => ({
      ...{ custom_id: `g${index}`, operator, criteria: [`c${index}`] },
      criteria_groups: index + 1 < depth ? [`g${index + 1}`] : [],
      conditions: { groups: [{ conditions: [`activityData:f${index % 7},gt,${index}`] }] },
    })),
    count(depth, () => ({ rule })),
  );

/** The same, where each of the groups has an achievement. */
const ladder = (rule: string): GameText => ({
  ...nested(99, "and", rule),
  achievements: count(99, (index) => ({
    ...{ custom_id: `x${index}`, name: `X ${index}`, description: `At ${index}.`, points: index },
    custom_criteria_group_id: `g${index}`,
  })),
});

/** A megabyte of conditions in one criterion: a thousand in each of its groups. */
const conditions = (rule: string, of: (index: number) => string): GameText =>
  game(
    [{ custom_id: "g0", criteria: ["c0"] }],
    [
      {
        rule,
        conditions: {
          groups: count(40, (group) => ({
            operator: "or",
            conditions: count(1_000, (index) => of(group * 1_000 + index)),
          })),
        },
      },
    ],
  );

const MONTHS = (index: number): string =>
  `months:${count(12, (month) => month + 1)
    .filter((month) => ((index + 1) >> (month - 1)) % 2 === 1 || month === 12)
    .join(",")}`;

/** Each of two groups on a level holds both of the next one: 2^20 paths. */
const diamonds = (operator: string, rule: string): GameText =>
  game(
    count(42, (index) => ({
      ...{ custom_id: `g${index}`, operator, criteria: index < 40 ? [] : [`c${index - 40}`] },
      criteria_groups: index < 40 ? [0, 1].map((side) => `g${index - (index % 2) + 2 + side}`) : [],
    })),
    [{ rule }, { rule }],
  );

/** Seconds of CPU that a command may take, the service of the test included. */
const MOST_SECONDS = 10;

async function timed(game: TestGame, argv: readonly string[]) {
  const start = process.cpuUsage();
  const run = await game.run(argv, { env: { ...GIT_ENV, ...game.env } });
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1_000_000;
  expect([argv.join(" "), seconds < MOST_SECONDS || seconds]).toEqual([argv.join(" "), true]);
  return run;
}

describe("what is as large as the limits allow", () => {
  it.each<[string, GameText, GameText]>([
    ...["and", "or", "xor"].map((operator): [string, GameText, GameText] => [
      `a thousand criteria under ${operator}`,
      wide(1_000, operator, (index) => ({ rule: `gte:${index + 1}` })),
      wide(1_000, operator, (index) => ({ rule: `gte:${index + 2}` })),
    ]),
    [
      "a thousand criteria with conditions, of which all change",
      wide(1_000, "and", (index) => ({ conditions: { groups: [{ conditions: [`activityData:f,gt,${index}`] }] } })),
      wide(1_000, "and", (index) => ({ conditions: { groups: [{ conditions: [`activityData:f,lt,${index}`] }] } })),
    ],
    ...["and", "or", "xor"].map((operator): [string, GameText, GameText] => [
      `99 groups in each other under ${operator}`,
      nested(99, operator, "gte:5"),
      nested(99, operator, "lte:5"),
    ]),
    ["99 groups in each other, each with an achievement", ladder("gte:5"), ladder("lte:5")],
    ...["and", "or", "xor"].map((operator): [string, GameText, GameText] => [
      `a million paths under ${operator}`,
      diamonds(operator, "gte:5"),
      diamonds(operator, "gte:6"),
    ]),
    [
      "a megabyte of conditions on a field",
      conditions("gte:5", (index) => `activityData:f,eq,${index}`),
      conditions("lte:5", (index) => `activityData:f,eq,${index}`),
    ],
    ["a megabyte of conditions on months", conditions("gte:5", MONTHS), conditions("lte:5", MONTHS)],
  ])("%s", { timeout: 300_000 }, async (_, before, after) => {
    const game = await inGame({ manifests: { "game.json": JSON.stringify(before) } });
    const applied = await game.run(["apply", "--yes"]);
    expect(applied.exit, applied.stderr).toBe(0);
    commitAll(game.folder);
    await game.write({ "game.json": JSON.stringify(after) });
    for (const argv of [
      ...[["validate"], ["lint"], ["report"], ["graph", "--format", "html"], ["changelog", "--base", "main"]],
      ...[["plan"], ["plan", "--format", "html"]],
    ]) {
      const run = await timed(game, argv);
      expect(run.exit, run.stderr).toBeLessThan(5);
    }
  });

  it.each([
    ["4,000 criteria in one group", wide(4_000, "and", () => ({})), "too-long"],
    ["241 groups in each other", nested(241, "and", "gte:5"), "too-deep"],
  ])("%s are refused", async (_, text, code) => {
    const game = await inGame({ manifests: { "game.json": JSON.stringify(text) } });
    for (const argv of [["validate"], ["lint"], ["plan"]]) {
      const run = await timed(game, argv);
      expect([run.exit, [...run.stderr.matchAll(/^error\[([\w-]+)\]/gm)].map(([, found]) => found)]).toEqual([
        3,
        [code],
      ]);
    }
  });
});
