/** The document of `plan --format json`: its schema, and the type that follows from it. */
import type { Static } from "typebox";
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import { HAZARDS, KEEP_REASONS } from "../../model/model.ts";
import { CAUSES } from "../../plan/cause.ts";
import {
  ACTION,
  ADDRESS,
  CHANGED,
  choice,
  count,
  counts,
  DIAGNOSTIC,
  DIAGNOSTICS,
  described,
  document,
  flag,
  integer,
  json,
  jsonObject,
  list,
  members,
  nullable,
  object,
  optional,
  STRING,
  shared,
  text,
} from "./document-schema.ts";

export const SUMMARY = {
  create: "Resources to create.",
  update: "Resources to update.",
  rename: "Resources to give another custom_id.",
  replace: "Resources to delete and create, because a field cannot be changed.",
  delete: "Resources to delete.",
  attach: "Members to attach to a link.",
  detach: "Members to detach from a link.",
  unchanged: "Declared resources that are live as declared.",
  kept: "Live resources that are left as they are although they differ.",
  not_verified:
    "Declared resources of which the service does not return everything. They are not counted as unchanged.",
};

export const NOT_VERIFIED = list(
  "Declared resources of which the service does not return everything, so that nobody knows whether it is as declared.",
  object("A resource.", {
    address: ADDRESS,
    fields: list("Names of the fields and links that are not returned.", STRING),
  }),
);

const CAUSE_COUNTS = {
  pending: "Steps that this branch causes.",
  drift: "Steps that put back what was changed behind the repository's back.",
  conflict: "Steps with a field that both have changed.",
};

export const DIGEST_PATTERN = "^sha256:[0-9a-f]{64}$";

function digest(description: string) {
  return text(description, { pattern: DIGEST_PATTERN });
}

const STEP_ID = text("The id of a step in this plan.");

function origin(description: string) {
  return object(description, {
    file: text("The file, relative to the working directory."),
    line: integer("Counted from 1.", 1),
    column: integer("Counted from 1.", 1),
  });
}

const FIELD = object("A value that differs.", {
  path: text("JSON pointer (RFC 6901) into the resource: fields and links by name.", { pattern: "^(/.*)?$" }),
  before: optional(json("The live value. Absent: there is none.")),
  after: optional(json("The value from the manifests. Absent: there is none.")),
  origin: optional(origin("Where an override of the environment gives the value.")),
  cause: optional(choice("With `--base`: why the value differs.", CAUSES)),
  base: optional(json("For a conflict: the value at the base commit. Absent: there was none.")),
});

const REQUEST = object("A request below `/v1/games/{game_id}/`.", {
  method: choice("The method.", ["POST", "PUT", "DELETE"]),
  path: text("The path below the game, ids percent-encoded, without a slash in front."),
  body: optional(jsonObject("The JSON body.")),
});

const STEP = object("One request to send, with everything that is known about it.", {
  id: text("Unique in the plan, and the same whenever the same is planned."),
  action: ACTION,
  cause: optional(choice("With `--base`: the gravest cause of its fields; conflict is graver than drift.", CAUSES)),
  address: ADDRESS,
  link: optional(
    object("For `attach` and `detach`: what joins or leaves.", {
      name: text("The link's name, as in manifests."),
      member: text("The custom_id that joins or leaves."),
    }),
  ),
  fields: list("What differs; for creations and deletions the values that are not defaults.", FIELD),
  needs: list("Steps that have to be done before this one.", STEP_ID),
  hazards: list(
    "What is dangerous about the step. Refused unless allowed by name.",
    object("A danger.", {
      name: choice("Its name.", HAZARDS),
      sentence: text("What would be lost."),
      consented: optional(flag("Whether the manifests allow it, by a `removed` entry of the resource.")),
    }),
  ),
  notes: list("Things worth knowing about the step, as sentences.", STRING),
  request: shared("request", REQUEST, "What is sent."),
  otherwise: optional(
    shared("request", REQUEST, "Sent instead when the service does not have the endpoint of `request`."),
  ),
  replaces: optional(described("The resource that the step helps to replace, as `kind/custom_id`.", ADDRESS)),
  verifies: optional(
    list("Fields and links that are read back after the step, because the service may ignore them.", STRING),
  ),
  origin: optional(
    origin("Where the resource is declared, or where an override gives the members of the link. Absent for deletions."),
  ),
});

const witness = (description: string) =>
  optional(
    object(description, {
      player: json("The player's custom_data."),
      activities: list(
        "What the player does, from nothing on; the last activity earns it. The player's clock shows UTC.",
        object("Activities that differ in their time only.", {
          custom_action_id: text("Their action."),
          amount: count("The amount of each."),
          times: count("How many."),
          date_time_utc: text("When the first one is, such as 2024-01-31T08:00:00.000Z."),
          every_hours: count("Hours from one to the next; 0 where they are at the same time."),
          custom_data: json("Their custom_data."),
        }),
      ),
    }),
  );

