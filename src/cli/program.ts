/** From the command line to an exit code. Streams, environment and signals come in as ports. */
import { CODES, type DiagnosticCode } from "../model/codes.ts";
import { defined } from "../model/collections.ts";
import { type CommandSpec, type GivenFlags, GLOBAL_FLAGS } from "./args/command.ts";
import { EXIT, type ExitCode, exitCodeOfOutcome } from "./exit-codes.ts";
import { bugReport } from "./terminal/bug-report.ts";
import type { Output, ProcessPorts } from "./terminal/ports.ts";

export interface Command extends CommandSpec {
  /** Loads the module that runs the command. The table of commands checks that it takes the values of these flags. */
  readonly load: () => Promise<(flags: never, ports: ProcessPorts) => Promise<ExitCode>>;
}

/** Runs one command line (without `node` and the script's name). Never throws: a bug prints itself and ends with 70. */
export async function main(
  argv: readonly string[],
  streams: ProcessPorts,
  commands: readonly Command[],
): Promise<ExitCode> {
  const ports = withoutCommands(streams);
  const failed = (error: unknown): ExitCode => {
    ports.stderr.write(bugReport(error, argv, ports));
    return EXIT.bug;
  };
  ports.onCrash(failed);
  try {
    const { version, homepage, cwd, stdout } = ports;
    if (argv.length === 1 && /^(--)?version$/.test(argv[0] ?? "")) {
      stdout.write(`${version}\n`);
      return shown(EXIT.done, ports);
    }
    // yargs needs a working directory when it is loaded.
    if (cwd === "") return unable(NO_FOLDER, "unreadable-file", ports);
    const { readCommandLine } = await import("./args/command-line.ts");
    const view = { columns: stdout.columns, ...defined({ documentation: documentationUrl(homepage) }) };
    const line = readCommandLine(argv, commands, GLOBAL_FLAGS, { version, cwd, ...view });
    switch (line.type) {
      case "run": {
        const run = await line.spec.load();
        const own = await forPeople(withOwnCommands(streams, line.flags), line.flags);
        return shown(await run(line.flags as never, own), ports);
      }
      case "text":
        stdout.write(line.text);
        return shown(EXIT.done, ports);
      case "mistake":
        return unable(await harmless(line.mistake), "usage", ports);
    }
  } catch (error) {
    return failed(error);
  }
}

const NO_FOLDER = "The working directory no longer exists.\nGo to another folder: cd ..";

/** Nothing is begun. `words`: what is wrong, and in further lines what to do. */
function unable(words: string, code: DiagnosticCode, { stderr }: ProcessPorts): ExitCode {
  stderr.write(`laurel: ${words}\n`);
  return exitCodeOfOutcome(CODES[code].outcome);
}

/** Where the pages of the documentation are, if the package has a page: a file is read with `blob/` and a branch. */
function documentationUrl(homepage: string | undefined): string | undefined {
  return homepage === undefined ? undefined : `${homepage.replace(/#.*$/, "")}/blob/main/docs`;
}

/** Loaded only where there is a terminal. */
async function forPeople(ports: ProcessPorts, flags: GivenFlags): Promise<ProcessPorts> {
  if (ports.stdout.columns === undefined && ports.stderr.columns === undefined) return ports;
  return (await import("./terminal/folded-lines.ts")).withFoldedText(ports, flags);
}

/** The words of a command line may come from a pipeline that was handed them. */
async function harmless(words: string): Promise<string> {
  const { safeText } = await import("../view/text/safe-text.ts");
  return words.split("\n").map(safeText).join("\n");
}

/** A run whose result could not be written has failed. */
async function shown(code: ExitCode, { stdoutProblem, stderr }: ProcessPorts): Promise<ExitCode> {
  const problem = await stdoutProblem();
  if (problem === undefined) return code;
  stderr.write(`laurel: stdout cannot be written (${problem})\n`);
  return code === EXIT.done || code === EXIT.changes ? EXIT.failed : code;
}

// Escapes what the GitHub Actions runner would execute in a log: `::name::` at the beginning of a line, and `##[name]`
// anywhere. Names, comments and a service's messages come from outside, and could hide values or set outputs.

/** The same ports, with streams that command nothing. Elsewhere than on GitHub they are as they were. */
function withoutCommands(ports: ProcessPorts): ProcessPorts {
  if (!isOnGithub(ports)) return ports;
  return { ...ports, stdout: guarded(ports.stdout, broken), stderr: guarded(ports.stderr, broken) };
}

/** With `--format github` the result is commands of laurel's own, and no line of it begins with text from outside. */
function withOwnCommands(ports: ProcessPorts, flags: GivenFlags): ProcessPorts {
  const isAnnotating = isOnGithub(ports) && flags.format === "github";
  return isAnnotating
    ? { ...withoutCommands(ports), stdout: guarded(ports.stdout, brokenInside) }
    : withoutCommands(ports);
}

function isOnGithub({ env }: ProcessPorts): boolean {
  return env.GITHUB_ACTIONS === "true";
}

/** The width may change while the program runs. */
function guarded(output: Output, harmless: (written: string) => string): Output {
  return {
    write: (written) => output.write(harmless(written)),
    isTerminal: output.isTerminal,
    get columns() {
      return output.columns;
    },
  };
}

/** The escape is that of JSON, so that documents keep their values. */
function brokenInside(written: string): string {
  return written.replaceAll("##[", "#\\u0023[");
}

/** Blanks do not count for the runner. A line of JSON never begins so. */
function broken(written: string): string {
  return brokenInside(written).replaceAll(/^([^\S\r\n]*):(?=:)/gm, "$1\\u003a");
}
