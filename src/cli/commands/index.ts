/** Every command, in the order of the help. Its module is loaded when the command line names it. */
import type { Command, CommandDefinition } from "../command/command.ts";

/** Usage in the syntax of yargs, line in the help, and module of each command. */
const ENTRIES: readonly (readonly [
  command: string,
  describe: string,
  load: () => Promise<{ readonly definition: CommandDefinition }>,
])[] = [
  ["init [folder]", "Create a project that plans at once", () => import("./init.ts")],
  [
    "validate",
    "Check manifests: syntax, schema, references, limits",
    () => import("./validate.ts"),
  ],
  ["lint", "Find design mistakes in valid manifests", () => import("./lint.ts")],
  ["test", "Run scenarios: what players do and should earn", () => import("./test.ts")],
  ["plan", "Show what would change on the live game", () => import("./plan.ts")],
  ["apply", "Plan, prompt, apply, and verify the result", () => import("./apply.ts")],
  ["pull", "Write live changes into the manifests", () => import("./pull.ts")],
  ["mv <address> <new-id>", "Rename an id in all files of a game", () => import("./mv.ts")],
  ["report", "Show the points economy", () => import("./report.ts")],
  ["graph", "Draw what leads to what in a game", () => import("./graph.ts")],
  ["changelog", "List what is new for players since a commit", () => import("./changelog.ts")],
  ["codegen", "Write the ids of a game as constants", () => import("./codegen.ts")],
  ["rankings <leaderboard>", "Show the rankings of a leaderboard", () => import("./rankings.ts")],
  ["serve", "Run the embedded service on a port", () => import("./serve.ts")],
  ["schema <document>", "Print a JSON Schema", () => import("./schema.ts")],
];

/** The commands, with a function that loads all parts of each. */
export const COMMANDS = ENTRIES.map(([command, describe, load]) => ({
  command,
  describe,
  load: async (): Promise<Command> => ({ command, describe, ...(await load()).definition }),
}));

/** The command that yargs adds. */
export const COMPLETION = {
  command: "completion",
  describe: "Print a completion script for bash or zsh",
} as const;

export const COMMAND_NAMES = COMMANDS.map(nameOf);

export const loadCommands = (): Promise<readonly Command[]> =>
  Promise.all(COMMANDS.map(({ load }) => load()));

export function nameOf({ command }: Pick<Command, "command">): string {
  return command.split(" ")[0] ?? command;
}

/** Whether an option is an argument, which the command's usage names. */
export function isArgument({ command }: Pick<Command, "command">, name: string): boolean {
  return command.includes(`<${name}>`) || command.includes(`[${name}]`);
}
