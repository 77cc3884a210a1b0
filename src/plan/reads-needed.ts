/**
 * Decides what is read for a plan, and no more, because reading costs requests. In: the manifests,
 * then the first lists. Out: lists and links to read. For `points: 30` these are the achievements
 * and the kinds that they refer to; where the live value is another one, then the kinds that refer
 * to achievements.
 */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import {
  addressesOfEntries,
  addressOf,
  hidingFlags,
  inCatalogOrder,
  kindNamed,
  namedReferences,
  namesOf,
  referenceFields,
  referrersOf,
  valueIn,
} from "../model/catalog-lookup.ts";
import { linksOfCreation, namesFixedAtCreation } from "../model/link-way.ts";
import { markOf } from "../model/marks.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  Live,
  LiveGame,
  ReadLists,
  ReadScope,
  ResourceName,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import type { DeclaredChanges } from "./declared-changes.ts";
import { isLeftToPanel } from "./policies.ts";

export interface PlanReads {
  readonly desired: DesiredGame;
  readonly catalog: Catalog;
  /** Whether undeclared resources of managed kinds are deleted. */
  readonly prune: boolean;
  /** The declarations that have changed since the base. Default: no base is known. */
  readonly declaredChanges?: DeclaredChanges | undefined;
}

/**
 * Everything that a plan needs: the kinds that the manifests manage or refer into, and by those
 * lists the kinds that refer to them.
 */
export function readsForPlan(reads: PlanReads): ReadScope {
  const { desired, catalog } = reads;
  const entries = [...desired.moved, ...desired.removed];
  const kinds = new Set<KindName>([...desired.managed, ...entries.map(({ kind }) => kind)]);
  for (const resource of desired.resources.values()) {
    if (kinds.size === catalog.length) break;
    for (const { kind } of namedReferences(kindNamed(catalog, resource.kind), resource))
      kinds.add(kind);
  }
  return {
    kinds: inCatalogOrder(catalog, kinds),
    linksOf: linksOfPlan(reads),
    mayWrite: membersToWrite(desired),
    more: (live) => referrersToRead(live, reads),
    mustShowHidden: (live) => hiddenReferrers(live, reads),
  };
}

/** Reads of a pull: managed kinds, with all links. An odd record does not stop the rest. */
export function readsForPull({ managed, resources }: DesiredGame, catalog: Catalog): ReadScope {
  return {
    kinds: inCatalogOrder(catalog, managed),
    linksOf: () => true,
    leavesOut: true,
    mustShowHidden: (live) => {
      const missing = [...resources.values()].filter(({ address }) => !live.resources.has(address));
      const names = new Set(missing.map(({ kind }) => kind));
      return kindsThatMayHide(live, catalog)
        .map(({ name }) => name)
        .filter((name) => names.has(name));
    },
  };
}

/**
 * Reads the links of resources that are declared or may be deleted, under any id that an unfinished
 * rename may have given them.
 */
function linksOfPlan({
  desired,
  prune,
}: Pick<PlanReads, "desired" | "prune">): (resource: ResourceName) => boolean {
  const moved = movedAddresses(desired);
  // A report needs the links of what is deleted: they come back with it.
  const removed = addressesOfEntries(desired.removed);
  return ({ address, kind, custom_id }) =>
    [desired.resources, removed, moved].some((named) => named.has(address)) ||
    (prune && desired.managed.has(kind)) ||
    markOf(custom_id) !== undefined;
}

function movedAddresses({ moved }: DesiredGame): ReadonlySet<Address> {
  return new Set(moved.map(({ kind, from }) => addressOf(kind, from)));
}

/**
 * Whether members of a link may have to be written: a declared resource has others, or does not
 * exist yet.
 */
function membersToWrite(desired: DesiredGame): NonNullable<ReadScope["mayWrite"]> {
  const declared = grouped(desired.resources.values(), ({ kind }) => kind);
  const moved = movedAddresses(desired);
  return (kind, link, resources) => {
    const wanted = declared.get(kind.name) ?? [];
    const lists = [...wanted, ...resources].map(({ links }) => links[link.name] ?? []);
    const members = lists.flat();
    if (members.length === 0) return false;
    // While ids change, one id can stand for two resources, so that lists which are alike can
    // differ.
    const isMoving = ({ address, custom_id }: Live): boolean =>
      moved.has(address) || markOf(custom_id) !== undefined;
    if (resources.some(isMoving) || members.some((id) => moved.has(addressOf(link.to, id))))
      return true;
    const live = new Map(resources.map((resource) => [resource.custom_id, resource]));
    return wanted.some((resource) => hasOtherMembers(resource, live.get(resource.custom_id), link));
  };
}

function hasOtherMembers(
  wanted: Desired,
  now: Live | undefined,
  { name, onCreate }: Link,
): boolean {
  if (now !== undefined && isLeftToPanel(wanted, name)) return false;
  // Members of a new resource that are attached afterwards have a way of their own.
  const before = now?.links[name] ?? (onCreate === "attach" ? [] : undefined);
  return before !== undefined && !isAlike(before, wanted.links[name] ?? before);
}

/**
 * Chooses the second lists. If a live resource may be changed or deleted, the plan needs everything
 * that refers to its kind, directly or through other kinds: it shows which resources can't be
 * deleted and which achievements could no longer be earned. Managed kinds have been read, except
 * for links of undeclared resources; these matter when a resource is deleted. A referrer of a
 * replaced resource may be updated, and a PUT may reset any of its links.
 */
