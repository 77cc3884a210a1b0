/** The documents of commands that look at a design: their schemas, and the types that follow from them. */
import Type, { type Static } from "typebox";
import { STAGES } from "../../analysis/graph/graph.ts";
import type { Explained } from "../../analysis/scenarios/explain.ts";
import {
  ADDRESS,
  choice,
  count,
  counts,
  DIAGNOSTIC,
  DIAGNOSTICS,
  document,
  flag,
  integer,
  json,
  jsonObject,
  list,
  nullable,
  object,
  optional,
  STRING,
  shared,
  text,
} from "../../model/schema/document.ts";
import { SEMANTICS_SETTINGS, type Semantics } from "../../project/rules-settings.ts";

const GAME_NAME = text("The game's name in the project file.");
const ID = text("A custom_id.");

const NODE = object("A resource.", {
  address: ADDRESS,
  kind: text("The kind, in the singular."),
  custom_id: text("The id."),
  stage: choice("Where it takes part, in the order in which it comes.", STAGES),
  name: text("The name; empty for what is only referred to."),
  description: text("The description; empty where there is none."),
  is_secret: flag("Whether it is hidden from players until they earn it."),
  is_declared: flag("Whether it is declared. What is not is only referred to."),
  note: text("The most important fact in a few signs; empty where there is none."),
  facts: list(
    "What else there is to say of it.",
    object("Something to say of it.", {
      label: text("What it is about, such as `Met when`."),
      text: text("In words."),
    }),
  ),
  change: optional(
    choice("With a plan: what it does to the resource.", ["create", "update", "rename", "replace", "delete"]),
  ),
  was: optional(text("With a plan that renames it: the id that it has now.")),
});

const EDGE = object("What leads from one resource to another.", {
  from: ADDRESS,
  to: ADDRESS,
  relation: choice(
    "What the first does for the second: an action `records` another, a group is a `member-of` a group.",
    ["records", "counts-for", "member-of", "earns", "gives"],
  ),
  change: optional(choice("With a plan: whether it comes or goes.", ["attach", "detach"])),
});

const GRAPH = object("The graph of a game.", {
  game: GAME_NAME,
  plan: optional(
    object("The plan that is shown.", {
      environment: text("The environment that it was made for."),
      digest: text("Its digest."),
    }),
  ),
  nodes: list("By stage, then by id.", NODE),
  edges: list("In the order of their ends.", EDGE),
});

export const graphSchema = document(
  "laurel graph",
  "What `laurel graph --format json` prints.",
  { graphs: list("One for each game without errors.", GRAPH), diagnostics: DIAGNOSTICS },
  { diagnostic: DIAGNOSTIC },
);
export type GraphDocument = Static<typeof graphSchema>;

const SHARE = object(
  "How many achievements, and their points.",
  counts({ achievements: "How many achievements.", points: "Their points together." }),
);

const TIER = object("Achievements that give about as much. The steps between tiers are the same for every game.", {
  from: count("The least points."),
  to: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    minimum: 0,
    description: "The most points; null: and more.",
  }),
  achievements: count("How many achievements."),
  points: count("Their points together."),
  secret: count("How many of them are secret."),
  effort: nullable(
    "The efforts of the cheapest ways; null where no way is known.",
    object(
      "Efforts.",
      counts({
        least: "The least.",
        median: "The one in the middle; of an even number the lower one of two.",
        most: "The most.",
      }),
    ),
  ),
});

const WAY = object("The cheapest way to earn an achievement.", {
  certainty: choice(
    "`exact`: nothing cheaper earns it. `bound`: this earns it, something cheaper may. `unknown`: no way was found, though there may be one. `impossible`: there is none.",
    ["exact", "bound", "unknown", "impossible"],
  ),
  steps: list(
    "What to report, in its order. Empty where no way is known.",
    object("Something to report.", {
      custom_action_id: text("The action."),
      amount: integer("The amount of each activity."),
      times: count("How many activities."),
      note: text("When and with what, in words, such as `on 7 days in a row`; empty where that does not matter."),
    }),
  ),
  effort: count("The sum of the amounts without their signs, each activity counting 1 or more. 0 without steps."),
  at_least: count("No way has less effort than this."),
  reasons: list("Why there is no way, or none was found.", STRING),
  player: json("The custom_data of a player to whom the way is open; null where that does not matter."),
});

