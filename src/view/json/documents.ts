/** The documents that commands print. */
import type { TSchema } from "typebox";
import { STAGES } from "../../analysis/graph/graph.ts";
import { CHANGELOG_PART_NAMES, IMPACT_CLASS_NAMES } from "../../analysis/impact/impacts.ts";
import { HAZARDS, KEEP_REASONS } from "../../model/model.ts";
import { CAUSES } from "../../plan/cause.ts";
import * as t from "./document-schema.ts";

const GAME = { game: t.text("The game's name in the project file.") };
const TARGET = {
  ...GAME,
  environment: t.text("The environment's name in the project file; empty where unknown."),
  game_id: t.text("The game's id on the service; empty where unknown."),
};
const ACTION = t.choice("What is done.", ["create", "update", "rename", "delete", "attach", "detach"]);
const IMPACT_CLASS = t.choice("Class of the impact; the later in the list, the more severe.", IMPACT_CLASS_NAMES);
const STEP_ID = "The id of a step in the plan.";
const HAZARD = t.choice("Its name.", HAZARDS);
const CAUSE = t.choice("With `--base`: why it differs; of a step, the gravest of its fields.", CAUSES);
const COMMIT = { ref: t.text("As it was named."), commit: t.text("Its full id.") };
const BASE = t.object("The commit with which the manifests were compared.", {
  ...COMMIT,
  has_game: t.flag("Whether it has manifests of the game. If not, everything is new."),
});
const CHANGED = t.object("With `--changed`: which of the requested games this is about.", {
  base: t.object("The commit with which games were compared.", COMMIT),
  games: t.count("Games that differ from it, new ones included."),
  of: t.count("Games that were compared. Those that do not differ are left out."),
});
const NOT_VERIFIED = t.objects("Resources of which the service does not return everything.", "A resource.", {
  address: t.ADDRESS,
  fields: t.texts("Names of the fields and links that are not returned."),
});
const FILES = t.objects("The files that change.", "A file that changes.", {
  file: t.FILE,
  diff: t.text("The changed lines as a unified diff, with invisible characters escaped."),
});
const diagnostics = t.list("Problems, in the order of files and lines.", t.shared("diagnostic"));

const origin = (description: string): TSchema => t.object(description, { file: t.FILE, ...t.START });

const FIELD = t.object("A value that differs: `before` and `after`, absent where there is none.", {
  path: t.text("JSON pointer (RFC 6901) into the resource: fields and links by name.", { pattern: "^(/.*)?$" }),
  "before?": t.json("The live value; of `pull`, that in the manifests."),
  "after?": t.json("The value from the manifests; of `pull`, the live one."),
  "origin?": origin("Where an override of the environment gives the value."),
  "cause?": CAUSE,
  "base?": t.json("For a conflict: the value at the base commit. Absent: there was none."),
});

const REQUEST = t.object("A request below `/v1/games/{game_id}/`.", {
  method: t.choice("The method.", ["POST", "PUT", "DELETE"]),
  path: t.text("The path below the game, ids percent-encoded, without a slash in front."),
  "body?": t.jsonObject("The JSON body."),
});

const STEP = t.object("One request to send, with everything that is known about it.", {
  id: t.text("Unique in the plan, and the same whenever the same is planned."),
  action: ACTION,
  "cause?": CAUSE,
  address: t.ADDRESS,
  "link?": t.object("For `attach` and `detach`: what joins or leaves.", {
    name: t.text("The link's name, as in manifests."),
    member: t.text("The custom_id that joins or leaves."),
  }),
  fields: t.list("What differs; for creations and deletions the values that are not defaults.", FIELD),
  needs: t.list("Steps that have to be done before this one.", t.text(STEP_ID)),
  hazards: t.objects("What is dangerous about the step. Refused unless allowed by name.", "A danger.", {
    name: HAZARD,
    sentence: t.text("What would be lost."),
    "consented?": t.flag("Whether the manifests allow it, by a `removed` entry of the resource."),
  }),
  notes: t.texts("Things worth knowing about the step, as sentences."),
  request: t.shared("request", "What is sent."),
  "otherwise?": t.shared("request", "Sent instead when the service does not have the endpoint of `request`."),
  "replaces?": t.ADDRESS,
  "origin?": origin("Where the resource is declared, or where an override gives the members of the link."),
});

const witness = (description: string): TSchema =>
  t.object(description, {
    player: t.json("The player's custom_data."),
    activities: t.objects("What the player does, from nothing on; the last activity earns it.", "Equal activities.", {
      custom_action_id: t.text("Their action."),
      amount: t.count("The amount of each."),
      times: t.count("How many."),
      date_time_utc: t.text("When the first one is, such as 2024-01-31T08:00:00.000Z."),
      every_hours: t.count("Hours from one to the next; 0 where they are at the same time."),
      custom_data: t.json("Their custom_data."),
    }),
  });

