/**
 * Compares the two sides. In: the manifests and the live game. Out: a change for every resource that has to differ from what it is
 * now, and what stays although it differs. `points: 30` over a live 20 is one update with the difference `/points`.
 *
 * A resource is replaced when a value differs that only its creation can give: then the old one is deleted, and a new one with a
 * key of its own gets its id.
 */
import type { Catalog, Kind, Link } from "../catalog/types.ts";
import { append } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import type { Json } from "../ground/json.ts";
import {
  addressOf,
  addressOrder,
  inAddressOrder,
  kindNamed,
  namesOf,
  partsOfAddress,
} from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type {
  Address,
  Comparable,
  Desired,
  DesiredGame,
  FieldChange,
  Inventory,
  Kept,
  Live,
  LiveGame,
  Removed,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { compare, fieldChanges } from "./differences.ts";
import { fits, type Identification, identify, underGoalIds } from "./identify.ts";
import { scopeOf } from "./scope.ts";
import { type IdOf, type KeyOf, referencesOfLive, type Thing, type ThingKey, thingFrom } from "./thing.ts";

/** A value in which a resource differs from its goal. */
export type ChangedValue =
  | { readonly type: "value"; readonly name: string; readonly change: FieldChange }
  | {
      readonly type: "reference";
      readonly name: string;
      readonly before: ThingKey | null;
      readonly after: ThingKey | null;
    }
  | {
      readonly type: "members";
      readonly name: string;
      readonly before: ReadonlySet<ThingKey>;
      readonly after: ReadonlySet<ThingKey>;
    };

interface ChangedResource {
  readonly key: ThingKey;
  readonly kind: Kind;
  /** The address by which people know the resource: that of the id it will have, or has when it is deleted. */
  readonly address: Address;
}

export interface Creation extends ChangedResource {
  readonly type: "create";
  readonly goal: Thing;
  readonly by: Desired;
  /** Whether it takes the place of a resource that is deleted. */
  readonly isReplacement: boolean;
}

export interface Update extends ChangedResource {
  readonly type: "update";
  readonly now: Live;
  readonly goal: Thing;
  readonly differences: readonly ChangedValue[];
  /** Absent for a resource that no manifest declares, and that changes together with others. */
  readonly by?: Desired;
}

export interface Deletion extends ChangedResource {
  readonly type: "delete";
  readonly now: Live;
  readonly why: DeletionReason;
}

export type DeletionReason =
  | { readonly type: "pruned" }
  | { readonly type: "removed"; readonly entry: Removed }
  /** `by`: the resource that takes its place, at this address. `isNew`: it will be created. */
  | { readonly type: "replaced"; readonly by: ThingKey; readonly at: Address; readonly isNew: boolean };

export type Change = Creation | Update | Deletion;

export interface GameComparison {
  /** The manifests, with the live values of what policies leave to the admin panel. */
  readonly desired: DesiredGame;
  /** The live game under the ids that its resources will have, without what replacements have left. */
  readonly live: LiveGame;
  readonly identification: Identification;
  readonly changes: readonly Change[];
  readonly kept: readonly Kept[];
  readonly diagnostics: readonly Diagnostic[];
}

interface ComparisonOptions {
  readonly catalog: Catalog;
  readonly prune: boolean;
}

/** Decides what has to change. Warnings and refusals are in `diagnostics`. */
export function compareGames(desired: DesiredGame, live: LiveGame, options: ComparisonOptions): GameComparison {
  const { catalog, prune } = options;
  const identification = identify(desired, live, catalog);
  const seen = viewUnderGoalIds(live, identification, catalog);
  const settled = settle(desired.resources, seen, catalog);
  const wanted = { ...desired, resources: settled.resources };
  const scope = scopeOf({ desired: wanted, live: seen, catalog }, prune);
  const sides: Sides = { catalog, live, wanted, identification, going: scope.going };
  return {
    desired: wanted,
    live: seen,
    identification,
    changes: changesOf(sides),
    kept: inAddressOrder([...settled.kept, ...scope.kept], catalog),
    diagnostics: [...identification.diagnostics, ...scope.diagnostics],
  };
}

function viewUnderGoalIds(live: LiveGame, identification: Identification, catalog: Catalog): LiveGame {
  if (identification.isPlain) return live;
  const resources = new Map<Address, Live>();
  for (const record of live.resources.values()) {
    if (identification.leftovers.has(record)) continue;
    const view = underGoalIds(record, identification, catalog);
    resources.set(view.address, view);
  }
  return { ...live, resources };
}

/** Gives desired resources the live values of what policies leave to the admin panel, and names those that differ. */
function settle(
  desired: Inventory<Desired>,
  live: LiveGame,
  catalog: Catalog,
): { readonly resources: Inventory<Desired>; readonly kept: readonly Kept[] } {
  const kept: Kept[] = [];
  const resources = new Map<Address, Desired>();
  for (const wanted of desired.values()) {
    const { address, create_only } = wanted;
    const kind = kindNamed(catalog, wanted.kind);
    const all = withPanelValues(wanted, live.resources.get(address), kind);
    const fields = all === wanted ? [] : compare(kind, all, wanted);
    if (fields.length > 0) kept.push({ address, reason: create_only ? "create-only" : "ignored", fields });
    resources.set(address, all);
  }
  return { resources, kept };
}

/** A desired resource with the live values of what its policies leave to the admin panel. */
export function withPanelValues(wanted: Desired, live: Live | undefined, kind: Kind): Desired {
  const { body, links, create_only, ignore } = wanted;
  const left = create_only ? namesOf(kind).filter((name) => name !== "custom_id") : ignore;
  if (live === undefined || left.length === 0) return wanted;
  return {
    ...wanted,
    body: { ...body, ...pickMembers(live.body, left) },
    links: { ...links, ...pickMembers(live.links, left) },
  };
}

/** The members of these names, where they are present. */
export function pickMembers<Value>(
  values: Readonly<Record<string, Value>>,
  names: Iterable<string>,
): Readonly<Record<string, Value>> {
  const chosen: Record<string, Value> = {};
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) chosen[name] = value;
  }
  return chosen;
}

