#!/usr/bin/env node
/** The only file that touches the process: arguments, environment, streams, signals, exit code. */
import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { systemClock } from "./api/clock.ts";
import { EXIT } from "./cli/command/command.ts";
import { main } from "./cli/program.ts";
import type { Output, ProcessPorts, Signal } from "./cli/terminal/ports.ts";
import { PACKAGE } from "./files/assets.ts";

/** Why stdout could not be written: the first failure. */
let problem: string | undefined;

/** Only terminals use Node's streams, which take a text that a full disk cut off as written. */
function outputOf(fd: 1 | 2, terminal: () => NodeJS.WriteStream): Output {
  const isTerminal = isatty(fd);
  return {
    write: (text) => {
      try {
        if (isTerminal) terminal().write(text);
        else writeWhole(fd, Buffer.from(text));
      } catch (error) {
        // A reader that has seen enough, such as `head`, closes the pipe: that is no failure of
        // ours.
        if (fd === 1 && codeOf(error) !== "EPIPE") problem ??= codeOf(error);
      }
    },
    isTerminal,
    get columns() {
      // Some terminals do not know their width, and say 0.
      return (isTerminal && terminal().columns) || undefined;
    },
  };
}

/** A full pipe takes nothing until it is read from. */
function writeWhole(fd: number, bytes: Buffer): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}

/** Empty where it has been deleted meanwhile. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "";
  }
}

const stderr = outputOf(2, () => process.stderr);
const ports: ProcessPorts = {
  version: PACKAGE.version,
  homepage: PACKAGE.homepage,
  cwd: workingDirectory(),
  env: process.env,
  stdout: outputOf(1, () => process.stdout),
  stderr,
  stdoutProblem: () => problem,
  stdin: () => process.stdin,
  canAsk: isatty(0) && stderr.isTerminal,
  clock: systemClock,
  random: Math.random,
  onSignal: (listener) => {
    const heard = (signal: NodeJS.Signals): void => listener(signal as Signal);
    process.on("SIGINT", heard).on("SIGTERM", heard);
    return () => void process.off("SIGINT", heard).off("SIGTERM", heard);
  },
  onCrash: (listener) =>
    void process.on("uncaughtException", (error) => process.exit(listener(error))),
};

// Until the command ends: nothing that is left unfinished may look like success.
process.exitCode = EXIT.bug;
process.exitCode = await main(process.argv.slice(2), ports);
