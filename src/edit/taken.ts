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
import type { Address, Desired, DesiredGame, FieldChange, Live, LiveGame } from "../model/model.ts";
import { type Base, underIdsOf } from "../plan/cause.ts";
import { compare, fieldChanges, memberOf, threeWay } from "../plan/differences.ts";
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

/** New values of one declared resource. */
export interface TakenUpdate {
  readonly desired: Desired;
  /** Canonical values by field. */
  readonly body: ReadonlyMap<string, Json>;
  /** Members to take out and to put in, by link. */
  readonly links: ReadonlyMap<string, { readonly removed: readonly string[]; readonly added: readonly string[] }>;
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

type Preference = TakeOptions["prefer"];

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
    const update = updateOf(kind, wanted, found, { base, before, prefer, isManaged, deleted }, conflicts);
    if (update.fields.length > 0) updates.push(update);
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
  readonly prefer: Preference;
  readonly deleted: ReadonlyMap<Address, Deletion>;
}

function updateOf(kind: Kind, wanted: Desired, found: Live, sides: Sides, conflicts: PullConflict[]): TakenUpdate {
  const { address } = wanted;
  const body = new Map<string, Json>();
  const links = new Map<string, { removed: readonly string[]; added: readonly string[] }>();
  const fields: FieldChange[] = [];
  for (const field of kind.fields) {
    const { name, type } = field;
    const [own, live] = [wanted.body[name], found.body[name]];
    if (field.type === "reference" && typeof own === "string" && sides.deleted.get(addressOf(field.to, own)) === "keep")
      continue;
    if (type === "id" || live === undefined || own === undefined) continue;
    const merged = mergedValue(`/${name}`, sides.before?.body[name], live, own, { address, ...sides }, conflicts);
    const changes = fieldChanges(`/${name}`, own, merged);
    if (changes.length === 0) continue;
    body.set(name, merged ?? null);
    fields.push(...changes);
  }
  for (const { name, to } of kind.links) {
    const [own, live] = [wanted.links[name], found.links[name]];
    if (live === undefined || own === undefined) continue;
    const before = new Set(sides.before?.links[name]);
    const isDrift = (member: string, isLive: boolean): boolean =>
      sides.base === undefined || (sides.isManaged && before.has(member) !== isLive);
    const goes = (member: string): boolean =>
      isDrift(member, false)
        ? sides.deleted.get(addressOf(to, member)) !== "keep"
        : sides.deleted.get(addressOf(to, member)) === "remove";
    const removed = own.filter((member) => !live.includes(member) && goes(member));
    const added = live.filter((member) => !own.includes(member) && isDrift(member, true));
    if (removed.length + added.length === 0) continue;
    links.set(name, { removed, added });
    const after = sortedMembers([...own.filter((member) => !removed.includes(member)), ...added]);
    fields.push({ path: `/${name}`, before: own, after });
  }
  return { desired: wanted, body, links, fields };
}

/** A value with what has drifted. Objects are merged member by member. */
function mergedValue(
  path: string,
  base: Json | undefined,
  live: Json | undefined,
  desired: Json | undefined,
  sides: Sides & { readonly address: Address },
  conflicts: PullConflict[],
): Json | undefined {
  if (sides.base === undefined) return live;
  if (!sides.isManaged) return desired;
  if (isJsonObject(live) && isJsonObject(desired)) {
    const names = [...new Set([...Object.keys(desired), ...Object.keys(live)])];
    const members = names.flatMap((name): [string, Json][] => {
      const [then, now, own] = [base, live, desired].map((value) => memberOf(value, name));
      const merged = mergedValue(path + pointerTo(name), then, now, own, sides, conflicts);
      return merged === undefined ? [] : [[name, merged]];
    });
    return Object.fromEntries(members);
  }
  const cause = threeWay(base, live, desired);
  if (cause === "conflict" && sides.prefer === undefined) {
    conflicts.push({ address: sides.address, path, ...defined({ base, live, desired }) });
  }
  return cause === "drift" || (cause === "conflict" && sides.prefer === "live") ? live : desired;
}
