/** The documents that commands print: their schemas, and the types that follow from them. */
import Type, { type Static } from "typebox";
import { STAGES } from "../../analysis/graph/graph.ts";
import { IMPACT_CLASS_NAMES } from "../../analysis/impact/classes.ts";
import { CHANGELOG_PART_NAMES } from "../../analysis/impact/impacts.ts";
import type { Explained } from "../../analysis/scenarios/explain.ts";
import {
  ACTION,
  ADDRESS,
  CHANGED,
  choice,
  commandDocument,
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
  number,
  object,
  objects,
  optional,
  STRING,
  shared,
  text,
} from "./document-schema.ts";
import { NOT_VERIFIED } from "./plan-document.ts";

const GAME_NAME = text("The game's name in the project file.");
const ENVIRONMENT_NAME = text("The environment's name in the project file.");
const GAME_ID = text("The game's id on the service.");

export const diagnosticsSchema = commandDocument(
  "diagnostics",
  {
    diagnostics: DIAGNOSTICS,
  },
  {},
  ["validate", "lint"],
);
export type DiagnosticsDocument = Static<typeof diagnosticsSchema>;

const APPLIED_STEP = object("How a step ended.", {
  id: text("The step's id in the plan."),
  action: ACTION,
  address: ADDRESS,
  status: choice("Its fate.", ["done", "not-verified", "failed", "skipped", "not-started"]),
  diagnostic: optional(shared("diagnostic", DIAGNOSTIC, "Why it failed.")),
  because: optional(text("For skipped steps: the id of the step that it needed.")),
});

export const TOTALS = object(
  "How many steps ended in which way.",
  counts({
    done: "Steps that were applied.",
    not_verified: "Steps that were answered with success, and of which the service does not return what they changed.",
    failed: "Steps that the service did not accept, or whose fate is unknown.",
    skipped: "Steps left out because one that they need was not done.",
    not_started: "Steps left out because the run was interrupted or stopped at a failure.",
  }),
);

export const OUTCOME = choice(
  "`done`: converged, or nothing to do. `failed`: not everything could be done or verified. `interrupted`: nothing failed before the run was interrupted, but not every step was sent, or nothing was verified. `invalid`, `usage`, `refused`: the game was left as it is, and its `diagnostics` say why. `not-started`: interrupted before its turn, or not confirmed.",
  ["done", "failed", "refused", "invalid", "usage", "interrupted", "not-started"],
);

const RESULT = object("The result of the apply of one game.", {
  game: GAME_NAME,
  environment: text("The environment's name in the project file. Empty where unknown."),
  game_id: text("The game's id on the service. Empty where unknown."),
  outcome: OUTCOME,
  converged: flag(
    "Whether nothing that the service returns differs after the last step: a new plan is empty. `not_verified` has what it does not return. False too when that could not be found out.",
  ),
  totals: TOTALS,
  not_verified: NOT_VERIFIED,
  steps: list("Every step of the plan, in its order.", APPLIED_STEP),
  diagnostics: list(
    "Problems beyond single steps; for a game that was left as it is, why.",
    shared("diagnostic", DIAGNOSTIC),
  ),
});
export type ApplyResultJson = Static<typeof RESULT>;

export const applySchema = commandDocument(
  "apply",
  {
    results: list("One for each requested game, in the order of the project.", shared("result", RESULT)),
    changed: optional(CHANGED),
    diagnostics: DIAGNOSTICS,
  },
  { result: RESULT },
);
export type ApplyDocument = Static<typeof applySchema>;

const KIND = text("The kind, in the singular.");

export const rankingsSchema = document("laurel rankings", "What `laurel rankings --format json` prints.", {
  game: GAME_NAME,
  environment: ENVIRONMENT_NAME,
  game_id: GAME_ID,
  leaderboard: text("The custom_id of the leaderboard."),
  player: optional(text("The requested player.")),
  rankings: json("What the service answered, without its envelope."),
  meta: optional(json("What it says about pages.")),
});
export type RankingsDocument = Static<typeof rankingsSchema>;

