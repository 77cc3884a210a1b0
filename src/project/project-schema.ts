/** JSON Schema of the project file: checked against here, and read by editors. The defaults come from it. */

import { DRAFT, withMarkdown } from "../manifest/editor-words.ts";
import type { Scalars } from "../model/codec.ts";
import type { Severity } from "../model/codes.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { LINT_CODES, LINT_NAMES, type LintCode } from "../model/lint-codes.ts";
import { HAZARDS } from "../model/model.ts";

/** Names of games and environments: they become parts of file names. */
export const NAME_PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.~-]{1,100}$";
/** Ids of actions, as in manifests. */
const ID_PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.~-]{1,255}$";
const VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";

/** The schema, in the draft that every editor understands. */
export function projectSchema(): JsonObject {
  return withMarkdown({
    $schema: DRAFT,
    title: "project file",
    ...closed("Games, the folders of their manifests, and the services they are applied to.", {
      version: { const: 1, description: "Version of the file format.", default: 1, "x-fix": "write version: 1" },
      service: ref("service"),
      lint: ref("lint"),
      games: {
        ...byName("Games by name. A command without `--game` works on all of them.", NAME_PATTERN, ref("game")),
        minProperties: 1,
        maxProperties: 10_000,
        "x-fix": "write games:, and below it the name of each game",
      },
    }),
    required: ["version", "games"],
    definitions: {
      service: closed("The address of the service, and request limits.", serviceSchemas),
      lint: closed("Settings of `laurel lint`.", {
        rules: ref("rules"),
        budget: ref("budget"),
      }),
      rules: closed(
        "Levels of the rules of `laurel lint`, by rule.",
        Object.fromEntries(LINT_NAMES.map((code) => [code, ruleSchema(code)])),
      ),
      budget: closed("Your own limits for achievements and their points.", budgetSchemas),
      game: gameSchema,
      action: closed("How `laurel report` weighs the activities of an action.", actionSchemas),
      environment: environmentSchema,
      prune: {
        type: "boolean",
        default: false,
        description: "Whether to delete live resources of managed kinds that no manifest declares.",
      },
      allow: {
        type: "array",
        items: { type: "string", enum: [...HAZARDS] },
        uniqueItems: true,
        description: "Hazards that need no `--allow` on the command line.",
        examples: [["mass-change"]],
      },
    },
  });
}

function ref(definition: string): JsonObject {
  return { $ref: `#/definitions/${definition}` };
}

/** An object with these keys only. */
function closed(description: string, properties: JsonObject): JsonObject {
  return { type: "object", description, properties, additionalProperties: false };
}

/** An object whose keys are names. */
function byName(description: string, pattern: string, value: JsonObject): JsonObject {
  return { type: "object", description, propertyNames: { pattern }, additionalProperties: value };
}

function text(description: string, more: JsonObject = {}): JsonObject {
  return { type: "string", minLength: 1, description, ...more };
}

/** A number in a range, or a whole one. */
function number(description: string, range: readonly [minimum: number, maximum?: number], more: JsonObject = {}) {
  const [minimum, maximum] = range;
  return { type: "number", minimum, ...(maximum === undefined ? {} : { maximum }), description, ...more };
}

function integer(...words: Parameters<typeof number>) {
  return { ...number(...words), type: "integer" };
}

/** One of some texts, each with its meaning. */
function choice(description: string, meanings: Readonly<Record<string, string>>, more: JsonObject = {}): JsonObject {
  const values = { enum: Object.keys(meanings), enumDescriptions: Object.values(meanings) };
  return { type: "string", ...values, description, ...more };
}

/** A text that `${NAME}` may be part of, in this form only. */
const WITH_VARIABLES: JsonObject = {
  pattern: `^(?:[^$]|\\$(?!\\{)|\\$\\{${VARIABLE}\\})*$`,
  patternErrorMessage: "a text with variables in the form ${LAUREL_NAME}",
  "x-fix": "write ${LAUREL_NAME} with letters, digits and _, without defaults",
};

/** How to talk to a service, after defaults and overrides. What each setting means is in its schema. */
export interface ServiceSettings {
  readonly base_url?: string;
  readonly token_env: string;
  readonly concurrency: number;
  readonly page_size: number | "none";
  readonly requests_per_second?: number;
  readonly timeout_seconds: number;
  readonly retries: number;
  readonly scalars: Scalars;
}

const SHARED = "over all games on the service with the same token";