const IMPACT = object("One thing that changes for players.", {
  class: choice("Class of the impact on players; the later in the list, the more severe.", IMPACT_CLASS_NAMES),
  address: described("What players see of it, or else the changed resource.", ADDRESS),
  sentence: text("What changes, in a sentence or two."),
  witnesses: optional(
    object("Histories that show it. Absent where there is none, or none was found.", {
      easier: witness("Earns the achievement after the change and not before it."),
      harder: witness("Earns the achievement before the change and not after it."),
    }),
  ),
  because: list("The changed resources that lead to it.", ADDRESS),
  steps: list("The steps of those resources.", STEP_ID),
});

const LIVE = object("What a live resource held.", {
  body: jsonObject("Field values by name. A field that the service did not show is absent."),
  links: members("The custom_ids of the members of each link that was read."),
});

const PLAN = object("Everything that would be done to one game.", {
  game: text("The game's name in the project file."),
  environment: text("The environment's name in the project file."),
  base_url: text("The service."),
  game_id: text("The game's id on the service."),
  digest: digest("Names the plan: the same plan has the same digest on every machine."),
  basis: object("What the plan was made from.", {
    manifests: digest("Of the manifests, whatever their layout in files."),
    live: digest("Of `touched`."),
    touched: list(
      "The resources that the plan touches, as they were live, in the order of addresses.",
      object("A resource.", {
        address: ADDRESS,
        live: nullable("Null: there was none.", shared("live", LIVE)),
      }),
    ),
  }),
  base: optional(
    object("With `--base`: the commit that causes were told from.", {
      ref: text("As it was named."),
      commit: text("Its full id."),
      has_game: flag("Whether it has manifests of the game. If not, everything is pending."),
    }),
  ),
  summary: object("How many of each.", {
    ...counts(SUMMARY),
    causes: optional(object("With `--base`: how many steps of each cause.", counts(CAUSE_COUNTS))),
  }),
  steps: list("In an order in which they can be applied one by one.", shared("step", STEP)),
  kept: list(
    "Live resources that are left as they are although they differ.",
    object("A resource with the reason why it stays.", {
      address: ADDRESS,
      reason: choice("Why.", KEEP_REASONS),
      by: optional(list("For `still-referenced`: what refers to it.", ADDRESS)),
      fields: optional(list("For `ignored` and `create-only`: what differs and is left alone.", FIELD)),
    }),
  ),
  not_verified: NOT_VERIFIED,
  managed: optional(
    list("Kinds that the manifests manage, in the singular. Of others, only declared resources are compared.", STRING),
  ),
  not_compared: optional(
    list(
      "Kinds that the manifests neither manage nor declare anything of, and of which something may be live.",
      STRING,
    ),
  ),
  unknown: optional(
    list(
      "What prune deletes, planned without `--base`: in no manifest, so laurel cannot know who created it.",
      ADDRESS,
    ),
  ),
  impact: optional(
    list(
      "The impact of the plan on players. The most severe class of those that a step is in is the step's; a step in none touches no player.",
      IMPACT,
    ),
  ),
  allowed: list("Hazards of this plan that were allowed when it was made.", choice("A hazard.", HAZARDS)),
});
/** A plan in the document. */
export type PlanJson = Static<typeof PLAN>;

const GAME = object("A game that was asked for.", {
  game: text("The game's name in the project file."),
  environment: optional(text("The environment's name. Absent where it is not known.")),
  outcome: choice(
    "`changes` and `no-changes` have a plan, and so has `refused` where hazards are not allowed. For `failed`, `invalid` and `usage`, the `diagnostics` of that `game` say why it has none. `not-started`: the run was interrupted.",
    ["changes", "no-changes", "refused", "failed", "invalid", "usage", "not-started"],
  ),
});
/** One game of a run, with what became of it. */
export type PlannedGameEnd = Readonly<Static<typeof GAME>>;

export const planSchema = document(
  "laurel plan",
  "What `laurel plan --format json` prints.",
  {
    plans: list("One for each game that was asked for and could be planned.", shared("plan", PLAN)),
    games: optional(list("Every game that was asked for, in the order of the project.", GAME)),
    changed: optional(CHANGED),
    diagnostics: DIAGNOSTICS,
  },
  { plan: PLAN, step: STEP, live: LIVE, request: REQUEST, diagnostic: DIAGNOSTIC },
);
export type PlanDocument = Static<typeof planSchema>;
