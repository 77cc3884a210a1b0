/** The documents of manifests and overrides with other resources in them, as values for `rewriteText`. */
import type { Catalog, Kind } from "../catalog/types.ts";
import { memberNames, topLevelKeys } from "../manifest/forms.ts";
import type { Declaration } from "../manifest/hoist.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { memberNamed, type Part } from "../manifest/parts.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed, nameIn, valueIn } from "../model/catalog-lookup.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Comparable } from "../model/model.ts";
import { canonicalValue, isAlike } from "../model/normalise.ts";
import { jsonAt, mapped } from "./changes.ts";
import type { TakenChange } from "./taken.ts";

/** What changes in documents. */
export interface ResourceChanges {
  /** The id that a resource gets; undefined: it goes, with every reference to it. */
  readonly idAfter: (kind: Kind, id: string) => string | undefined;
  /** By address. */
  readonly updates?: ReadonlyMap<string, TakenChange>;
  /** Whether the documents are overrides. */
  readonly isOverride?: boolean;
  /** Definitions in the place of a reference that is there no more. */
  readonly displaced?: ReadonlySet<Part>;
}

/** A document and what it is to say. */
export interface DocumentTarget {
  readonly root: Part;
  value: Json;
}

export function targetsIn(texts: readonly ParsedText[], catalog: Catalog, changes: ResourceChanges): DocumentTarget[] {
  const documentAfter = (root: Part): Json =>
    mapped(root, (value, key) => {
      const kind = catalog.find(({ plural }) => plural === key);
      return kind === undefined ? jsonAt(value) : mapped(value, (each) => resourceAfter(each, kind, catalog, changes));
    });
  return texts.flatMap(({ documents }) => documents.map((root) => ({ root, value: documentAfter(root) })));
}

/** A resource, or a reference to one; undefined where it goes. */
export function resourceAfter(part: Part, kind: Kind, catalog: Catalog, changes: ResourceChanges): Json | undefined {
  const id = idOf(part, kind);
  if (id === undefined) return jsonAt(part);
  const after = changes.idAfter(kind, id);
  if (part.type !== "map" || after === undefined) return after;
  const update = changes.updates?.get(addressOf(kind.name, id));
  const names = update === undefined ? [] : changedNames(update, changes.isOverride === true ? part : undefined);
  const referenceAfter = (value: Part, to: string): Json | undefined => {
    const target = kindNamed(catalog, to);
    return changes.displaced?.has(value) ? idOf(value, target) : resourceAfter(value, target, catalog, changes);
  };
  const memberAfter = (value: Part | undefined, name: string): Json | undefined => {
    const [field, link] = [fieldNamed(kind, name), linkNamed(kind, name)];
    const wanted = update && names.includes(name) ? valueIn(update.after as Comparable, name) : undefined;
    if (field !== undefined && wanted !== undefined) {
      // A default that was not written stays so.
      const isDefault = isAlike(canonicalValue(field, null), wanted);
      return isDefault && (value === undefined || wanted === null) ? undefined : wanted;
    }
    if (link !== undefined && value?.type !== "scalar") {
      const target = kindNamed(catalog, link.to);
      const members = wanted as readonly string[] | undefined;
      const old = value?.type === "list" ? value.elements.map((each) => idOf(each, target)) : [];
      const goes = (each: Part): boolean => members?.includes(idOf(each, target) ?? "") === false;
      const kept = value && mapped(value, (each) => (goes(each) ? undefined : referenceAfter(each, link.to)));
      const added = members?.filter((each) => !old.includes(each)) ?? [];
      return added.length === 0 ? kept : [...((kept ?? []) as readonly Json[]), ...added];
    }
    if (field?.type === "id" && after !== id) return after;
    return value && field?.type === "reference" ? referenceAfter(value, field.to) : value && jsonAt(value);
  };
  const order = memberNames(kind);
  return names.reduce<Json>(
    (resource, name) => {
      const value = memberNamed(part, name) === undefined ? memberAfter(undefined, name) : undefined;
      return value === undefined ? resource : withMember(resource as JsonObject, name, value, order);
    },
    mapped(part, memberAfter),
  );
}

/** The fields and links that a pull changes in a declaration, or in the overrides of one. */
function changedNames({ fields, desired }: TakenChange, override?: Part): readonly string[] {
  const isHere = (name: string): boolean =>
    override === undefined ? desired?.overrides?.[name] === undefined : memberNamed(override, name) !== undefined;
  return [...new Set(fields.map(({ path }) => nameIn(path)))].filter(isHere);
}

/** The definitions in the place of a reference that is there no more: the first one that is written decides. */
export function displacedIn(
  declarations: readonly Declaration[],
  { idAfter, updates }: ResourceChanges,
): ReadonlySet<Part> {
  const open = new Set<Part>(declarations.flatMap(({ isInPlace, part }) => (isInPlace ? [part] : [])));
  const displaced = declarations.flatMap(({ kind, id, address, mentions }) =>
    mentions.flatMap(({ by, id: named, part }) => {
      if (!open.delete(part)) return [];
      const update = updates?.get(address);
      const isChanged = update !== undefined && changedNames(update).includes(by);
      const stays = !isChanged || [valueIn(update.after as Comparable, by) ?? []].flat().includes(named);
      return stays && idAfter(kind, id) !== undefined ? [] : [part];
    }),
  );
  return new Set(displaced);
}

/** The id that a part is or defines. */
export function idOf(part: Part, kind: Kind): string | undefined {
  const value = jsonAt(part);
  const id = isJsonObject(value) ? value[kind.fields[0]?.name ?? ""] : value;
  return typeof id === "string" ? id : undefined;
}

/** A mapping with one more member, behind those before it in the order; never the first, which has the comments of all. */
function withMember(map: JsonObject, name: string, value: Json, order: readonly string[]): JsonObject {
  const members = Object.entries(map).filter(([other]) => other !== name);
  const before = order.slice(0, order.indexOf(name));
  const at = Math.max(members.findLastIndex(([other]) => before.includes(other)) + 1, 1);
  return Object.fromEntries(members.toSpliced(at, 0, [name, value]));
}

/** Adds elements to the longest list with a key; without one, a list is made in the document that the home is in. */
export function appendTo(
  targets: readonly DocumentTarget[],
  key: string,
  elements: readonly Json[],
  { home, catalog }: { readonly home: Part | undefined; readonly catalog: Catalog },
): void {
  const listIn = ({ value }: DocumentTarget): readonly Json[] | undefined =>
    isJsonObject(value) && Array.isArray(value[key]) ? (value[key] as readonly Json[]) : undefined;
  const isHome = ({ root }: DocumentTarget): boolean =>
    root.source === home?.source && root.start <= home.start && home.start <= root.end;
  const rank = (target: DocumentTarget): number => listIn(target)?.length ?? (isHome(target) ? -1 : -2);
  const [best] = targets.filter(({ value }) => isJsonObject(value)).toSorted((a, b) => rank(b) - rank(a));
  if (best === undefined || elements.length === 0) return;
  best.value = withMember(best.value as JsonObject, key, [...(listIn(best) ?? []), ...elements], topLevelKeys(catalog));
}
