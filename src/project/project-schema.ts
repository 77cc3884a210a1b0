/**
 * JSON Schema of the project file, for checks and editors, and the types of its values. Only the
 * build and project-check.ts run this module; all other modules import types.
 */
import Type, { type Static, type TObjectOptions, type TProperties, type TSchema } from "typebox";
import {
  DEFAULT_DIALECT,
  DIALECT_CHOICES,
  type Dialect,
  type DialectChoice,
  JSON_TEXT_SETTING,
  PATH_ID_SETTING,
} from "../catalog/dialect.ts";
import { catalog } from "../catalog/index.ts";
import type { Json, JsonObject } from "../ground/json.ts";
import { DRAFT, withMarkdown } from "../manifest/editor-words.ts";
import { ID_PATTERN } from "../manifest/schema.ts";
import { LINT_CODES, LINT_NAMES, type LintCode } from "../model/lint-codes.ts";
import { HAZARDS, type HazardName } from "../model/model.ts";
import { NAME_PATTERN, SERVICE_DEFAULTS, VARIABLE_NAME } from "./variables.ts";

const { Optional: optional, Integer: integer } = Type;
/** Schema of an object with these keys only. */
const object = <const P extends TProperties>(
  description: string,
  members: P,
  more: TObjectOptions = {},
) => Type.Object(members, { description, ...more, additionalProperties: false });
/** Schema of an object with these keys only, all optional. */
const settings = <const P extends TProperties>(description: string, members: P) =>
  Type.Partial(Type.Object(members), { description, additionalProperties: false });
/** Schema of an object whose keys are names. */
const byName = <T extends TSchema>(description: string, member: T, more: JsonObject) =>
  Type.Unsafe<Readonly<Record<string, Static<T>>>>({
    type: "object",
    description,
    propertyNames: { pattern: NAME_PATTERN },
    additionalProperties: member,
    ...more,
  });
/** Schema in `definitions`, by name. */
const shared = <T extends TSchema>(name: string, _: T) =>
  Type.Unsafe<Static<T>>({ $ref: `#/definitions/${name}` });
const text = (description: string, more: JsonObject = {}) =>
  Type.String({ minLength: 1, description, ...more });
const number = (
  description: string,
  [minimum, maximum]: readonly [number, number],
  more: JsonObject = {},
) => Type.Number({ minimum, maximum, description, ...more });
/** Schema of a text from a list, each with its meaning. */
const choice = <const T extends string>(
  description: string,
  meanings: Readonly<Record<T, string>>,
  value?: Json,
) =>
  Type.Unsafe<T>({
    type: "string",
    enum: Object.keys(meanings),
    enumDescriptions: Object.values(meanings),
    description,
    ...(value === undefined ? {} : { default: value }),
  });

/** Schema of a text that can contain `${NAME}`. */
const WITH_VARIABLES = {
  pattern: `^(?:[^$]|\\$(?!\\{)|\\$\\{${VARIABLE_NAME}\\})*$`,
  patternErrorMessage: "a text with variables in the form ${LAUREL_NAME}",
  "x-fix": "write ${LAUREL_NAME} with letters, digits and _, without defaults",
};
const SHARED_LIMIT = "over all games on the service; of different values, the smallest holds";

/** Schema of a setting that only the documentation of a service can decide. */
const dialectChoice = <const T extends string>(
  { summary, heading, choices }: DialectChoice<T>,
  value?: Json,
) => choice(`${summary} ${documented(heading)}`, choices, value);
const documented = (heading: string): string => `Documented in The service: ${heading}.`;
const { update, nulls, booleans, numbers, parameters } = DIALECT_CHOICES;
const jsonText = dialectChoice(JSON_TEXT_SETTING);
const kindsWithJsonText = catalog.filter(({ fields }) =>
  fields.some(({ type }) => type === "json-text"),
);

