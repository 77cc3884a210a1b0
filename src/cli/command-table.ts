/** Every command with its flags: the one list that parsing, help, suggestions and the reference read. */
import type { Options } from "yargs";
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
      "detailed-exitcode": yes("End with 2 when there are changes"),
    },
    examples: [
      ["laurel plan --env production", "against the live game"],
      ["laurel plan --target achievement/dragon-slayer", "one resource and what it needs"],
      ["laurel plan --detailed-exitcode --format json > plan.json", "for a pipeline"],
    ],
    load: async () => (await import("./commands/plan.ts")).planCommand,
  },
  {
    command: "apply",
    summary: "Plan, ask, make the live game as the manifests say, and read it again to be sure",
    positionals: {},
    flags: {
      ...whichGame,
      ...whichService,
      ...planning,
      format: format("text", "json", "jsonl"),
      yes: yes("Do not ask"),
      "fail-fast": yes("Start nothing more after the first failure"),
    },
    examples: [
      ["laurel apply", "asks before it writes"],
      ["laurel apply --env production --yes --format jsonl", "in a pipeline"],
    ],
    load: async () => (await import("./commands/apply.ts")).applyCommand,
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
        choices: ["manifest", "project", "plan", "apply", "rankings", "diagnostics"],
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
