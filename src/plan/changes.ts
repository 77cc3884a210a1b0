/**
 * Compares the two sides. In: the manifests and the live game. Out: a change for every resource
 * that must become another one, and the resources that stay although they differ. `points: 30` over
 * a live 20 is one update with the difference `/points`.
 *
 * A resource is replaced when a value differs that only its creation can give: then the old one is
 * deleted, and a new one with a key of its own gets its id.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import {
  addressOf,
  addressOrder,
  inAddressOrder,
  kindNamed,
  valueIn,
} from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { namesFixedAtCreation } from "../model/link-way.ts";
import type {
  Address,
  Comparable,
  Desired,
  DesiredGame,
  Kept,
  Live,
  LiveGame,
  Removed,
} from "../model/model.ts";
import { type ChangedValue, changedValues, notShownValues } from "./changed-values.ts";
import {
  type DeclaredChanges,
  fixedValueWarning,
  NO_DECLARED_CHANGES,
} from "./declared-changes.ts";
import { type Identification, textsWithoutMarks, underGoalIds } from "./identification.ts";
import { identify } from "./identify.ts";
import { applyPolicies } from "./policies.ts";
import { findReplaced, type IdentifiedGames, refuseLosses } from "./replacements.ts";
import { decideScope } from "./scope.ts";
import {
  type IdOf,
  type KeyOf,
  referencesOfLive,
  type Thing,
  type ThingKey,
  thingFrom,
} from "./thing.ts";

interface ChangedResource {
  readonly key: ThingKey;
  readonly kind: Kind;
  /**
   * The id by which people know the resource: the one that it will have, or has when it is deleted.
   */
  readonly id: string;
  /** The kind and that id. */
  readonly address: Address;
}

export interface Creation extends ChangedResource {
  readonly type: "create";
  readonly goal: Thing;
  /** Absent for the replacement of a resource that no manifest declares. */
  readonly by?: Desired;
  /** Whether it replaces a resource, which is deleted. */
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
  /** The creation of the resource that replaces it. Absent: no new one does. */
  readonly heir?: Creation;
}

export type DeletionReason =
  | { readonly type: "pruned" }
  | { readonly type: "removed"; readonly entry: Removed }
  /** `by`: the resource that replaces it, at this id. `isNew`: it will be created. */
  | {
      readonly type: "replaced";
      readonly by: ThingKey;
      readonly at: string;
      readonly isNew: boolean;
    };

export type Change = Creation | Update | Deletion;

export interface GameComparison {
  /** The manifests, with the live values of what policies leave to the admin panel. */
  readonly desired: DesiredGame;
  /**
   * The live game under the ids that its resources will have, without leftovers of replacements.
   */
  readonly renamedLive: LiveGame;
  readonly identification: Identification;
  readonly changes: readonly Change[];
  readonly kept: readonly Kept[];
  readonly diagnostics: readonly Diagnostic[];
}

interface ComparisonOptions {
  readonly catalog: Catalog;
  readonly prune: boolean;
  /** The declarations that have changed since the base. Default: no base is known. */
  readonly declaredChanges?: DeclaredChanges | undefined;
}

/** The two sides, with the decisions about them and what the base shows. */
interface ComparedGames extends IdentifiedGames {
  readonly declaredChanges: DeclaredChanges;
}

/** Decides what has to change. Warnings and refusals are in `diagnostics`. */
export function compareGames(
  declared: DesiredGame,
  live: LiveGame,
  { catalog, prune, declaredChanges = NO_DECLARED_CHANGES }: ComparisonOptions,
): GameComparison {
  const { identification: matched, diagnostics } = identify(declared, live, catalog);
  const renamedLive = viewUnderGoalIds(live, matched, catalog);
  const { resources, kept } = applyPolicies(declared.resources, renamedLive.resources, catalog);
  const desired = { ...declared, resources };
  const scope = decideScope({ desired, live: renamedLive, catalog }, prune);
  const games = { catalog, live, desired, deleted: scope.deleted };
  const replaced = findReplaced({ ...games, identification: matched });
  const refusals = refuseLosses(replaced, { ...games, identification: matched });
  const identification = matched.withReplaced(replaced);
  const compared = { ...games, identification, declaredChanges };
  const changes = findChanges(compared);
  return {
    desired,
    renamedLive,
    identification,
    changes,
    kept: inAddressOrder([...kept, ...scope.kept], catalog),
    diagnostics: [
      ...diagnostics,
      ...scope.diagnostics,
      ...refusals,
      ...fixedValues(changes, compared),
    ],
  };
}