const REPORT = object("The points economy of a game.", {
  game: GAME_NAME,
  totals: object("The game as a whole.", {
    ...counts({ achievements: "How many achievements.", points: "Their points together." }),
    secret: shared("share", SHARE, "Those that are hidden from players until they are earned."),
    ...counts({
      without_points: "Achievements that give no points.",
      without_reward: "Achievements that give no reward.",
      exact: "Achievements of which nothing cheaper than the way shown earns them.",
      bound: "Achievements of which something cheaper than the way shown may earn them.",
      unknown: "Achievements of which no way was found, though there may be one.",
      impossible: "Achievements that can never be earned.",
      reachable_points: "Points of the achievements of which a way is known.",
    }),
  }),
  distribution: list(
    "How many achievements give each number of points, from few to many; `points` is that of each.",
    shared("share", SHARE, "Achievements of equal points."),
  ),
  tiers: list("From the lowest with an achievement in it to the highest.", TIER),
  rewards: list(
    "In the order of the manifests.",
    object("A reward.", {
      address: ADDRESS,
      custom_id: ID,
      name: text("Its name."),
      given_by: list("The achievements that give it.", ID),
    }),
  ),
  achievements: list(
    "Those of `--achievement`, or all: what can be earned in the order in which a typical player does, then the others.",
    object("An achievement.", {
      address: ADDRESS,
      custom_id: ID,
      name: text("Its name."),
      is_secret: flag("Whether it is hidden from players until they earn it."),
      points: count("What it gives."),
      rewards: list("The rewards that it gives.", ID),
      way: shared("way", WAY, "The cheapest way to earn it."),
      earned: optional(
        object(
          "Its place in the order in which a typical player earns: one who always goes for what takes the least beyond everything done already. Absent where no way is known.",
          counts({
            effort: "Beyond what was done before.",
            total_effort: "Up to and with this one.",
            total_points: "Up to and with this one.",
          }),
        ),
      ),
    }),
  ),
  assumptions: list(
    "What the result rests on where the service's behaviour is not documented.",
    object("An assumption.", {
      name: text("Its name; a setting of `semantics` in the project file where `value` is there."),
      sentence: text("What is assumed."),
      value: optional(text("The value in force.")),
    }),
  ),
});
export type EconomyReportJson = Static<typeof REPORT>;

export const economySchema = document(
  "laurel report",
  "What `laurel report --format json` prints.",
  { reports: list("One for each game without an error.", REPORT), diagnostics: DIAGNOSTICS },
  { share: SHARE, way: WAY, diagnostic: DIAGNOSTIC },
);
export type EconomyDocument = Static<typeof economySchema>;

const EARNED = object("An achievement that was earned.", {
  achievement: text("Its custom_id."),
  points: integer("Its points."),
  rewards: list("Rewards that come with it.", STRING),
  at: text("When, in UTC."),
  step: integer("The step in which it was earned, counted from 1.", 1),
  repetition: integer("Which of the times that the step is done, counted from 1.", 1),
});
export type EarnedJson = Static<typeof EARNED>;

const MOMENT = object("A moment.", {
  at: text("In UTC."),
  local: text("What the clock shows then where the player is."),
  time_zone: text("Where that is."),
});
export type MomentJson = Static<typeof MOMENT>;

const TREE = object("Why a group or a criterion is met, or is not.", {
  of: text<Explained["of"]>("Whether it is a group or a criterion."),
  custom_id: text("Its custom_id."),
  truth: choice("Whether it is met; `unreadable` when the rules cannot tell.", ["yes", "no", "unreadable"]),
  reasons: list("Why it could not be judged.", STRING),
  conditions: optional(
    object("Which activities count.", {
      text: text("As they are written."),
      resolved: optional(text("With their references replaced.")),
    }),
  ),
  operator: optional(text("Of a group: how its members go together.")),
  xor: optional(
    choice(
      "Of a group with the operator xor: what it takes.",
      Object.keys(SEMANTICS_SETTINGS.xor.choices) as Semantics["xor"][],
    ),
  ),
  met: optional(count("Of a group: how many members are met.")),
  members: optional(list("Of a group: its members.", Type.Unsafe<Explained>({ $ref: "#/$defs/tree" }))),
  custom_action_id: optional(text("Of a criterion: the action that it is about.")),
  type: optional(text("Of a criterion: what the rule is applied to.")),
  rule: optional(text("Of a criterion: the rule.")),
  streak: optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "Of a criterion: how many intervals in a row are needed.",
    }),
  ),
  count: optional(
    object("Of a criterion that could be judged: the numbers.", {
      seen: count("Activities of the action."),
      counted: count("How many of them the conditions let count."),
      total: text("Their amounts added up, exactly."),
      average: optional(text("The average amount, exactly: a decimal number, or a fraction such as 28/3.")),
      largest: optional(integer("The largest amount that counts.")),
      smallest: optional(integer("The smallest amount that counts.")),
      passing: count("How many amounts pass the rule each by itself."),
      run: optional(count("Of a streak: how many intervals in a row there are.")),
      needed_run: optional(count("Of a streak: how many are needed.")),
    }),
  ),
});

