/**
 * What a pull takes over from the live game. In: both sides, and with a base the manifests of an earlier commit. Out: what
 * the manifests are to say instead, as values. With a base, only drift is taken; what this branch changes stays.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { namesOf as namesIn } from "../manifest/parts.ts";
import {
  addressesOfEntries,
  addressOf,
  customIdOf,
  inAddressOrder,
  kindNamed,
  linkNamed,
  namesOf,
  referenceFields,
  referencesOfResource,
  sortedMembers,
  valueIn,
} from "../model/catalog-lookup.ts";
import { defined, memoizedBy } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { reachable } from "../model/graph.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type {
  Address,
  Comparable,
  Desired,
  DesiredGame,
  FieldChange,
  Inventory,
  Live,
  LiveGame,
  Resource,
} from "../model/model.ts";
import { type Base, underIdsOf } from "../plan/cause.ts";
import { compare, threeWayChanges, valueText } from "../plan/differences.ts";
import { compareGames } from "../plan/goal.ts";
import { isReplaced } from "../plan/identities.ts";

/** What becomes of one declaration: without `before` it is added, without `after` it goes. */
export interface TakenChange {
  readonly address: Address;
  /** What the manifests said. */
  readonly before?: Desired | undefined;
  readonly after?: Resource | undefined;
  readonly fields: readonly FieldChange[];
}

