/** Reads the command line with yargs: a command with its flags, a text to print, or what is wrong with the line. */
import leven from "leven";
import yargs, { type Argv, type FallbackCompletionFunction, type Options } from "yargs";
import { defined } from "../../model/collections.ts";
import { type CommandSpec, type FlagSpec, type FlagSpecs, type GivenFlags, memberOf, nameOf } from "./command.ts";

export type CommandLine<Spec> =
  | { readonly type: "run"; readonly spec: Spec; readonly flags: GivenFlags }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "mistake"; readonly mistake: string };

export interface Surroundings {
  readonly version: string;
  readonly cwd: string;
  /** Width of the terminal, if there is one. */
  readonly columns?: number | undefined;
}

/** What the shell scripts of yargs pass as the first word. */
const COMPLETION_REQUEST = "--get-yargs-completions";

const ANSWERED_FLAGS = {
  help: { type: "boolean", describe: "Show this help" },
  version: { type: "boolean", describe: "Show the version number" },
} as const satisfies FlagSpecs;

/** Texts of yargs, in our words. */
const TEXTS = {
  "Positionals:": "Arguments:",
  "Options:": "Flags:",
  "Did you mean %s?": "Unknown command. Did you mean `laurel %s`?",
  "Invalid values:": " ",
  "Argument: %s, Given: %s, Choices: %s": "%s cannot be %s. Choose from: %s",
};

/** A line that cannot be followed. It passes through yargs, which catches only errors of its own. */
class Mistake extends Error {}

/** What yargs has found so far. */
interface Found<Spec> {
  /** The name of the command, once it is known. */
  command?: string;
  /** The flags that the command takes. */
  known: FlagSpecs;
  run?: { readonly spec: Spec; readonly flags: GivenFlags };
}

export function readCommandLine<Spec extends CommandSpec>(
  argv: readonly string[],
  commands: readonly Spec[],
  globalFlags: FlagSpecs,
  surroundings: Surroundings,
): CommandLine<Spec> {
  const read = (words: readonly string[]) => readCommandLine(words, commands, globalFlags, surroundings);
  if (argv[0] === "help") return read([...argv.slice(1), "--help"]);
  // bash splits `--flag=value` into three words.
  if (argv[0] === COMPLETION_REQUEST && argv.includes("=")) return read(argv.filter((word) => word !== "="));
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const found: Found<Spec> = { known: { ...globalFlags, ...ANSWERED_FLAGS } };
  const isCompletion = words[0] === COMPLETION_REQUEST;
  // Unless it is asked for, `help` is a word like others: `laurel apply help` applies the file.
  const asksHelp = !isCompletion && words.some((word) => /^(--help(=.*)?|-h)$/.test(word));
  const parser = yargs([], surroundings.cwd);
  if (asksHelp) parser.help("help", ANSWERED_FLAGS.help.describe);
  else parser.help(false).boolean("help").describe("help", ANSWERED_FLAGS.help.describe);
  configure(parser, surroundings);
  declareFlags(parser, commands, globalFlags, surroundings.version);
  parser.fail((message) => {
    const shown = message.trim().replace(/^[\w-]+(?= cannot be )/gm, (name) => nameInLine(name, found.known));
    throw new Mistake(mistakeInWords(words, found.known) ?? shown);
  });
  if (isCompletion) parser.completion("yargs", false, completeValues(words, flagsOfAll(commands, found.known)));
  for (const spec of commands) declareCommand(parser, spec, { words, asksHelp }, found);
  try {
    const printed: string[] = [];
    const given = parser.parse([...argv], {}, (_, __, output) => {
      printed.push(output);
    });
    const text = printed.find((output) => output !== "");
    if (found.run !== undefined) {
      const { spec, flags } = found.run;
      return { type: "run", spec, flags: text === undefined ? flags : { ...flags, script: `${text}\n` } };
    }
    const [unknown] = found.command === undefined && "_" in given ? given._ : [];
    // With --help and --version yargs lets unknown commands pass.
    if (unknown !== undefined && !isCompletion) return read([String(unknown)]);
    const isAnswer = isCompletion || !words.includes(COMPLETION_REQUEST);
    if (!isAnswer) throw new Mistake(mistakeInWords(words, found.known));
    return { type: "text", text: text === undefined ? "" : `${text}\n` };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const { command } = found;
    const hint = command === undefined ? "--help` to see the commands" : `${command} --help\` to see its flags`;
    return { type: "mistake", mistake: `${error.message}\nRun \`laurel ${hint}.` };
  }
}

/** Wider lines are hard to read; in narrower ones yargs would cut words. */
const [DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH] = [100, 110, 64];

function configure(parser: Argv, { columns = DEFAULT_WIDTH }: Surroundings): void {
  parser
    .scriptName("laurel")
    .updateStrings(TEXTS)
    .exitProcess(false)
    .showHelpOnFail(false)
    .detectLocale(false)
    .strict()
    .strictCommands()
    .recommendCommands()
    .demandCommand(1, "Name a command.")
    .wrap(columns < MIN_WIDTH ? null : Math.min(columns, MAX_WIDTH))
    .usage(
      "laurel <command> [flags]\n\nGame progression as code: plan and apply a game's progression from YAML in git.",
    )
    .epilogue("`laurel <command> --help` shows the flags of a command.")
    .parserConfiguration({
      "parse-numbers": false,
      "dot-notation": false,
      "camel-case-expansion": false,
      "greedy-arrays": false,
      "populate--": true,
    });
}

