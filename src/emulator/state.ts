/**
 * The data of the embedded service. Records refer to each other by internal keys, never by
 * `custom_id`, so that everything follows a rename at once (docs/service.md#renames). Records are
 * replaced, not changed.
 */
import type { KindName } from "../catalog/types.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import { KINDS } from "./kinds.ts";

/** Unique among everything in its game, and never used again. */
export type Key = number;

export interface RecordContent {
  /** By field name. Values are decoded; references are keys or `null`. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Members of each link in the order in which they were attached. */
  readonly links: Readonly<Record<string, readonly Key[]>>;
}

/** What is written to a record. */
export interface RecordWrite extends RecordContent {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** One resource or player, or something that a player did or earned. */
export interface StoredRecord extends RecordContent {
  readonly key: Key;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Everything that belongs to one game. */
export interface StoredGame {
  nextKey: Key;
  /** By kind, then by key in the order of creation. */
  readonly records: Map<KindName, Map<Key, StoredRecord>>;
}

/** Games by id. */
export type State = Map<string, StoredGame>;

/** The game of that id; a new one is empty. */
export function gameIn(state: State, gameId: string): StoredGame {
  const game = state.get(gameId) ?? { nextKey: 1, records: new Map() };
  state.set(gameId, game);
  return game;
}

/** The records of one kind, in the order of creation. */
export function recordsOf(game: StoredGame, kind: KindName): Map<Key, StoredRecord> {
  const records = game.records.get(kind) ?? new Map<Key, StoredRecord>();
  game.records.set(kind, records);
  return records;
}

/** The record of a kind with that `custom_id`. */
export function findRecord(
  game: StoredGame,
  kind: KindName,
  customId: Json | undefined,
): StoredRecord | undefined {
  for (const record of recordsOf(game, kind).values())
    if (record.fields.custom_id === customId) return record;
  return undefined;
}

export function idOf(record: StoredRecord): string {
  return record.fields.custom_id as string;
}

/** Adds a record under the next free key. */
export function addRecord(
  game: StoredGame,
  kind: KindName,
  { now, ...content }: RecordWrite,
): StoredRecord {
  const created_at = formatSeconds(now);
  const record = { key: game.nextKey, ...content, created_at, updated_at: created_at };
  game.nextKey += 1;
  recordsOf(game, kind).set(record.key, record);
  return record;
}

/**
 * ISO 8601 in UTC with microseconds, as the service writes all times (docs/service.md#transport).
 */
export function formatTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "000Z");
}

/**
 * A timestamp of whole seconds: what `created_at` and `updated_at` have
 * (docs/service.md#transport).
 */
export function formatSeconds(milliseconds: number): string {
  return formatTimestamp(Math.floor(milliseconds / 1000) * 1000);
}

const FORMAT = "laurel-service";
const VERSION = 2;

/** The state as plain JSON: what a data file holds. */
export function encodeState(state: State): JsonObject {
  const games = [...state].map(([id, { nextKey, records }]): [string, unknown] => [
    id,
    {
      nextKey,
      records: Object.fromEntries(
        Array.from(records, ([kind, byKey]) => [kind, [...byKey.values()]]),
      ),
    },
  ]);
  return { format: FORMAT, version: VERSION, games: Object.fromEntries(games) as JsonObject };
}

/** The state in a JSON value; a sentence when the value is not a state that this version wrote. */
export function decodeState(
  value: Json | undefined,
): { readonly state: State } | { readonly problem: string } {
  if (!isJsonObject(value) || value.format !== FORMAT)
    return { problem: "it is not data of the embedded service" };
  if (value.version !== VERSION)
    return { problem: `it has version ${jsonText(value.version)}, not ${VERSION}` };
  const state: State = new Map();
  const games = isJsonObject(value.games) ? value.games : {};
  for (const [id, game] of Object.entries(games)) {
    if (!isGame(game)) return { problem: `its game ${inQuotes(id)} is damaged` };
    const records = Object.entries(game.records).map(
      ([kind, list]): [KindName, Map<Key, StoredRecord>] => [
        kind,
        new Map(list.map((record) => [record.key, record])),
      ],
    );
    state.set(id, { nextKey: game.nextKey, records: new Map(records) });
  }
  return { state };
}

interface GameAsJson {
  readonly nextKey: Key;
  readonly records: Readonly<Record<KindName, readonly StoredRecord[]>>;
}

function isGame(value: unknown): value is GameAsJson {
  if (!isJsonObject(value) || !Number.isSafeInteger(value.nextKey) || !isJsonObject(value.records))
    return false;
  const isRecord = (record: Json): boolean =>
    isJsonObject(record) &&
    Number.isSafeInteger(record.key) &&
    isJsonObject(record.fields) &&
    isJsonObject(record.links);
  return Object.entries(value.records).every(
    ([kind, list]) =>
      KINDS.some(({ name }) => name === kind) && Array.isArray(list) && list.every(isRecord),
  );
}
