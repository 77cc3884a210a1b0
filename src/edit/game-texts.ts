/**
 * Everything that is written about a game, with other resources in it. In: parsed texts, and what changes. Out: new texts, and
 * the files that differ. A resource that goes takes every reference to it along; a definition that loses its place moves.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { MOVED, memberNames, topLevelKeys } from "../manifest/forms.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { type MapPart, memberNamed, type Part } from "../manifest/parts.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed, nameIn, valueIn } from "../model/catalog-lookup.ts";
import { defined, grouped, pushAll } from "../model/collections.ts";
import type { Checked, Diagnostic } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Desired, Inventory, Moved, Resource } from "../model/model.ts";
import { canonicalValue, isAlike } from "../model/normalise.ts";
import { compare } from "../plan/differences.ts";
import { editedAt, jsonAt, mapped, type NewValue, partsIn } from "./new-values.ts";
import { rewriteText } from "./rewrite.ts";

/** A file about a game: manifests, or what is said of it beside them. */
export interface GameText {
  readonly parsed: ParsedText;
  /** Whether the file is to be made; its text is how it begins. */
  readonly isNew?: boolean;
  /** That of overrides. */
  readonly environment?: string;
  /** In other files than manifests: the kind of the ids at a path, be it one, a list, or the keys of a mapping. */
  readonly kindAt?: (path: string) => KindName | undefined;
}

/** A file with its text before, if it is not new, and after. */
export interface TextChange {
  readonly file: string;
  readonly before?: string | undefined;
  readonly after: string;
}

/** A resource that gets another id. */
export type NewId = Pick<Moved, "kind" | "from" | "to">;

/** What changes: values in the manifests and in the overrides of one environment, and ids everywhere. */
interface Edits {
  readonly before?: Inventory<Desired>;
  readonly after?: Inventory<Desired>;
  readonly environment?: string | undefined;
  readonly renames?: readonly NewId[];
}

interface EditContext extends Required<Pick<Edits, "before" | "after">> {
  readonly catalog: Catalog;
  /** The id that a resource gets; undefined: it goes. */
  readonly idAfter: (kind: KindName, id: string) => string | undefined;
  readonly isOverride: boolean;
  /** Definitions that have a place. */
  readonly placed: Set<Part>;
}

/** The texts with changes of values or of ids, and a `moved` entry for each id. What could not be read whole stays as it is. */
export function changedTexts(texts: readonly GameText[], edits: Edits, catalog: Catalog): readonly GameText[] {
  const { before = new Map(), after = new Map(), renames = [] } = edits;
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const idAfter = (kind: KindName, id: string): string | undefined => {
    const address = addressOf(kind, id);
    return before.has(address) && !after.has(address) ? undefined : (ids.get(address) ?? id);
  };
  const context: EditContext = { catalog, before, after, idAfter, isOverride: false, placed: new Set() };
  const roots = declaringIn(texts).flatMap((parsed) => parsed.documents);
  const documents = new Map(roots.map((root) => [root, documentAfter(root, context)]));
  const { declarations } = hoist(manifestLists(roots, catalog).resources, catalog);
  const moved = declarations.flatMap(({ kind, part, id }) => {
    const isLost = !context.placed.has(part) && idAfter(kind.name, id) !== undefined;
    return isLost ? [{ key: kind.plural, part, value: editedAt(part, resourceAfter(part, kind, context)) }] : [];
  });
  const models = new Map(declarations.map(({ kind, part }) => [kind, part]));
  const newResources = [...after.values()].filter(({ address }) => !before.has(address));
  const added = newResources.map((resource) => {
    const kind = kindNamed(catalog, resource.kind);
    return { key: kind.plural, part: undefined, value: newDefinition(resource, kind, models.get(kind)) };
  });
  const parts = new Map(declarations.map(({ address, part }) => [address, part]));
  const entries = renames.map(({ kind, from, to }) => {
    return { key: MOVED, part: parts.get(addressOf(kind, from)), value: { kind, from, to } };
  });
  for (const [key, elements] of grouped([...added, ...moved, ...entries], (element) => element.key)) {
    // The longest list of the kind; else a new one, in the document that the first of them comes from.
    const home = elements.find(({ part }) => part !== undefined)?.part;
    const rank = (root: Part): number => {
      const list = memberNamed(root, key)?.value;
      return list === undefined ? Number(isWithin(home, root)) - 2 : partsIn(list).length;
    };
    const [best] = roots.filter(({ type }) => type === "map").toSorted((a, b) => rank(b) - rank(a));
    if (best === undefined) continue;
    const list = memberNamed(best, key)?.value ?? { ...best, type: "list", elements: [] };
    const document = editedAt(best, documents.get(best));
    const old = editedAt(list, document.items.find(({ name }) => name === key)?.value);
    const grown = old.withElements(elements.map(({ value }) => value));
    documents.set(best, document.withMember(key, grown, topLevelKeys(catalog)));
  }
  return texts.map((text) => {
    const { parsed, environment, kindAt } = text;
    const idAt = (path: string, id: string): string => idAfter(kindAt?.(path) ?? "", id) ?? id;
    const overriding = { ...context, after: environment === edits.environment ? after : before, isOverride: true };
    const valueAfter = (root: Part): NewValue =>
      kindAt ? namedAfter(root, "", idAt) : (documents.get(root) ?? documentAfter(root, overriding));
    return parsed.isBroken ? text : { ...text, parsed: rewriteText(parsed, parsed.documents.map(valueAfter)) };
  });
}

/** The files of manifests, or of an environment's overrides. */
function declaringIn(texts: readonly GameText[], environment?: string): readonly ParsedText[] {
  const declaring = texts.filter((text) => text.kindAt === undefined && text.environment === environment);
  return declaring.map(({ parsed }) => parsed);
}

