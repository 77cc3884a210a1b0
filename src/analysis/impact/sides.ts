/** A game before or after a change, with what is known of it. */
import { catalog } from "../../catalog/index.ts";
import type { Catalog, KindName } from "../../catalog/types.ts";
import { addressOf, customIdOf, kindNamed, nameIn, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address, DesiredGame, Live, LiveGame } from "../../model/model.ts";
import { underIdsOf } from "../../plan/cause.ts";
import { compare } from "../../plan/differences.ts";
import { afterSteps, byIdentity, type Effect, type Identities } from "../../plan/identities.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type Design, type DesignResource, designOf } from "../design/design.ts";
import { type DesignTrees, treesOf } from "../design/tree.ts";

/** The same resource has the same address on both sides, also where it got another id in between. */
export interface Side {
  readonly resources: ReadonlyMap<Address, DesignResource>;
  readonly design: Design;
  readonly trees: DesignTrees;
  /** Groups of which some members are not known. */
  readonly unclear: ReadonlySet<string>;
  /** Whether all that may use a criterion or an action is known. */
  readonly knowsUses: boolean;
}

/** `known`: kinds of which these are all. */
export function sideOf(
  resources: ReadonlyMap<Address, DesignResource>,
  known: ReadonlySet<KindName>,
  play: PlaySettings,
): Side {
  const unclear = new Set<string>();
  for (const { kind, custom_id, links } of resources.values()) {
    if (kind !== "criteria_group") continue;
    if (kindNamed(catalog, kind).links.some(({ name }) => links[name] === undefined)) unclear.add(custom_id);
  }
  const design = designOf(resources.values(), known, play);
  return {
    resources,
    design,
    trees: treesOf(design, (address) => unclear.has(address.slice("criteria_group/".length))),
    unclear,
    knowsUses: unclear.size === 0 && known.has("achievement") && known.has("criteria_group"),
  };
}

/** What the service does not show is taken to be as it is declared; the plan says by itself that it was not compared. */
export function sideOfLive(game: LiveGame, desired: Pick<DesiredGame, "resources">, play: PlaySettings): Side {
  const resources = new Map<Address, DesignResource>();
  for (const resource of game.resources.values()) {
    const { address, body, links } = resource;
    const declared = desired.resources.get(address);
    resources.set(address, {
      ...resource,
      body: { ...declared?.body, ...body },
      links: { ...declared?.links, ...links },
    });
  }
  const known = new Set([...game.read].filter((kind) => game.unseen?.has(kind) !== true));
  return sideOf(resources, known, play);
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
