/** Runs of programs, which print nothing, ask nothing, and read only the given variables. */
import { dirname, resolve } from "node:path";
import { systemClock } from "../api/clock.ts";
import type { Variables } from "../model/model.ts";
import type { LocalContext } from "../workflow/load-games.ts";
import { type Ports, type Reporter, type RunContext, withServices } from "../workflow/run.ts";

/** Which games of a project, and how to reach them. */
export interface RunOptions {
  /** The project file. Names of files in diagnostics are relative to its folder. */
  readonly project: string;
  /** Names of games. Default: all of the project; an empty list is an error. */
  readonly game?: readonly string[] | undefined;
  /** Default: the `default_environment` of each game. */
  readonly env?: string | undefined;
  /**
   * Variables by name, such as `process.env`: for the token, `${…}` in the project file, proxies
   * and git.
   */
  readonly variables?: Variables | undefined;
  /**
   * Stops `plan`, `apply` and `pull`, also when it is aborted already. Reads are aborted, writes in
   * flight are finished, and nothing more is sent.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called when requests have to wait, with the milliseconds. */
  readonly onWait?: ((why: string, ms: number) => void) | undefined;
}

export function makeLocalRun({ project, variables = {}, onWait }: RunOptions): LocalContext {
  const ports: Ports = {
    cwd: dirname(resolve(project)),
    env: variables,
    clock: systemClock,
    random: Math.random,
  };
  // Results hold all that the command line prints.
  const reporter: Reporter = {
    log: () => undefined,
    note: () => undefined,
    report: () => undefined,
    wait: (why, ms) => onWait?.(why, ms),
    page: () => undefined,
    hide: () => undefined,
  };
  return { ports, reporter };
}

export async function runOnline<T>(
  options: RunOptions,
  work: (run: RunContext) => Promise<T>,
): Promise<T> {
  const never = new AbortController().signal;
  const { signal = never } = options;
  return withServices({ ...makeLocalRun(options), signal, secondSignal: never }, work);
}

/** The workflows resolve names from the working directory. */
export function locate<Options extends RunOptions>(options: Options): Options {
  return { ...options, project: resolve(options.project) };
}
