/** JSON Schema of the document of `plan --format json`: the form of `Plan` in `model/model.ts`. */

import type { PlanOutcome } from "../model/events.ts";
import type { JsonObject } from "../model/json.ts";
import { HAZARDS, type KeepReason, type Summary } from "../model/model.ts";
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
} from "../model/schema/output.ts";
import { CAUSES, type ChangeCause } from "./cause.ts";
import { IMPACT_CLASS_NAMES } from "./impact.ts";

const REASONS: Readonly<Record<KeepReason, true>> = {
  "not-pruned": true,
  "still-referenced": true,
  "unseen-referrers": true,
  "not-targeted": true,
  ignored: true,
  "create-only": true,
  forgotten: true,
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

const CAUSE_COUNTS: Readonly<Record<ChangeCause, string>> = {
  pending: "Steps that this branch causes.",
  drift: "Steps that put back what was changed behind the repository's back.",
  conflict: "Steps with a field that both have changed.",
};
const CAUSE: JsonObject = { type: "string", enum: [...CAUSES] };

function countsOf(descriptions: Readonly<Record<string, string>>): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Object.entries(descriptions).map(([name, text]) => [name, countSchema(text)]));
}

const DIGEST: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const STEP_ID: JsonObject = { type: "string", description: "The id of a step in this plan." };
const POINTER = textSchema("JSON pointer (RFC 6901) into the resource: fields and links by name.", {
  pattern: "^(/.*)?$",
});

function originSchema(description: string): JsonObject {
  return objectSchema(description, {
    file: textSchema("The file, relative to the working directory."),
    line: { type: "integer", minimum: 1, description: "Counted from 1." },
    column: { type: "integer", minimum: 1, description: "Counted from 1." },
  });
}

const FIELD = objectSchema("A value that differs.", {
  path: POINTER,
  "before?": { description: "The live value. Absent: there is none." },
  "after?": { description: "The value from the manifests. Absent: there is none." },
  "origin?": originSchema("Where an override of the environment gives the value."),
  "cause?": { ...CAUSE, description: "With `--base`: why the value differs." },
  "base?": { description: "For a conflict: the value at the base commit. Absent: there was none." },
});

const REQUEST = objectSchema("A request below `/v1/games/{game_id}/`.", {
  method: { type: "string", enum: ["POST", "PUT", "DELETE"] },
  path: textSchema("The path below the game, ids percent-encoded, without a slash in front."),
  "body?": { type: "object", description: "The JSON body." },
});

const STEP = objectSchema("One request to send, with everything that is known about it.", {
  id: textSchema("Unique in the plan, and the same whenever the same is planned."),
  action: ACTION_SCHEMA,
  "cause?": { ...CAUSE, description: "With `--base`: the gravest cause of its fields; conflict is graver than drift." },
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
  "replaces?": { ...ADDRESS_SCHEMA, description: "The resource that the step helps to replace, as `kind/custom_id`." },
  "verifies?": listSchema("Fields and links that are read back after the step, because the service may ignore them.", {
    type: "string",
  }),
  "fallback_of?": listSchema("Steps that make this one unnecessary if the service kept what they verify.", STEP_ID),
  "origin?": originSchema(
    "Where the resource is declared, or where an override gives the members of the link. Absent for deletions.",
  ),
});

const IMPACT = objectSchema("One thing that changes for players.", {
  class: {
    type: "string",
    enum: [...IMPACT_CLASS_NAMES],
    description: "What it is to players, as docs/impact.md says; the later in the list, the graver.",
  },
  address: { ...ADDRESS_SCHEMA, description: "What players see of it, or else the changed resource." },
  sentence: textSchema("What changes, in a sentence or two."),
  because: listSchema("The changed resources that lead to it.", ADDRESS_SCHEMA),
  steps: listSchema("The steps that lead to it.", STEP_ID),
});

const LIVE = objectSchema("What a live resource held.", {
  body: { type: "object", description: "Field values by name. A field that the service did not show is absent." },
  links: {
    type: "object",
    description: "The custom_ids of the members of each link that was read.",
    additionalProperties: { type: "array", items: { type: "string" } },
  },
});

const PLAN = objectSchema("Everything that would be done to one game.", {
  game: textSchema("The game's name in the project file."),
  environment: textSchema("The environment's name in the project file."),
  base_url: textSchema("The service."),
  game_id: textSchema("The game's id on the service."),
  digest: { ...DIGEST, description: "Names the plan: the same plan has the same digest on every machine." },
  basis: objectSchema("What the plan was made from.", {
    manifests: { ...DIGEST, description: "Of the manifests, whatever their layout in files." },
    live: { ...DIGEST, description: "Of `touched`." },
    touched: listSchema(
      "The resources that the plan touches, as they were live, in the order of addresses.",
      objectSchema("A resource.", {
        address: ADDRESS_SCHEMA,
        live: {
          description: "Null: there was none.",
          oneOf: [{ type: "null" }, { $ref: "#/$defs/live" }],
        },
        "referrers?": listSchema("For what the plan deletes: what referred to it.", ADDRESS_SCHEMA),
      }),
    ),
  }),
  "base?": objectSchema("With `--base`: the commit that causes were told from.", {
    ref: textSchema("As it was named."),
    commit: textSchema("Its full id."),
    has_game: { type: "boolean", description: "Whether it has manifests of the game. If not, everything is pending." },
  }),
  summary: objectSchema("How many of each.", {
    ...countsOf(SUMMARY),
    "causes?": objectSchema("With `--base`: how many steps of each cause.", countsOf(CAUSE_COUNTS)),
  }),
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
  "unknown?": listSchema(
    "What prune deletes, planned without `--base`: in no manifest, so laurel cannot know who created it.",
    ADDRESS_SCHEMA,
  ),
  "impact?": listSchema(
    "What the plan means to players. Each step is in at least one; the gravest class of those is the step's.",
    IMPACT,
  ),
  allowed: listSchema("Hazards of this plan that were allowed when it was made.", {
    type: "string",
    enum: [...HAZARDS],
  }),
});

const OUTCOMES: Readonly<Record<PlanOutcome, true>> = {
  changes: true,
  "no-changes": true,
  refused: true,
  failed: true,
  invalid: true,
  usage: true,
  "not-started": true,
};

const GAME = objectSchema("A game that was asked for.", {
  game: textSchema("The game's name in the project file."),
  "environment?": textSchema("The environment's name. Absent where it could not be told."),
  outcome: textSchema(
    "`changes` and `no-changes` have a plan, and so has `refused` where hazards are not allowed. For `failed`, `invalid` and `usage`, the `diagnostics` of that `game` say why it has none. `not-started`: the run was interrupted.",
    { enum: Object.keys(OUTCOMES) },
  ),
});

export const planSchema: JsonObject = documentSchema(
  "laurel plan",
  "What `laurel plan --format json` prints and `laurel plan --out` saves.",
  {
    plans: listSchema("One for each game that was asked for and could be planned.", { $ref: "#/$defs/plan" }),
    "games?": listSchema("Every game that was asked for, in the order of the project.", GAME),
    "shard?": objectSchema("With `--shard`: the part of the games that this is.", {
      index: { type: "integer", minimum: 1, description: "Which part, counted from 1." },
      of: { type: "integer", minimum: 1, description: "How many parts there are." },
    }),
    diagnostics: DIAGNOSTICS_MEMBER,
    seal: { ...DIGEST, description: "Of all other members. A document whose seal does not match is not applied." },
  },
  { plan: PLAN, step: STEP, live: LIVE, request: REQUEST, diagnostic: DIAGNOSTIC_SCHEMA },
);
