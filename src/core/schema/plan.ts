/** JSON Schema of the document of `plan --format json`: the form of `Plan` in `core/model.ts`. */
import type { JsonObject } from "../json.ts";
import { HAZARDS, type KeepReason, type Summary } from "../model.ts";
import {
  ACTION_SCHEMA,
  ADDRESS_SCHEMA,
  countSchema,
  DIAGNOSTIC_SCHEMA,
  DIAGNOSTICS_MEMBER,
  documentSchema,
  listSchema,
  objectSchema,
  sharedSchema,
  textSchema,
} from "./output.ts";

const REASONS: Readonly<Record<KeepReason, true>> = {
  "not-pruned": true,
  "still-referenced": true,
  "unseen-referrers": true,
  "not-targeted": true,
};
const SUMMARY: Readonly<Record<keyof Summary, string>> = {
  create: "Resources to create.",
  update: "Resources to update.",
  rename: "Resources to give another custom_id.",
  replace: "Resources to create anew, because a field cannot be changed.",
  delete: "Resources to delete.",
  attach: "Members to attach to a link.",
  detach: "Members to detach from a link.",
  unchanged: "Declared resources that are live as declared.",
  kept: "Live resources that are left as they are although they differ.",
};

const DIGEST: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const STEP_ID: JsonObject = { type: "string", description: "The id of a step in this plan." };
const POINTER = textSchema("JSON pointer (RFC 6901) into the resource: fields and links by name.", {
  pattern: "^(/.*)?$",
});

const FIELD = objectSchema("A value that differs.", {
  path: POINTER,
  "before?": { description: "The live value. Absent: there is none." },
  "after?": { description: "The value from the manifests. Absent: there is none." },
});

const REQUEST = objectSchema("A request below `/v1/games/{game_id}/`.", {
  method: { type: "string", enum: ["POST", "PUT", "DELETE"] },
  path: textSchema("The path below the game, ids percent-encoded, without a slash in front."),
  "body?": { type: "object", description: "The JSON body." },
});

const STEP = objectSchema("One request to send, with everything that is known about it.", {
  id: textSchema("Unique in the plan, and the same whenever the same is planned."),
  action: ACTION_SCHEMA,
  address: ADDRESS_SCHEMA,
  "link?": objectSchema("For `attach` and `detach`: what joins or leaves.", {
    name: textSchema("The link's name, as in manifests."),
    member: textSchema("The custom_id that joins or leaves."),
  }),
  fields: listSchema("What differs; for creations and deletions the values that are not defaults.", FIELD),
  needs: listSchema("Steps that have to be done before this one.", STEP_ID),
  hazards: listSchema(
    "What is dangerous about the step. Refused unless allowed by name.",
    objectSchema("A danger.", {
      name: { type: "string", enum: [...HAZARDS] },
      sentence: textSchema("What would be lost."),
    }),
  ),
  notes: listSchema("Things worth knowing about the step, as sentences.", { type: "string" }),
  request: sharedSchema("request", "What is sent."),
  "otherwise?": sharedSchema("request", "Sent instead when the service does not have the endpoint of `request`."),
  "origin?": objectSchema("Where the resource is declared. Absent for deletions.", {
    file: textSchema("The file, relative to the working directory."),
    line: { type: "integer", minimum: 1, description: "Counted from 1." },
    column: { type: "integer", minimum: 1, description: "Counted from 1." },
  }),
});

const PLAN = objectSchema("Everything that would be done to one game.", {
  game: textSchema("The game's name in the project file."),
  environment: textSchema("The environment's name in the project file."),
  base_url: textSchema("The service."),
  game_id: textSchema("The game's id on the service."),
  digest: { ...DIGEST, description: "Names the plan: the same plan has the same digest on every machine." },
  basis: objectSchema("What the plan was made from.", {
    manifests: { ...DIGEST, description: "Of the manifests, whatever their layout in files." },
    live: { ...DIGEST, description: "Of the live resources that the plan touches." },
  }),
  summary: objectSchema(
    "How many of each.",
    Object.fromEntries(Object.entries(SUMMARY).map(([name, description]) => [name, countSchema(description)])),
  ),
  steps: listSchema("In an order in which they can be carried out one by one.", { $ref: "#/$defs/step" }),
  kept: listSchema(
    "Live resources that are left as they are although they differ.",
    objectSchema("A resource with the reason why it stays.", {
      address: ADDRESS_SCHEMA,
      reason: { type: "string", enum: Object.keys(REASONS) },
      "by?": listSchema("For `still-referenced`: what refers to it.", ADDRESS_SCHEMA),
    }),
  ),
  not_comparable: listSchema(
    "Fields and links that the service does not show, so that they cannot be compared.",
    objectSchema("A field or link of a kind.", {
      kind: textSchema("The kind, in the singular."),
      field: textSchema("The field's or link's name."),
      resources: countSchema("How many declared resources it concerns."),
    }),
  ),
});

export const planSchema: JsonObject = documentSchema(
  "laurel plan",
  "What `laurel plan --format json` prints.",
  {
    plans: listSchema("One for each game that was asked for and could be planned.", { $ref: "#/$defs/plan" }),
    diagnostics: DIAGNOSTICS_MEMBER,
  },
  { plan: PLAN, step: STEP, request: REQUEST, diagnostic: DIAGNOSTIC_SCHEMA },
);
