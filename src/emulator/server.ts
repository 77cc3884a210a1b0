/** Starts the embedded service on the loopback interface. */
import { randomBytes } from "node:crypto";
import { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { type App, createApp, fillSettings, type ServiceOptions } from "./app.ts";
import { createSave, loadState, locateData, type Save, ServiceFailure } from "./data-file.ts";
import { lockData } from "./data-lock.ts";
import type { State } from "./state.ts";

/** A service without a server. `app.request(path, init)` answers in the same process. */
export interface Service {
  readonly app: App;
  readonly token: string;
  readonly state: State;
}

/** A listening service. */
export interface RunningService extends Service {
  /** Base address of the paths in docs/service.md#endpoints, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Ends open connections and waits for the data file. */
  close(): Promise<void>;
}

/** The options of a listening service. */
export interface StartOptions extends ServiceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** JSON file for the data. Default: memory only. */
  readonly dataFile?: string;
}

/** Creates a service with a state. `save` runs after each change. */
export function createService(
  options: ServiceOptions = {},
  state: State = new Map(),
  save: Save = () => Promise.resolve(),
): Service {
  const settings = fillSettings(options, randomBytes(24).toString("base64url"));
  return { app: createApp(settings, state, save), token: settings.token, state };
}

/**
 * Starts a service on 127.0.0.1. Rejects with `ServiceFailure` if the data file is damaged, foreign
 * or in use, or if the port is taken.
 */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { dataFile } = options;
  if (dataFile === undefined) return serve(options, new Map(), () => Promise.resolve());
  // Links to the same file share its lock.
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
  const server = createAdaptorServer({ fetch: service.app.fetch });
  if (!(server instanceof Server)) throw new Error("the service needs an HTTP/1 server");
  // Clients have shorter timeouts, so the server never closes a connection during a request.
  server.keepAliveTimeout = 65_000;
  await listen(server, options.port ?? 0);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
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
  // A failed save was reported with its change.
  await lastSave().catch(() => undefined);
}
