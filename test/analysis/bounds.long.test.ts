/** The largest things that the limits allow in one place: each command ends within seconds. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/ground/json.ts";
import { inGame } from "../support/cli.ts";
import type { GameText } from "../support/games.ts";
import { commitAll, GIT_ENV } from "../workflow/drift/repository.ts";

const count = <T>(size: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: size }, (_, index) => make(index));

function game(groups: readonly JsonObject[], criteria: readonly JsonObject[]): GameText {
  return {
    actions: count(10, (index) => ({ custom_id: `a${index}`, name: `A ${index}` })),
    criteria: criteria.map((each, index) => {
      return {
        custom_id: `c${index}`,
        name: `C ${index}`,
        custom_action_id: `a${index % 10}`,
        ...each,
      };
    }),
    criteria_groups: groups.map((each) => ({ name: `Group ${each.custom_id}`, ...each })),
    achievements: [
      { custom_id: "x", name: "X", description: "All of it.", custom_criteria_group_id: "g0" },
    ],
  };
}

/** One group of so many criteria. */
const wide = (size: number, operator: string, of: (index: number) => JsonObject): GameText =>
  game(
    [{ custom_id: "g0", operator, criteria: count(size, (index) => `c${index}`) }],
    count(size, of),
  );

const DEPTH = 99;
const nested = (operator: string, rule: string): GameText =>
  game(
    count(DEPTH, (index) => ({
      custom_id: `g${index}`,
      operator,
      criteria: [`c${index}`],
      criteria_groups: index + 1 < DEPTH ? [`g${index + 1}`] : [],
      conditions: { groups: [{ conditions: [`activityData:f${index % 7},gt,${index}`] }] },
    })),
    count(DEPTH, () => ({ rule })),
  );

/** The same, where each of the groups has an achievement. */
const ladder = (rule: string): GameText => ({
  ...nested("and", rule),
  achievements: count(DEPTH, (index) => ({
    custom_id: `x${index}`,
    name: `X ${index}`,
    description: `At ${index}.`,
    points: index,
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

/** Seconds of CPU that a command may take, the service of the test included. */
const MOST_SECONDS = 10;

const COMMANDS = [
  ["lint"],
  ["report"],
  ["graph", "--format", "html"],
  ["changelog", "--base", "main"],
  ["plan"],
];

describe("what is as large as the limits allow", () => {
  it.each<[string, GameText, GameText]>([
    [
      "a thousand criteria, exactly one required",
      wide(1_000, "xor", (index) => ({ rule: `gte:${index + 1}` })),
      wide(1_000, "xor", (index) => ({ rule: `gte:${index + 2}` })),
    ],
    [
      "a thousand criteria with conditions, of which all change",
      wide(1_000, "and", (index) => ({
        conditions: { groups: [{ conditions: [`activityData:f,gt,${index}`] }] },
      })),
      wide(1_000, "and", (index) => ({
        conditions: { groups: [{ conditions: [`activityData:f,lt,${index}`] }] },
      })),
    ],
    [
      "99 groups in each other, at least one required",
      nested("or", "gte:5"),
      nested("or", "lte:5"),
    ],
    ["99 groups in each other, each with an achievement", ladder("gte:5"), ladder("lte:5")],
    [
      "a megabyte of conditions on a field",
      conditions("gte:5", (index) => `activityData:f,eq,${index}`),
      conditions("lte:5", (index) => `activityData:f,eq,${index}`),
    ],
    [
      "a megabyte of conditions on months",
      conditions("gte:5", MONTHS),
      conditions("lte:5", MONTHS),
    ],
  ])("%s", async (_, before, after) => {
    const game = await inGame({ manifests: { "game.json": JSON.stringify(before) } });
    const applied = await game.run(["apply", "--yes"]);
    expect(applied.exit, applied.stderr).toBe(0);
    commitAll(game.folder);
    await game.write({ "game.json": JSON.stringify(after) });
    for (const argv of COMMANDS) {
      const start = process.cpuUsage();
      const run = await game.run(argv, { env: { ...GIT_ENV, ...game.env } });
      const { user, system } = process.cpuUsage(start);
      expect(run.exit, run.stderr).toBeLessThan(5);
      expect((user + system) / 1_000_000, argv.join(" ")).toBeLessThan(MOST_SECONDS);
    }
  });
});