/** A live resource as if a manifest declared it with its present values. */
export function asDesired(live: Live): Desired {
  return { ...live, ignore: [], create_only: false, origin: { file: "", line: 0, column: 0 } };
}

/** The two sides, and which resource is which. */
interface Sides {
  readonly catalog: Catalog;
  readonly live: LiveGame;
  readonly wanted: DesiredGame;
  readonly identification: Identification;
  /** By address: what is pruned or removed, with the entry that asks for it. */
  readonly going: ReadonlyMap<Address, Removed | undefined>;
}

/** The keys of the goal: which thing an id stands for when everything is done. */
class GoalKeys {
  private readonly sides: Sides;
  /** By the thing that is replaced: the one that takes its place. */
  readonly heirs: ReadonlyMap<ThingKey, ThingKey>;
  private readonly newcomers = new Map<Address, ThingKey>();
  readonly keyOf: KeyOf = (kind, id) => this.keyAt(addressOf(kind, id), id);

  constructor(sides: Sides, replaced: readonly Live[]) {
    this.sides = sides;
    const { things, goalIdOf } = sides.identification;
    const heirs = new Map<ThingKey, ThingKey>();
    for (const record of replaced) {
      const id = goalIdOf(record);
      const heir = things.newKey(id);
      heirs.set(things.keyOf(record), heir);
      this.newcomers.set(addressOf(record.kind, id), heir);
    }
    this.heirs = heirs;
  }

  private keyAt(address: Address, id: string): ThingKey {
    const { identification, live } = this.sides;
    const known = this.newcomers.get(address);
    if (known !== undefined) return known;
    const owner = identification.ownerOf(address);
    if (owner !== undefined) return identification.things.keyOf(owner);
    const key = live.resources.has(address)
      ? identification.things.newKey(id)
      : identification.things.keyOfAbsent(partsOfAddress(address).kind, id);
    this.newcomers.set(address, key);
    return key;
  }

