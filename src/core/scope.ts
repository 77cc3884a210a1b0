/**
 * Decides what of the live game the manifests speak about, before anything is compared. In: both sides and whether to
 * prune. Out: the live resources that go, and those that stay although no manifest declares them, with the reason.
 * A resource is never pruned while something that stays refers to it: an achievement would lose its group
 * (service-contract.md §6, trap 3).
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { addressOrder, referrersOf } from "./catalog-lookup.ts";
import type { Address, DesiredGame, Kept, Live, LiveGame } from "./model.ts";
import { referencesOfResource } from "./references.ts";

export interface Scope {
  readonly prune: readonly Live[];
  readonly kept: readonly Kept[];
}

export function scopeOf(desired: DesiredGame, live: LiveGame, catalog: Catalog, prune: boolean): Scope {
  const order = addressOrder(catalog);
  const undeclared = undeclaredOf(desired, live).sort((a, b) => order(a.address, b.address));
  if (!prune) return { prune: [], kept: undeclared.map(({ address }) => ({ address, reason: "not-pruned" })) };

  const prunable = undeclared.filter(({ kind }) => !mayHaveUnseenReferrers(kind, live, catalog));
  const doomed = new Map(prunable.map((resource) => [resource.address, resource]));
  const referrers = stillReferenced(doomed, desired, live, catalog);
  const kept = undeclared.flatMap(({ address }): Kept[] => {
    if (!doomed.has(address)) return [{ address, reason: "unseen-referrers" }];
    const by = referrers.get(address);
    return by === undefined ? [] : [{ address, reason: "still-referenced", by: [...by].sort(order) }];
  });
  return { prune: prunable.filter(({ address }) => !referrers.has(address)), kept };
}

/** Whether something that the service hides could refer to resources of the kind (service-contract.md §6, trap 1). */
function mayHaveUnseenReferrers(kind: KindName, live: LiveGame, catalog: Catalog): boolean {
  return referrersOf(catalog, kind).some(({ name }) => live.unseen?.has(name) === true);
}

/** Live resources of managed kinds that no manifest declares. */
export function undeclaredOf(desired: DesiredGame, live: LiveGame): Live[] {
  return [...live.resources.values()].filter(
    ({ address, kind }) => desired.managed.has(kind) && !desired.resources.has(address),
  );
}

/**
 * Which of the doomed a resource that stays refers to. Whatever is kept for that reason keeps what it refers to in
 * turn. What is declared counts with the references that it will have, the rest with those that it has.
 */
function stillReferenced(
  doomed: ReadonlyMap<Address, Live>,
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): ReadonlyMap<Address, ReadonlySet<Address>> {
  const referrers = new Map<Address, Set<Address>>();
  const staying = [
    ...desired.resources.values(),
    ...[...live.resources.values()].filter(({ address }) => !desired.resources.has(address) && !doomed.has(address)),
  ];
  for (let next = staying.pop(); next !== undefined; next = staying.pop()) {
    for (const address of referencesOfResource(catalog, next)) {
      const held = doomed.get(address);
      if (held === undefined) continue;
      const known = referrers.get(address);
      if (known === undefined) staying.push(held);
      referrers.set(address, (known ?? new Set()).add(next.address));
    }
  }
  return referrers;
}
