/**
 * Decides which undeclared live resources are deleted. In: both sides, the live one under its new ids, and whether to prune. Out: the
 * deleted ones, and for each that is kept the reason.
 *
 *     live resource
 *       declared ──────────────────────────────► stays
 *       of a kind that no manifest manages ────► stays
 *       named by `removed` ────────────────────► deleted, unless a declared resource refers to it, or a field that can't lose it
 *       named by `removed` with `keep` ────────► kept
 *       else, without prune ───────────────────► kept
 *       else, with prune ──► a resource that stays refers to it, or may do so unseen? kept : deleted
 *
 * A resource that is kept keeps what it refers to in turn: an achievement would lose its group (docs/service.md#surprises).
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { addTo, pushAll } from "../ground/collections.ts";
import {
  addressesOfEntries,
  addressOf,
  addressOrder,
  kindNamed,
  namedReferences,
  referenceFields,
  referencesOfResource,
  referrersOf,
} from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, DesiredGame, Kept, Live, LiveGame, Removed, Resource } from "../model/model.ts";

interface Scope {
  /** Deleted resources, each with the `removed` entry that names it, if there is one. */
  readonly going: ReadonlyMap<Address, Removed | undefined>;
  readonly kept: readonly Kept[];
  readonly diagnostics: readonly Diagnostic[];
}

interface ScopeInput {
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  readonly catalog: Catalog;
}

export function scopeOf(sides: ScopeInput, prune: boolean): Scope {
  const { desired, live, catalog } = sides;
  const order = addressOrder(catalog);
  const entries = desired.removed.map((entry) => [addressOf(entry.kind, entry.custom_id), entry] as const);
  const removed = new Map(entries.filter(([address]) => live.resources.has(address)));
  const forgotten = addressesOfEntries(desired.forgotten);
  const undeclared = [...live.resources.values()].filter(
    ({ address, kind }) =>
      !desired.resources.has(address) && desired.managed.has(kind) && !removed.has(address) && !forgotten.has(address),
  );
  const { referrers, unseen } = holdersOf(prune ? undeclared : [], removed, sides);
  const usersOf = (address: Address): readonly Address[] => [...(referrers.get(address) ?? [])].sort(order);
  const going = new Map<Address, Removed | undefined>(removed);
  const kept: Kept[] = [];
  for (const { address, kind } of undeclared) {
    if (!prune) kept.push({ address, reason: "not-pruned" });
    else if (unseen.has(kind)) kept.push({ address, reason: "unseen-referrers" });
    else if (referrers.has(address)) kept.push({ address, reason: "still-referenced", by: usersOf(address) });
    else going.set(address, undefined);
  }
  for (const address of forgotten) if (live.resources.has(address)) kept.push({ address, reason: "forgotten" });
  return {
    going,
    kept,
    diagnostics: [...removed].flatMap(([address, entry]) =>
      referrers.has(address) ? [heldBack(address, entry, usersOf(address))] : [],
    ),
  };
}

interface Holders {
  /** By a resource that would be deleted: the ones that stay and refer to it. */
  readonly referrers: ReadonlyMap<Address, ReadonlySet<Address>>;
  /** Kinds to which a resource that stays may have a link that was not read. */
  readonly unseen: ReadonlySet<KindName>;
}

/**
 * Finds the resources that hold undeclared and removed ones. Declared resources count with their future references, other ones with
 * their present references.
 */
function holdersOf(
  undeclared: readonly Live[],
  removed: ReadonlyMap<Address, Removed>,
  { desired, live, catalog }: ScopeInput,
): Holders {
  const referrers = new Map<Address, Set<Address>>();
  // Something that the service hides could refer to resources of the kind (docs/service.md#surprises).
  const hidden = ({ name }: { readonly name: KindName }): boolean => live.unseen?.has(name) === true;
  const unseen = new Set(catalog.map(({ name }) => name).filter((name) => referrersOf(catalog, name).some(hidden)));
  const prunable = new Map(
    undeclared.filter(({ kind }) => !unseen.has(kind)).map((record) => [record.address, record]),
  );
  if (prunable.size === 0 && removed.size === 0) return { referrers, unseen };
  const decided = [desired.resources, removed, prunable];
  const staying: Resource[] = [...desired.resources.values()];
  pushAll(
    staying,
    [...live.resources.values()].filter(({ address }) => !decided.some((addresses) => addresses.has(address))),
  );
  for (let next = staying.pop(); next !== undefined; next = staying.pop()) {
    const isDeclared = desired.resources.has(next.address);
    for (const address of referencesOfResource(catalog, next)) {
      const held = prunable.get(address);
      if (held === undefined && !(removed.has(address) && (isDeclared || isProtected(address, next, catalog))))
        continue;
      if (held !== undefined && !referrers.has(address) && !unseen.has(held.kind)) staying.push(held);
      addTo(referrers, address, next.address);
    }
    for (const { name, to } of isDeclared ? [] : kindNamed(catalog, next.kind).links) {
      if (next.links[name] !== undefined || unseen.has(to)) continue;
      unseen.add(to);
      pushAll(
        staying,
        [...prunable.values()].filter(({ address, kind }) => kind === to && !referrers.has(address)),
      );
    }
  }
  return { referrers, unseen };
}

/**
 * Whether the resource refers to the address by a field that can't lose it: the catalog protects the target, or the resource
 * requires it, so that the service would refuse the deletion or delete the resource with it (docs/service.md#deletions).
 */
function isProtected(address: Address, resource: Resource, catalog: Catalog): boolean {
  const kind = kindNamed(catalog, resource.kind);
  const fields = referenceFields(kind).filter(({ holdsTarget, required }) => holdsTarget === true || required === true);
  return namedReferences({ ...kind, fields, links: [] }, resource).some(({ to }) => to === address);
}

function heldBack(address: Address, { origin }: Removed, by: readonly Address[]): Diagnostic {
  const detail = `${address} should be removed (${origin.file}:${origin.line}), but it is still used by ${by.join(", ")}.`;
  const help = ["point what uses it elsewhere first, or remove that, too"];
  return diagnostic("still-referenced", detail, { address, help });
}
