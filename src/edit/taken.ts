/**
 * What a pull takes over from the live game. In: both sides, and with a base the manifests of an earlier commit. Out: what
 * the manifests are to say instead, as values. With a base, only drift is taken; what this branch changes stays.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { pointerTo } from "../manifest/parts.ts";
import {
  addressesOfEntries,
  addressOf,
  customIdOf,
  inAddressOrder,
  kindNamed,
  referencesOfResource,
  sortedMembers,
} from "../model/catalog-lookup.ts";
import { defined, memoizedBy } from "../model/collections.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Comparable, Desired, DesiredGame, FieldChange, Live, LiveGame } from "../model/model.ts";
import { type Base, underIdsOf } from "../plan/cause.ts";
import { compare, memberOf, threeWay } from "../plan/differences.ts";
import { compareGames, type GameComparison } from "../plan/goal.ts";
import { isReplaced } from "../plan/identities.ts";

/** A field that this branch and somebody else have changed. */
export interface PullConflict {
  readonly address: Address;
  /** Of the field; empty for the whole resource. */
  readonly path: string;
  /** What refers to the resource since the base, which was deleted live. */
  readonly referrer?: Address;
  readonly base?: Json;
  readonly live?: Json;
  readonly desired?: Json;
}

/** What one declared resource is to be. */
export interface TakenUpdate {
  readonly desired: Desired;
  readonly after: Comparable;
  readonly fields: readonly FieldChange[];
}

/** All that changes in the manifests. */
export interface Taken {
  readonly updates: readonly TakenUpdate[];
  /** Declared, and no longer live. */
  readonly missing: readonly Desired[];
  /** Live, and not declared. */
  readonly added: readonly Live[];
  readonly conflicts: readonly PullConflict[];
  /** Resources with a `moved` or `removed` entry that is not applied, and what an interrupted apply has left. */
  readonly waiting: readonly Address[];
}

/** What to take. */
export interface TakeOptions {
  /** Addresses; empty means all. */
  readonly targets: readonly Address[];
  readonly base?: Base;
  /** Which side wins a conflict. */
  readonly prefer?: "live" | "files";
}

/** What becomes of a declaration whose resource was deleted live. */
type Deletion = "remove" | "keep" | PullConflict;

export function takenFromLive(desired: DesiredGame, live: LiveGame, catalog: Catalog, options: TakeOptions): Taken {
  const { targets, base, prefer } = options;
  const isChosen = ({ address }: Pick<Live, "address">): boolean => targets.length === 0 || targets.includes(address);
  const sides = compareGames(desired, live, { catalog, prune: false });
  const old = base?.game === undefined ? undefined : underIdsOf(desired, base.game, catalog);
  const deleted = deletedLive(sides, old, options, catalog);
  const conflicts: PullConflict[] = [];
  const updates: TakenUpdate[] = [];
  const missing: Desired[] = [];
  for (const wanted of inAddressOrder(sides.desired.resources.values(), catalog)) {
    const found = sides.live.resources.get(wanted.address);
    const before = old?.get(wanted.address);
    if (!isChosen(wanted) || !desired.resources.has(wanted.address)) continue;
    if (found === undefined) {
      const end = deleted.get(wanted.address) ?? "keep";
      if (end === "remove") missing.push(wanted);
      else if (end !== "keep") conflicts.push(end);
      continue;
    }
    const isManaged = before !== undefined || (base?.game !== undefined && managedIn(base.game).has(wanted.kind));
    const kind = kindNamed(catalog, wanted.kind);
    const after = mergedResource(kind, wanted, found, { base, before, prefer, isManaged, deleted, conflicts });
    const fields = compare(kind, wanted, after);
    if (fields.length > 0) updates.push({ desired: wanted, after, fields });
  }
  const managed = managedIn(desired);
  const undeclared = [...sides.live.resources.values()].filter(
    (each) => managed.has(each.kind) && !sides.desired.resources.has(each.address),
  );
  const named = addressesOfEntries([...desired.removed, ...(desired.forgotten ?? [])]);
  const free = undeclared.filter(
    (each) => isChosen(each) && !named.has(each.address) && markOf(each.custom_id) === undefined,
  );
  const added = free.filter((found) => {
    const before = base?.game?.resources.get(found.address);
    if (base === undefined || before === undefined)
      return base?.game === undefined || managedIn(base.game).has(found.kind);
    // This branch deletes it, and the live one may have been changed since.
    if (compare(kindNamed(catalog, found.kind), before, found).length === 0) return false;
    if (prefer === undefined) conflicts.push({ address: found.address, path: "" });
    return prefer === "live";
  });
  const waiting = waitingOf(desired, sides, undeclared).filter(isChosen);
  return {
    updates,
    missing,
    added: inAddressOrder(added, catalog),
    conflicts,
    waiting: [...new Set(waiting.map(({ address }) => address))],
  };
}

/** The kinds whose key is written, and those of which a definition stands in the place of a reference. */
const managedIn = memoizedBy(
  ({ managed, resources }: DesiredGame): ReadonlySet<KindName> =>
    new Set([...managed, ...[...resources.values()].map(({ kind }) => kind)]),
);

type ComparedSides = Pick<GameComparison, "desired" | "live" | "world">;

