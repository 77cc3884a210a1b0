/** The documents that commands print: their schemas, and the types that follow from them. */
import Type from "typebox";
import { STAGES } from "../../analysis/graph/graph.ts";
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import { CHANGELOG_PART_NAMES } from "../../analysis/impact/impacts.ts";
import type { Explained } from "../../analysis/scenarios/explain.ts";
import * as t from "./document-schema.ts";
import { NOT_VERIFIED, planSchema } from "./plan-document.ts";

const GAME_NAME = t.text("The game's name in the project file.");
const ENVIRONMENT_NAME = t.text("The environment's name in the project file.");
const GAME_ID = t.text("The game's id on the service.");

const diagnosticsSchema = t.commandDocument(
  "diagnostics",
  {
    diagnostics: t.DIAGNOSTICS,
  },
  {},
  ["validate", "lint"],
);

const APPLIED_STEP = t.object("How a step ended.", {
  id: t.text("The step's id in the plan."),
  action: t.ACTION,
  address: t.ADDRESS,
  status: t.choice("Its fate.", ["done", "not-verified", "failed", "skipped", "not-started"]),
  diagnostic: t.optional(t.shared("diagnostic", t.DIAGNOSTIC, "Why it failed.")),
  because: t.optional(t.text("For skipped steps: the id of the step that it needed.")),
});

export const TOTALS = t.object(
  "How many steps ended in which way.",
  t.counts({
    done: "Steps that were applied.",
    not_verified: "Steps that were answered with success, and of which the service does not return what they changed.",
    failed: "Steps that the service did not accept, or whose fate is unknown.",
    skipped: "Steps left out because one that they need was not done.",
    not_started: "Steps left out because the run was interrupted or stopped at a failure.",
  }),
);

export const OUTCOME = t.choice(
  "`done`: converged, or nothing to do. `failed`: not everything could be done or verified. `interrupted`: nothing failed before the run was interrupted, but not every step was sent, or nothing was verified. `invalid`, `usage`, `refused`: the game was left as it is, and its `diagnostics` say why. `not-started`: interrupted before its turn, or not confirmed.",
  ["done", "failed", "refused", "invalid", "usage", "interrupted", "not-started"],
);

const RESULT = t.object("The result of the apply of one game.", {
  game: GAME_NAME,
  environment: t.text("The environment's name in the project file. Empty where unknown."),
  game_id: t.text("The game's id on the service. Empty where unknown."),
  outcome: OUTCOME,
  converged: t.flag(
    "Whether nothing that the service returns differs after the last step: a new plan is empty. `not_verified` has what it does not return. False too when that could not be found out.",
  ),
  totals: TOTALS,
  not_verified: NOT_VERIFIED,
  steps: t.list("Every step of the plan, in its order.", APPLIED_STEP),
  diagnostics: t.list(
    "Problems beyond single steps; for a game that was left as it is, why.",
    t.shared("diagnostic", t.DIAGNOSTIC),
  ),
});

const applySchema = t.commandDocument(
  "apply",
  {
    results: t.list("One for each requested game, in the order of the project.", t.shared("result", RESULT)),
    changed: t.optional(t.CHANGED),
    diagnostics: t.DIAGNOSTICS,
  },
  { result: RESULT },
);

const KIND = t.text("The kind, in the singular.");

const rankingsSchema = t.document("laurel rankings", "What `laurel rankings --format json` prints.", {
  game: GAME_NAME,
  environment: ENVIRONMENT_NAME,
  game_id: GAME_ID,
  leaderboard: t.text("The custom_id of the leaderboard."),
  player: t.optional(t.text("The requested player.")),
  rankings: t.json("What the service answered, without its envelope."),
  meta: t.optional(t.json("What it says about pages.")),
});

const CHANGED_GAME = t.object("One game.", {
  game: GAME_NAME,
  base: t.object("The commit with which the manifests were compared.", {
    ref: t.text("As it was named."),
    commit: t.text("Its full id."),
    has_game: t.flag("Whether it has manifests of the game. If not, everything is new."),
  }),
  entries: t.objects("What players read, in the order of the game.", "Something that players would notice.", {
    part: t.choice("The part of the changelog that it belongs to.", CHANGELOG_PART_NAMES),
    class: t.choice("Class of the impact on players.", IMPACT_CLASS_NAMES),
    sentence: t.text("What players read."),
  }),
  secret: t.object(
    "Secret achievements, which are not named without `--reveal-secrets`.",
    t.counts({ new: "How many are new.", changed: "How many have changed.", removed: "How many are gone." }),
  ),
});

const changelogSchema = t.commandDocument("changelog", {
  games: t.list("In the order of the project.", CHANGED_GAME),
  diagnostics: t.DIAGNOSTICS,
});

