/** Every command: its usage, what it does, and its module, which is loaded when the command line names it. */
import type { CommandModule } from "../command/command.ts";

export interface Command {
  /** The name and its arguments, as yargs reads them. */
  readonly command: string;
  readonly describe: string;
  readonly load: () => Promise<CommandModule>;
}

export const COMMANDS: readonly Command[] = [
  {
    command: "init [folder]",
    describe: "Create a project that validates and plans at once",
    load: () => import("./init.ts"),
  },
  {
    command: "validate",
    describe: "Check manifests: syntax, schema, references and limits",
    load: () => import("./validate.ts"),
  },
  { command: "lint", describe: "Find design mistakes in valid manifests", load: () => import("./lint.ts") },
  {
    command: "test",
    describe: "Run scenarios: what players do and should earn",
    load: () => import("./test.ts"),
  },
  {
    command: "plan",
    describe: "Show what would change on the live game, and in which order",
    load: () => import("./plan.ts"),
  },
  {
    command: "apply",
    describe: "Plan, prompt, apply the plan to the live game, and verify the result",
    load: () => import("./apply.ts"),
  },
  { command: "pull", describe: "Write what was changed live into the manifests", load: () => import("./pull.ts") },
  {
    command: "mv <address> <new-id>",
    describe: "Rename an id in manifests, overrides, scenarios and the project file",
    load: () => import("./mv.ts"),
  },
  {
    command: "report",
    describe: "Show the points economy and the cheapest way to earn each achievement",
    load: () => import("./report.ts"),
  },
  { command: "graph", describe: "Draw what leads to what in a game", load: () => import("./graph.ts") },
  {
    command: "changelog",
    describe: "List what is new for players since a commit",
    load: () => import("./changelog.ts"),
  },
  {
    command: "codegen",
    describe: "Write the ids of a game as constants of a programming language",
    load: () => import("./codegen.ts"),
  },
  {
    command: "rankings <leaderboard>",
    describe: "Show the rankings of a leaderboard",
    load: () => import("./rankings.ts"),
  },
  { command: "serve", describe: "Run the embedded service on a port", load: () => import("./serve.ts") },
  { command: "schema <document>", describe: "Print a JSON Schema", load: () => import("./schema.ts") },
];

/** Of yargs. */
export const COMPLETION = {
  command: "completion",
  describe: "Print a completion script for your shell: bash, zsh or fish",
} as const;

export function nameOf({ command }: Pick<Command, "command">): string {
  return command.split(" ")[0] ?? command;
}

export function isPositional(command: string, name: string): boolean {
  return command.includes(`<${name}>`) || command.includes(`[${name}]`);
}
