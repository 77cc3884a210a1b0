/** JSON Schema of the project file: checked against here, and read by editors. */

import { DRAFT, withMarkdown } from "../manifest/editor-words.ts";
import type { JsonObject } from "../model/json.ts";
import { LINT_CODES, LINT_NAMES, type LintCode } from "../model/lint-codes.ts";
import { HAZARDS } from "../model/model.ts";
import { SERVICE_SETTINGS } from "./project-settings.ts";

/** Names of games and environments: they become parts of file names. */
export const NAME_PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.~-]{1,100}$";

/** Ids of actions, as in manifests. */
const ID_PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.~-]{1,255}$";

/** The schema, in the draft that every editor understands. */
export function projectSchema(): JsonObject {
  return withMarkdown({
    $schema: DRAFT,
    title: "project file",
    description: "Games, the folders of their manifests, and the services they are applied to.",
    type: "object",
    properties: {
      version: { const: 1, description: "Version of the file format.", default: 1, "x-fix": "write version: 1" },
      service: { $ref: "#/definitions/service" },
      lint: { $ref: "#/definitions/lint" },
      games: {
        type: "object",
        description: "Games by name. A command without `--game` works on all of them.",
        propertyNames: { pattern: NAME_PATTERN },
        additionalProperties: { $ref: "#/definitions/game" },
        minProperties: 1,
        maxProperties: 10_000,
        "x-fix": "write games:, and below it the name of each game",
      },
    },
    required: ["version", "games"],
    additionalProperties: false,
    definitions: {
      service: {
        type: "object",
        description: "The address of the service, and request limits.",
        properties: SERVICE_SETTINGS,
        additionalProperties: false,
      },
      lint: {
        type: "object",
        description: "Settings of `laurel lint`.",
        properties: {
          rules: { $ref: "#/definitions/rules" },
          budget: { $ref: "#/definitions/budget" },
          fields: fieldsSchema,
        },
        additionalProperties: false,
      },
      rules: {
        type: "object",
        description: "Levels of the rules of `laurel lint`, by rule.",
        properties: Object.fromEntries(LINT_NAMES.map((code) => [code, ruleSchema(code)])),
        additionalProperties: false,
      },
      budget: {
        type: "object",
        description: "Your own limits for achievements and their points.",
        properties: budgetSchema,
        additionalProperties: false,
      },
      game: gameSchema,
      action: actionSchema,
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

const points = (description: string, minimum = 0): JsonObject => ({ type: "integer", minimum, description });

const budgetSchema: JsonObject = {
  total_points: points("Maximum points of all achievements together."),
  max_achievements: points("Maximum number of achievements."),
  min_achievements: points("Minimum number of achievements."),
  max_points: points("Maximum points of one achievement."),
  min_points: points("Minimum points of one achievement."),
  step: points("Points of every achievement are a multiple of this number.", 1),
};

const fieldsSchema: JsonObject = {
  type: "object",
  description: `Fields that activities have in their \`custom_data\`, by action and field, such as \`win: { class: [mage, bard], level: number }\`. The value is a list of the allowed values, or \`number\` (any number), \`word\` (any text), \`any\` (anything); write nested fields with dots. \`activityData\` conditions are checked against it.`,
  additionalProperties: {
    type: "object",
    additionalProperties: {
      anyOf: [
        { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] }, minItems: 1 },
        { type: "string", enum: ["number", "word", "any"] },
      ],
    },
  },
  examples: [{ win: { class: ["mage", "bard"], level: "number" } }],
};

const gameSchema: JsonObject = {
  type: "object",
  title: "game",
  description: "One game: its manifests, its environments, and its own settings.",
  properties: {
    manifests: {
      type: "string",
      minLength: 1,
      description: "Folder with the game's manifests, relative to this file.",
      examples: ["games/dungeon"],
      "x-fix": "write the folder with the game's manifests, such as manifests: games/dungeon",
    },
    prune: { $ref: "#/definitions/prune" },
    allow: { $ref: "#/definitions/allow" },
    lint: { $ref: "#/definitions/lint" },
    actions: {
      type: "object",
      description: "How `laurel report` weighs actions, by `custom_id`.",
      propertyNames: { pattern: ID_PATTERN },
      additionalProperties: { $ref: "#/definitions/action" },
    },
    default_environment: {
      type: "string",
      minLength: 1,
      description:
        "Environment to use without `--env`. If there are several and none is set here, `--env` is required.",
      examples: ["local"],
    },
    environments: {
      type: "object",
      description: "Where the game is applied, by name.",
      propertyNames: { pattern: NAME_PATTERN },
      additionalProperties: { $ref: "#/definitions/environment" },
      minProperties: 1,
      "x-fix": "for a first try, write environments: { local: { embedded: true } }",
    },
  },
  required: ["manifests", "environments"],
  additionalProperties: false,
};

const actionSchema: JsonObject = {
  type: "object",
  description: "How `laurel report` weighs the activities of an action.",
  properties: {
    effort: {
      type: "number",
      minimum: 0.000001,
      maximum: 1_000_000,
      description: "How much work one unit of the amount is for a player, relative to other actions.",
      examples: [0.01],
    },
    amount: {
      type: "string",
      enum: ["count", "measure"],
      enumDescriptions: [
        "a number of things done: a unit costs `effort`, 1 without it",
        "a distance, a duration, money or the like; each unit costs `effort`, by default 0, and an activity at least 1",
      ],
      default: "count",
      description: "What the amount counts.",
    },
    reported: {
      type: "boolean",
      default: true,
      description: "Whether the game reports the action. If `false`, only reactions record it.",
    },
  },
  additionalProperties: false,
};

const environmentSchema: JsonObject = {
  type: "object",
  title: "environment",
  description: "Either the embedded service (`embedded: true`) or a game on a live service (`game_id`).",
  properties: {
    embedded: {
      const: true,
      description: "Use the embedded service; its data is kept in `.laurel/` beside this file.",
      "x-fix": "delete the key; game_id makes a live environment",
    },
    game_id: {
      type: "string",
      minLength: 1,
      description: "Id of the game on the service. `${LAUREL_NAME}` is read from the environment.",
      examples: ["${LAUREL_GAME_ID_DUNGEON}"],
    },
    service: { $ref: "#/definitions/service" },
    prune: { $ref: "#/definitions/prune" },
    allow: { $ref: "#/definitions/allow" },
  },
  additionalProperties: false,
  oneOf: [{ required: ["embedded"] }, { required: ["game_id"] }],
  "x-fix": "write either embedded: true or the game_id on the live service",
};

function ruleSchema(code: LintCode): JsonObject {
  const { severity, summary } = LINT_CODES[code];
  return {
    type: "string",
    enum: ["off", "warning", "error"],
    enumDescriptions: [
      "the rule does not run",
      "findings are shown, and do not change the exit code",
      "findings lead to exit code 3",
    ],
    description: `${summary}.`,
    default: severity,
  };
}
