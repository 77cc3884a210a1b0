#!/usr/bin/env node
/** The only file that touches the process: arguments, environment, streams, signals, exit code. */
import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { systemClock } from "./api/clock.ts";
import { EXIT } from "./cli/command/command.ts";
import { main } from "./cli/program.ts";
import type { Output, ProcessPorts } from "./cli/terminal/ports.ts";
import { PACKAGE } from "./files/assets.ts";
import { errorCodeOf } from "./ground/errors.ts";

/** Why stdout could not be written: the first failure. */
let problem: string | undefined;

/** Uses Node's streams for terminals only: they report no error of a full disk. */
function outputOf(fd: 1 | 2, terminal: () => NodeJS.WriteStream): Output {
  const isTerminal = isatty(fd);
  return {
    write: (text) => {
      try {
        if (isTerminal) terminal().write(text);
        else writeWhole(fd, Buffer.from(text));
      } catch (error) {
        // A reader such as `head` closes the pipe early. This is not a failure.
        const code = errorCodeOf(error) ?? "unknown error";
        if (fd === 1 && code !== "EPIPE") problem ??= code;
      }
    },
    isTerminal,
    get columns() {
      // Some terminals do not know their width, and say 0.
      return (isTerminal && terminal().columns) || undefined;
    },
  };
}

/** Writes all bytes, and waits while a pipe is full. */
function writeWhole(fd: number, bytes: Buffer): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (errorCodeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

/** Returns an empty text if the folder was deleted. */
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
    const interrupt = (): void => listener("SIGINT");
    const terminate = (): void => listener("SIGTERM");
    process.on("SIGINT", interrupt).on("SIGTERM", terminate);
    return () => void process.off("SIGINT", interrupt).off("SIGTERM", terminate);
  },
  onCrash: (listener) =>
    void process.on("uncaughtException", (error) => process.exit(listener(error))),
};

// Until the command ends, so that an unfinished run never looks like success.
process.exitCode = EXIT.bug;
process.exitCode = await main(process.argv.slice(2), ports);