export interface Taken {
  /** What the manifests are to declare. */
  readonly resources: Inventory<Resource>;
  /** What this branch and somebody else have changed, where no side is preferred. */
  readonly conflicts: readonly Diagnostic[];
  /** What is not taken because the files are preferred, or refer to it. */
  readonly kept: readonly Address[];
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

type ThreeWayChange = ReturnType<typeof threeWayChanges>[number];

/** Merges both sides and the base, value by value. Without a base, everything that differs was changed live. */
export function takenFromLive(
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
  { targets, base, prefer }: TakeOptions,
): Taken {
  const sides = compareGames(desired, live, { catalog, prune: false });
  const old = base?.game && underIdsOf(desired, base.game, catalog);
  const [removed, forgotten] = [addressesOfEntries(desired.removed), addressesOfEntries(desired.forgotten)];
  const isChosen = ({ address }: Pick<Live, "address">): boolean => targets.length === 0 || targets.includes(address);
  const isLive = ({ address }: Resource): boolean => sides.live.resources.has(address);
  const [managed, managedThen] = [kindsOf(desired), base?.game && kindsOf(base.game)];
  const undeclared = [...sides.live.resources.values()].filter(
    ({ address, kind }) => managed.has(kind) && !desired.resources.has(address),
  );
  const isTakeable = ({ address, custom_id }: Live): boolean =>
    !removed.has(address) && !forgotten.has(address) && markOf(custom_id) === undefined;
  const all = [...desired.resources.values(), ...undeclared.filter(isTakeable)].filter(isChosen);
  const [conflicts, kept]: [Diagnostic[], Set<Address>] = [[], new Set()];
  const isTaken = (address: Address, change: ThreeWayChange): boolean => {
    if (change.cause !== "conflict") return change.cause === "drift";
    if (prefer === undefined) conflicts.push(conflictOf(address, change, desired));
    if (prefer === "files") kept.add(address);
    return prefer === "live";
  };
  const resources = new Map<Address, Resource>(desired.resources);
  const going = new Map<Address, Resource>();
  // First what is gone: references to what is kept of that stay.
  for (const each of inAddressOrder(all, catalog).sort((a, b) => Number(isLive(a)) - Number(isLive(b)))) {
    const { address } = each;
    const kind = kindNamed(catalog, each.kind);
    const [own, found] = [desired.resources.get(address), sides.live.resources.get(address)];
    const then = own === undefined ? base?.game?.resources.get(address) : old?.get(address);
    const before = base === undefined ? own : then;
    const now = found && valuesOf(kind, found, own ?? before);
    // What the base does not manage cannot have drifted.
    const isOpen = base === undefined || then !== undefined || managedThen?.has(kind.name) === true;
    const after = own && valuesOf(kind, own);
    let value: Json | undefined = after;
    const versions = { base: isOpen ? before && valuesOf(kind, before) : now, before: now, after };
    for (const change of threeWayChanges("", versions)) {
      const named = addressNamed(kind, change);
      if (named !== undefined && kept.has(named)) continue;
      if (isTaken(address, change)) value = withAt(value, namesIn(change.path), change.before);
    }
    if (value === after) continue;
    if (value === undefined) going.set(address, each);
    else resources.set(address, own === undefined ? each : withValues(kind, own, value as JsonObject));
  }
  // What this branch refers to since the base is needed, with all that it refers to.
  const referred = (each: Resource | undefined): readonly Address[] =>
    each === undefined ? [] : [...referencesOfResource(catalog, each)];
  const stays = base === undefined ? [] : [...resources.values()].filter(({ address }) => !going.has(address));
  const needed = reachable(stays.flatMap(referred), (address) => referred(going.get(address)));
  for (const address of going.keys()) needed.has(address) ? kept.add(address) : resources.delete(address);
  const underway = [...sides.world.values()].filter(
    ({ address, custom_id: id }) => !isReplaced(address) && (customIdOf(address) !== id || markOf(id) !== undefined),
  );
  const unapplied = undeclared.filter(({ address }) => removed.has(address) && !forgotten.has(address));
  const waiting = new Set([...underway, ...unapplied].filter(isChosen).map(({ address }) => address));
  return { resources, conflicts, kept: [...kept], waiting: [...waiting] };
}

/** What becomes of each declaration, in the order of the catalog. */
export function changesFrom(before: Inventory<Desired>, after: Inventory<Resource>, catalog: Catalog) {
  const all = inAddressOrder(new Map<Address, Resource>([...before, ...after]).values(), catalog);
  return all.flatMap(({ address, kind }): readonly TakenChange[] => {
    const [old, now] = [before.get(address), after.get(address)];
    const fields = old && now ? compare(kindNamed(catalog, kind), old, now) : [];
    return fields.length === 0 && old && now ? [] : [{ address, before: old, after: now, fields }];
  });
}

/** The kinds whose key is written, and those that are defined in place of an id. */
const kindsOf = memoizedBy(({ managed, resources }: DesiredGame): ReadonlySet<KindName> => {
  return new Set([...managed, ...[...resources.values()].map(({ kind }) => kind)]);
});

function conflictOf(address: Address, change: ThreeWayChange, { sources }: DesiredGame): Diagnostic {
  const { path } = change;
  const [live, own, old] = [change.before, change.after, change.base].map(valueText);
  const detail =
    path === ""
      ? `One side deletes ${address}, and the other has changed it since the base.`
      : `${address} ${path.slice(1)}: live ${live}, in the manifests ${own}, at the base ${old}.`;
  const span = sources.get(address)?.locate(path, "value");
  const help = ["to take the live values: --prefer live; to keep those of the manifests: --prefer files"];
  const primary = span && { span, text: "changed here, and live" };
  return diagnostic("pull-conflict", detail, { address, help, ...defined({ primary }) });
}

/** The fields and links of a resource as an object, those of a link as one, too. What is not shown, or left to the admin panel, is as declared. */
function valuesOf(kind: Kind, resource: Comparable, own?: Desired): JsonObject {
  const values = namesOf(kind).flatMap((name): [string, Json][] => {
    const isLeft = valueIn(resource, name) === undefined || own?.create_only || own?.ignore.includes(name);
    const value = valueIn(isLeft && own ? own : resource, name);
    if (value === undefined || name === kind.fields[0]?.name) return [];
    return [[name, linkNamed(kind, name) ? Object.fromEntries((value as string[]).map((id) => [id, true])) : value]];
  });
  return Object.fromEntries(values);
}

/** A declaration with such values. */
function withValues(kind: Kind, own: Desired, values: JsonObject): Desired {
  const [body, links] = [{ ...own.body }, { ...own.links }];
  for (const [name, value] of Object.entries(values)) {
    if (linkNamed(kind, name) === undefined) body[name] = value;
    else links[name] = sortedMembers(Object.keys(value as JsonObject));
  }
  return { ...own, body, links };
}

/** What a value or a member that differs refers to in the manifests. */
function addressNamed(kind: Kind, { path, after }: ThreeWayChange): Address | undefined {
  if (after === undefined) return undefined;
  const [name = "", member] = namesIn(path);
  const link = linkNamed(kind, name);
  const to = (link ?? referenceFields(kind).find((field) => field.name === name))?.to;
  return to === undefined ? undefined : addressOf(to, link === undefined ? String(after) : (member ?? ""));
}

/** The value with another one, or none, below these names. */
function withAt(
  value: Json | undefined,
  [name, ...names]: readonly string[],
  other: Json | undefined,
): Json | undefined {
  if (name === undefined) return other;
  const { [name]: inner, ...rest } = value as JsonObject;
  const changed = withAt(inner, names, other);
  return changed === undefined ? rest : { ...(value as JsonObject), [name]: changed };
}
