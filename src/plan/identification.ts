/**
 * Finds the resource that an id stands for: now, in the live game, and in the end, after all steps.
 * In: the ids that live resources will have, and which of them are replaced. Out: keys for ids, and
 * ids for keys. With the `moved` entry `egg -> dragon-egg`, the id `egg` now and `dragon-egg` in
 * the end stand for one reward.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { addressOf, kindNamed, uniqueTexts } from "../model/catalog-lookup.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Body, Inventory, Live } from "../model/model.ts";
import { type IdOf, type KeyOf, type ThingKey, type Things, valuesOf } from "./thing.ts";

/** The ids that live resources will have. */
export interface GoalIds {
  /** By live resource: the id that it will have, if it is another one than now. */
  readonly goals: ReadonlyMap<Live, string>;
  /** Left by a replacement and deleted, with the id at which each was replaced. */
  readonly leftovers: ReadonlyMap<Live, string>;
}

export class Identification {
  readonly things: Things;
  /** Left by a replacement and deleted, with the id at which each was replaced. */
  readonly leftovers: ReadonlyMap<Live, string>;
  /** By live resource that gets another id: that id. */
  readonly renamed: ReadonlyMap<Live, string>;
  /** By replaced resource: the new one. Empty until replacements are decided. */
  readonly heirs: ReadonlyMap<ThingKey, ThingKey>;
  private readonly live: Inventory<Live>;
  private readonly ids: GoalIds;
  /** By address in the end. */
  private readonly owners: ReadonlyMap<Address, Live>;

  constructor(
    things: Things,
    live: Inventory<Live>,
    { replaced = [], ...ids }: GoalIds & { readonly replaced?: readonly Live[] },
  ) {
    this.things = things;
    this.live = live;
    this.ids = ids;
    this.leftovers = ids.leftovers;
    const renamed = new Map<Live, string>();
    for (const [record, id] of ids.goals) {
      if (!ids.leftovers.has(record) && id !== record.custom_id) renamed.set(record, id);
    }
    this.renamed = renamed;
    this.owners = ids.goals.size === 0 ? live : this.findOwners();
    this.heirs = new Map(
      replaced.map((record) => [things.keyOf(record), things.newKey(this.goalIdOf(record))]),
    );
  }

  private findOwners(): ReadonlyMap<Address, Live> {
    const owners = new Map<Address, Live>();
    for (const record of this.live.values()) {
      if (!this.leftovers.has(record))
        owners.set(addressOf(record.kind, this.goalIdOf(record)), record);
    }
    return owners;
  }

  /** The same, knowing which live resources are replaced. */
  withReplaced(replaced: readonly Live[]): Identification {
    return replaced.length === 0
      ? this
      : new Identification(this.things, this.live, { ...this.ids, replaced });
  }

  /** Whether every id stands for the same resource now and in the end. */
  get hasSameIds(): boolean {
    return this.ids.goals.size === 0 && this.heirs.size === 0;
  }

  /** The id that a live resource will have in the end. A leftover keeps its own. */
  readonly goalIdOf = (record: Live): string => this.renamed.get(record) ?? record.custom_id;

  /**
   * The live resource that will have this address in the end; never a leftover. If it is replaced,
   * the old one.
   */
  readonly ownerOf = (address: Address): Live | undefined => this.owners.get(address);

  /** The resource that has the id now. */
  readonly keyNow: KeyOf = (kind, id) => this.things.keyNow(kind, id);

  /** The resource for which a manifest uses the id, before it is replaced. */
  readonly keyDeclared: KeyOf = (kind, id) => {
    const owner = this.owners.get(addressOf(kind, id));
    return owner === undefined ? this.things.keyOfAbsent(kind, id) : this.things.keyOf(owner);
  };

  /** The resource that will have the id in the end. */
  readonly keyInEnd: KeyOf = (kind, id) => {
    const key = this.keyDeclared(kind, id);
    return this.heirs.get(key) ?? key;
  };

  /**
   * The resource to which references lead in the end: the new one, if the resource is or was
   * replaced.
   */
  readonly successorOf = (key: ThingKey): ThingKey => {
    const record = this.things.liveOf(key);
    const replacedAt = record && this.leftovers.get(record);
    if (record !== undefined && replacedAt !== undefined)
      return this.keyInEnd(record.kind, replacedAt);
    return this.heirs.get(key) ?? key;
  };

  /** The id that a resource will have in the end, or is created with. */
  readonly idInEnd: IdOf = (key) => {
    const record = this.things.liveOf(key);
    return record === undefined ? this.things.firstIdOf(key) : this.goalIdOf(record);
  };
}

/** Returns a live resource with the ids that it and everything else will have in the end. */
export function underGoalIds(record: Live, identification: Identification, catalog: Catalog): Live {
  const { things, idInEnd } = identification;
  const thing = things.thingOf(things.keyOf(record));
  if (thing === undefined) return record;
  const kind = kindNamed(catalog, record.kind);
  const custom_id = identification.goalIdOf(record);
  const { body, links } = valuesOf(thing, idInEnd);
  const address = addressOf(record.kind, custom_id);
  return {
    ...record,
    address,
    custom_id,
    links,
    body: { ...body, ...textsWithoutMarks(record, kind), custom_id },
  };
}

/** The unique texts of a marked resource as they were before it got its mark. */
export function textsWithoutMarks({ custom_id, body }: Live, kind: Kind): Body {
  if (markOf(custom_id) === undefined) return {};
  const texts: Record<string, string> = {};
  for (const name of uniqueTexts(kind)) {
    const bare = markOf(String(body[name]))?.bare;
    if (bare !== undefined) texts[name] = bare;
  }
  return texts;
}