const ID = t.text("A custom_id.");

const NODE = t.object("A resource.", {
  address: t.ADDRESS,
  kind: KIND,
  custom_id: t.text("The id."),
  stage: t.choice("Where it takes part, in the order in which it comes.", STAGES),
  name: t.text("The name; empty for what is only referred to."),
  description: t.text("The description; empty where there is none."),
  is_secret: t.flag("Whether it is hidden from players until they earn it."),
  is_declared: t.flag("Whether it is declared. What is not is only referred to."),
  note: t.text("The most important fact in a few signs; empty where there is none."),
  facts: t.objects("What else there is to say of it.", "Something to say of it.", {
    label: t.text("What it is about, such as `Met when`."),
    text: t.text("In words."),
  }),
});

const EDGE = t.object("What leads from one resource to another.", {
  from: t.ADDRESS,
  to: t.ADDRESS,
  relation: t.choice(
    "What the first does for the second: an action `records` another, a group is a `member-of` a group.",
    ["records", "counts-for", "member-of", "earns", "gives"],
  ),
});

const GRAPH = t.object("The graph of a game.", {
  game: GAME_NAME,
  nodes: t.list("By stage, then by id.", NODE),
  edges: t.list("In the order of their ends.", EDGE),
});

const graphSchema = t.commandDocument("graph", {
  graphs: t.list("One for each game without errors.", GRAPH),
  diagnostics: t.DIAGNOSTICS,
});

const SHARE = t.object(
  "How many achievements, and their points.",
  t.counts({ achievements: "How many achievements.", points: "Their points together." }),
);

const WAY = t.object("The cheapest way to earn an achievement.", {
  certainty: t.choice(
    "`bound`: this earns it, something cheaper may. `unknown`: no way was found, though there may be one. `impossible`: there is none.",
    ["bound", "unknown", "impossible"],
  ),
  steps: t.objects("What to report, in its order. Empty where no way is known.", "Something to report.", {
    custom_action_id: t.text("The action."),
    amount: t.integer("The amount of each activity."),
    times: t.count("How many activities."),
    note: t.text(
      "When and with what, in words, such as `on each of 7 days in a row`; empty where that does not matter.",
    ),
  }),
  effort: t.number(
    "The sum of the amounts without their signs, each activity counting 1 or more, as the project file weighs them. 0 without steps.",
  ),
  reasons: t.list("Why there is no way, or none was found.", t.STRING),
  player: t.json("The custom_data of a player to whom the way is open; null where that does not matter."),
});

const REPORT = t.object("The points economy of a game.", {
  game: GAME_NAME,
  totals: t.object("The game as a whole.", {
    ...t.counts({ achievements: "How many achievements.", points: "Their points together." }),
    secret: t.shared("share", SHARE, "Those that are hidden from players until they are earned."),
    ...t.counts({
      without_points: "Achievements that give no points.",
      without_reward: "Achievements that give no reward.",
      bound: "Achievements of which a way is known.",
      unknown: "Achievements of which no way was found, though there may be one.",
      impossible: "Achievements that can never be earned.",
      reachable_points: "Points of the achievements of which a way is known.",
    }),
  }),
  budget: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    minimum: 0,
    description: "The most points that `lint.budget` allows; null without a limit.",
  }),
  distribution: t.list(
    "How many achievements give each number of points, from few to many; `points` is that of each.",
    t.shared("share", SHARE, "Achievements of equal points."),
  ),
  achievements: t.objects("By the effort of the cheapest way, then those without a known way.", "An achievement.", {
    address: t.ADDRESS,
    custom_id: ID,
    name: t.text("Its name."),
    is_secret: t.flag("Whether it is hidden from players until they earn it."),
    points: t.count("What it gives."),
    rewards: t.list("The rewards that it gives.", ID),
    way: t.shared("way", WAY, "The cheapest way to earn it."),
  }),
});

const economySchema = t.commandDocument(
  "report",
  {
    reports: t.list("One for each game without an error.", REPORT),
    diagnostics: t.DIAGNOSTICS,
  },
  { share: SHARE, way: WAY },
);

const TREE = t.object("Why a group or a criterion is met, or is not.", {
  of: t.text<Explained["of"]>("Whether it is a group or a criterion."),
  custom_id: t.text("Its custom_id."),
  truth: t.choice("Whether it is met; `unreadable` when the rules cannot decide.", ["yes", "no", "unreadable"]),
  text: t.text("The numbers that decide it, in words."),
  members: t.list("Of a group: its members.", Type.Unsafe<Explained>({ $ref: "#/$defs/tree" })),
});