  /** The thing that references to a live one lead to when everything is done. */
  successorOf(key: ThingKey): ThingKey {
    const { things, leftovers } = this.sides.identification;
    const live = things.liveOf(key);
    const replacedAt = live === undefined ? undefined : leftovers.get(live);
    if (live !== undefined && replacedAt !== undefined) return this.keyOf(live.kind, replacedAt);
    return this.heirs.get(key) ?? key;
  }
}

/** Live resources that are replaced: a value differs that only creation can give, or they hold a replaced one in such a link. */
function replacedIn(sides: Sides): readonly Live[] {
  const { catalog, live, wanted, identification, going } = sides;
  const { ownerOf, leftovers, things } = identification;
  const fixed = new Map(
    catalog.map((kind) => [kind.name, kind.links.filter((link) => live.wayOf(kind, link).by === "creation")]),
  );
  const keyNow: KeyOf = (kind, id) => things.keyNow(kind, id);
  const ownerKey: KeyOf = (kind, id) => {
    const owner = ownerOf(addressOf(kind, id));
    return owner === undefined ? things.keyOfAbsent(kind, id) : things.keyOf(owner);
  };
  const first: Live[] = [];
  for (const resource of wanted.resources.values()) {
    const current = ownerOf(resource.address);
    if (current === undefined) continue;
    const links = fixed.get(resource.kind) ?? [];
    const hasOtherMembers = ({ name, to }: Link): boolean => {
      const had = current.links[name];
      const has = resource.links[name];
      if (had === undefined || has === undefined) return false;
      return !isSameSet(new Set(had.map((id) => keyNow(to, id))), new Set(has.map((id) => ownerKey(to, id))));
    };
    if (!fits(kindNamed(catalog, resource.kind), current, resource) || links.some(hasOtherMembers)) first.push(current);
  }
  if (first.length === 0 && leftovers.size === 0) return [];
  const holders = new Map<Live, Live[]>();
  for (const holder of live.resources.values()) {
    if (leftovers.has(holder)) continue;
    for (const { name, to } of fixed.get(holder.kind) ?? []) {
      for (const member of holder.links[name] ?? []) {
        const held = live.resources.get(addressOf(to, member));
        if (held !== undefined) append(holders, held, holder);
      }
    }
  }
  const isDeleted = (record: Live): boolean => going.has(finalAddressOf(record, identification));
  // Deleting a resource does not replace its holders.
  const holdersOf = (record: Live): readonly Live[] => (isDeleted(record) ? [] : (holders.get(record) ?? []));
  const held = reachable([...first, ...leftovers.keys()], holdersOf);
  return [...held].filter((record) => !leftovers.has(record) && !isDeleted(record));
}

function finalAddressOf(record: Live, { goalIdOf }: Identification): Address {
  return addressOf(record.kind, goalIdOf(record));
}

function isSameSet(a: ReadonlySet<ThingKey>, b: ReadonlySet<ThingKey>): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}

function changesOf(sides: Sides): readonly Change[] {
  const { catalog, wanted } = sides;
  const goals = new GoalKeys(sides, replacedIn(sides));
  const changes: Change[] = [];
  for (const resource of wanted.resources.values()) {
    const change = changeOfDesired(resource, sides, goals);
    if (change !== undefined) changes.push(change);
  }
  for (const resource of undeclaredToChange(sides, goals)) {
    const change = changeOfUndeclared(resource, sides, goals);
    if (change !== undefined) changes.push(change);
  }
  const order = addressOrder(catalog);
  const deletions = deletionsOf(sides, goals).sort((a, b) => order(a.address, b.address));
  return [...changes.sort((a, b) => order(a.address, b.address)), ...deletions];
}

