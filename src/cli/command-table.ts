/** Every command with its flags: the one list that parsing, help, suggestions and the reference read. */
import type { Options } from "yargs";
import { catalog } from "../catalog/index.ts";
import { HAZARDS } from "../core/model.ts";
import type { CommandSpec } from "./command.ts";

const one = (describe: string, more: Options = {}): Options => ({
  type: "string",
  requiresArg: true,
  describe,
  ...more,
});
const many = (describe: string, more: Options = {}): Options => ({
  type: "string",
  array: true,
  nargs: 1,
  requiresArg: true,
  describe,
  ...more,
});
const yes = (describe: string): Options => ({ type: "boolean", describe });
const number = (describe: string): Options => ({ type: "number", requiresArg: true, describe });
const format = (...choices: readonly string[]): Options =>
  one("Form of the result", { choices: [...choices], default: choices[0] });

/** Flags of every command. */
export const GLOBAL_FLAGS: Readonly<Record<string, Options>> = {
  color: one("When to use colour", { choices: ["auto", "always", "never"], default: "auto" }),
  verbose: yes("Show more: every problem, whole bodies, and a line for each request"),
};

const whichGame: Readonly<Record<string, Options>> = {
  project: one("Project file (default: laurel.yaml, here or in a folder above)"),
  game: many("Game of the project file; may be repeated (default: all)"),
  env: one("Environment of the game (default: its default_environment)"),
  manifests: one("Folder of manifests"),
};
const whichService: Readonly<Record<string, Options>> = {
  "base-url": one("Address of the service"),
  "game-id": one("Id of the game on the service"),
  "allow-insecure-http": yes("Send the token over plain http to another machine"),
};
const planning: Readonly<Record<string, Options>> = {
  prune: yes("Delete live resources of managed kinds that no manifest declares (--no-prune: keep them)"),
  target: many("Only this resource, as kind/custom_id, and what it needs; may be repeated"),
  allow: many("Allow a hazard; may be repeated", { choices: [...HAZARDS] }),
  "show-requests": yes("Show the requests that would be sent"),
};

