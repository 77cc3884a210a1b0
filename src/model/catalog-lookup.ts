/**
 * Looks things up in the catalog. In: names, addresses and resources. Out: their kinds, fields,
 * links, order and references.
 */
import type { Catalog, Field, Kind, KindName, Link, ReferenceField } from "../catalog/types.ts";
import { compareText, memoizedBy } from "../ground/collections.ts";
import type { Json } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import type { Address, Comparable, Desired, Removed, Resource, ResourceId } from "./model.ts";

/** Returns the kind with a name. Another name is a bug of the caller, and throws. */
export function kindNamed(catalog: Catalog, name: KindName): Kind {
  const kind = catalog.find((kind) => kind.name === name);
  if (kind === undefined) throw new Error(`no kind ${inQuotes(name)} in the catalog`);
  return kind;
}

export function kindAt(catalog: Catalog, address: Address): Kind {
  return kindNamed(catalog, partsOfAddress(address).kind);
}

export function inCatalogOrder(
  catalog: Catalog,
  names: ReadonlySet<KindName>,
): readonly KindName[] {
  return catalog.map(({ name }) => name).filter((name) => names.has(name));
}

export function addressOf(kind: KindName, customId: string): Address {
  return `${kind}/${customId}`;
}

/** Returns the addresses of `removed` entries. */
export function addressesOfEntries(entries: readonly Removed[] = []): ReadonlySet<Address> {
  return new Set(entries.map(({ kind, custom_id }) => addressOf(kind, custom_id)));
}

/** Undoes `addressOf`. Words from outside are read by `parseAddress`. */
export function partsOfAddress(address: Address): ResourceId {
  const parts = splitAddress(address);
  if (parts === undefined) throw new Error(`${inQuotes(address)} is not an address`);
  return parts;
}

/** Splits a text at its first slash. */
export function splitAddress(text: string): ResourceId | undefined {
  const slash = text.indexOf("/");
  return slash < 0 ? undefined : { kind: text.slice(0, slash), custom_id: text.slice(slash + 1) };
}

export function customIdOf(address: Address): string {
  return partsOfAddress(address).custom_id;
}

export const referenceFields = memoizedBy((kind: Kind): readonly ReferenceField[] =>
  kind.fields.filter((field): field is ReferenceField => field.type === "reference"),
);

/** Names of the text fields, other than the id, that are unique within the kind. */
export const uniqueTexts = memoizedBy((kind: Kind): readonly string[] =>
  kind.fields.flatMap(({ name, type, unique }) => (type !== "id" && unique === true ? [name] : [])),
);

/**
 * Names of the unique texts that the manifests decide. A text that is left to the admin panel does
 * not identify a resource.
 */
export function declaredUniqueTexts(
  kind: Kind,
  { create_only, ignore }: Pick<Desired, "create_only" | "ignore">,
): readonly string[] {
  return create_only ? [] : uniqueTexts(kind).filter((name) => !ignore.includes(name));
}

/** Returns the names of flags by which a service hides resources of the kind from plain lists. */
export function hidingFlags(kind: Kind): readonly string[] {
  return kind.fields.flatMap((field) =>
    field.type === "flag" && field.hides === true ? [field.name] : [],
  );
}

export function fieldNamed(kind: Kind, name: string): Field | undefined {
  return kind.fields.find((field) => field.name === name);
}

export function linkNamed(kind: Kind, name: string): Link | undefined {
  return kind.links.find((link) => link.name === name);
}

/** The names of the kind's fields and links. */
export const namesOf = memoizedBy(({ fields, links }: Kind): readonly string[] =>
  [...fields, ...links].map(({ name }) => name),
);

/** Returns the value of a field, or the members of a link. */
export function valueIn({ body, links }: Comparable, name: string): Json | undefined {
  return body[name] === undefined ? links[name] : body[name];
}

/** Returns the kinds with a field or link to this one, which can be the kind itself. */
export function referrersOf(catalog: Catalog, name: KindName): readonly Kind[] {
  return catalog.filter(
    (kind) =>
      referenceFields(kind).some((field) => field.to === name) ||
      kind.links.some((link) => link.to === name),
  );
}

/** Orders addresses by the catalog's order of kinds, then by `custom_id`. */
export function addressOrder(catalog: Catalog): (a: Address, b: Address) => number {
  const rank = new Map(catalog.map((kind, index) => [kind.name, index]));
  const rankOf = (address: Address): number => rank.get(partsOfAddress(address).kind) ?? 0;
  return (a, b) => rankOf(a) - rankOf(b) || compareText(a, b);
}

export function inAddressOrder<T extends Pick<Resource, "address">>(
  resources: Iterable<T>,
  catalog: Catalog,
): T[] {
  const order = addressOrder(catalog);
  return [...resources].sort((a, b) => order(a.address, b.address));
}

/** A reference by a field or link. */
interface NamedReference {
  /** The name of the field or link. */
  readonly by: string;
  readonly kind: KindName;
  readonly custom_id: string;
  /** The kind and the id. */
  readonly to: Address;
}

/** Returns the references of a resource by its fields and links. */
export function namedReferences(kind: Kind, resource: Comparable): readonly NamedReference[] {
  const references: NamedReference[] = [];
  for (const { name, to } of [...referenceFields(kind), ...kind.links]) {
    for (const id of [valueIn(resource, name) ?? []].flat()) {
      if (typeof id === "string" && id !== "")
        references.push({ by: name, kind: to, custom_id: id, to: addressOf(to, id) });
    }
  }
  return references;
}

/** Returns the addresses that a resource refers to. */
export function referencesOfResource(catalog: Catalog, resource: Resource): ReadonlySet<Address> {
  return new Set(namedReferences(kindNamed(catalog, resource.kind), resource).map(({ to }) => to));
}

export function sortedMembers(members: Iterable<string>): readonly string[] {
  return [...new Set(members)].sort();
}
