/** Every command: the one list that parsing, help, completion and the reference read. */
import { type FlagSpecs, type FlagValues, type GlobalFlags, NETWORK } from "../args/command.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Command } from "../program.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { FLAGS } from "./flags.ts";

/** `load`: gives a function for the values of exactly these flags. */
interface TypedCommand<Specs extends FlagSpecs> extends Omit<Command, "positionals" | "load"> {
  readonly flags: Specs;
  readonly load: () => Promise<(flags: FlagValues<Specs> & GlobalFlags, ports: ProcessPorts) => Promise<ExitCode>>;
}

/** The flags that `command` names in brackets are its positionals. */
function command<Specs extends FlagSpecs>({ flags, ...spec }: TypedCommand<Specs>): Command {
  const names = [...spec.command.matchAll(/[<[](.+?)[\]>]/g)].map(([, name]) => name);
  const isPositional = ([name]: readonly [string, unknown]): boolean => names.includes(name);
  const entries = Object.entries(flags);
  return {
    ...spec,
    positionals: Object.fromEntries(entries.filter(isPositional)),
    flags: Object.fromEntries(entries.filter((entry) => !isPositional(entry))),
  };
}

export const COMMANDS: readonly Command[] = [
  command({
    command: "init [folder]",
    summary: "Create a project that validates and plans at once",
    group: "start",
    network: NETWORK.optional,
    flags: FLAGS.init,
    examples: [
      ["laurel init", "Answer a few questions and create a project here"],
      ["laurel init my-game --ci github --yes", "Create a project without prompts"],
      ["laurel init --from-live --env production", "Write a live game as manifests, into the project here"],
      ["laurel init --ci gitlab", "In an existing project, add the files of the pipeline"],
    ],
    load: async () => (await import("./init.ts")).initCommand,
  }),
  command({
    command: "validate",
    summary: "Check manifests: syntax, schema, references and limits",
    group: "check",
    network: NETWORK.none,
    flags: FLAGS.validate,
    examples: [
      ["laurel validate", "Check all games of the project"],
      ["laurel validate --format github", "Annotate a pull request"],
      ["laurel validate --out laurel.sarif", "Write a file for code scanning, too"],
    ],
    load: async () => (await import("./validate.ts")).validateCommand,
  }),
  command({
    command: "plan",
    summary: "Show what would change on the live game, and in which order",
    group: "change",
    network: NETWORK.reads,
    flags: FLAGS.plan,
    examples: [
      ["laurel plan --env production", "Compare the manifests with the live game"],
      ["laurel plan --target achievement/dragon-slayer", "Plan one resource and what it needs"],
      ["laurel plan --base origin/main", "Separate this branch's changes from drift"],
      ["laurel plan --detailed-exitcode --format json > plan.json", "Show a pipeline whether there are changes"],
      ["laurel plan --changed --base origin/main", "Plan the games that this branch changes"],
    ],
    load: async () => (await import("./plan.ts")).planCommand,
  }),
  command({
    command: "apply",
    summary: "Plan, prompt, apply the plan to the live game, and verify the result",
    group: "change",
    network: NETWORK.writes,
    flags: FLAGS.apply,
    examples: [
      ["laurel apply", "Prompt before anything is written"],
      ["laurel apply --expect 3f1c0a9be27d --yes", "Apply the plan that was reviewed, planned again"],
    ],
    load: async () => (await import("./apply.ts")).applyCommand,
  }),
  command({
    command: "pull",
    summary: "Write what was changed live into the manifests",
    group: "change",
    network: NETWORK.reads,
    flags: FLAGS.pull,
    examples: [
      ["laurel pull --env production", "Show the changes of the files, and prompt before they are written"],
      ["laurel pull --env production --base HEAD", "Take only what was changed outside of git"],
      ["laurel pull --target achievement/dragon-slayer", "Pull one resource"],
      ["laurel pull --env production --check", "Exit with 2 in CI if the live game differs"],
    ],
    load: async () => (await import("./pull.ts")).pullCommand,
  }),
  command({
    command: "test",
    summary: "Play scenarios: what players do, and what they should have earned then",
    group: "check",
    network: NETWORK.none,
    flags: FLAGS.test,
    examples: [
      ["laurel test", "Play all *.test.yaml and *.test.yml files below the manifests"],
      ["laurel test --filter streak --verbose", "Play some of them, and show everything that happens"],
      ["laurel test --out test.xml", "Write a JUnit report, in a pipeline"],
    ],
    load: async () => (await import("./test.ts")).testCommand,
  }),
  command({
    command: "lint",
    summary: "Find design mistakes in valid manifests",
    group: "check",
    network: NETWORK.none,
    flags: FLAGS.lint,
    examples: [
      ["laurel lint", "Check all games of the project"],
      ["laurel lint --explain exact-total", "Explain a rule"],
      ["laurel lint --format github", "Annotate a pull request"],
    ],
    load: async () => (await import("./lint.ts")).lintCommand,
  }),
  command({
    command: "graph",
    summary: "Draw what leads to what: actions, criteria, groups, achievements and rewards",
    group: "see",
    network: NETWORK.none,
    flags: FLAGS.graph,
    examples: [
      ["laurel graph --format html > graph.html", "Write a page to search and walk through"],
      ["laurel graph --achievement dragon-slayer", "Draw one achievement as Mermaid, for Markdown"],
    ],
    load: async () => (await import("./graph.ts")).graphCommand,
  }),
  command({
    command: "report",
    summary: "Show the points economy and the cheapest way to earn each achievement",
    group: "see",
    network: NETWORK.none,
    flags: FLAGS.report,
    examples: [
      ["laurel report", "Show points, tiers, rewards, and what each achievement takes"],
      ["laurel report --out economy.html", "Write a page with plots, too"],
    ],
    load: async () => (await import("./report.ts")).reportCommand,
  }),
  command({
    command: "changelog",
    summary: "List what is new for players since a commit",
    group: "see",
    network: NETWORK.none,
    flags: FLAGS.changelog,
    examples: [
      ["laurel changelog --base v1.4.0", "List what is new since a release"],
      ["laurel changelog --base v1.4.0 --format markdown > news.md", "Write a page of news"],
    ],
    load: async () => (await import("./changelog.ts")).changelogCommand,
  }),
  command({
    command: "codegen",
    summary: "Write the ids of a game as constants of a programming language",
    group: "tools",
    network: NETWORK.none,
    flags: FLAGS.codegen,
    examples: [
      ["laurel codegen --language typescript --out src/game-ids.ts", "Write the constants to a file"],
      ["laurel codegen --language typescript --out src/game-ids.ts --check", "Check in CI that the file is current"],
    ],
    load: async () => (await import("./codegen.ts")).codegenCommand,
  }),
  command({
    command: "rankings <leaderboard>",
    summary: "Show the rankings of a leaderboard",
    group: "see",
    network: NETWORK.reads,
    flags: FLAGS.rankings,
    examples: [
      ["laurel rankings renown", "Show the first places, as many as the service answers"],
      ["laurel rankings renown --player lea", "Show one player's places"],
      ["laurel rankings renown --query time_span=daily", "Show today's places, if the service takes this parameter"],
    ],
    load: async () => (await import("./rankings.ts")).rankingsCommand,
  }),
  command({
    command: "mv <address> <new-id>",
    summary: "Rename an id in manifests, overrides, scenarios and the project file",
    group: "change",
    network: NETWORK.none,
    flags: FLAGS.mv,
    examples: [
      ["laurel mv achievement/slayer dragon-slayer", "Rename an achievement; players keep it"],
      ["laurel mv action/slay slay-dragon --check", "Show what would change, and write nothing"],
      ["laurel mv reward/egg dragon-egg --no-moved", "Rename a reward that was never live"],
    ],
    load: async () => (await import("./mv.ts")).mvCommand,
  }),
  command({
    command: "schema <document>",
    summary: "Print a JSON Schema",
    group: "tools",
    network: NETWORK.none,
    flags: FLAGS.schema,
    examples: [["laurel schema manifest > manifest.schema.json", "Save the schema of manifests for an editor"]],
    load: async () => (await import("./schema.ts")).schemaCommand,
  }),
  command({
    command: "completion <shell>",
    summary: "Print a completion script for a shell",
    group: "tools",
    network: NETWORK.none,
    flags: FLAGS.completion,
    examples: [
      ['eval "$(laurel completion bash)"', "Complete in bash: add this line to ~/.bashrc"],
      ["source <(laurel completion zsh)", "Complete in zsh: add this line to ~/.zshrc, after compinit"],
    ],
    load: async () => (await import("./completion.ts")).completionCommand,
  }),
  command({
    command: "serve",
    summary: "Run the embedded service, to try things out and develop against",
    group: "tools",
    network: NETWORK.listens,
    flags: FLAGS.serve,
    examples: [["laurel serve --port 8080 --data game.json", "Keep the data in a file"]],
    load: async () => (await import("./serve.ts")).serveCommand,
  }),
];
