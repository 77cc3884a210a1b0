/** Starts the embedded service on the loopback interface. */
import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type App, createApp, fillSettings, type ServiceOptions } from "./app.ts";
import { createSave, loadState, locateData, type Save, ServiceFailure } from "./data-file.ts";
import { lockData } from "./data-lock.ts";
import type { State } from "./state.ts";

/**
 * A service with its state, without a server: `app.request(path, init)` answers in the same
 * program.
 */
export interface Service {
  readonly app: App;
  readonly token: string;
  readonly state: State;
}

/** A service that listens. */
export interface RunningService extends Service {
  /**
   * Base address without a slash at the end: every path of docs/service.md#endpoints is appended to
   * it.
   */
  readonly url: string;
  readonly port: number;
  /** Ends open connections and waits for the data file. */
  close(): Promise<void>;
}

/** The options of a service that listens. */
export interface StartOptions extends ServiceOptions {
  /** Default 0: any that is free. */
  readonly port?: number;
  /** JSON file that keeps the data. Default: memory only. */
  readonly dataFile?: string;
}

/** Makes a service over a state. `save` is called after each change. */
export function createService(
  options: ServiceOptions = {},
  state: State = new Map(),
  save: Save = () => Promise.resolve(),
): Service {
  const settings = fillSettings(options, randomBytes(24).toString("base64url"));
  return { app: createApp(settings, state, save), token: settings.token, state };
}

/**
 * Starts a service on 127.0.0.1. Rejects with `ServiceFailure`, whose message is a sentence for the
 * user, when the data file is damaged, foreign or in use, or the port is taken.
 */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { dataFile } = options;
  if (dataFile === undefined) return serve(options, new Map(), () => Promise.resolve());
  // Through a link it is the same file.
  const file = await locateData(dataFile);
  const unlock = await lockData(file);
  try {
    const state = await loadState(file);
    const service = await serve(options, state, createSave(file, state));
    const close = async (): Promise<void> => {
      await service.close();
      await unlock();
    };
    return { ...service, close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function serve(options: StartOptions, state: State, write: Save): Promise<RunningService> {
  let lastSave = Promise.resolve();
  const save = () => {
    lastSave = write();
    return lastSave;
  };
  const service = createService(options, state, save);
  const server = createAdaptorServer({ fetch: service.app.fetch }) as Server;
  // Longer than clients keep idle connections, so that none is closed during a request.
  server.keepAliveTimeout = 65_000;
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return {
    ...service,
    url: `http://127.0.0.1:${port}`,
    port,
    close: () => close(server, () => lastSave),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE" ? "something else is listening there" : error.message;
      reject(new ServiceFailure(`The embedded service cannot listen on port ${port}: ${reason}.`));
    });
    server.listen(port, "127.0.0.1", resolve);
  });
}

async function close(server: Server, lastSave: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  // A failure was reported with the change.
  await lastSave().catch(() => undefined);
}
