/**
 * JSON Schema of scenario files, `*.test.yaml`, and the types derived from it. laurel checks files
 * against it, and editors use it. read-scenarios.ts checks the rest, such as ids. Only the build
 * and scenarios-check.ts run this module; all others import types.
 */
import Type, { type Static, type TObjectOptions, type TProperties, type TSchema } from "typebox";
import type { Json, JsonObject } from "../../ground/json.ts";
import { DRAFT, withMarkdown } from "../../manifest/editor-words.ts";
import { TIME_SPANS, type TimeSpan } from "../../rules/leaderboards.ts";

const object = <const P extends TProperties>(members: P, keywords: TObjectOptions = {}) =>
  Type.Object(members, { ...keywords, additionalProperties: false });
const byId = <T extends TSchema>(members: T, description: string, keywords: JsonObject = {}) =>
  Type.Unsafe<Readonly<Record<string, Static<T>>>>({
    type: "object",
    description,
    additionalProperties: members,
    ...keywords,
  });
const list = <T extends TSchema>(items: T, description: string, keywords: JsonObject = {}) =>
  Type.Unsafe<readonly Static<T>[]>({ type: "array", items, description, ...keywords });
const text = (description: string, keywords: JsonObject = {}) =>
  Type.String({ description, ...keywords });
const name = (description: string, keywords: JsonObject = {}) =>
  text(description, { ...NAME, ...keywords });
const whole = (description: string, keywords: JsonObject = {}) =>
  Type.Integer({
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
    ...keywords,
  });
const anything = (description: string) =>
  Type.Optional(Type.Unsafe<Json>({ description, default: null }));
const { Optional: optional } = Type;
/** Refers to a definition. Editors ignore a description next to `$ref`, so it needs an `allOf`. */
const shared = <T extends TSchema>(definition: string, _: T, description?: string) => {
  const ref = { $ref: `#/definitions/${definition}` };
  return Type.Unsafe<Static<T>>(description === undefined ? ref : { allOf: [ref], description });
};

const NAME = { minLength: 1, maxLength: 255 };
const ID = Type.String(NAME);
const ids = (description: string, example: string) =>
  optional(list(ID, description, { uniqueItems: true, examples: [[example]] }));
/** A date and a time of day, with a zone or without. */
const moment = (description: string, keywords: JsonObject) =>
  optional(
    text(description, {
      pattern:
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?:Z|[+-][0-9]{2}:[0-9]{2})?$",
      patternErrorMessage: "a date and a time, such as 2026-03-01T09:00 or 2026-03-01T09:00Z",
      "x-rewrites": [
        ["^([0-9]{4}-[0-9]{2}-[0-9]{2}) +(?=[0-9])", "$1T"],
        ["^([0-9]{4}-[0-9]{2}-[0-9]{2})$", "$1T00:00"],
        [" *(utc|gmt)$", "Z"],
      ],
      ...keywords,
    }),
  );
/** `90m`, `1d12h`: weeks, days, hours, minutes and seconds, the largest first. */
const duration = (description: string, example: string) =>
  optional(
    text(description, {
      pattern:
        "^(?=[0-9])(?:[0-9]{1,5}w)?(?:[0-9]{1,5}d)?(?:[0-9]{1,5}h)?(?:[0-9]{1,5}m)?(?:[0-9]{1,5}s)?$",
      patternErrorMessage: "a duration, such as 30s, 90m, 2h, 1d or 1d12h",
      "x-rewrites": [
        ["[\\s\"'+]", ""],
        ["(?<=[0-9])(?:weeks?|wks?)(?![a-z])", "w"],
        ["(?<=[0-9])days?(?![a-z])", "d"],
        ["(?<=[0-9])(?:hours?|hrs?)(?![a-z])", "h"],
        ["(?<=[0-9])(?:minutes?|mins?)(?![a-z])", "m"],
        ["(?<=[0-9])(?:seconds?|secs?)(?![a-z])", "s"],
        ["^([0-9]+)$", "$1d"],
      ],
      examples: [example],
    }),
  );

/** A step by its number or name, and which repetition of it. */
type StepPosition =
  | number
  | string
  | { readonly step: number | string; readonly repetition?: number };
const numberOrName = { minimum: 1, minLength: 1 };
const position = Type.Unsafe<StepPosition>({
  type: ["integer", "string", "object"],
  ...numberOrName,
  properties: {
    step: {
      type: ["integer", "string"],
      ...numberOrName,
      description: "The step's number or name.",
    },
    repetition: {
      type: "integer",
      minimum: 1,
      description: "Of a step with `times`: which of them, counted from 1.",
    },
  },
  required: ["step"],
  additionalProperties: false,
});

const OF_PLAYER = {
  earned: ids("Achievements that the player has. There may be others, too.", "first-blood"),
  earned_exactly: ids("All achievements that the player has, in any order.", "first-blood"),
  not_earned: ids("Achievements that the player does not have.", "sellsword"),
  earned_at: optional(
    byId(
      position,
      "In which step an achievement was earned: its number, counted from 1, or its `name`.",
      {
        examples: [{ sellsword: { step: 1, repetition: 100 } }],
      },
    ),
  ),
  points: optional(
    whole("The points of all achievements that the player has, added up.", { examples: [30] }),
  ),
  rewards: ids(
    "Rewards that come with the player's achievements. There may be others, too.",
    "whetstone",
  ),
};

