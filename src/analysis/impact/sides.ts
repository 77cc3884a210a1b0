/**
 * Builds the sides of a change: a game before and after it. In: live games, or manifests. Out: the
 * resources, designs and trees that impact compares.
 */
import { catalog } from "../../catalog/index.ts";
import type { KindName } from "../../catalog/types.ts";
import { withNewIds } from "../../edit/new-ids.ts";
import { append, memoizedBy, pickMembers } from "../../ground/collections.ts";
import { reachable } from "../../ground/graph.ts";
import {
  addressesOfEntries,
  addressOf,
  hidingFlags,
  kindNamed,
  namedReferences,
  namesOf,
  valueIn,
} from "../../model/catalog-lookup.ts";
import type { Address, Desired, DesiredGame, Inventory, LiveGame } from "../../model/model.ts";
import { traceEarlier } from "../../plan/earlier.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type Design, type DesignResource, designOf } from "../design/design.ts";
import { buildTrees, type DesignTrees } from "../design/tree.ts";

/** A side of a change. A resource has the same address on both sides, even if it was renamed. */
export interface Side {
  readonly resources: Resources;
  readonly design: Design;
  readonly trees: DesignTrees;
  /** Whether all possible users of criteria and actions are known. */
  readonly knowsUses: boolean;
}

type Resources = ReadonlyMap<Address, DesignResource>;

/** Builds a side. `known` has the kinds whose resources are all given. */
export function buildSide(
  resources: Resources,
  known: ReadonlySet<KindName>,
  play: PlaySettings,
): Side {
  const unclear = findUnclearGroups(resources);
  const design = designOf(resources.values(), known, play);
  const knowsUses = unclear.size === 0 && known.has("achievement") && known.has("criteria_group");
  return {
    resources,
    design,
    trees: buildTrees(design, (address) => unclear.has(address)),
    knowsUses,
  };
}

/** Finds groups with unread members. */
function findUnclearGroups(resources: Resources): ReadonlySet<Address> {
  const { name, links } = kindNamed(catalog, "criteria_group");
  const groups = [...resources.values()].filter(({ kind }) => kind === name);
  const unclear = groups.filter((group) =>
    links.some((link) => group.links[link.name] === undefined),
  );
  return new Set(unclear.map(({ address }) => address));
}

/**
 * Builds the sides of two live games, reduced to the differences and the resources related to them.
 * Values that the service does not show are taken from the manifests; the plan says that they were
 * not compared.
 */
export function buildLiveSides(
  games: readonly [before: LiveGame, after: LiveGame],
  desired: Pick<DesiredGame, "resources">,
  play: PlaySettings,
): readonly [before: Side, after: Side] {
  const complete = memoizedBy((live: DesignResource): DesignResource => {
    if (namesOf(kindNamed(catalog, live.kind)).every((name) => valueIn(live, name) !== undefined))
      return live;
    const { body, links } = desired.resources.get(live.address) ?? {};
    return { ...live, body: { ...body, ...live.body }, links: { ...links, ...live.links } };
  });
  const completeAll = ({ resources }: LiveGame): Resources =>
    new Map([...resources].map(([address, resource]) => [address, complete(resource)]));
  const before = completeAll(games[0]);
  const after = completeAll(games[1]);
  const touched = findTouched(before, after);
  const buildAffectedSide = (all: Resources, { read, unseen }: LiveGame): Side => {
    const affected = new Map([...all].filter(([address]) => touched.has(address)));
    const known = new Set([...read].filter((kind) => unseen?.has(kind) !== true));
    const side = buildSide(affected, known, play);
    // Unclear groups that are not affected may still use affected resources.
    return { ...side, knowsUses: side.knowsUses && findUnclearGroups(all).size === 0 };
  };
  return [buildAffectedSide(before, games[0]), buildAffectedSide(after, games[1])];
}

/** Finds the differing resources, their users at any depth, and all dependencies of both. */
function findTouched(before: Resources, after: Resources): ReadonlySet<Address> {
  const old = [...before.values()].filter((resource) => after.get(resource.address) !== resource);
  const differing = [...old, ...[...after.values()].filter(({ address }) => !before.has(address))];
  const uses = new Map<Address, Address[]>();
  const users = new Map<Address, Address[]>();
  for (const resource of [...old, ...after.values()]) {
    const { address, kind } = resource;
    for (const { to: target, kind: targetKind } of namedReferences(
      kindNamed(catalog, kind),
      resource,
    )) {
      append(uses, address, target);
      append(users, target, address);
      // Reactions between actions count in both directions, as do all references within a kind.
      if (targetKind !== kind) continue;
      append(uses, target, address);
      append(users, address, target);
    }
  }
  const starts = differing.map(({ address }) => address);
  const touched = reachable(starts, (address) => users.get(address) ?? []);
  return reachable(touched, (address) => uses.get(address) ?? []);
}

