/** Which resources a resource refers to, by its fields and links. */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { addressOf, kindNamed, referenceFields } from "./catalog-lookup.ts";
import type { Address, Body, Desired, DesiredGame, Links, Live } from "./model.ts";

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

/** A reference that no manifest can answer: its kind is not managed, so it has to exist live. */
export interface OpenReference {
  readonly from: Address;
  /** Name of the field or link. */
  readonly by: string;
  readonly to: Address;
}

/** The references of a game that lead to resources which no manifest declares. */
export function openReferences(game: DesiredGame, catalog: Catalog): readonly OpenReference[] {
  const found: OpenReference[] = [];
  for (const { address, kind: kindName, body, links } of game.resources.values()) {
    const kind = kindNamed(catalog, kindName);
    const add = (by: string, toKind: KindName, id: string): void => {
      const to = addressOf(toKind, id);
      if (!game.resources.has(to)) found.push({ from: address, by, to });
    };
    for (const field of kind.fields) {
      const id = body[field.name];
      if (field.type === "reference" && typeof id === "string") add(field.name, field.to, id);
    }
    for (const link of kind.links) for (const id of links[link.name] ?? []) add(link.name, link.to, id);
  }
  return found;
}
