/**
 * Decides what is read for a plan, and no more, because reading costs requests. In: the manifests, then the changes. Out: lists and links
 * to read. For `points: 30` these are the achievements, what they refer to, and then the kinds that refer to them.
 */
import equal from "fast-deep-equal";
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { reachable } from "../ground/graph.ts";
import {
  addressesOfEntries,
  addressOf,
  inCatalogOrder,
  kindNamed,
  partsOfAddress,
  referencesOfResource,
  referrersOf,
} from "../model/catalog-lookup.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Desired, DesiredGame, Live, ReadScope } from "../model/model.ts";
import type { Change, GameComparison } from "./changes.ts";

/** The first reading: what the manifests manage, and the unmanaged kinds that they refer into. */
export function firstReads(desired: DesiredGame, catalog: Catalog, prune: boolean): ReadScope {
  const entries = [...desired.moved, ...desired.removed];
  const kinds = new Set<KindName>([...desired.managed, ...entries.map(({ kind }) => kind)]);
  for (const resource of desired.resources.values()) {
    if (kinds.size === catalog.length) break;
    for (const address of referencesOfResource(catalog, resource)) kinds.add(partsOfAddress(address).kind);
  }
  return { kinds: inCatalogOrder(catalog, kinds), linksOf: firstLinks(desired, prune) };
}

/** Reads of a pull: managed kinds, with all links. An odd record does not stop the rest. */
export function readsForPull({ managed }: DesiredGame, catalog: Catalog): ReadScope {
  return { kinds: inCatalogOrder(catalog, managed), linksOf: () => true, leavesOut: true };
}

/** Reads the links of resources that are declared or may be deleted, under any id that an unfinished rename may have given them. */
function firstLinks(desired: DesiredGame, prune: boolean): (address: Address) => boolean {
  const moved = new Set(desired.moved.map(({ kind, from }) => addressOf(kind, from)));
  // A report needs the links of what is deleted: they come back with it.
  const removed = addressesOfEntries(desired.removed);
  return (address) => {
    const { kind, custom_id } = partsOfAddress(address);
    return (
      [desired.resources, removed, moved].some((named) => named.has(address)) ||
      (prune && desired.managed.has(kind)) ||
      markOf(custom_id) !== undefined
    );
  };
}

/**
 * The second reading: when existing resources would change or go, the kinds that refer to them, and those that refer to
 * these in turn, with their links into such kinds. They show what may not be deleted and what could no longer be earned.
 * Managed kinds are known already, except for links of undeclared resources, which matter when a resource is deleted.
 */
export function readsForSafety(
  { changes, desired, live }: GameComparison,
  { catalog, prune }: { readonly catalog: Catalog; readonly prune: boolean },
): ReadScope {
  const kindOf = ({ kind }: Change): KindName => kind.name;
  const referring = (name: KindName): readonly KindName[] => referrersOf(catalog, name).map((kind) => kind.name);
  const reached = reachable(changes.filter(({ type }) => type !== "create").map(kindOf), referring);
  const holders = new Set(
    changes.filter(({ type }) => type === "delete").flatMap((change) => referring(kindOf(change))),
  );
  const isKnown = firstLinks(desired, prune);
  const isOpen = ({ address, kind, links }: Live): boolean =>
    !isKnown(address) && kindNamed(catalog, kind).links.some(({ name }) => links[name] === undefined);
  const open = new Set(
    [...live.resources.values()].flatMap((record) => (holders.has(record.kind) && isOpen(record) ? [record.kind] : [])),
  );
  const kinds = [...reached].flatMap(referring).filter((name) => !desired.managed.has(name) || open.has(name));
  return { kinds: inCatalogOrder(catalog, new Set(kinds)), linksOf: (_, { to }) => reached.has(to) };
}

/** A link endpoint that the service may not have, and an existing resource to probe it with. */
interface EndpointQuestion {
  readonly kind: Kind;
  readonly link: Link;
  readonly probed: Live;
}

/** The last reading: whether links that must change have link endpoints, and whether records show them. */
export function endpointQuestions(
  { desired, live, identification }: Pick<GameComparison, "desired" | "live" | "identification">,
  catalog: Catalog,
): readonly EndpointQuestion[] {
  return catalog.flatMap((kind) =>
    kind.links.flatMap((link): readonly EndpointQuestion[] => {
      const { isInRecord, write } = live.access.get(`${kind.name}.${link.name}`) ?? {};
      if (write !== "unknown" && isInRecord !== undefined) return [];
      const isToChange = ({ address, kind: name, links }: Desired): boolean => {
        const members = name === kind.name ? live.resources.get(address)?.links[link.name] : undefined;
        const before = members ?? (name === kind.name && link.onCreate === "attach" ? [] : undefined);
        return before !== undefined && !equal(before, links[link.name] ?? []);
      };
      const wanted = [...desired.resources.values()].find(isToChange);
      // A resource that will be renamed is requested under its present id.
      const owner = wanted && identification.ownerOf(wanted.address);
      const probed = wanted && (owner ?? identification.things.firstOfKind(kind.name));
      return probed === undefined ? [] : [{ kind, link, probed }];
    }),
  );
}
