/**
 * The outside world as the commands see it. `main.ts` makes the real one; tests make their own.
 * Nothing in the streams of a run is a command of a CI system.
 */
import type { Readable } from "node:stream";
import type { Ports } from "../../workflow/run.ts";

export type Signal = "SIGINT" | "SIGTERM";

export interface Output {
  write(text: string): void;
  /** Whether a person is looking at it. */
  readonly isTerminal: boolean;
  /** Width in columns, if it is a terminal. */
  readonly columns: number | undefined;
}

/** `cwd` is empty where the working directory has been deleted. */
export interface ProcessPorts extends Ports {
  /** laurel's own version. */
  readonly version: string;
  /** The project's page. */
  readonly homepage: string;
  /** The result of a command. */
  readonly stdout: Output;
  /** Everything else: progress, problems, questions. Failures to write are ignored. */
  readonly stderr: Output;
  /** The system's code for why stdout could not be written, such as `ENOSPC`. */
  stdoutProblem(): string | undefined;
  /** Whether a person can answer questions. */
  readonly canAsk: boolean;
  /** What is typed at the terminal. */
  stdin(): Readable;
  /** Calls the listener for each signal until the returned function is called. */
  onSignal(listener: (signal: Signal) => void): () => void;
  /** The listener gets an error that nothing caught, and returns the exit code. */
  onCrash(listener: (error: unknown) => number): void;
}

/** The ports for results of this format. */
export function withSafeStreams(ports: ProcessPorts, format: unknown): ProcessPorts {
  const { stdout, stderr, env } = ports;
  const isOnGithub = env.GITHUB_ACTIONS === "true";
  // Of the annotations of `--format github`, no line begins with text from outside.
  const ofResult = isOnGithub && format !== "github" ? withoutLineCommands : withoutCommands;
  const ofNotes = isOnGithub ? withoutLineCommands : withoutCommands;
  return {
    ...ports,
    stdout: { ...stdout, write: (text) => stdout.write(ofResult(text)) },
    stderr: { ...stderr, write: (text) => stderr.write(ofNotes(text)) },
  };
}

/**
 * `##[command]`, `##vso[…]` and `##teamcity[…]` anywhere. The escape is that of JSON, so that
 * documents keep their values.
 */
function withoutCommands(text: string): string {
  return text.replaceAll(/##(?=\[|vso\[|teamcity\[)/g, "#\\u0023");
}

/**
 * `::command::` at the beginning of a line, where the runner of GitHub ignores blanks. A line of
 * JSON never begins so.
 */
function withoutLineCommands(text: string): string {
  return withoutCommands(text).replaceAll(/^([^\S\r\n]*):(?=:)/gm, "$1\\u003a");
}
