/** The outside world of a run, its reporter, its connections, and the signal to stop. */
import type { Clock } from "../api/clock.ts";
import { Connections } from "../api/connections.ts";
import type { Diagnostic, Help } from "../model/diagnostics.ts";
import type { LogEvent, PageRead } from "../model/events.ts";
import type { Variables } from "../model/model.ts";

export interface Ports {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Variables;
  readonly clock: Clock;
  /** A number from 0 up to 1, for the jitter of retries. */
  random(): number;
}

type LogLevel = "info" | "warn";

/** A file that was written or kept. */
export interface MadeFile {
  /** From the project's folder. */
  readonly file: string;
  readonly outcome: "made" | "left";
  /** A few words about it. */
  readonly what: string;
}

export interface Reporter {
  log(event: LogEvent): void;
  /** A sentence for people, perhaps with a command to copy. */
  note(line: Help, level?: LogLevel): void;
  report(diagnostics: readonly Diagnostic[]): void;
  /** Requests have to wait. `isShown`: the progress of an apply shows it too. */
  wait(reason: string, ms: number, isShown: boolean): void;
  /** A page of a live game was read for a plan or a pull. */
  page(page: PageRead): void;
  /** From now on the secret is masked in everything that is reported. */
  hide(secret: string): void;
}

export interface RunContext {
  readonly ports: Ports;
  readonly reporter: Reporter;
  /**
   * Shared by all games, so that there is one budget of requests for each service and token.
   * @internal
   */
  readonly connections: Connections;
  /** Aborted when the run should stop: no further work starts, and reads end at once. */
  readonly signal: AbortSignal;
  /**
   * Lets the requests of this work end if the run is stopped meanwhile. The work gets the signal
   * that aborts them, too.
   */
  finish<T>(work: (aborted: AbortSignal) => Promise<T>): Promise<T>;
}

interface RunSetup {
  readonly ports: Ports;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  /** Aborts the requests that a stopped run lets end. */
  readonly secondSignal: AbortSignal;
}

/** Runs the work, and closes its connections afterwards. */
export async function withServices<T>(
  { ports, reporter, signal, secondSignal }: RunSetup,
  work: (run: RunContext) => Promise<T>,
): Promise<T> {
  const connections = new Connections(ports);
  let unfinished = 0;
  const abort = (): void => void connections.abort();
  const stop = (): void => {
    if (unfinished === 0) abort();
    else reporter.note("Finishing requests in flight. Press Ctrl-C again to abort.");
  };
  const finish: RunContext["finish"] = async (task) => {
    unfinished += 1;
    try {
      return await task(connections.aborted);
    } finally {
      unfinished -= 1;
    }
  };
  // An aborted signal tells no listener that is added afterwards.
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  secondSignal.addEventListener("abort", abort);
  try {
    return await work({ ports, reporter, connections, signal, finish });
  } finally {
    signal.removeEventListener("abort", stop);
    secondSignal.removeEventListener("abort", abort);
    await connections.abort();
  }
}
