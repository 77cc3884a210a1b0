/** A game before or after a change, with what is known of it. */
import { catalog } from "../../catalog/index.ts";
import type { KindName } from "../../catalog/types.ts";
import { kindNamed, nameIn, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address, DesiredGame, LiveGame } from "../../model/model.ts";
import { underIdsOf } from "../../plan/cause.ts";
import { compare } from "../../plan/differences.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type Design, type DesignResource, designOf } from "../design/design.ts";
import { type Forest, forestOf } from "../design/trees.ts";

/** The same resource has the same address on both sides, also where it got another id in between. */
export interface Side {
  readonly resources: ReadonlyMap<Address, DesignResource>;
  readonly design: Design;
  readonly forest: Forest;
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
    forest: forestOf(design, undefined, { isCriterionOpen: () => false, isGroupOpen: (id) => unclear.has(id) }),
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