/** What happens to declarations of what was deleted live. What is new on this branch was not, and stays. */
function deletedLive(
  sides: ComparedSides,
  old: ReadonlyMap<Address, Desired> | undefined,
  { base, prefer }: TakeOptions,
  catalog: Catalog,
): ReadonlyMap<Address, Deletion> {
  const referrers = base === undefined ? new Map<Address, Address>() : newReferrers(sides, old, catalog);
  const endOf = (wanted: Desired): Deletion | undefined => {
    const { address } = wanted;
    const [before, referrer] = [old?.get(address), referrers.get(address)];
    if (base === undefined) return "remove";
    if (before === undefined) return undefined;
    const isChanged = compare(kindNamed(catalog, wanted.kind), before, wanted).length > 0;
    if (!isChanged && referrer === undefined) return "remove";
    if (prefer === "files") return "keep";
    // Of what is new on this branch, no reference is taken out.
    const canRemove = referrer === undefined || sides.live.resources.has(referrer);
    if (prefer === "live" && canRemove) return "remove";
    return { address, path: "", ...(isChanged && canRemove ? {} : defined({ referrer })) };
  };
  const gone = [...sides.desired.resources.values()].filter(({ address }) => !sides.live.resources.has(address));
  return new Map(
    gone.flatMap((wanted) => {
      const end = endOf(wanted);
      return end === undefined ? [] : [[wanted.address, end] as const];
    }),
  );
}

/** Live resources whose entry or interrupted apply has to be applied first. */
function waitingOf(
  desired: DesiredGame,
  sides: ComparedSides,
  undeclared: readonly Live[],
): readonly Pick<Live, "address" | "kind">[] {
  const removed = addressesOfEntries(desired.removed);
  const forgotten = addressesOfEntries(desired.forgotten);
  return [
    ...[...sides.world.values()].filter(
      ({ address, custom_id }) =>
        !isReplaced(address) && (customIdOf(address) !== custom_id || markOf(custom_id) !== undefined),
    ),
    ...undeclared.filter(({ address }) => removed.has(address) && !forgotten.has(address)),
  ];
}

/** By resource that was deleted live: one that refers to it on this branch and did not before. */
function newReferrers(
  { desired, live }: ComparedSides,
  old: ReadonlyMap<Address, Desired> | undefined,
  catalog: Catalog,
): Map<Address, Address> {
  const found = new Map<Address, Address>();
  for (const wanted of desired.resources.values()) {
    const before = old?.get(wanted.address);
    const known = before === undefined ? new Set<Address>() : referencesOfResource(catalog, before);
    for (const address of referencesOfResource(catalog, wanted))
      if (!known.has(address) && !live.resources.has(address)) found.set(address, wanted.address);
  }
  return found;
}

interface Sides {
  readonly base: Base | undefined;
  /** Whether the base manages the kind: otherwise nothing of it can have drifted. */
  readonly isManaged: boolean;
  readonly before: Desired | undefined;
  readonly prefer: TakeOptions["prefer"];
  readonly deleted: ReadonlyMap<Address, Deletion>;
  /** Gets what both sides have changed. */
  readonly conflicts: PullConflict[];
}

/** A declared resource with what has drifted. */
function mergedResource(kind: Kind, wanted: Desired, found: Live, sides: Sides): Comparable {
  const { base, before, isManaged, deleted } = sides;
  const body = kind.fields.flatMap((field): [string, Json][] => {
    const { name, type } = field;
    const [own, live] = [wanted.body[name], found.body[name]];
    if (own === undefined) return [];
    const isKept = field.type === "reference" && deleted.get(addressOf(field.to, String(own))) === "keep";
    if (type === "id" || live === undefined || isKept) return [[name, own]];
    const values = { base: before?.body[name], live, desired: own };
    return [[name, mergedValue(`/${name}`, values, wanted.address, sides) ?? null]];
  });
  const links = kind.links.flatMap(({ name, to }): [string, readonly string[]][] => {
    const [own, live] = [wanted.links[name], found.links[name]];
    if (own === undefined || live === undefined) return own === undefined ? [] : [[name, own]];
    const old = new Set(before?.links[name]);
    const isDrift = (member: string, isLive: boolean): boolean =>
      base === undefined || (isManaged && old.has(member) !== isLive);
    const endOf = (member: string): Deletion | undefined => deleted.get(addressOf(to, member));
    const goes = (member: string): boolean =>
      isDrift(member, false) ? endOf(member) !== "keep" : endOf(member) === "remove";
    const kept = own.filter((member) => live.includes(member) || !goes(member));
    return [
      [name, sortedMembers([...kept, ...live.filter((member) => !own.includes(member) && isDrift(member, true))])],
    ];
  });
  return { body: Object.fromEntries(body), links: Object.fromEntries(links) };
}

type ThreeValues = Readonly<Record<"base" | "live" | "desired", Json | undefined>>;

/** A value with what has drifted. Objects are merged member by member. */
function mergedValue(path: string, values: ThreeValues, address: Address, sides: Sides): Json | undefined {
  const { base, live, desired } = values;
  if (sides.base === undefined) return live;
  if (!sides.isManaged) return desired;
  if (isJsonObject(live) && isJsonObject(desired)) {
    const names = [...new Set([...Object.keys(desired), ...Object.keys(live)])];
    const members = names.flatMap((name): [string, Json][] => {
      const inner = { base: memberOf(base, name), live: memberOf(live, name), desired: memberOf(desired, name) };
      const merged = mergedValue(path + pointerTo(name), inner, address, sides);
      return merged === undefined ? [] : [[name, merged]];
    });
    return Object.fromEntries(members);
  }
  const cause = threeWay(base, live, desired);
  const isOpen = cause === "conflict" && sides.prefer === undefined;
  if (isOpen) sides.conflicts.push({ address, path, ...defined({ base, live, desired }) });
  return cause === "drift" || (cause === "conflict" && sides.prefer === "live") ? live : desired;
}