function declareFlags(parser: Argv, commands: readonly CommandSpec[], globals: FlagSpecs, version: string): void {
  // Flags may precede the command, so yargs has to know which of them take a value.
  const early = mapValues(flagsOfAll(commands, {}), (flag) => ({ ...optionOf(flag), hidden: true, global: false }));
  parser
    .options(early)
    .options(mapValues(globals, optionOf))
    .group(Object.keys({ ...globals, ...ANSWERED_FLAGS }), "Common flags:")
    .version("version", ANSWERED_FLAGS.version.describe, version)
    .alias("h", "help");
}

interface Line {
  /** The words before `--`. */
  readonly words: readonly string[];
  readonly asksHelp: boolean;
}

function declareCommand<Spec extends CommandSpec>(parser: Argv, spec: Spec, line: Line, found: Found<Spec>): void {
  // A required word may follow `--`, where yargs does not look for it: it is checked below.
  const usage = line.asksHelp ? spec.command : spec.command.replace(/<(.+)>/, "[$1]");
  const build = (command: Argv): Argv => {
    found.command = nameOf(spec);
    found.known = { ...spec.flags, ...found.known };
    for (const [name, { describe, choices }] of Object.entries(spec.positionals))
      command.positional(name, { type: "string", describe, ...defined({ choices }) });
    return command
      .strictCommands(false)
      .options(mapValues(spec.flags, optionOf))
      .group(Object.keys(spec.flags), "Flags:")
      .example(
        spec.examples.flatMap(([command, sentence]): [string, string][] => [
          [`# ${sentence}`, ""],
          [command, ""],
        ]),
      )
      .check((given) => {
        const mistake =
          mistakeInWords(line.words, found.known) ?? wrongValues(spec, found.known, valuesOf(spec, given));
        if (mistake !== undefined) throw new Mistake(mistake);
        return true;
      }, false);
  };
  parser.command(usage, spec.summary, build, (given) => {
    const flags = flagsOf({ ...spec.positionals, ...found.known }, valuesOf(spec, given));
    found.run = { spec, flags };
    if (found.command === "completion") printCompletionScript(parser, String(flags.shell));
  });
}

/** The types of yargs lack the parameters. */
function printCompletionScript(parser: Argv, shell: string): void {
  const { showCompletionScript } = parser as unknown as { showCompletionScript(name: string, command: string): void };
  showCompletionScript.call(parser, "laurel", `completion ${shell}`);
}

/** Nothing after a flag whose value is not known, so that the shell completes names of files. */
function completeValues(words: readonly string[], known: FlagSpecs): FallbackCompletionFunction {
  const previous = known[/^--(.+)/.exec(words.at(-2) ?? "")?.[1] ?? ""];
  const isOpen = previous !== undefined && previous.type !== "boolean" && previous.choices === undefined;
  return (_current, _given, complete, done) => (isOpen ? done([]) : complete());
}

function optionOf(flag: FlagSpec): Options {
  if (flag.type === "boolean") return { type: "boolean", describe: flag.describe };
  const { describe, choices, default: fallback } = flag;
  return {
    type: "string",
    nargs: 1,
    describe,
    ...defined({ choices, default: fallback }),
    ...(flag.array === true && choices !== undefined ? { coerce: separated } : {}),
  };
}

/** Several values in one, with commas. */
function separated(value: string | readonly string[]): readonly string[] {
  return [value].flat().flatMap((each) => each.split(","));
}

/** All that was given for each name. Words after `--` are the positional, which yargs does not do. */
function valuesOf({ positionals }: CommandSpec, given: Readonly<Record<string, unknown>>): GivenValues {
  const rest: readonly unknown[] = Array.isArray(given["--"]) ? given["--"] : [];
  const values = new Map(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value : [value]] as const),
  );
  const [word = NO_POSITIONAL] = Object.keys(positionals);
  return values.set(word, [...(values.get(word) ?? []), ...rest]);
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

function flagsOfAll(commands: readonly CommandSpec[], globals: FlagSpecs): FlagSpecs {
  return Object.assign({}, ...commands.map(({ flags }) => flags), globals);
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}

// What yargs lets pass in a command line, or takes for something else, and is refused all the same.

