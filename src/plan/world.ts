/**
 * The live game while a plan is made: resources by identity, and what the service would refuse now. In: one step's resource
 * before and after. Out: nothing, or what is in the way. This is the one place that knows the service's rules of order:
 * ids and names are unique, what is referred to exists, nesting has no cycles (docs/service.md#common-properties). For
 * `points: 30`, nothing is in the way.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { addressOf, customIdOf, kindNamed, referencesOfResource } from "../model/catalog-lookup.ts";
import { addTo } from "../model/collections.ts";
import { reachable } from "../model/graph.ts";
import type { Address, Inventory, Live, Resource } from "../model/model.ts";

/** A value that at most one resource of its kind can have. */
export interface UniqueValue {
  /** Ignores case, because the service's database may (docs/service.md#common-properties). */
  readonly key: string;
  readonly field: string;
  readonly value: string;
}

interface Facts {
  /** Of its unique values. */
  readonly keys: ReadonlySet<string>;
  readonly references: ReadonlySet<Address>;
}

/** What a resource has that matters to others, before and after a step. */
export type Transition = Readonly<Record<"was" | "is", Facts>>;

/** What keeps a step from being taken. `until` names what has to happen: something waits under it. */
export interface Obstacle {
  readonly until: string;
  /** Who has a value that the step needs. */
  readonly holder?: Address;
  readonly field?: string;
}

/** The events that end obstacles. */
export const created = (address: Address): string => `created ${address}`;
export const released = (address: Address): string => `released ${address}`;
export const unlinked = (link: string): string => `unlinked ${link}`;

export class World {
  private readonly catalog: Catalog;
  private readonly things: Map<Address, Live>;
  /** Who has a unique value; made for a kind when it is first asked for. */
  private readonly holders = new Map<KindName, Map<string, Set<Address>>>();
  /** Who refers to an identity; made when it is first asked for. */
  private referrers: Map<Address, Set<Address>> | undefined;

  constructor(resources: Inventory<Live>, catalog: Catalog) {
    this.catalog = catalog;
    this.things = new Map(resources);
  }

  get(address: Address): Live | undefined {
    return this.things.get(address);
  }

  /** The id that an identity has now. One that is not live has the id of its address. */
  idOf(kind: KindName, id: string): string {
    return this.things.get(addressOf(kind, id))?.custom_id ?? id;
  }

  /** Puts a resource in the place of its former self. `undefined` before: it is new; after: it is gone. */
  change(before: Live | undefined, after: Live | undefined): Transition {
    const { address, kind } = (after ?? before) as Live;
    const [was, is] = [this.factsOf(before), this.factsOf(after)];
    if (after === undefined) this.things.delete(address);
    else this.things.set(address, after);
    const holders = this.holders.get(kind);
    if (holders !== undefined) {
      for (const key of was.keys) holders.get(key)?.delete(address);
      for (const key of is.keys) addTo(holders, key, address);
    }
    if (this.referrers !== undefined) {
      for (const target of was.references) this.referrers.get(target)?.delete(address);
      for (const target of is.references) addTo(this.referrers, target, address);
    }
    return { was, is };
  }

  private factsOf(thing: Live | undefined): Facts {
    return { keys: new Set(this.uniqueValues(thing).map(({ key }) => key)), references: this.references(thing) };
  }

  uniqueValues(thing: Live | undefined): readonly UniqueValue[] {
    if (thing === undefined) return [];
    const { name: kind, fields } = kindNamed(this.catalog, thing.kind);
    return fields.flatMap((field): UniqueValue[] => {
      const value = thing.body[field.name];
      if (typeof value !== "string") return [];
      const isUnique =
        field.type === "id" || field.unique === true || (field.type === "choice" && field.atMostOne === value);
      return isUnique ? [{ key: `${kind} ${field.name} ${value.toLowerCase()}`, field: field.name, value }] : [];
    });
  }

  references(thing: Resource | undefined): ReadonlySet<Address> {
    return thing === undefined ? new Set() : referencesOfResource(this.catalog, thing);
  }

  holdersOf(kind: KindName, key: string): Iterable<Address> {
    let holders = this.holders.get(kind);
    if (holders === undefined) {
      holders = new Map();
      for (const thing of this.things.values()) {
        if (thing.kind === kind) for (const value of this.uniqueValues(thing)) addTo(holders, value.key, thing.address);
      }
      this.holders.set(kind, holders);
    }
    return holders.get(key) ?? [];
  }

  referrersOf(address: Address): Iterable<Address> {
    if (this.referrers === undefined) {
      this.referrers = new Map();
      for (const thing of this.things.values()) {
        for (const target of this.references(thing)) addTo(this.referrers, target, thing.address);
      }
    }
    return this.referrers.get(address) ?? [];
  }

  /** The links by which the resource would come to lead to itself. */
  closesCycle(before: Live, after: Live): string | undefined {
    const kind = kindNamed(this.catalog, after.kind);
    return kind.links.find(({ name, acyclic }) => {
      const had = new Set(before.links[name]);
      const joined = (after.links[name] ?? []).filter((member) => !had.has(member));
      if (acyclic !== true || joined.length === 0) return false;
      const members = (id: string): readonly string[] => this.things.get(addressOf(kind.name, id))?.links[name] ?? [];
      return reachable(joined, members).has(customIdOf(after.address));
    })?.name;
  }
}
