/** docs/reference/commands.md: every command with its arguments, flags and examples. */
import { endingsFor } from "../../src/cli/args/formats.ts";
import { blocks, code, codes, contents, fenced, page, sentence, table } from "./markdown.ts";

/** A flag or an argument, as the table of commands has it. */
export interface DocumentedFlag {
  readonly type: "string" | "number" | "boolean";
  readonly describe: string;
  /** The word for its value in the usage. */
  readonly value?: string;
  readonly short?: string;
  readonly array?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string;
}

type DocumentedFlags = Readonly<Record<string, DocumentedFlag>>;

export interface DocumentedCommand {
  /** The name and its argument: `rankings <leaderboard>`. */
  readonly command: string;
  readonly summary: string;
  /** What it does on the network. */
  readonly network?: string;
  readonly positionals: DocumentedFlags;
  readonly flags: DocumentedFlags;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
}

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

export function commandsPage(commands: readonly DocumentedCommand[], common: DocumentedFlags): string {
  return page(
    "Commands",
    "Every command with its arguments and flags. `laurel COMMAND --help` prints the same in a terminal. Results go to stdout, everything else to stderr. [Exit codes](exit-codes.md) have a page of their own.",
    table(
      ["Command", "What it does"],
      commands.map((each) => [`[${code(`laurel ${nameOf(each)}`)}](#${nameOf(each)})`, sentence(each.summary)]),
    ),
    `Also on this page: ${contents(["Common flags", "Formats", "Completion in a shell"])}.`,
    ...commands.map(commandSection),
    "## Common flags",
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
      'eval "$(laurel completion bash)"       # in ~/.bashrc\nsource <(laurel completion zsh)        # in ~/.zshrc, after compinit',
    ),
  );
}

function nameOf({ command }: DocumentedCommand): string {
  return command.split(" ")[0] ?? command;
}

function commandSection(documented: DocumentedCommand): string {
  const { command, summary, network, positionals, flags, examples } = documented;
  const argumentsPart = Object.entries(positionals).map(([name, flag]) => [
    code(name),
    meaningOf(flag),
    command.includes("<") ? "required" : "optional",
  ]);
  return blocks(
    `## ${nameOf(documented)}`,
    [sentence(summary), ...(network === undefined ? [] : [`Network: ${network}.`])].join(" "),
    fenced("text", `laurel ${command}${Object.keys(flags).length === 0 ? "" : " [flags]"}`),
    table(["Argument", "Meaning", ""], argumentsPart),
    flagTable(flags),
    ...(examples.length === 0 ? [] : ["Examples:", fenced("sh", exampleLines(examples))]),
  );
}

/** Each command line below its meaning as a comment. */
function exampleLines(examples: DocumentedCommand["examples"]): string {
  return examples
    .map(([command, meaning]) => `# ${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}\n${command}`)
    .join("\n\n");
}

function flagTable(flags: DocumentedFlags): string {
  return table(
    ["Flag", "Default", "Meaning"],
    Object.entries(flags).map(([name, flag]) => [flagCell(name, flag), defaultOf(flag), meaningOf(flag)]),
  );
}

/** Defaults that depend on something else are words at the end of the help text. */
const DEFAULT_WORDS = / \(default: ([^()]+)\)/;

function defaultOf({ default: fallback, describe }: DocumentedFlag): string {
  return fallback === undefined ? withCode(DEFAULT_WORDS.exec(describe)?.[1] ?? "") : code(fallback);
}

function flagCell(name: string, { type, value, short, choices }: DocumentedFlag): string {
  const placeholder = value ?? (type === "number" ? "N" : choices === undefined ? "VALUE" : "NAME");
  const long = type === "boolean" ? `--${name}` : `--${name} ${placeholder}`;
  return [...(short === undefined ? [] : [code(`-${short}`)]), code(long)].join(", ");
}

function meaningOf({ describe, choices, array }: DocumentedFlag): string {
  const isSaid = /repeat|several/.test(describe);
  return [
    sentence(withCode(describe.replace(DEFAULT_WORDS, ""))),
    ...(choices === undefined ? [] : [`One of ${codes(choices)}.`]),
    ...(array === true && !isSaid ? ["Repeatable."] : []),
  ].join(" ");
}

/** A help text with flags, files and variables as code. */
function withCode(text: string): string {
  return text
    .split("`")
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/(?<![\w-])--[a-z][a-z-]*|\blaurel\.yaml\b|\bLAUREL_[A-Z_]+|\b[a-z]+_[a-z_]+\b/g, code),
    )
    .join("`");
}

const formatsOf = ({ flags }: DocumentedCommand): readonly string[] => flags.format?.choices ?? [];

function formatTable(commands: readonly DocumentedCommand[]): string {
  return table(
    ["Command", "`--format`", "`--out`"],
    commands
      .filter((each) => formatsOf(each).length > 0)
      .map((each) => [
        `[${code(nameOf(each))}](#${nameOf(each)})`,
        codes(formatsOf(each)),
        each.flags.out === undefined ? "" : codes(endingsFor(formatsOf(each))),
      ]),
  );
}

function formatRows(commands: readonly DocumentedCommand[]): readonly (readonly string[])[] {
  const used = [...new Set(commands.flatMap(formatsOf))];
  return used.map((format) => {
    const words = FORMAT_WORDS[format];
    if (words === undefined) throw new Error(`the reference does not describe the format ${format}`);
    return [code(format), words];
  });
}
