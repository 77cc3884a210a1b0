/**
 * JSON Schema of files of scenarios, `*.test.yaml`: checked against here, and read by editors. What it cannot say, such as
 * which ids there are and which members go together in a step, is checked where scenarios are read.
 */

import { DRAFT, withMarkdown } from "../../manifest/editor-words.ts";
import type { JsonObject } from "../../model/json.ts";
import { described, EXPECTATION_SCHEMAS, NAME, WHOLE } from "./expectations.ts";

/** `90m`, `1d12h`: weeks, days, hours, minutes and seconds, the largest first. */
const DURATION_PATTERN = "^(?=[0-9])(?:[0-9]{1,5}w)?(?:[0-9]{1,5}d)?(?:[0-9]{1,5}h)?(?:[0-9]{1,5}m)?(?:[0-9]{1,5}s)?$";

/** A date and a time of day, with a zone or without. */
const MOMENT_PATTERN = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?:Z|[+-][0-9]{2}:[0-9]{2})?$";

/** Most repetitions of one step. */
const MOST_TIMES = 100_000;

const MOMENT: JsonObject = {
  type: "string",
  pattern: MOMENT_PATTERN,
  patternErrorMessage: "a date and a time, such as 2026-03-01T09:00 or 2026-03-01T09:00Z",
};
const DURATION: JsonObject = {
  type: "string",
  pattern: DURATION_PATTERN,
  patternErrorMessage: "a duration, such as 30s, 90m, 2h, 1d or 1d12h",
};
function ref(definition: string): JsonObject {
  return { $ref: `#/definitions/${definition}` };
}

/** The schema, in the draft that every editor understands. */
export const scenariosSchema: JsonObject = withMarkdown({
  $schema: DRAFT,
  title: "file of scenarios",
  description: "What players do, and what they should have earned then. `laurel test` plays them.",
  type: "object",
  properties: {
    scenarios: { type: "array", items: ref("scenario"), description: "Each is played on its own." },
  },
  required: ["scenarios"],
  additionalProperties: false,
  definitions: {
    scenario: {
      title: "scenario",
      type: "object",
      properties: {
        name: described(NAME, "A sentence that says what is true; no other scenario of the file has it."),
        description: described({ type: "string" }, "What a reader should know besides."),
        players: {
          type: "object",
          description: "The players by id. Without it there is one, called `player`, in UTC.",
          additionalProperties: ref("player"),
          minProperties: 1,
          examples: [{ lea: { time_zone: "Europe/Vienna" } }],
        },
        start: described(
          MOMENT,
          "When it begins. Without a zone, by the clock of the only player. Default: noon of 1 January 2026, UTC.",
          { default: "2026-01-01T12:00:00Z" },
        ),
        steps: {
          type: "array",
          items: ref("step"),
          description: "What happens, in order. Without `at`, `after` and `every`, no time passes.",
        },
        expect: described({ allOf: [ref("expectation")] }, "What is expected at the end."),
      },
      required: ["name", "steps"],
      additionalProperties: false,
    },
    player: {
      type: ["object", "null"],
      properties: {
        time_zone: described(NAME, "A name of the time zone database.", {
          default: "UTC",
          examples: ["Europe/Vienna"],
        }),
        custom_data: { description: "What conditions read as `{player.…}`.", default: null },
      },
      additionalProperties: false,
    },
    step: {
      title: "step",
      type: "object",
      description: "One of `do`, `score`, `wait` and `expect`.",
      properties: {
        name: described(NAME, "What `earned_at` can call it."),
        do: described(NAME, "The `custom_id` of an action that a player reports. Its reactions follow by themselves."),
        amount: described(WHOLE, "The amount of each activity.", { default: 1 }),
        times: described({ type: "integer", minimum: 1, maximum: MOST_TIMES }, "How often it is done.", { default: 1 }),
        every: described(DURATION, "With `times`: the time between two of them. Days and weeks keep the time of day.", {
          examples: ["1d"],
        }),
        player: described(NAME, "Who does it. May be left out when there is only one player."),
        at: described(MOMENT, "When. Without a zone, by the player's clock.", { examples: ["2026-03-01T09:00"] }),
        after: described(DURATION, "So long after the step before. Days and weeks keep the time of day.", {
          examples: ["2h"],
        }),
        custom_data: { description: "The `custom_data` of each activity.", default: null },
        session: described(NAME, "The session that the activities belong to."),
        score: described({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "A score to submit."),
        leaderboard: described(NAME, "With `score`: the `custom_id` of the leaderboard it is for."),
        wait: described(DURATION, "Only time passes.", { examples: ["3d"] }),
        expect: described({ allOf: [ref("expectation")] }, "What is expected at this point."),
      },
      additionalProperties: false,
      oneOf: [{ required: ["do"] }, { required: ["score"] }, { required: ["wait"] }, { required: ["expect"] }],
      "x-fix": "write each as a step of its own, in the order in which they happen",
    },
    ...EXPECTATION_SCHEMAS,
  },
});
