/** The documents that commands print. */
import Type from "typebox";
import { STAGES } from "../../analysis/graph/graph.ts";
import { CHANGELOG_PART_NAMES, IMPACT_CLASS_NAMES } from "../../analysis/impact/impacts.ts";
import * as t from "./document-schema.ts";
import { planSchema, WAY } from "./plan-document.ts";

const GAME = { game: t.text("The game's name in the project file.") };
const diagnostics = t.DIAGNOSTICS;

const RESULT = t.object("The result of the apply of one game.", {
  ...GAME,
  environment: t.text("The environment's name in the project file. Empty where unknown."),
  game_id: t.text("The game's id on the service. Empty where unknown."),
  outcome: t.choice(
    "`done`: converged, or nothing to do. `failed`: not everything could be done or verified. `interrupted`: nothing failed before the run was interrupted, but not every step was sent, or nothing was verified. `invalid`, `usage`, `refused`: the game was left as it is, and its `diagnostics` say why. `not-started`: interrupted before its turn, or not confirmed.",
    ["done", "failed", "refused", "invalid", "usage", "interrupted", "not-started"],
  ),
  converged: t.flag("Whether a new plan is empty, as far as the service returns it. False too when that is unknown."),
  totals: t.object("How many steps ended in which way.", t.counts("done not_verified failed skipped not_started")),
  not_verified: t.NOT_VERIFIED,
  steps: t.objects("Every step of the plan, in its order.", "How a step ended.", {
    id: t.text("The step's id in the plan."),
    action: t.ACTION,
    address: t.ADDRESS,
    status: t.choice("Its fate.", ["done", "not-verified", "failed", "skipped", "not-started"]),
    "diagnostic?": t.shared("diagnostic", "Why it failed."),
    "because?": t.text("For skipped steps: the id of the step that it needed."),
  }),
  diagnostics: t.list("Problems beyond single steps.", t.shared("diagnostic")),
});

const CHANGED_GAME = t.object("One game.", {
  ...GAME,
  base: t.object("The commit with which the manifests were compared.", { ...t.COMMIT, has_game: t.HAS_GAME }),
  entries: t.objects("What players read, in the order of the game.", "Something that players would notice.", {
    part: t.choice("The part of the changelog that it belongs to.", CHANGELOG_PART_NAMES),
    class: t.choice("Class of the impact on players.", IMPACT_CLASS_NAMES),
    sentence: t.text("What players read."),
  }),
  secret: t.object("Secret achievements, which are only counted.", t.counts("new changed removed")),
});

const GRAPH = t.object("The graph of a game.", {
  ...GAME,
  nodes: t.objects("By stage, then by id.", "A resource.", {
    address: t.ADDRESS,
    kind: t.text("The kind, in the singular."),
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
  }),
  edges: t.objects("In the order of their ends.", "What leads from one resource to another.", {
    from: t.ADDRESS,
    to: t.ADDRESS,
    relation: t.choice("What the first does for the second: an action `records` another.", [
      ...["records", "counts-for", "member-of", "earns", "gives"],
    ]),
  }),
});

const SHARE = t.object("How many achievements, and their points.", t.counts("achievements points"));

const CHEAPEST_WAY = t.object("The cheapest way to earn an achievement.", {
  certainty: t.choice("`bound`: this earns it, something cheaper may. `impossible`: there is none.", [
    ...["bound", "unknown", "impossible"],
  ]),
  ...WAY,
  effort: t.number("The sum of the amounts, each activity counting 1 or more. 0 without steps."),
  reasons: t.list("Why there is no way, or none was found.", t.STRING),
});

const REPORT = t.object("The points economy of a game.", {
  ...GAME,
  totals: t.object("The game as a whole: `bound` are those of which a way is known.", {
    ...t.counts("achievements points bound unknown impossible reachable_points"),
    secret: t.shared("share", "Those that are hidden from players until they are earned."),
  }),
  budget: Type.Unsafe({
    type: ["integer", "null"],
    minimum: 0,
    description: "The most points that `lint.budget` allows; null without a limit.",
  }),
  achievements: t.objects("By the effort of the cheapest way, then those without a known way.", "An achievement.", {
    address: t.ADDRESS,
    custom_id: t.text("A custom_id."),
    name: t.text("Its name."),
    is_secret: t.flag("Whether it is hidden from players until they earn it."),
    points: t.count("What it gives."),
    rewards: t.list("The rewards that it gives.", t.STRING),
    way: t.shared("way", "The cheapest way to earn it."),
  }),
});

