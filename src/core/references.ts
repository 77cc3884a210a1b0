/** Which resources a resource refers to, by its fields and links. */
import type { Catalog, Kind } from "../catalog/types.ts";
import { addressOf, kindNamed, referenceFields } from "./catalog-lookup.ts";
import type { Address, Body, Desired, Links, Live } from "./model.ts";

/** Addresses that the body's reference fields and the given links name, without repeats. */
export function referencesOf(kind: Kind, body: Body, links: Links): ReadonlySet<Address> {
  const found = new Set<Address>();
  for (const field of referenceFields(kind)) {
    const id = body[field.name];
    if (typeof id === "string" && id !== "") found.add(addressOf(field.to, id));
  }
  for (const link of kind.links) {
    for (const member of links[link.name] ?? []) found.add(addressOf(link.to, member));
  }
  return found;
}

/** The same for a whole resource of either side. */
export function referencesOfResource(catalog: Catalog, resource: Desired | Live): ReadonlySet<Address> {
  return referencesOf(kindNamed(catalog, resource.kind), resource.body, resource.links);
}
