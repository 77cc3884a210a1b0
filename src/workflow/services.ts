/**
 * What a run works with from its beginning to its end. The first Ctrl-C asks the work to stop in good order, the second
 * one aborts requests in flight. Outside of an apply there is nothing to finish, so the first one aborts.
 */
import type { Client } from "../api/client.ts";
import { type Connections, openConnections } from "../api/connections.ts";
import type { Ports, Signal } from "./ports.ts";
import type { Reporter } from "./reporter.ts";

export interface RunContext {
  readonly ports: Ports;
  readonly reporter: Reporter;
  /** Shared by all games, so that there is one budget of requests for each service and token. */
  readonly connections: Connections;
  /** Aborted by the first signal. */
  readonly stop: AbortSignal;
  /** The first signal, if there was one. */
  signal(): Signal | undefined;
  /** Clients whose requests are aborted. */
  watch(client: Client): void;
  /** While this runs, the first signal only stops what has not begun, and calls `onFirst`: once for several side by side. */
  finishing<T>(onFirst: () => void, work: () => Promise<T>): Promise<T>;
}

/** Runs the work and closes the connections behind it. `signal`: what interrupted it, whatever the work itself returned. */
export async function withServices<T>(
  ports: Ports,
  reporter: Reporter,
  work: (run: RunContext) => Promise<T>,
): Promise<{ readonly value: T; readonly signal: Signal | undefined }> {
  const stop = new AbortController();
  const connections = openConnections(ports);
  const clients: Client[] = [];
  let first: Signal | undefined;
  let orderly: (() => void) | undefined;
  let unfinished = 0;
  const forget = ports.onSignal((signal) => {
    const isFirst = first === undefined;
    first ??= signal;
    stop.abort();
    if (isFirst && orderly !== undefined) orderly();
    else for (const client of clients) void client.abort();
  });
  const run: RunContext = {
    ports,
    reporter,
    connections,
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
    const value = await work(run);
    return { value, signal: first };
  } finally {
    forget();
    await connections.close();
  }
}
