/** What a run works with: ports, prompts, reporters, connections and signals. */
import type { Clock } from "../api/clock.ts";
import { Connections } from "../api/connections.ts";
import type { Diagnostic, Help } from "../model/diagnostics.ts";
import type { ApplyEvent, LogEvent, PageRead } from "../model/events.ts";
import type { Plan, Variables } from "../model/model.ts";
import type { GameResults, PlannedGame } from "./game.ts";

export type Signal = "SIGINT" | "SIGTERM";

export interface Ports {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Variables;
  readonly clock: Clock;
  /** A number from 0 up to 1, for the jitter of retries. */
  random(): number;
  /** Calls the listener for each signal until the returned function is called. */
  onSignal(listener: (signal: Signal) => void): () => void;
}

type LogLevel = "info" | "warn";

/** A file that was written, or left as it is. */
export interface MadeFile {
  /** From the project's folder. */
  readonly file: string;
  readonly outcome: "made" | "left";
  /** What it is, or what became of it. */
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

/** The course of an apply. */
export interface ApplyReporter {
  planned(games: GameResults<PlannedGame>): void;
  /**
   * Problems of the plans as they are shown. An error prevents the apply. Absent where nobody looks
   * at them.
   */
  readonly review?: (games: GameResults<PlannedGame>) => Promise<readonly Diagnostic[]>;
  /**
   * Asks before the first write. Absent where nobody is asked. `untouched`: requested games that
   * stay as they are.
   */
  readonly confirm?: (plans: readonly Plan[], untouched: readonly string[]) => Promise<boolean>;
  /** Takes the events of one game. */
  progressOf(game: PlannedGame): (event: ApplyEvent) => void;
}

export interface RunContext {
  readonly ports: Ports;
  readonly reporter: Reporter;
  /**
   * Shared by all games, so that there is one budget of requests for each service and token.
   * @internal
   */
  readonly connections: Connections;
  /** Aborted by the first signal. */
  readonly stop: AbortSignal;
  /** The first signal, if there was one. */
  signal(): Signal | undefined;
  /** While this runs, the first signal only stops what has not begun. */
  finishing<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Runs the work and closes the connections behind it. `signal`: what interrupted it, whatever the
 * work itself returned.
 */
export async function withServices<T>(
  ports: Ports,
  reporter: Reporter,
  work: (run: RunContext) => Promise<T>,
): Promise<{ readonly value: T; readonly signal: Signal | undefined }> {
  const stop = new AbortController();
  const connections = new Connections(ports);
  let first: Signal | undefined;
  let unfinished = 0;
  const forget = ports.onSignal((signal) => {
    const isFirst = first === undefined;
    first ??= signal;
    stop.abort();
    if (isFirst && unfinished > 0)
      reporter.note("Finishing requests in flight. Press Ctrl-C again to abort.");
    else void connections.abort();
  });
  const run: RunContext = {
    ports,
    reporter,
    connections,
    stop: stop.signal,
    signal: () => first,
    finishing: async (task) => {
      unfinished += 1;
      try {
        return await task();
      } finally {
        unfinished -= 1;
      }
    },
  };
  try {
    return { value: await work(run), signal: first };
  } finally {
    forget();
    await connections.abort();
  }
}
