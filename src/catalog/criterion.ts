/**
 * Criteria: how often, how long or how much of an action a player must have done
 * (docs/service.md#criteria).
 */
import { identity } from "./common.ts";
import type { Kind, Rewrite } from "./types.ts";

/** Quotes, brackets and blanks around the parts of a text, and separators between thousands. */
const PLAIN: readonly Rewrite[] = [
  ["[\\s\"'“”{}[\\]()]", ""],
  ["(?<=[0-9])[,._’](?=[0-9]{3}(?![0-9]))", ""],
];
const BEFORE_NUMBER = "(?=[:=,]*-?[0-9])";

/**
 * `>= 100`, `at least 100`, `100+` and `GTE:100` are `gte:100`; a number alone is the least that is
 * enough.
 */
const RULES: readonly Rewrite[] = [
  ...PLAIN,
  [`^(?:≥|>=|=>|gte|ge|min|minimum|at\\s*least|from)${BEFORE_NUMBER}`, "gte"],
  [`^(?:≤|<=|=<|lte|le|max|maximum|at\\s*most|up\\s*to)${BEFORE_NUMBER}`, "lte"],
  [`^(?:>|gt|over|above|more\\s*than)${BEFORE_NUMBER}`, "gt"],
  [`^(?:<|lt|under|below|less\\s*than|fewer\\s*than)${BEFORE_NUMBER}`, "lt"],
  [`^(?:={1,3}|eq|is|equals?|exactly)${BEFORE_NUMBER}`, "eq"],
  ["^(-?[0-9]+)\\+?$", "gte:$1"],
  ["^(eq|gte?|lte?)[:=,]*(?=-?[0-9])", "$1:"],
];

/** `28`, `28 days`, `28d` and `day:28` are `days:28`. */
const STREAKS: readonly Rewrite[] = [
  ...PLAIN,
  ["(?:in\\s*a\\s*row|consecutive)", ""],
  ["^([0-9]+)(?:d|days?)?$", "days:$1"],
  ["^([0-9]+)(?:h|hrs?|hours?)$", "hours:$1"],
  ["^d(?:ays?)?[:=,]*(?=[0-9])", "days:"],
  ["^h(?:ours?)?[:=,]*(?=[0-9])", "hours:"],
];

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
        {
          value: "sum",
          summary: "the total of the amounts",
          alsoCalled: ["total", "count", "cumulative"],
        },
        {
          value: "amount",
          summary: "each amount on its own; one that passes is enough",
          alsoCalled: ["single", "each", "max", "value"],
        },
        { value: "average", summary: "the mean of the amounts", alsoCalled: ["avg", "mean"] },
      ],
    },
    {
      name: "rule",
      type: "pattern",
      pattern: "^(eq|gt|gte|lt|lte):-?[0-9]{1,18}$",
      form: "an operator (eq, gt, gte, lt, lte), a colon and a whole number of at most 18 digits, such as gte:10",
      rewrites: RULES,
      default: "gte:1",
      summary:
        "Comparison that the activities must meet: eq, gt, gte, lt or lte, a colon and a whole number.",
      examples: ["gte:10"],
    },
    {
      name: "streak",
      type: "pattern",
      pattern: "^(days|hours):[1-9][0-9]{0,8}$",
      form: "days or hours, a colon and a whole number above zero of at most 9 digits, such as days:3",
      rewrites: STREAKS,
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