/** Checks the manifests with the overrides of each of the environments. The value is the game of the first one. */
export function gameIn(texts: readonly GameText[], environments: readonly string[], catalog: Catalog) {
  const overrides = environments.map((environment) => declaringIn(texts, environment));
  return checkGame(declaringIn(texts), catalog, overrides);
}

/** The files that are new or whose texts differ; an error where a file could not get its values. */
export function changedFiles(before: readonly GameText[], after: readonly GameText[]): Checked<readonly TextChange[]> {
  const diagnostics: Diagnostic[] = [];
  const value = after.flatMap(({ parsed, isNew = false }, index): readonly TextChange[] => {
    const old = before[index]?.parsed;
    if (parsed === old && !isNew) return [];
    pushAll(diagnostics, parsed.diagnostics);
    return [{ file: parsed.source.file, before: isNew ? undefined : old?.source.text, after: parsed.source.text }];
  });
  return diagnostics.length > 0 ? { diagnostics } : { value, diagnostics };
}

function isWithin(part: Part | undefined, outer: Part): boolean {
  return part !== undefined && part.source === outer.source && outer.start <= part.start && part.start <= outer.end;
}

/** A document of manifests or overrides. */
function documentAfter(root: Part, context: EditContext): NewValue {
  return mapped(root, (list, key) => {
    const kind = context.catalog.find(({ plural }) => plural === key);
    return kind === undefined ? jsonAt(list) : mapped(list, (element) => resourceAfter(element, kind, context));
  });
}

/** A resource, or a reference to one; undefined where it goes. */
function resourceAfter(part: Part, kind: Kind, context: EditContext): NewValue | undefined {
  const id = idOf(part, kind);
  if (id === undefined) return jsonAt(part);
  const newId = context.idAfter(kind.name, id);
  if (part.type !== "map" || newId === undefined) return newId;
  context.placed.add(part);
  const address = addressOf(kind.name, id);
  const [before, after] = [context.before.get(address), context.after.get(address)];
  const isHere = (name: string): boolean =>
    context.isOverride ? memberNamed(part, name) !== undefined : before?.overrides?.[name] === undefined;
  const fields = before && after && before !== after ? compare(kind, before, after) : [];
  const names = new Set(fields.map(({ path }) => nameIn(path)).filter(isHere));
  const referenceAfter = (reference: Part, to: KindName): NewValue | undefined => {
    const target = kindNamed(context.catalog, to);
    // An alias of a definition whose place goes; a definition has one place, the first one that is written.
    const isLost = reference.type === "map" && !context.placed.has(reference) && !isWithin(reference, part);
    return isLost ? idOf(reference, target) : resourceAfter(reference, target, context);
  };
  const membersAfter = (list: Part, to: KindName, members: readonly string[] | undefined): NewValue => {
    const idIn = (reference: Part): string => idOf(reference, kindNamed(context.catalog, to)) ?? "";
    const goes = (reference: Part): boolean => members?.includes(idIn(reference)) === false;
    const kept = mapped(list, (reference) => (goes(reference) ? undefined : referenceAfter(reference, to)));
    const old = new Set(partsIn(list).map(idIn));
    const added = members?.filter((member) => !old.has(member)) ?? [];
    return added.length === 0 ? kept : editedAt(list, kept).withElements(added);
  };
  const memberAfter = (value: Part, name: string): NewValue | undefined => {
    const [field, link] = [fieldNamed(kind, name), linkNamed(kind, name)];
    const wanted = after && names.has(name) ? valueIn(after, name) : undefined;
    if (link !== undefined) return membersAfter(value, link.to, wanted as readonly string[] | undefined);
    if (wanted !== undefined) return wanted ?? undefined;
    if (field?.type === "reference") return referenceAfter(value, field.to);
    return field?.type === "id" ? newId : jsonAt(value);
  };
  let definition = mapped(part, memberAfter);
  for (const name of names) {
    const value = after && !memberNamed(part, name) ? newValue(after, kind, name) : undefined;
    if (value !== undefined) definition = editedAt(part, definition).withMember(name, value, memberNames(kind));
  }
  return definition;
}

/** A resource that is new to the manifests, with its members in the order of another one of its kind. */
function newDefinition(resource: Resource, kind: Kind, model: MapPart | undefined): JsonObject {
  const order = new Set([...(model?.members.map(({ name }) => name) ?? []), ...memberNames(kind)]);
  return defined(Object.fromEntries([...order].map((name) => [name, newValue(resource, kind, name)]))) as JsonObject;
}

/** The value of a member that is not written yet; undefined for the default, which stays so. */
function newValue(resource: Resource, kind: Kind, name: string): Json | undefined {
  const [field, value] = [fieldNamed(kind, name), valueIn(resource, name)];
  return isAlike(value, field ? canonicalValue(field, null) : []) ? undefined : value;
}

/** The id that a part is or defines. */
function idOf(part: Part, kind: Kind): string | undefined {
  const id = part.type === "map" ? memberNamed(part, kind.fields[0]?.name ?? "")?.value : part;
  return id?.type === "scalar" && typeof id.value === "string" ? id.value : undefined;
}

/** What is in another file than manifests, with other ids. `path`: names of members, without places in lists. */
function namedAfter(part: Part, path: string, idAt: (path: string, id: string) => string): NewValue {
  if (part.type === "scalar") return typeof part.value === "string" ? idAt(path, part.value) : part.value;
  const pathTo = (name: string): string => (name === "" ? path : `${path}/${name}`);
  const valueAfter = (inner: Part, name: string): NewValue => namedAfter(inner, pathTo(name), idAt);
  return mapped(part, valueAfter, (name) => idAt(path, name));
}
