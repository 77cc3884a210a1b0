/** The documents of commands that read or change a live game: their schemas, and the types that follow from them. */
import type { Static } from "typebox";
import type { ExactNumber } from "../../model/json.ts";
import {
  ACTION,
  ADDRESS,
  choice,
  count,
  counts,
  DIAGNOSTIC,
  DIAGNOSTICS,
  document,
  flag,
  json,
  list,
  number,
  object,
  optional,
  shared,
  text,
} from "../../model/schema/document.ts";
import { CHANGELOG_PART_NAMES, IMPACT_CLASS_NAMES } from "../../plan/impact.ts";

const GAME_NAME = text("The game's name in the project file.");
const ENVIRONMENT_NAME = text("The environment's name in the project file.");
const GAME_ID = text("The game's id on the service.");

export const diagnosticsSchema = document(
  "laurel diagnostics",
  "What `laurel validate --format json` and `laurel lint --format json` print.",
  { diagnostics: DIAGNOSTICS },
  { diagnostic: DIAGNOSTIC },
);
export type DiagnosticsDocument = Static<typeof diagnosticsSchema>;

const APPLIED_STEP = object("How a step ended.", {
  id: text("The step's id in the plan."),
  action: ACTION,
  address: ADDRESS,
  status: choice("Its fate.", ["done", "failed", "skipped", "not-started", "not-needed"]),
  diagnostic: optional(shared("diagnostic", DIAGNOSTIC, "Why it failed.")),
  because: optional(text("For skipped steps: the id of the step that it needed.")),
});

export const TOTALS = object(
  "How many steps ended in which way.",
  counts({
    done: "Steps that were carried out.",
    failed: "Steps that the service did not accept, or whose fate is unknown.",
    skipped: "Steps left out because one that they need was not done.",
    not_started: "Steps left out because the run was interrupted or stopped at a failure.",
    not_needed: "Steps of replacements that were not needed, because the service took the plain change.",
  }),
);

export const OUTCOME = choice(
  "`done`: converged, or nothing to do. `failed`: not everything could be done or verified. `interrupted`: nothing failed before the run was interrupted, but not every step was sent, or nothing was verified. `invalid`, `usage`, `refused`: the game was left as it is, and its `diagnostics` say why. `not-started`: interrupted before its turn, stopped by `--fail-fast`, or not confirmed.",
  ["done", "failed", "refused", "invalid", "usage", "interrupted", "not-started"],
);

const RESULT = object("What the apply of one game came to.", {
  game: GAME_NAME,
  environment: text("The environment's name in the project file. Empty where it could not be told."),
  game_id: text("The game's id on the service. Empty where it could not be told."),
  outcome: OUTCOME,
  converged: flag(
    "Whether a plan made after the last step was empty; for a saved plan, whether everything was as it would leave it. False too when that could not be found out.",
  ),
  saved: flag("Whether it was a saved plan."),
  reverted: optional(flag("Whether it was a revert, after which the manifests still describe what was applied.")),
  totals: TOTALS,
  steps: list("Every step of the plan, in its order.", APPLIED_STEP),
  diagnostics: list(
    "Problems beyond single steps; for a game that was left as it is, why.",
    shared("diagnostic", DIAGNOSTIC),
  ),
});
export type ApplyResultJson = Static<typeof RESULT>;

export const applySchema = document(
  "laurel apply",
  "What `laurel apply --format json` prints.",
  {
    results: list("One for each game that was asked for, in the order of the project.", shared("result", RESULT)),
    diagnostics: DIAGNOSTICS,
  },
  { result: RESULT, diagnostic: DIAGNOSTIC },
);
export type ApplyDocument = Static<typeof applySchema>;

const EXPORT = object("A game that was exported.", {
  game: GAME_NAME,
  environment: ENVIRONMENT_NAME,
  game_id: GAME_ID,
  files: list(
    "The files that were written, one for each kind.",
    object("A manifest that was written.", {
      file: text("The file, relative to the working directory."),
      key: text("The top-level key in it: the plural of a kind."),
      resources: count("How many resources are in it."),
    }),
  ),
});

export const exportSchema = document(
  "laurel export",
  "What `laurel export --format json` prints.",
  { exports: list("One for each game of which files were written.", EXPORT), diagnostics: DIAGNOSTICS },
  { diagnostic: DIAGNOSTIC },
);
export type ExportDocument = Static<typeof exportSchema>;

const ENVIRONMENT = text("An environment's name in the project file.");
const KIND = text("The kind, in the singular.");

const PLACE = object("Where the game is in one environment.", {
  environment: ENVIRONMENT,
  base_url: text("The service."),
  game_id: GAME_ID,
});

