/** Reads the command line with yargs: a command with its flags, a text to print, or what is wrong with the line. */
import yargs, { type Options } from "yargs";
import { defined } from "../../model/collections.ts";
import { type CommandSpec, type FlagSpec, type FlagSpecs, type GivenFlags, memberOf, nameOf } from "./command.ts";
import { COMPLETION_REQUEST, completionScript, completionsFor } from "./completion.ts";
import { type HelpView, LINE_FLAGS, renderCommandHelp, renderMainHelp } from "./help.ts";
import {
  type GivenValues,
  type Mistake,
  mistakeInWords,
  NO_POSITIONAL,
  own,
  split,
  unknownCommand,
  wrongValues,
} from "./mistakes.ts";

export type CommandLine<Spec> =
  | { readonly type: "run"; readonly spec: Spec; readonly flags: GivenFlags }
  | { readonly type: "text"; readonly text: string }
  /** One line that says what is wrong, and one that says what to do. */
  | { readonly type: "mistake"; readonly mistake: string };

export interface Surroundings extends HelpView {
  readonly version: string;
  readonly cwd: string;
}

export function readCommandLine<Spec extends CommandSpec>(
  argv: readonly string[],
  commands: readonly Spec[],
  globals: FlagSpecs,
  surroundings: Surroundings,
): CommandLine<Spec> {
  if (argv[0] === COMPLETION_REQUEST) {
    const everywhere = { ...globals, ...LINE_FLAGS };
    return { type: "text", text: completionsFor(argv, commands, everywhere, surroundings.cwd) };
  }
  const end = argv.indexOf("--");
  const words = (end === -1 ? argv : argv.slice(0, end)).map((word) => fullWord(word, globals));
  const behind = end === -1 ? [] : argv.slice(end + 1);
  const everyFlag = { ...flagsOfAll(commands), ...globals, ...LINE_FLAGS };
  const at = commandAt(words, everyFlag);
  const name = words[at];
  const spec = commands.find((each) => nameOf(each) === name);
  if (name !== undefined && spec === undefined) {
    return refused(mistakeInWords(words, everyFlag) ?? unknownCommand(name, commands));
  }
  if (argv.length === 0 || words.includes("--help")) {
    const text =
      spec === undefined
        ? renderMainHelp(commands, globals, surroundings)
        : renderCommandHelp(spec, globals, surroundings);
    return { type: "text", text };
  }
  if (words.includes("--version")) return { type: "text", text: `${surroundings.version}\n` };
  const known = spec === undefined ? everyFlag : { ...spec.flags, ...globals, ...LINE_FLAGS };
  const mistake = mistakeInWords(words, known);
  if (mistake !== undefined) return refused(mistake, spec);
  if (spec === undefined) return refused({ wrong: "No command is given." });
  const given = parsed([...words.slice(0, at), ...words.slice(at + 1)], behind, spec, known, surroundings.cwd);
  const wrong = wrongValues(spec, known, given);
  if (wrong !== undefined) return refused(wrong, spec);
  const flags = flagsOf({ ...spec.positionals, ...known }, given);
  const script = name === "completion" ? { script: completionScript(String(flags.shell), surroundings.cwd) } : {};
  return { type: "run", spec, flags: { ...flags, ...script } };
}

function refused(
  { wrong, advice }: Mistake,
  spec?: CommandSpec,
): { readonly type: "mistake"; readonly mistake: string } {
  const help =
    spec === undefined
      ? "Run `laurel --help` to see the commands."
      : `Run \`laurel ${nameOf(spec)} --help\` to see its flags.`;
  return { type: "mistake", mistake: `${wrong}\n${advice ?? help}` };
}

/** Short for other words. Values never begin with a dash, so that every such word is a flag. */
function fullWord(word: string, globals: FlagSpecs): string {
  // yargs would read it as the negation of a flag.
  if (word === "--no-color") return "--no-color=true";
  const letters = Object.entries<FlagSpec>({ ...globals, ...LINE_FLAGS });
  const long = letters.find(([, { short }]) => short !== undefined && word === `-${short}`);
  return long === undefined ? word : `--${long[0]}`;
}

/** The index of the first word that is neither a flag nor the value of one; -1 when there is none. */
function commandAt(words: readonly string[], known: FlagSpecs): number {
  return words.findIndex((word, index) => !word.startsWith("-") && !takesNext(words[index - 1] ?? "", known));
}

function takesNext(word: string, known: FlagSpecs): boolean {
  const [name, value] = split(word);
  const flag = word.startsWith("--") && value === undefined ? own(known, name) : undefined;
  return flag !== undefined && flag.type !== "boolean";
}

/** All that was given for each name. `behind`: the words behind `--`, which are never flags. */
function parsed(
  words: readonly string[],
  behind: readonly string[],
  spec: CommandSpec,
  known: FlagSpecs,
  cwd: string,
): GivenValues {
  const options = Object.fromEntries(Object.entries(known).map(([name, flag]) => [name, optionOf(flag)]));
  const { _: plain, ...given } = yargs([], cwd)
    .exitProcess(false)
    .help(false)
    .version(false)
    .detectLocale(false)
    .options(options)
    .parserConfiguration({
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "dot-notation": false,
      "camel-case-expansion": false,
      "greedy-arrays": false,
    })
    .parseSync([...words]);
  const values = new Map(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value : [value]] as const),
  );
  const all = [...plain, ...behind];
  const names = Object.keys(spec.positionals);
  for (const [index, name] of names.entries()) values.set(name, all.slice(index, index + 1));
  return values.set(NO_POSITIONAL, all.slice(names.length));
}

function optionOf({ type, array, choices, default: fallback }: FlagSpec): Options {
  if (type === "boolean") return { type: "boolean" };
  return {
    type: "string",
    nargs: 1,
    ...defined({ default: fallback }),
    ...(array === true && choices !== undefined ? { coerce: separated } : {}),
  };
}

/** Several values in one, with commas. */
function separated(value: string | readonly string[]): readonly string[] {
  return [value].flat().flatMap((each) => each.split(","));
}

/** By the names of members. The values were checked: their types are those of the table. */
function flagsOf(specs: FlagSpecs, values: GivenValues): GivenFlags {
  const flags: Record<string, unknown> = {};
  for (const [name, { array, type }] of Object.entries(specs)) {
    const given = (values.get(name) ?? []).filter((value) => value !== undefined);
    const [first] = given;
    if (array === true) flags[memberOf(name)] = given;
    else if (first !== undefined) flags[memberOf(name)] = type === "number" ? Number(first) : first;
  }
  return flags as GivenFlags;
}

function flagsOfAll(commands: readonly CommandSpec[]): FlagSpecs {
  return Object.assign({}, ...commands.map(({ flags }) => flags));
}
