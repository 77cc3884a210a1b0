/**
 * Edits the files of a game. In: parsed texts, and the changes of resources. Out: new texts, and the
 * files that differ. Deleting a resource deletes every reference to it. If the place of a definition
 * is deleted but the resource is not, the definition moves to the list of its kind.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import type { Json, JsonObject } from "../ground/json.ts";
import { nameIn } from "../ground/pointer.ts";
import { readEntries } from "../manifest/entries.ts";
import { MOVED, memberNames, topLevelKeys } from "../manifest/forms.ts";
import { checkGame } from "../manifest/game/desired-game.ts";
import { hoist, idIn } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import {
  isJsonFile,
  listPart,
  type MapPart,
  memberNamed,
  type Part,
  partsIn,
} from "../manifest/parts.ts";
import {
  addressOf,
  fieldNamed,
  kindNamed,
  linkNamed,
  partsOfAddress,
  valueIn,
} from "../model/catalog-lookup.ts";
import {
  type Checked,
  type Diagnostic,
  diagnostic,
  type ErrorDiagnostic,
  hasErrors,
  mapErrors,
  tellingOf,
} from "../model/diagnostics.ts";
import type { Desired, DesiredGame, Inventory, Resource } from "../model/model.ts";
import { canonicalValue, isAlike } from "../model/normalise.ts";
import { compare } from "../plan/differences.ts";
import { hasComments, itemsOf } from "./items.ts";
import { type EntryChanges, type EntryEdits, entriesAfter, type NewId } from "./moved-entries.ts";
import { editedAt, mapped, type NewValue } from "./new-values.ts";
import { rewriteText } from "./rewrite.ts";

/** A file about a game: a manifest, an override, or scenarios. */
export interface GameText {
  readonly parsed: ParsedText;
  /** Whether the file does not exist yet. Its text is the beginning of the new file. */
  readonly isNew?: boolean;
  /** The environment of an override. */
  readonly environment?: string;
  /**
   * Returns the kind of the ids at a path of scenarios: of one id, a list, or the keys of a mapping.
   */
  readonly kindAt?: (path: string) => KindName | undefined;
}

/** A file with its text before, if it is not new, and after. */
export interface TextChange {
  /** Absolute path. */
  readonly path: string;
  /** As messages name it. */
  readonly file: string;
  readonly before?: string | undefined;
  readonly after: string;
}

/** The files that change, and the game of the new texts. */
export interface EditedGame {
  readonly files: readonly TextChange[];
  readonly desired: DesiredGame;
}

/** Changes of ids in all files, and of values in the first environment, by their new ids. */
export interface Edits {
  readonly renames: readonly NewId[];
  readonly entryEdits?: EntryEdits;
  readonly before?: Inventory<Desired>;
  readonly after?: Inventory<Desired>;
  /** The environments in which the game is checked. */
  readonly environments: readonly [string, ...string[]];
}

/** Returns the new id of a resource, undefined if it is deleted. */
type IdAfter = (kind: KindName, id: string) => string | undefined;

interface EditContext extends Required<Pick<Edits, "before" | "after">> {
  readonly catalog: Catalog;
  readonly idAfter: IdAfter;
  readonly entries: EntryChanges;
  readonly isOverride: boolean;
  /** Definitions that have a place. */
  readonly placed: Set<Part>;
}

function idsAfter({ renames, before = new Map(), after = new Map() }: Edits): IdAfter {
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  return (kind, id) => {
    const newId = ids.get(addressOf(kind, id)) ?? id;
    const address = addressOf(kind, newId);
    return before.has(address) && !after.has(address) ? undefined : newId;
  };
}

/** The new values of the documents of manifests. Functions that add elements replace them. */
type DocumentEdits = Map<Part, NewValue>;

/** A new element of a top-level list, and the definition from which it is made. */
interface AddedElement {
  readonly key: string;
  readonly part: Part | undefined;
  readonly value: NewValue;
}