const SCENARIO = t.object("A scenario that was played.", {
  name: t.text("Its name."),
  "description?": t.text("Its description."),
  ...t.START,
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
  expectations: t.objects("In the order in which they were looked at.", "What was expected, and what there is.", {
    expects: t.text("Its member in the file of scenarios: `earned`, `points`, `rankings`, …"),
    expected: t.jsonObject("What was expected, by the names of the file of scenarios."),
    ...t.START,
    "in_step?": t.integer("The step that expects it; absent for what is expected at the end.", 1),
    passed: t.flag("Whether it is so."),
    text: t.text("What was expected and what there is, in words."),
  }),
});

const FILES = t.objects("The files that change.", "A file that changes.", {
  file: t.FILE,
  diff: t.text("The changed lines as a unified diff, with invisible characters escaped."),
});

const PULL = t.object("One game.", {
  ...GAME,
  environment: t.text("Its environment."),
  resources: t.objects("What differed live, in the order of the catalog.", "One resource.", {
    address: t.ADDRESS,
    action: t.choice("What was done live.", ["update", "add", "rename", "remove"]),
    fields: t.objects("What differed.", "A value that differed.", {
      path: t.POINTER,
      "before?": t.json("The value in the manifests. Absent: there was none."),
      "after?": t.json("The live value. Absent: there is none."),
    }),
  }),
  waiting: t.list("Resources that are left alone because something of them is not applied.", t.ADDRESS),
  not_verified: t.NOT_VERIFIED,
  files: FILES,
});

const RENAME = t.object("The rename. Absent where nothing could be renamed.", {
  games: t.list("The games whose manifests declare the resource.", t.STRING),
  from: t.ADDRESS,
  to: t.ADDRESS,
  written: t.flag("Whether the files were changed: false with `--check`."),
  files: FILES,
});

const TESTED_GAME = t.object("A game.", {
  ...GAME,
  files: t.objects("Files of scenarios, in the order of their names.", "A file.", {
    file: t.FILE,
    scenarios: t.list("Those that were played.", SCENARIO),
  }),
});

const RESULTS = t.list("One for each requested game, in the order of the project.", t.shared("result"));
const SUMMARY = t.object("Scenarios of all games together.", t.counts("scenarios passed failed"));

/** By the name under which each is published. */
export const SCHEMAS = {
  plan: planSchema,
  changelog: t.document("changelog", ["changelog"], { games: t.list("The games.", CHANGED_GAME), diagnostics }),
  apply: t.document("apply", ["apply"], { results: RESULTS, "changed?": t.CHANGED, diagnostics }, { result: RESULT }),
  pull: t.document("pull", ["pull"], {
    pulls: t.list("The games that were read.", PULL),
    diagnostics,
  }),
  mv: t.document("mv", ["mv"], { "rename?": RENAME, diagnostics }),
  graph: t.document("graph", ["graph"], { graphs: t.list("One for each game without errors.", GRAPH), diagnostics }),
  diagnostics: t.document("diagnostics", ["validate", "lint"], { diagnostics }),
  test: t.document("test", ["test"], { summary: SUMMARY, games: t.list("The games.", TESTED_GAME), diagnostics }),
  rankings: t.document("rankings", ["rankings"], {
    ...GAME,
    environment: t.text("The environment's name in the project file."),
    game_id: t.text("The game's id on the service."),
    leaderboard: t.text("The custom_id of the leaderboard."),
    "player?": t.text("The requested player."),
    rankings: t.json("What the service answered, without its envelope."),
    "meta?": t.json("What it says about pages."),
  }),
  economy: t.document(
    "report",
    ["report"],
    { reports: t.list("One for each game without an error.", REPORT), diagnostics },
    { share: SHARE, way: CHEAPEST_WAY },
  ),
} as const;
