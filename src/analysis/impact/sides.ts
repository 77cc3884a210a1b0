/** A game before or after a change, with what is known of it. */
import { catalog } from "../../catalog/index.ts";
import type { Catalog, KindName } from "../../catalog/types.ts";
import {
  addressOf,
  customIdOf,
  kindNamed,
  namesOf,
  partsOfAddress,
  referencesOfResource,
  valueIn,
} from "../../model/catalog-lookup.ts";
import { append, memoizedBy } from "../../model/collections.ts";
import { reachable } from "../../model/graph.ts";
import type { Address, DesiredGame, Live, LiveGame } from "../../model/model.ts";
import { underIdsOf } from "../../plan/cause.ts";
import { afterSteps, byIdentity, type Effect, type Identities } from "../../plan/identities.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type Design, type DesignResource, designOf } from "../design/design.ts";
import type { AchievementIn } from "../design/tree.ts";
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
  /** All definitions that it rests on, before or after, where any of them may differ. */
  readonly resting: readonly Address[];
}

/** `known`: kinds of which these are all. `unclear`: groups of the whole game, where these are a part of it. */
export function sideOf(
  resources: Resources,
  known: ReadonlySet<KindName>,
  play: PlaySettings,
  unclear = unclearIn(resources.values()),
): Side {
  let [design, trees]: [Design?, DesignTrees?] = [];
  return {
    resources,
    get design() {
      design ??= designOf(resources.values(), known, play);
      return design;
    },
    get trees() {
      trees ??= treesOf(this.design, (address) => unclear.has(address));
      return trees;
    },
    unclear,
    knowsUses: unclear.size === 0 && known.has("achievement") && known.has("criteria_group"),
  };
}

function unclearIn(resources: Iterable<DesignResource>): ReadonlySet<Address> {
  const { name: group, links } = kindNamed(catalog, "criteria_group");
  const isOpen = (each: DesignResource): boolean => links.some(({ name }) => each.links[name] === undefined);
  const open = [...resources].filter((each) => each.kind === group && isOpen(each));
  return new Set(open.map(({ custom_id }) => addressOf(group, custom_id)));
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
  const shown = memoizedBy((live: DesignResource): DesignResource => {
    if (namesOf(kindNamed(catalog, live.kind)).every((name) => valueIn(live, name) !== undefined)) return live;
    const { body, links } = desired.resources.get(live.address) ?? {};
    return { ...live, body: { ...body, ...live.body }, links: { ...links, ...live.links } };
  });
  const whole = ({ resources }: LiveGame): Resources =>
    new Map([...resources].map(([address, each]) => [address, shown(each)]));
  const [before, after] = [whole(games[0]), whole(games[1])];
  const touched = touchedBetween(before, after);
  const side = (all: Resources, { read, unseen }: LiveGame): Side => {
    const part = new Map([...all].filter(([address]) => touched.has(address)));
    const known = new Set([...read].filter((kind) => unseen?.has(kind) !== true));
    return sideOf(part, known, play, unclearIn(all.values()));
  };
  return [side(before, games[0]), side(after, games[1])];
}

/** What differs, what rests on it, and all that those rest on. */
function touchedBetween(before: Resources, after: Resources): ReadonlySet<Address> {
  const old = [...before.values()].filter((each) => after.get(each.address) !== each);
  const differing = [...old, ...[...after.values()].filter(({ address }) => !before.has(address))];
  const starts = differing.map(({ address }) => address);
  const [uses, users] = [new Map<Address, Address[]>(), new Map<Address, Address[]>()];
  for (const resource of [...old, ...after.values()]) {
    for (const target of referencesOfResource(catalog, resource)) {
      // An action rests on those that record it by reactions: within a kind, both directions count.
      const isWithin = partsOfAddress(target).kind === resource.kind;
      for (const map of isWithin ? [uses, users] : [uses]) append(map, resource.address, target);
      for (const map of isWithin ? [uses, users] : [users]) append(map, target, resource.address);
    }
  }
  const touched = reachable(starts, (address) => users.get(address) ?? []);
  return reachable(touched, (address) => uses.get(address) ?? []);
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
  const world = afterSteps(byIdentity(live.resources, identitiesOf(steps), catalog), steps);
  const ids = new Map(
    [...world].flatMap(([address, { custom_id }]) =>
      customIdOf(address) === custom_id ? [] : [[address, custom_id] as const],
    ),
  );
  return { ...live, resources: byIdentity(world, ids, catalog) };
}
