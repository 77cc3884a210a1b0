/** The help, made from the table of commands. Plain text of one column width per character: no names of games in it. */
import type { CommandSpec, FlagSpec, FlagSpecs } from "./command.ts";
import { ANSWERED_FLAGS } from "./command-line.ts";

/** Wider than this, lines are hard to read. */
const WIDEST = 110;
/** Narrower than this, a description stands below what it describes and not beside it. */
const TWO_COLUMNS = 64;

/** What `laurel --help` shows, in so many columns. */
export function renderHelp(commands: readonly CommandSpec[], globalFlags: FlagSpecs, columns: number): string {
  const width = Math.min(columns, WIDEST);
  return sections([
    ["laurel <command> [flags]"],
    wrap("Game progression as code: plan and apply a game's progression from YAML in git.", width),
    [
      "Commands:",
      ...rows(
        commands.map(({ command, summary }) => [`laurel ${command}`, summary]),
        width,
      ),
    ],
    ["Flags:", ...rows(flagRows({ ...globalFlags, ...ANSWERED_FLAGS }), width)],
    wrap("`laurel <command> --help` shows the flags of a command.", width),
  ]);
}

/** What `laurel COMMAND --help` shows, in so many columns. */
export function renderCommandHelp(spec: CommandSpec, globalFlags: FlagSpecs, columns: number): string {
  const width = Math.min(columns, WIDEST);
  const positionals = Object.entries(spec.positionals).map(([name, each]) => [name, words(each)] as const);
  return sections([
    [`laurel ${spec.command} [flags]`],
    wrap(spec.summary, width),
    positionals.length === 0 ? [] : ["Arguments:", ...rows(positionals, width)],
    Object.keys(spec.flags).length === 0 ? [] : ["Flags:", ...rows(flagRows(spec.flags), width)],
    ["Common flags:", ...rows(flagRows({ ...globalFlags, ...ANSWERED_FLAGS }), width)],
    spec.examples.length === 0
      ? []
      : ["Examples:", ...spec.examples.flatMap((example) => exampleLines(example, width))],
  ]);
}

function sections(parts: readonly (readonly string[])[]): string {
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function flagRows(flags: FlagSpecs): readonly (readonly [string, string])[] {
  return Object.entries(flags).map(([name, flag]) => [usage(name, flag), words(flag)]);
}

/** `--game NAME`: the flag, and what its value stands for. */
function usage(name: string, flag: FlagSpec): string {
  if (flag.type === "boolean") return `--${name}`;
  const fallback = flag.type === "number" ? "NUMBER" : flag.choices === undefined ? "TEXT" : "CHOICE";
  return `--${name} ${flag.value ?? fallback}`;
}

/** The description with what the value can be. */
function words({ describe, choices, default: fallback }: FlagSpec): string {
  const known = [
    ...(choices === undefined ? [] : [`one of: ${choices.join(", ")}`]),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  return known.length === 0 ? describe : `${describe} (${known.join("; ")})`;
}

/** Two columns, or one below the other where there is no room. */
function rows(entries: readonly (readonly [string, string])[], width: number): readonly string[] {
  if (width < TWO_COLUMNS) {
    return entries.flatMap(([left, right]) => [`  ${left}`, ...indented(right, 6, width)]);
  }
  const column = Math.max(...entries.map(([left]) => left.length)) + 4;
  return entries.flatMap(([left, right]) => {
    const [first = "", ...rest] = wrap(right, width - column);
    return [`  ${left}`.padEnd(column) + first, ...rest.map((line) => " ".repeat(column) + line)];
  });
}

/** A command that is broken says so to the shell, so that it can be copied all the same. */
function exampleLines([command, sentence]: readonly [string, string], width: number): readonly string[] {
  const [first = "", ...rest] = command.length + 2 <= width ? [command] : wrap(command, width - 6);
  const lines = [`  ${first}`, ...rest.map((line) => `    ${line}`)];
  return [...lines.map((line, index) => (index < rest.length ? `${line} \\` : line)), ...indented(sentence, 6, width)];
}

function indented(text: string, indent: number, width: number): readonly string[] {
  return wrap(text, width - indent).map((line) => " ".repeat(indent) + line);
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