/** Returns the texts with the edits. Texts with problems are not edited. */
function changedTexts(
  texts: readonly GameText[],
  { entries, ...edits }: Edits & { readonly entries: EntryChanges },
  catalog: Catalog,
): readonly GameText[] {
  const { before = new Map(), after = new Map(), environments } = edits;
  const context: EditContext = {
    catalog,
    before,
    after,
    idAfter: idsAfter(edits),
    entries,
    isOverride: false,
    placed: new Set(),
  };
  const roots = declaringIn(texts).flatMap((parsed) => parsed.documents);
  const documents = valueEdits(roots, context);
  const { declarations } = hoist(manifestLists(roots, catalog).resources, catalog);
  const moved = moveEdits(declarations, context);
  const places = itemsOf(new Set(moved.map(({ part }) => part)), roots);
  const all = [
    ...additions(declarations, context),
    ...moved,
    ...entryAdditions(declarations, context),
  ];
  addElements(documents, all, { roots, places, catalog });
  return texts.map((text) => {
    const { parsed } = text;
    if (parsed.isBroken) return text;
    const isFirst = text.environment === environments[0];
    const own = { ...context, after: isFirst ? after : before, isOverride: true };
    const newValues = parsed.documents.map(
      (root) => documents.get(root) ?? renameEdits(root, text, own),
    );
    return { ...text, parsed: rewriteText(parsed, newValues, places) };
  });
}

/** Returns the new values of manifests, without elements that are added. */
function valueEdits(roots: readonly Part[], context: EditContext): DocumentEdits {
  return new Map(roots.map((root) => [root, documentAfter(root, context)]));
}

/** Returns the new value of an override, or of scenarios, in which only ids change. */
function renameEdits(root: Part, { kindAt }: GameText, context: EditContext): NewValue {
  if (kindAt === undefined) return documentAfter(root, context);
  return namedAfter(root, "", (path, id) => context.idAfter(kindAt(path) ?? "", id) ?? id);
}

type Declarations = ReturnType<typeof hoist>["declarations"];

/** Returns the definitions whose place is deleted, as elements of the list of their kind. */
function moveEdits(
  declarations: Declarations,
  context: EditContext,
): readonly (AddedElement & { readonly part: Part })[] {
  return declarations.flatMap(({ kind, part, id }) => {
    if (context.placed.has(part) || context.idAfter(kind.name, id) === undefined) return [];
    return [{ key: kind.plural, part, value: editedAt(part, resourceAfter(part, kind, context)) }];
  });
}

/** Returns the definitions of new resources. */
function additions(
  declarations: Declarations,
  { catalog, before, after }: EditContext,
): readonly AddedElement[] {
  const models = new Map(declarations.map(({ kind, part }) => [kind, part]));
  const added = [...after.values()].filter(({ address }) => !before.has(address));
  return added.map((resource) => {
    const kind = kindNamed(catalog, resource.kind);
    const value = newDefinition(resource, kind, models.get(kind));
    return { key: kind.plural, part: undefined, value };
  });
}

/** Returns the new `moved` entries. */
function entryAdditions(
  declarations: Declarations,
  { entries }: EditContext,
): readonly AddedElement[] {
  const parts = new Map(declarations.map(({ address, part }) => [address, part]));
  return entries.added.map(({ kind, from, to }) => {
    return { key: MOVED, part: parts.get(addressOf(kind, from)), value: { kind, from, to } };
  });
}

interface Homes {
  readonly roots: readonly Part[];
  readonly places: ReturnType<typeof itemsOf>;
  readonly catalog: Catalog;
}

/** Adds elements to the lists of documents. Elements with comments are not added to JSON. */
function addElements(
  documents: DocumentEdits,
  all: readonly AddedElement[],
  { roots, places, catalog }: Homes,
): void {
  const needsYaml = ({ part }: AddedElement): boolean => {
    const place = part && places.get(part);
    return place !== undefined && hasComments(place);
  };
  const groups = grouped(all, (element) => `${element.key} ${needsYaml(element)}`);
  for (const [, elements] of groups) {
    const [first] = elements;
    if (first === undefined) continue;
    const { key } = first;
    const usable = roots.filter(
      ({ type, source }) => type === "map" && !(needsYaml(first) && isJsonFile(source.name)),
    );
    const home = homeOf(elements, key, usable);
    if (home === undefined) continue;
    const list = memberNamed(home, key)?.value ?? listPart(home, []);
    const document = editedAt(home, documents.get(home));
    const old = editedAt(list, document.items.find(({ name }) => name === key)?.value);
    const grown = old.withElements(elements.map(({ value }) => value));
    documents.set(home, document.withMember(key, grown, topLevelKeys(catalog)));
  }
}

/**
 * Returns the document with the longest list of a key. If there is no list, returns one in the file
 * of the first element that has a definition.
 */
function homeOf(
  elements: readonly AddedElement[],
  key: string,
  roots: readonly Part[],
): Part | undefined {
  const source = elements.find(({ part }) => part !== undefined)?.part?.source;
  const lengthIn = (root: Part): number => {
    const list = memberNamed(root, key)?.value;
    return list === undefined ? -1 : partsIn(list).length;
  };
  const [best] = roots.toSorted(
    (a, b) =>
      lengthIn(b) - lengthIn(a) || Number(b.source === source) - Number(a.source === source),
  );
  return best;
}

