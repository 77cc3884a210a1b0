/**
 * What scenarios expect. Each kind has its schema, how it is read, what answers it, and its words:
 *
 *   earned: [ten]   →   expected ten to be earned by player, but it is not
 */
import { pointerTo } from "../../manifest/parts.ts";
import { both, counted, quoted } from "../../manifest/wording.ts";
import { defined, sum } from "../../model/collections.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Pointer, Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import { rankings, TIME_SPANS, type TimeSpan } from "../../rules/leaderboards.ts";
import type { Design } from "../design/design.ts";
import type { EarnedInStep } from "./explain.ts";
import type { ScenarioReader } from "./reader.ts";
import type { Expectation, Found, Happened, WrittenExpectation, WrittenOfPlayer, WrittenRanking } from "./scenario.ts";

// Pieces of the schema of files of scenarios.

export const NAME: JsonObject = { type: "string", minLength: 1, maxLength: 255 };
export const WHOLE: JsonObject = {
  type: "integer",
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

export function described(schema: JsonObject, description: string, more: JsonObject = {}): JsonObject {
  return { ...schema, description, ...more };
}

export function listOf(items: JsonObject, description: string, examples: Json): JsonObject {
  return { type: "array", items, uniqueItems: true, description, examples: [examples] };
}

/** Where an expectation of a player is written. */
interface WrittenAt {
  readonly player: string;
  readonly pointer: Pointer;
  readonly reader: ScenarioReader;
}

interface ExpectationKind {
  readonly schema: JsonObject;
  /** The written value has passed the schema. */
  readonly read: (written: never, at: WrittenAt) => readonly Expectation[];
}

/** A step by its number or name, and which repetition of it. */
type WrittenPosition = number | string | { readonly step: number | string; readonly repetition?: number };

function earnedOrNot(of: "earned" | "not_earned", description: string, examples: Json): ExpectationKind {
  const [isExpected, verb] = of === "earned" ? [true, "to be"] : [false, "not to be"];
  return {
    schema: listOf(NAME, description, examples),
    read: (ids: readonly string[], at) =>
      readIds(ids, "achievement", at).map(({ id, place }) => ({
        ...ofAchievement(of, id, place, at),
        words: `${id} ${verb} earned by ${at.player}`,
        check: (happened) => checkEarned(id, at, happened, (earned) => (earned !== undefined) === isExpected),
      })),
  };
}

/** Every kind of expectation of a player, by its member in files of scenarios. */
const KINDS: Readonly<Record<string, ExpectationKind>> = {
  earned: earnedOrNot("earned", "Achievements that the player has. There may be others, too.", ["first-blood"]),
  earned_exactly: {
    schema: listOf(NAME, "All achievements that the player has, in any order.", ["first-blood"]),
    read: (ids: readonly string[], at) => {
      const achievements = readIds(ids, "achievement", at).map(({ id }) => id);
      return [
        {
          ...{ of: "earned_exactly", place: at.reader.span(at.pointer, "key"), player: at.player },
          expected: { player: at.player, achievements },
          words: `${at.player} to have exactly ${listed(achievements)}`,
          check: ({ earned }) => checkExactly(achievements, earnedBy(at.player, earned)),
        },
      ];
    },
  },
  not_earned: earnedOrNot("not_earned", "Achievements that the player does not have.", ["sellsword"]),
  earned_at: {
    schema: {
      type: "object",
      description: "In which step an achievement was earned: its number, counted from 1, or its `name`.",
      additionalProperties: {
        type: ["integer", "string", "object"],
        minimum: 1,
        minLength: 1,
        properties: {
          step: described({ type: ["integer", "string"], minimum: 1, minLength: 1 }, "The step's number or name."),
          repetition: described(
            { type: "integer", minimum: 1 },
            "Of a step with `times`: which of them, counted from 1.",
          ),
        },
        required: ["step"],
        additionalProperties: false,
      },
      examples: [{ sellsword: { step: 1, repetition: 100 } }],
    },
    read: (positions: Readonly<Record<string, WrittenPosition>>, at) =>
      Object.entries(positions).flatMap(([id, position]) => readEarnedAt(id, position, at)),
  },
  points: {
    schema: described(WHOLE, "The points of all achievements that the player has, added up.", { examples: [30] }),
    read: (points: number, { player, pointer, reader }) => [
      {
        ...{ of: "points", place: reader.span(pointer, "value"), player, expected: { player, points } },
        words: `${player} to have ${counted(points, "point")}`,
        check: ({ earned }) => checkPoints(points, earnedBy(player, earned)),
      },
    ],
  },
  rewards: {
    schema: listOf(NAME, "Rewards that come with the player's achievements. There may be others, too.", ["whetstone"]),
    read: (ids: readonly string[], at) =>
      readIds(ids, "reward", at).map(({ id, place }) => ({
        ...{ of: "rewarded", place, player: at.player, expected: { player: at.player, reward: id } },
        words: `${at.player} to get ${id}`,
        check: ({ design, earned }) => checkReward(id, design, earnedBy(at.player, earned)),
      })),
  },
};

const PLAYER_SCHEMAS: JsonObject = Object.fromEntries(
  Object.entries(KINDS).map(([name, { schema }]) => [name, schema]),
);

/** Expectations in the schema of files of scenarios. */
export const EXPECTATION_SCHEMAS: JsonObject = {
  expectation: {
    type: "object",
    description: "With one player, what is expected of that player; with several, `players` says whose it is.",
    properties: {
      ...PLAYER_SCHEMAS,
      players: {
        type: "object",
        description: "What is expected of each player.",
        additionalProperties: { $ref: "#/definitions/playerExpectation" },
        minProperties: 1,
      },
      rankings: {
        type: "array",
        items: { $ref: "#/definitions/ranking" },
        minItems: 1,
        description: "What leaderboards show.",
      },
    },
    additionalProperties: false,
    minProperties: 1,
  },
  playerExpectation: {
    type: "object",
    properties: Object.fromEntries(
      Object.keys(KINDS).map((name) => [name, { $ref: `#/definitions/expectation/properties/${name}` }]),
    ),
    additionalProperties: false,
    minProperties: 1,
  },
  ranking: {
    title: "ranking",
    type: "object",
    properties: {
      leaderboard: described(NAME, "The `custom_id` of the leaderboard."),
      time_span: {
        type: "string",
        enum: TIME_SPANS,
        default: "all-time",
        description: "Of the period in which the step before lies; days begin at midnight UTC.",
      },
      players: {
        type: "array",
        items: NAME,
        description: "Every player on it, the first one first.",
        examples: [["lea", "tom"]],
      },
      scores: {
        type: "object",
        additionalProperties: WHOLE,
        description: "The scores of players. There may be others, too.",
        examples: [{ lea: 1200 }],
      },
    },
    required: ["leaderboard"],
    additionalProperties: false,
  },
};

/** The expectations below a pointer, in the order of the report. */
export function readExpectation(
  { players = {}, rankings: boards = [], ...own }: WrittenExpectation,
  pointer: Pointer,
  reader: ScenarioReader,
): readonly Expectation[] {
  const [only, ...others] = reader.players;
  const [member] = Object.keys(own);
  if (member !== undefined && others.length > 0) {
    const label = `the scenario has ${counted(reader.players.length, "player")}, and this does not say whose it is`;
    const help = [`write it below players, and the player: players: { ${only?.id}: { ${member}: … } }`];
    reader.problem("missing-field", reader.span(`${pointer}${pointerTo(member)}`, "key"), label, help);
  }
  return [
    ...readOfPlayer(own, { player: only?.id ?? "", pointer, reader }),
    ...Object.entries(players).flatMap(([player, written]) => {
      const place = `${pointer}/players${pointerTo(player)}`;
      const isThere = reader.player(player, reader.span(place, "key"));
      return isThere ? readOfPlayer(written, { player, pointer: place, reader }) : [];
    }),
    ...boards.flatMap((board, index) => readRanking(board, `${pointer}/rankings/${index}`, reader)),
  ];
}

function readOfPlayer(written: WrittenOfPlayer, at: WrittenAt): readonly Expectation[] {
  return Object.entries(KINDS).flatMap(([name, kind]) =>
    written[name] === undefined ? [] : kind.read(written[name] as never, { ...at, pointer: `${at.pointer}/${name}` }),
  );
}

/** The ids that exist; others are problems. */
function readIds(
  ids: readonly string[],
  kind: "achievement" | "reward",
  { pointer, reader }: WrittenAt,
): readonly { readonly id: string; readonly place: Span }[] {
  const placed = ids.map((id, index) => ({ id, place: reader.span(`${pointer}/${index}`, "value") }));
  return placed.filter(({ id, place }) => reader.resource(kind, id, place));
}

function ofAchievement(of: string, achievement: string, place: Span, { player }: WrittenAt) {
  return { of, place, player, expected: { player, achievement } };
}

function readEarnedAt(id: string, position: WrittenPosition, at: WrittenAt): readonly Expectation[] {
  const { player, reader } = at;
  const pointer = `${at.pointer}${pointerTo(id)}`;
  const isThere = reader.resource("achievement", id, reader.span(pointer, "key"));
  const place = reader.span(pointer, typeof position === "object" ? "key" : "value");
  const { step: written, repetition } = typeof position === "object" ? position : { step: position };
  const step = typeof written === "number" ? written : reader.steps.findIndex(({ name }) => name === written) + 1;
  if (step === 0) {
    const names = reader.steps.flatMap(({ name }) => name ?? []);
    reader.problem(
      "invalid-value",
      place,
      `no step is called ${quoted(`${written}`)}`,
      didYouMean(`${written}`, names),
    );
    return [];
  }
  if (step > reader.steps.length) {
    reader.problem("out-of-range", place, `the scenario has ${counted(reader.steps.length, "step")}`);
    return [];
  }
  if (!isThere) return [];
  const { times = 1 } = reader.steps[step - 1] ?? {};
  if (repetition !== undefined && repetition > times) {
    reader.problem("out-of-range", place, `the step is done ${times === 1 ? "once" : `${times} times`} only`);
    return [];
  }
  return [
    {
      ...ofAchievement("earned_at", id, place, at),
      expected: { player, achievement: id, step, ...defined({ repetition }) },
      words: `${id} to be earned by ${player} in ${positionWords(step, repetition)}`,
      check: (happened) =>
        checkEarned(
          id,
          at,
          happened,
          (earned) => earned?.step === step && (repetition ?? earned.repetition) === earned.repetition,
        ),
    },
  ];
}

/** `step 2, time 10`. */
export function positionWords(step: number, repetition?: number): string {
  return `step ${step}${repetition === undefined ? "" : `, time ${repetition}`}`;
}

/** Where it was earned. */
export function inStep({ step, repetition }: EarnedInStep): string {
  return `in ${repetition === 1 ? positionWords(step) : positionWords(step, repetition)}`;
}

function earnedBy(player: string, earned: readonly EarnedInStep[]): readonly EarnedInStep[] {
  return earned.filter((each) => each.player === player);
}

function checkEarned(
  id: string,
  { player }: WrittenAt,
  { earned: all, problemsOf }: Happened,
  isExpected: (earned: EarnedInStep | undefined) => boolean,
): Found {
  const earned = earnedBy(player, all).find(({ achievement }) => achievement === id);
  // Where the rules cannot evaluate it, it is not certain that it is not earned.
  const reasons = earned === undefined ? problemsOf(id) : [];
  if (reasons.length > 0) return { ...unknown(reasons), why: [id] };
  const passed = isExpected(earned);
  const found = earned === undefined ? "not" : `earned ${inStep(earned)}`;
  return {
    passed,
    outcome: `, ${passed ? "and" : "but"} it is ${found}`,
    why: [id],
  };
}

function unknown(reasons: readonly string[]): Found {
  const outcome = `, but that cannot be judged: ${reasons.join("; ")}`;
  return { passed: false, outcome };
}

function checkExactly(achievements: readonly string[], own: readonly EarnedInStep[]): Found {
  const ids = own.map(({ achievement }) => achievement);
  const differing = [...achievements, ...ids].filter((id) => !achievements.includes(id) || !ids.includes(id));
  return {
    passed: differing.length === 0,
    outcome: `; earned: ${listed(ids)}`,
    why: differing,
  };
}

function checkPoints(expected: number, own: readonly EarnedInStep[]): Found {
  const points = sum(own.map((each) => each.points));
  const each = own.map((one) => `${one.achievement} ${one.points}`).join(", ");
  return {
    passed: points === expected,
    outcome: `; there are ${points.toLocaleString("en-US")}${each === "" ? "" : ` (${each})`}`,
  };
}

function checkReward(reward: string, { achievements }: Design, own: readonly EarnedInStep[]): Found {
  const givers = [...achievements.values()].filter(({ rewards }) => rewards.includes(reward));
  const given_by = givers.map(({ custom_id }) => custom_id);
  const earned = given_by.filter((id) => own.some(({ achievement }) => achievement === id));
  const passed = earned.length > 0;
  const none = `but none of the achievements that give it is earned: ${both(given_by)}`;
  const missing = given_by.length === 0 ? "but no achievement gives it" : none;
  return {
    passed,
    outcome: `, ${passed ? `and ${both(earned)} gives it` : missing}`,
    why: passed ? earned : given_by,
  };
}

function readRanking(written: WrittenRanking, pointer: Pointer, reader: ScenarioReader): readonly Expectation[] {
  const { leaderboard, time_span = "all-time", players, scores } = written;
  const place = reader.span(`${pointer}/leaderboard`, "value");
  const isThere = reader.resource("leaderboard", leaderboard, place);
  if (players === undefined && scores === undefined) {
    reader.problem("missing-field", place, "nothing is expected of this leaderboard", [
      "write players, a list with the first one first, or scores",
    ]);
  }
  for (const [index, id] of (players ?? []).entries())
    reader.player(id, reader.span(`${pointer}/players/${index}`, "value"));
  for (const id of Object.keys(scores ?? {}))
    reader.player(id, reader.span(`${pointer}/scores${pointerTo(id)}`, "key"));
  if (!isThere) return [];
  const board = `${leaderboard} (${time_span})`;
  const wanted = Object.entries(scores ?? {}).map(([id, score]) => `${id} with ${score}`);
  return [
    {
      ...{ of: "ranking", place, expected: { leaderboard, time_span, ...defined({ players, scores }) } },
      words: `${board} to show ${listed([...(players ?? []), ...wanted], "nobody")}`,
      check: (happened) => checkRanking({ ...written, time_span }, happened),
    },
  ];
}

function checkRanking(
  { leaderboard, time_span, players, scores = {} }: WrittenRanking & { readonly time_span: TimeSpan },
  { design, earned, scores: submitted, now }: Happened,
): Found {
  const board = design.leaderboards.get(leaderboard);
  if (board === undefined) throw new Error("leaderboards are checked when scenarios are read");
  const badges = earned.map(({ player, points, at }) => ({ custom_player_id: player, score: BigInt(points), at }));
  const submissions = board.type === "standard" ? badges : (submitted.get(leaderboard) ?? []);
  const found = rankings(board, submissions, time_span, now);
  if (!found.ok) return unknown([found.reason]);
  const rows = found.value.map(({ custom_player_id: player, score }) => ({ player, score: Number(score) }));
  const ids = rows.map(({ player }) => player);
  const isOrder = players === undefined || players.join("\n") === ids.join("\n");
  return {
    passed: isOrder && Object.entries(scores).every(([id, score]) => rows[ids.indexOf(id)]?.score === score),
    outcome: `; it shows ${listed(
      rows.map(({ player, score }) => `${player} with ${score}`),
      "nobody",
    )}`,
  };
}

function listed(all: readonly string[], none = "nothing"): string {
  return all.length === 0 ? none : both(all);
}
