/**
 * The service's data as one JSON file. It is replaced as a whole, so that it never holds half of a change. A file that is not
 * the service's own is refused and left as it is.
 */

import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { placeOf } from "../files/paths.ts";
import { readUpTo, reasonOf } from "../files/read.ts";
import { makeFolders } from "../files/write.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { isJsonObject, type Json, type JsonObject, jsonIn, jsonText } from "../model/json.ts";
import { MAXIMUM_FILES, sizeInWords } from "../model/limits.ts";
import { emptyGame, type State, type StoredGame, type StoredRecord } from "./state.ts";

const FORMAT = "laurel-service";
const VERSION = 1;

/** The service cannot start or save; the message is a sentence for users. */
export class ServiceFailure extends Error {
  readonly code: DiagnosticCode;
  readonly help: readonly string[];

  constructor(message: string, code: DiagnosticCode = "service-unreachable", help: readonly string[] = []) {
    super(message);
    this.code = code;
    this.help = help;
  }
}

/** The state as plain JSON: what the file holds, and what `snapshot` gives. */
export function stateToJson(state: State): JsonObject {
  const games = [...state].map(([id, game]) => [id, gameToJson(game)]);
  return { format: FORMAT, version: VERSION, games: Object.fromEntries(games) };
}

function gameToJson(game: StoredGame): Json {
  const records = [...game.records].map(([kind, byKey]) => [kind, [...byKey.values()]]);
  const { nextKey, activities, badges, scores } = game;
  return { nextKey, records: Object.fromEntries(records), activities, badges, scores } as unknown as Json;
}

/** The state in a JSON value; a sentence when the value is not a state that this version can read. */
export function stateFromJson(value: unknown): { readonly state: State } | { readonly problem: string } {
  if (!isJsonObject(value) || value.format !== FORMAT) return { problem: "it is not data of the embedded service" };
  if (value.version !== VERSION) return { problem: `it has version ${jsonText(value.version)}, not ${VERSION}` };
  if (!isJsonObject(value.games)) return { problem: "it has no games" };
  const state: State = new Map();
  for (const [id, stored] of Object.entries(value.games)) {
    const game = gameFromJson(stored);
    if (game === undefined) return { problem: `its game "${id}" is damaged` };
    state.set(id, game);
  }
  return { state };
}

function gameFromJson(value: Json): StoredGame | undefined {
  if (!isJsonObject(value) || !Number.isSafeInteger(value.nextKey) || !isJsonObject(value.records)) return undefined;
  const { activities, badges, scores } = value;
  if (!isListOfObjects(activities) || !isListOfObjects(badges) || !isListOfObjects(scores)) return undefined;
  const game = emptyGame();
  for (const [kind, records] of Object.entries(value.records)) {
    if (!Array.isArray(records) || !records.every(isRecord)) return undefined;
    const stored = records as unknown as readonly StoredRecord[];
    game.records.set(kind, new Map(stored.map((record) => [record.key, record])));
  }
  return Object.assign(game, { nextKey: value.nextKey, activities, badges, scores });
}

function isListOfObjects(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every(isJsonObject);
}

function isRecord(value: Json): boolean {
  return (
    isJsonObject(value) &&
    Number.isSafeInteger(value.key) &&
    isJsonObject(value.fields) &&
    typeof value.fields.custom_id === "string" &&
    isJsonObject(value.links) &&
    Object.values(value.links).every((keys) => Array.isArray(keys) && keys.every(Number.isSafeInteger)) &&
    typeof value.created_at === "string" &&
    typeof value.updated_at === "string"
  );
}

/** Reads the file; a missing one is an empty state. Throws `ServiceFailure` for a file that is damaged or foreign. */
export async function loadState(file: string): Promise<State> {
  const text = await readText(file);
  if (text === undefined) return new Map();
  const loaded = stateFromJson(jsonIn(text));
  if ("state" in loaded) return loaded.state;
  const advice = "It was left as it is; move it away to start afresh.";
  throw new ServiceFailure(`The data file "${file}" cannot be used: ${loaded.problem}. ${advice}`);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const bytes = readUpTo(file, MAXIMUM_FILES);
    if (bytes !== undefined) return bytes.toString("utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ServiceFailure(`The data file "${file}" ${reasonOf(error)}.`);
  }
  throw new ServiceFailure(`The data file "${file}" has more than ${sizeInWords(MAXIMUM_FILES)}, which is the limit.`);
}