const PLAN = t.object("Everything that would be done to one game.", {
  ...TARGET,
  base_url: t.text("The service."),
  digest: t.text("Names the plan, the same on every machine.", { pattern: "^sha256:[0-9a-f]{64}$" }),
  "base?": BASE,
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
  not_verified: NOT_VERIFIED,
  "managed?": t.texts("Kinds that the manifests manage. Of others, only declared resources are compared."),
  "not_compared?": t.texts("Kinds that the manifests do not manage, and of which something may be live."),
  "unknown?": t.list("What prune deletes, planned without `--base`, so that nobody knows who created it.", t.ADDRESS),
  "impact?": t.objects("The impact of the plan on players.", "One thing that changes for players.", {
    class: IMPACT_CLASS,
    address: t.ADDRESS,
    sentence: t.text("What changes, in a sentence or two."),
    "witnesses?": t.object("Histories that show it. Absent where there is none, or none was found.", {
      "easier?": witness("Earns the achievement after the change and not before it."),
      "harder?": witness("Earns the achievement before the change and not after it."),
    }),
    because: t.list("The changed resources that lead to it.", t.ADDRESS),
    steps: t.list("The steps of those resources.", t.text(STEP_ID)),
  }),
  allowed: t.list("Hazards of this plan that were allowed when it was made.", HAZARD),
});

const PLANNED_GAME = t.object("A game that was asked for. Without a plan, the `diagnostics` of that `game` say why.", {
  ...GAME,
  "environment?": t.text("The environment's name. Absent where it is not known."),
  outcome: t.choice("`refused` has a plan where hazards are not allowed; `not-started`: the run was interrupted.", [
    ...["changes", "no-changes", "refused", "failed", "invalid", "usage", "not-started"],
  ]),
});

const RESULT = t.object("The result of the apply of one game.", {
  ...TARGET,
  outcome: t.choice(
    "`done`: converged, or nothing to do. `failed`: not everything could be done or verified. `interrupted`: nothing failed before that. `invalid`, `usage`, `refused`: nothing was changed. `not-started`: interrupted before its turn, or not confirmed.",
    ["done", "failed", "refused", "invalid", "usage", "interrupted", "not-started"],
  ),
  converged: t.flag("Whether a new plan is empty, as far as the service returns it. False too when that is unknown."),
  totals: t.object("How many steps ended in which way.", t.counts("done not_verified failed skipped not_started")),
  not_verified: NOT_VERIFIED,
  steps: t.objects("Every step of the plan, in its order.", "How a step ended.", {
    id: t.text("The step's id in the plan."),
    action: ACTION,
    address: t.ADDRESS,
    status: t.choice("Its fate.", ["done", "not-verified", "failed", "skipped", "not-started"]),
    "diagnostic?": t.shared("diagnostic", "Why it failed."),
    "because?": t.text("For skipped steps: the id of the step that it needed."),
  }),
  diagnostics: t.list("Problems beyond single steps.", t.shared("diagnostic")),
});

const PULLED_GAME = t.object("One game.", {
  ...TARGET,
  resources: t.objects("What differed live, in the order of the catalog.", "One resource.", {
    address: t.ADDRESS,
    action: t.choice("What was done live.", ["update", "add", "rename", "remove"]),
    fields: t.list("What differed.", FIELD),
  }),
  waiting: t.list("Resources that are left alone because something of them is not applied.", t.ADDRESS),
  not_verified: NOT_VERIFIED,
  files: FILES,
});

const RENAME = t.object("The rename. Absent where nothing could be renamed.", {
  games: t.texts("The games whose manifests declare the resource."),
  from: t.ADDRESS,
  to: t.ADDRESS,
  written: t.flag("Whether the files were changed: false with `--check`."),
  files: FILES,
});

const CHANGED_GAME = t.object("One game.", {
  ...GAME,
  base: BASE,
  entries: t.objects("What players read, in the order of the game.", "Something that players would notice.", {
    part: t.choice("The part of the changelog that it belongs to.", CHANGELOG_PART_NAMES),
    class: IMPACT_CLASS,
    sentence: t.text("What players read."),
  }),
  secret: t.object("Secret achievements, which are only counted.", t.counts("new changed removed")),
});

const NAMED = {
  address: t.ADDRESS,
  custom_id: t.text("The id."),
  name: t.text("The name; empty for what is only referred to."),
  is_secret: t.flag("Whether it is hidden from players until they earn it."),
};