/** Returns a resource from the first side that has it. */
export function findResource(
  address: Address,
  ...sides: readonly Side[]
): DesignResource | undefined {
  return sides
    .map(({ resources }) => resources.get(address))
    .find((resource) => resource !== undefined);
}

/** Returns the name of a resource on the first side that has it. */
export function findResourceName(address: Address, ...sides: readonly Side[]): string {
  const version = findResource(address, ...sides);
  const name = version?.body.name;
  return typeof name === "string" && name !== "" ? name : (version?.custom_id ?? address);
}

/** Manifests of an earlier commit and of today. */
interface ManifestsChange {
  /** Undefined if the commit lacks the game, so that all resources are new. */
  readonly base: DesiredGame | undefined;
  readonly desired: DesiredGame;
  /** Whether an apply deletes undeclared resources. */
  readonly prune: boolean;
  readonly play: PlaySettings;
}

interface ManifestsSides {
  readonly before: Side;
  readonly after: Side;
  /** Resources that are no longer declared but that an apply keeps. */
  readonly staying: readonly Desired[];
  /** Declared resources of kinds that the commit doesn't manage. They may have been live before. */
  readonly adopted: readonly Desired[];
}

/**
 * Builds the sides of two commits, as an apply makes them live. Undeclared resources that stay
 * live, and fields that policies leave to the admin panel, are the same on both sides. So are kinds
 * that only one of the commits manages.
 */
export function buildManifestSides({
  base,
  desired,
  prune,
  play,
}: ManifestsChange): ManifestsSides {
  const { resources: then, replaced } = findEarlierResources(base, desired);
  const removed = addressesOfEntries(desired.removed);
  const kept = addressesOfEntries(desired.forgotten);
  const isStaying = ({ address, kind }: Desired): boolean => {
    if (desired.resources.has(address) || removed.has(address) || replaced.has(address))
      return false;
    return kept.has(address) || !prune || !desired.managed.has(kind);
  };
  const isAdopted = ({ address, kind }: Desired): boolean =>
    base !== undefined && !base.managed.has(kind) && !then.has(address);
  const staying = [...then.values()].filter(isStaying);
  const adopted = [...desired.resources.values()].filter(isAdopted);
  const before = new Map([...then, ...adopted.map(pairWithAddress)]);
  const declared = [...desired.resources.values()].map((resource) =>
    keepOpenFields(then.get(resource.address), resource),
  );
  const after = new Map([...declared, ...staying].map(pairWithAddress));
  const known = new Set(
    [...desired.managed].filter((kind) => base === undefined || base.managed.has(kind)),
  );
  return {
    before: buildSide(before, known, play),
    after: buildSide(after, known, play),
    staying,
    adopted,
  };
}

interface EarlierResources {
  readonly resources: Inventory<Desired>;
  /** Addresses of deleted resources whose ids other resources have today. */
  readonly replaced: ReadonlySet<Address>;
}

/**
 * Finds the resources of an earlier commit under today's ids. A replaced resource gets an id that
 * neither side uses.
 */
function findEarlierResources(
  base: DesiredGame | undefined,
  desired: DesiredGame,
): EarlierResources {
  if (base === undefined) return { resources: new Map(), replaced: new Set() };
  const { fateOf } = traceEarlier(base, desired);
  const used = new Set([...base.resources.keys(), ...desired.resources.keys()]);
  const newIds = new Map<Address, string>();
  const replaced = new Set<Address>();
  for (const { address, kind, custom_id } of base.resources.values()) {
    const fate = fateOf(kind, custom_id);
    const id = fate.is === "same" ? fate.id : findUnusedId(kind, custom_id, used);
    if (id !== custom_id) newIds.set(address, id);
    if (fate.is === "replaced") replaced.add(addressOf(kind, id));
  }
  return { resources: withNewIds(base.resources, newIds, catalog), replaced };
}

function findUnusedId(kind: KindName, id: string, used: ReadonlySet<Address>): string {
  let number = 2;
  while (used.has(addressOf(kind, `${id}-${number}`))) number += 1;
  return `${id}-${number}`;
}

const pairWithAddress = (resource: Desired): readonly [Address, Desired] => [
  resource.address,
  resource,
];

/**
 * Returns a declared resource with the earlier values of fields that one of the commits leaves to
 * the admin panel.
 */
function keepOpenFields(then: Desired | undefined, now: Desired): Desired {
  if (then === undefined) return now;
  const kind = kindNamed(catalog, now.kind);
  const isOpen = then.create_only || now.create_only;
  const names = isOpen
    ? namesOf(kind).filter((name) => name !== "custom_id")
    : [...then.ignore, ...now.ignore];
  // A resource that the manifests hide counts as hidden, also if the admin panel decides.
  const hidden = hidingFlags(kind).filter((flag) => now.body[flag] === true);
  const left = names.filter((name) => !hidden.includes(name));
  if (left.length === 0) return now;
  return {
    ...now,
    body: { ...now.body, ...pickMembers(then.body, left) },
    links: { ...now.links, ...pickMembers(then.links, left) },
  };
}
