/** A game before or after a change. In: live games, or manifests. Out: all that its impact is found by. */
import { catalog } from "../../catalog/index.ts";
import type { KindName } from "../../catalog/types.ts";
import { append, memoizedBy } from "../../ground/collections.ts";
import { reachable } from "../../ground/graph.ts";
import {
  addressesOfEntries,
  hidingFlags,
  kindNamed,
  namesOf,
  partsOfAddress,
  referencesOfResource,
  valueIn,
} from "../../model/catalog-lookup.ts";
import type { Address, Desired, DesiredGame, Inventory, LiveGame } from "../../model/model.ts";
import { underIdsOf } from "../../plan/cause.ts";
import { pickMembers } from "../../plan/changes.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type Design, type DesignResource, designOf } from "../design/design.ts";
import { type DesignTrees, treesOf } from "../design/tree.ts";

/** The same resource has the same address on both sides, also where it got another id in between. */
export interface Side {
  readonly resources: Resources;
  readonly design: Design;
  readonly trees: DesignTrees;
  /** Whether all that may use a criterion or an action is known. */
  readonly knowsUses: boolean;
}

type Resources = ReadonlyMap<Address, DesignResource>;

/** `known`: kinds of which these are all. */
export function sideOf(resources: Resources, known: ReadonlySet<KindName>, play: PlaySettings): Side {
  const unclear = unclearIn(resources);
  const design = designOf(resources.values(), known, play);
  const knowsUses = unclear.size === 0 && known.has("achievement") && known.has("criteria_group");
  return { resources, design, trees: treesOf(design, (address) => unclear.has(address)), knowsUses };
}

/** The groups of which some members are not known. */
function unclearIn(resources: Resources): ReadonlySet<Address> {
  const { name, links } = kindNamed(catalog, "criteria_group");
  const groups = [...resources.values()].filter(({ kind }) => kind === name);
  const unclear = groups.filter((group) => links.some((link) => group.links[link.name] === undefined));
  return new Set(unclear.map(({ address }) => address));
}

/**
 * Two live games, as far as what differs between them touches players. What the service does not show is taken to be as it is
 * declared; the plan says by itself that it was not compared.
 */
export function sidesOfLive(
  games: readonly [before: LiveGame, after: LiveGame],
  desired: Pick<DesiredGame, "resources">,
  play: PlaySettings,
): readonly [before: Side, after: Side] {
  const complete = memoizedBy((live: DesignResource): DesignResource => {
    if (namesOf(kindNamed(catalog, live.kind)).every((name) => valueIn(live, name) !== undefined)) return live;
    const { body, links } = desired.resources.get(live.address) ?? {};
    return { ...live, body: { ...body, ...live.body }, links: { ...links, ...live.links } };
  });
  const whole = ({ resources }: LiveGame): Resources =>
    new Map([...resources].map(([address, resource]) => [address, complete(resource)]));
  const [before, after] = [whole(games[0]), whole(games[1])];
  const touched = touchedBetween(before, after);
  const sideFrom = (all: Resources, { read, unseen }: LiveGame): Side => {
    const affected = new Map([...all].filter(([address]) => touched.has(address)));
    const known = new Set([...read].filter((kind) => unseen?.has(kind) !== true));
    const side = sideOf(affected, known, play);
    // Unclear groups that are not affected may still use what is.
    return { ...side, knowsUses: side.knowsUses && unclearIn(all).size === 0 };
  };
  return [sideFrom(before, games[0]), sideFrom(after, games[1])];
}

/** What differs, what rests on it, and all that those rest on. */
function touchedBetween(before: Resources, after: Resources): ReadonlySet<Address> {
  const old = [...before.values()].filter((resource) => after.get(resource.address) !== resource);
  const differing = [...old, ...[...after.values()].filter(({ address }) => !before.has(address))];
  const [uses, users] = [new Map<Address, Address[]>(), new Map<Address, Address[]>()];
  for (const resource of [...old, ...after.values()]) {
    const { address, kind } = resource;
    for (const target of referencesOfResource(catalog, resource)) {
      append(uses, address, target);
      append(users, target, address);
      // An action rests on those that record it by reactions: within a kind, both directions count.
      if (partsOfAddress(target).kind !== kind) continue;
      append(uses, target, address);
      append(users, address, target);
    }
  }
  const starts = differing.map(({ address }) => address);
  const touched = reachable(starts, (address) => users.get(address) ?? []);
  return reachable(touched, (address) => uses.get(address) ?? []);
}

/** Which of two sides has something, and with what name. */
export function nameOf(address: Address, ...sides: readonly Side[]): string {
  const version = sides.map(({ resources }) => resources.get(address)).find((resource) => resource !== undefined);
  const name = version?.body.name;
  return typeof name === "string" && name !== "" ? name : (version?.custom_id ?? address);
}

/** Manifests of an earlier commit and of today. */
interface ManifestsChange {
  /** Undefined where there was no such game: then everything is new. */
  readonly base: DesiredGame | undefined;
  readonly desired: DesiredGame;
  /** Whether what no manifest declares is deleted. */
  readonly prune: boolean;
  readonly play: PlaySettings;
}

interface ManifestsSides {
  readonly before: Side;
  readonly after: Side;
  /** Resources that are no longer declared and that an apply doesn't delete. */
  readonly staying: readonly Address[];
  /** Declared resources of kinds that the commit doesn't manage. They may have been live before. */
  readonly adopted: readonly Address[];
}

/**
 * Returns both games as an apply makes them live. Resources that stay live without a declaration, and fields that policies leave to
 * the admin panel, are alike on both sides. So are kinds that only one of the commits manages: the other one doesn't describe them.
 */
export function sidesOfManifests({ base, desired, prune, play }: ManifestsChange): ManifestsSides {
  const then: Inventory<Desired> = base === undefined ? new Map() : underIdsOf(desired, base, catalog);
  const removed = addressesOfEntries(desired.removed);
  const kept = addressesOfEntries(desired.forgotten);
  const isStaying = ({ address, kind }: Desired): boolean => {
    if (desired.resources.has(address) || removed.has(address)) return false;
    return kept.has(address) || !prune || !desired.managed.has(kind);
  };
  const isAdopted = ({ address, kind }: Desired): boolean =>
    base !== undefined && !base.managed.has(kind) && !then.has(address);
  const staying = [...then.values()].filter(isStaying);
  const adopted = [...desired.resources.values()].filter(isAdopted);
  const before = new Map([...then, ...adopted.map(addressed)]);
  const declared = [...desired.resources.values()].map((resource) => asApplied(then.get(resource.address), resource));
  const after = new Map([...declared, ...staying].map(addressed));
  const known = new Set([...desired.managed].filter((kind) => base === undefined || base.managed.has(kind)));
  return {
    before: sideOf(before, known, play),
    after: sideOf(after, known, play),
    staying: staying.map(({ address }) => address),
    adopted: adopted.map(({ address }) => address),
  };
}

const addressed = (resource: Desired): readonly [Address, Desired] => [resource.address, resource];

/** Returns a declared resource with its former values for fields that one of the commits leaves to the admin panel. */
function asApplied(then: Desired | undefined, now: Desired): Desired {
  if (then === undefined) return now;
  const kind = kindNamed(catalog, now.kind);
  const isOpen = then.create_only || now.create_only;
  const names = isOpen
    ? namesOf(kind).filter((name) => name !== kind.fields[0]?.name)
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
