/** Every command with its flags: the one list that parsing, help, suggestions and the reference read. */
import { catalog } from "../../catalog/index.ts";
import { HAZARDS } from "../../core/model.ts";
import { PIPELINES } from "../making/pipelines.ts";
import { APPLY_FILE_FORMATS, APPLY_FORMATS, PLAN_FORMATS, VALIDATE_FORMATS } from "../results/formats.ts";
import type { CommandSpec, FlagSpec, FlagSpecs } from "./command.ts";

const one = (describe: string, more: Partial<FlagSpec> = {}): FlagSpec => ({ type: "string", describe, ...more });
const many = (describe: string, more: Partial<FlagSpec> = {}): FlagSpec => one(describe, { array: true, ...more });
const yes = (describe: string): FlagSpec => ({ type: "boolean", describe });
const number = (describe: string): FlagSpec => ({ type: "number", describe });
const format = (...choices: readonly [string, ...string[]]): FlagSpec =>
  one("Form of the result", { choices, default: choices[0] });
const output = (...formats: readonly string[]): FlagSpec =>
  many(`Also write the result in that form to a file, as FORM=FILE (${formats.join(", ")}); may be repeated`, {
    value: "FORM=FILE",
  });

/** Flags of every command. */
export const GLOBAL_FLAGS: FlagSpecs = {
  color: one("When to use colour", { choices: ["auto", "always", "never"], default: "auto" }),
  verbose: yes("Show more: every problem, whole bodies, each request, how long each step took"),
  "log-format": one("Form of all that goes to stderr: text for people, or a JSON object on each line", {
    choices: ["text", "json"],
    default: "text",
  }),
};

const whichGame: FlagSpecs = {
  project: one("Project file (default: laurel.yaml, here or in a folder above)", { value: "FILE" }),
  game: many("Game of the project file; may be repeated (default: all)", { value: "NAME" }),
  env: one("Environment of the game (default: its default_environment)", { value: "NAME" }),
  manifests: one("Folder of manifests", { value: "FOLDER" }),
};
const whichGames: FlagSpecs = {
  ...whichGame,
  shard: one(
    "Only this part of the games: the second of eight with 2/8, or as the CI system says with auto or auto/8",
    {
      value: "PART",
    },
  ),
};
const whichService: FlagSpecs = {
  "base-url": one("Address of the service", { value: "URL" }),
  "game-id": one("Id of the game on the service", { value: "ID" }),
  "allow-insecure-http": yes("Send the token over plain http to another machine"),
};
const revealSecrets = yes("Show names and texts of secret achievements in Markdown, too");
const planning: FlagSpecs = {
  prune: yes("Delete live resources of managed kinds that no manifest declares (--no-prune: keep them)"),
  target: many("Only this resource, as kind/custom_id, and what it needs; may be repeated", { value: "ADDRESS" }),
  allow: many("Allow a hazard; several with commas", { choices: [...HAZARDS], value: "HAZARD" }),
  "show-requests": yes("Show the requests that would be sent"),
  "reveal-secrets": revealSecrets,
};

const expect = many("Refuse any other plan than the one with this digest, or its first 12 digits; once for each game", {
  value: "DIGEST",
});