const ofPlayer = Type.Object(OF_PLAYER);
const playerExpectation = Type.Unsafe<Static<typeof ofPlayer>>({
  type: "object",
  properties: Object.fromEntries(
    Object.keys(OF_PLAYER).map((name) => [
      name,
      { $ref: `#/definitions/expectation/properties/${name}` },
    ]),
  ),
  additionalProperties: false,
  minProperties: 1,
});

const ranking = object(
  {
    leaderboard: name("The `custom_id` of the leaderboard."),
    time_span: optional(
      Type.Unsafe<TimeSpan>({
        type: "string",
        enum: TIME_SPANS,
        default: "all-time",
        description: "Of the period in which the step before lies; days begin at midnight UTC.",
      }),
    ),
    players: optional(
      list(ID, "Every player on it, the first one first.", { examples: [["lea", "tom"]] }),
    ),
    scores: optional(
      byId(whole("A score."), "The scores of players. There may be others, too.", {
        examples: [{ lea: 1200 }],
      }),
    ),
  },
  { title: "ranking" },
);

const expectation = object(
  {
    ...OF_PLAYER,
    players: optional(
      byId(shared("playerExpectation", playerExpectation), "What is expected of each player.", {
        minProperties: 1,
      }),
    ),
    rankings: optional(
      list(shared("ranking", ranking), "What leaderboards show.", { minItems: 1 }),
    ),
  },
  {
    description:
      "With one player, what is expected of that player; with several, `players` says whose it is.",
    minProperties: 1,
  },
);

const step = object(
  {
    name: optional(name("What `earned_at` can call it.")),
    do: optional(
      name(
        "The `custom_id` of an action that a player reports. Its reactions follow by themselves.",
      ),
    ),
    amount: optional(whole("The amount of each activity.", { default: 1 })),
    times: optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: "How often it is done.",
        default: 1,
      }),
    ),
    every: duration(
      "With `times`: the time between two of them. Days and weeks keep the time of day.",
      "1d",
    ),
    player: optional(name("Who does it. May be left out when there is only one player.")),
    at: moment("When. Without a zone, by the player's clock.", { examples: ["2026-03-01T09:00"] }),
    after: duration("So long after the step before. Days and weeks keep the time of day.", "2h"),
    custom_data: anything("The `custom_data` of each activity."),
    session: optional(name("The session that the activities belong to.")),
    score: optional(whole("A score to submit.", { minimum: 0 })),
    leaderboard: optional(name("With `score`: the `custom_id` of the leaderboard it is for.")),
    wait: duration("Only time passes.", "3d"),
    expect: optional(shared("expectation", expectation, "What is expected at this point.")),
  },
  {
    title: "step",
    description: "One of `do`, `score`, `wait` and `expect`.",
    oneOf: ["do", "score", "wait", "expect"].map((member) => ({ required: [member] })),
    "x-fix": "write each as a step of its own, in the order in which they happen",
    "x-also": {
      action: "do",
      activity: "do",
      count: "times",
      repeat: "times",
      expected: "expect",
      sleep: "wait",
    },
    "x-rewrites": [["^([A-Za-z0-9_.~-]+)$", "{ do: $1 }"]],
  },
);

const player = object({
  time_zone: optional(
    name("A name of the time zone database.", { default: "UTC", examples: ["Europe/Vienna"] }),
  ),
  custom_data: anything("What conditions read as `{player.…}`."),
});
const playerOrNull = Type.Unsafe<Static<typeof player> | null>({
  ...player,
  type: ["object", "null"],
});

const scenario = object(
  {
    name: name("A sentence that says what is true; no other scenario of the file has it."),
    description: optional(text("What a reader should know besides.")),
    players: optional(
      byId(
        shared("player", playerOrNull),
        "The players by id. Without it there is one, called `player`, in UTC.",
        {
          minProperties: 1,
          examples: [{ lea: { time_zone: "Europe/Vienna" } }],
        },
      ),
    ),
    start: moment(
      "When it begins. Without a zone, by the clock of the only player. Default: noon of 1 January 2026, UTC.",
      { default: "2026-01-01T12:00:00Z" },
    ),
    steps: list(
      shared("step", step),
      "What happens, in order. Without `at`, `after` and `every`, no time passes.",
    ),
    expect: optional(shared("expectation", expectation, "What is expected at the end.")),
  },
  { title: "scenario" },
);

const file = object(
  { scenarios: list(shared("scenario", scenario), "Each is played on its own.") },
  {
    $schema: DRAFT,
    title: "file of scenarios",
    description: "What players do and should earn. `laurel test` runs them.",
    definitions: {
      scenario,
      player: playerOrNull,
      step,
      expectation,
      playerExpectation,
      ranking,
    },
  },
);

export type WrittenFile = Static<typeof file>;
export type WrittenScenario = Static<typeof scenario>;
export type WrittenStep = Static<typeof step>;
export type WrittenExpectation = Static<typeof expectation>;
export type WrittenOfPlayer = Static<typeof ofPlayer>;
export type WrittenRanking = Static<typeof ranking>;

const fileSchema: unknown = file;

/** The schema, in a draft that all editors support. TypeBox schemas are plain JSON objects. */
export const scenariosSchema: JsonObject = withMarkdown(fileSchema as JsonObject);
