/**
 * Command lines in this process, with ports of the caller's own. Knows nothing of the runner of
 * tests.
 */
import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../src/api/clock.ts";
import { main } from "../../src/cli/program.ts";
import type { Output, ProcessPorts } from "../../src/cli/terminal/ports.ts";
import type { Signal } from "../../src/workflow/run.ts";
import { documentProblems } from "./printed-json.ts";

/** The token that every service of these tests wants; it must never be seen in an output. */
export const TOKEN = "t0ken-that-nobody-may-see";
/** The game on the service. */
export const GAME_ID = "g";

/** What a prompt ends with. */
const PROMPT = /: ?$/;

export interface CliRun {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Signals = ReturnType<typeof createSignals>;

/** Sends signals to the command that runs. */
export function createSignals() {
  const listeners = new Set<(signal: Signal) => void>();
  return {
    send: (signal: Signal): void => {
      for (const listener of listeners) listener(signal);
    },
    onSignal: (listener: (signal: Signal) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface CliOptions {
  /** Absolute path. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Lines typed in answer to questions, in order; undefined is the end of the input. Without it
   * nobody can be asked.
   */
  readonly answers?: readonly (string | undefined)[] | undefined;
  /** Answers in place of `answers`, when something has to happen first. */
  readonly ask?: () => Promise<string | undefined>;
  /** Keys typed for prompts, one text for each, in order; undefined is the end of the input. */
  readonly keys?: readonly (string | undefined)[];
  /** Whether both streams are terminals. */
  readonly isTerminal?: boolean;
  /** Of the terminals. Default: 100. */
  readonly columns?: number;
  readonly signals?: Signals;
  /** Told of all that is written, to either stream. */
  readonly onOutput?: (text: string) => void;
  /** Default: one of its own, on which every wait is over at once. */
  readonly clock?: Clock;
}

/** Returns the given ports; the others have no output, no input and no signals. */
export function testPorts(given: Partial<ProcessPorts> = {}): ProcessPorts {
  const nowhere = outputOfWidth(undefined);
  return {
    homepage: "https://example.com/laurel",
    version: "0.0.0-test",
    cwd: "/",
    env: {},
    stdout: nowhere,
    stdoutProblem: () => undefined,
    stderr: nowhere,
    stdin: () => new PassThrough(),
    canAsk: false,
    clock: movingClock(),
    random: () => 0.5,
    onSignal: () => () => undefined,
    onCrash: () => undefined,
    ...given,
  };
}

/** Returns an output with that many columns, which drops its texts. */
export function outputOfWidth(columns: number | undefined): Output {
  return { write: () => undefined, isTerminal: false, columns };
}

/** Runs one command line to its end. Waiting takes no time, but the clock moves on. */
export async function runCli(argv: readonly string[], options: CliOptions): Promise<CliRun> {
  const out: string[] = [];
  const err: string[] = [];
  const isTerminal = options.isTerminal ?? false;
  const outputTo = (written: string[]): Output => ({
    write: (text) => {
      written.push(text);
      options.onOutput?.(text);
    },
    isTerminal,
    columns: isTerminal ? (options.columns ?? 100) : undefined,
  });
  const lines = (options.answers ?? []).map(asLine);
  const keys = [...lines, ...(options.keys ?? [])];
  const stdin = new PassThrough();
  const typeNext = async (): Promise<void> => {
    const next = options.ask === undefined ? keys.shift() : asLine(await options.ask());
    setImmediate(() => (next === undefined ? stdin.end() : stdin.write(next)));
  };
  const signals = options.signals ?? createSignals();
  const stderr = outputTo(err);
  const told: Output = {
    ...stderr,
    write: (text) => {
      stderr.write(text);
      if (PROMPT.test(text)) void typeNext();
    },
  };
  const ports = testPorts({
    cwd: options.cwd,
    env: options.env ?? {},
    stdout: outputTo(out),
    stderr: told,
    stdin: () => stdin,
    canAsk: (options.answers ?? options.ask ?? options.keys) !== undefined,
    clock: options.clock ?? movingClock(),
    onSignal: signals.onSignal,
  });
  const exit = await main(argv, ports);
  const stdout = out.join("");
  const wrong = documentProblems(argv, stdout);
  if (wrong.length > 0)
    throw new Error(`the document does not follow its schema: ${JSON.stringify(wrong)}`);
  return { exit, stdout, stderr: err.join("") };
}

/** Returns the typed form of a line; undefined still stands for the end of the input. */
function asLine(line: string | undefined): string | undefined {
  return line === undefined ? undefined : `${line}\n`;
}

/** A clock on which every wait is over at once; `sleeps` has their milliseconds. */
export function movingClock(): Clock & { readonly sleeps: readonly number[] } {
  let now = Date.UTC(2030, 0, 1);
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    sleep: async (ms, signal) => {
      sleeps.push(ms);
      const end = now + ms;
      await nextTurn();
      if (signal?.aborted !== true) now = Math.max(now, end);
    },
  };
}
