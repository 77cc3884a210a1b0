/**
 * Ctrl-C and termination. The first signal asks the work to stop in good order, the second one breaks off what is in
 * flight. Outside of an apply there is nothing to finish, so the first one breaks off.
 */
import type { Client } from "../api/client.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { Ports, Signal } from "./ports.ts";

export interface Interrupts {
  /** Aborted by the first signal. */
  readonly stop: AbortSignal;
  /** The first signal, if there was one. */
  signal(): Signal | undefined;
  /** Clients whose requests are broken off. */
  watch(client: Client): void;
  /**
   * While this runs, the first signal only stops what has not begun; `onFirst` tells the person so. Of several that
   * run side by side, one tells it for all.
   */
  finishing<T>(onFirst: () => void, work: () => Promise<T>): Promise<T>;
}

/** Runs the work; ends with 130 or 143 if it was interrupted, whatever the work itself came to. */
export async function withInterrupts(
  ports: Ports,
  work: (interrupts: Interrupts) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stop = new AbortController();
  const clients: Client[] = [];
  let first: Signal | undefined;
  let orderly: (() => void) | undefined;
  let unfinished = 0;
  const breakOff = (): void => {
    for (const client of clients) void client.abort();
  };
  const forget = ports.onSignal((signal) => {
    const isFirst = first === undefined;
    first ??= signal;
    stop.abort();
    if (isFirst && orderly !== undefined) orderly();
    else breakOff();
  });
  const interrupts: Interrupts = {
    stop: stop.signal,
    signal: () => first,
    watch: (client) => clients.push(client),
    finishing: async (onFirst, task) => {
      orderly = onFirst;
      unfinished += 1;
      try {
        return await task();
      } finally {
        unfinished -= 1;
        if (unfinished === 0) orderly = undefined;
      }
    },
  };
  try {
    const code = await work(interrupts);
    if (first === undefined) return code;
    return first === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
  } finally {
    forget();
  }
}
