/**
 * Decides what of the live game goes and what stays although no manifest declares it. In: both sides, the live one
 * under its new ids, and whether to prune. A resource is never pruned while something that stays refers to it: an
 * achievement would lose its group (docs/service.md#surprises). What a `removed` entry names goes with or without
 * pruning; only a reference that the catalog protects, or one of a declared resource, holds it.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import {
  addressesOfEntries,
  addressOf,
  addressOrder,
  inAddressOrder,
  kindNamed,
  namedReferences,
  referenceFields,
  referencesOfResource,
  referrersOf,
} from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, DesiredGame, Kept, Live, LiveGame, Removed, Resource } from "../model/model.ts";

/** A live resource that goes; with the entry that asks for it, if one does. */
export interface Deletion {
  readonly live: Live;
  readonly removed?: Removed;
}

interface Scope {
  readonly doomed: readonly Deletion[];
  readonly kept: readonly Kept[];
  readonly diagnostics: readonly Diagnostic[];
}

export function scopeOf(desired: DesiredGame, live: LiveGame, catalog: Catalog, prune: boolean): Scope {
  const order = addressOrder(catalog);
  const removed = new Map(desired.removed.map((entry) => [addressOf(entry.kind, entry.custom_id), entry]));
  const forgotten = addressesOfEntries(desired.forgotten);
  const mentioned = [desired.resources, removed, forgotten];
  const undeclared = inAddressOrder(
    [...live.resources.values()].filter(
      ({ address, kind }) => desired.managed.has(kind) && !mentioned.some((named) => named.has(address)),
    ),
    catalog,
  );
  const left = [...forgotten].filter((address) => live.resources.has(address));
  const named = inAddressOrder(
    [...removed.keys()].flatMap((address) => live.resources.get(address) ?? []),
    catalog,
  );
  const { prunable, doomed, referrers } = decidePruning(prune ? undeclared : [], named, desired, live, catalog);
  const kept = undeclared.flatMap((resource): readonly Kept[] => {
    const { address } = resource;
    if (!prune) return [{ address, reason: "not-pruned" }];
    if (!doomed.has(address)) return [{ address, reason: "unseen-referrers" }];
    const by = referrers.get(address);
    return by === undefined ? [] : [{ address, reason: "still-referenced", by: [...by].sort(order) }];
  });
  const held = named.filter(({ address }) => referrers.has(address));
  return {
    doomed: [
      ...prunable.filter(({ address }) => !referrers.has(address)).map((resource) => ({ live: resource })),
      ...named.map((resource) => ({ live: resource, removed: removed.get(resource.address) as Removed })),
    ],
    kept: [...kept, ...left.map((address): Kept => ({ address, reason: "forgotten" }))],
    diagnostics: held.map(({ address }) =>
      heldBack(removed.get(address) as Removed, [...(referrers.get(address) ?? [])].sort(order)),
    ),
  };
}

interface Pruning {
  readonly prunable: readonly Live[];
  readonly doomed: ReadonlyMap<Address, Live>;
  readonly referrers: ReadonlyMap<Address, ReadonlySet<Address>>;
}

/**
 * What can go, from what could: nothing of a kind into which a resource that stays has a link that was not seen. What
 * stays for that reason may hold others in turn, so it is decided again until nothing changes.
 */
function decidePruning(
  undeclared: readonly Live[],
  named: readonly Live[],
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): Pruning {
  const removed = new Set(named.map(({ address }) => address));
  let prunable = undeclared.filter(({ kind }) => !mayHaveUnseenReferrers(kind, live, catalog));
  for (;;) {
    const doomed = new Map([...prunable, ...named].map((resource) => [resource.address, resource]));
    const referrers = stillReferenced(doomed, removed, desired, live, catalog);
    const unseen = new Set<KindName>();
    for (const { address, kind, links } of live.resources.values()) {
      if (desired.resources.has(address) || (doomed.has(address) && !referrers.has(address))) continue;
      for (const { name, to } of kindNamed(catalog, kind).links) if (links[name] === undefined) unseen.add(to);
    }
    const left = prunable.filter(({ kind }) => !unseen.has(kind));
    if (left.length === prunable.length) return { prunable, doomed, referrers };
    prunable = left;
  }
}

/** Whether something that the service hides could refer to resources of the kind (docs/service.md#surprises). */
function mayHaveUnseenReferrers(kind: KindName, live: LiveGame, catalog: Catalog): boolean {
  return referrersOf(catalog, kind).some(({ name }) => live.unseen?.has(name) === true);
}

/**
 * Which of the doomed a resource that stays refers to. Whatever is kept for that reason keeps what it refers to in
 * turn. What is declared counts with the references that it will have, the rest with those that it has. What is removed
 * by name is held by protected references and by what is declared only.
 */
function stillReferenced(
  doomed: ReadonlyMap<Address, Live>,
  removed: ReadonlySet<Address>,
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): ReadonlyMap<Address, ReadonlySet<Address>> {
  const referrers = new Map<Address, Set<Address>>();
  if (doomed.size === 0) return referrers;
  const staying = [
    ...desired.resources.values(),
    ...[...live.resources.values()].filter(({ address }) => !desired.resources.has(address) && !doomed.has(address)),
  ];
  for (let next = staying.pop(); next !== undefined; next = staying.pop()) {
    // What is declared and left as it is live, by a policy, must not lose what it refers to either.
    const isDeclared = desired.resources.has(next.address);
    const protectedOnes = protectedReferences(next, catalog);
    for (const address of referencesOfResource(catalog, next)) {
      const held = doomed.get(address);
      if (held === undefined || (removed.has(address) && !isDeclared && !protectedOnes.has(address))) continue;
      const known = referrers.get(address);
      if (known === undefined && !removed.has(address)) staying.push(held);
      referrers.set(address, (known ?? new Set()).add(next.address));
    }
  }
  return referrers;
}

/** What the resource refers to by fields of which the catalog says that their target must never go. */
function protectedReferences(resource: Resource, catalog: Catalog): ReadonlySet<Address> {
  const kind = kindNamed(catalog, resource.kind);
  const fields = referenceFields(kind).filter(({ holdsTarget }) => holdsTarget === true);
  return new Set(namedReferences({ ...kind, fields, links: [] }, resource).map(({ to }) => to));
}

function heldBack(entry: Removed, by: readonly Address[]): Diagnostic {
  const address = addressOf(entry.kind, entry.custom_id);
  const detail = `${address} should be removed (${entry.origin.file}:${entry.origin.line}), but it is still used by ${by.join(", ")}.`;
  return diagnostic("still-referenced", detail, {
    address,
    help: ["point what uses it elsewhere first, or remove that, too"],
  });
}