/** The files of manifests, or of an environment's overrides. */
function declaringIn(texts: readonly GameText[], environment?: string): readonly ParsedText[] {
  const declaring = texts.filter(
    (text) => text.kindAt === undefined && text.environment === environment,
  );
  return declaring.map(({ parsed }) => parsed);
}

/** The changes of entries that the edits need. */
function entriesFor(
  edits: Edits,
  texts: readonly GameText[],
  catalog: Catalog,
): Checked<EntryChanges> {
  const lists = manifestLists(
    declaringIn(texts).flatMap(({ documents }) => documents),
    catalog,
  );
  const declared = new Set(
    hoist(lists.resources, catalog).declarations.map(({ address }) => address),
  );
  const idAfter = idsAfter(edits);
  return entriesAfter(
    { renames: edits.renames, ...edits.entryEdits },
    readEntries(lists.entries, catalog),
    {
      isDeclared: (address) => declared.has(address),
      isDeleted: (address) => {
        const { kind, custom_id } = partsOfAddress(address);
        return idAfter(kind, custom_id) === undefined;
      },
    },
  );
}

/**
 * The files that change, and the game that they make in the first environment. Errors: what cannot
 * be written, or would be wrong.
 */
export function editGame(
  texts: readonly GameText[],
  edits: Edits,
  catalog: Catalog,
): Checked<EditedGame> {
  const entries = entriesFor(edits, texts, catalog);
  if (entries.value === undefined) return { diagnostics: entries.diagnostics };
  const changed = changedTexts(texts, { ...edits, entries: entries.value }, catalog);
  const unwritten = changed.flatMap(({ parsed }, index) =>
    parsed === texts[index]?.parsed ? [] : parsed.diagnostics,
  );
  if (hasErrors(unwritten)) return { diagnostics: unwritten };
  const [first, ...others] = edits.environments;
  const overridesOf = (environment: string): readonly ParsedText[] =>
    declaringIn(changed, environment);
  const { value: game, diagnostics } = checkGame(declaringIn(changed), catalog, [
    overridesOf(first),
    ...others.map(overridesOf),
  ]);
  if (game === undefined) {
    return {
      diagnostics: mapErrors(diagnostics, (all) =>
        all.filter(({ severity }) => severity === "error"),
      ),
    };
  }
  const files = changed.flatMap(
    ({ parsed: { source }, isNew = false }, index): TextChange | readonly [] => {
      const before = isNew ? undefined : texts[index]?.parsed.source.text;
      return source.text === before
        ? []
        : { path: source.path, file: source.name, before, after: source.text };
    },
  );
  return { value: { files, desired: game.desired() }, diagnostics: [] };
}

/** The files that change where an id becomes another one, or why it cannot. */
export function renameInTexts(
  rename: NewId,
  texts: readonly GameText[],
  catalog: Catalog,
): Checked<EditedGame> {
  const broken = texts
    .filter(({ kindAt }) => kindAt !== undefined)
    .flatMap(({ parsed }) => parsed.diagnostics);
  if (hasErrors(broken)) return { diagnostics: broken };
  const environments: Edits["environments"] = [
    "",
    ...new Set(texts.flatMap(({ environment }) => environment ?? [])),
  ];
  const { value, diagnostics } = editGame(texts, { renames: [rename], environments }, catalog);
  if (value !== undefined) return { value, diagnostics };
  if (diagnostics.some(({ code }) => code === "cannot-rename")) return { diagnostics };
  const refusal = (problem: Diagnostic): ErrorDiagnostic => {
    const {
      address: other,
      detail,
      about = [],
      help: [help = "choose another id"],
    } = problem;
    const subjects = [...(other === undefined ? [] : [other]), ...about.flat()];
    const address = addressOf(rename.kind, rename.to);
    const text = `The files would be wrong: ${detail}`;
    return tellingOf(diagnostic("cannot-rename", text, { address, help: [help] }), subjects);
  };
  return { diagnostics: mapErrors(diagnostics, (all) => all.slice(0, 1).map(refusal)) };
}

/** A document of manifests or overrides. */
function documentAfter(root: Part, context: EditContext): NewValue {
  return mapped(root, (list, key) => {
    const kind = context.catalog.find(({ plural }) => plural === key);
    return mapped(list, (element) =>
      kind === undefined ? entryAfter(element, context) : resourceAfter(element, kind, context),
    );
  });
}