function referrersToRead(live: LiveGame, reads: PlanReads): ReadLists {
  const { desired, catalog } = reads;
  if (isAllRead(live, reads)) return { kinds: [], linksOf: () => false };
  const { changed, deleted } = kindsAtStake(live, reads);
  const referring = (name: KindName): readonly KindName[] =>
    referrersOf(catalog, name).map((kind) => kind.name);
  const reached = reachable(changed, referring);
  const holders = new Set([...deleted].flatMap(referring));
  const kinds = [...reached]
    .flatMap(referring)
    .filter((name) => !desired.managed.has(name) || holders.has(name));
  return {
    kinds: inCatalogOrder(catalog, new Set(kinds)),
    linksOf: ({ kind }, { to }) => reached.has(to) || holders.has(kind),
  };
}

/**
 * Kinds that refer to what a plan may delete, and that may hide records. Such a record would keep
 * what it refers to.
 */
function hiddenReferrers(live: LiveGame, reads: PlanReads): readonly KindName[] {
  const { catalog } = reads;
  const hiding = kindsThatMayHide(live, catalog);
  if (hiding.length === 0) return [];
  const { deleted } = kindsAtStake(live, reads);
  const referring = new Set([...deleted].flatMap((name) => referrersOf(catalog, name)));
  return hiding.filter((kind) => referring.has(kind)).map(({ name }) => name);
}

/** Kinds whose lists show no hidden record, although the service took the parameter for them. */
function kindsThatMayHide(
  { resources, read, unseen }: LiveGame,
  catalog: Catalog,
): readonly Kind[] {
  const isShown = (kind: Kind): boolean => {
    const flags = hidingFlags(kind);
    for (const record of resources.values()) {
      if (record.kind === kind.name && flags.some((flag) => record.body[flag] === true))
        return true;
    }
    return false;
  };
  const hiding = catalog.filter(
    (kind) => kind.listQuery !== undefined && read.has(kind.name) && !isShown(kind),
  );
  return hiding.filter(({ name }) => unseen?.has(name) !== true);
}

/**
 * Whether every kind that refers to others is managed, and the links of all its resources were
 * asked for.
 */
function isAllRead({ resources }: LiveGame, reads: PlanReads): boolean {
  const { desired, catalog } = reads;
  const refers = (kind: Kind): boolean => kind.links.length + referenceFields(kind).length > 0;
  if (catalog.some((kind) => refers(kind) && !desired.managed.has(kind.name))) return false;
  const isAsked = linksOfPlan(reads);
  const isOpen = (record: Live): boolean =>
    kindNamed(catalog, record.kind).links.some(({ name }) => record.links[name] === undefined) &&
    !isAsked(record);
  return ![...resources.values()].some(isOpen);
}

interface KindsAtStake {
  /** Kinds with a live resource that may be changed, replaced or deleted. */
  readonly changed: ReadonlySet<KindName>;
  /** Kinds with a live resource that may be replaced or deleted. */
  readonly deleted: ReadonlySet<KindName>;
}

/** The worst that a plan may do to a live resource. */
type WorstCase = "unchanged" | "changed" | "deleted";

/**
 * Looks at every live resource under its own id. Where entries or marks give it another one,
 * anything may happen to it.
 */
function kindsAtStake(live: LiveGame, reads: PlanReads): KindsAtStake {
  const { catalog } = reads;
  const changed = new Set<KindName>();
  const deleted = new Set<KindName>();
  const worstFor = worstCasesIn(live, reads);
  for (const record of live.resources.values()) {
    const { kind } = record;
    if (deleted.has(kind)) continue;
    const worst = worstFor(record);
    if (worst === "deleted") deleted.add(kind);
    if (worst !== "unchanged") changed.add(kind);
  }
  // A resource that is replaced takes along those that hold it in a link which only their creation
  // can give.
  const replacedWith = (name: KindName): readonly KindName[] =>
    catalog
      .filter((kind) => linksOfCreation(kind, live.wayOf).some(({ to }) => to === name))
      .map((kind) => kind.name);
  const gone = reachable(deleted, replacedWith);
  return { changed: new Set([...changed, ...gone]), deleted: gone };
}

function worstCasesIn(
  live: LiveGame,
  { desired, catalog, prune, declaredChanges }: PlanReads,
): (record: Live) => WorstCase {
  const moved = movedAddresses(desired);
  const removed = addressesOfEntries(desired.removed);
  const forgotten = addressesOfEntries(desired.forgotten);
  return (record) => {
    const { address, custom_id } = record;
    const kind = kindNamed(catalog, record.kind);
    if (removed.has(address) || markOf(custom_id) !== undefined) return "deleted";
    if (moved.has(address))
      return namesFixedAtCreation(kind, live.wayOf).length > 0 ? "deleted" : "changed";
    const wanted = desired.resources.get(address);
    if (wanted !== undefined)
      return worstForDeclared(record, wanted, {
        kind,
        live,
        changed: declaredChanges?.get(address),
      });
    return prune && desired.managed.has(kind.name) && !forgotten.has(address)
      ? "deleted"
      : "unchanged";
  };
}

function worstForDeclared(
  record: Live,
  wanted: Desired,
  {
    kind,
    live,
    changed,
  }: {
    readonly kind: Kind;
    readonly live: LiveGame;
    readonly changed: ReadonlyMap<string, unknown> | undefined;
  },
): WorstCase {
  const differs = (name: string): boolean => {
    const now = valueIn(record, name);
    return (
      now !== undefined &&
      !isLeftToPanel(wanted, name) &&
      !isAlike(now, valueIn(wanted, name) ?? now)
    );
  };
  if (namesFixedAtCreation(kind, live.wayOf).some(differs)) return "deleted";
  const changedNames = changed?.keys() ?? [];
  const isNotShown = (name: string): boolean => valueIn(record, name) === undefined;
  return namesOf(kind).some(differs) || [...changedNames].some(isNotShown)
    ? "changed"
    : "unchanged";
}