const EXPECTATION = t.object("One thing that was expected, and what there is.", {
  expects: t.text("Its member in the file of scenarios: `earned`, `points`, `rankings`, …"),
  expected: t.jsonObject("What was expected, by the names of the file of scenarios."),
  line: t.integer("Its line in the file.", 1),
  column: t.integer("Its column in the line.", 1),
  in_step: t.optional(t.integer("The step that expects it; absent for what is expected at the end.", 1)),
  passed: t.flag("Whether it is so."),
  text: t.text("What was expected and what there is, in words."),
  why: t.objects("The achievements that it turns on.", "Why one of them is earned, or is not.", {
    achievement: t.text("Its custom_id."),
    earned: t.flag("Whether it is earned at that moment."),
    tree: t.optional(
      t.shared(
        "tree",
        TREE,
        "Its group when it was earned, or at that moment. Absent when no step until then concerns it.",
      ),
    ),
  }),
});

const SCENARIO = t.object("A scenario that was played.", {
  name: t.text("Its name."),
  description: t.optional(t.text("Its description.")),
  line: t.integer("Where it begins in the file.", 1),
  column: t.integer("Where it begins in the line.", 1),
  passed: t.flag("Whether everything is as expected."),
  earned: t.objects("In the order of earning.", "An achievement that was earned.", {
    player: t.text("Whose it is."),
    achievement: t.text("Its custom_id."),
    points: t.integer("Its points."),
    rewards: t.list("Rewards that come with it.", t.STRING),
    at: t.text("When, in UTC."),
    step: t.integer("The step in which it was earned, counted from 1.", 1),
    repetition: t.integer("Which of the times that the step is done, counted from 1.", 1),
  }),
  expectations: t.list("In the order in which they were looked at.", EXPECTATION),
});

const TESTED_GAME = t.object("A game.", {
  game: t.text("Its name in the project file."),
  files: t.objects("Files of scenarios, in the order of their names.", "A file.", {
    file: t.text("Relative to the working directory."),
    scenarios: t.list("Those that were played.", SCENARIO),
  }),
});

const testSchema = t.commandDocument(
  "test",
  {
    summary: t.object(
      "All games together.",
      t.counts({
        scenarios: "Scenarios that were played.",
        passed: "Those that passed.",
        failed: "Those that failed.",
      }),
    ),
    games: t.list("In the order of the project.", TESTED_GAME),
    diagnostics: t.DIAGNOSTICS,
  },
  { tree: TREE },
);

const FILES = t.objects("The files that change.", "A file that changes.", {
  file: t.text("The file, relative to the working directory."),
  diff: t.text("The changed lines as a unified diff, with invisible characters escaped."),
});

const FIELDS = t.objects("What differed.", "A value that differed.", {
  path: t.text("JSON pointer (RFC 6901) into the resource: fields and links by name.", { pattern: "^(/.*)?$" }),
  before: t.optional(t.json("The value in the manifests. Absent: there was none.")),
  after: t.optional(t.json("The live value. Absent: there is none.")),
});

const PULLS = t.objects("The games that were read.", "One game.", {
  game: t.text("The game's name."),
  environment: t.text("Its environment."),
  resources: t.objects("What differed live, in the order of the catalog.", "One resource.", {
    address: t.ADDRESS,
    action: t.choice(
      "`update`: fields were changed live. `rename`: its id was changed live, and other fields perhaps. `add`: it was created live. `remove`: it was deleted live.",
      ["update", "add", "rename", "remove"],
    ),
    fields: FIELDS,
  }),
  waiting: t.list(
    "Resources that are left alone because a `moved` or `removed` entry or an interrupted apply is not applied.",
    t.ADDRESS,
  ),
  not_verified: NOT_VERIFIED,
  files: FILES,
});

const pullSchema = t.commandDocument("pull", {
  pulls: PULLS,
  written: t.flag("Whether the files were changed."),
  diagnostics: t.DIAGNOSTICS,
});

const RENAME = t.object("The rename. Absent where nothing could be renamed.", {
  games: t.list("The games whose manifests declare the resource.", t.STRING),
  from: t.ADDRESS,
  to: t.ADDRESS,
  moved: t.flag("Whether a `moved` entry is written."),
  written: t.flag("Whether the files were changed: false with `--check`."),
  files: FILES,
});

const renameSchema = t.commandDocument("mv", { rename: t.optional(RENAME), diagnostics: t.DIAGNOSTICS });

/** By the name under which each is published. */
export const SCHEMAS = {
  plan: planSchema,
  changelog: changelogSchema,
  apply: applySchema,
  pull: pullSchema,
  mv: renameSchema,
  graph: graphSchema,
  diagnostics: diagnosticsSchema,
  test: testSchema,
  rankings: rankingsSchema,
  economy: economySchema,
} as const;