/** Looks at the words before `--`. Values never begin with a dash unless they are joined to the flag with `=`. */
function mistakeInWords(words: readonly string[], known: FlagSpecs): string | undefined {
  const unknown = words.filter((word, index) => isUnknown(word, words[index - 1] ?? "", known));
  if (unknown.length > 0) return unknownFlags(unknown, known);
  const switches = new Map<string, boolean>();
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const [name, value] = split(word);
    const flag = word.startsWith("--") ? own(known, name) : undefined;
    if (flag !== undefined && flag.type !== "boolean") {
      if (value === undefined && (next === undefined || /^-./.test(next))) return `--${name} needs a value.`;
      continue;
    }
    const negated = word.startsWith("--no-") ? name.slice("no-".length) : undefined;
    if (flag === undefined && negated === undefined) continue;
    const isJoined = value === undefined || value === "true" || value === "false";
    // yargs takes these two words for the value.
    const isTaken = value === undefined && negated === undefined && (next === "true" || next === "false");
    if (!isJoined || isTaken) return `--${name} takes no value.`;
    const positive = negated ?? name;
    const isOn = negated === undefined && value !== "false";
    const before = switches.get(positive);
    if (before !== undefined && positive !== "help" && positive !== "version") {
      if (before === isOn) return `--${positive} is given more than once.`;
      return `--${positive} and --no-${positive} contradict each other.`;
    }
    switches.set(positive, isOn);
  }
  return undefined;
}

/** All that was given for each flag and positional. */
type GivenValues = ReadonlyMap<string, readonly unknown[]>;

/** Words without a flag, of a command that takes none. */
const NO_POSITIONAL = "";

/** A flag that is no list must not be given twice, and a value must not be empty: nothing is guessed. */
function wrongValues(spec: CommandSpec, known: FlagSpecs, given: GivenValues): string | undefined {
  const [excess] = given.get(NO_POSITIONAL) ?? [];
  if (excess !== undefined) return `Unknown argument: ${excess}`;
  for (const [name, flag] of [...Object.entries(spec.positionals), ...Object.entries(known)]) {
    const values = given.get(name)?.filter((value) => typeof value === "string") ?? [];
    const isWord = name in spec.positionals;
    const shown = nameInLine(name, known);
    if (values.length > 1 && flag.array !== true)
      return isWord ? `Unknown argument: ${values[1]}` : `${shown} is given more than once.`;
    if (values.some((value) => value.trim() === "")) return `${shown} needs a value.`;
    if (values.length === 0 && spec.command.includes(`<${name}>`)) return `\`laurel ${nameOf(spec)}\` needs <${name}>.`;
    if (flag.type === "number" && !values.every(isWholeNumber)) return `${shown} needs a whole number.`;
    const strange = values.find((value) => flag.choices?.includes(value) === false);
    if (strange !== undefined) return `${shown} cannot be "${strange}". Choose from: ${flag.choices?.join(", ")}`;
  }
  return undefined;
}

/** `--env` for a flag, `<plan>` for a positional. */
function nameInLine(name: string, flags: FlagSpecs): string {
  return own(flags, name) === undefined ? `<${name}>` : `--${name}`;
}

function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}

function isUnknown(word: string, previous: string, known: FlagSpecs): boolean {
  if (!/^-./.test(word) || word === "-h") return false;
  const [name, value] = split(word);
  // Said of the flag before it, which lacks a value.
  if (!word.startsWith("--")) return (own(known, split(previous)[0])?.type ?? "boolean") === "boolean";
  if (own(known, name) !== undefined) return false;
  return !(name.startsWith("no-") && own(known, name.slice("no-".length))?.type === "boolean" && value === undefined);
}

/** The name in a word such as `--name=value`, and the value. */
function split(word: string): readonly [string, string | undefined] {
  const at = word.indexOf("=");
  return at === -1 ? [word.slice(2), undefined] : [word.slice(2, at), word.slice(at + 1)];
}

function own(flags: FlagSpecs, name: string): FlagSpec | undefined {
  return Object.hasOwn(flags, name) ? flags[name] : undefined;
}

/** What people know from other programs, and its counterpart here. */
const HINTS: Readonly<Record<string, string>> = {
  "--hide-secrets": "Secrets are hidden unless --reveal-secrets is given.",
  "--dry-run": "`laurel plan` shows what an apply would do, and writes nothing.",
  "--json": "Commands that have a JSON form take --format json.",
  "-v": "Did you mean --version, or --verbose?",
};

/** Names only: a value may be a secret. */
function unknownFlags(words: readonly string[], known: FlagSpecs): string {
  const names = Object.entries(known).flatMap(([name, { type }]) =>
    type === "boolean" ? [name, `no-${name}`] : [name],
  );
  const shown = words.map((word) => (word.startsWith("--") ? `--${split(word)[0]}` : word.slice(0, 2)));
  const suggestions = shown.flatMap((flag) => {
    if (Object.hasOwn(HINTS, flag)) return [HINTS[flag]];
    const near = flag.length > 3 ? nearest(flag.slice(2), names) : undefined;
    return near === undefined ? [] : [`Did you mean --${near}?`];
  });
  return [`Unknown ${words.length === 1 ? "argument" : "arguments"}: ${shown.join(", ")}`, ...suggestions].join("\n");
}

/** The name that takes at most two changes of letters, or of which one is the beginning, as `env` of `environment`. */
function nearest(word: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, changes: leven(name, word) })).sort((a, b) => a.changes - b.changes);
  const [first] = ranked;
  if (first !== undefined && first.changes <= 2) return first.name;
  return names.find(
    (name) => (name.length >= 3 && word.startsWith(name)) || (word.length >= 3 && name.startsWith(word)),
  );
}
