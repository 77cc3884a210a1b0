/** The outside world as the commands see it. `main.ts` makes the real one; tests make their own. */
import type { Clock } from "../api/clock.ts";

export interface Output {
  write(text: string): void;
  /** Whether a person is looking at it. */
  readonly isTerminal: boolean;
  /** Width in columns, if it is a terminal. */
  readonly columns: number | undefined;
}

export type Signal = "SIGINT" | "SIGTERM";

export interface Ports {
  /** laurel's own version. */
  readonly version: string;
  /** The project's page, if it has one. */
  readonly homepage?: string;
  /** Absolute path of the working directory; empty where there is none any more. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The result of a command. */
  readonly stdout: Output;
  /** Everything else: progress, problems, questions. What cannot be written is lost, and stops nothing. */
  readonly stderr: Output;
  /** Waits until all of stdout is out; resolves with the system's code for why it is not, such as `ENOSPC`. */
  stdoutProblem(): Promise<string | undefined>;
  /** Whether there is somebody to answer a question. */
  readonly canAsk: boolean;
  /** Shows the question and returns the line typed, or undefined when the input ended. */
  ask(question: string): Promise<string | undefined>;
  readonly clock: Clock;
  /** A number from 0 up to 1, for the jitter of retries and the ids of spans. */
  random(): number;
  /** Calls the listener for each signal until the returned function is called. */
  onSignal(listener: (signal: Signal) => void): () => void;
  /** From now on the listener is told of the warnings of Node itself, which otherwise go to stderr as text. */
  onWarning(listener: (warning: Error) => void): void;
  /** The listener is told of an error that nothing caught, and what it returns is the exit code. */
  onCrash(listener: (error: unknown) => number): void;
}