function viewUnderGoalIds(
  live: LiveGame,
  identification: Identification,
  catalog: Catalog,
): LiveGame {
  if (identification.hasSameIds) return live;
  const resources = new Map<Address, Live>();
  for (const record of live.resources.values()) {
    if (identification.leftovers.has(record)) continue;
    const view = underGoalIds(record, identification, catalog);
    resources.set(view.address, view);
  }
  return { ...live, resources };
}

function findChanges(games: ComparedGames): readonly Change[] {
  const { catalog, desired } = games;
  const changes: Change[] = [];
  for (const resource of desired.resources.values()) {
    const change = changeOfDeclared(resource, games);
    if (change !== undefined) changes.push(change);
  }
  for (const record of undeclaredToChange(games)) {
    const change = changeOfUndeclared(record, games);
    if (change !== undefined) changes.push(change);
  }
  const order = addressOrder(catalog);
  const creations = new Map(
    changes.flatMap((change) => (change.type === "create" ? [[change.key, change]] : [])),
  );
  const deletions = findDeletions(games, creations).sort((a, b) => order(a.address, b.address));
  return [...changes.sort((a, b) => order(a.address, b.address)), ...deletions];
}

function changeOfDeclared(resource: Desired, games: ComparedGames): Change | undefined {
  const { identification } = games;
  const goal: Goal = { values: resource, keyOf: identification.keyInEnd, by: resource };
  return changeTo(goal, identification.ownerOf(resource.address), games);
}

/**
 * The undeclared resource keeps its values; its references lead to the replacement of what is
 * replaced.
 */
function changeOfUndeclared(record: Live, games: ComparedGames): Change | undefined {
  const { catalog, identification } = games;
  const { keyNow, successorOf } = identification;
  const custom_id = identification.goalIdOf(record);
  const texts = textsWithoutMarks(record, kindNamed(catalog, record.kind));
  const values = { ...record, custom_id, body: { ...record.body, ...texts, custom_id } };
  return changeTo({ values, keyOf: (kind, id) => successorOf(keyNow(kind, id)) }, record, games);
}

/** The values that a resource will have, and the resources to which its references will lead. */
interface Goal {
  readonly values: Comparable & Pick<Live, "kind" | "custom_id">;
  readonly keyOf: KeyOf;
  readonly by?: Desired;
}

/** Makes the change from a live resource to its goal; undefined if nothing differs. */
function changeTo(
  { values, keyOf, ...declaration }: Goal,
  now: Live | undefined,
  { catalog, live, identification, declaredChanges }: ComparedGames,
): Creation | Update | undefined {
  const { things, heirs } = identification;
  const kind = kindNamed(catalog, values.kind);
  const id = values.custom_id;
  const address = addressOf(kind.name, id);
  const heir = now && heirs.get(things.keyOf(now));
  if (now === undefined || heir !== undefined) {
    const key = identification.keyInEnd(kind.name, id);
    const goal = thingFrom(kind, values, { key, keyOf, raw: {} });
    return {
      type: "create",
      key,
      kind,
      id,
      address,
      goal,
      isReplacement: heir !== undefined,
      ...declaration,
    };
  }
  const shown = changedValues(kind, {
    now: { values: now, keyOf: identification.keyNow },
    goal: { values, keyOf },
    hasSameIds: identification.hasSameIds,
  });
  const changed = declaration.by && declaredChanges.get(address);
  const fixed = namesFixedAtCreation(kind, live.wayOf);
  const notShown = notShownValues(kind, now, { changed, keyOf }).filter(
    ({ name }) => !fixed.includes(name),
  );
  const differences = [...shown, ...notShown];
  if (differences.length === 0) return undefined;
  const key = things.keyOf(now);
  const goal = thingFrom(kind, values, { key, keyOf, raw: now.raw });
  return { type: "update", key, kind, id, address, now, goal, differences, ...declaration };
}

