/** The document of `plan --format json`: its schema. */
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import { HAZARDS, KEEP_REASONS } from "../../model/model.ts";
import { CAUSES } from "../../plan/cause.ts";
import * as t from "./document-schema.ts";

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

export const NOT_VERIFIED = t.list(
  "Declared resources of which the service does not return everything, so that nobody knows whether it is as declared.",
  t.object("A resource.", {
    address: t.ADDRESS,
    fields: t.list("Names of the fields and links that are not returned.", t.STRING),
  }),
);

const CAUSE_COUNTS = {
  pending: "Steps that this branch causes.",
  drift: "Steps that put back what was changed behind the repository's back.",
  conflict: "Steps with a field that both have changed.",
};

export const DIGEST_PATTERN = "^sha256:[0-9a-f]{64}$";

function digest(description: string) {
  return t.text(description, { pattern: DIGEST_PATTERN });
}

const STEP_ID = t.text("The id of a step in this plan.");

function origin(description: string) {
  return t.object(description, {
    file: t.text("The file, relative to the working directory."),
    line: t.integer("Counted from 1.", 1),
    column: t.integer("Counted from 1.", 1),
  });
}

const FIELD = t.object("A value that differs.", {
  path: t.text("JSON pointer (RFC 6901) into the resource: fields and links by name.", { pattern: "^(/.*)?$" }),
  before: t.optional(t.json("The live value. Absent: there is none.")),
  after: t.optional(t.json("The value from the manifests. Absent: there is none.")),
  origin: t.optional(origin("Where an override of the environment gives the value.")),
  cause: t.optional(t.choice("With `--base`: why the value differs.", CAUSES)),
  base: t.optional(t.json("For a conflict: the value at the base commit. Absent: there was none.")),
});

const REQUEST = t.object("A request below `/v1/games/{game_id}/`.", {
  method: t.choice("The method.", ["POST", "PUT", "DELETE"]),
  path: t.text("The path below the game, ids percent-encoded, without a slash in front."),
  body: t.optional(t.jsonObject("The JSON body.")),
});

const STEP = t.object("One request to send, with everything that is known about it.", {
  id: t.text("Unique in the plan, and the same whenever the same is planned."),
  action: t.ACTION,
  cause: t.optional(t.choice("With `--base`: the gravest cause of its fields; conflict is graver than drift.", CAUSES)),
  address: t.ADDRESS,
  link: t.optional(
    t.object("For `attach` and `detach`: what joins or leaves.", {
      name: t.text("The link's name, as in manifests."),
      member: t.text("The custom_id that joins or leaves."),
    }),
  ),
  fields: t.list("What differs; for creations and deletions the values that are not defaults.", FIELD),
  needs: t.list("Steps that have to be done before this one.", STEP_ID),
  hazards: t.list(
    "What is dangerous about the step. Refused unless allowed by name.",
    t.object("A danger.", {
      name: t.choice("Its name.", HAZARDS),
      sentence: t.text("What would be lost."),
      consented: t.optional(t.flag("Whether the manifests allow it, by a `removed` entry of the resource.")),
    }),
  ),
  notes: t.list("Things worth knowing about the step, as sentences.", t.STRING),
  request: t.shared("request", REQUEST, "What is sent."),
  otherwise: t.optional(
    t.shared("request", REQUEST, "Sent instead when the service does not have the endpoint of `request`."),
  ),
  replaces: t.optional(t.described("The resource that the step helps to replace, as `kind/custom_id`.", t.ADDRESS)),
  verifies: t.optional(
    t.list("Fields and links that are read back after the step, because the service may ignore them.", t.STRING),
  ),
  origin: t.optional(
    origin("Where the resource is declared, or where an override gives the members of the link. Absent for deletions."),
  ),
});

const witness = (description: string) =>
  t.optional(
    t.object(description, {
      player: t.json("The player's custom_data."),
      activities: t.list(
        "What the player does, from nothing on; the last activity earns it. The player's clock shows UTC.",
        t.object("Activities that differ in their time only.", {
          custom_action_id: t.text("Their action."),
          amount: t.count("The amount of each."),
          times: t.count("How many."),
          date_time_utc: t.text("When the first one is, such as 2024-01-31T08:00:00.000Z."),
          every_hours: t.count("Hours from one to the next; 0 where they are at the same time."),
          custom_data: t.json("Their custom_data."),
        }),
      ),
    }),
  );