export const COMMANDS: readonly CommandSpec[] = [
  {
    command: "init [folder]",
    summary: "Make a new project that validates and plans at once. Asks in a terminal; overwrites nothing",
    positionals: {
      folder: { type: "string", describe: "Where (default: here); made if it is missing", value: "FOLDER" },
    },
    flags: {
      "game-name": one("Name of the game (default: from the folder's name)", { value: "NAME" }),
      empty: yes("Start from nothing instead of from a small example"),
      "from-live": yes("Start from the live game of --base-url and --game-id, with the token in LAUREL_API_TOKEN"),
      ...whichService,
      ci: many("Write the files for this CI; in an existing project, nothing else is written; several with commas", {
        choices: [...PIPELINES, "none"],
      }),
      yes: yes("Ask nothing; what no flag says takes its default"),
    },
    examples: [
      ["laurel init", "asks a few questions, and makes a project here"],
      ["laurel init my-game --ci github --yes", "asks nothing"],
      ["laurel init --from-live --base-url https://api.example.com --game-id 7", "from a game that is there"],
      ["laurel init --ci gitlab", "in a project: only the files of the pipeline"],
    ],
    load: async () => (await import("../commands/init.ts")).initCommand,
  },
  {
    command: "validate",
    summary: "Check manifests: syntax, schema, references, limits. Needs no network",
    positionals: {},
    flags: {
      ...whichGames,
      format: format(...VALIDATE_FORMATS),
      output: output(...VALIDATE_FORMATS),
      "reveal-secrets": revealSecrets,
    },
    examples: [
      ["laurel validate", "check all games of the project"],
      ["laurel validate --format github", "annotate a pull request"],
      ["laurel validate --output sarif=laurel.sarif", "for code scanning, beside the text"],
    ],
    load: async () => (await import("../commands/validate.ts")).validateCommand,
  },
  {
    command: "plan",
    summary: "Show what would change on the live game, and in which order. Writes nothing",
    positionals: {},
    flags: {
      ...whichGames,
      ...whichService,
      ...planning,
      format: format(...PLAN_FORMATS),
      output: output(...PLAN_FORMATS),
      base: one("Tell what this branch changes from drift: the commit to compare with, such as origin/main", {
        value: "COMMIT",
      }),
      "detailed-exitcode": yes("End with 2 when there are changes"),
      out: one("Save the plan in this file, for laurel apply FILE", { value: "FILE" }),
    },
    examples: [
      ["laurel plan --env production", "against the live game"],
      ["laurel plan --target achievement/dragon-slayer", "one resource and what it needs"],
      ["laurel plan --base origin/main", "what this branch changes, and what was changed behind the repository's back"],
      ["laurel plan --detailed-exitcode --format json > plan.json", "for a pipeline"],
      ["laurel plan --env production --out plan.json", "to be looked at, approved, and applied as it is"],
      ["laurel plan --shard 2/8", "in the second of eight jobs that share the games"],
    ],
    load: async () => (await import("../commands/plan.ts")).planCommand,
  },
  {
    command: "apply [plan]",
    summary: "Plan, ask, make the live game as the manifests say, and read it again to be sure",
    positionals: {
      plan: {
        type: "string",
        describe:
          "A file of laurel plan --out: exactly this is done, or nothing if the live game has moved since (then, or after an interruption, plan again). Needs only the token; manifests are not read",
        value: "FILE",
      },
    },
    flags: {
      ...whichGames,
      ...whichService,
      ...planning,
      format: format(...APPLY_FORMATS),
      output: output(...APPLY_FILE_FORMATS),
      yes: yes("Do not ask"),
      "fail-fast": yes("Start nothing more after the first failure, in any game"),
      expect,
      report: one("New file that records what was there before each step, for `laurel revert`", { value: "FILE" }),
    },
    examples: [
      ["laurel apply", "asks before it writes"],
      ["laurel apply --env production --yes --format jsonl", "in a pipeline"],
      ["laurel apply plan.json --yes", "a plan that was saved and looked at"],
      ["laurel apply --expect 3f1c0a9be27d --yes", "the plan that was approved, made again"],
      ["laurel apply --env production --report monday.jsonl", "so that there is a way back"],
    ],
    load: async () => (await import("../commands/apply.ts")).applyCommand,
  },
  {
    command: "revert <file>",
    summary: "Go back to what was live before an apply, from the file that its --report wrote",
    positionals: { file: one("The report", { value: "FILE" }) },
    flags: {
      project: whichGame.project as FlagSpec,
      game: many("Game of the report; may be repeated (default: all)", { value: "NAME" }),
      "allow-insecure-http": whichService["allow-insecure-http"] as FlagSpec,
      allow: planning.allow as FlagSpec,
      "show-requests": planning["show-requests"] as FlagSpec,
      force: yes("Overwrite what was changed since the apply, too"),
      format: format("text", "json", "jsonl"),
      yes: yes("Do not ask"),
      expect,
      "fail-fast": yes("Start nothing more after the first failure, in any game"),
      report: one("New file that records this way back, so that it can be gone back in turn", { value: "FILE" }),
    },
    examples: [
      ["laurel revert monday.jsonl", "shows the way back, and asks before it writes"],
      ["laurel revert monday.jsonl --yes --report undo.jsonl", "in a pipeline"],
    ],
    load: async () => (await import("../commands/revert.ts")).revertCommand,
  },
  {
    command: "diff",
    summary: "Compare a game as it is live in two environments: what would make one like the other. Writes nothing",
    positionals: {},
    flags: {
      project: whichGame.project as FlagSpec,
      game: whichGame.game as FlagSpec,
      from: one("Environment to compare with (as the target should be)", { value: "NAME" }),
      to: one("Environment that would be changed", { value: "NAME" }),
      "allow-insecure-http": whichService["allow-insecure-http"] as FlagSpec,
      format: format("text", "json"),
      "detailed-exitcode": yes("End with 2 when there are differences that no overrides ask for"),
    },
    examples: [
      ["laurel diff --from staging --to production", "what promoting would change"],
      ["laurel diff --from staging --to production --detailed-exitcode", "in a pipeline"],
    ],
    load: async () => (await import("../commands/diff.ts")).diffCommand,
  },
  {
    command: "export",
    summary: "Write the live game as manifests whose plan is empty. Overwrites nothing without --force",
    positionals: {},
    flags: {
      ...whichGame,
      ...whichService,
      only: many("Only this kind; several with commas (default: all)", { choices: catalog.map(({ name }) => name) }),
      force: yes("Overwrite files that are there already"),
      format: format("text", "json"),
    },
    examples: [
      ["laurel export --env production --manifests exported", "into a folder beside the manifests"],
      ["laurel export --base-url https://api.example.com --game-id 7 --manifests game", "without a project file"],
      ["laurel export --only achievement --only reward --manifests out", "two kinds, to look at"],
    ],
    load: async () => (await import("../commands/export.ts")).exportCommand,
  },
  {
    command: "rankings <leaderboard>",
    summary: "Read the rankings of a leaderboard",
    positionals: { leaderboard: { type: "string", describe: "The leaderboard's custom_id" } },
    flags: {
      ...whichGame,
      ...whichService,
      player: one("Only this player, by the id that your game gave", { value: "ID" }),
      limit: number("How many rows at most (default: 100)"),
      format: format("text", "json"),
    },
    examples: [["laurel rankings renown --player lea", "one player's places"]],
    load: async () => (await import("../commands/rankings.ts")).rankingsCommand,
  },
  {
    command: "schema <document>",
    summary: "Print a JSON Schema",
    positionals: {
      document: {
        type: "string",
        describe: "Which document",
        choices: [
          "manifest",
          "overrides",
          "project",
          "plan",
          "diff",
          "apply",
          "export",
          "report",
          "rankings",
          "diagnostics",
          "log",
        ],
      },
    },
    flags: {},
    examples: [["laurel schema manifest > manifest.schema.json", "for an editor"]],
    load: async () => (await import("../commands/schema.ts")).schemaCommand,
  },
  {
    command: "completion <shell>",
    summary: "Print a script that completes commands, flags and their values in a shell",
    positionals: { shell: one("Which shell", { choices: ["bash", "zsh", "fish"] }) },
    flags: {},
    examples: [
      ['eval "$(laurel completion bash)"', "in ~/.bashrc"],
      ["source <(laurel completion zsh)", "in ~/.zshrc, after compinit"],
      ["laurel completion fish > ~/.config/fish/completions/laurel.fish", "once"],
    ],
    load: async () => (await import("../commands/completion.ts")).completionCommand(COMMANDS, GLOBAL_FLAGS),
  },
  {
    command: "serve",
    summary: "Run the embedded service on a loopback port, for trying things out and for developing against",
    positionals: {},
    flags: {
      port: number("Port (default: any that is free)"),
      data: one("File to keep the data in (default: memory)", { value: "FILE" }),
      token: one("Token that clients have to send (default: made up and printed)"),
      profile: one("Only what the interface document shows, or the link requests, too", {
        choices: ["documented", "extended"],
        default: "extended",
      }),
      put: one("Whether PUT keeps or resets what it leaves out", { choices: ["patch", "replace"], default: "patch" }),
      scalars: one("Whether booleans and integers are answered as such or as text", {
        choices: ["native", "string"],
        default: "native",
      }),
      "max-page-size": number("Largest page of a list (default: 100)"),
      strict: yes("Refuse to delete what something refers to"),
      "rate-limit": one("Answer 429 above so many requests in so many seconds, as in 60/10", { value: "N/SECONDS" }),
      fault: many("Misbehave, as in error-after=500@3 or latency=200; may be repeated", { value: "FAULT" }),
    },
    examples: [
      ["laurel serve --port 8080 --data game.json", "keep the data"],
      ["laurel serve --fault latency=200 --rate-limit 60/10", "a slow service with a limit"],
    ],
    load: async () => (await import("../commands/serve.ts")).serveCommand,
  },
];
