/**
 * Things: the resources of a plan by keys that never change. An apply changes ids and no keys, so
 * references and members are keys, and a rename changes one `id`. In: the live game. Out: keys, and
 * things with keys in place of ids. Ids are looked up when a request is written (`step.ts`).
 */
import type { Catalog, Field, Kind, KindName } from "../catalog/types.ts";
import type { Json, JsonObject } from "../ground/json.ts";
import { addressOf, kindNamed, referenceFields, sortedMembers } from "../model/catalog-lookup.ts";
import type { Address, Body, Comparable, Inventory, Links, Live } from "../model/model.ts";

declare const thingKey: unique symbol;

/** Identifies a resource for the whole of planning, whatever ids it passes through. */
export type ThingKey = number & { readonly [thingKey]: true };

/** A resource at one moment. Fields and links that the service does not show are absent. */
export interface Thing {
  readonly key: ThingKey;
  readonly kind: Kind;
  /** The `custom_id` that it has at this moment. */
  readonly id: string;
  /** Values of all fields but the id and the references. */
  readonly body: Body;
  readonly references: ReadonlyMap<string, ThingKey | null>;
  readonly members: ReadonlyMap<string, ReadonlySet<ThingKey>>;
  /** The record as it was read; empty for a thing that is created. */
  readonly raw: JsonObject;
}

/** Finds the key that an id of a kind stands for. */
export type KeyOf = (kind: KindName, id: string) => ThingKey;

/** Finds the id of a key. */
export type IdOf = (key: ThingKey) => string;

/**
 * The live game by keys. A key is given when it is first asked for, because most plans touch few
 * resources.
 */
export class Things {
  private readonly live: Inventory<Live>;
  private readonly catalog: Catalog;
  private readonly keysOfLive = new Map<Live, ThingKey>();
  private readonly keysOfAbsent = new Map<Address, ThingKey>();
  private readonly entries: { readonly id: string; readonly live?: Live }[] = [];
  private readonly made = new Map<ThingKey, Thing>();

  constructor(live: Inventory<Live>, catalog: Catalog) {
    this.live = live;
    this.catalog = catalog;
  }

  keyOf(live: Live): ThingKey {
    const known = this.keysOfLive.get(live);
    if (known !== undefined) return known;
    const key = this.newKey(live.custom_id, live);
    this.keysOfLive.set(live, key);
    return key;
  }

  /** Any live resource of a kind. */
  firstOfKind(kind: KindName): Live | undefined {
    for (const record of this.live.values()) if (record.kind === kind) return record;
    return undefined;
  }

  /**
   * The key of the resource that has this id in the live game, or of the one that is missing there.
   */
  keyNow(kind: KindName, id: string): ThingKey {
    const live = this.live.get(addressOf(kind, id));
    return live === undefined ? this.keyOfAbsent(kind, id) : this.keyOf(live);
  }

  /** The key of a resource that was not read, by its id. */
  keyOfAbsent(kind: KindName, id: string): ThingKey {
    const address = addressOf(kind, id);
    const known = this.keysOfAbsent.get(address);
    if (known !== undefined) return known;
    const key = this.newKey(id);
    this.keysOfAbsent.set(address, key);
    return key;
  }

  /** Makes a key that no other resource has. `id`: its first id. */
  newKey(id: string, live?: Live): ThingKey {
    this.entries.push(live === undefined ? { id } : { id, live });
    // Keys are made here alone, so that no other number is taken for one.
    return (this.entries.length - 1) as ThingKey;
  }

  /** The live resource of a key; undefined before its creation. */
  liveOf(key: ThingKey): Live | undefined {
    return this.entries[key]?.live;
  }

  /** The id that the resource has before the first step, or will be created with. */
  firstIdOf(key: ThingKey): string {
    const entry = this.entries[key];
    if (entry === undefined) throw new Error(`no thing has the key ${key}`);
    return entry.id;
  }

  /** The thing of a live resource; undefined before its creation. */
  thingOf(key: ThingKey): Thing | undefined {
    const live = this.liveOf(key);
    if (live === undefined) return undefined;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const kind = kindNamed(this.catalog, live.kind);
    const thing = thingFrom(kind, live, {
      key,
      keyOf: (to, id) => this.keyNow(to, id),
      raw: live.raw,
    });
    this.made.set(key, thing);
    return thing;
  }
}

/** Makes a thing of a resource's values, whose ids are found by `keyOf`. */
export function thingFrom(
  kind: Kind,
  { custom_id, body: values, links }: Comparable & { readonly custom_id: string },
  { key, keyOf, raw }: { readonly key: ThingKey; readonly keyOf: KeyOf; readonly raw: JsonObject },
): Thing {
  const body: Record<string, Json> = {};
  const references = new Map<string, ThingKey | null>();
  for (const field of kind.fields) {
    const value = values[field.name];
    if (value === undefined || field.type === "id") continue;
    if (field.type !== "reference") body[field.name] = value;
    else references.set(field.name, typeof value === "string" ? keyOf(field.to, value) : null);
  }
  const members = new Map<string, ReadonlySet<ThingKey>>();
  for (const { name, to } of kind.links) {
    const ids = links[name];
    if (ids !== undefined) members.set(name, new Set(ids.map((id) => keyOf(to, id))));
  }
  return { key, kind, id: custom_id, body, references, members, raw };
}

/** The field values and links of a thing, with ids in place of keys. */
export function valuesOf(thing: Thing, idOf: IdOf): Comparable {
  const body: Record<string, Json> = {};
  for (const field of thing.kind.fields) {
    const value = fieldValue(thing, field, idOf);
    if (value !== undefined) body[field.name] = value;
  }
  const links: Record<string, Links[string]> = {};
  for (const [name, keys] of thing.members) links[name] = sortedMembers([...keys].map(idOf));
  return { body, links };
}

function fieldValue(thing: Thing, { name, type }: Field, idOf: IdOf): Json | undefined {
  if (type === "id") return thing.id;
  return type === "reference" ? idAt(thing, name, idOf) : thing.body[name];
}

function idAt({ references }: Thing, name: string, idOf: IdOf): string | null | undefined {
  const key = references.get(name);
  return typeof key === "number" ? idOf(key) : key;
}

/** The keys that the fields and links of a thing refer to. */
export function referencesOf({
  references,
  members,
}: Pick<Thing, "references" | "members">): ReadonlySet<ThingKey> {
  const keys = new Set<ThingKey>();
  for (const key of references.values()) if (key !== null) keys.add(key);
  for (const group of members.values()) for (const key of group) keys.add(key);
  return keys;
}

/** The keys that a resource's ids refer to, without making a thing of it. */
export function referencesOfLive(
  live: Comparable,
  kind: Kind,
  keyOf: KeyOf,
): ReadonlySet<ThingKey> {
  const keys = new Set<ThingKey>();
  for (const { name, to } of referenceFields(kind)) {
    const id = live.body[name];
    if (typeof id === "string" && id !== "") keys.add(keyOf(to, id));
  }
  for (const { name, to } of kind.links)
    for (const id of live.links[name] ?? []) keys.add(keyOf(to, id));
  return keys;
}
