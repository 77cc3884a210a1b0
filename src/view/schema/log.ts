/** JSON Schema of one line of `--log-format json`: the forms in `model/log-events.ts`. */

import type { LogEvent, LogLevel, StepEvent } from "../../model/events.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Summary } from "../../model/model.ts";
import {
  ACTION_SCHEMA,
  ADDRESS_SCHEMA,
  countSchema,
  DIAGNOSTIC_SCHEMA,
  DIALECT,
  objectSchema,
  sharedSchema,
  textSchema,
} from "../../model/schema/output.ts";
import { OUTCOME_SCHEMA, TOTALS_SCHEMA } from "./apply.ts";

const LEVELS: Readonly<Record<LogLevel, true>> = { info: true, warn: true, error: true };
const STATUSES: Readonly<Record<StepEvent["status"], true>> = {
  started: true,
  done: true,
  failed: true,
  skipped: true,
  "not-needed": true,
};
const SUMMARY: Readonly<Record<keyof Summary, string>> = {
  create: "Resources to create.",
  update: "Resources to update.",
  rename: "Resources to rename.",
  replace: "Resources to replace.",
  delete: "Resources to delete.",
  attach: "Memberships to add.",
  detach: "Memberships to take away.",
  unchanged: "Resources that are as declared.",
  kept: "Live resources that no manifest declares and that stay.",
};

const METHOD = textSchema("The method.");
const PATH = textSchema("The path from the root, as it was sent, without the query.");
const QUERY = textSchema("The query as it was sent, without the question mark.");
const VERSION = textSchema("Of laurel.");

/** What each event has of its own. */
const EVENTS: Readonly<Record<LogEvent["event"], readonly [string, Readonly<Record<string, JsonObject>>]>> = {
  start: ["A command begins.", { command: textSchema("Its first word."), version: VERSION }],
  end: [
    "The run is over; always the last line.",
    { exit_code: countSchema("What the process ends with."), duration_ms: countSchema("Of the whole run.") },
  ],
  "game-start": [
    "A game's service is about to be asked. An apply does so twice: to plan, and to carry out.",
    { base_url: textSchema("The service."), game_id: textSchema("The game's id on the service.") },
  ],
  "game-end": [
    "The game's service is asked no more.",
    {
      requests: countSchema("How many were sent, repeats among them."),
      retries: countSchema("How many of them failed and were sent again."),
      duration_ms: countSchema("From the first to the last."),
    },
  ],
  request: [
    "A request was answered, or failed.",
    {
      method: METHOD,
      path: PATH,
      "query?": QUERY,
      "status?": { type: "integer", description: "Absent when no answer came." },
      duration_ms: countSchema("From sending it to the end of its answer; waiting for its turn does not count."),
      attempt: { type: "integer", minimum: 1, description: "1, and more when it is sent again." },
      "bytes?": countSchema("Of the answer's body."),
      "failure?": textSchema("What was wrong with the connection or the answer, in a few words."),
      "retry_reason?": textSchema("Why it is sent again. Absent when it is not."),
      "retry_in_ms?": countSchema("After how many milliseconds at the earliest it is sent again."),
      "request_id?": textSchema("What the service, or a proxy in front of it, calls the request."),
    },
  ],
  wait: [
    "Requests have to wait.",
    { reason: textSchema("Why, in a few words."), wait_ms: countSchema("For how many milliseconds.") },
  ],
  plan: [
    "A game was planned, or its plan was read from a file.",
    {
      digest: textSchema("Of the plan.", { pattern: "^sha256:[0-9a-f]{64}$" }),
      summary: objectSchema("How many changes of each kind.", counts(SUMMARY)),
    },
  ],
  step: [
    "A step of an apply began or ended. Steps that were never begun have no line.",
    {
      id: textSchema("The step's id in the plan."),
      action: ACTION_SCHEMA,
      address: ADDRESS_SCHEMA,
      status: textSchema("What became of it.", { enum: Object.keys(STATUSES) }),
      "duration_ms?": countSchema("From its beginning to its end, repeats and waits among it."),
      "diagnostic?": sharedSchema("problem", "Why it failed."),
      "because?": textSchema("For skipped steps: the id of the step that it needed."),
    },
  ],
  verify: ["All steps have ended; the game is read again.", {}],
  result: [
    "What became of a game that was to be applied.",
    {
      outcome: OUTCOME_SCHEMA,
      converged: { type: "boolean", description: "Whether the game is now as it should be." },
      totals: TOTALS_SCHEMA,
      "duration_ms?": countSchema(
        "From the first step to the end of the verification. Absent for a game that was left as it is.",
      ),
    },
  ],
  diagnostic: ["A problem, with the members of a problem.", {}],
  note: ["Something to know; the message says it all.", {}],
  served: [
    "`laurel serve` was asked something.",
    {
      method: METHOD,
      path: PATH,
      "query?": QUERY,
      status: { type: ["integer", "null"], description: "null when the connection was dropped instead." },
    },
  ],
  bug: [
    "laurel itself is wrong; please report it.",
    { version: VERSION, command_line: textSchema("What it was called with."), stack: textSchema("Where it happened.") },
  ],
};

const COMMON: Readonly<Record<string, JsonObject>> = {
  format: { const: 1, description: "The version of the line." },
  time: textSchema("When: ISO 8601, in UTC, with milliseconds.", { format: "date-time" }),
  level: textSchema("How much it matters.", { enum: Object.keys(LEVELS) }),
  event: textSchema("What happened.", { enum: Object.keys(EVENTS) as Json[] }),
  message: textSchema("The same in words for people, which may change with any version."),
  "game?": textSchema("The game that it is about, by its name in the project file."),
  "environment?": textSchema("The environment, by its name in the project file."),
};

function counts(members: Readonly<Record<string, string>>): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Object.entries(members).map(([name, description]) => [name, countSchema(description)]));
}

export const logSchema: JsonObject = {
  $schema: DIALECT,
  title: "laurel log",
  ...objectSchema(
    "One line of what `--log-format json` writes to stderr. Members and events may be added without a new `format`; ignore those you do not know.",
    COMMON,
  ),
  oneOf: Object.keys(EVENTS).map((event) => ({ $ref: `#/$defs/${event}` })),
  $defs: {
    ...Object.fromEntries(
      Object.entries(EVENTS).map(([event, [description, members]]) => [
        event,
        {
          ...objectSchema(description, { event: { const: event }, ...members }),
          ...(event === "diagnostic" ? { allOf: [{ $ref: "#/$defs/problem" }] } : {}),
        },
      ]),
    ),
    problem: DIAGNOSTIC_SCHEMA,
  },
};
