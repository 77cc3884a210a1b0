/** The documents of manifests and overrides with other resources in them, as values for `rewriteText`. */
import type { Catalog, Field, Kind } from "../catalog/types.ts";
import { memberNames, topLevelKeys } from "../manifest/forms.ts";
import type { ParsedText } from "../manifest/parse.ts";
import type { MapPart, Part } from "../manifest/parts.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed, nameIn, valueIn } from "../model/catalog-lookup.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { canonicalValue, isAlike } from "../model/normalise.ts";
import { jsonAt, mapped } from "./pairs.ts";
import type { TakenUpdate } from "./taken.ts";

/** What changes in documents. */
export interface ResourceChanges {
  /** The id that a resource gets; undefined: it goes, with every reference to it. */
  readonly idAfter: (kind: Kind, id: string) => string | undefined;
  /** The new values of what a mapping says about a resource. */
  readonly updateOf?: (address: string) => TakenUpdate | undefined;
  /** Whether a member of a resource is written here. */
  readonly isHere?: (address: string, name: string, part: MapPart) => boolean;
  /** Gets the part that each resource comes from. */
  readonly origins?: Map<Json, Part>;
  /** Gets what loses its place: an alias of a definition then is its id. */
  readonly lost?: Set<Part>;
}

/** A document with other resources, each in its place. */
export function changedDocument(root: Part, catalog: Catalog, changes: ResourceChanges): Json {
  return mapped(root, (value, key) => {
    const kind = catalog.find(({ plural }) => plural === key);
    return kind === undefined ? jsonAt(value) : mapped(value, (each) => changedResource(each, kind, catalog, changes));
  });
}

/** A resource, or a reference to one; undefined where it goes. */
export function changedResource(part: Part, kind: Kind, catalog: Catalog, changes: ResourceChanges): Json | undefined {
  const id = idOf(part, kind);
  if (id === undefined) return jsonAt(part);
  const after = changes.idAfter(kind, id);
  if (after === undefined) lose(part, changes);
  if (part.type !== "map" || after === undefined) return after;
  const address = addressOf(kind.name, id);
  const update = changes.updateOf?.(address);
  const changed = new Set(
    update?.fields.map(({ path }) => nameIn(path)).filter((name) => changes.isHere?.(address, name, part) !== false),
  );
  const inner = (value: Part, to: Kind): Json | undefined =>
    changes.lost?.has(value) === true ? idOf(value, to) : changedResource(value, to, catalog, changes);
  const member = (value: Part | undefined, name: string): Json | undefined => {
    const [field, link] = [fieldNamed(kind, name), linkNamed(kind, name)];
    const wanted = update !== undefined && changed.has(name) ? valueIn(update.after, name) : undefined;
    if (field !== undefined && wanted !== undefined) {
      if (value !== undefined) lose(value, changes);
      return writtenValue(field, value, wanted);
    }
    if (link !== undefined && value?.type !== "scalar") {
      const to = kindNamed(catalog, link.to);
      const members = wanted as readonly string[] | undefined;
      const old = value?.type === "list" ? value.elements.map((each) => idOf(each, to)) : [];
      const stays = (each: Part): boolean => members?.includes(idOf(each, to) ?? "") !== false || lose(each, changes);
      const kept = value === undefined ? [] : mapped(value, (each) => (stays(each) ? inner(each, to) : undefined));
      const added = members?.filter((id) => !old.includes(id)) ?? [];
      return added.length === 0 ? kept : [...(kept as readonly Json[]), ...added];
    }
    if (value === undefined) return undefined;
    if (field?.type === "id") return after === id ? jsonAt(value) : after;
    return field?.type === "reference" ? inner(value, kindNamed(catalog, field.to)) : jsonAt(value);
  };
  let resource = mapped(part, member);
  for (const name of changed) {
    const value = part.members.some((each) => each.name === name) ? undefined : member(undefined, name);
    if (value !== undefined) resource = withMember(resource as JsonObject, name, value, memberNames(kind));
  }
  changes.origins?.set(resource, part);
  return resource;
}

/** Notes that a part and all that is in it have lost their place. */
function lose(part: Part, changes: ResourceChanges): false {
  if (part.type !== "scalar") changes.lost?.add(part);
  mapped(part, (inner) => {
    lose(inner, changes);
    return undefined;
  });
  return false;
}

/** The id that a part is or defines. */
export function idOf(part: Part, kind: Kind): string | undefined {
  const json = jsonAt(part);
  const id = isJsonObject(json) ? json[kind.fields[0]?.name ?? ""] : json;
  return typeof id === "string" ? id : undefined;
}

/** What is written for a canonical value; undefined for a default that was not written before. */
function writtenValue(field: Field, old: Part | undefined, value: Json): Json | undefined {
  const isDefault = isAlike(canonicalValue(field, null), value);
  if (isDefault && (old === undefined || value === null)) return undefined;
  // A text under `|` ends with a line break.
  const isBlockText = old?.type === "scalar" && /[^\n]\n$/.test(String(old.value)) && typeof value === "string";
  return isBlockText && isAlike(canonicalValue(field, `${value}\n`), value) ? `${value}\n` : value;
}

/** A mapping with one more member, behind those before it in the order; never the first, which has the comments of all. */
function withMember(map: JsonObject, name: string, value: Json, order: readonly string[]): JsonObject {
  const members = Object.entries(map);
  const known = members.findIndex(([other]) => other === name);
  const before = order.slice(0, order.indexOf(name));
  const at = Math.max(members.findLastIndex(([other]) => before.includes(other)) + 1, 1);
  return Object.fromEntries(
    known === -1 ? members.toSpliced(at, 0, [name, value]) : members.with(known, [name, value]),
  );
}

/** A document and what it is to say. */
export interface DocumentTarget {
  readonly root: Part;
  value: Json;
}

export function targetsIn(texts: readonly ParsedText[], catalog: Catalog, changes: ResourceChanges): DocumentTarget[] {
  return texts.flatMap(({ documents }) =>
    documents.map((root) => ({ root, value: changedDocument(root, catalog, changes) })),
  );
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