/** Each setting of a service, in the order of the reference. */
const serviceSchemas: Readonly<Record<keyof ServiceSettings, JsonObject & { readonly default?: Json }>> = {
  base_url: text("The address of the service, without `/v1`. `${LAUREL_NAME}` is read from the environment.", {
    ...WITH_VARIABLES,
    examples: ["https://api.example.com"],
  }),
  token_env: {
    type: "string",
    pattern: `^${VARIABLE}$`,
    patternErrorMessage: "the name of an environment variable",
    description:
      "The name of the environment variable that holds the API token, such as `LAUREL_DUNGEON_PRODUCTION_TOKEN`. Never write the token itself in a file.",
    default: "LAUREL_API_TOKEN",
  },
  concurrency: integer(`Maximum number of concurrent requests, ${SHARED}.`, [1, 64], { default: 4 }),
  page_size: {
    anyOf: [{ type: "integer", minimum: 1, maximum: 1000 }, { const: "none" }],
    description:
      "Records to request in one page. If the service returns fewer, laurel uses its page size. `none`: the service has no pages.",
    default: 100,
  },
  requests_per_second: number(
    `Maximum number of requests per second, ${SHARED}. By default, only \`concurrency\` limits them.`,
    [0.01, 1000],
    { examples: [8] },
  ),
  timeout_seconds: number("Time limit of one request.", [0.1, 3600], { default: 30 }),
  retries: integer("How often to retry a request after a temporary failure.", [0, 5], { default: 5 }),
  scalars: choice(
    "How booleans and numbers are sent.",
    {
      native: "booleans and numbers are sent as such",
      string: "booleans and numbers are sent as text, for a service that insists on it",
    },
    { default: "native" },
  ),
};

/** The defaults of those that have one. */
export const SERVICE_DEFAULTS = Object.fromEntries(
  Object.entries(serviceSchemas).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default]],
  ),
) as unknown as ServiceSettings;

const budgetSchemas = {
  total_points: integer("Maximum points of all achievements together.", [0]),
  max_achievements: integer("Maximum number of achievements.", [0]),
  min_achievements: integer("Minimum number of achievements.", [0]),
  max_points: integer("Maximum points of one achievement.", [0]),
  min_points: integer("Minimum points of one achievement.", [0]),
  step: integer("Points of every achievement are a multiple of this number.", [1]),
};

const gameSchema: JsonObject = {
  title: "game",
  ...closed("One game: its manifests, its environments, and its own settings.", {
    manifests: text("Folder with the game's manifests, relative to this file.", {
      pattern: "^(?!.*\\$\\{)",
      patternErrorMessage: "a folder without variables",
      examples: ["games/dungeon"],
      "x-fix": "write the folder with the game's manifests, such as manifests: games/dungeon",
    }),
    prune: ref("prune"),
    allow: ref("allow"),
    lint: ref("lint"),
    actions: byName("How `laurel report` weighs actions, by `custom_id`.", ID_PATTERN, ref("action")),
    default_environment: text(
      "Environment to use without `--env`. If there are several and none is set here, `--env` is required.",
      { examples: ["local"] },
    ),
    environments: {
      ...byName("Where the game is applied, by name.", NAME_PATTERN, ref("environment")),
      minProperties: 1,
      "x-fix": "for a first try, write environments: { local: { embedded: true } }",
    },
  }),
  required: ["manifests", "environments"],
};

const actionSchemas: JsonObject = {
  effort: number(
    "How much work one unit of the amount is for a player, relative to other actions.",
    [0.000001, 1_000_000],
    { examples: [0.01] },
  ),
  amount: choice(
    "What the amount counts.",
    {
      count: "a number of things done: a unit costs `effort`, 1 without it",
      measure:
        "a distance, a duration, money or the like; each unit costs `effort`, by default 0, and an activity at least 1",
    },
    { default: "count" },
  ),
  reported: {
    type: "boolean",
    default: true,
    description: "Whether the game reports the action. If `false`, only reactions record it.",
  },
};

const environmentSchema: JsonObject = {
  title: "environment",
  ...closed("Either the embedded service (`embedded: true`) or a game on a live service (`game_id`).", {
    embedded: {
      const: true,
      description: "Use the embedded service; its data is kept in `.laurel/` beside this file.",
      "x-fix": "delete the key; game_id makes a live environment",
    },
    game_id: text("Id of the game on the service. `${LAUREL_NAME}` is read from the environment.", {
      ...WITH_VARIABLES,
      examples: ["${LAUREL_GAME_ID_DUNGEON}"],
    }),
    service: ref("service"),
    prune: ref("prune"),
    allow: ref("allow"),
  }),
  oneOf: [{ required: ["embedded"] }, { required: ["game_id"] }],
  "x-fix": "write either embedded: true or the game_id on the live service",
};

function ruleSchema(code: LintCode): JsonObject {
  const { severity, summary } = LINT_CODES[code];
  const levels = {
    off: "the rule does not run",
    warning: "findings are shown, and do not change the exit code",
    error: "findings lead to exit code 3",
  };
  return choice(`${summary}.`, levels, { default: severity });
}

/** Levels of a rule. */
export type RuleLevel = Severity | "off";

export type BudgetName = keyof typeof budgetSchemas;

/** What the project file says about one action. What it leaves out is undefined. */
export interface ActionSettings {
  readonly effort?: number;
  readonly amount?: "count" | "measure";
  /** False: it is recorded by reactions only. */
  readonly reported?: boolean;
}
