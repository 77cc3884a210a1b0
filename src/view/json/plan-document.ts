/** The document of `plan --format json`. */
import type { TSchema } from "typebox";
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/impacts.ts";
import { HAZARDS, KEEP_REASONS } from "../../model/model.ts";
import { CAUSES } from "../../plan/cause.ts";
import * as t from "./document-schema.ts";

const origin = (description: string): TSchema => t.object(description, { file: t.FILE, ...t.START });

const FIELD = t.object("A value that differs.", {
  path: t.POINTER,
  "before?": t.json("The live value. Absent: there is none."),
  "after?": t.json("The value from the manifests. Absent: there is none."),
  "origin?": origin("Where an override of the environment gives the value."),
  "cause?": t.choice("With `--base`: why the value differs.", CAUSES),
  "base?": t.json("For a conflict: the value at the base commit. Absent: there was none."),
});

const STEP_IDS = (description: string): TSchema => t.list(description, t.text("The id of a step in this plan."));

const REQUEST = t.object("A request below `/v1/games/{game_id}/`.", {
  method: t.choice("The method.", ["POST", "PUT", "DELETE"]),
  path: t.text("The path below the game, ids percent-encoded, without a slash in front."),
  "body?": t.jsonObject("The JSON body."),
});

const STEP = t.object("One request to send, with everything that is known about it.", {
  id: t.text("Unique in the plan, and the same whenever the same is planned."),
  action: t.ACTION,
  "cause?": t.choice("With `--base`: the gravest cause of its fields; conflict is graver than drift.", CAUSES),
  address: t.ADDRESS,
  "link?": t.object("For `attach` and `detach`: what joins or leaves.", {
    name: t.text("The link's name, as in manifests."),
    member: t.text("The custom_id that joins or leaves."),
  }),
  fields: t.list("What differs; for creations and deletions the values that are not defaults.", FIELD),
  needs: STEP_IDS("Steps that have to be done before this one."),
  hazards: t.objects("What is dangerous about the step. Refused unless allowed by name.", "A danger.", {
    name: t.choice("Its name.", HAZARDS),
    sentence: t.text("What would be lost."),
    "consented?": t.flag("Whether the manifests allow it, by a `removed` entry of the resource."),
  }),
  notes: t.list("Things worth knowing about the step, as sentences.", t.STRING),
  request: t.shared("request", "What is sent."),
  "otherwise?": t.shared("request", "Sent instead when the service does not have the endpoint of `request`."),
  "replaces?": t.ADDRESS,
  "origin?": origin("Where the resource is declared, or where an override gives the members of the link."),
});

/** What a player does to earn something. */
export const WAY = {
  steps: t.objects("What to report, in its order. Empty where no way is known.", "Something to report.", {
    custom_action_id: t.text("The action."),
    amount: t.integer("The amount of each activity."),
    times: t.count("How many activities."),
    note: t.text("When and with what, in words, such as `every day`; may be empty."),
  }),
  player: t.json("The custom_data of the player; null where it does not matter."),
};

const IMPACT = t.object("One thing that changes for players.", {
  class: t.choice("Class of the impact on players; the later in the list, the more severe.", IMPACT_CLASS_NAMES),
  address: t.ADDRESS,
  sentence: t.text("What changes, in a sentence or two."),
  "witnesses?": t.object("Histories that show it. Absent where there is none, or none was found.", {
    "easier?": t.object("Earns the achievement after the change and not before it.", WAY),
    "harder?": t.object("Earns the achievement before the change and not after it.", WAY),
  }),
  because: t.list("The changed resources that lead to it.", t.ADDRESS),
  steps: STEP_IDS("The steps of those resources."),
});

const PLAN = t.object("Everything that would be done to one game.", {
  game: t.text("The game's name in the project file."),
  environment: t.text("The environment's name in the project file."),
  base_url: t.text("The service."),
  game_id: t.text("The game's id on the service."),
  digest: t.text("Names the plan: the same plan has the same digest on every machine.", {
    pattern: "^sha256:[0-9a-f]{64}$",
  }),
  "base?": t.object("With `--base`: that commit.", { ...t.COMMIT, has_game: t.HAS_GAME }),
  summary: t.object("How many of each; a replacement counts once.", {
    ...t.counts("create update rename replace delete attach detach unchanged kept not_verified"),
    "causes?": t.object("With `--base`: how many steps of each cause.", t.counts("pending drift conflict")),
  }),
  steps: t.list("In an order in which they can be applied one by one.", t.shared("step")),
  kept: t.objects("Live resources that are left as they are although they differ.", "A resource.", {
    address: t.ADDRESS,
    reason: t.choice("Why.", KEEP_REASONS),
    "by?": t.list("For `still-referenced`: what refers to it.", t.ADDRESS),
    "fields?": t.list("For `ignored` and `create-only`: what differs and is left alone.", FIELD),
  }),
  not_verified: t.NOT_VERIFIED,
  "managed?": t.list("Kinds that the manifests manage. Of others, only declared resources are compared.", t.STRING),
  "not_compared?": t.list("Kinds that the manifests do not manage, and of which something may be live.", t.STRING),
  "unknown?": t.list("What prune deletes, planned without `--base`, so that nobody knows who created it.", t.ADDRESS),
  "impact?": t.list("The impact of the plan on players.", IMPACT),
  allowed: t.list("Hazards of this plan that were allowed when it was made.", t.choice("A hazard.", HAZARDS)),
});

const GAME = t.object("A game that was asked for.", {
  game: t.text("The game's name in the project file."),
  "environment?": t.text("The environment's name. Absent where it is not known."),
  outcome: t.choice(
    "`changes` and `no-changes` have a plan, and so has `refused` where hazards are not allowed. For `failed`, `invalid` and `usage`, the `diagnostics` of that `game` say why it has none. `not-started`: the run was interrupted.",
    ["changes", "no-changes", "refused", "failed", "invalid", "usage", "not-started"],
  ),
});

const MEMBERS_OF_PLANS = {
  plans: t.list("One for each game that was asked for and could be planned.", t.shared("plan")),
  "games?": t.list("Every game that was asked for, in the order of the project.", GAME),
  "changed?": t.CHANGED,
  diagnostics: t.DIAGNOSTICS,
};

export const planSchema = t.document("plan", ["plan"], MEMBERS_OF_PLANS, { plan: PLAN, step: STEP, request: REQUEST });
