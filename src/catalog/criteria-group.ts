/** Criteria groups: criteria and other groups, joined by an operator. */
import { identity } from "./common.ts";
import type { Kind } from "./types.ts";

/** Criteria and other groups under one operator (docs/service.md#criteria-groups). */
export const criteriaGroup: Kind = {
  name: "criteria_group",
  plural: "criteria_groups",
  label: "criteria group",
  summary: "Criteria and inner groups, combined by one operator.",
  path: "criteria-groups",
  fields: [
    ...identity,
    {
      name: "operator",
      type: "choice",
      default: "and",
      summary: "How the members are combined. A group without members is never true.",
      choices: [
        {
          value: "and",
          summary: "every member is true",
          alsoCalled: ["all", "&&", "&", "every", "both"],
        },
        {
          value: "or",
          summary: "at least one member is true",
          alsoCalled: ["any", "||", "|", "some", "either"],
        },
        {
          value: "xor",
          summary: "exactly one member is true",
          alsoCalled: ["one", "^", "exactly-one"],
        },
      ],
    },
    {
      name: "conditions",
      type: "conditions",
      default: null,
      summary:
        "Which activities count for the criteria of this group, on top of each criterion's own conditions.",
      examples: [{ groups: [{ conditions: ["months:12,1,2"] }] }],
    },
  ],
  links: [
    {
      name: "criteria",
      to: "criterion",
      summary: "The criteria in the group.",
      onCreate: "body",
      include: "criteria",
      endpoint: { path: "criteria", memberField: "custom_criterion_id" },
    },
    {
      name: "criteria_groups",
      to: "criteria_group",
      summary: "The groups inside the group.",
      onCreate: "body",
      acyclic: true,
      include: "criteria-groups",
    },
  ],
  outdatedFields: {
    criteria_conditions: "write `conditions`",
  },
};
