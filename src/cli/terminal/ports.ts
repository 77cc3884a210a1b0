/**
 * The outside world as the commands see it. `main.ts` makes the real one; tests make their own.
 * Nothing in the streams of a run is a command of a CI system.
 */
import type { Readable } from "node:stream";
import type { Ports } from "../../workflow/run.ts";

export type Signal = "SIGINT" | "SIGTERM";

export interface Output {
  write(text: string): void;
  /** Whether a person sees it. */
  readonly isTerminal: boolean;
  /** Width in columns, if it is a terminal. */
  readonly columns: number | undefined;
}

/** `cwd` is empty if the working directory was deleted. */
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
  /** Input from the terminal. */
  stdin(): Readable;
  /** Calls the listener for each signal until the returned function is called. */
  onSignal(listener: (signal: Signal) => void): () => void;
  /** The listener gets an error that nothing caught, and returns the exit code. */
  onCrash(listener: (error: unknown) => number): void;
}

/** Makes the streams safe for results of this format. */
export function withSafeStreams(ports: ProcessPorts, format: unknown): ProcessPorts {
  const { stdout, stderr, env } = ports;
  const isOnGithub = env.GITHUB_ACTIONS === "true";
  // Lines of `--format github` never begin with text from outside.
  const ofResult = isOnGithub && format !== "github" ? withoutLineCommands : withoutCommands;
  const ofNotes = isOnGithub ? withoutLineCommands : withoutCommands;
  return {
    ...ports,
    stdout: { ...stdout, write: (text) => stdout.write(ofResult(text)) },
    stderr: { ...stderr, write: (text) => stderr.write(ofNotes(text)) },
  };
}

/**
 * Escapes `##[command]`, `##vso[…]` and `##teamcity[…]` anywhere. The JSON escape keeps the values
 * of documents.
 */
function withoutCommands(text: string): string {
  return text.replaceAll(/##(?=\[|vso\[|teamcity\[)/g, "#\\u0023");
}

/**
 * Escapes `::command::` at the beginning of a line, also after blanks, which GitHub's runner
 * ignores. Lines of JSON never begin with a colon.
 */
function withoutLineCommands(text: string): string {
  return withoutCommands(text).replaceAll(/^([^\S\r\n]*):(?=:)/gm, "$1\\u003a");
}
