/**
 * Decides which undeclared live resources are deleted. In: both sides, the live one under its new
 * ids, and whether to prune. Out: the deleted ones, and for each that is kept the reason.
 *
 *     live resource
 *       declared ──────────────────────────────► stays
 *       of a kind that no manifest manages ────► stays
 *       named by `removed` ────────────────────► deleted, unless a declared resource or a protected field refers to it
 *       named by `removed` with `keep` ────────► kept
 *       else, without prune ───────────────────► kept
 *       else, with prune ──► a resource that stays refers to it, or may do so unseen? kept : deleted
 *
 * A resource that is kept keeps what it refers to in turn: an achievement would lose its group
 * (docs/service.md#surprises).
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { addTo, grouped } from "../ground/collections.ts";
import { nameText } from "../ground/words.ts";
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
import type { Address, Kept, Live, LiveGame, Removed, Resource } from "../model/model.ts";
import type { TwoGames } from "./games.ts";
import { isLeftAsItIs } from "./policies.ts";

interface Scope {
  /** Deleted resources, each with the `removed` entry that names it, if there is one. */
  readonly deleted: ReadonlyMap<Address, Removed | undefined>;
  readonly kept: readonly Kept[];
  readonly diagnostics: readonly Diagnostic[];
}

export function decideScope(games: TwoGames, prune: boolean): Scope {
  const { desired, live, catalog } = games;
  const order = addressOrder(catalog);
  const entries = desired.removed.map(
    (entry) => [addressOf(entry.kind, entry.custom_id), entry] as const,
  );
  const removed = new Map(entries.filter(([address]) => live.resources.has(address)));
  const forgotten = addressesOfEntries(desired.forgotten);
  const undeclared = [...live.resources.values()].filter(
    ({ address, kind }) =>
      !desired.resources.has(address) &&
      desired.managed.has(kind) &&
      !removed.has(address) &&
      !forgotten.has(address),
  );
  const { referrers, unseen } = findHolders(prune ? undeclared : [], removed, games);
  const usersOf = (address: Address): readonly Address[] =>
    [...(referrers.get(address) ?? [])].sort(order);
  const deleted = new Map<Address, Removed | undefined>(removed);
  const kept: Kept[] = [];
  for (const { address, kind } of undeclared) {
    if (!prune) kept.push({ address, reason: "not-pruned" });
    else if (unseen.has(kind)) kept.push({ address, reason: "unseen-referrers" });
    else if (referrers.has(address))
      kept.push({ address, reason: "still-referenced", by: usersOf(address) });
    else deleted.set(address, undefined);
  }
  for (const address of forgotten)
    if (live.resources.has(address)) kept.push({ address, reason: "forgotten" });
  const diagnostics = [...removed].flatMap(([address, entry]) =>
    referrers.has(address) ? [heldBack(address, entry, usersOf(address))] : [],
  );
  return { deleted, kept, diagnostics };
}

interface Holders {
  /** By a resource that would be deleted: the ones that stay and refer to it. */
  readonly referrers: ReadonlyMap<Address, ReadonlySet<Address>>;
  /** Kinds to which a resource that stays may have a link that was not read. */
  readonly unseen: ReadonlySet<KindName>;
}

/**
 * Finds the resources that hold undeclared and removed ones. Declared resources count with their
 * future references, other ones with their present references.
 */
function findHolders(
  undeclared: readonly Live[],
  removed: ReadonlyMap<Address, Removed>,
  { desired, live, catalog }: TwoGames,
): Holders {
  const unseen = new Set(kindsWithHiddenReferrers(live, catalog));
  const referrers = new Map<Address, Set<Address>>();
  const prunable = new Map(
    undeclared.filter(({ kind }) => !unseen.has(kind)).map((record) => [record.address, record]),
  );
  const prunableByKind = grouped(prunable.values(), ({ kind }) => kind);
  if (prunable.size === 0 && removed.size === 0) return { referrers, unseen };
  const others = [...live.resources.values()].filter(
    ({ address }) =>
      !desired.resources.has(address) && !removed.has(address) && !prunable.has(address),
  );
  // The set grows while it is walked: a resource that is held stays, and holds others in turn.
  const staying = new Set<Resource>([...desired.resources.values(), ...others]);
  for (const holder of staying) {
    const referred = [...referencesOfResource(catalog, holder)];
    const held = referred.flatMap((address) => prunable.get(address) ?? []);
    const keptRemoved = referred.filter(
      (address) => removed.has(address) && keeps(holder, address, { desired, catalog }),
    );
    for (const record of held) staying.add(record);
    for (const address of [...held.map((record) => record.address), ...keptRemoved])
      addTo(referrers, address, holder.address);
    const hidden = kindsOfUnreadLinks(holder, { desired, live, catalog });
    for (const kind of hidden.filter((each) => !unseen.has(each))) {
      unseen.add(kind);
      for (const record of prunableByKind.get(kind) ?? []) staying.add(record);
    }
  }
  return { referrers, unseen };
}

/** Whether a resource prevents the deletion of a removed one to which it refers. */
function keeps(
  holder: Resource,
  address: Address,
  { desired, catalog }: Pick<TwoGames, "desired" | "catalog">,
): boolean {
  return desired.resources.has(holder.address) || isProtected(address, holder, catalog);
}

/** Kinds to which resources may refer that the service hides (docs/service.md#surprises). */
function kindsWithHiddenReferrers({ unseen }: LiveGame, catalog: Catalog): readonly KindName[] {
  const isHidden = ({ name }: Kind): boolean => unseen?.has(name) === true;
  return catalog
    .map(({ name }) => name)
    .filter((name) => referrersOf(catalog, name).some(isHidden));
}

/**
 * Kinds to which a live resource may have links that were not read, except for links that its
 * manifest decides.
 */
function kindsOfUnreadLinks(
  { address, kind }: Resource,
  { desired, live, catalog }: TwoGames,
): readonly KindName[] {
  const record = live.resources.get(address);
  if (record === undefined) return [];
  return kindNamed(catalog, kind).links.flatMap(({ name, to }) =>
    record.links[name] === undefined && isLeftAsItIs(desired.resources.get(address), name)
      ? [to]
      : [],
  );
}

/**
 * Whether the resource refers to the address by a field that can't lose it: the catalog protects
 * the target, or the resource requires it, so that the service would refuse the deletion or delete
 * the resource with it (docs/service.md#deletions).
 */
function isProtected(address: Address, resource: Resource, catalog: Catalog): boolean {
  const kind = kindNamed(catalog, resource.kind);
  const fields = referenceFields(kind).filter(
    ({ holdsTarget, required }) => holdsTarget === true || required === true,
  );
  return namedReferences({ ...kind, fields, links: [] }, resource).some(({ to }) => to === address);
}

function heldBack(address: Address, { origin }: Removed, by: readonly Address[]): Diagnostic {
  const detail = `${address} should be removed (${nameText(origin.file)}:${origin.line}), but it is still used by ${by.join(", ")}.`;
  const help = ["point what uses it elsewhere first, or remove that, too"];
  return diagnostic("still-referenced", detail, { address, help });
}