const GRAPH = t.object("The graph of a game.", {
  ...GAME,
  nodes: t.objects("By stage, then by id.", "A resource.", {
    ...NAMED,
    kind: t.text("The kind, in the singular."),
    stage: t.choice("Where it takes part, in the order in which it comes.", STAGES),
    description: t.text("The description; empty where there is none."),
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

const WAY = t.object("The cheapest way to earn an achievement.", {
  certainty: t.choice("`bound`: this earns it, something cheaper may. `impossible`: there is none.", [
    ...["bound", "unknown", "impossible"],
  ]),
  steps: t.objects("What to report, in its order. Empty where no way is known.", "Something to report.", {
    custom_action_id: t.text("The action."),
    amount: t.integer("The amount of each activity."),
    times: t.count("How many activities."),
    note: t.text("When and with what, in words, such as `on each of 7 days in a row`; may be empty."),
  }),
  effort: t.number("The sum of the amounts, each activity counting 1 or more. 0 without steps."),
  reasons: t.texts("Why there is no way, or none was found."),
  player: t.json("The custom_data of a player to whom the way is open; null where that does not matter."),
});

const REPORT = t.object("The points economy of a game.", {
  ...GAME,
  totals: t.object("The game as a whole: `bound` are those of which a way is known.", {
    ...t.counts("achievements points without_points without_reward bound unknown impossible reachable_points"),
    secret: t.shared("share", "Those that are hidden from players until they are earned."),
  }),
  budget: t.integer("The most points that `lint.budget` allows; null without a limit.", { type: ["integer", "null"] }),
  distribution: t.list("How many achievements give each number of points, from few to many.", t.shared("share")),
  achievements: t.objects("By the effort of the cheapest way, then those without a known way.", "An achievement.", {
    ...NAMED,
    points: t.count("What it gives."),
    rewards: t.texts("The rewards that it gives."),
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
    rewards: t.texts("Rewards that come with it."),
    at: t.text("When, in UTC."),
    step: t.position("The step in which it was earned, counted from 1."),
    repetition: t.position("Which of the times that the step is done, counted from 1."),
  }),
  expectations: t.objects("In the order in which they were looked at.", "What was expected, and what there is.", {
    expects: t.text("Its member in the file of scenarios: `earned`, `points`, `rankings`, …"),
    expected: t.jsonObject("What was expected, by the names of the file of scenarios."),
    ...t.START,
    "in_step?": t.position("The step that expects it; absent for what is expected at the end."),
    passed: t.flag("Whether it is so."),
    text: t.text("What was expected and what there is, in words."),
  }),
});

const TESTED_GAME = t.object("A game.", {
  ...GAME,
  files: t.objects("Files of scenarios, in the order of their names.", "A file.", {
    file: t.FILE,
    scenarios: t.list("Those that were played.", SCENARIO),
  }),
});

const PLANS = {
  plans: t.list("One for each game that was asked for and could be planned.", t.shared("plan")),
  "games?": t.list("Every game that was asked for, in the order of the project.", PLANNED_GAME),
  "changed?": CHANGED,
  diagnostics,
};
const RESULTS = t.list("One for each requested game, in the order of the project.", t.shared("result"));
const SUMMARY = t.object("Scenarios of all games together.", t.counts("scenarios passed failed"));
const REPORTS = t.list("One for each game without an error.", REPORT);

/** By the name under which each is published. */
export const SCHEMAS = {
  plan: t.document(["plan"], PLANS, { plan: PLAN, step: STEP, request: REQUEST }),
  apply: t.document(["apply"], { results: RESULTS, "changed?": CHANGED, diagnostics }, { result: RESULT }),
  pull: t.document(["pull"], { pulls: t.list("The games that were read.", PULLED_GAME), diagnostics }),
  mv: t.document(["mv"], { "rename?": RENAME, diagnostics }),
  changelog: t.document(["changelog"], { games: t.list("The games.", CHANGED_GAME), diagnostics }),
  graph: t.document(["graph"], { graphs: t.list("One for each game without errors.", GRAPH), diagnostics }),
  diagnostics: t.document(["validate", "lint"], { diagnostics }),
  test: t.document(["test"], { summary: SUMMARY, games: t.list("The games.", TESTED_GAME), diagnostics }),
  rankings: t.document(["rankings"], {
    ...TARGET,
    leaderboard: t.text("The custom_id of the leaderboard."),
    "player?": t.text("The requested player."),
    rankings: t.json("What the service answered, without its envelope."),
    "meta?": t.json("What it says about pages."),
  }),
  economy: t.document(["report"], { reports: REPORTS, diagnostics }, { share: SHARE, way: WAY }),
} as const;
