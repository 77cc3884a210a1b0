/** The ports of workflows for programs: nothing is printed, nothing is asked, and variables are those that are given. */
import { systemClock } from "../api/clock.ts";
import type { Variables } from "../model/model.ts";
import type { Ports, Reporter } from "../workflow/run.ts";

/** `cwd`: absolute path of the folder that names of files are relative to. */
export function portsIn(cwd: string, env: Variables = {}): Ports {
  return { cwd, env, clock: systemClock, random: Math.random, onSignal: () => () => undefined };
}

/** Results hold all that a reporter of the command line prints. */
export const SILENT: Reporter = {
  log: () => undefined,
  note: () => undefined,
  report: () => undefined,
  wait: () => undefined,
  reads: () => ({ page: () => undefined, end: () => undefined }),
  hide: () => undefined,
  inGame: () => SILENT,
};