export const COMMANDS: readonly CommandSpec[] = [
  {
    command: "validate",
    summary: "Check manifests: syntax, schema, references, limits. Needs no network",
    positionals: {},
    flags: { ...whichGame, format: format("text", "json", "github") },
    examples: [
      ["laurel validate", "check all games of the project"],
      ["laurel validate --format github", "annotate a pull request"],
    ],
    load: async () => (await import("./commands/validate.ts")).validateCommand,
  },
  {
    command: "plan",
    summary: "Show what would change on the live game, and in which order. Writes nothing",
    positionals: {},
    flags: {
      ...whichGame,
      ...whichService,
      ...planning,
      format: format("text", "json"),
      base: one("Tell what this branch changes from drift: the commit to compare with, such as origin/main"),
      "detailed-exitcode": yes("End with 2 when there are changes"),
      out: one("Save the plan in this file, for laurel apply FILE"),
    },
    examples: [
      ["laurel plan --env production", "against the live game"],
      ["laurel plan --target achievement/dragon-slayer", "one resource and what it needs"],
      ["laurel plan --base origin/main", "what this branch changes, and what was changed behind the repository's back"],
      ["laurel plan --detailed-exitcode --format json > plan.json", "for a pipeline"],
      ["laurel plan --env production --out plan.json", "to be looked at, approved, and applied as it is"],
    ],
    load: async () => (await import("./commands/plan.ts")).planCommand,
  },
  {
    command: "apply [plan]",
    summary: "Plan, ask, make the live game as the manifests say, and read it again to be sure",
    positionals: {
      plan: {
        type: "string",
        describe:
          "A file of laurel plan --out: exactly this is done, or nothing if the live game has moved since (then, or after an interruption, plan again). Needs only the token; manifests are not read",
      },
    },
    flags: {
      ...whichGame,
      ...whichService,
      ...planning,
      format: format("text", "json", "jsonl"),
      yes: yes("Do not ask"),
      "fail-fast": yes("Start nothing more after the first failure"),
      expect: many("Refuse any other plan than the one with this digest, or its first 12 digits; once for each game"),
      report: one("New file that records what was there before each step, for `laurel revert`"),
    },
    examples: [
      ["laurel apply", "asks before it writes"],
      ["laurel apply --env production --yes --format jsonl", "in a pipeline"],
      ["laurel apply plan.json --yes", "a plan that was saved and looked at"],
      ["laurel apply --expect 3f1c0a9be27d --yes", "the plan that was approved, made again"],
      ["laurel apply --env production --report monday.jsonl", "so that there is a way back"],
    ],
    load: async () => (await import("./commands/apply.ts")).applyCommand,
  },
  {
    command: "revert <file>",
    summary: "Go back to what was live before an apply, from the file that its --report wrote",
    positionals: { file: { type: "string", describe: "The report" } },
    flags: {
      project: whichGame.project as Options,
      game: many("Game of the report; may be repeated (default: all)"),
      "allow-insecure-http": whichService["allow-insecure-http"] as Options,
      allow: planning.allow as Options,
      "show-requests": planning["show-requests"] as Options,
      force: yes("Overwrite what was changed since the apply, too"),
      format: format("text", "json", "jsonl"),
      yes: yes("Do not ask"),
      "fail-fast": yes("Start nothing more after the first failure"),
      report: one("New file that records this way back, so that it can be gone back in turn"),
    },
    examples: [
      ["laurel revert monday.jsonl", "shows the way back, and asks before it writes"],
      ["laurel revert monday.jsonl --yes --report undo.jsonl", "in a pipeline"],
    ],
    load: async () => (await import("./commands/revert.ts")).revertCommand,
  },
  {
    command: "export",
    summary: "Write the live game as manifests whose plan is empty. Overwrites nothing without --force",
    positionals: {},
    flags: {
      ...whichGame,
      ...whichService,
      only: many("Only this kind; may be repeated (default: all)", { choices: catalog.map(({ name }) => name) }),
      force: yes("Overwrite files that are there already"),
      format: format("text", "json"),
    },
    examples: [
      ["laurel export --env production", "into the game's folder of the project"],
      ["laurel export --base-url https://api.example.com --game-id 7 --manifests game", "without a project file"],
      ["laurel export --only achievement --only reward --manifests out", "two kinds, to look at"],
    ],
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  {
    command: "rankings <leaderboard>",
    summary: "Read the rankings of a leaderboard",
    positionals: { leaderboard: { type: "string", describe: "The leaderboard's custom_id" } },
    flags: {
      ...whichGame,
      ...whichService,
      player: one("Only this player, by the id that your game gave"),
      limit: number("How many rows at most (default: 100)"),
      format: format("text", "json"),
    },
    examples: [["laurel rankings renown --player lea", "one player's places"]],
    load: async () => (await import("./commands/rankings.ts")).rankingsCommand,
  },
  {
    command: "schema <document>",
    summary: "Print a JSON Schema",
    positionals: {
      document: {
        type: "string",
        describe: "Which document",
        choices: ["manifest", "project", "plan", "apply", "export", "report", "rankings", "diagnostics"],
      },
    },
    flags: {},
    examples: [["laurel schema manifest > manifest.schema.json", "for an editor"]],
    load: async () => (await import("./commands/schema.ts")).schemaCommand,
  },
  {
    command: "serve",
    summary: "Run the embedded service on a loopback port, for trying things out and for developing against",
    positionals: {},
    flags: {
      port: number("Port (default: any that is free)"),
      data: one("File to keep the data in (default: memory)"),
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
      "rate-limit": one("Answer 429 above so many requests in so many seconds, as in 60/10"),
      fault: many("Misbehave, as in error-after=500@3 or latency=200; may be repeated"),
    },
    examples: [
      ["laurel serve --port 8080 --data game.json", "keep the data"],
      ["laurel serve --fault latency=200 --rate-limit 60/10", "a slow service with a limit"],
    ],
    load: async () => (await import("./commands/serve.ts")).serveCommand,
  },
];