function changeOfDesired(resource: Desired, sides: Sides, goals: GoalKeys): Change | undefined {
  const { catalog, identification } = sides;
  const { address } = resource;
  const kind = kindNamed(catalog, resource.kind);
  const owner = identification.ownerOf(address);
  const heir = owner && goals.heirs.get(identification.things.keyOf(owner));
  if (owner === undefined || heir !== undefined) {
    const key = goals.keyOf(kind.name, resource.custom_id);
    const goal = thingFrom(kind, resource, { key, keyOf: goals.keyOf, raw: {} });
    return { type: "create", key, kind, address, goal, by: resource, isReplacement: heir !== undefined };
  }
  const differences = differencesOf(owner, resource, { kind, sides, goals });
  if (differences.length === 0) return undefined;
  const key = identification.things.keyOf(owner);
  const goal = thingFrom(kind, resource, { key, keyOf: goals.keyOf, raw: owner.raw });
  return { type: "update", key, kind, address, now: owner, goal, differences, by: resource };
}

interface DifferenceContext {
  readonly kind: Kind;
  readonly sides: Sides;
  readonly goals: GoalKeys;
}

/** What differs between a live resource and a desired one. What either side does not show is not compared. */
function differencesOf(
  now: Live,
  goal: Comparable,
  { kind, sides, goals }: DifferenceContext,
): readonly ChangedValue[] {
  const { identification } = sides;
  const { things } = identification;
  // Where no resource gets another id or is replaced, an id stands for the same resource on both sides.
  const isPlain = identification.isPlain && goals.heirs.size === 0;
  const differences: ChangedValue[] = [];
  for (const field of kind.fields) {
    const { name } = field;
    const before = now.body[name];
    const after = goal.body[name];
    if (before === undefined || after === undefined || (before === after && (isPlain || field.type !== "reference")))
      continue;
    if (field.type === "reference") {
      const keyed = {
        before: keyOrNull(before, (id) => things.keyNow(field.to, id)),
        after: keyOrNull(after, (id) => goals.keyOf(field.to, id)),
      };
      if (keyed.before !== keyed.after) differences.push({ type: "reference", name, ...keyed });
      continue;
    }
    for (const change of fieldChanges(`/${name}`, before, after)) differences.push({ type: "value", name, change });
  }
  for (const { name, to } of kind.links) {
    const had = now.links[name];
    const has = goal.links[name];
    if (had === undefined || has === undefined || (isPlain && isAlike(had, has))) continue;
    const before = new Set(had.map((id) => things.keyNow(to, id)));
    const after = new Set(has.map((id) => goals.keyOf(to, id)));
    if (!isSameSet(before, after)) differences.push({ type: "members", name, before, after });
  }
  return differences;
}

function keyOrNull(value: Json, keyOf: (id: string) => ThingKey): ThingKey | null {
  return typeof value === "string" ? keyOf(value) : null;
}

/** Undeclared resources that change with others: they get their id back, are replaced, or refer to something that is deleted. */
function undeclaredToChange({ catalog, live, wanted, identification, going }: Sides, goals: GoalKeys): readonly Live[] {
  if (identification.isPlain && goals.heirs.size === 0) return [];
  const { things, leftovers, goalIdOf } = identification;
  const keyNow: KeyOf = (kind, id) => things.keyNow(kind, id);
  return [...live.resources.values()].filter((record) => {
    const address = finalAddressOf(record, identification);
    if (leftovers.has(record) || wanted.resources.has(address) || going.has(address)) return false;
    if (goalIdOf(record) !== record.custom_id || goals.heirs.has(things.keyOf(record))) return true;
    const references = referencesOfLive(record, kindNamed(catalog, record.kind), keyNow);
    return [...references].some((key) => goals.successorOf(key) !== key);
  });
}

