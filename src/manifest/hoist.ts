/**
 * Lists of resources to flat declarations. A definition in the place of an id is moved to the list of its kind and
 * replaced by its id. The catalog says which keys refer to other resources.
 */
import type { Catalog, Field, Kind, Link } from "../catalog/types.ts";
import { pushAll } from "../ground/collections.ts";
import { canonicalNumbers, type Json } from "../ground/json.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed } from "../model/catalog-lookup.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import { isPolicy } from "./forms.ts";
import type { ResourceList } from "./manifest-keys.ts";
import { jsonOf, type MapPart, type Member, memberNamed, type Part, startSpan } from "./parts.ts";

/** One resource as written, with ids in place of definitions. It has the form that the schema demands. */
export interface Declaration {
  readonly kind: Kind;
  readonly part: MapPart;
  readonly id: string;
  readonly address: Address;
  /** Whether it is written in the place of an id. */
  readonly isInPlace: boolean;
  /** Members with ids in place of definitions; those that are `null` are left out. */
  readonly written: { readonly [name: string]: Json };
  readonly mentions: readonly Mention[];
  /** What an environment's overrides changed about it; `part` then holds the members as they are after that. */
  readonly overridden?: {
    readonly base: MapPart;
    readonly members: readonly Member[];
  };
}

/** One place where a resource names another. */
export interface Mention {
  /** Name of the field or link. */
  readonly by: string;
  readonly link: Link | undefined;
  readonly to: Kind;
  readonly id: string;
  readonly part: Part;
}

interface Context {
  readonly catalog: Catalog;
  readonly declarations: Declaration[];
  /** Definitions already met: an aliased one is declared once. */
  readonly seen: Set<MapPart>;
}

/** Collects every declaration of the lists, those in place right after the one that holds them. */
export function hoist(lists: readonly ResourceList[], catalog: Catalog) {
  const context: Context = { catalog, declarations: [], seen: new Set() };
  const diagnostics: Diagnostic[] = [];
  for (const { kind, list } of lists) {
    for (const element of list.elements) {
      if (element.type !== "map") continue;
      const label = `this ${kind.label} is listed a second time through an alias`;
      if (context.seen.has(element)) diagnostics.push(problemAt("duplicate-id", startSpan(element), { label }));
      else declare(kind, { part: element, isInPlace: false }, context);
    }
  }
  return { declarations: context.declarations as readonly Declaration[], diagnostics };
}

function declare(kind: Kind, { part, isInPlace }: Pick<Declaration, "part" | "isInPlace">, context: Context): void {
  context.seen.add(part);
  const id = idIn(kind, part);
  const read = readMembers(kind, part, context.catalog);
  context.declarations.push({ kind, part, isInPlace, id, address: addressOf(kind.name, id), ...read });
  for (const { to, part: inner } of read.mentions) {
    if (inner.type === "map" && !context.seen.has(inner)) declare(to, { part: inner, isInPlace: true }, context);
  }
}

/** Reads the members of a resource with ids in the place of definitions. */
export function readMembers(
  kind: Kind,
  { members }: MapPart,
  catalog: Catalog,
): Pick<Declaration, "written" | "mentions"> {
  const written: Record<string, Json> = {};
  const mentions: Mention[] = [];
  for (const { name, value: part } of members) {
    const [link, field] = [linkNamed(kind, name), fieldNamed(kind, name)];
    // Policies say how to treat the resource, and are no values of it: see `policiesOf`.
    if (isPolicy(name) || (part.type === "scalar" && part.value === null)) continue;
    const to = link?.to ?? (field?.type === "reference" ? field.to : undefined);
    if (to !== undefined) {
      const target = kindNamed(catalog, to);
      const parts = link !== undefined && part.type === "list" ? part.elements : [part];
      const mentioned = parts.map((part): Mention => ({ by: name, to: target, id: idIn(target, part), part, link }));
      pushAll(mentions, mentioned);
      written[name] = link === undefined ? (mentioned[0]?.id ?? "") : mentioned.map(({ id }) => id);
    } else if (field !== undefined) written[name] = plainValue(field, part);
  }
  return { written, mentions };
}

/** The id as written, or that of the definition in its place. */
export function idIn(kind: Kind, part: Part): string {
  const written = part.type === "map" ? memberNamed(part, kind.fields[0]?.name ?? "")?.value : part;
  return written?.type === "scalar" && typeof written.value === "string" ? written.value : "";
}

/** A field's value as it is checked. */
function plainValue(field: Field, part: Part): Json {
  if (field.type === "json-text") return jsonOf(part);
  const value = canonicalNumbers(jsonOf(part));
  return typeof value === "string" && field.type === "text" ? value.trim() : value;
}
