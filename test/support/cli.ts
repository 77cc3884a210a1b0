/**
 * The whole product in one process, against the embedded service over real HTTP: command lines go through `main` with
 * ports of the test's own, manifests lie in a real folder, and the service tells what it was asked.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach } from "vitest";
import type { Output, Ports, Signal } from "../../src/cli/ports.ts";
import { main } from "../../src/cli/program.ts";
import type { Clock } from "../../src/edges/clock.ts";
import type { SeenRequest } from "../../src/service/options.ts";
import type { Contents } from "../../src/service/panel.ts";
import { type RunningService, type StartOptions, startService } from "../../src/service/server.ts";

/** The token that every service of these tests wants; it must never be seen in an output. */
export const TOKEN = "t0ken-that-nobody-may-see";
/** The game on the service. */
export const GAME_ID = "g";

export interface CliRun {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Sends signals to the command that runs. */
export interface Signals {
  send(signal: Signal): void;
  readonly onSignal: Ports["onSignal"];
}

export interface CliOptions {
  /** Absolute path. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Lines typed in answer to questions, in order; undefined is the end of the input. Without it nobody can be asked. */
  readonly answers?: readonly (string | undefined)[];
  /** Answers in place of `answers`, when something has to happen first. */
  readonly ask?: () => Promise<string | undefined>;
  /** Whether both streams are terminals. */
  readonly isTerminal?: boolean;
  /** Of the terminals. Default: 100. */
  readonly columns?: number;
  readonly signals?: Signals;
  /** Default: one of its own, on which every wait is over at once. */
  readonly clock?: Clock;
}

/** Runs one command line to its end. Waiting takes no time, but the clock moves on. */
export async function runCli(argv: readonly string[], options: CliOptions): Promise<CliRun> {
  const [out, err]: [string[], string[]] = [[], []];
  const isTerminal = options.isTerminal ?? false;
  const outputTo = (written: string[]): Output => ({
    write: (text) => written.push(text),
    isTerminal,
    columns: isTerminal ? (options.columns ?? 100) : undefined,
  });
  const answers = [...(options.answers ?? [])];
  const stderr = outputTo(err);
  const ports: Ports = {
    version: "0.0.0-test",
    cwd: options.cwd,
    env: options.env ?? {},
    stdout: outputTo(out),
    stdoutProblem: async () => undefined,
    stderr,
    canAsk: (options.answers ?? options.ask) !== undefined,
    ask: async (question) => {
      stderr.write(question);
      return options.ask === undefined ? answers.shift() : options.ask();
    },
    clock: options.clock ?? movingClock(),
    random: () => 0.5,
    onSignal: options.signals?.onSignal ?? (() => () => undefined),
    onWarning: () => undefined,
    onCrash: () => undefined,
  };
  const exit = await main(argv, ports);
  return { exit, stdout: out.join(""), stderr: err.join("") };
}

/** A clock on which every wait is over at once. */
export function movingClock(): Clock {
  let now = Date.UTC(2030, 0, 1);
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      const end = now + ms;
      await nextTurn();
      if (signal?.aborted !== true) now = Math.max(now, end);
    },
  };
}

export function createSignals(): Signals {
  const listeners = new Set<(signal: Signal) => void>();
  return {
    send: (signal) => {
      for (const listener of listeners) listener(signal);
    },
    onSignal: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface GameOptions {
  readonly service?: StartOptions;
  /** What is live at the beginning. */
  readonly live?: Contents;
  /** Files by their path in the folder `manifests`. */
  readonly manifests?: Readonly<Record<string, string>>;
  /** Told about every request while it is answered. */
  readonly onRequest?: (request: SeenRequest) => void;
}

/** A service with a game on it, and a folder with the game's manifests. */
export interface TestGame {
  readonly folder: string;
  /** Flags that name the manifests and the game. */
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The service; another one after `restart`. */
  service(): RunningService;
  /** What the service was asked since the last call of `forget`, in the order of its answers. */
  requests(): readonly SeenRequest[];
  /** The requests that would change something. */
  writes(): readonly SeenRequest[];
  forget(): void;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Goes on with the same content on a service of other behaviour. */
  restart(options?: StartOptions): Promise<void>;
  /** Runs a command with the game's flags behind it. */
  run(argv: readonly string[], options?: Partial<CliOptions>): Promise<CliRun>;
}

const atEnd: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

/** An empty folder of its own, which is gone after the test. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "laurel-test-"));
  atEnd.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A service with the token of the tests, which is closed after the test. */
export async function testService(options: StartOptions = {}): Promise<RunningService> {
  const service = await startService({ token: TOKEN, ...options });
  atEnd.push(() => service.close());
  return service;
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

/** Starts a service, fills it, and writes the manifests. */
export async function inGame(options: GameOptions = {}): Promise<TestGame> {
  const folder = await scratchFolder();
  const seen: SeenRequest[] = [];
  const onRequest = (request: SeenRequest): void => {
    seen.push(request);
    options.onRequest?.(request);
  };
  let service = await testService({ ...options.service, onRequest });
  const flags = (): readonly string[] => ["--manifests", "manifests", "--base-url", service.url, "--game-id", GAME_ID];
  const env = { LAUREL_API_TOKEN: TOKEN };
  if (options.live !== undefined) await service.seed(GAME_ID, options.live);
  const game: TestGame = {
    folder,
    get flags() {
      return flags();
    },
    env,
    service: () => service,
    requests: () => [...seen],
    writes: () => seen.filter(({ method }) => method !== "GET"),
    forget: () => {
      seen.length = 0;
    },
    write: (files) => writeFiles(join(folder, "manifests"), files),
    restart: async (next = {}) => {
      const content = service.snapshot();
      await service.close();
      service = await testService({ ...next, onRequest });
      await service.restore(content);
    },
    run: (argv, more = {}) => runCli([...argv, ...flags()], { cwd: folder, env, ...more }),
  };
  await game.write(options.manifests ?? {});
  return game;
}
