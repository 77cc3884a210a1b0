/** JSON Schema of one line of the file that `apply --report` writes: the forms in `plan/revert/report.ts`. */
import type { JsonObject } from "../../model/json.ts";
import {
  ACTION_SCHEMA,
  ADDRESS_SCHEMA,
  DIALECT,
  listSchema,
  objectSchema,
  textSchema,
} from "../../model/schema/output.ts";
import { FORMER_FORMAT, REPORT_FORMAT, type ReportEnd, type ReportHead, type ReportStep } from "./report.ts";

const TIME = textSchema("When the line was written: ISO 8601, in UTC.");
const STEP_ID = textSchema("The step's id in the plan.");
const STATUSES: Readonly<Record<ReportEnd["status"], true>> = { done: true, failed: true, "not-sent": true };
const SCALARS: Readonly<Record<ReportHead["scalars"], true>> = { native: true, string: true };

const GAME = textSchema("The game that the step is about. Absent in reports of version 1: the last head says it.");

const HEAD = objectSchema("The first line about a game.", {
  format: {
    enum: [FORMER_FORMAT, REPORT_FORMAT],
    description: "The version of the report. In version 1, lines belong to the last head before them.",
  },
  type: { const: "head" },
  game: textSchema("The game's name in the project file."),
  environment: textSchema("The environment's name in the project file."),
  base_url: textSchema("The service."),
  game_id: textSchema("The game's id on the service."),
  digest: textSchema("Of the plan that was carried out.", { pattern: "^sha256:[0-9a-f]{64}$" }),
  scalars: textSchema("How booleans and integers were sent.", { enum: Object.keys(SCALARS) }),
  time: TIME,
});

const RECORDED = objectSchema("A resource in canonical form.", {
  address: ADDRESS_SCHEMA,
  body: { type: "object", description: "Field values by name, as far as the service shows them." },
  links: {
    type: "object",
    description: "Members of each link as custom_ids, as far as the service shows them.",
    additionalProperties: listSchema("custom_ids.", { type: "string" }),
  },
  "verbatim?": {
    type: "object",
    description: "Values that were read in another form, as they are sent back: `custom_data` as JSON text.",
  },
});

function recordedOrNull(description: string): JsonObject {
  return { anyOf: [{ $ref: "#/$defs/resource" }, { type: "null" }], description };
}

const STEP = objectSchema("Written before the step is sent.", {
  type: { const: "step" },
  "game?": GAME,
  step: STEP_ID,
  action: ACTION_SCHEMA,
  address: ADDRESS_SCHEMA,
  resource: textSchema("The address at which the resource was read or made, the same for all steps on it.", {
    pattern: "^[^/]+/.+$",
  }),
  "replaces?": { ...ADDRESS_SCHEMA, description: "The resource that the step helps to replace, as `kind/custom_id`." },
  "member?": textSchema("What is attached or detached, by the `custom_id` that it has then."),
  changed: listSchema("Fields and links that the step changes; empty for creations and deletions.", { type: "string" }),
  before: recordedOrNull("As it was read for the plan; null if it was not there."),
  after: recordedOrNull("As it was read or made, with the changes of this step alone; null after a deletion."),
  time: TIME,
} satisfies Record<
  Exclude<keyof ReportStep, "game" | "replaces" | "member"> | "game?" | "replaces?" | "member?",
  JsonObject
>);

const END = objectSchema("Written when the step has ended. Missing where the run was killed before.", {
  type: { const: "end" },
  "game?": GAME,
  step: STEP_ID,
  status: textSchema("How it ended. `not-sent`: the run was stopped while the step waited for its turn.", {
    enum: Object.keys(STATUSES),
  }),
  "diagnostic?": objectSchema("Why it failed.", {
    code: textSchema("Which problem; docs/messages.md lists the codes."),
    detail: textSchema("What the service said, in full sentences."),
  }),
  time: TIME,
});

export const reportSchema: JsonObject = {
  $schema: DIALECT,
  title: "laurel report",
  description:
    "One line of the file that `laurel apply --report` writes. Members may be added without a new `format`; ignore those you do not know.",
  oneOf: [{ $ref: "#/$defs/head" }, { $ref: "#/$defs/step" }, { $ref: "#/$defs/end" }],
  $defs: { head: HEAD, step: STEP, end: END, resource: RECORDED },
};
