/**
 * The data of the embedded service. Records refer to each other by internal keys, never by `custom_id`, so that
 * everything follows a rename at once (docs/service.md#renames). Records are replaced, not changed.
 */
import type { Kind, KindName } from "../catalog/types.ts";
import type { ExactNumber, Json } from "../model/json.ts";

/** Unique among everything in its game, and never used again. */
export type Key = number;

/** One resource or player. */
export interface StoredRecord {
  readonly key: Key;
  /** By field name. Values are decoded; references are keys or `null`. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Members of each link in the order in which they were attached. */
  readonly links: Readonly<Record<string, readonly Key[]>>;
  readonly created_at: string;
  readonly updated_at: string;
}

/** One activity, reported or recorded by a reaction. */
export interface StoredActivity {
  readonly uuid: string;
  readonly player: Key;
  readonly action: Key;
  readonly amount: number;
  readonly date_time_utc: string;
  readonly custom_session_id: string | null;
  readonly custom_data: Json;
}

/** An achievement that a player has earned; `points` are those of that moment. */
export interface StoredBadge extends Pick<StoredActivity, "player" | "date_time_utc" | "custom_session_id"> {
  readonly achievement: Key;
  readonly points: number;
}

/** A reported score; every one is kept, so that each time span finds its own. */
interface StoredScore extends Pick<StoredActivity, "uuid" | "player" | "date_time_utc"> {
  readonly leaderboard: Key;
  readonly score: number | ExactNumber;
}

/** Everything that belongs to one game. */
export interface StoredGame {
  nextKey: Key;
  /** By kind, then by key in the order of creation. */
  readonly records: Map<KindName, Map<Key, StoredRecord>>;
  /** In the order in which they were recorded, as the next two. */
  activities: readonly StoredActivity[];
  badges: readonly StoredBadge[];
  scores: readonly StoredScore[];
}

/** Games by id. */
export type State = Map<string, StoredGame>;

export function emptyGame(): StoredGame {
  return { nextKey: 1, records: new Map(), activities: [], badges: [], scores: [] };
}

/** The game of that id; a new one is empty. */
export function gameIn(state: State, gameId: string): StoredGame {
  const game = state.get(gameId) ?? emptyGame();
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
export function recordWithId(game: StoredGame, kind: KindName, customId: string): StoredRecord | undefined {
  for (const record of recordsOf(game, kind).values()) if (idOf(record) === customId) return record;
  return undefined;
}

export function idOf(record: StoredRecord): string {
  return record.fields.custom_id as string;
}

/** Adds a record under the next free key. */
export function addRecord(
  game: StoredGame,
  kind: KindName,
  { fields, links }: Pick<StoredRecord, "fields" | "links">,
  now: number,
): StoredRecord {
  const created_at = secondsTimestamp(now);
  const record = { key: game.nextKey, fields, links, created_at, updated_at: created_at };
  game.nextKey += 1;
  recordsOf(game, kind).set(record.key, record);
  return record;
}

/** The records that refer to the record of that kind and key, by a field or by a link. */
export function referrersTo(
  game: StoredGame,
  kinds: readonly Kind[],
  target: KindName,
  key: Key,
): readonly { readonly kind: Kind; readonly record: StoredRecord }[] {
  return kinds.flatMap((kind) => {
    const fields = kind.fields.filter((field) => field.type === "reference" && field.to === target);
    const links = kind.links.filter((link) => link.to === target);
    return [...recordsOf(game, kind.name).values()]
      .filter(
        (record) =>
          record.key !== key &&
          (fields.some((field) => record.fields[field.name] === key) ||
            links.some((link) => record.links[link.name]?.includes(key))),
      )
      .map((record) => ({ kind, record }));
  });
}

/** Deletes players' data about a deleted record. Keys are unique among all kinds. */
export function forgetPlayerData(game: StoredGame, key: Key): void {
  game.activities = game.activities.filter((each) => each.player !== key && each.action !== key);
  game.badges = game.badges.filter((each) => each.player !== key && each.achievement !== key);
  game.scores = game.scores.filter((each) => each.player !== key && each.leaderboard !== key);
}

/** ISO 8601 in UTC with microseconds, as the service writes all times (docs/service.md#transport). */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "000Z");
}

/** A timestamp of whole seconds: what `created_at` and `updated_at` have (docs/service.md#transport). */
export function secondsTimestamp(milliseconds: number): string {
  return timestamp(Math.floor(milliseconds / 1000) * 1000);
}