const EXPECTATION = object("One thing that was expected, and what there is.", {
  expects: choice("What sort of thing.", [
    "earned",
    "not_earned",
    "earned_exactly",
    "earned_at",
    "points",
    "rewarded",
    "ranking",
  ]),
  expected: jsonObject("What was expected, by the names of the file of scenarios."),
  line: integer("Where it stands in the file.", 1),
  column: integer("Where it stands in the line.", 1),
  in_step: optional(integer("The step that expects it; absent for what is expected at the end.", 1)),
  passed: flag("Whether it is so."),
  actual: jsonObject("What there is; `unknown` has the reasons when the rules cannot tell."),
  why: list(
    "The achievements that it turns on.",
    object("Why one of them is earned, or is not.", {
      achievement: text("Its custom_id."),
      earned: flag("Whether it is earned."),
      tree: optional(
        shared(
          "tree",
          TREE,
          "Its group, as it stood when it was earned, or stands now. Absent when nothing that was done concerns it.",
        ),
      ),
    }),
  ),
});
export type ExpectationJson = Static<typeof EXPECTATION>;

const PLAYED_STEP = object("A step, and what it brought.", {
  step: integer("Counted from 1.", 1),
  name: optional(text("Its name.")),
  does: choice("What it does.", ["activity", "score", "wait"]),
  player: optional(text("Whose step it is.")),
  from: shared("moment", MOMENT, "When it began."),
  to: shared("moment", MOMENT, "When it ended."),
  recorded: count("Activities that were recorded, those of reactions included."),
  earned: list("What was earned, in order.", shared("earned", EARNED)),
});
export type PlayedStepJson = Static<typeof PLAYED_STEP>;

const SCENARIO = object("A scenario that was played.", {
  name: text("Its name."),
  description: optional(text("Its description.")),
  line: integer("Where it begins in the file.", 1),
  column: integer("Where it begins in the line.", 1),
  passed: flag("Whether everything is as expected."),
  recorded: count("Activities that were recorded, those of reactions included."),
  expectations: list("In the order in which they were looked at.", EXPECTATION),
  timeline: list("The steps, without those that only expect something.", PLAYED_STEP),
});
export type ScenarioJson = Static<typeof SCENARIO>;

const REACH = object("What scenarios reach of one kind.", {
  all: count("How many there are."),
  missed: list("Those that no scenario reaches.", STRING),
});

const TESTED_GAME = object("A game.", {
  game: text("Its name in the project file."),
  coverage: object("What the scenarios reach of it.", {
    percent: count("Of all that there is, rounded down."),
    achievements: REACH,
    groups: REACH,
    criteria: REACH,
  }),
  assumptions: list(
    "What the run assumes of the service.",
    object("An assumption.", {
      name: text("Its name."),
      value: optional(text("The value in force, where the project file can set another one.")),
      sentence: text("What is assumed."),
      relevant: flag("Whether it can matter for the game."),
    }),
  ),
  files: list(
    "Files of scenarios, in the order of their names.",
    object("A file.", {
      file: text("Relative to the working directory."),
      scenarios: list("Those that were played.", SCENARIO),
    }),
  ),
});
export type TestedGameJson = Static<typeof TESTED_GAME>;

export const testSchema = document(
  "laurel test",
  "What `laurel test --format json` prints.",
  {
    summary: object(
      "All games together.",
      counts({
        scenarios: "Scenarios that were played.",
        passed: "Those that passed.",
        failed: "Those that failed.",
        recorded: "Activities that were recorded in all of them.",
      }),
    ),
    games: list("In the order of the project.", TESTED_GAME),
    diagnostics: DIAGNOSTICS,
  },
  { diagnostic: DIAGNOSTIC, tree: TREE, moment: MOMENT, earned: EARNED },
);
export type TestDocument = Static<typeof testSchema>;
