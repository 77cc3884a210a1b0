/**
 * From the command line to an exit code: yargs reads the line, the command runs, and problems are
 * reported.
 */
import type { Argv, Options, PositionalOptions } from "yargs";
import { defined } from "../ground/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { Stop } from "../workflow/problems.ts";
import {
  type Command,
  EXIT,
  type ExitCode,
  type ParsedFlags,
  type Result,
} from "./command/command.ts";
import { GLOBAL_OPTIONS } from "./command/options.ts";
import { COMMAND_NAMES, COMMANDS, COMPLETION, isArgument, nameOf } from "./commands/index.ts";
import { bugReport } from "./terminal/bug-report.ts";
import { type ProcessPorts, type Signal, withSafeStreams } from "./terminal/ports.ts";

/**
 * Runs one command line (without `node` and the script's name). Never throws: a bug prints itself
 * and ends with 70.
 */
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
  const line = await readLine(argv, ports);
  const safe = withSafeStreams(ports, line.flags.format);
  safe.stdout.write(line.text);
  const code = line.text === "" ? await runCommand(line, safe) : EXIT.done;
  const problem = ports.stdoutProblem();
  if (problem === undefined) return code;
  // A run whose result could not be written has failed.
  ports.stderr.write(`laurel: stdout cannot be written (${problem})\n`);
  return code === EXIT.done || code === EXIT.changes ? EXIT.failed : code;
}

/**
 * Runs a command, and prints its result or what stopped it. Interrupted, it ends with 130 or 143,
 * whatever it returned.
 */
async function runCommand(line: CommandLine, ports: ProcessPorts): Promise<ExitCode> {
  const { command, problems = [], flags } = line;
  const { openReporter } = await import("./terminal/reporter.ts");
  const { openOutputs, print, printStop } = await import("./command/print.ts");
  const reporter = openReporter(flags, ports);
  const context = { ports, reporter };
  if (command === undefined) return printStop(problems, flags, context);
  const ended = async (run: () => Promise<Result>): Promise<ExitCode> => {
    try {
      const outputs = await openOutputs(command, flags, ports);
      reporter.report(outputs.problems);
      return await print(await run(), flags, { ...context, outputs });
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      return printStop(error.diagnostics, flags, context);
    }
  };
  if (command.isOnline !== true) return ended(() => command.run(flags, context));
  const { withServices } = await import("../workflow/run.ts");
  const { signal, secondSignal, forget } = listenToSignals(ports);
  try {
    const code = await withServices({ ports, reporter, signal, secondSignal }, (run) =>
      ended(() => command.run(flags, { ...run, ...context })),
    );
    return signal.aborted ? exitCodeAfter(signal) : code;
  } finally {
    forget();
  }
}

/** Makes the signals that stop a run and that abort it. The reason is the name of the signal. */
function listenToSignals({ onSignal }: ProcessPorts) {
  const first = new AbortController();
  const second = new AbortController();
  const forget = onSignal((name) => {
    if (first.signal.aborted) second.abort(name);
    else first.abort(name);
  });
  return { signal: first.signal, secondSignal: second.signal, forget };
}

/** Returns the exit code of an interrupted run, whatever its command returned. */
function exitCodeAfter({ reason }: AbortSignal): ExitCode {
  return reason === ("SIGTERM" satisfies Signal) ? EXIT.terminated : EXIT.interrupted;
}

interface CommandLine {
  /** Text of a line that runs no command: help, the version, completions. */
  readonly text: string;
  readonly command?: Command;
  readonly problems?: readonly Diagnostic[];
  readonly flags: ParsedFlags;
}

export async function readLine(argv: readonly string[], ports: ProcessPorts): Promise<CommandLine> {
  const { cwd, version, homepage, stdout } = ports;
  if (cwd === "") {
    const help = ["go to another folder: cd .."];
    const problem = diagnostic("unreadable-file", "The working directory no longer exists.", {
      help,
    });
    return { text: "", flags: {}, problems: [problem] };
  }
  // yargs needs a working directory when it is loaded.
  const { argumentParser } = await import("./argument-parser.ts");
  let line: CommandLine = { text: "", flags: {} };
  let mistake: string | undefined;
  let named: string | undefined;
  const base = argumentParser([], cwd);
  // yargs would lay out the help of every command that runs, which takes longer than all other
  // parsing.
  base.getInternalMethods().getUsageInstance().cacheHelpMessage = () => undefined;
  const parser = base
    .usageConfiguration({ "hide-types": true })
    .scriptName("laurel")
    .usage("laurel <command> [flags]\n\nPlan and apply a game's progression from YAML in git.")
    .options(GLOBAL_OPTIONS)
    .group([...Object.keys(GLOBAL_OPTIONS), "help", "version"], "Common flags:")
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
  for (const entry of COMMANDS) {
    const command = argv.includes(nameOf(entry)) ? await entry.load() : undefined;
    const builder = (commandParser: Argv): Argv => {
      named = nameOf(entry);
      return command === undefined ? commandParser : withOptions(commandParser, command);
    };
    parser.command(entry.command, entry.describe, builder, (flags) => {
      line = { text: "", flags, ...defined({ command }) };
    });
  }
  parser.completion(COMPLETION.command, COMPLETION.describe);
  let given: ParsedFlags = {};
  await parser.parseAsync(argv.length === 0 ? ["--help"] : argv, {}, (_error, flags, text) => {
    given = flags;
    if (text !== "") line = { text: `${text}\n`, flags: {} };
  });
  return mistake === undefined
    ? line
    : { text: "", flags: given, problems: [wrongLine(mistake, named)] };
}

function withOptions(parser: Argv, command: Command): Argv {
  for (const [name, option] of Object.entries(command.options)) {
    const { describe, choices } = option;
    // yargs would print choices with types and quotes.
    const described = {
      ...option,
      describe: choices === undefined ? describe : `${describe}: ${choices.join(", ")}`,
    };
    if (isArgument(command, name)) parser.positional(name, argumentOf(described));
    else parser.option(name, { group: "Flags:", ...described });
  }
  return parser.example(command.examples.map(([line, does]) => [line, does])).check((flags) => {
    for (const [name, { array, type }] of Object.entries(command.options)) {
      if (Array.isArray(flags[name]) && array !== true)
        throw new Error(`--${name} is given more than once.`);
      // An unset variable of a pipeline gives an empty text.
      if ([flags[name]].flat().some((value) => value === ""))
        throw new Error(`--${name} needs a value.`);
      // yargs reads `--no-NAME` for every option.
      if (type !== "boolean" && [flags[name]].flat().includes(false)) {
        throw new Error(`--no-${name} is not a flag: leave --${name} out.`);
      }
    }
    return true;
  });
}

/** Returns the parts of an option that yargs takes for an argument. Arguments are texts. */
function argumentOf({
  describe,
  choices,
  default: usual,
  demandOption,
}: Options): PositionalOptions {
  return defined({ type: "string" as const, describe, choices, default: usual, demandOption });
}

/** `name`: the command, if the line has a known one. */
function wrongLine(message: string, name: string | undefined): Diagnostic {
  const flags = { text: "see the flags:", command: `laurel ${name} --help` };
  const help = name === undefined ? `the commands are ${COMMAND_NAMES.join(", ")}` : flags;
  return diagnostic("usage", message, { help: [help] });
}