/** The undeclared resource keeps its values; its references lead to what takes the place of something replaced. */
function changeOfUndeclared(record: Live, sides: Sides, goals: GoalKeys): Change | undefined {
  const { catalog, identification } = sides;
  const { things } = identification;
  const key = things.keyOf(record);
  const thing = things.thingOf(key);
  if (thing === undefined) return undefined;
  const kind = kindNamed(catalog, record.kind);
  const view = underGoalIds(record, identification, catalog);
  const { address, custom_id } = view;
  const successor = (old: ThingKey): ThingKey => goals.successorOf(old);
  const goal: Thing = {
    ...thing,
    id: custom_id,
    body: thingBody(view, kind),
    references: new Map([...thing.references].map(([name, old]) => [name, old === null ? null : successor(old)])),
    members: new Map([...thing.members].map(([name, keys]) => [name, new Set([...keys].map(successor))])),
  };
  const heir = goals.heirs.get(key);
  if (heir !== undefined) {
    const created = { ...goal, key: heir, raw: {} };
    return { type: "create", key: heir, kind, address, goal: created, by: asDesired(view), isReplacement: true };
  }
  const differences = [...valueDifferences(record, view, kind), ...keyDifferences(thing, goal)];
  if (differences.length === 0) return undefined;
  return { type: "update", key, kind, address, now: record, goal, differences };
}

function thingBody({ body }: Live, kind: Kind): Live["body"] {
  const names = kind.fields.flatMap(({ name, type }) => (type === "id" || type === "reference" ? [] : [name]));
  return pickMembers(body, names);
}

function valueDifferences(before: Live, after: Live, kind: Kind): readonly ChangedValue[] {
  return kind.fields.flatMap((field): readonly ChangedValue[] => {
    const { name, type } = field;
    const was = before.body[name];
    const is = after.body[name];
    if (type === "reference" || was === undefined || is === undefined) return [];
    return fieldChanges(`/${name}`, was, is).map((change) => ({ type: "value", name, change }));
  });
}

function keyDifferences(now: Thing, goal: Thing): readonly ChangedValue[] {
  const differences: ChangedValue[] = [];
  for (const [name, before] of now.references) {
    const after = goal.references.get(name) ?? null;
    if (before !== after) differences.push({ type: "reference", name, before, after });
  }
  for (const [name, before] of now.members) {
    const after = goal.members.get(name) ?? new Set();
    if (!isSameSet(before, after)) differences.push({ type: "members", name, before, after });
  }
  return differences;
}

function deletionsOf({ catalog, identification, going }: Sides, goals: GoalKeys): Deletion[] {
  const { things, leftovers, ownerOf } = identification;
  const deletionOf = (now: Live, address: Address, why: DeletionReason): Deletion => {
    return { type: "delete", key: things.keyOf(now), kind: kindNamed(catalog, now.kind), address, now, why };
  };
  const deletions: Deletion[] = [];
  for (const [address, entry] of going) {
    const now = ownerOf(address);
    if (now === undefined) continue;
    deletions.push(deletionOf(now, address, entry === undefined ? { type: "pruned" } : { type: "removed", entry }));
  }
  for (const [old, by] of goals.heirs) {
    const now = things.liveOf(old);
    if (now === undefined) continue;
    const at = finalAddressOf(now, identification);
    deletions.push(deletionOf(now, at, { type: "replaced", by, at, isNew: true }));
  }
  for (const [now, id] of leftovers) {
    const at = addressOf(now.kind, id);
    const by = goals.keyOf(now.kind, id);
    deletions.push(deletionOf(now, now.address, { type: "replaced", by, at, isNew: false }));
  }
  return deletions;
}

/** The id by which people know a thing: the one that it will have, or for one that is deleted the one that it has now. */
export function shownIdOf(identification: Identification, changes: ReadonlyMap<ThingKey, Change>, now: IdOf): IdOf {
  const { things, goalIdOf } = identification;
  return (key) => {
    const live = things.liveOf(key);
    const change = changes.get(key);
    const isReplaced = change?.type === "delete" && change.why.type === "replaced";
    if (live === undefined) return things.firstIdOf(key);
    return isReplaced ? now(key) : goalIdOf(live);
  };
}
