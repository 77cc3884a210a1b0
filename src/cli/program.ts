/** From the command line to an exit code: yargs reads the line, the command runs, and problems are reported. */
import type { Argv } from "yargs";
import { diagnostic } from "../model/diagnostics.ts";
import { type CommandModule, Stop } from "./command/command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./command/exit-codes.ts";
import { GLOBAL_OPTIONS } from "./command/options.ts";
import { COMMANDS, COMPLETION, type Command, isPositional, nameOf } from "./commands/index.ts";
import { bugReport } from "./terminal/bug-report.ts";
import type { ProcessPorts } from "./terminal/ports.ts";
import { withSafeStreams } from "./terminal/streams.ts";

/** Runs one command line (without `node` and the script's name). Never throws: a bug prints itself and ends with 70. */
export async function main(argv: readonly string[], ports: ProcessPorts): Promise<ExitCode> {
  const failed = (error: unknown): ExitCode => {
    ports.stderr.write(bugReport(error, argv, ports));
    return EXIT.bug;
  };
  ports.onCrash(failed);
  try {
    return await runLine(argv, ports);
  } catch (error) {
    return failed(error);
  }
}

async function runLine(argv: readonly string[], ports: ProcessPorts): Promise<ExitCode> {
  try {
    const { text, module, flags } = await readLine(argv, ports);
    const safe = withSafeStreams(ports, flags.format);
    if (module === undefined) {
      safe.stdout.write(text);
      return written(EXIT.done, safe);
    }
    const { openReporter } = await import("./terminal/reporter.ts");
    const context = { argv, ports: safe, reporter: openReporter(flags, safe) };
    return written(await module.run(flags as never, context), safe);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const { openReporter } = await import("./terminal/reporter.ts");
    openReporter({}, withSafeStreams(ports, "text")).report(error.diagnostics);
    return exitCodeOf(error.diagnostics);
  }
}

/** A run whose result could not be written has failed. */
function written(code: ExitCode, { stdoutProblem, stderr }: ProcessPorts): ExitCode {
  const problem = stdoutProblem();
  if (problem === undefined) return code;
  stderr.write(`laurel: stdout cannot be written (${problem})\n`);
  return code === EXIT.done || code === EXIT.changes ? EXIT.failed : code;
}

interface Line {
  /** To print where no command runs: help, the version, completions. */
  readonly text: string;
  readonly module?: CommandModule;
  readonly flags: Readonly<Record<string, unknown>>;
}

export async function readLine(argv: readonly string[], ports: ProcessPorts): Promise<Line> {
  const { cwd, version, homepage, stdout } = ports;
  if (cwd === "") {
    const help = ["go to another folder: cd .."];
    throw new Stop(diagnostic("unreadable-file", "The working directory no longer exists.", { help }));
  }
  // It needs a working directory when it is loaded.
  const { default: yargs } = await import("yargs");
  let line: Line = { text: "", flags: {} };
  let mistake: string | undefined;
  const parser = yargs([], cwd)
    .scriptName("laurel")
    .usage("Plan and apply a game's progression from YAML in git.\n\nlaurel <command> [flags]")
    .options(GLOBAL_OPTIONS)
    .group(["help", "version"], "Common flags:")
    .demandCommand(1, "No command is given.")
    .strictCommands()
    .strict()
    // The first mistake is the cause of the others.
    .fail((message, error) => {
      mistake ??= message ?? error.message;
    })
    .alias("help", "h")
    .version(version)
    .epilogue(`Documentation: ${homepage}/blob/main/docs`)
    .wrap(Math.min(stdout.columns ?? 100, 100))
    .detectLocale(false)
    .exitProcess(false)
    .parserConfiguration({
      "dot-notation": false,
      "greedy-arrays": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
    });
  for (const command of COMMANDS) {
    const module = argv.includes(nameOf(command)) ? await command.load() : undefined;
    const builder = (own: Argv): Argv => (module === undefined ? own : withOptions(own, command, module));
    parser.command(command.command, command.describe, builder, (flags) => {
      line = { text: "", flags: withLists(flags, module), ...(module && { module }) };
    });
  }
  parser.completion(COMPLETION.command, COMPLETION.describe);
  // yargs would read it as the negation of a flag.
  const words = argv.map((word) => (word === "--no-color" ? "--no-color=true" : word));
  await parser.parseAsync(words.length === 0 ? ["--help"] : words, {}, (_error, _flags, text) => {
    if (text !== "") line = { text: `${text}\n`, flags: {} };
  });
  if (mistake !== undefined) throw await wrongLine(mistake, argv);
  return line;
}

function withOptions(parser: Argv, { command }: Command, { options, examples }: CommandModule): Argv {
  const all = Object.entries(options);
  for (const [name, option] of all) {
    if (isPositional(command, name)) parser.positional(name, option as object);
    // Its own flags come first in the help.
    else if (option.group === undefined) parser.option(name, { ...option, group: "Flags:" });
  }
  for (const [name, option] of all) if (option.group !== undefined) parser.option(name, option);
  return parser.example(examples.map(([line, does = ""]): [string, string] => [line, does])).check((given) => {
    for (const [name, option] of Object.entries(options)) {
      const values = [given[name] ?? []].flat();
      if (Array.isArray(given[name]) && option.array !== true) throw new Error(`--${name} is given more than once.`);
      if (values.some((value) => String(value).trim() === "")) throw new Error(`--${name} needs a value.`);
    }
    return true;
  });
}

/** A list that was not given is empty. */
function withLists(flags: Line["flags"], module: CommandModule | undefined): Line["flags"] {
  const lists = Object.entries(module?.options ?? {}).filter(([, { array }]) => array === true);
  const empty = lists.map(([name]) => [name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), []]);
  return { ...Object.fromEntries(empty), ...flags };
}

/** The words of a command line may come from a pipeline that was handed them. */
async function wrongLine(message: string, argv: readonly string[]): Promise<Stop> {
  const { didYouMean } = await import("../model/nearest.ts");
  const names = COMMANDS.map(nameOf);
  const named = names.find((name) => argv.includes(name));
  const meant = named === undefined ? didYouMean(argv.find((word) => !word.startsWith("-")) ?? "", names) : [];
  const help = `Run \`laurel ${named === undefined ? "" : `${named} `}--help\` to see the flags.`;
  return new Stop(diagnostic("usage", message, { help: [...meant, help] }));
}