/**
 * Warns of changed declarations that no update can send. Without a live value to compare, they are
 * no reason to replace a resource.
 */
function fixedValues(
  changes: readonly Change[],
  { catalog, live, desired, identification, declaredChanges }: ComparedGames,
): readonly Diagnostic[] {
  const created = new Set(
    changes.flatMap((change) => (change.type === "create" ? change.address : [])),
  );
  return [...declaredChanges].flatMap(([address, changed]) => {
    const resource = desired.resources.get(address);
    const now = identification.ownerOf(address);
    if (resource === undefined || now === undefined || created.has(address)) return [];
    const kind = kindNamed(catalog, resource.kind);
    const names = namesFixedAtCreation(kind, live.wayOf).filter(
      (name) => changed.has(name) && valueIn(now, name) === undefined,
    );
    return names.length === 0 ? [] : [fixedValueWarning(resource, names, desired)];
  });
}

/**
 * Undeclared resources that change with others: they get their id back, are replaced, or refer to
 * something that is replaced.
 */
function undeclaredToChange({
  catalog,
  live,
  desired,
  identification,
  deleted,
}: IdentifiedGames): readonly Live[] {
  if (identification.hasSameIds) return [];
  const { things, leftovers, heirs, renamed, keyNow, successorOf } = identification;
  return [...live.resources.values()].filter((record) => {
    const address = addressOf(record.kind, identification.goalIdOf(record));
    if (leftovers.has(record) || desired.resources.has(address) || deleted.has(address))
      return false;
    if (renamed.has(record) || heirs.has(things.keyOf(record))) return true;
    const references = referencesOfLive(record, kindNamed(catalog, record.kind), keyNow);
    return [...references].some((key) => successorOf(key) !== key);
  });
}

function findDeletions(
  { catalog, identification, deleted }: IdentifiedGames,
  creations: ReadonlyMap<ThingKey, Creation>,
): Deletion[] {
  const { things, heirs, leftovers } = identification;
  const deletionOf = (now: Live, id: string, why: DeletionReason): Deletion => {
    const kind = kindNamed(catalog, now.kind);
    return {
      type: "delete",
      key: things.keyOf(now),
      kind,
      id,
      address: addressOf(kind.name, id),
      now,
      why,
    };
  };
  const deletions: Deletion[] = [];
  for (const [address, entry] of deleted) {
    const now = identification.ownerOf(address);
    if (now === undefined) continue;
    const why: DeletionReason =
      entry === undefined ? { type: "pruned" } : { type: "removed", entry };
    deletions.push(deletionOf(now, identification.goalIdOf(now), why));
  }
  for (const [old, by] of heirs) {
    const now = things.liveOf(old);
    if (now === undefined) continue;
    const at = identification.goalIdOf(now);
    const heir = creations.get(by);
    deletions.push({
      ...deletionOf(now, at, { type: "replaced", by, at, isNew: true }),
      ...(heir && { heir }),
    });
  }
  for (const [now, at] of leftovers) {
    const by = identification.keyInEnd(now.kind, at);
    deletions.push(deletionOf(now, now.custom_id, { type: "replaced", by, at, isNew: false }));
  }
  return deletions;
}

/**
 * Returns the id by which people know a thing: the one that it will have, or has now if it is
 * replaced.
 */
export function shownIdOf(
  { idInEnd }: Identification,
  changes: ReadonlyMap<ThingKey, Change>,
  idNow: IdOf,
): IdOf {
  return (key) => {
    const change = changes.get(key);
    const isReplaced = change?.type === "delete" && change.why.type === "replaced";
    return isReplaced ? idNow(key) : idInEnd(key);
  };
}
