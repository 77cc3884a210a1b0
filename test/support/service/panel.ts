/** Changes past the interface, as in the vendor's admin panel. Wrong names throw. */
import type { Kind } from "../../../src/catalog/types.ts";
import { findStoredDefault } from "../../../src/emulator/checks.ts";
import { findKind, KINDS } from "../../../src/emulator/kinds.ts";
import type { RoutePlace } from "../../../src/emulator/replies.ts";
import type { Service } from "../../../src/emulator/server.ts";
import {
  addRecord,
  findRecord,
  gameIn,
  idOf,
  type Key,
  recordsOf,
  type State,
  type StoredGame,
  type StoredRecord,
} from "../../../src/emulator/state.ts";
import { showDefinition } from "../../../src/emulator/wire.ts";
import { replaceRecord } from "../../../src/emulator/write.ts";
import type { Json, JsonObject } from "../../../src/ground/json.ts";

/**
 * Records by the plural of their kind, in wire form with links as lists of ids; omitted fields have
 * their defaults.
 */
export type Contents = Readonly<Record<string, readonly JsonObject[]>>;

export interface Panel {
  /** Adds records to a game, in any order. Keys are the plurals of kinds. */
  seed(gameId: string, contents: Contents): Promise<void>;
  /** Sets fields and links of a record. */
  edit(gameId: string, kind: string, customId: string, changes: JsonObject): Promise<void>;
  /**
   * All resources and players of a game in the form that `seed` takes, each kind sorted by
   * `custom_id`.
   */
  contents(gameId: string): Record<string, readonly JsonObject[]>;
  /**
   * A copy of everything, players' history included. Later changes of the service do not reach it.
   */
  snapshot(): State;
  /** Puts everything back to a snapshot. */
  restore(snapshot: State): Promise<void>;
}

/** The service with the panel. `save` is called after a seed and after a snapshot is restored. */
export function withPanel<T extends Pick<Service, "state">>(
  service: T,
  now: () => number = Date.now,
  save: () => Promise<void> = () => Promise.resolve(),
): T & Panel {
  const { state } = service;
  return {
    ...service,
    seed: async (gameId, contents) => {
      seedGame(gameIn(state, gameId), contents, now());
      await save();
    },
    edit: async (gameId, kindName, customId, changes) => {
      const game = gameIn(state, gameId);
      const kind = findKind(kindName);
      change({ game, kind }, mustFind(game, kind, customId), changes, now());
    },
    contents: (gameId) => contentsOf(gameIn(state, gameId)),
    snapshot: () => copyOf(state),
    restore: async (snapshot) => {
      state.clear();
      for (const [id, game] of copyOf(snapshot)) state.set(id, game);
      await save();
    },
  };
}

/** Records are replaced, never changed, so that copies can share them. */
function copyOf(state: State): State {
  return new Map(
    Array.from(state, ([id, { nextKey, records }]): [string, StoredGame] => [
      id,
      { nextKey, records: new Map(Array.from(records, ([kind, byKey]) => [kind, new Map(byKey)])) },
    ]),
  );
}

/** References may point forwards. */
function seedGame(game: StoredGame, contents: Contents, now: number): void {
  const added = Object.entries(contents).flatMap(([plural, resources]) => {
    const kind = KINDS.find((each) => each.plural === plural);
    if (kind === undefined) throw new Error(`no kind is called "${plural}"`);
    return resources.map((resource) => ({
      kind,
      resource,
      record: addBare(game, kind, resource, now),
    }));
  });
  for (const { kind, resource, record } of added) change({ game, kind }, record, resource, now);
}

function addBare(game: StoredGame, kind: Kind, resource: JsonObject, now: number): StoredRecord {
  const { custom_id } = resource;
  if (typeof custom_id !== "string") throw new Error(`a seeded ${kind.label} has no custom_id`);
  if (findRecord(game, kind.name, custom_id) !== undefined) {
    throw new Error(`there is a ${kind.label} "${custom_id}" already`);
  }
  const defaults = kind.fields.map((field) => [
    field.name,
    field.name === "name" ? custom_id : findStoredDefault(field),
  ]);
  const fields = { ...Object.fromEntries(defaults), custom_id };
  const links = Object.fromEntries(kind.links.map((link) => [link.name, []]));
  return addRecord(game, kind.name, { fields, links, now });
}

function change(place: RoutePlace, record: StoredRecord, changes: JsonObject, now: number): void {
  const { game, kind } = place;
  const fields: Record<string, Json> = { ...record.fields };
  const links: Record<string, readonly Key[]> = { ...record.links };
  const keyOf = (to: string, id: Json): Key => mustFind(game, findKind(to), String(id)).key;
  for (const [name, value] of Object.entries(changes)) {
    const field = kind.fields.find((each) => each.name === name);
    const link = kind.links.find((each) => each.name === name);
    if (field !== undefined) {
      fields[name] = field.type === "reference" && value !== null ? keyOf(field.to, value) : value;
    } else if (link !== undefined && Array.isArray(value)) {
      links[name] = (value as readonly Json[]).map((id) => keyOf(link.to, id));
    } else if (!["created_at", "updated_at"].includes(name)) {
      throw new Error(`a ${kind.label} has no field "${name}"`);
    }
  }
  replaceRecord(place, record, { fields, links, now });
}

function mustFind(game: StoredGame, kind: Kind, customId: string): StoredRecord {
  const record = findRecord(game, kind.name, customId);
  if (record === undefined) throw new Error(`there is no ${kind.label} "${customId}"`);
  return record;
}

function contentsOf(game: StoredGame): Record<string, readonly JsonObject[]> {
  const named = KINDS.filter(({ fields }) => fields[0]?.type === "id");
  return Object.fromEntries(
    named.map((kind) => {
      const records = [...recordsOf(game, kind.name).values()].sort((a, b) =>
        idOf(a) < idOf(b) ? -1 : 1,
      );
      return [kind.plural, records.map((record) => showDefinition({ game, kind }, record))];
    }),
  );
}
