/** docs/reference/commands.md: every command with its arguments, flags and examples. */
import type { Options } from "yargs";
import type { Command, CommandOptions } from "../../src/cli/command/command.ts";
import { endingsFor, output, revealSecrets, whichGame } from "../../src/cli/command/options.ts";
import { isArgument, nameOf } from "../../src/cli/commands/index.ts";
import { blocks, code, codes, contents, fenced, page, sentence, table } from "./markdown.ts";

export type DocumentedCommand = Omit<Command, "run">;

/** What a command does on the network; the others do not use it. */
const NETWORK: Readonly<Record<string, string>> = {
  init: "not used, except with `--from-live`, which reads from the service",
  plan: "reads from the service; sends no writes",
  apply: "reads from the service and writes to it",
  pull: "reads from the service; sends no writes",
  rankings: "reads from the service; sends no writes",
  serve: "listens on a loopback port",
};

/** What each format is. Formats of other names are those of programming languages. */
const FORMAT_WORDS: Readonly<Record<string, string>> = {
  text: "For people, in a terminal. The default of most commands.",
  json: "One document with a format number and a schema: [JSON documents](json.md).",
  markdown:
    "A page of at most 65,000 bytes for a pull request or a job summary: [the plan on a pull request](../guides/pull-requests.md).",
  html: "One page that needs no network and no other file.",
  junit: "JUnit XML, which CI systems show as a list of tests.",
  github: "Annotations of [GitHub Actions](../guides/github.md).",
  sarif: "SARIF 2.1.0, for code scanning.",
};

/** Flags of several commands; the formats are in a table of their own. */
const SHARED: CommandOptions = {
  ...whichGame,
  format: { ...output("text").format, choices: undefined, default: undefined },
  out: {
    ...output("text").out,
    describe: "Also write to this file, as its ending says; repeatable",
  },
  "reveal-secrets": revealSecrets,
};

function isShared(name: string, option: Options): boolean {
  if (name === "format" || name === "out")
    return option.choices !== undefined || option.array === true;
  return option === SHARED[name];
}

export function commandsPage(
  commands: readonly DocumentedCommand[],
  common: CommandOptions,
): string {
  return page(
    "Commands",
    "Every command with its arguments and flags. `laurel COMMAND --help` prints the same in a terminal. Results go to stdout, everything else to stderr. [Exit codes](exit-codes.md) have a page of their own.",
    table(
      ["Command", "What it does"],
      commands.map((each) => [
        `[${code(`laurel ${nameOf(each)}`)}](#${nameOf(each)})`,
        sentence(each.describe),
      ]),
    ),
    `Also on this page: ${contents(["Common flags", "Formats", "Completion in a shell"])}.`,
    ...commands.map(commandSection),
    "## Common flags",
    "Of commands whose sections name them:",
    flagTable(SHARED),
    "Every command takes these. `laurel --version` prints the version.",
    flagTable(common),
    "## Formats",
    "`--format` chooses the format on stdout; the first one is the default. `--out FILE` also writes the result to a file, in the format that its ending says, and can be given several times.",
    formatTable(commands),
    table(["Format", "What it is"], formatRows(commands)),
    "## Completion in a shell",
    "One line adds completion of commands, flags and their values to bash (4.0 or later) or zsh:",
    fenced(
      "sh",
      'eval "$(laurel completion)"       # in ~/.bashrc\nsource <(laurel completion)        # in ~/.zshrc, after compinit',
    ),
  );
}

function commandSection(documented: DocumentedCommand): string {
  const { command, describe, options, examples } = documented;
  const name = nameOf(documented);
  const all = Object.entries(options);
  const positionals = all.filter(([each]) => isArgument(documented, each));
  const flags = all.filter(([each]) => !isArgument(documented, each));
  const shared = flags
    .filter(([each, option]) => isShared(each, option))
    .map(([each]) => `--${each}`);
  const own = flags.filter(([each, option]) => !isShared(each, option));
  return blocks(
    `## ${name}`,
    `${sentence(describe)} Network: ${NETWORK[name] ?? "not used"}.`,
    fenced("text", `laurel ${command}${flags.length === 0 ? "" : " [flags]"}`),
    table(
      ["Argument", "Meaning", ""],
      positionals.map(([each, option]) => [
        code(each),
        meaningOf(option),
        option.demandOption === true ? "required" : "optional",
      ]),
    ),
    flagTable(Object.fromEntries(own)),
    ...(shared.length === 0 ? [] : [`And the [common flags](#common-flags) ${codes(shared)}.`]),
    ...(examples.length === 0 ? [] : ["Examples:", fenced("sh", exampleLines(examples))]),
  );
}

/** Each command line below its meaning as a comment. */
function exampleLines(examples: DocumentedCommand["examples"]): string {
  return examples.map(([command, meaning]) => `# ${meaning}\n${command}`).join("\n\n");
}

function flagTable(flags: CommandOptions): string {
  return table(
    ["Flag", "Default", "Meaning"],
    Object.entries(flags).map(([name, option]) => [
      flagCell(name, option),
      defaultOf(option),
      meaningOf(option),
    ]),
  );
}

/** Defaults that depend on something else are words at the end of the help text. */
const DEFAULT_WORDS = / \(default: ([^()]+)\)/;

function defaultOf({ default: fallback, describe = "" }: Options): string {
  return fallback === undefined || Array.isArray(fallback)
    ? withCode(DEFAULT_WORDS.exec(describe)?.[1] ?? "")
    : code(String(fallback));
}

function flagCell(name: string, { type, alias, choices }: Options): string {
  const word = choices === undefined ? "VALUE" : "NAME";
  const placeholder = type === "number" ? "N" : word;
  const long = type === "boolean" ? `--${name}` : `--${name} ${placeholder}`;
  return [...(alias === undefined ? [] : [code(`-${alias}`)]), code(long)].join(", ");
}

function meaningOf({ describe = "", choices, demandOption, implies }: Options): string {
  return [
    sentence(withCode(describe.replace(DEFAULT_WORDS, ""))),
    ...(demandOption === true && choices !== undefined ? ["Required."] : []),
    ...(implies === undefined ? [] : [`Needs ${code(`--${implies}`)}.`]),
    // The rules of lint have a page of their own.
    ...(choices === undefined || choices.length > 15
      ? []
      : [`One of ${codes(choices.map(String))}.`]),
  ].join(" ");
}

/** A help text with flags, files and variables as code. */
function withCode(text: string): string {
  return text
    .split("`")
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(
            /(?<![\w-])--[a-z][a-z-]*|\blaurel\.yaml\b|\bLAUREL_[A-Z_]+|\b[a-z]+_[a-z_]+\b/g,
            code,
          ),
    )
    .join("`");
}

const formatsOf = ({ options }: DocumentedCommand): readonly string[] =>
  (options.format?.choices ?? []).map(String);

function formatTable(commands: readonly DocumentedCommand[]): string {
  return table(
    ["Command", "`--format`", "`--out`"],
    commands
      .filter((each) => formatsOf(each).length > 0)
      .map((each) => [
        `[${code(nameOf(each))}](#${nameOf(each)})`,
        codes(formatsOf(each)),
        each.options.out === undefined ? "" : codes(endingsFor(formatsOf(each))),
      ]),
  );
}

function formatRows(commands: readonly DocumentedCommand[]): readonly (readonly string[])[] {
  const used = [...new Set(commands.flatMap(formatsOf))];
  return used.map((format) => {
    const words = FORMAT_WORDS[format];
    if (words === undefined)
      throw new Error(`the reference does not describe the format ${format}`);
    return [code(format), words];
  });
}
