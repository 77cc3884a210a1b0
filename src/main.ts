#!/usr/bin/env node
/** The only file that touches the process: arguments, environment, streams, signals, exit code. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Output, Ports, Signal } from "./cli/ports.ts";
import { main } from "./cli/program.ts";
import { systemClock } from "./edges/clock.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => {
      stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.isTTY === true ? stream.columns : undefined;
    },
  };
}

function ask(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.once("close", () => resolve(undefined));
    // readline keeps Ctrl-C to itself while it reads; closing means "no answer".
    lines.once("SIGINT", () => lines.close());
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

function onSignal(listener: (signal: Signal) => void): () => void {
  const interrupted = (): void => listener("SIGINT");
  const terminated = (): void => listener("SIGTERM");
  process.on("SIGINT", interrupted).on("SIGTERM", terminated);
  return () => {
    process.off("SIGINT", interrupted).off("SIGTERM", terminated);
  };
}

const ports: Ports = {
  cwd: process.cwd(),
  env: process.env,
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
  ask,
  clock: systemClock,
  random: Math.random,
  onSignal,
};

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await main(process.argv.slice(2), ports, version);
