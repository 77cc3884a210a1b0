/**
 * The data of the embedded service. Records refer to each other by internal keys, not by
 * `custom_id`, so renames need no updates of references (docs/service.md#renames). Records are
 * immutable.
 */
import type { KindName } from "../catalog/types.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import { KINDS } from "./kinds.ts";

/** Unique in its game, and never reused. */
export type Key = number;

export interface RecordContent {
  /** Decoded values by field name. References are keys or `null`. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Members of each link, in the order of attachment. */
  readonly links: Readonly<Record<string, readonly Key[]>>;
}

/** New content of a record. */
export interface RecordWrite extends RecordContent {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** A stored resource, player, activity, score or badge. */
export interface StoredRecord extends RecordContent {
  readonly key: Key;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The data of one game. */
export interface StoredGame {
  nextKey: Key;
  /** Records by kind and key, in the order of creation. */
  readonly records: Map<KindName, Map<Key, StoredRecord>>;
}

/** Games by id. */
export type State = Map<string, StoredGame>;

/** Returns the game with that id, and creates it on first use. */
export function gameIn(state: State, gameId: string): StoredGame {
  const game = state.get(gameId) ?? { nextKey: 1, records: new Map() };
  state.set(gameId, game);
  return game;
}

/** Returns the records of a kind, in the order of creation. */
export function recordsOf(game: StoredGame, kind: KindName): Map<Key, StoredRecord> {
  const records = game.records.get(kind) ?? new Map<Key, StoredRecord>();
  game.records.set(kind, records);
  return records;
}

/** Finds a record of a kind by `custom_id`. */
export function findRecord(
  game: StoredGame,
  kind: KindName,
  customId: Json | undefined,
): StoredRecord | undefined {
  for (const record of recordsOf(game, kind).values())
    if (record.fields.custom_id === customId) return record;
  return undefined;
}

/** Finds the record that a reference field refers to. */
export function findReferenced(
  game: StoredGame,
  kind: KindName,
  reference: Json | undefined,
): StoredRecord | undefined {
  return typeof reference === "number" ? recordsOf(game, kind).get(reference) : undefined;
}

/** Returns the record that a required reference of a stored record refers to. */
export function requireReferenced(
  game: StoredGame,
  kind: KindName,
  reference: Json | undefined,
): StoredRecord {
  const record = findReferenced(game, kind, reference);
  if (record === undefined) throw new Error(`a stored record lacks its ${kind}`);
  return record;
}

export function idOf(record: StoredRecord): string {
  return String(record.fields.custom_id);
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
 * Formats a time like the service: ISO 8601 in UTC with microseconds (docs/service.md#transport).
 */
export function formatTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "000Z");
}

/**
 * Formats a time in whole seconds, for `created_at` and `updated_at` (docs/service.md#transport).
 */
export function formatSeconds(milliseconds: number): string {
  return formatTimestamp(Math.floor(milliseconds / 1000) * 1000);
}

const FORMAT = "laurel-service";
const VERSION = 2;

/** Converts the state to the JSON of a data file. */
export function encodeState(state: State): JsonObject {
  const games = [...state].map(([id, { nextKey, records }]): [string, Json] => [
    id,
    {
      nextKey,
      records: Object.fromEntries(
        Array.from(records, ([kind, byKey]): [string, Json] => [
          kind,
          Array.from(byKey.values(), (record) => ({ ...record })),
        ]),
      ),
    },
  ]);
  return { format: FORMAT, version: VERSION, games: Object.fromEntries(games) };
}

/** Reads the state from JSON, or says in a sentence why this version cannot read it. */
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
