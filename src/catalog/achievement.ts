/** Achievements, which players earn by a criteria group (docs/service.md#achievements). */
import { customData, identity } from "./common.ts";
import type { Kind } from "./types.ts";

export const achievement: Kind = {
  name: "achievement",
  plural: "achievements",
  label: "achievement",
  summary: "Something that a player can earn; earning it gives a badge and points.",
  path: "achievements",
  listQuery: { name: "filter[secret]", all: "with", hidden: "only", unknown: "filter[laurel]" },
  fields: [
    ...identity,
    customData,
    {
      name: "is_secret",
      type: "flag",
      default: false,
      hides: true,
      summary: "Whether the service hides the achievement from plain lists.",
      alsoCalled: ["hidden"],
    },
    {
      name: "points",
      type: "integer",
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      summary: "The points that earning it gives.",
      alsoCalled: ["xp", "score", "value"],
      examples: [50],
    },
    {
      name: "custom_criteria_group_id",
      type: "reference",
      to: "criteria_group",
      holdsTarget: true,
      inlineMember: "criteria_group",
      default: null,
      summary:
        "The criteria group that has to be true. Without one, the achievement can never be earned.",
    },
  ],
  links: [
    {
      name: "rewards",
      to: "reward",
      summary: "The rewards that come with the achievement.",
      onCreate: "attach",
      include: "rewards",
      endpoint: { path: "rewards", memberField: "custom_reward_id" },
    },
  ],
  worth: "points",
  clientUse: "find it",
  playerData: "badges",
  outdatedFields: {
    type: "achievements no longer have a type; remove the field",
    criteria_group:
      "write the group under `custom_criteria_group_id`; the service would give an inline group an id of its own",
  },
};
