/**
 * Merges the live game into the manifests, value by value. In: both sides, and the base. Out: every
 * resource as the manifests will have it, and the values that both sides have changed. With
 * `points` 20 at the base, 30 in the manifests and 20 live, it stays 30; with 25 live, it is a
 * conflict.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import { isJsonObject, type Json } from "../ground/json.ts";
import { nameIn, parsePointer as namesIn } from "../ground/pointer.ts";
import {
  addressOf,
  fieldNamed,
  inAddressOrder,
  kindNamed,
  sortedMembers,
} from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  Inventory,
  Live,
  LiveGame,
  Resource,
} from "../model/model.ts";
import { canonicalValue } from "../model/normalise.ts";
import { type Change, compareGames, type GameComparison } from "../plan/changes.ts";
import type { CausedChange } from "../plan/differences.ts";
import { keysThen, traceEarlier } from "../plan/earlier.ts";
import { differencesIn } from "../plan/four-way.ts";
import { asDesired } from "../plan/policies.ts";
import { conflictOf } from "./conflicts.ts";
import type { RenameDecisions } from "./decide-renames.ts";
import { withNewIds } from "./new-ids.ts";
import type { LeftOut, PullInput } from "./pull-input.ts";

export interface Merge {
  /** The resources after the pull, under the ids that they then have. */
  readonly resources: Inventory<Desired>;
  /** The live resources, by the same addresses. */
  readonly live: Inventory<Live>;
  /** Resources with a live change that is not taken, because the files are preferred. */
  readonly kept: readonly Address[];
  /** Resources with an entry that is not applied yet, and what an interrupted apply has left. */
  readonly waiting: readonly Address[];
  /**
   * Declared resources that may be deleted live, or may be a record without an id. They stay
   * declared.
   */
  readonly undecided: readonly Desired[];
  readonly conflicts: readonly Diagnostic[];
}

interface MergeDecisions {
  readonly decisions: RenameDecisions;
  readonly left: LeftOut;
}

/** Without a base, every live value is taken. */
export function mergeLive(
  input: PullInput,
  { decisions, left }: MergeDecisions,
  catalog: Catalog,
): Merge {
  const { isChosen } = decisions;
  const desired = withRenames(input.desired, decisions, catalog);
  const live = withDeclaredIds(input.live, decisions, catalog);
  const compared = compareGames(desired, live, { catalog, prune: false });
  const undeclared = findUndeclared(compared, decisions);
  const { game } = input.base ?? { game: desired };
  const earlier = game && traceEarlier(game, desired);
  const { identification } = compared;
  const comparison: VersionComparison = {
    identification,
    keyThen: earlier && keysThen(earlier, identification),
    managedThen: game?.managed ?? new Set(),
  };
  const { isTaken, conflicts, kept } = openChoices(input.prefer, desired);
  const undecided: Desired[] = [];
  const resources = new Map(desired.resources);
  const candidates = [...desired.resources.values(), ...undeclared].filter(({ address }) =>
    isChosen(address),
  );
  const isMerged = ({ address }: Desired): boolean =>
    !left.addresses.has(address) && !decisions.unchanged.has(address);
  for (const resource of inAddressOrder(candidates, catalog).filter(isMerged)) {
    const { address } = resource;
    const versions = {
      kind: kindNamed(catalog, resource.kind),
      now: compared.renamedLive.resources.get(address),
      declared: desired.resources.get(address),
      earlier: earlier?.resources.get(address),
    };
    const differences = compareVersions(versions, comparison);
    const take = (difference: CausedChange): boolean => isTaken(difference, address);
    const merged = mergeResource(resource, versions, { differences, take, left });
    if (merged.is === "undecided") undecided.push(resource);
    else if (merged.is === "deleted") resources.delete(address);
    else if (merged.is === "set") resources.set(address, merged.resource);
  }
  const waiting = compared.changes
    .filter((change) => isWaiting(change, compared))
    .map(({ address }) => address)
    .filter(isChosen);
  return {
    resources,
    live: compared.renamedLive.resources,
    kept: [...kept],
    waiting,
    undecided,
    conflicts,
  };
}

/** Decides which live values are taken, and collects the conflicts that this meets. */
function openChoices(prefer: PullInput["prefer"], desired: DesiredGame) {
  const conflicts: Diagnostic[] = [];
  const kept = new Set<Address>();
  const isTaken = (difference: CausedChange, address: Address): boolean => {
    if (difference.cause !== "conflict") return difference.cause === "drift";
    if (prefer === undefined) conflicts.push(conflictOf(difference, address, desired));
    if (prefer === "files") kept.add(address);
    return prefer === "live";
  };
  return { isTaken, conflicts, kept };
}

/** Finds the live resources that the manifests will declare from now on. */
function findUndeclared(
  { kept, renamedLive }: GameComparison,
  { notAdded }: RenameDecisions,
): readonly Desired[] {
  return kept.flatMap(({ address, reason }) => {
    const record = reason === "not-pruned" ? renamedLive.resources.get(address) : undefined;
    const isFree = record !== undefined && markOf(record.custom_id) === undefined;
    return isFree && !notAdded.has(address) ? [asDesired(record)] : [];
  });
}