const wire = settings(
  "The dialect of the service: what its documentation leaves open, and what laurel cannot find out without risk.",
  {
    update: dialectChoice(update),
    nulls: dialectChoice(nulls, DEFAULT_DIALECT.nulls),
    booleans: dialectChoice(booleans, DEFAULT_DIALECT.booleans),
    numbers: dialectChoice(numbers, DEFAULT_DIALECT.numbers),
    [JSON_TEXT_SETTING.name]: Type.Unsafe<Dialect[typeof JSON_TEXT_SETTING.name]>({
      anyOf: [
        jsonText,
        settings(
          "The form for each kind, by the kind's key in manifests. The others get text. An environment adds its kinds to the project's.",
          Object.fromEntries(kindsWithJsonText.map(({ plural }) => [plural, jsonText])),
        ),
      ],
      description: `${JSON_TEXT_SETTING.summary} ${documented(JSON_TEXT_SETTING.heading)}`,
      default: DEFAULT_DIALECT[JSON_TEXT_SETTING.name],
      examples: ["json"],
    }),
    parameters: dialectChoice(parameters, DEFAULT_DIALECT.parameters),
    path_id: Type.String({
      minLength: 1,
      pattern: "^[A-Za-z_][A-Za-z0-9_-]{0,99}$",
      patternErrorMessage: "the name of a member of records",
      description: `${PATH_ID_SETTING.summary} ${documented(PATH_ID_SETTING.heading)}`,
      default: DEFAULT_DIALECT.path_id,
      examples: ["id"],
    }),
  },
);

const service = settings("The address of the service, its dialect, and request limits.", {
  base_url: text(
    "The address of the service, without `/v1`. `${LAUREL_NAME}` is read from the environment.",
    {
      ...WITH_VARIABLES,
      examples: ["https://api.example.com"],
    },
  ),
  token_env: Type.String({
    pattern: `^${VARIABLE_NAME}$`,
    patternErrorMessage: "the name of an environment variable",
    description:
      "The name of the environment variable that holds the API token, such as `LAUREL_DUNGEON_PRODUCTION_TOKEN`. Never write the token itself in a file.",
    default: SERVICE_DEFAULTS.token_env,
  }),
  concurrency: integer({
    minimum: 1,
    maximum: 64,
    default: SERVICE_DEFAULTS.concurrency,
    description: `Maximum number of concurrent requests, ${SHARED_LIMIT}.`,
  }),
  page_size: Type.Unsafe<number | "none">({
    anyOf: [{ type: "integer", minimum: 1, maximum: 1000 }, { const: "none" }],
    description:
      "Records to request in one page. If the service returns fewer, laurel uses its page size. `none`: the service has no pages.",
    default: SERVICE_DEFAULTS.page_size,
  }),
  requests_per_second: number(
    `Maximum number of requests per second, ${SHARED_LIMIT}. By default, only \`concurrency\` limits them.`,
    [0.01, 1000],
  ),
  timeout_seconds: number("Time limit of one request.", [0.1, 3600], {
    default: SERVICE_DEFAULTS.timeout_seconds,
  }),
  retries: integer({
    minimum: 0,
    maximum: 5,
    default: SERVICE_DEFAULTS.retries,
    description: "How often to retry a request after a temporary failure.",
  }),
  wire: shared("wire", wire),
});

const LEVELS = {
  off: "the rule does not run",
  warning: "findings are shown, and do not change the exit code",
  error: "findings lead to exit code 3",
};
const rules = Type.Unsafe<Partial<Record<LintCode, keyof typeof LEVELS>>>(
  settings(
    "Levels of the rules of `laurel lint`, by rule.",
    Object.fromEntries(
      LINT_NAMES.map((code) => [
        code,
        choice(`${LINT_CODES[code].summary}.`, LEVELS, LINT_CODES[code].severity),
      ]),
    ),
  ),
);
const limit = (description: string, minimum = 0) => integer({ minimum, description });
const budget = settings("Your own limits for achievements and their points.", {
  total_points: limit("Maximum points of all achievements together."),
  max_achievements: limit("Maximum number of achievements."),
  min_achievements: limit("Minimum number of achievements."),
  max_points: limit("Maximum points of one achievement."),
  min_points: limit("Minimum points of one achievement."),
  step: limit("Points of every achievement are a multiple of this number.", 1),
});
const lint = settings("Settings of `laurel lint`.", {
  rules: shared("rules", rules),
  budget: shared("budget", budget),
});

