/**
 * What has to be read before a plan can be made. Reading costs requests, so nothing is read that no manifest and no
 * safety check asks for (design.md §2, promise 6 of §1).
 */
import equal from "fast-deep-equal";
import type { Catalog, KindName } from "../catalog/types.ts";
import { kindNamed, partsOfAddress, referrersOf } from "./catalog-lookup.ts";
import type { Address, DesiredGame, LiveGame } from "./model.ts";
import { referencesOfResource } from "./references.ts";
import { undeclaredOf } from "./scope.ts";

/** Lists to read, and for which of their resources the links are needed. */
export interface Wanted {
  readonly kinds: readonly KindName[];
  readonly linksOf: (address: Address) => boolean;
}

/** The first reading: what the manifests declare or manage, and the unmanaged kinds that they refer into. */
export function firstReads(desired: DesiredGame, catalog: Catalog, prune: boolean): Wanted {
  const kinds = new Set<KindName>(desired.managed);
  for (const resource of desired.resources.values()) {
    kinds.add(resource.kind);
    for (const address of referencesOfResource(catalog, resource)) {
      if (!desired.resources.has(address)) kinds.add(partsOfAddress(address).kind);
    }
  }
  const mayGo = (address: Address): boolean => prune && desired.managed.has(partsOfAddress(address).kind);
  return {
    kinds: inCatalogOrder(kinds, catalog),
    linksOf: (address) => desired.resources.has(address) || mayGo(address),
  };
}

/**
 * The second reading: before something is pruned, the kinds that could still refer to it, with all their links. Those
 * of managed kinds are known already.
 */
export function readsBeforePruning(desired: DesiredGame, live: LiveGame, catalog: Catalog): Wanted {
  const doomed = new Set(undeclaredOf(desired, live).map(({ kind }) => kind));
  const kinds = new Set<KindName>();
  for (const name of doomed) {
    for (const referrer of referrersOf(catalog, name))
      if (!desired.managed.has(referrer.name)) kinds.add(referrer.name);
  }
  return { kinds: inCatalogOrder(kinds, catalog), linksOf: () => true };
}

/** A link endpoint of which it is not known yet whether the service has it, and an existing resource to ask it of. */
export interface EndpointQuestion {
  readonly kind: KindName;
  readonly link: string;
  readonly custom_id: string;
}

/** The last reading: whether links that have to change, or to be made, have requests of their own. */
export function endpointQuestions(desired: DesiredGame, live: LiveGame, catalog: Catalog): readonly EndpointQuestion[] {
  const questions = new Map<string, EndpointQuestion>();
  for (const wanted of desired.resources.values()) {
    const found = live.resources.get(wanted.address);
    for (const link of kindNamed(catalog, wanted.kind).links) {
      const key = `${wanted.kind}.${link.name}`;
      const open = live.access.get(key)?.write === "unknown" && link.endpoint?.memberField !== undefined;
      if (!open || questions.has(key)) continue;
      const before = found?.links[link.name] ?? (link.onCreate === "attach" ? [] : undefined);
      const after = wanted.links[link.name] ?? [];
      if (before === undefined || equal(before, after)) continue;
      const asked = found ?? [...live.resources.values()].find(({ kind }) => kind === wanted.kind);
      if (asked !== undefined) questions.set(key, { kind: wanted.kind, link: link.name, custom_id: asked.custom_id });
    }
  }
  return [...questions.values()];
}

function inCatalogOrder(names: ReadonlySet<KindName>, catalog: Catalog): readonly KindName[] {
  return catalog.map(({ name }) => name).filter((name) => names.has(name));
}