const CHANGED_GAME = object("One game.", {
  game: GAME_NAME,
  base: object("The commit with which the manifests were compared.", {
    ref: text("As it was named."),
    commit: text("Its full id."),
    has_game: flag("Whether it has manifests of the game. If not, everything is new."),
  }),
  entries: objects("What players read, in the order of the game.", "Something that players would notice.", {
    part: choice("The part of the changelog that it belongs to.", CHANGELOG_PART_NAMES),
    class: choice("Class of the impact on players.", IMPACT_CLASS_NAMES),
    sentence: text("What players read."),
  }),
  secret: object(
    "Secret achievements, which are not named without `--reveal-secrets`.",
    counts({ new: "How many are new.", changed: "How many have changed.", removed: "How many are gone." }),
  ),
});

export const changelogSchema = commandDocument("changelog", {
  games: list("In the order of the project.", CHANGED_GAME),
  diagnostics: DIAGNOSTICS,
});
export type ChangelogDocument = Static<typeof changelogSchema>;

const ID = text("A custom_id.");

const NODE = object("A resource.", {
  address: ADDRESS,
  kind: KIND,
  custom_id: text("The id."),
  stage: choice("Where it takes part, in the order in which it comes.", STAGES),
  name: text("The name; empty for what is only referred to."),
  description: text("The description; empty where there is none."),
  is_secret: flag("Whether it is hidden from players until they earn it."),
  is_declared: flag("Whether it is declared. What is not is only referred to."),
  note: text("The most important fact in a few signs; empty where there is none."),
  facts: objects("What else there is to say of it.", "Something to say of it.", {
    label: text("What it is about, such as `Met when`."),
    text: text("In words."),
  }),
});

const EDGE = object("What leads from one resource to another.", {
  from: ADDRESS,
  to: ADDRESS,
  relation: choice(
    "What the first does for the second: an action `records` another, a group is a `member-of` a group.",
    ["records", "counts-for", "member-of", "earns", "gives"],
  ),
});

const GRAPH = object("The graph of a game.", {
  game: GAME_NAME,
  nodes: list("By stage, then by id.", NODE),
  edges: list("In the order of their ends.", EDGE),
});

export const graphSchema = commandDocument("graph", {
  graphs: list("One for each game without errors.", GRAPH),
  diagnostics: DIAGNOSTICS,
});
export type GraphDocument = Static<typeof graphSchema>;

const SHARE = object(
  "How many achievements, and their points.",
  counts({ achievements: "How many achievements.", points: "Their points together." }),
);

const WAY = object("The cheapest way to earn an achievement.", {
  certainty: choice(
    "`bound`: this earns it, something cheaper may. `unknown`: no way was found, though there may be one. `impossible`: there is none.",
    ["bound", "unknown", "impossible"],
  ),
  steps: objects("What to report, in its order. Empty where no way is known.", "Something to report.", {
    custom_action_id: text("The action."),
    amount: integer("The amount of each activity."),
    times: count("How many activities."),
    note: text("When and with what, in words, such as `on each of 7 days in a row`; empty where that does not matter."),
  }),
  effort: number(
    "The sum of the amounts without their signs, each activity counting 1 or more, as the project file weighs them. 0 without steps.",
  ),
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
  distribution: list(
    "How many achievements give each number of points, from few to many; `points` is that of each.",
    shared("share", SHARE, "Achievements of equal points."),
  ),
  achievements: objects("By the effort of the cheapest way, then those without a known way.", "An achievement.", {
    address: ADDRESS,
    custom_id: ID,
    name: text("Its name."),
    is_secret: flag("Whether it is hidden from players until they earn it."),
    points: count("What it gives."),
    rewards: list("The rewards that it gives.", ID),
    way: shared("way", WAY, "The cheapest way to earn it."),
  }),
});

export const economySchema = commandDocument(
  "report",
  {
    reports: list("One for each game without an error.", REPORT),
    diagnostics: DIAGNOSTICS,
  },
  { share: SHARE, way: WAY },
);
export type EconomyDocument = Static<typeof economySchema>;

const TREE = object("Why a group or a criterion is met, or is not.", {
  of: text<Explained["of"]>("Whether it is a group or a criterion."),
  custom_id: text("Its custom_id."),
  truth: choice("Whether it is met; `unreadable` when the rules cannot decide.", ["yes", "no", "unreadable"]),
  text: text("The numbers that decide it, in words."),
  members: list("Of a group: its members.", Type.Unsafe<Explained>({ $ref: "#/$defs/tree" })),
});

