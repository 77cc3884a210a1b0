/** The flags of every command, positionals included, and their types as the commands get them. */
import { catalog } from "../../catalog/index.ts";
import { LANGUAGE_NAMES } from "../../model/constants-languages.ts";
import { PIPELINES } from "../../workflow/options.ts";
import type { FlagSpecs, FlagValues } from "../args/command.ts";
import {
  expect,
  format,
  type GlobalFlags,
  many,
  number,
  one,
  output,
  planning,
  revealSecrets,
  whichGame,
  whichGames,
  whichService,
  yes,
} from "../args/flag-specs.ts";
import {
  APPLY_FILE_FORMATS,
  APPLY_FORMATS,
  CHANGELOG_FORMATS,
  GRAPH_FORMATS,
  LINT_FORMATS,
  PLAN_FORMATS,
  REPORT_FORMATS,
  TEST_FORMATS,
  VALIDATE_FORMATS,
} from "../output/formats.ts";

export const FLAGS = {
  init: {
    folder: one("Where (default: here); made if it is missing"),
    "game-name": one("Name of the game (default: from the folder's name)"),
    empty: yes("Start from nothing instead of from a small example"),
    "from-live": yes("Start from the live game of --base-url and --game-id, with the token in LAUREL_API_TOKEN"),
    ...whichService,
    ci: many("Write the files for this CI; in an existing project, nothing else is written; several with commas", {
      choices: [...PIPELINES, "none"],
    }),
    yes: yes("Ask nothing; what no flag says takes its default"),
  },
  validate: {
    ...whichGames,
    format: format(...VALIDATE_FORMATS),
    output: output(...VALIDATE_FORMATS),
    "reveal-secrets": revealSecrets,
  },
  plan: {
    ...whichGames,
    ...whichService,
    ...planning,
    "reveal-secrets": yes("Show names and texts of secret achievements in Markdown and HTML, too"),
    format: format(...PLAN_FORMATS),
    output: output(...PLAN_FORMATS),
    base: one("Tell what this branch changes from drift: the commit to compare with, such as origin/main"),
    "detailed-exitcode": yes("End with 2 when there are changes"),
    out: one("Save the plan in this file, for laurel apply FILE"),
  },
  apply: {
    plan: one(
      "A file of laurel plan --out: exactly this is done, or nothing if the live game has moved since (then, or after an interruption, plan again). Needs only the token; manifests are not read",
    ),
    ...whichGames,
    ...whichService,
    ...planning,
    format: format(...APPLY_FORMATS),
    output: output(...APPLY_FILE_FORMATS),
    yes: yes("Do not ask"),
    base: one("Refuse to delete what neither the manifests nor this commit declare; shows causes as plan does"),
    "fail-fast": yes("Start nothing more after the first failure, in any game"),
    expect,
    report: one("New file that records what was there before each step, for `laurel revert`"),
  },
  revert: {
    file: one("The report"),
    project: whichGame.project,
    game: many("Game of the report; may be repeated (default: all)"),
    "base-url": one("Address in the report, to confirm it outside of a project"),
    "allow-insecure-http": whichService["allow-insecure-http"],
    allow: planning.allow,
    "show-requests": planning["show-requests"],
    force: yes("Overwrite what was changed since the apply, too"),
    format: format("text", "json", "jsonl"),
    yes: yes("Do not ask"),
    expect,
    "fail-fast": yes("Start nothing more after the first failure, in any game"),
    report: one("New file that records this way back, so that it can be gone back in turn"),
  },
  diff: {
    project: whichGame.project,
    game: whichGame.game,
    from: one("Environment to compare with (as the target should be)"),
    to: one("Environment that would be changed"),
    "allow-insecure-http": whichService["allow-insecure-http"],
    format: format("text", "json"),
    "detailed-exitcode": yes("End with 2 when there are differences that no overrides ask for"),
  },
  export: {
    ...whichGame,
    ...whichService,
    "out-dir": one("Folder to write into (default: the game's manifests)"),
    only: many("Only this kind; several with commas (default: all)", { choices: catalog.map(({ name }) => name) }),
    force: yes("Overwrite files that are there already"),
    format: format("text", "json"),
  },
  test: {
    ...whichGames,
    format: format(...TEST_FORMATS),
    output: output(...TEST_FORMATS),
    filter: many("Only scenarios with this in their name or file; may be repeated"),
    coverage: yes("List the achievements, groups and criteria that no scenario reaches"),
    "min-coverage": number("Fail if less of the game is reached, in percent"),
    watch: yes("Play again when a manifest or a file of scenarios changes, until Ctrl-C"),
  },
  lint: {
    ...whichGames,
    rule: many("Only this rule; may be repeated (default: all that the project has not switched off)"),
    strict: yes("Take warnings as errors: end with 3 when anything is found"),
    explain: one("Explain a rule, with examples, and look at nothing"),
    list: yes("List all rules, and look at nothing"),
    format: format(...LINT_FORMATS),
    output: output(...LINT_FORMATS),
    "reveal-secrets": revealSecrets,
  },
  graph: {
    ...whichGame,
    achievement: many("Only what leads to this achievement, and what it gives; may be repeated"),
    plan: one("Show what this plan does: a file of laurel plan --out"),
    "hide-secrets": yes("Leave out names and texts of secret achievements, and of what only they use"),
    format: format(...GRAPH_FORMATS),
    output: output(...GRAPH_FORMATS),
  },
  report: {
    ...whichGames,
    achievement: many("Only the cheapest way to earn this one; may be repeated"),
    format: format(...REPORT_FORMATS),
    output: output(...REPORT_FORMATS),
    "reveal-secrets": revealSecrets,
  },
  changelog: {
    ...whichGames,
    base: one("The commit to compare with, such as the tag of the last release"),
    format: format(...CHANGELOG_FORMATS),
    output: output(...CHANGELOG_FORMATS),
    "reveal-secrets": yes("Name secret achievements, which are counted otherwise"),
  },
  codegen: {
    ...whichGame,
    language: one("Language of the constants", { choices: LANGUAGE_NAMES }),
    out: one("File to write (default: stdout)"),
    check: yes("Write nothing; end with 3 if the file of --out is not what would be written"),
    kind: many("Only this kind; several with commas (default: all)", { choices: catalog.map(({ name }) => name) }),
    namespace: one("Namespace (C#, C++) or class (GDScript) around the constants"),
    template: one("Template of your own"),
    "reveal-secrets": yes("Put names and descriptions of secret achievements into comments, too"),
  },
  rankings: {
    leaderboard: one("The leaderboard's custom_id"),
    ...whichGame,
    ...whichService,
    player: one("Only this player, by the id that your game gave"),
    limit: number("How many rows at most (default: 100)"),
    format: format("text", "json"),
  },
  schema: {
    document: one("Which document", {
      choices: [
        "manifest",
        "overrides",
        "project",
        "scenarios",
        "plan",
        "diff",
        "changelog",
        "apply",
        "export",
        "graph",
        "report",
        "economy",
        "test",
        "rankings",
        "diagnostics",
        "log",
      ],
    }),
  },
  completion: { shell: one("Which shell", { choices: ["bash", "zsh"] }) },
  serve: {
    port: number("Port (default: any that is free)"),
    data: one("File to keep the data in (default: memory)"),
    token: one("Token that clients have to send (default: made up and printed)"),
    profile: one("What it offers: the six kinds and their rankings, or also links, players and what they do", {
      choices: ["documented", "extended"],
      default: "extended",
    }),
    put: one("Whether PUT keeps or resets what it leaves out", { choices: ["patch", "replace"], default: "patch" }),
    scalars: one("Whether booleans and integers are answered as such or as text", {
      choices: ["native", "string"],
      default: "native",
    }),
    includes: one("Embed every link on include=, or only those that public clients ask for", {
      choices: ["all", "known"],
      default: "all",
    }),
    "max-page-size": number("Largest page of a list (default: 100)"),
    strict: yes("Refuse to delete what something refers to"),
    "rate-limit": one("Answer 429 above so many requests in so many seconds, as in 60/10"),
    assume: many("What to assume of the run-time rules, as in semantics: of the project file; may be repeated"),
    fault: many("Misbehave, as in error-after=500@3 or latency=200; may be repeated"),
  },
} satisfies Readonly<Record<string, FlagSpecs>>;

export type FlagsOf<Name extends keyof typeof FLAGS> = FlagValues<(typeof FLAGS)[Name]> & GlobalFlags;

/** Whether a page for many people is made of the result, which keeps secrets back. */
export function needsSecrets({
  format,
  output,
}: {
  readonly format: string;
  readonly output: readonly string[];
}): boolean {
  const forms = [format, ...output.map((each) => each.split("=")[0])];
  return forms.includes("markdown") || forms.includes("html");
}
