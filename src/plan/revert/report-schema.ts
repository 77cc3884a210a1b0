/** One line of the file that `apply --report` writes: its schema, and the types that follow from it. */
import Type, { type Static } from "typebox";
import type { Address } from "../../model/model.ts";
import {
  ACTION,
  ADDRESS,
  choice,
  described,
  heading,
  jsonObject,
  list,
  members,
  nullable,
  object,
  optional,
  STRING,
  shared,
  text,
} from "../../model/schema/document.ts";
import { DIGEST_PATTERN } from "../plan-schema.ts";

const TIME = text("When the line was written: ISO 8601, in UTC.");
const STEP_ID = text("The step's id in the plan.");
const GAME = text("The game that the step is about. Absent in reports of version 1: the last head says it.");

const HEAD = object("The first line about a game.", {
  format: Type.Enum([1, 2], {
    description: "The version of the report. In version 1, lines belong to the last head before them.",
  }),
  type: Type.Literal("head"),
  game: text("The game's name in the project file."),
  environment: text("The environment's name in the project file."),
  base_url: text("The service."),
  game_id: text("The game's id on the service."),
  digest: text("Of the plan that was applied.", { pattern: DIGEST_PATTERN }),
  scalars: choice("How booleans and integers were sent.", ["native", "string"]),
  time: TIME,
});
export type ReportHead = Readonly<Static<typeof HEAD>>;

const RECORDED = object("A resource in canonical form.", {
  address: ADDRESS,
  body: jsonObject("Field values by name, as far as the service shows them."),
  links: members("Members of each link as custom_ids, as far as the service shows them."),
  verbatim: optional(
    jsonObject("Values that were read in another form, as they are sent back: `custom_data` as JSON text."),
  ),
});
export type Recorded = Readonly<Static<typeof RECORDED>>;

const STEP = object("Written before the step is sent.", {
  type: Type.Literal("step"),
  game: optional(GAME),
  step: STEP_ID,
  action: ACTION,
  address: ADDRESS,
  resource: text<Address>("The address at which the resource was read or made, the same for all steps on it.", {
    pattern: "^[^/]+/.+$",
  }),
  replaces: optional(described("The resource that the step helps to replace, as `kind/custom_id`.", ADDRESS)),
  member: optional(text("What is attached or detached, by the `custom_id` that it has then.")),
  changed: list("Fields and links that the step changes; empty for creations and deletions.", STRING),
  before: nullable("As it was read for the plan; null if it was not there.", shared("resource", RECORDED)),
  after: nullable(
    "As it was read or made, with the changes of this step alone; null after a deletion.",
    shared("resource", RECORDED),
  ),
  time: TIME,
});
export type ReportStep = Readonly<Static<typeof STEP>>;

const END = object("Written when the step has ended. Missing where the run was killed before.", {
  type: Type.Literal("end"),
  game: optional(GAME),
  step: STEP_ID,
  status: choice("How it ended. `not-sent`: the run was stopped while the step waited for its turn.", [
    "done",
    "failed",
    "not-sent",
  ]),
  diagnostic: optional(
    object("Why it failed.", {
      code: text("Code of the problem; the reference of messages explains each."),
      detail: text("What the service said, in full sentences."),
    }),
  ),
  time: TIME,
});
export type ReportEnd = Readonly<Static<typeof END>>;

export const reportSchema = Type.Unsafe<ReportHead | ReportStep | ReportEnd>({
  ...heading("laurel report", "One line of the file that `laurel apply --report` writes."),
  oneOf: [{ $ref: "#/$defs/head" }, { $ref: "#/$defs/step" }, { $ref: "#/$defs/end" }],
  $defs: { head: HEAD, step: STEP, end: END, resource: RECORDED },
});
