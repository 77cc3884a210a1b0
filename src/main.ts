#!/usr/bin/env node
/** The only file that touches the process: arguments, environment, streams, signals, exit code. */
import { readFileSync } from "node:fs";
import type { Output, Ports, Signal } from "./cli/ports.ts";
import { main } from "./cli/program.ts";
import { systemClock } from "./edges/clock.ts";

const { version, homepage } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
  homepage?: string;
};

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => {
      stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      // Some terminals do not know their width, and say 0.
      return stream.isTTY === true && stream.columns > 0 ? stream.columns : undefined;
    },
  };
}

async function ask(question: string): Promise<string | undefined> {
  const { askLine } = await import("./edges/ask-line.ts");
  return askLine(question, process.stdin, process.stderr, () => process.emit("SIGINT"));
}

function onSignal(listener: (signal: Signal) => void): () => void {
  const interrupted = (): void => listener("SIGINT");
  const terminated = (): void => listener("SIGTERM");
  process.on("SIGINT", interrupted).on("SIGTERM", terminated);
  return () => {
    process.off("SIGINT", interrupted).off("SIGTERM", terminated);
  };
}

function onWarning(listener: (warning: Error) => void): void {
  // The one that is there from the beginning prints them.
  process.removeAllListeners("warning").on("warning", listener);
}

function onCrash(listener: (error: unknown) => number): void {
  process.on("uncaughtException", (error) => process.exit(listener(error)));
}

const ports: Ports = {
  version,
  ...(homepage === undefined ? {} : { homepage }),
  cwd: process.cwd(),
  env: process.env,
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
  ask,
  clock: systemClock,
  random: Math.random,
  onSignal,
  onWarning,
  onCrash,
};

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await main(process.argv.slice(2), ports);