const action = settings("How `laurel report` weighs the activities of an action.", {
  effort: number(
    "How much work one unit of the amount is for a player, relative to other actions.",
    [0.000001, 1_000_000],
  ),
  amount: choice(
    "What the amount counts.",
    {
      count: "a number of things done: a unit costs `effort`, 1 without it",
      measure:
        "a distance, a duration, money or the like; each unit costs `effort`, by default 0, and an activity at least 1",
    },
    "count",
  ),
  reported: Type.Boolean({
    default: true,
    description: "Whether the game reports the action. If `false`, only reactions record it.",
  }),
});

const prune = Type.Boolean({
  default: false,
  description: "Whether to delete live resources of managed kinds that no manifest declares.",
});
const allow = Type.Unsafe<readonly HazardName[]>({
  type: "array",
  items: { type: "string", enum: [...HAZARDS] },
  uniqueItems: true,
  description: "Hazards that need no `--allow` on the command line.",
  examples: [["mass-change"]],
});
const pruning = {
  prune: optional(shared("prune", prune)),
  allow: optional(shared("allow", allow)),
};

const environment = object(
  "Either the embedded service (`embedded: true`) or a game on a live service (`game_id`).",
  {
    embedded: optional(
      Type.Unsafe<true>({
        const: true,
        description: "Use the embedded service; its data is kept in `.laurel/` beside this file.",
        "x-fix": "delete the key; game_id makes a live environment",
      }),
    ),
    game_id: optional(
      text("Id of the game on the service. `${LAUREL_NAME}` is read from the environment.", {
        ...WITH_VARIABLES,
        examples: ["${LAUREL_GAME_ID_DUNGEON}"],
      }),
    ),
    service: optional(shared("service", service)),
    ...pruning,
  },
  {
    title: "environment",
    oneOf: [{ required: ["embedded"] }, { required: ["game_id"] }],
    "x-fix": "write either embedded: true or the game_id on the live service",
  },
);

const game = object(
  "One game: its manifests, its environments, and its own settings.",
  {
    manifests: text("Folder with the game's manifests, relative to this file.", {
      pattern: "^(?!.*\\$\\{)",
      patternErrorMessage: "a folder without variables",
      examples: ["games/dungeon"],
      "x-fix": "write the folder with the game's manifests, such as manifests: games/dungeon",
    }),
    ...pruning,
    lint: optional(shared("lint", lint)),
    actions: optional(
      byName("How `laurel report` weighs actions, by `custom_id`.", shared("action", action), {
        propertyNames: { pattern: ID_PATTERN },
      }),
    ),
    default_environment: optional(
      text(
        "Environment to use without `--env`. If there are several and none is set here, `--env` is required.",
      ),
    ),
    environments: byName(
      "Where the game is applied, by name.",
      shared("environment", environment),
      {
        minProperties: 1,
        "x-fix": "for a first try, write environments: { local: { embedded: true } }",
      },
    ),
  },
  { title: "game" },
);

const project = object(
  "Games, the folders of their manifests, and the services they are applied to.",
  {
    version: Type.Unsafe<1>({
      const: 1,
      description: "Version of the file format.",
      default: 1,
      "x-fix": "write version: 1",
    }),
    service: optional(shared("service", service)),
    lint: optional(shared("lint", lint)),
    games: byName(
      "Games by name. A command without `--game` works on all of them.",
      shared("game", game),
      {
        minProperties: 1,
        maxProperties: 10_000,
        "x-fix": "write games:, and below it the name of each game",
      },
    ),
  },
  {
    $schema: DRAFT,
    title: "project file",
    definitions: { service, wire, lint, rules, budget, game, action, environment, prune, allow },
  },
);

/** The values in the file, without defaults and with their variables. */
export type WrittenProject = Static<typeof project>;
export type ProjectGame = Static<typeof game>;
export type LintRules = Static<typeof rules>;
export type Budget = Static<typeof budget>;
type WrittenService = Static<typeof service>;
/** Settings of a service, with defaults and the environment's own settings. */
export type ServiceSettings = Omit<WrittenService, "wire"> &
  Required<Omit<WrittenService, "base_url" | "requests_per_second" | "wire">> & {
    readonly wire: Dialect;
  };

/** The schema, in the draft that every editor understands. */
export const projectSchema: JsonObject = withMarkdown(project as unknown as JsonObject);
