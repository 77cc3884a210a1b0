/** Changes past the interface, as in the vendor's admin panel, for tests and demonstrations. Wrong names throw. */
import type { Field, Kind } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { storedDefault } from "./checks.ts";
import type { Context, RoutePlace } from "./routes.ts";
import { addRecord, idOf, type Key, recordsOf, recordWithId, type StoredGame, type StoredRecord } from "./state.ts";
import { members, toWire } from "./wire.ts";
import { removeRecord, replaceRecord } from "./write.ts";

/** Records by the plural of their kind, in wire form with links as lists of ids; omitted fields have their defaults. */
export type Contents = Readonly<Record<string, readonly JsonObject[]>>;

/** Adds records, in any order: references may point forwards. */
export function seedGame(context: Context, game: StoredGame, contents: Contents, now: number): void {
  const added = Object.entries(contents).flatMap(([plural, resources]) => {
    const kind = context.kinds.find((each) => each.plural === plural);
    if (kind === undefined) throw new Error(`no kind is called "${plural}"`);
    return resources.map((resource) => ({
      place: { context, game, kind },
      resource,
      record: addBare(game, kind, resource, now),
    }));
  });
  for (const { place, resource, record } of added) change(place, record, resource, now);
}

function addBare(game: StoredGame, kind: Kind, resource: JsonObject, now: number): StoredRecord {
  const customId = resource.custom_id;
  if (typeof customId !== "string") throw new Error(`a seeded ${kind.label} has no custom_id`);
  if (recordWithId(game, kind.name, customId) !== undefined) {
    throw new Error(`there is a ${kind.label} "${customId}" already`);
  }
  const defaults = kind.fields.map((field) => [field.name, field.name === "name" ? customId : storedDefault(field)]);
  const fields = { ...Object.fromEntries(defaults), custom_id: customId };
  const links = Object.fromEntries(kind.links.map((link) => [link.name, []]));
  return addRecord(game, kind.name, { fields, links }, now);
}

/** Sets any fields and links of a record. */
export function editRecord(
  context: Context,
  game: StoredGame,
  kindName: string,
  customId: string,
  changes: JsonObject,
  now: number,
): void {
  const place = { context, game, kind: kindNamed(context.kinds, kindName) };
  change(place, mustFind(game, place.kind, customId), changes, now);
}

/** Deletes a record, even where the service would refuse. */
export function deleteRecord(context: Context, game: StoredGame, kindName: string, customId: string): void {
  const kind = kindNamed(context.kinds, kindName);
  removeRecord({ context, game, kind }, mustFind(game, kind, customId));
}

function change(place: RoutePlace, record: StoredRecord, changes: JsonObject, now: number): void {
  const fields: Record<string, Json> = { ...record.fields };
  const links: Record<string, readonly Key[]> = { ...record.links };
  for (const [name, value] of Object.entries(changes)) {
    const field = place.kind.fields.find((each) => each.name === name);
    const link = place.kind.links.find((each) => each.name === name);
    if (field !== undefined) fields[name] = toStored(place.game, place.context, field, value);
    else if (link !== undefined && Array.isArray(value)) {
      const target = kindNamed(place.context.kinds, link.to);
      links[name] = (value as readonly Json[]).map((id) => mustFind(place.game, target, String(id)).key);
    } else if (!["created_at", "updated_at"].includes(name)) {
      throw new Error(`a ${place.kind.label} has no field "${name}"`);
    }
  }
  replaceRecord(place, record, fields, links, now);
}

function toStored(game: StoredGame, context: Context, field: Field, value: Json): Json {
  if (field.type !== "reference" || value === null) return value;
  return mustFind(game, kindNamed(context.kinds, field.to), String(value)).key;
}

function mustFind(game: StoredGame, kind: Kind, customId: string): StoredRecord {
  const record = recordWithId(game, kind.name, customId);
  if (record === undefined) throw new Error(`there is no ${kind.label} "${customId}"`);
  return record;
}

/** Everything of the catalog's kinds and the players, by the plural of the kind: what `seedGame` takes, without times. */
export function contentsOf(context: Context, game: StoredGame): Record<string, readonly JsonObject[]> {
  const byPlural = context.kinds.map((kind) => {
    const place = { context, game, kind };
    const records = [...recordsOf(game, kind.name).values()];
    records.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
    return [kind.plural, records.map((record) => withoutTimes(place, record))];
  });
  return Object.fromEntries(byPlural);
}

function withoutTimes(place: RoutePlace, record: StoredRecord): JsonObject {
  const { created_at, updated_at, ...fields } = toWire(place, record);
  const links = place.kind.links.map((link) => [link.name, members(place, record, link).map(idOf)]);
  return { ...fields, ...Object.fromEntries(links) };
}
