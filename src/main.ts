#!/usr/bin/env node
/** The only file that touches the process: arguments, environment, streams, signals, exit code. */
import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { systemClock } from "./api/clock.ts";
import { COMMANDS } from "./cli/commands/table.ts";
import { EXIT } from "./cli/exit-codes.ts";
import { main } from "./cli/program.ts";
import type { Output, ProcessPorts } from "./cli/terminal/ports.ts";
import { PACKAGE } from "./files/assets.ts";
import type { Signal } from "./workflow/run.ts";

/** A stream whose failures stop nothing: the first one is reported at the end. */
interface Sink {
  readonly output: Output;
  /** Waits until everything is written, or cannot be. */
  problem(): Promise<string | undefined>;
}

/** Only terminals use Node's streams: they start slowly, and take a text that a full disk cut off as written. */
function sinkOf(fd: number, open: () => NodeJS.WriteStream): Sink {
  const isTerminal = isatty(fd);
  let failure: string | undefined;
  let opened: NodeJS.WriteStream | undefined;
  const failed = (error: unknown): void => {
    const code = codeOf(error);
    // A reader that has seen enough, such as `head`, closes the pipe: that is no failure of ours.
    if (code !== "EPIPE") failure ??= code;
  };
  const stream = (): NodeJS.WriteStream => {
    opened ??= open().on("error", failed);
    return opened;
  };
  const output: Output = {
    write: (text) => {
      try {
        const bytes = Buffer.from(text);
        const left = isTerminal || opened !== undefined ? bytes : writeNow(fd, bytes);
        if (left.length > 0) stream().write(left);
      } catch (error) {
        failed(error);
      }
    },
    isTerminal,
    get columns() {
      // Some terminals do not know their width, and say 0.
      const columns = isTerminal ? stream().columns : 0;
      return columns > 0 ? columns : undefined;
    },
  };
  const problem = async (): Promise<string | undefined> => {
    if (opened === undefined) return failure;
    await new Promise<void>((resolve) => {
      opened?.write("", () => resolve());
    });
    // The event of a failure comes after the call.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    return failure;
  };
  return { output, problem };
}

/** Returns the rest: a full pipe may take nothing until it is read from. */
function writeNow(fd: number, bytes: Buffer): Buffer {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(fd, bytes, at);
  } catch (error) {
    if (codeOf(error) !== "EAGAIN") throw error;
  }
  return bytes.subarray(at);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}

async function ask(question: string): Promise<string | undefined> {
  const { askLine } = await import("./cli/terminal/ask-line.ts");
  return askLine(question, process.stdin, process.stderr, () => process.emit("SIGINT"));
}

/** Empty where it has been deleted meanwhile. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "";
  }
}

function onSignal(listener: (signal: Signal) => void): () => void {
  const interrupted = (): void => listener("SIGINT");
  const terminated = (): void => listener("SIGTERM");
  process.on("SIGINT", interrupted).on("SIGTERM", terminated);
  return () => {
    process.off("SIGINT", interrupted).off("SIGTERM", terminated);
  };
}

function onCrash(listener: (error: unknown) => number): void {
  process.on("uncaughtException", (error) => process.exit(listener(error)));
}

/** yargs finds out from `SHELL`, which names the login shell, for which shell it is to print completions. */
function nameShell(words: readonly string[], env: NodeJS.ProcessEnv): void {
  const named = words.includes("completion") ? words.find((word) => word === "bash" || word === "zsh") : undefined;
  // Only the script for zsh sets this variable.
  const isZsh = named === "zsh" || (words[0] === "--get-yargs-completions" && env.COMP_LINE !== undefined);
  if (named !== undefined || words[0] === "--get-yargs-completions") env.SHELL = isZsh ? "zsh" : "bash";
}

const stdout = sinkOf(1, () => process.stdout);
const stderr = sinkOf(2, () => process.stderr);
const ports: ProcessPorts = {
  version: PACKAGE.version,
  homepage: PACKAGE.homepage,
  cwd: workingDirectory(),
  env: process.env,
  stdout: stdout.output,
  stderr: stderr.output,
  stdoutProblem: stdout.problem,
  stdin: () => process.stdin,
  canAsk: isatty(0) && stderr.output.isTerminal,
  ask,
  clock: systemClock,
  random: Math.random,
  onSignal,
  onCrash,
};

const words = process.argv.slice(2);
nameShell(words, process.env);
// Until the command ends: nothing that is left unfinished may look like success.
process.exitCode = EXIT.bug;
process.exitCode = await main(words, ports, COMMANDS);
