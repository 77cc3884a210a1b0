/**
 * Makes flat declarations of lists of resources. A definition in place of an id becomes a
 * declaration of its own, and the id takes its place. The catalog has the keys that refer to other
 * resources.
 */
import type { Catalog, Field, Kind, Link } from "../catalog/types.ts";
import { pushAll } from "../ground/collections.ts";
import { canonicalNumbers, type Json } from "../ground/json.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed } from "../model/catalog-lookup.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import { isPolicy } from "./forms.ts";
import type { ResourceList } from "./manifest-keys.ts";
import { type MapPart, type Member, memberNamed, type Part, startSpan } from "./parts.ts";

/** A resource as written, with ids in place of definitions. The schema has accepted its form. */
export interface Declaration {
  readonly kind: Kind;
  readonly part: MapPart;
  readonly id: string;
  readonly address: Address;
  /** Whether it is written in place of an id. */
  readonly isInPlace: boolean;
  /** Members with ids in place of definitions; those that are `null` are left out. */
  readonly written: { readonly [name: string]: Json };
  readonly mentions: readonly Mention[];
  /**
   * The members from overrides of an environment. `part` then has the members after these changes.
   */
  readonly overridden?: {
    readonly base: MapPart;
    readonly members: readonly Member[];
  };
}

/** A place where a resource names another. */
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
  /** Definitions that are already declared. An aliased definition is declared once. */
  readonly seen: Set<MapPart>;
}

/** The declarations of some lists, with the problems of their places. */
export interface Hoisted {
  readonly declarations: readonly Declaration[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Collects the declarations of the lists, each definition in place after the resource that contains
 * it.
 */
export function hoist(lists: readonly ResourceList[], catalog: Catalog): Hoisted {
  const context: Context = { catalog, declarations: [], seen: new Set() };
  const diagnostics: Diagnostic[] = [];
  for (const { kind, list } of lists) {
    for (const element of list.elements) {
      if (element.type !== "map") continue;
      const label = `this ${kind.label} is listed a second time through an alias`;
      if (context.seen.has(element))
        diagnostics.push(problemAt("duplicate-id", startSpan(element), { label }));
      else declare(kind, { part: element, isInPlace: false }, context);
    }
  }
  const declarations: readonly Declaration[] = context.declarations;
  return { declarations, diagnostics };
}

function declare(
  kind: Kind,
  { part, isInPlace }: Pick<Declaration, "part" | "isInPlace">,
  context: Context,
): void {
  context.seen.add(part);
  const id = idIn(part);
  const read = readMembers(kind, part, context.catalog);
  context.declarations.push({
    kind,
    part,
    isInPlace,
    id,
    address: addressOf(kind.name, id),
    ...read,
  });
  for (const { to, part: inner } of read.mentions) {
    if (inner.type === "map" && !context.seen.has(inner))
      declare(to, { part: inner, isInPlace: true }, context);
  }
}

/** Reads the members of a resource, with ids in place of definitions. */
export function readMembers(
  kind: Kind,
  { members }: MapPart,
  catalog: Catalog,
): Pick<Declaration, "written" | "mentions"> {
  const written: Record<string, Json> = {};
  const mentions: Mention[] = [];
  for (const { name, value: part } of members) {
    const link = linkNamed(kind, name);
    const field = fieldNamed(kind, name);
    // Policies are not values of the resource: see `policiesOf`.
    if (isPolicy(name) || part.value === null) continue;
    if (link !== undefined) {
      const to = kindNamed(catalog, link.to);
      const parts = part.type === "list" ? part.elements : [part];
      const mentioned = parts.map(
        (part): Mention => ({ by: name, to, id: idIn(part), part, link }),
      );
      pushAll(mentions, mentioned);
      written[name] = mentioned.map(({ id }) => id);
    } else if (field?.type === "reference") {
      const id = idIn(part);
      mentions.push({ by: name, to: kindNamed(catalog, field.to), id, part, link });
      written[name] = id;
    } else if (field !== undefined) written[name] = plainValue(field, part);
  }
  return { written, mentions };
}

/** Returns a written id, or the id of a definition in its place. */
export function idIn(part: Part): string {
  const written = part.type === "map" ? memberNamed(part, "custom_id")?.value : part;
  return typeof written?.value === "string" ? written.value : "";
}

/** Returns a field's value in the form that the checks expect. */
function plainValue(field: Field, part: Part): Json {
  if (field.type === "json-text") return part.value;
  const value = canonicalNumbers(part.value);
  return typeof value === "string" && field.type === "text" ? value.trim() : value;
}
