/** One line of `--log-format json`: its schema, and the types that follow from it. */
import Type, { type Static, type TProperties } from "typebox";
import {
  ACTION,
  ADDRESS,
  choice,
  count,
  counts,
  DIAGNOSTIC,
  type DiagnosticJson,
  flag,
  heading,
  integer,
  object,
  optional,
  shared,
  text,
} from "../../model/schema/document.ts";
import { DIGEST_PATTERN, SUMMARY } from "../../plan/plan-schema.ts";
import { OUTCOME, TOTALS } from "./documents.ts";

const METHOD = text("The method.");
const PATH = text("The path from the root, as it was sent, without the query.");
const QUERY = optional(text("The query as it was sent, without the question mark."));
const VERSION = text("Of laurel.");

function event<const E extends string, const P extends TProperties>(name: E, description: string, members: P) {
  return object(description, { event: Type.Literal(name), ...members });
}

/** What each event has of its own. */
const EVENTS = {
  start: event("start", "A command begins.", {
    command: text("Its first word."),
    version: VERSION,
  }),
  end: event("end", "The run is over; always the last line.", {
    exit_code: count("What the process ends with."),
    duration_ms: count("Of the whole run."),
  }),
  "game-start": event(
    "game-start",
    "Requests to a game's service begin. An apply has two phases: planning and applying.",
    {
      base_url: text("The service."),
      game_id: text("The game's id on the service."),
    },
  ),
  "game-end": event("game-end", "Requests to the game's service have ended.", {
    requests: count("How many were sent, repeats among them."),
    retries: count("How many of them failed and were sent again."),
    duration_ms: count("From the first to the last."),
  }),
  request: event("request", "A request was answered, or failed.", {
    method: METHOD,
    path: PATH,
    query: QUERY,
    status: optional(integer("Absent when no answer came.")),
    duration_ms: count("From sending it to the end of its answer; waiting for its turn does not count."),
    attempt: integer("1, and more when it is sent again.", 1),
    bytes: optional(count("Of the answer's body.")),
    failure: optional(text("What was wrong with the connection or the answer, in a few words.")),
    retry_reason: optional(text("Why it is sent again. Absent when it is not.")),
    retry_in_ms: optional(count("After how many milliseconds at the earliest it is sent again.")),
    request_id: optional(text("What the service, or a proxy in front of it, calls the request.")),
  }),
  wait: event("wait", "Requests have to wait.", {
    reason: text("Why, in a few words."),
    wait_ms: count("For how many milliseconds."),
  }),
  plan: event("plan", "A game was planned, or its plan was read from a file.", {
    digest: text("Of the plan.", { pattern: DIGEST_PATTERN }),
    summary: object("How many changes of each kind.", counts(SUMMARY)),
  }),
  step: event("step", "A step of an apply began or ended. Steps that were never begun have no line.", {
    id: text("The step's id in the plan."),
    action: ACTION,
    address: ADDRESS,
    status: choice("What became of it.", ["started", "done", "failed", "skipped", "not-needed"]),
    duration_ms: optional(count("From its beginning to its end, repeats and waits among it.")),
    diagnostic: optional(shared("problem", DIAGNOSTIC, "Why it failed.")),
    because: optional(text("For skipped steps: the id of the step that it needed.")),
  }),
  verify: event("verify", "All steps have ended; the game is read again.", {}),
  result: event("result", "What became of a game that was to be applied.", {
    outcome: OUTCOME,
    converged: flag("Whether the game is now as it should be."),
    totals: TOTALS,
    duration_ms: optional(
      count("From the first step to the end of the verification. Absent for a game that was left as it is."),
    ),
  }),
  diagnostic: Type.Unsafe<{ readonly event: "diagnostic" } & DiagnosticJson>({
    ...event("diagnostic", "A problem, with the members of a problem.", {}),
    allOf: [{ $ref: "#/$defs/problem" }],
  }),
  note: event("note", "Something to know; the message says it all.", {}),
  served: event("served", "`laurel serve` answered a request.", {
    method: METHOD,
    path: PATH,
    query: QUERY,
    status: Type.Unsafe<number | null>({
      type: ["integer", "null"],
      description: "null when the connection was dropped instead.",
    }),
  }),
  bug: event("bug", "laurel itself is wrong; please report it.", {
    version: VERSION,
    command_line: text("What it was called with."),
    stack: text("Where it happened."),
  }),
};

const COMMON = object("", {
  format: Type.Unsafe<1>({ const: 1, description: "The version of the line." }),
  time: text("When: ISO 8601, in UTC, with milliseconds.", { format: "date-time" }),
  level: choice("How much it matters.", ["info", "warn", "error"]),
  event: choice("What happened.", Object.keys(EVENTS) as (keyof typeof EVENTS)[]),
  message: text("The same in words for people, which may change with any version."),
  game: optional(text("The game that it is about, by its name in the project file.")),
  environment: optional(text("The environment, by its name in the project file.")),
});

/** What an event has of its own. */
export type LogEventJson = { [Name in keyof typeof EVENTS]: Static<(typeof EVENTS)[Name]> }[keyof typeof EVENTS];
export type LogLine = Static<typeof COMMON> & LogEventJson;

export const logSchema = Type.Unsafe<LogLine>({
  ...COMMON,
  ...heading("laurel log", "One line of what `--log-format json` writes to stderr. Events may be added, too."),
  oneOf: Object.keys(EVENTS).map((event) => ({ $ref: `#/$defs/${event}` })),
  $defs: { ...EVENTS, problem: DIAGNOSTIC },
});
