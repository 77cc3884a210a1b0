/** A game before or after a change, with what is known of it. */
import { catalog } from "../../catalog/index.ts";
import type { Catalog, KindName } from "../../catalog/types.ts";
import {
  addressOf,
  customIdOf,
  kindNamed,
  nameIn,
  partsOfAddress,
  referenceFields,
  referencesOfResource,
  valueIn,
} from "../../model/catalog-lookup.ts";
import { append } from "../../model/collections.ts";
import { reachable } from "../../model/graph.ts";
import type { Address, DesiredGame, Live, LiveGame } from "../../model/model.ts";
import { underIdsOf } from "../../plan/cause.ts";
import { compare } from "../../plan/differences.ts";
import { afterSteps, byIdentity, type Effect, type Identities } from "../../plan/identities.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type Design, type DesignResource, designOf } from "../design/design.ts";
import type { AchievementIn } from "../design/direction.ts";
import { type DesignTrees, treesOf } from "../design/tree.ts";

/** The same resource has the same address on both sides, also where it got another id in between. */
export interface Side {
  readonly resources: ReadonlyMap<Address, DesignResource>;
  readonly design: Design;
  readonly trees: DesignTrees;
  /** Groups of which some members are not known. */
  readonly unclear: ReadonlySet<Address>;
  /** Whether all that may use a criterion or an action is known. */
  readonly knowsUses: boolean;
}

/** An achievement before and after a change. */
export interface AchievementPair {
  readonly before: AchievementIn & { readonly side: Side };
  readonly after: AchievementIn & { readonly side: Side };
  /** The changed definitions that it rests on. */
  readonly under: readonly Address[];
}

/** `known`: kinds of which these are all. `unclear`: groups of the whole game, where these are a part of it. */
export function sideOf(
  resources: Resources,
  known: ReadonlySet<KindName>,
  play: PlaySettings,
  unclear = unclearIn(resources.values()),
): Side {
  const design = designOf(resources.values(), known, play);
  return {
    resources,
    design,
    trees: treesOf(design, (address) => unclear.has(address)),
    unclear,
    knowsUses: unclear.size === 0 && known.has("achievement") && known.has("criteria_group"),
  };
}

function unclearIn(resources: Iterable<DesignResource>): ReadonlySet<Address> {
  const groups = [...resources].filter((each) => each.kind === "criteria_group" && !isWhole(each));
  return new Set(groups.map(({ custom_id }) => addressOf("criteria_group", custom_id)));
}

/** Whether all is known that the resource refers to. */
function isWhole(resource: DesignResource): boolean {
  const kind = kindNamed(catalog, resource.kind);
  return [...referenceFields(kind), ...kind.links].every(({ name }) => valueIn(resource, name) !== undefined);
}

type Resources = ReadonlyMap<Address, DesignResource>;

/**
 * Two live games, as far as what differs between them touches players. What the service does not show is taken to be as it is
 * declared; the plan says by itself that it was not compared.
 */
export function sidesOfLive(
  games: readonly [before: LiveGame, after: LiveGame],
  desired: Pick<DesiredGame, "resources">,
  play: PlaySettings,
): readonly [before: Side, after: Side] {
  const shown = (resource: DesignResource): DesignResource => {
    const { body, links } = desired.resources.get(resource.address) ?? {};
    return { ...resource, body: { ...body, ...resource.body }, links: { ...links, ...resource.links } };
  };
  const referencesOf = (resource: DesignResource): Iterable<Address> =>
    referencesOfResource(catalog, isWhole(resource) ? resource : shown(resource));
  const touched = touchedBetween(games, referencesOf);
  const side = ({ resources, read, unseen }: LiveGame): Side => {
    const part = [...touched].flatMap((address) => resources.get(address) ?? []).map(shown);
    const known = new Set([...read].filter((kind) => unseen?.has(kind) !== true));
    const open = [...resources.values()].filter((each) => !isWhole(each)).map(shown);
    return sideOf(new Map(part.map((each) => [each.address, each])), known, play, unclearIn(open));
  };
  return [side(games[0]), side(games[1])];
}

