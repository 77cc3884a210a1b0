/**
 * Finds the resources of an earlier commit in today's manifests. In: the manifests of both. Out:
 * the fate of each earlier resource. A `moved` entry that was added since, `egg -> dragon-egg`,
 * shows that the earlier `egg` is today's `dragon-egg`.
 */
import type { KindName } from "../catalog/types.ts";
import type { BaseFacts } from "../model/base-facts.ts";
import { addressesOfEntries, addressOf } from "../model/catalog-lookup.ts";
import type { Address, Desired, DesiredGame, Inventory, Moved } from "../model/model.ts";
import type { Identification } from "./identification.ts";
import type { KeyOf, ThingKey } from "./thing.ts";

/** The commit that a plan is compared with. */
export interface Base {
  readonly facts: BaseFacts;
  /** Undefined if the commit says nothing about the live game. */
  readonly manifests: BaseManifests | undefined;
}

/**
 * The manifests at the base, and at the commit that `--base` names. Both are the same unless the
 * branch is behind.
 */
export interface BaseManifests {
  readonly base: DesiredGame;
  readonly tip: DesiredGame;
}

/**
 * The fate of an earlier resource. `same`: it has this id today. `replaced`: another resource has
 * its id today.
 */
type Fate = { readonly is: "same"; readonly id: string } | { readonly is: "replaced" };

/**
 * The resources of an earlier commit, with their fates. Values and references have the ids of that
 * commit.
 */
export interface EarlierGame {
  readonly game: DesiredGame;
  /** By today's address. Without replaced resources. */
  readonly resources: Inventory<Desired>;
  /** Resources whose ids others have today. */
  readonly replaced: readonly Desired[];
  readonly fateOf: (kind: KindName, id: string) => Fate;
}

export function traceEarlier(game: DesiredGame, desired: DesiredGame): EarlierGame {
  const fates = findFates(game, desired);
  const fateOf = (kind: KindName, id: string): Fate =>
    fates.get(addressOf(kind, id)) ?? { is: "same", id };
  const resources = new Map<Address, Desired>();
  const replaced: Desired[] = [];
  for (const resource of game.resources.values()) {
    const fate = fateOf(resource.kind, resource.custom_id);
    if (fate.is === "replaced") replaced.push(resource);
    else resources.set(addressOf(resource.kind, fate.id), resource);
  }
  return { game, resources, replaced, fateOf };
}

/** By earlier address: the fate of resources that have not kept their ids. */
function findFates(game: DesiredGame, desired: DesiredGame): ReadonlyMap<Address, Fate> {
  const known = new Set(game.moved.map(textOf));
  const entries = desired.moved.filter((entry) => !known.has(textOf(entry)));
  const next = new Map(entries.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const fates = new Map<Address, Fate>();
  const taken: Address[] = [];
  for (const { kind, from, to } of entries) {
    const address = addressOf(kind, from);
    if (!game.resources.has(address)) continue;
    let id = next.get(address) ?? to;
    // An entry may lead on to another one: a -> b and b -> c, where only c is declared.
    for (
      let count = 0;
      !desired.resources.has(addressOf(kind, id)) && count < next.size;
      count += 1
    ) {
      id = next.get(addressOf(kind, id)) ?? id;
    }
    fates.set(address, { is: "same", id });
    taken.push(addressOf(kind, id));
  }
  for (const address of taken) {
    if (game.resources.has(address) && !fates.has(address)) fates.set(address, { is: "replaced" });
  }
  return fates;
}

/**
 * Finds the resource that an id at the commit stands for. A replaced resource gets a key that
 * nothing else has.
 */
export function keysThen({ fateOf }: EarlierGame, { things, keyDeclared }: Identification): KeyOf {
  const replaced = new Map<Address, ThingKey>();
  return (kind, id) => {
    const fate = fateOf(kind, id);
    if (fate.is === "same") return keyDeclared(kind, fate.id);
    const address = addressOf(kind, id);
    const key = replaced.get(address) ?? things.newKey(id);
    replaced.set(address, key);
    return key;
  };
}

function textOf({ kind, from, to }: Moved): string {
  return `${addressOf(kind, from)} ${to}`;
}

/** Resources that commits know, for warnings about those that a plan deletes. */
export interface KnownResources {
  /** The commit as it was given. */
  readonly ref: string;
  /** Every address that manifests at the base or at `ref` name. */
  readonly named: ReadonlySet<Address>;
  /** Resources that `ref` declares or keeps, and the base does not. */
  readonly added: ReadonlySet<Address>;
}

/** A base that says nothing about the live game knows no resource. */
export function knownResources({ facts: { ref }, manifests }: Base): KnownResources {
  if (manifests === undefined) return { ref, named: new Set(), added: new Set() };
  const { base, tip } = manifests;
  const stayingAt = ({ resources, forgotten }: DesiredGame): ReadonlySet<Address> =>
    new Set([...resources.keys(), ...addressesOfEntries(forgotten)]);
  const staying = stayingAt(base);
  const added = base === tip ? [] : [...stayingAt(tip)].filter((address) => !staying.has(address));
  const named =
    base === tip
      ? addressesNamedBy(base)
      : new Set([...addressesNamedBy(base), ...addressesNamedBy(tip)]);
  return { ref, named, added: new Set(added) };
}

/** Lists every address that manifests name: of declared, moved and removed resources. */
function addressesNamedBy({
  resources,
  moved,
  removed,
  forgotten = [],
}: DesiredGame): ReadonlySet<Address> {
  return new Set([
    ...resources.keys(),
    ...moved.flatMap(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]),
    ...addressesOfEntries([...removed, ...forgotten]),
  ]);
}
