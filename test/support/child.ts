/** The built program as a process of its own, as a user runs it. `npm run build` makes it. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The built program. */
export const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface Ended {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningLaurel {
  readonly ended: Promise<Ended>;
  signal(signal: NodeJS.Signals): void;
  /**
   * Resolves with the stream so far as soon as it matches; rejects when the process ends before.
   * Default: stdout.
   */
  printed(pattern: RegExp, stream?: "stdout" | "stderr"): Promise<string>;
}

export interface ChildOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The user and the group that it runs as. Default: those of the tests. */
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts `laurel` with these words. Its environment is empty but for PATH and what is given. */
export function startLaurel(argv: readonly string[], options: ChildOptions): RunningLaurel {
  return watch(spawn(process.execPath, [MAIN, ...argv], spawnOptions(options)));
}

/** Runs a line of shell, in which `$LAUREL` is the program. */
export function runShell(line: string, options: ChildOptions): Promise<Ended> {
  const laurel = `"${process.execPath}" "${MAIN}"`;
  return watch(
    spawn(
      "bash",
      ["-o", "pipefail", "-c", line.replaceAll("$LAUREL", laurel)],
      spawnOptions(options),
    ),
  ).ended;
}

function spawnOptions({ cwd, env = {}, uid, gid }: ChildOptions): SpawnOptions {
  return {
    cwd,
    uid,
    gid,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  };
}

function watch(child: ChildProcess): RunningLaurel {
  const said = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exit, signal) => resolve({ exit, signal, ...said }));
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  });
  const printed = (pattern: RegExp, stream: "stdout" | "stderr" = "stdout"): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!pattern.test(said[stream])) return;
        listeners.delete(look);
        resolve(said[stream]);
      };
      listeners.add(look);
      look();
      void ended.then((end) =>
        reject(new Error(`ended with ${end.exit} before: ${end.stdout}${end.stderr}`)),
      );
    });
  return { ended, printed, signal: (signal) => child.kill(signal) };
}
