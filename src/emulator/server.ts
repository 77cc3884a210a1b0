/** Starts the embedded service on the loopback interface. */
import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { catalog } from "../catalog/index.ts";
import { type JsonObject, jsonText, parseJson } from "../model/json.ts";
import { type App, createApp } from "./app.ts";
import {
  createSave,
  loadState,
  lockData,
  placeOfData,
  type Save,
  ServiceFailure,
  stateFromJson,
  stateToJson,
} from "./data-file.ts";
import { type ServiceOptions, settingsFrom } from "./options.ts";
import { type Contents, contentsOf, deleteRecord, editRecord, seedGame } from "./panel.ts";
import { player } from "./play-routes.ts";
import type { Context } from "./routes.ts";
import { gameIn, type State } from "./state.ts";

/** A service with its state, without a server: `app.request(path, init)` answers in the same program. */
export interface Service {
  readonly app: App;
  readonly token: string;
  /** Adds records to a game past the interface, in any order. Keys are the plurals of kinds, and `players`. */
  seed(gameId: string, contents: Contents): Promise<void>;
  /** Sets fields and links of a record past the interface, as in the admin panel. */
  edit(gameId: string, kind: string, customId: string, changes: JsonObject): Promise<void>;
  /** Deletes a record past the interface. */
  remove(gameId: string, kind: string, customId: string): Promise<void>;
  /** All records of a game in the form that `seed` takes, each kind sorted by `custom_id`, every field and link shown. */
  contents(gameId: string): Record<string, readonly JsonObject[]>;
  /** A copy of everything, players' history included. */
  snapshot(): JsonObject;
  /** Puts everything back to a snapshot. */
  restore(snapshot: JsonObject): Promise<void>;
}

/** A service that listens. */
export interface RunningService extends Service {
  /** Base address without a slash at the end: every path of docs/service.md#endpoints is appended to it. */
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
  const settings = settingsFrom(options, randomBytes(24).toString("base64url"));
  const context: Context = { settings, kinds: [...catalog, player] };
  const { clock } = settings;
  return {
    app: createApp(context, state, save),
    token: settings.token,
    async seed(gameId, contents) {
      seedGame(context, gameIn(state, gameId), contents, clock.now());
      await save();
    },
    async edit(gameId, kind, customId, changes) {
      editRecord(context, gameIn(state, gameId), kind, customId, changes, clock.now());
      await save();
    },
    async remove(gameId, kind, customId) {
      deleteRecord(context, gameIn(state, gameId), kind, customId);
      await save();
    },
    contents: (gameId) => contentsOf(context, gameIn(state, gameId)),
    snapshot: () => parseJson(jsonText(stateToJson(state))) as JsonObject,
    async restore(snapshot) {
      const loaded = stateFromJson(parseJson(jsonText(snapshot)));
      if ("problem" in loaded) throw new Error(`the snapshot cannot be restored: ${loaded.problem}`);
      state.clear();
      for (const [id, game] of loaded.state) state.set(id, game);
      await save();
    },
  };
}

/**
 * Starts a service on 127.0.0.1. Rejects with `ServiceFailure`, whose message is a sentence for the user, when the data
 * file is damaged, foreign or in use, or the port is taken.
 */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { dataFile } = options;
  if (dataFile === undefined) return listening(options, new Map(), () => Promise.resolve());
  // Through a link it is the same file.
  const file = await placeOfData(dataFile);
  const unlock = await lockData(file);
  try {
    const state = await loadState(file);
    const service = await listening(options, state, createSave(file, state));
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

async function listening(options: StartOptions, state: State, write: Save): Promise<RunningService> {
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
      const reason = error.code === "EADDRINUSE" ? "something else is listening there" : error.message;
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
