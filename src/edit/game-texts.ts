/**
 * Everything that is written about a game, with other resources in it. In: parsed texts, and what changes. Out: new texts, and
 * the files that differ. A resource that goes takes every reference to it along; a definition that loses its place moves.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { readEntries } from "../manifest/entries.ts";
import { MOVED, memberNames, topLevelKeys } from "../manifest/forms.ts";
import { hoist, idIn } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { type MapPart, memberNamed, type Part, partsIn } from "../manifest/parts.ts";
import { addressOf, customIdOf, fieldNamed, kindNamed, linkNamed, nameIn, valueIn } from "../model/catalog-lookup.ts";
import { defined, grouped } from "../model/collections.ts";
import { type Checked, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Address, Desired, DesiredGame, Inventory, Moved, Resource } from "../model/model.ts";
import { canonicalValue, isAlike } from "../model/normalise.ts";
import { compare } from "../plan/differences.ts";
import { editedAt, jsonAt, mapped, type NewValue } from "./new-values.ts";
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

/** Changes of `moved` and `removed` entries that do not follow from renames and deletions. */
export interface EntryEdits {
  /** Entries to add. An existing entry with the same `to` then leads to the new entry. */
  readonly moved: readonly NewId[];
  /** Addresses whose `removed` entries are deleted. */
  readonly withdrawn: ReadonlySet<Address>;
}

/** What changes: ids everywhere; and values, which are those of the first environment, under the new ids. */
interface Edits {
  readonly renames: readonly NewId[];
  readonly entries?: EntryEdits;
  readonly before?: Inventory<Desired>;
  readonly after?: Inventory<Desired>;
  /** Those that are checked. */
  readonly environments: readonly string[];
}

interface EditContext extends Required<Pick<Edits, "before" | "after">> {
  readonly catalog: Catalog;
  /** The id that a resource gets; undefined: it goes. */
  readonly idAfter: (kind: KindName, id: string) => string | undefined;
  readonly isOverride: boolean;
  /** Definitions that have a place. */
  readonly placed: Set<Part>;
  /** The entry after the change. Undefined: it is deleted. */
  readonly entryAfter: (entry: Part) => NewValue | undefined;
}

