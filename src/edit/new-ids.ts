/**
 * Gives resources other ids. In: resources, and the new ids. Out: the same resources under the new
 * ids, with references that follow. With `egg` as `dragon-egg`, the achievement that gives `egg`
 * gives `dragon-egg`.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import type { Json } from "../ground/json.ts";
import { addressOf, kindNamed, referenceFields, sortedMembers } from "../model/catalog-lookup.ts";
import type { Address, Comparable, Inventory, Links, Resource } from "../model/model.ts";

/**
 * By present address: the new id of a resource that gets one. No two resources may get the same.
 */
export type NewIds = ReadonlyMap<Address, string>;

export function withNewIds<T extends Resource>(
  resources: Inventory<T>,
  newIds: NewIds,
  catalog: Catalog,
): Inventory<T> {
  if (newIds.size === 0) return resources;
  const idOf = (kind: KindName, id: string): string => newIds.get(addressOf(kind, id)) ?? id;
  const renamed = new Map<Address, T>();
  for (const resource of resources.values()) {
    const kind = kindNamed(catalog, resource.kind);
    const custom_id = idOf(kind.name, resource.custom_id);
    const { body, links } = withNewReferences(kind, resource, idOf);
    const isSame =
      custom_id === resource.custom_id && body === resource.body && links === resource.links;
    const address = addressOf(kind.name, custom_id);
    renamed.set(
      address,
      isSame ? resource : { ...resource, address, custom_id, body: { ...body, custom_id }, links },
    );
  }
  return renamed;
}

/** Field values and links with other ids in references and members. Absent links stay absent. */
export function withNewReferences(
  kind: Kind,
  { body, links }: Comparable,
  idOf: (kind: KindName, id: string) => string,
): Comparable {
  const references: Record<string, Json> = {};
  for (const { name, to } of referenceFields(kind)) {
    const id = body[name];
    const other = typeof id === "string" ? idOf(to, id) : id;
    if (other !== undefined && other !== id) references[name] = other;
  }
  const lists: Record<string, Links[string]> = {};
  for (const { name, to } of kind.links) {
    const ids = links[name] ?? [];
    const others = ids.map((id) => idOf(to, id));
    if (others.some((id, index) => id !== ids[index])) lists[name] = sortedMembers(others);
  }
  return {
    body: Object.keys(references).length === 0 ? body : { ...body, ...references },
    links: Object.keys(lists).length === 0 ? links : { ...links, ...lists },
  };
}
