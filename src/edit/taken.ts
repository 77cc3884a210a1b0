/**
 * What a pull takes over from the live game. In: both sides, and with a base the manifests of an earlier commit. Out: what
 * the manifests are to say instead, as values. With a base, only drift is taken; what this branch changes stays.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { namesOf as namesIn } from "../manifest/parts.ts";
import {
  customIdOf,
  inAddressOrder,
  kindNamed,
  linkNamed,
  namesOf,
  sortedMembers,
  valueIn,
} from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Desired, DesiredGame, FieldChange, Inventory, LiveGame, Resource } from "../model/model.ts";
import { type Base, underIdsOf } from "../plan/cause.ts";
import { compare, threeWayChanges, valueText } from "../plan/differences.ts";
import { compareGames } from "../plan/goal.ts";
import { isReplaced } from "../plan/identities.ts";

/** What becomes of one declaration. */
export interface TakenChange {
  readonly address: Address;
  readonly action: "update" | "add" | "remove" | "rename";
  /** What the manifests said; absent where it is added. */
  readonly before?: Desired | undefined;
  /** Absent where it goes. */
  readonly after?: Resource | undefined;
  readonly fields: readonly FieldChange[];
}

export interface Taken {
  /** What the manifests are to declare. */
  readonly resources: Inventory<Resource>;
  /** In the order of the catalog. */
  readonly changes: readonly TakenChange[];
  /** What this branch and somebody else have changed, where no side is preferred. */
  readonly conflicts: readonly Diagnostic[];
  /** What is not taken because the files are preferred. */
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
  const managed = { ...desired, managed: kindsOf(desired) };
  const { live: seen, world, kept: stays, changes } = compareGames(managed, live, { catalog, prune: false });
  const old = base === undefined ? desired.resources : base.game && underIdsOf(desired, base.game, catalog);
  const managedThen = base === undefined ? undefined : base.game ? kindsOf(base.game) : new Set();
  const undeclared = stays.flatMap(({ address, reason }) => {
    const found = reason === "not-pruned" ? seen.resources.get(address) : undefined;
    return found === undefined || markOf(found.custom_id) !== undefined ? [] : [found];
  });
  const isChosen = ({ address }: Pick<Resource, "address">): boolean =>
    targets.length === 0 || targets.includes(address);
  const [conflicts, kept]: [Diagnostic[], Set<Address>] = [[], new Set()];
  const isTaken = (address: Address, change: ThreeWayChange): boolean => {
    if (change.cause !== "conflict") return change.cause === "drift";
    if (prefer === undefined) conflicts.push(conflictOf(address, change, desired));
    if (prefer === "files") kept.add(address);
    return prefer === "live";
  };
  const resources = new Map<Address, Resource>(desired.resources);
  for (const each of inAddressOrder([...desired.resources.values(), ...undeclared].filter(isChosen), catalog)) {
    const { address } = each;
    const kind = kindNamed(catalog, each.kind);
    const [then, now, own] = [old?.get(address), seen.resources.get(address), desired.resources.get(address)];
    // What the base does not manage cannot have drifted.
    const isOpen = managedThen === undefined || then !== undefined || managedThen.has(kind.name);
    const policies = own ?? then;
    const left = policies?.create_only ? namesOf(kind) : [kind.fields[0]?.name, ...(policies?.ignore ?? [])];
    const isShown = (name: string): boolean => now === undefined || valueIn(now, name) !== undefined;
    const names = namesOf(kind).filter((name) => !left.includes(name) && isShown(name));
    const [past, before, after] = [isOpen ? then : now, now, own].map((side) => side && valuesOf(kind, side, names));
    let value: Json | undefined = after;
    for (const change of threeWayChanges("", { base: past, before, after })) {
      if (isTaken(address, change)) value = withAt(value, namesIn(change.path), change.before);
    }
    if (value === after) continue;
    if (value === undefined) resources.delete(address);
    else resources.set(address, own === undefined ? each : withValues(kind, own, value as JsonObject));
  }
  const underway = [...world.values()].filter(
    ({ address, custom_id: id }) => !isReplaced(address) && (customIdOf(address) !== id || markOf(id) !== undefined),
  );
  const waiting = [...underway, ...changes.filter((each) => each.removed !== undefined)].filter(isChosen);
  return {
    resources,
    changes: changesFrom(desired.resources, resources, catalog),
    conflicts,
    kept: [...kept],
    waiting: [...new Set(waiting.map(({ address }) => address))],
  };
}

/** What becomes of each declaration, in the order of the catalog. */
export function changesFrom(before: Inventory<Desired>, after: Inventory<Resource>, catalog: Catalog) {
  const all = inAddressOrder(new Map<Address, Resource>([...before, ...after]).values(), catalog);
  return all.flatMap(({ address, kind }): readonly TakenChange[] => {
    const [old, now] = [before.get(address), after.get(address)];
    if (old === undefined || now === undefined)
      return [{ address, action: old ? "remove" : "add", before: old, after: now, fields: [] }];
    const fields = compare(kindNamed(catalog, kind), old, now);
    const action = old.custom_id === now.custom_id ? "update" : "rename";
    return fields.length === 0 ? [] : [{ address, action, before: old, after: now, fields }];
  });
}

/** The kinds whose key is written, and those that are defined in place of an id. */
function kindsOf({ managed, resources }: DesiredGame): ReadonlySet<KindName> {
  return new Set([...managed, ...[...resources.values()].map(({ kind }) => kind)]);
}

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
  return diagnostic("pull-conflict", detail, { address, help, primary });
}

/** Fields and links of a resource as an object, the members of a link as one, too. */
function valuesOf(kind: Kind, resource: Resource, names: readonly string[]): JsonObject {
  const values = names.map((name): [string, Json] => {
    const value = valueIn(resource, name) as Json;
    return [name, linkNamed(kind, name) ? Object.fromEntries((value as string[]).map((id) => [id, true])) : value];
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
