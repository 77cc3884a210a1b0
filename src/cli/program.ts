/**
 * From the command line to an exit code: the line is read, the commands do the work, and nothing here decides more than
 * which of them to call. Streams, environment and signals come in as ports.
 */
import { type CommandSpec, type Flags, nameOf } from "./args/command.ts";
import { readCommandLine } from "./args/command-line.ts";
import { COMMANDS } from "./args/command-table.ts";
import { GLOBAL_FLAGS } from "./args/flag-specs.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { Ports } from "./ports.ts";
import { describeBug, renderBug } from "./terminal/bug.ts";
import { type RunLog, wantsJsonLog } from "./terminal/log-format.ts";
import { withOwnCommands, withoutCommands } from "./terminal/runner-commands.ts";

/** Columns of the help where there is no terminal to ask. */
const HELP_WIDTH = 100;

/** Runs one command line (without `node` and the script's name). Never throws: a bug prints itself and ends with 70. */
export async function main(argv: readonly string[], streams: Ports): Promise<ExitCode> {
  const ports = withoutCommands(streams);
  const log = wantsJsonLog(argv) ? (await import("./terminal/run-log.ts")).openJsonLog(ports) : textLog(ports);
  const failed = (error: unknown): ExitCode => {
    log.bug(describeBug(error, argv, ports));
    log.end(EXIT.bug);
    return EXIT.bug;
  };
  ports.onCrash(failed);
  try {
    const line = readCommandLine(argv, COMMANDS, GLOBAL_FLAGS);
    switch (line.asks) {
      case "run": {
        if (ports.cwd === "") return unable(NO_FOLDER, log);
        const run = await line.spec.load();
        log.start(nameOf(line.spec));
        const own = await forPeople(withOwnCommands(streams, line.flags), line.flags);
        const code = await shown(await run(line.flags, log.isWatched ? own : { ...own, canAsk: false }), log, ports);
        log.end(code);
        return code;
      }
      case "help":
        ports.stdout.write(await helpOf(line.spec, ports.stdout.columns ?? HELP_WIDTH));
        return shown(EXIT.done, log, ports);
      case "version":
        ports.stdout.write(`${ports.version}\n`);
        return shown(EXIT.done, log, ports);
      case "nothing":
        return unable(await harmless(line.mistake), log);
    }
  } catch (error) {
    return failed(error);
  }
}

const NO_FOLDER = "the working directory is not there any more\ngo to another folder: cd ..";

/** Nothing is begun. */
function unable(words: string, log: RunLog): ExitCode {
  log.mistake(words);
  log.end(EXIT.usage);
  return EXIT.usage;
}

/** Loaded only where there is a terminal. */
async function forPeople(ports: Ports, flags: Flags): Promise<Ports> {
  if (ports.stdout.columns === undefined && ports.stderr.columns === undefined) return ports;
  return (await import("./terminal/folded-lines.ts")).withFoldedText(ports, flags);
}

/** The words of a command line may come from a pipeline that was handed them. */
async function harmless(words: string): Promise<string> {
  const { safeText } = await import("../view/text/safe-text.ts");
  return words.split("\n").map(safeText).join("\n");
}

/** A run whose result nobody got has failed, if in nothing else. */
async function shown(code: ExitCode, log: RunLog, { stdoutProblem }: Ports): Promise<ExitCode> {
  const problem = await stdoutProblem();
  if (problem === undefined) return code;
  log.unwritten(`stdout cannot be written (${problem})`);
  return code === EXIT.done || code === EXIT.changes ? EXIT.failed : code;
}

async function helpOf(spec: CommandSpec | undefined, columns: number): Promise<string> {
  const { renderCommandHelp, renderHelp } = await import("./args/help.ts");
  return spec === undefined
    ? renderHelp(COMMANDS, GLOBAL_FLAGS, columns)
    : renderCommandHelp(spec, GLOBAL_FLAGS, columns);
}

/** People see for themselves when a run begins and ends. */
function textLog({ stderr }: Ports): RunLog {
  return {
    isWatched: true,
    start: () => undefined,
    mistake: (words) => stderr.write(`laurel: ${words}\n`),
    unwritten: (words) => stderr.write(`laurel: ${words}\n`),
    bug: (bug) => stderr.write(renderBug(bug)),
    end: () => undefined,
  };
}
