/** Criteria: how often, how long or how much of an action. */
import { identity } from "./common.ts";
import type { Kind } from "./types.ts";

/** What has to be true of a player's activities for one action (docs/service.md#criteria). */
export const criterion: Kind = {
  name: "criterion",
  plural: "criteria",
  label: "criterion",
  summary: "A rule over a player's activities for one action.",
  path: "criteria",
  createPath: "criteria/",
  fields: [
    ...identity,
    {
      name: "custom_action_id",
      type: "reference",
      to: "action",
      required: true,
      summary: "The action whose activities count.",
    },
    {
      name: "type",
      type: "choice",
      default: "sum",
      summary: "What the rule is applied to.",
      choices: [
        { value: "sum", summary: "the total of the amounts" },
        { value: "amount", summary: "each amount on its own; one that passes is enough" },
        { value: "average", summary: "the mean of the amounts" },
      ],
    },
    {
      name: "rule",
      type: "pattern",
      pattern: "^(eq|gt|gte|lt|lte):-?[0-9]{1,18}$",
      form: "an operator (eq, gt, gte, lt, lte), a colon and a whole number of at most 18 digits, such as gte:10",
      default: "gte:1",
      summary: "Comparison that the activities must meet: eq, gt, gte, lt or lte, a colon and a whole number.",
      examples: ["gte:10"],
    },
    {
      name: "streak",
      type: "pattern",
      pattern: "^(days|hours):[1-9][0-9]{0,8}$",
      form: "days or hours, a colon and a whole number above zero of at most 9 digits, such as days:3",
      default: null,
      summary: "The rule must hold on each of a number of consecutive days or hours.",
      examples: ["days:3"],
    },
    {
      name: "conditions",
      type: "conditions",
      default: null,
      summary: "Which activities count. Without it, all of them do.",
      examples: [{ groups: [{ conditions: ["dayOfMonth:last"] }] }],
    },
  ],
  links: [],
  outdatedFields: {
    threshold: "write `rule: gte:N` instead of `threshold: N`",
  },
};