/** A `moved` or `removed` entry, perhaps with other ids; undefined where it is deleted. */
function entryAfter(
  entry: Part,
  { entries: { rewritten, deleted } }: EditContext,
): NewValue | undefined {
  if (deleted.has(entry)) return undefined;
  const ids = new Map(Object.entries(rewritten.get(entry) ?? {}));
  return ids.size === 0
    ? entry.value
    : mapped(entry, (value, name) => ids.get(name) ?? value.value);
}

/** Returns the new value of a definition or a reference, undefined if it is deleted. */
function resourceAfter(part: Part, kind: Kind, context: EditContext): NewValue | undefined {
  const id = idIn(part);
  if (id === "") return part.value;
  const newId = context.idAfter(kind.name, id);
  if (part.type !== "map" || newId === undefined) return newId;
  context.placed.add(part);
  const address = addressOf(kind.name, newId);
  const before = context.before.get(address);
  const after = context.after.get(address);
  const isHere = (name: string): boolean =>
    context.isOverride
      ? memberNamed(part, name) !== undefined
      : before?.overrides?.[name] === undefined;
  const fields = before && after && before !== after ? compare(kind, before, after) : [];
  const names = new Set(fields.map(({ path }) => nameIn(path)).filter(isHere));
  const referenceAfter = (reference: Part, to: KindName): NewValue | undefined => {
    const target = kindNamed(context.catalog, to);
    const id = idIn(reference);
    // If a definition loses its place, aliases of it become ids: only its first place is written.
    const isAlias = reference.start < part.start || reference.start > part.end;
    return isAlias && reference.type === "map" && !context.placed.has(reference)
      ? (context.idAfter(to, id) ?? id)
      : resourceAfter(reference, target, context);
  };
  const membersAfter = (
    list: Part,
    to: KindName,
    members: readonly string[] | undefined,
  ): NewValue => {
    const newIdOf = (reference: Part): string | undefined => context.idAfter(to, idIn(reference));
    const isDeleted = (reference: Part): boolean =>
      members?.includes(newIdOf(reference) ?? "") === false;
    const kept = mapped(list, (reference) =>
      isDeleted(reference) ? undefined : referenceAfter(reference, to),
    );
    const old = new Set(partsIn(list).map(newIdOf));
    const added = members?.filter((member) => !old.has(member)) ?? [];
    return added.length === 0 ? kept : editedAt(list, kept).withElements(added);
  };
  const memberAfter = (value: Part, name: string): NewValue | undefined => {
    const field = fieldNamed(kind, name);
    const link = linkNamed(kind, name);
    const changed = names.has(name) ? after : undefined;
    const wanted = changed && valueIn(changed, name);
    if (link !== undefined) return membersAfter(value, link.to, changed?.links[name]);
    if (wanted !== undefined) return wanted ?? undefined;
    if (field?.type === "reference") return referenceAfter(value, field.to);
    return field?.type === "id" ? newId : value.value;
  };
  let definition = mapped(part, memberAfter);
  for (const name of names) {
    const value = after && !memberNamed(part, name) ? newValue(after, kind, name) : undefined;
    if (value !== undefined)
      definition = editedAt(part, definition).withMember(name, value, memberNames(kind));
  }
  return definition;
}

/**
 * A resource that is new to the manifests, with its members in the order of another one of its
 * kind.
 */
export function newDefinition(
  resource: Resource,
  kind: Kind,
  model: MapPart | undefined,
): JsonObject {
  const order = new Set([...(model?.members.map(({ name }) => name) ?? []), ...memberNames(kind)]);
  const definition: Record<string, Json> = {};
  for (const name of order) {
    const value = newValue(resource, kind, name);
    if (value !== undefined) definition[name] = value;
  }
  return definition;
}

/** The value of a member that is not written yet; undefined for the default, which stays so. */
function newValue(resource: Resource, kind: Kind, name: string): Json | undefined {
  const field = fieldNamed(kind, name);
  const value = valueIn(resource, name);
  return isAlike(value, field ? canonicalValue(field, null) : []) ? undefined : value;
}

/**
 * Returns a value of scenarios with other ids. The path has the names of members, and no indices of
 * lists.
 */
function namedAfter(
  part: Part,
  path: string,
  idAt: (path: string, id: string) => string,
): NewValue {
  if (typeof part.value === "string") return idAt(path, part.value);
  if (part.type === "scalar") return part.value;
  const pathTo = (name: string): string => (name === "" ? path : `${path}/${name}`);
  const valueAfter = (inner: Part, name: string): NewValue => namedAfter(inner, pathTo(name), idAt);
  return mapped(part, valueAfter, (name) => idAt(path, name));
}
