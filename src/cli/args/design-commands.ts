/** The commands that tell what manifests mean to players. They need no network. */
import { catalog } from "../../catalog/index.ts";
import { LANGUAGE_NAMES } from "../../model/constants-languages.ts";
import { CHANGELOG_FORMATS, GRAPH_FORMATS, LINT_FORMATS, REPORT_FORMATS, TEST_FORMATS } from "../output/formats.ts";
import type { CommandSpec } from "./command.ts";
import { format, many, number, one, output, revealSecrets, whichGame, whichGames, yes } from "./flag-specs.ts";

export const DESIGN_COMMANDS: readonly CommandSpec[] = [
  {
    command: "test",
    summary: "Play scenarios: what players do, and what they should have earned then. Needs no network",
    positionals: {},
    flags: {
      ...whichGames,
      format: format(...TEST_FORMATS),
      output: output(...TEST_FORMATS),
      filter: many("Only scenarios with this in their name or file; may be repeated", { value: "TEXT" }),
      coverage: yes("List the achievements, groups and criteria that no scenario reaches"),
      "min-coverage": number("Fail if less of the game is reached, in percent"),
      watch: yes("Play again when a manifest or a file of scenarios changes, until Ctrl-C"),
    },
    examples: [
      ["laurel test", "all files *.test.yaml and *.test.yml below the manifests"],
      ["laurel test --filter streak --verbose", "some of them, with everything that happens"],
      ["laurel test --watch", "while you work on a design"],
      ["laurel test --output junit=test.xml --min-coverage 90", "in a pipeline"],
    ],
    load: async () => (await import("../commands/test.ts")).testCommand,
  },
  {
    command: "lint",
    summary:
      "Ask of valid manifests whether they make sense: what nobody can earn, what counts for nothing, what it is worth",
    positionals: {},
    flags: {
      ...whichGames,
      rule: many("Only this rule; may be repeated (default: all that the project has not switched off)", {
        value: "CODE",
      }),
      strict: yes("Take warnings as errors: end with 3 when anything is found"),
      explain: one("Explain a rule, with examples, and look at nothing", { value: "CODE" }),
      list: yes("List all rules, and look at nothing"),
      format: format(...LINT_FORMATS),
      output: output(...LINT_FORMATS),
      "reveal-secrets": revealSecrets,
    },
    examples: [
      ["laurel lint", "all games of the project"],
      ["laurel lint --explain exact-total", "what a rule is about"],
      ["laurel lint --rule unused-action --rule unused-reward", "two rules alone"],
      ["laurel lint --strict --format github", "in a pull request"],
    ],
    load: async () => (await import("../commands/lint.ts")).lintCommand,
  },
  {
    command: "graph",
    summary: "Draw what leads to what: actions, criteria, groups, achievements, rewards. Needs no network",
    positionals: {},
    flags: {
      ...whichGame,
      achievement: many("Only what leads to this achievement, and what it gives; may be repeated", { value: "ID" }),
      plan: one("Show what this plan does: a file of laurel plan --out", { value: "FILE" }),
      "hide-secrets": yes("Leave out names and texts of secret achievements, and of what only they use"),
      format: format(...GRAPH_FORMATS),
      output: output(...GRAPH_FORMATS),
    },
    examples: [
      ["laurel graph --format html > graph.html", "a page to search and walk through, in any browser"],
      ["laurel graph --achievement dragon-slayer", "one achievement, as Mermaid for a page of Markdown"],
      ["laurel graph --plan plan.json --format html > graph.html", "with what a plan creates, changes and deletes"],
      ["laurel graph --format dot | dot -Tsvg > graph.svg", "drawn by Graphviz"],
    ],
    load: async () => (await import("../commands/graph.ts")).graphCommand,
  },
  {
    command: "report",
    summary: "Show the points economy, and the cheapest way to earn each achievement. Needs no network",
    positionals: {},
    flags: {
      ...whichGames,
      achievement: many("Only the cheapest way to earn this one; may be repeated", { value: "ID" }),
      format: format(...REPORT_FORMATS),
      output: output(...REPORT_FORMATS),
      "reveal-secrets": revealSecrets,
    },
    examples: [
      ["laurel report", "points, tiers, rewards, and what it takes to earn each achievement"],
      ["laurel report --achievement dragon-slayer", "the cheapest way to earn one"],
      ["laurel report --output html=economy.html", "a page with plots, beside the text"],
    ],
    load: async () => (await import("../commands/report.ts")).reportCommand,
  },
  {
    command: "changelog",
    summary: "Tell players what is new since a commit. Needs no network",
    positionals: {},
    flags: {
      ...whichGames,
      base: one("The commit to compare with, such as the tag of the last release", { value: "COMMIT" }),
      format: format(...CHANGELOG_FORMATS),
      output: output(...CHANGELOG_FORMATS),
      "reveal-secrets": yes("Name secret achievements, which are counted otherwise"),
    },
    examples: [
      ["laurel changelog --base v1.4.0", "since a release"],
      ["laurel changelog --base v1.4.0 --format markdown > news.md", "for a page of news"],
    ],
    load: async () => (await import("../commands/changelog.ts")).changelogCommand,
  },
  {
    command: "codegen",
    summary: "Write the ids of a game as constants of a programming language. Needs no network",
    positionals: {},
    flags: {
      ...whichGame,
      language: one("Language of the constants", { choices: LANGUAGE_NAMES }),
      out: one("File to write (default: stdout)", { value: "FILE" }),
      check: yes("Write nothing; end with 3 if the file of --out is not what would be written"),
      kind: many("Only this kind; several with commas (default: all)", { choices: catalog.map(({ name }) => name) }),
      namespace: one("Namespace (C#, C++) or class (GDScript) around the constants", { value: "NAME" }),
      template: one("Template of your own", { value: "FILE" }),
      "reveal-secrets": yes("Put names and descriptions of secret achievements into comments, too"),
    },
    examples: [
      ["laurel codegen --language typescript --out src/game-ids.ts", "after a change of the manifests"],
      ["laurel codegen --language typescript --out src/game-ids.ts --check", "in CI: is the file current?"],
      [
        "laurel codegen --language csharp --namespace Studio.Game.Ids --kind action,achievement",
        "two kinds, on stdout",
      ],
    ],
    load: async () => (await import("../commands/codegen.ts")).codegenCommand,
  },
];
