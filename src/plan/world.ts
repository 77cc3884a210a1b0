/**
 * The live game while a plan is made: things after the steps so far, by key, unique value and
 * referrer. The service requires that ids and names are unique, references lead to existing
 * resources, and nesting has no cycles (docs/service.md#common-properties).
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { addTo } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { collationKey } from "../model/collation.ts";
import type { Body, Inventory, Live } from "../model/model.ts";
import { referencesOf, referencesOfLive, type Thing, type ThingKey, type Things } from "./thing.ts";

/** A value that at most one resource of its kind can have. */
interface UniqueValue {
  /**
   * Equal for values that the service's database may take for the same
   * (docs/service.md#common-properties).
   */
  readonly key: string;
  readonly field: string;
  readonly value: string;
}

/** The unique values and references of a thing, which can block steps of other things. */
interface Claims {
  /** Keys of its unique values. */
  readonly values: ReadonlySet<string>;
  readonly references: ReadonlySet<ThingKey>;
}

/** The claims of a thing before and after a step. */
export interface Transition {
  readonly was: Claims;
  readonly is: Claims;
}

const NO_CLAIMS: Claims = { values: new Set(), references: new Set() };

export class World {
  private readonly things: Things;
  private readonly live: Inventory<Live>;
  private readonly catalog: Catalog;
  /** Things that steps have changed; undefined: deleted. */
  private readonly changed = new Map<ThingKey, Thing | undefined>();
  /** By kind and unique value; made for a kind when it is first needed. */
  private readonly holders = new Map<KindName, Map<string, Set<ThingKey>>>();
  private referrers: Map<ThingKey, Set<ThingKey>> | undefined;

  constructor(things: Things, live: Inventory<Live>, catalog: Catalog) {
    this.things = things;
    this.live = live;
    this.catalog = catalog;
  }

  /** The thing after the steps so far; undefined if it does not exist. */
  get(key: ThingKey): Thing | undefined {
    return this.changed.has(key) ? this.changed.get(key) : this.things.thingOf(key);
  }

  /** The thing as it was before the first step. */
  firstOf(key: ThingKey): Thing | undefined {
    return this.things.thingOf(key);
  }

  has(key: ThingKey): boolean {
    return this.changed.has(key)
      ? this.changed.get(key) !== undefined
      : this.things.liveOf(key) !== undefined;
  }

  /** Whether a step has deleted the thing. */
  isDeleted(key: ThingKey): boolean {
    return this.changed.has(key) && this.changed.get(key) === undefined;
  }

  /**
   * The present id of a thing. Before its creation, a thing has the id that it will be created
   * with.
   */
  idOf(key: ThingKey): string {
    return this.changed.get(key)?.id ?? this.things.firstIdOf(key);
  }

  /** Records a step. `undefined` before: the thing is created; after: it is deleted. */
  change(key: ThingKey, before: Thing | undefined, after: Thing | undefined): Transition {
    const was = claimsOf(before);
    const is = claimsOf(after);
    this.changed.set(key, after);
    const kind = (after ?? before)?.kind.name ?? "";
    const holders = this.holders.get(kind);
    if (holders !== undefined) {
      for (const value of was.values) holders.get(value)?.delete(key);
      for (const value of is.values) addTo(holders, value, key);
    }
    if (this.referrers !== undefined) {
      for (const target of was.references) this.referrers.get(target)?.delete(key);
      for (const target of is.references) addTo(this.referrers, target, key);
    }
    return { was, is };
  }

  /** The things that have a unique value. */
  holdersOf(kind: KindName, value: string): Iterable<ThingKey> {
    let holders = this.holders.get(kind);
    if (holders === undefined) {
      holders = this.findHolders(kindNamed(this.catalog, kind));
      this.holders.set(kind, holders);
    }
    return holders.get(value) ?? [];
  }

  private findHolders(kind: Kind): Map<string, Set<ThingKey>> {
    const holders = new Map<string, Set<ThingKey>>();
    for (const record of this.live.values()) {
      if (record.kind !== kind.name) continue;
      const key = this.things.keyOf(record);
      if (this.changed.has(key)) continue;
      for (const value of uniqueValues(kind, record.custom_id, record.body))
        addTo(holders, value.key, key);
    }
    for (const [key, thing] of this.changed) {
      if (thing?.kind === kind)
        for (const value of uniqueValuesOf(thing)) addTo(holders, value.key, key);
    }
    return holders;
  }

  /** The things that refer to a thing. */
  referrersOf(key: ThingKey): Iterable<ThingKey> {
    this.referrers ??= this.findReferrers();
    return this.referrers.get(key) ?? [];
  }

  private findReferrers(): Map<ThingKey, Set<ThingKey>> {
    const referrers = new Map<ThingKey, Set<ThingKey>>();
    for (const record of this.live.values()) {
      const key = this.things.keyOf(record);
      if (this.changed.has(key)) continue;
      const kind = kindNamed(this.catalog, record.kind);
      const targets = referencesOfLive(record, kind, (to, id) => this.things.keyNow(to, id));
      for (const target of targets) addTo(referrers, target, key);
    }
    for (const [key, thing] of this.changed) {
      if (thing !== undefined)
        for (const target of referencesOf(thing)) addTo(referrers, target, key);
    }
    return referrers;
  }

  /** The link by which a changed thing would lead back to itself. */
  closingLink(before: Thing, after: Thing): string | undefined {
    const closing = after.kind.links.find(({ name, acyclic }) => {
      if (acyclic !== true) return false;
      const had = before.members.get(name);
      const joined = [...(after.members.get(name) ?? [])].filter(
        (member) => had?.has(member) !== true,
      );
      if (joined.length === 0) return false;
      return reachable(joined, (key) => [...(this.get(key)?.members.get(name) ?? [])]).has(
        after.key,
      );
    });
    return closing?.name;
  }
}

function claimsOf(thing: Thing | undefined): Claims {
  if (thing === undefined) return NO_CLAIMS;
  return {
    values: new Set(uniqueValuesOf(thing).map(({ key }) => key)),
    references: referencesOf(thing),
  };
}

export function uniqueValuesOf(thing: Thing | undefined): readonly UniqueValue[] {
  return thing === undefined ? [] : uniqueValues(thing.kind, thing.id, thing.body);
}

/** Returns the unique values of a thing that another version of it does not have exactly so. */
export function valuesLost(
  thing: Thing | undefined,
  other: Thing | undefined,
): readonly UniqueValue[] {
  const kept = uniqueValuesOf(other);
  const isKept = (lost: UniqueValue): boolean =>
    kept.some(({ field, value }) => field === lost.field && value === lost.value);
  return uniqueValuesOf(thing).filter((value) => !isKept(value));
}

function uniqueValues(
  { name: kind, fields }: Kind,
  id: string,
  body: Body,
): readonly UniqueValue[] {
  const values: UniqueValue[] = [];
  for (const field of fields) {
    const value = field.type === "id" ? id : body[field.name];
    if (typeof value !== "string") continue;
    const isUnique =
      field.type === "id" ||
      field.unique === true ||
      (field.type === "choice" && field.atMostOne === value);
    if (isUnique)
      values.push({ key: uniqueKey(kind, field.name, value), field: field.name, value });
  }
  return values;
}

/** The key of a unique value of a kind. */
export function uniqueKey(kind: KindName, field: string, value: string): string {
  return `${kind} ${field} ${collationKey(value)}`;
}