const DIFFERENT_FIELD = object("A value that differs.", {
  path: text("JSON pointer (RFC 6901) into the resource: fields and links by name.", { pattern: "^(/.*)?$" }),
  before: optional(json("The value in the environment of `--to`. Absent: there is none.")),
  after: optional(json("The value in the environment of `--from`. Absent: there is none.")),
  overridden_in: optional(
    list(
      "Environments whose overrides ask for this difference, where both games are as the manifests want them.",
      ENVIRONMENT,
    ),
  ),
});

const DIFF = object("What would make one live game like another.", {
  game: GAME_NAME,
  from: shared("place", PLACE, "What it would be like."),
  to: shared("place", PLACE, "What would change."),
  summary: object(
    "How many resources.",
    counts({
      create: "That only `from` has.",
      update: "That both have and that differ, expected ones included.",
      delete: "That only `to` has.",
      expected: "That differ in nothing but what overrides ask for.",
      alike: "That are alike.",
    }),
  ),
  changes: list(
    "In the order of addresses; deletions come last.",
    object("What would happen to one resource.", {
      action: choice("What would be done.", ["create", "update", "delete"]),
      address: ADDRESS,
      fields: list("What differs; for creations and deletions the values that are not defaults.", DIFFERENT_FIELD),
      expected: flag("Whether overrides ask for all of it."),
    }),
  ),
  not_comparable: list(
    "Fields and links that one of the services does not show.",
    object("A field or link of a kind.", {
      kind: KIND,
      field: text("The field's or link's name."),
      resources: count("How many resources it concerns."),
      environments: list("Whose services do not show it.", ENVIRONMENT),
    }),
  ),
  incomplete: list(
    "Kinds of which a service may have more than it shows.",
    object("A kind in an environment.", { kind: KIND, environment: ENVIRONMENT }),
  ),
});

const COMPARED_GAME = object("A game that was asked for.", {
  game: GAME_NAME,
  outcome: choice(
    "`different`, `as-expected` (in nothing but what overrides ask for) and `alike` are among the `diffs`. For `failed`, `invalid`, `refused` and `usage`, the `diagnostics` of that `game` say why it could not be compared. `not-started`: the run was interrupted.",
    ["different", "as-expected", "alike", "failed", "invalid", "refused", "usage", "not-started"],
  ),
});
/** One game of a run, with what became of it. */
export type ComparedGameEnd = Readonly<Static<typeof COMPARED_GAME>>;

export const diffSchema = document(
  "laurel diff",
  "What `laurel diff --format json` prints.",
  {
    diffs: list("One for each game that could be compared.", DIFF),
    games: optional(list("Every game that was asked for, in the order of the project.", COMPARED_GAME)),
    diagnostics: DIAGNOSTICS,
  },
  { place: PLACE, diagnostic: DIAGNOSTIC },
);
export type DiffDocument = Static<typeof diffSchema>;

const RANK = object("A rank, as the service gives it.", {
  time_span: text("The time span, such as `all-time`."),
  score: number<number | ExactNumber>("The score that counts."),
  rank: count("The position, counted from zero."),
  custom_player_id: text("The player."),
});

export const rankingsSchema = document("laurel rankings", "What `laurel rankings --format json` prints.", {
  game: GAME_NAME,
  environment: ENVIRONMENT_NAME,
  game_id: GAME_ID,
  leaderboard: text("The custom_id of the leaderboard."),
  player: optional(text("The player that was asked for.")),
  rankings: list("In the service's order.", RANK),
});
export type RankingsDocument = Static<typeof rankingsSchema>;

const CHANGED_GAME = object("One game.", {
  game: GAME_NAME,
  base: object("The commit with which the manifests were compared.", {
    ref: text("As it was named."),
    commit: text("Its full id."),
    has_game: flag("Whether it has manifests of the game. If not, everything is new."),
  }),
  entries: list(
    "What players are told, in the order of the game.",
    object("Something that players would notice.", {
      part: choice("The part of the changelog that it belongs to.", CHANGELOG_PART_NAMES),
      class: choice("What it is to players, as docs/impact.md says.", IMPACT_CLASS_NAMES),
      name: text("What it is about, by its name."),
      sentence: text("What players are told."),
    }),
  ),
  secret: object(
    "Secret achievements, which are not named without `--reveal-secrets`.",
    counts({ new: "How many are new.", changed: "How many have changed.", removed: "How many are gone." }),
  ),
  points: object(
    "The points of all achievements together, without those of secrets.",
    counts({ before: "At the commit.", after: "Now." }),
  ),
});

export const changelogSchema = document(
  "laurel changelog",
  "What `laurel changelog --format json` prints.",
  { games: list("In the order of the project.", CHANGED_GAME), diagnostics: DIAGNOSTICS },
  { diagnostic: DIAGNOSTIC },
);
export type ChangelogDocument = Static<typeof changelogSchema>;
