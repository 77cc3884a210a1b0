/**
 * Identities: addresses that resources keep while their ids change. In: live games, or steps. Out: games under other
 * addresses. `achievement/first-win` is itself, whatever ids it passes through on the way to that one.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { addressOf, customIdOf, kindNamed, referenceFields, sortedMembers } from "../model/catalog-lookup.ts";
import type { Address, Comparable, Inventory, Live, Resource } from "../model/model.ts";

/** What of a step says what it does. */
export interface Effect {
  readonly before?: Live;
  readonly after?: Live;
}

/** By live address: the id in the identity. Absent: the one that the resource has. */
export type Identities = ReadonlyMap<Address, string>;

/** The id of an identity that goes while another one gets its address. No id of a resource holds a space. */
export const REPLACED = " (replaced)";

/** Whether the identity is that of a resource whose address another one gets. */
export function isReplaced(address: Address): boolean {
  return address.endsWith(REPLACED);
}

/** The id that people know: that of the address. */
export function withoutReplaced(id: string): string {
  return id.endsWith(REPLACED) ? id.slice(0, -REPLACED.length) : id;
}

/** Everything by identity, with references to identities, and with the ids that it has. */
export function byIdentity<T extends Resource>(
  resources: Inventory<T>,
  identities: Identities,
  catalog: Catalog,
): Inventory<T> {
  if (identities.size === 0) return resources;
  const idOf = (kind: KindName, id: string): string => identities.get(addressOf(kind, id)) ?? id;
  const all = [...resources.values()].map((resource): T => {
    const named = withIds(kindNamed(catalog, resource.kind), resource, idOf);
    const address = addressOf(resource.kind, idOf(resource.kind, resource.custom_id));
    const isSame = address === resource.address && named.body === resource.body && named.links === resource.links;
    return isSame ? resource : { ...resource, address, ...named };
  });
  return new Map(all.map((resource) => [resource.address, resource]));
}

/** The same with the ids of the identities. Two resources must not have the same. */
export function underNewIds<T extends Resource>(
  resources: Inventory<T>,
  identities: Identities,
  catalog: Catalog,
): Inventory<T> {
  const all = [...byIdentity(resources, identities, catalog).values()].map((resource): T => {
    const custom_id = customIdOf(resource.address);
    if (custom_id === resource.custom_id) return resource;
    return { ...resource, custom_id, body: { ...resource.body, custom_id } };
  });
  return new Map(all.map((resource) => [resource.address, resource]));
}

/** Resources by identity, as they are when the steps are done. */
export function afterSteps(resources: Inventory<Live>, steps: readonly Effect[]): Inventory<Live> {
  const world = new Map(resources);
  for (const { before, after } of steps) {
    if (after !== undefined) world.set(after.address, after);
    else if (before !== undefined) world.delete(before.address);
  }
  return world;
}

/** Field values and links with other ids in references and members. Absent links stay absent. */
export function withIds(
  kind: Kind,
  { body, links }: Comparable,
  idOf: (kind: KindName, id: string) => string,
): Comparable {
  let newBody = body;
  let newLinks = links;
  for (const { name, to } of referenceFields(kind)) {
    const id = body[name];
    const other = typeof id === "string" ? idOf(to, id) : id;
    if (other !== undefined && other !== id) newBody = { ...newBody, [name]: other };
  }
  for (const { name, to } of kind.links) {
    const ids = links[name]?.map((id) => idOf(to, id));
    const isOther = ids?.some((id, index) => id !== links[name]?.[index]) === true;
    if (isOther) newLinks = { ...newLinks, [name]: sortedMembers(ids) };
  }
  return { body: newBody, links: newLinks };
}