const IMPACT = t.object("One thing that changes for players.", {
  class: t.choice("Class of the impact on players; the later in the list, the more severe.", IMPACT_CLASS_NAMES),
  address: t.described("What players see of it, or else the changed resource.", t.ADDRESS),
  sentence: t.text("What changes, in a sentence or two."),
  witnesses: t.optional(
    t.object("Histories that show it. Absent where there is none, or none was found.", {
      easier: witness("Earns the achievement after the change and not before it."),
      harder: witness("Earns the achievement before the change and not after it."),
    }),
  ),
  because: t.list("The changed resources that lead to it.", t.ADDRESS),
  steps: t.list("The steps of those resources.", STEP_ID),
});

const LIVE = t.object("What a live resource held.", {
  body: t.jsonObject("Field values by name. A field that the service did not show is absent."),
  links: t.members("The custom_ids of the members of each link that was read."),
});

const PLAN = t.object("Everything that would be done to one game.", {
  game: t.text("The game's name in the project file."),
  environment: t.text("The environment's name in the project file."),
  base_url: t.text("The service."),
  game_id: t.text("The game's id on the service."),
  digest: digest("Names the plan: the same plan has the same digest on every machine."),
  basis: t.object("What the plan was made from.", {
    manifests: digest("Of the manifests, whatever their layout in files."),
    live: digest("Of `touched`."),
    touched: t.list(
      "The resources that the plan touches, as they were live, in the order of addresses.",
      t.object("A resource.", {
        address: t.ADDRESS,
        live: t.nullable("Null: there was none.", t.shared("live", LIVE)),
      }),
    ),
  }),
  base: t.optional(
    t.object("With `--base`: the commit that causes were told from.", {
      ref: t.text("As it was named."),
      commit: t.text("Its full id."),
      has_game: t.flag("Whether it has manifests of the game. If not, everything is pending."),
    }),
  ),
  summary: t.object("How many of each.", {
    ...t.counts(SUMMARY),
    causes: t.optional(t.object("With `--base`: how many steps of each cause.", t.counts(CAUSE_COUNTS))),
  }),
  steps: t.list("In an order in which they can be applied one by one.", t.shared("step", STEP)),
  kept: t.list(
    "Live resources that are left as they are although they differ.",
    t.object("A resource with the reason why it stays.", {
      address: t.ADDRESS,
      reason: t.choice("Why.", KEEP_REASONS),
      by: t.optional(t.list("For `still-referenced`: what refers to it.", t.ADDRESS)),
      fields: t.optional(t.list("For `ignored` and `create-only`: what differs and is left alone.", FIELD)),
    }),
  ),
  not_verified: NOT_VERIFIED,
  managed: t.optional(
    t.list(
      "Kinds that the manifests manage, in the singular. Of others, only declared resources are compared.",
      t.STRING,
    ),
  ),
  not_compared: t.optional(
    t.list(
      "Kinds that the manifests neither manage nor declare anything of, and of which something may be live.",
      t.STRING,
    ),
  ),
  unknown: t.optional(
    t.list(
      "What prune deletes, planned without `--base`: in no manifest, so laurel cannot know who created it.",
      t.ADDRESS,
    ),
  ),
  impact: t.optional(
    t.list(
      "The impact of the plan on players. The most severe class of those that a step is in is the step's; a step in none touches no player.",
      IMPACT,
    ),
  ),
  allowed: t.list("Hazards of this plan that were allowed when it was made.", t.choice("A hazard.", HAZARDS)),
});

const GAME = t.object("A game that was asked for.", {
  game: t.text("The game's name in the project file."),
  environment: t.optional(t.text("The environment's name. Absent where it is not known.")),
  outcome: t.choice(
    "`changes` and `no-changes` have a plan, and so has `refused` where hazards are not allowed. For `failed`, `invalid` and `usage`, the `diagnostics` of that `game` say why it has none. `not-started`: the run was interrupted.",
    ["changes", "no-changes", "refused", "failed", "invalid", "usage", "not-started"],
  ),
});

export const planSchema = t.document(
  "laurel plan",
  "What `laurel plan --format json` prints.",
  {
    plans: t.list("One for each game that was asked for and could be planned.", t.shared("plan", PLAN)),
    games: t.optional(t.list("Every game that was asked for, in the order of the project.", GAME)),
    changed: t.optional(t.CHANGED),
    diagnostics: t.DIAGNOSTICS,
  },
  { plan: PLAN, step: STEP, live: LIVE, request: REQUEST, diagnostic: t.DIAGNOSTIC },
);
