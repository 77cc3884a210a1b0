/** The help of laurel and of each command, from the table of commands. */
import { hanging, padTo, wrapText } from "../../view/text/layout.ts";
import {
  COMMAND_GROUPS,
  type CommandGroup,
  type CommandSpec,
  type FlagGroup,
  type FlagSpec,
  type FlagSpecs,
  nameOf,
} from "./command.ts";

export interface HelpView {
  /** Columns of the terminal, if there is one. */
  readonly columns?: number | undefined;
  /** Where the pages of the documentation are. Without it, no page is named. */
  readonly documentation?: string | undefined;
}

/** Wider lines are hard to read; in narrower ones the columns would hold a word each. */
const [MAX_WIDTH, MIN_WIDTH] = [100, 40];
/** Descriptions begin here. A longer flag has its description on the next line. */
const COLUMN = 30;
/** In terminals below this width, every description is on the next line. */
const TWO_COLUMNS = 72;
const INDENT = "  ";

/** Flags of the command line itself, which no command receives. */
export const LINE_FLAGS = {
  help: { type: "boolean", describe: "Show this help", group: "common", short: "h" },
  version: { type: "boolean", describe: "Show the version", group: "common" },
} as const satisfies FlagSpecs;

const FLAG_TITLES: readonly (readonly [group: FlagGroup | undefined, title: string])[] = [
  [undefined, "Flags"],
  ["game", "Which game"],
  ["service", "Which service"],
  ["output", "Output"],
  ["common", "Common flags"],
];

/** A flag, command or argument, and its description. */
type Row = readonly [word: string, description: string];

export function renderMainHelp(commands: readonly CommandSpec[], globals: FlagSpecs, view: HelpView): string {
  const groups = Object.entries(COMMAND_GROUPS) as [CommandGroup, string][];
  const rowsOf = (group: CommandGroup): readonly Row[] =>
    commands.filter((spec) => spec.group === group).map((spec): Row => [spec.command, spec.summary]);
  const column = columnOf(groups.flatMap(([group]) => rowsOf(group)));
  return page([
    wrapped("Game progression as code: plan and apply a game's progression from YAML in git.", view),
    ["Usage:", `${INDENT}laurel <command> [flags]`],
    ...groups.map(([group, title]) => [`${title}:`, ...rows(rowsOf(group), view, column)]),
    ["Common flags:", ...rows(Object.entries({ ...globals, ...LINE_FLAGS }).map(flagRow), view)],
    [
      ...wrapped("`laurel COMMAND --help` shows the flags and examples of a command.", view),
      ...pageLine("README.md", view),
    ],
  ]);
}

export function renderCommandHelp(spec: CommandSpec, globals: FlagSpecs, view: HelpView): string {
  const width = widthFor(view);
  const flags = Object.entries<FlagSpec>({ ...spec.flags, ...globals, ...LINE_FLAGS });
  const args = Object.entries(spec.positionals).map(([name, flag]): Row => [name, descriptionOf(flag)]);
  const sections = FLAG_TITLES.map(([group, title]) => ({
    title,
    rows: flags.filter(([, flag]) => flag.group === group).map(flagRow),
  }));
  return page([
    wrapped(`${spec.summary}.`, view),
    ["Usage:", `${INDENT}laurel ${spec.command} [flags]`],
    [
      "Examples:",
      ...spec.examples.flatMap(([line, does]) => [
        ...wrapText(does, width - 4).map((each) => `${INDENT}# ${each}`),
        INDENT + line,
      ]),
    ],
    args.length === 0 ? [] : ["Arguments:", ...rows(args, view)],
    ...sections.map(({ title, rows: own }) => (own.length === 0 ? [] : [`${title}:`, ...rows(own, view)])),
    [...wrapped(`Network: ${spec.network}.`, view), ...pageLine(`reference/commands.md#${nameOf(spec)}`, view)],
  ]);
}

/** What the help says of a flag: the description, its choices and its default. */
export function descriptionOf({ describe, choices, default: fallback }: FlagSpec): string {
  if (choices === undefined) return describe;
  return `${describe}. One of: ${choices.join(", ")}${fallback === undefined ? "" : ` (default: ${fallback})`}`;
}

function flagRow([name, flag]: readonly [string, FlagSpec]): Row {
  const { short, value, type } = flag;
  const letter = short === undefined ? "" : `-${short}, `;
  return [`${letter}--${name}${type === "boolean" ? "" : ` ${value}`}`, descriptionOf(flag)];
}

function widthFor({ columns = MAX_WIDTH }: HelpView): number {
  return Math.max(MIN_WIDTH, Math.min(columns, MAX_WIDTH));
}

/** Commands are short, and flags are long: a list is no wider than it needs. */
function columnOf(each: readonly Row[]): number {
  return Math.min(COLUMN, Math.max(...each.map(([word]) => word.length)) + 4);
}

function rows(each: readonly Row[], view: HelpView, column = columnOf(each)): readonly string[] {
  const width = widthFor(view);
  return each.flatMap(([word, description]) => {
    const lead = INDENT + word;
    if (width < TWO_COLUMNS) return [lead, ...hanging(" ".repeat(6), description, width)];
    if (lead.length + 2 <= column) return hanging(padTo(lead, column), description, width);
    return [lead, ...hanging(" ".repeat(column), description, width)];
  });
}

function wrapped(text: string, view: HelpView): readonly string[] {
  return wrapText(text, widthFor(view));
}

function pageLine(path: string, { documentation }: HelpView): readonly string[] {
  return documentation === undefined ? [] : [`Documentation: ${documentation}/${path}`];
}

function page(sections: readonly (readonly string[])[]): string {
  const shown = sections.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
