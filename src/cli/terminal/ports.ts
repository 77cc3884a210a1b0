/** The outside world as the commands see it. `main.ts` makes the real one; tests make their own. */
import type { Readable } from "node:stream";
import type { Ports } from "../../workflow/run.ts";

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
  /** The listener gets an error that nothing caught, and returns the exit code. */
  onCrash(listener: (error: unknown) => number): void;
}