const EXPECTATION = object("One thing that was expected, and what there is.", {
  expects: text("Its member in the file of scenarios: `earned`, `points`, `rankings`, …"),
  expected: jsonObject("What was expected, by the names of the file of scenarios."),
  line: integer("Its line in the file.", 1),
  column: integer("Its column in the line.", 1),
  in_step: optional(integer("The step that expects it; absent for what is expected at the end.", 1)),
  passed: flag("Whether it is so."),
  text: text("What was expected and what there is, in words."),
  why: objects("The achievements that it turns on.", "Why one of them is earned, or is not.", {
    achievement: text("Its custom_id."),
    earned: flag("Whether it is earned at that moment."),
    tree: optional(
      shared(
        "tree",
        TREE,
        "Its group when it was earned, or at that moment. Absent when no step until then concerns it.",
      ),
    ),
  }),
});

const SCENARIO = object("A scenario that was played.", {
  name: text("Its name."),
  description: optional(text("Its description.")),
  line: integer("Where it begins in the file.", 1),
  column: integer("Where it begins in the line.", 1),
  passed: flag("Whether everything is as expected."),
  earned: objects("In the order of earning.", "An achievement that was earned.", {
    player: text("Whose it is."),
    achievement: text("Its custom_id."),
    points: integer("Its points."),
    rewards: list("Rewards that come with it.", STRING),
    at: text("When, in UTC."),
    step: integer("The step in which it was earned, counted from 1.", 1),
    repetition: integer("Which of the times that the step is done, counted from 1.", 1),
  }),
  expectations: list("In the order in which they were looked at.", EXPECTATION),
});
export type ScenarioJson = Static<typeof SCENARIO>;

const TESTED_GAME = object("A game.", {
  game: text("Its name in the project file."),
  files: objects("Files of scenarios, in the order of their names.", "A file.", {
    file: text("Relative to the working directory."),
    scenarios: list("Those that were played.", SCENARIO),
  }),
});
export type TestedGameJson = Static<typeof TESTED_GAME>;

export const testSchema = commandDocument(
  "test",
  {
    summary: object(
      "All games together.",
      counts({
        scenarios: "Scenarios that were played.",
        passed: "Those that passed.",
        failed: "Those that failed.",
      }),
    ),
    games: list("In the order of the project.", TESTED_GAME),
    diagnostics: DIAGNOSTICS,
  },
  { tree: TREE },
);
export type TestDocument = Static<typeof testSchema>;

const FILES = objects("The files that change.", "A file that changes.", {
  file: text("The file, relative to the working directory."),
  diff: text("The changed lines as a unified diff, with invisible characters escaped."),
});

const FIELDS = objects("What differed.", "A value that differed.", {
  path: text("JSON pointer (RFC 6901) into the resource: fields and links by name.", { pattern: "^(/.*)?$" }),
  before: optional(json("The value in the manifests. Absent: there was none.")),
  after: optional(json("The live value. Absent: there is none.")),
});

const PULLS = objects("The games that were read.", "One game.", {
  game: text("The game's name."),
  environment: text("Its environment."),
  resources: objects("What differed live, in the order of the catalog.", "One resource.", {
    address: ADDRESS,
    action: choice(
      "`update`: fields were changed live. `rename`: its id was changed live, and other fields perhaps. `add`: it was created live. `remove`: it was deleted live.",
      ["update", "add", "rename", "remove"],
    ),
    fields: FIELDS,
  }),
  waiting: list(
    "Resources that are left alone because a `moved` or `removed` entry or an interrupted apply is not applied.",
    ADDRESS,
  ),
  not_verified: NOT_VERIFIED,
  files: FILES,
});

export const pullSchema = commandDocument("pull", {
  pulls: PULLS,
  written: flag("Whether the files were changed."),
  diagnostics: DIAGNOSTICS,
});
export type PullDocument = Static<typeof pullSchema>;

const RENAME = object("The rename. Absent where nothing could be renamed.", {
  games: list("The games whose manifests declare the resource.", STRING),
  from: ADDRESS,
  to: ADDRESS,
  moved: flag("Whether a `moved` entry is written."),
  written: flag("Whether the files were changed: false with `--check`."),
  files: FILES,
});

export const renameSchema = commandDocument("mv", { rename: optional(RENAME), diagnostics: DIAGNOSTICS });
export type RenameDocument = Static<typeof renameSchema>;