/** The real path of a data file. Throws `ServiceFailure` for one that links lead out of its repository. */
export async function placeOfData(file: string): Promise<string> {
  const place = await placeOf(file).catch((error: Error) => ({ why: `cannot be used: ${error.message}` }));
  if ("path" in place) return place.path;
  throw new ServiceFailure(`The data file "${file}" ${place.why}.`, "unwritable-file");
}

/** Resolves when a state at least as new as the one of the moment of the call is in the file. */
export type Save = () => Promise<void>;

/** Writes the state to the file at each call. Calls during a write share the next one. */
export function createSave(file: string, state: State): Save {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = write(file, jsonText(stateToJson(state)));
        return running;
      });
    return next;
  };
}

async function write(file: string, text: string): Promise<void> {
  // The lock keeps other processes away; what a killed one left here is replaced.
  const temporary = `${file}.tmp`;
  try {
    await makeFolders(dirname(file));
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new ServiceFailure(`The data file "${file}" cannot be written: ${(error as Error).message}.`);
  }
}

/** Releases the lock. */
type Unlock = () => Promise<void>;

/** Process id, host, when the process started (empty where the system does not show it), and a part of its own. */
const HOLDER = /^(\d+)@([\w-]+)\.(\d*)\.[0-9a-f-]{36}$/;
const HOST = hostname().replaceAll(/[^\w-]/g, "_");
/** What the systems answer when a folder that is not empty, or on Windows any folder, has the name already. */
const TAKEN: readonly unknown[] = ["EEXIST", "ENOTEMPTY", "EPERM"];
const ATTEMPTS = 10;

/** Takes the lock of the file. Throws `ServiceFailure` with the code `data-in-use` while another process holds it. */
export async function lockData(file: string): Promise<Unlock> {
  const folder = `${file}.lock`;
  const own = `${process.pid}@${HOST}.${(await startOf(process.pid))?.ticks ?? ""}.${randomUUID()}`;
  // The folder appears with its holder in it: an empty one counts as free.
  const made = `${file}.${randomUUID()}.tmp`;
  try {
    await makeFolders(dirname(file));
    await mkdir(made);
    await writeFile(join(made, own), "");
    for (let attempt = 1; ; attempt += 1) {
      const problem = await movedTo(made, folder);
      if (problem === undefined) break;
      const holder = await livingHolder(folder);
      if (holder !== undefined) throw inUse(file, folder, holder);
      if (attempt === ATTEMPTS) throw problem;
    }
  } catch (error) {
    await quietly(rm(made, { recursive: true, force: true }));
    if (error instanceof ServiceFailure) throw error;
    throw new ServiceFailure(`The data file "${file}" cannot be locked: ${(error as Error).message}.`);
  }
  return async () => {
    await quietly(unlink(join(folder, own)));
    await quietly(rmdir(folder));
  };
}

async function movedTo(made: string, folder: string): Promise<Error | undefined> {
  try {
    await rename(made, folder);
    return undefined;
  } catch (error) {
    if (TAKEN.includes((error as NodeJS.ErrnoException).code)) return error as Error;
    throw error;
  }
}

/**
 * The running holder of the lock. Dead holders are removed by name, and the folder only while it is empty, so that a process
 * that takes the lock at the same moment is not affected.
 */
async function livingHolder(folder: string): Promise<string | undefined> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (await isAlive(name)) return name;
    await quietly(unlink(join(folder, name)));
  }
  await quietly(rmdir(folder));
  return undefined;
}

/** Unknown counts as alive: a process on another machine, or another file. */
async function isAlive(name: string): Promise<boolean> {
  const [, pid = "", host, ticks] = HOLDER.exec(name) ?? [];
  if (host !== HOST) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
  const now = await startOf(Number(pid));
  return now === undefined || (!now.isDead && now.ticks === ticks);
}

/** Linux shows when a process started, which distinguishes it from a later one with its number, and whether it is a zombie. */
async function startOf(pid: number): Promise<{ readonly ticks: string; readonly isDead: boolean } | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second member is the name of the program, which may hold anything.
    const members = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { ticks: members[19] ?? "", isDead: members[0] === "Z" || members[0] === "X" };
  } catch {
    return undefined;
  }
}

/** Ignores files that are gone or belong to another process by now. */
async function quietly(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}

function inUse(file: string, folder: string, name: string): ServiceFailure {
  const [, pid, host] = HOLDER.exec(name) ?? [];
  const holder = pid === undefined ? `"${name}"` : `process ${pid}${host === HOST ? "" : ` on ${host}`}`;
  return new ServiceFailure(`"${file}" is in use by ${holder}.`, "data-in-use", [
    `end ${holder} first; if it is not laurel, delete "${folder}"`,
  ]);
}