/** What differs, what rests on that, and all that those rest on. */
function touchedBetween(
  [{ resources: before }, { resources: after }]: readonly [LiveGame, LiveGame],
  referencesOf: (resource: DesignResource) => Iterable<Address>,
): ReadonlySet<Address> {
  const old = [...before.values()].filter((each) => after.get(each.address) !== each);
  const differing = [...old, ...[...after.values()].filter((each) => before.get(each.address) !== each)];
  const users = new Map<Address, Address[]>();
  for (const resource of [...old, ...after.values()]) {
    for (const to of referencesOf(resource)) append(users, to, resource.address);
  }
  const usesOf = (address: Address): readonly Address[] =>
    [before, after].flatMap((game) => [...(game.has(address) ? referencesOf(game.get(address) as Live) : [])]);
  // An action rests on those that record it by reactions, everything else on what it refers to.
  const isAction = (address: Address): boolean => partsOfAddress(address).kind === "action";
  const upwards = (address: Address): readonly Address[] => {
    const all = users.get(address) ?? [];
    return isAction(address) ? [...all.filter((each) => !isAction(each)), ...usesOf(address)] : all;
  };
  const downwards = (address: Address): readonly Address[] =>
    isAction(address) ? (users.get(address) ?? []).filter(isAction) : usesOf(address);
  const starts = differing.map(({ address }) => address);
  return reachable(reachable(starts, upwards), downwards);
}

/** The names of the fields and links in which a resource differs. */
export function changedNames(was: DesignResource, is: DesignResource): ReadonlySet<string> {
  return new Set(compare(kindNamed(catalog, is.kind), was, is).map(({ path }) => nameIn(path)));
}

/** Which of two sides has something, and with what name. */
export function nameOf(address: Address, ...sides: readonly Side[]): string {
  const found = sides.map(({ resources }) => resources.get(address)).find((each) => each !== undefined);
  const name = found?.body.name;
  return typeof name === "string" && name !== "" ? name : (found?.custom_id ?? address);
}

// The manifests of an earlier commit and those of today as the two sides of a change.

/** `base` is undefined where there was no such game: then everything is new. */
export function sidesOfManifests(
  base: DesiredGame | undefined,
  desired: DesiredGame,
  play: PlaySettings,
): { readonly before: Side; readonly after: Side } {
  const resources = new Map<Address, DesignResource>();
  for (const [address, resource] of base === undefined ? [] : underIdsOf(desired, base, catalog)) {
    resources.set(address, { ...resource, address, custom_id: partsOfAddress(address).custom_id });
  }
  return {
    before: sideOf(resources, base?.managed ?? desired.managed, play),
    after: sideOf(desired.resources, desired.managed, play),
  };
}

/** What the steps are about, where another id than the live one stands for it. */
export function identitiesOf(steps: readonly Effect[]): Identities {
  const identities = new Map<Address, string>();
  const seen = new Set<Address>();
  for (const { before, after } of steps) {
    const { address, kind, custom_id } = (before ?? after) as Live;
    if (!seen.has(address) && before !== undefined && addressOf(kind, custom_id) !== address) {
      identities.set(addressOf(kind, custom_id), customIdOf(address));
    }
    seen.add(address);
  }
  return identities;
}

/** The live game as it is when the steps are done, with the ids that everything then has. */
export function carriedOut(live: LiveGame, steps: readonly Effect[], catalog: Catalog): LiveGame {
  if (steps.length === 0) return live;
  const world = afterSteps(byIdentity(live.resources, identitiesOf(steps), catalog), steps);
  const ids = new Map(
    [...world].flatMap(([address, { custom_id }]) =>
      customIdOf(address) === custom_id ? [] : [[address, custom_id] as const],
    ),
  );
  return { ...live, resources: byIdentity(world, ids, catalog) };
}