/** A resource on all sides. */
interface MergedVersions {
  readonly kind: Kind;
  readonly now: Live | undefined;
  readonly declared: Desired | undefined;
  /** At the base. */
  readonly earlier: Desired | undefined;
}

/** What all comparisons of a merge have in common. `managedThen`: kinds that the base managed. */
interface VersionComparison extends Pick<GameComparison, "identification"> {
  readonly keyThen: ReturnType<typeof keysThen> | undefined;
  readonly managedThen: ReadonlySet<KindName>;
}

function compareVersions(
  { kind, now, declared, earlier }: MergedVersions,
  { identification, keyThen, managedThen }: VersionComparison,
): readonly CausedChange[] {
  const { idInEnd, keyDeclared } = identification;
  const base = {
    isManaged: earlier !== undefined || managedThen.has(kind.name),
    version: earlier && keyThen && { values: earlier, keyOf: keyThen },
  };
  const versions = {
    kind,
    base,
    tip: base,
    live: now && { values: now, keyOf: keyDeclared },
    desired: declared && { values: declared, keyOf: keyDeclared },
  };
  return differencesIn(versions, idInEnd);
}

/** The decision about one resource. `undecided`: it may be deleted live, or a record without id. */
type MergedResource =
  | { readonly is: "set"; readonly resource: Desired }
  | { readonly is: "deleted" | "undecided" | "unchanged" };

interface ResourceChanges {
  readonly differences: readonly CausedChange[];
  /** Whether a live value is taken. */
  readonly take: (difference: CausedChange) => boolean;
  readonly left: LeftOut;
}

function mergeResource(
  resource: Desired,
  { kind, now, declared }: MergedVersions,
  { differences, take, left }: ResourceChanges,
): MergedResource {
  if (now !== undefined && declared !== undefined) {
    const taken = differences.filter(take);
    if (taken.length === 0) return { is: "unchanged" };
    return { is: "set", resource: withLive(kind, declared, taken) };
  }
  const conflict = differences.find(({ cause }) => cause === "conflict");
  const gravest = conflict ?? differences.find(({ cause }) => cause === "drift");
  if (gravest === undefined) return { is: "unchanged" };
  if (now === undefined && left.unidentified.has(kind.name)) return { is: "undecided" };
  if (!take({ ...gravest, path: "" })) return { is: "unchanged" };
  return now === undefined ? { is: "deleted" } : { is: "set", resource };
}

/**
 * Whether the change is a rename or a removal that is not applied yet, or deletes what an
 * interrupted apply has left.
 */
function isWaiting(change: Change, { identification: { leftovers } }: GameComparison): boolean {
  if (change.type === "delete") return change.why.type !== "replaced" || leftovers.has(change.now);
  return change.type === "update" && change.now.custom_id !== change.goal.id;
}

/** The manifests after the renames that are taken. */
function withRenames(
  desired: DesiredGame,
  { renames }: RenameDecisions,
  catalog: Catalog,
): DesiredGame {
  if (renames.length === 0) return desired;
  const newIds = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const origin = { file: "", line: 0, column: 0 };
  const moved = [...desired.moved, ...renames.map((rename) => ({ ...rename, origin }))];
  return { ...desired, resources: withNewIds(desired.resources, newIds, catalog), moved };
}

/**
 * The live game with the declared ids of renames that are not taken, so that values and references
 * are still compared.
 */
function withDeclaredIds(
  live: LiveGame,
  { notTaken }: RenameDecisions,
  catalog: Catalog,
): LiveGame {
  if (notTaken.length === 0) return live;
  const ids = new Map(notTaken.map(({ kind, from, to }) => [addressOf(kind, to), from]));
  return { ...live, resources: withNewIds(live.resources, ids, catalog) };
}

/** Puts the live values of differences into a declaration. */
function withLive(kind: Kind, declared: Desired, differences: readonly CausedChange[]): Desired {
  let { body, links } = declared;
  for (const [name, changes] of grouped(differences, ({ path }) => nameIn(path))) {
    let value = memberwise(declared, name);
    for (const { path, before } of changes) value = withAt(value, namesIn(path).slice(1), before);
    const field = fieldNamed(kind, name);
    // Only the whole value has a canonical form: a mapping without members would be null.
    if (field !== undefined) body = { ...body, [name]: canonicalValue(field, value) };
    else links = { ...links, [name]: sortedMembers(isJsonObject(value) ? Object.keys(value) : []) };
  }
  return { ...declared, body, links };
}

/**
 * A value; the value of a link as an object with its members, because a member is in a list or not.
 */
function memberwise({ body, links }: Resource, name: string): Json | undefined {
  return links[name] ? Object.fromEntries(links[name].map((id) => [id, true])) : body[name];
}

/** Puts another value below these names, or deletes the one there. */
function withAt(
  value: Json | undefined,
  [name, ...names]: readonly string[],
  other?: Json,
): Json | undefined {
  if (name === undefined) return other;
  const { [name]: inner, ...rest } = isJsonObject(value) ? value : {};
  const changed = withAt(inner, names, other);
  return changed === undefined ? rest : { ...rest, [name]: changed };
}