/** The texts with changes of values or of ids, and a `moved` entry for each id. What could not be read whole stays as it is. */
function changedTexts(texts: readonly GameText[], edits: Edits, catalog: Catalog): readonly GameText[] {
  const { renames, before = new Map(), after = new Map(), environments } = edits;
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const idAfter = (kind: KindName, id: string): string | undefined => {
    const newId = ids.get(addressOf(kind, id)) ?? id;
    const address = addressOf(kind, newId);
    return before.has(address) && !after.has(address) ? undefined : newId;
  };
  const roots = declaringIn(texts).flatMap((parsed) => parsed.documents);
  const entryAfter = entriesAfter(roots, edits, { catalog, before, idAfter });
  const context: EditContext = { catalog, before, after, idAfter, isOverride: false, placed: new Set(), entryAfter };
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
  const entries = [...renames, ...(edits.entries?.moved ?? [])].map(({ kind, from, to }) => {
    return { key: MOVED, part: parts.get(addressOf(kind, from)), value: { kind, from, to } };
  });
  for (const [key, elements] of grouped([...added, ...moved, ...entries], (element) => element.key)) {
    // The longest list of the kind; else a new one, in the file that the first of them comes from.
    const home = elements.find(({ part }) => part !== undefined)?.part?.source;
    const lengthIn = (root: Part): number => {
      const list = memberNamed(root, key)?.value;
      return list === undefined ? -1 : partsIn(list).length;
    };
    const [best] = roots
      .filter(({ type }) => type === "map")
      .toSorted((a, b) => lengthIn(b) - lengthIn(a) || Number(b.source === home) - Number(a.source === home));
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
    const overriding = { ...context, after: environment === environments[0] ? after : before, isOverride: true };
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

/** The files that change, and the game that they make in the first environment. Errors: what cannot be written, or would be wrong. */
export function editGame(
  texts: readonly GameText[],
  edits: Edits,
  catalog: Catalog,
): Checked<{ readonly files: readonly TextChange[]; readonly desired: DesiredGame }> {
  const changed = changedTexts(texts, edits, catalog);
  const unwritten = changed.flatMap(({ parsed }, index) => (parsed === texts[index]?.parsed ? [] : parsed.diagnostics));
  if (unwritten.length > 0) return { diagnostics: unwritten };
  const overrides = edits.environments.map((environment) => declaringIn(changed, environment));
  const { value: game, diagnostics } = checkGame(declaringIn(changed), catalog, overrides);
  if (game === undefined) return { diagnostics: diagnostics.filter(({ severity }) => severity === "error") };
  const files = changed.flatMap(({ parsed: { source }, isNew = false }, index): TextChange | readonly [] => {
    const before = isNew ? undefined : texts[index]?.parsed.source.text;
    return source.text === before ? [] : { file: source.file, before, after: source.text };
  });
  return { value: { files, desired: game.desired() }, diagnostics: [] };
}

/** The files that change where an id becomes another one, or why it cannot. */
export function renameInTexts(
  rename: NewId,
  texts: readonly GameText[],
  catalog: Catalog,
): Checked<readonly TextChange[]> {
  const broken = texts.filter(({ kindAt }) => kindAt !== undefined).flatMap(({ parsed }) => parsed.diagnostics);
  if (hasErrors(broken)) return { diagnostics: broken };
  const environments = ["", ...new Set(texts.flatMap(({ environment }) => environment ?? []))];
  const { value, diagnostics } = editGame(texts, { renames: [rename], environments }, catalog);
  if (value !== undefined) return { value: value.files, diagnostics };
  const refusals = diagnostics.slice(0, 1).map(({ detail, help: [help = "choose another id"] }) => {
    const address = addressOf(rename.kind, rename.to);
    return diagnostic("cannot-rename", `The files would be wrong: ${detail}`, { address, help: [help] });
  });
  return { diagnostics: refusals };
}

/** A document of manifests or overrides. */
function documentAfter(root: Part, context: EditContext): NewValue {
  return mapped(root, (list, key) => {
    const kind = context.catalog.find(({ plural }) => plural === key);
    return mapped(list, (element) =>
      kind === undefined ? context.entryAfter(element) : resourceAfter(element, kind, context),
    );
  });
}

/** Decides about entries. An entry that leads to a deleted resource is deleted as well. */
function entriesAfter(
  roots: readonly Part[],
  { entries: edits }: Edits,
  { catalog, before, idAfter }: Pick<EditContext, "catalog" | "before" | "idAfter">,
): EditContext["entryAfter"] {
  const { moved, removed } = readEntries(manifestLists(roots, catalog).entries, catalog);
  const targets = new Map(moved.map(({ address, target }) => [address, target]));
  const goals = new Map(edits?.moved.map(({ kind, from, to }) => [addressOf(kind, to), from]));
  const withdrawn = removed.flatMap(({ address, part }) => (edits?.withdrawn.has(address) ? [part] : []));
  const deleted = new Set<Part>(withdrawn);
  const newTargets = new Map<Part, string>();
  for (const { kind, part, target } of moved) {
    const passed = new Set<Address>();
    let end = target;
    while (!before.has(end) && !passed.has(end)) {
      passed.add(end);
      end = targets.get(end) ?? end;
    }
    if (idAfter(kind.name, customIdOf(end)) === undefined) deleted.add(part);
    const goal = goals.get(target);
    if (goal !== undefined) newTargets.set(part, goal);
  }
  return (entry) => {
    if (deleted.has(entry)) return undefined;
    const to = newTargets.get(entry);
    return to === undefined ? jsonAt(entry) : mapped(entry, (value, name) => (name === "to" ? to : jsonAt(value)));
  };
}

/** A resource, or a reference to one; undefined where it goes. */
function resourceAfter(part: Part, kind: Kind, context: EditContext): NewValue | undefined {
  const id = idIn(kind, part);
  if (id === "") return jsonAt(part);
  const newId = context.idAfter(kind.name, id);
  if (part.type !== "map" || newId === undefined) return newId;
  context.placed.add(part);
  const address = addressOf(kind.name, newId);
  const [before, after] = [context.before.get(address), context.after.get(address)];
  const isHere = (name: string): boolean =>
    context.isOverride ? memberNamed(part, name) !== undefined : before?.overrides?.[name] === undefined;
  const fields = before && after && before !== after ? compare(kind, before, after) : [];
  const names = new Set(fields.map(({ path }) => nameIn(path)).filter(isHere));
  const referenceAfter = (reference: Part, to: KindName): NewValue | undefined => {
    const target = kindNamed(context.catalog, to);
    const id = idIn(target, reference);
    // An alias of a definition whose place goes; a definition has one place, the first one that is written.
    const isAlias = reference.start < part.start || reference.start > part.end;
    return isAlias && reference.type === "map" && !context.placed.has(reference)
      ? (context.idAfter(to, id) ?? id)
      : resourceAfter(reference, target, context);
  };
  const membersAfter = (list: Part, to: KindName, members: readonly string[] | undefined): NewValue => {
    const newIdOf = (reference: Part): string | undefined =>
      context.idAfter(to, idIn(kindNamed(context.catalog, to), reference));
    const goes = (reference: Part): boolean => members?.includes(newIdOf(reference) ?? "") === false;
    const kept = mapped(list, (reference) => (goes(reference) ? undefined : referenceAfter(reference, to)));
    const old = new Set(partsIn(list).map(newIdOf));
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
export function newDefinition(resource: Resource, kind: Kind, model: MapPart | undefined): JsonObject {
  const order = new Set([...(model?.members.map(({ name }) => name) ?? []), ...memberNames(kind)]);
  return defined(Object.fromEntries([...order].map((name) => [name, newValue(resource, kind, name)]))) as JsonObject;
}

/** The value of a member that is not written yet; undefined for the default, which stays so. */
function newValue(resource: Resource, kind: Kind, name: string): Json | undefined {
  const [field, value] = [fieldNamed(kind, name), valueIn(resource, name)];
  return isAlike(value, field ? canonicalValue(field, null) : []) ? undefined : value;
}

/** What is in another file than manifests, with other ids. `path`: names of members, without places in lists. */
function namedAfter(part: Part, path: string, idAt: (path: string, id: string) => string): NewValue {
  if (part.type === "scalar") return typeof part.value === "string" ? idAt(path, part.value) : part.value;
  const pathTo = (name: string): string => (name === "" ? path : `${path}/${name}`);
  const valueAfter = (inner: Part, name: string): NewValue => namedAfter(inner, pathTo(name), idAt);
  return mapped(part, valueAfter, (name) => idAt(path, name));
}
