/** Every command: the one list that parsing, help, completion and the reference read. */
import type { FlagSpecs, FlagValues, GlobalFlags } from "../args/command.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Command } from "../program.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { FLAGS } from "./flags.ts";

/** `load`: gives a function for the values of exactly these flags. */
interface TypedCommand<Specs extends FlagSpecs> extends Omit<Command, "positionals" | "load"> {
  readonly flags: Specs;
  readonly load: () => Promise<(flags: FlagValues<Specs> & GlobalFlags, ports: ProcessPorts) => Promise<ExitCode>>;
}

/** The flag that `command` names in brackets is its positional. */
function command<Specs extends FlagSpecs>({ flags, ...spec }: TypedCommand<Specs>): Command {
  const isPositional = ([name]: readonly [string, unknown]): boolean =>
    /[<[](.+)[\]>]/.exec(spec.command)?.[1] === name;
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
    summary: "Create a project that validates and plans at once. Prompts in a terminal; overwrites nothing",
    flags: FLAGS.init,
    examples: [
      ["laurel init", "answer a few questions, and create a project here"],
      ["laurel init my-game --ci github --yes", "without prompts"],
      ["laurel init --from-live --base-url https://api.example.com --game-id 7", "from an existing game"],
      ["laurel init --ci gitlab", "in a project: only the files of the pipeline"],
    ],
    load: async () => (await import("./init.ts")).initCommand,
  }),
  command({
    command: "validate",
    summary: "Check manifests: syntax, schema, references, limits. Needs no network",
    flags: FLAGS.validate,
    examples: [
      ["laurel validate", "check all games of the project"],
      ["laurel validate --format github", "annotate a pull request"],
      ["laurel validate --output sarif=laurel.sarif", "for code scanning, beside the text"],
    ],
    load: async () => (await import("./validate.ts")).validateCommand,
  }),
  command({
    command: "plan",
    summary: "Show what would change on the live game, and in which order. Writes nothing",
    flags: FLAGS.plan,
    examples: [
      ["laurel plan --env production", "against the live game"],
      ["laurel plan --target achievement/dragon-slayer", "one resource and what it needs"],
      ["laurel plan --base origin/main", "what this branch changes, and what was changed behind the repository's back"],
      ["laurel plan --detailed-exitcode --format json > plan.json", "for a pipeline"],
      ["laurel plan --env production --out plan.json", "to be looked at, approved, and applied as it is"],
      ["laurel plan --shard 2/8", "in the second of eight jobs that share the games"],
    ],
    load: async () => (await import("./plan.ts")).planCommand,
  }),
  command({
    command: "apply [plan]",
    summary: "Plan, prompt, apply the plan to the live game, and verify the result",
    flags: FLAGS.apply,
    examples: [
      ["laurel apply", "prompts before it writes"],
      ["laurel apply --env production --yes --format jsonl", "in a pipeline"],
      ["laurel apply plan.json --yes", "a plan that was saved and looked at"],
      ["laurel apply --expect 3f1c0a9be27d --yes", "the plan that was approved, made again"],
      ["laurel apply --env production --report monday.jsonl", "so that it can be reverted"],
    ],
    load: async () => (await import("./apply.ts")).applyCommand,
  }),
  command({
    command: "revert <file>",
    summary: "Restore what was live before an apply, from the file that its --report wrote",
    flags: FLAGS.revert,
    examples: [
      ["laurel revert monday.jsonl", "shows the plan, and prompts before it writes"],
      ["laurel revert monday.jsonl --yes --report undo.jsonl", "in a pipeline"],
    ],
    load: async () => (await import("./revert.ts")).revertCommand,
  }),
  command({
    command: "diff",
    summary: "Compare a game as it is live in two environments: what would make one like the other. Writes nothing",
    flags: FLAGS.diff,
    examples: [
      ["laurel diff --from staging --to production", "what promoting would change"],
      ["laurel diff --from staging --to production --detailed-exitcode", "in a pipeline"],
    ],
    load: async () => (await import("./diff.ts")).diffCommand,
  }),
  command({
    command: "export",
    summary: "Write the live game as manifests whose plan is empty. Overwrites nothing without --force",
    flags: FLAGS.export,
    examples: [
      ["laurel export --env production --out-dir exported", "into a folder beside the manifests"],
      ["laurel export --base-url https://api.example.com --game-id 7 --out-dir game", "without a project file"],
      ["laurel export --only achievement --only reward --out-dir out", "two kinds, to look at"],
    ],
    load: async () => (await import("./export.ts")).exportCommand,
  }),
  command({
    command: "test",
    summary: "Play scenarios: what players do, and what they should have earned then. Needs no network",
    flags: FLAGS.test,
    examples: [
      ["laurel test", "all files *.test.yaml and *.test.yml below the manifests"],
      ["laurel test --filter streak --verbose", "some of them, with everything that happens"],
      ["laurel test --watch", "while you work on a design"],
      ["laurel test --output junit=test.xml --min-coverage 90", "in a pipeline"],
    ],
    load: async () => (await import("./test.ts")).testCommand,
  }),
  command({
    command: "lint",
    summary: "Find design mistakes in valid manifests. Needs no network",
    flags: FLAGS.lint,
    examples: [
      ["laurel lint", "all games of the project"],
      ["laurel lint --explain exact-total", "what a rule is about"],
      ["laurel lint --rule unused-action --rule unused-reward", "two rules alone"],
      ["laurel lint --strict --format github", "in a pull request"],
    ],
    load: async () => (await import("./lint.ts")).lintCommand,
  }),
  command({
    command: "graph",
    summary: "Draw what leads to what: actions, criteria, groups, achievements, rewards. Needs no network",
    flags: FLAGS.graph,
    examples: [
      ["laurel graph --format html > graph.html", "a page to search and walk through, in any browser"],
      ["laurel graph --achievement dragon-slayer", "one achievement, as Mermaid for a page of Markdown"],
      ["laurel graph --plan plan.json --format html > graph.html", "with what a plan creates, changes and deletes"],
      ["laurel graph --format dot | dot -Tsvg > graph.svg", "drawn by Graphviz"],
    ],
    load: async () => (await import("./graph.ts")).graphCommand,
  }),
  command({
    command: "report",
    summary: "Show the points economy, and the cheapest way to earn each achievement. Needs no network",
    flags: FLAGS.report,
    examples: [
      ["laurel report", "points, tiers, rewards, and what it takes to earn each achievement"],
      ["laurel report --achievement dragon-slayer", "the cheapest way to earn one"],
      ["laurel report --output html=economy.html", "a page with plots, beside the text"],
    ],
    load: async () => (await import("./report.ts")).reportCommand,
  }),
  command({
    command: "changelog",
    summary: "List what is new for players since a commit. Needs no network",
    flags: FLAGS.changelog,
    examples: [
      ["laurel changelog --base v1.4.0", "since a release"],
      ["laurel changelog --base v1.4.0 --format markdown > news.md", "for a page of news"],
    ],
    load: async () => (await import("./changelog.ts")).changelogCommand,
  }),
  command({
    command: "codegen",
    summary: "Write the ids of a game as constants of a programming language. Needs no network",
    flags: FLAGS.codegen,
    examples: [
      ["laurel codegen --language typescript --out src/game-ids.ts", "after a change of the manifests"],
      ["laurel codegen --language typescript --out src/game-ids.ts --check", "in CI: is the file current?"],
      [
        "laurel codegen --language csharp --namespace Studio.Game.Ids --kind action,achievement",
        "two kinds, on stdout",
      ],
    ],
    load: async () => (await import("./codegen.ts")).codegenCommand,
  }),
  command({
    command: "rankings <leaderboard>",
    summary: "Read the rankings of a leaderboard",
    flags: FLAGS.rankings,
    examples: [["laurel rankings renown --player lea", "one player's places"]],
    load: async () => (await import("./rankings.ts")).rankingsCommand,
  }),
  command({
    command: "schema <document>",
    summary: "Print a JSON Schema",
    flags: FLAGS.schema,
    examples: [["laurel schema manifest > manifest.schema.json", "for an editor"]],
    load: async () => (await import("./schema.ts")).schemaCommand,
  }),
  command({
    command: "completion <shell>",
    summary: "Print a script that completes commands, flags and their values in a shell",
    flags: FLAGS.completion,
    examples: [
      ['eval "$(laurel completion bash)"', "in ~/.bashrc"],
      ["source <(laurel completion zsh)", "in ~/.zshrc, after compinit"],
    ],
    load: async () => (await import("./completion.ts")).completionCommand,
  }),
  command({
    command: "serve",
    summary: "Run the embedded service on a loopback port, for trying things out and for developing against",
    flags: FLAGS.serve,
    examples: [
      ["laurel serve --port 8080 --data game.json", "keep the data"],
      ["laurel serve --fault latency=200 --rate-limit 60/10", "a slow service with a limit"],
    ],
    load: async () => (await import("./serve.ts")).serveCommand,
  }),
];
