/**
 * Everything that is written about a game, with other resources in it. In: parsed texts, and what changes. Out: new texts, and
 * the files that differ. A resource that goes takes every reference to it along; a definition that loses its place moves.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { MOVED, memberNames, topLevelKeys } from "../manifest/forms.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { type MapPart, memberNamed, type Part } from "../manifest/parts.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed, nameIn, valueIn } from "../model/catalog-lookup.ts";
import { defined, grouped, pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Address, Moved, Resource } from "../model/model.ts";
import { canonicalValue, isAlike } from "../model/normalise.ts";
import { rewriteText } from "./rewrite.ts";
import type { TakenChange } from "./taken.ts";
import { Edited, editedAt, type ItemChange, jsonAt, mapped, partsIn, type Target } from "./targets.ts";

/** The files of a game, and the project file. */
export interface GameTexts {
  readonly manifests: readonly ParsedText[];
  /** Whether there are no files yet: the manifests then are how new ones begin. */
  readonly isNew?: boolean;
  /** By environment. */
  readonly overrides: ReadonlyMap<string, readonly ParsedText[]>;
  /** The one of the live game. */
  readonly environment?: string | undefined;
  readonly scenarios: readonly ParsedText[];
  /** By key of scenarios, the kind that its ids are of. */
  readonly scenarioKeys: Readonly<Record<string, KindName>>;
  readonly project?: ParsedText;
  /** The games of the project file that have these manifests. */
  readonly games: readonly string[];
}

/** A file with its text before, if it is not new, and after. */
export interface TextChange {
  readonly file: string;
  readonly before?: string;
  readonly after: string;
}

/** A resource that gets another id. */
export type NewId = Pick<Moved, "kind" | "from" | "to">;

interface EditContext {
  readonly catalog: Catalog;
  /** The id that a resource gets; undefined: it goes. */
  readonly idAfter: (kind: KindName, id: string) => string | undefined;
  readonly updates: ReadonlyMap<Address, TakenChange>;
  readonly isOverride: boolean;
  /** Definitions that have a place. */
  readonly placed: Set<Part>;
}

/** The texts with changes of values or of ids, and a `moved` entry for each id. What could not be read whole stays as it is. */
export function changedTexts<T extends GameTexts>(
  texts: T,
  what: { readonly changes?: readonly TakenChange[]; readonly renames?: readonly NewId[] },
  catalog: Catalog,
): T {
  const { changes = [], renames = [] } = what;
  const { manifests, overrides, scenarios, scenarioKeys, project, games } = texts;
  const updates = new Map(changes.map((change) => [change.address, change]));
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const idAfter = (kind: KindName, id: string): string | undefined => {
    const address = addressOf(kind, id);
    return updates.get(address)?.action === "remove" ? undefined : (ids.get(address) ?? id);
  };
  const context: EditContext = { catalog, idAfter, updates, isOverride: false, placed: new Set() };
  const roots = manifests.flatMap(({ documents }) => documents);
  const targets = new Map(roots.map((root) => [root, documentAfter(root, context)]));
  const { declarations } = hoist(manifestLists(roots, catalog).resources, catalog);
  const moved = declarations.flatMap(({ kind, part, id }) => {
    const isLost = !context.placed.has(part) && idAfter(kind.name, id) !== undefined;
    return isLost ? [{ key: kind.plural, part, target: editedAt(part, resourceAfter(part, kind, context)) }] : [];
  });
  const models = new Map(declarations.map(({ kind, part }) => [kind.name, part]));
  const added = changes.flatMap(({ action, after }) => {
    if (action !== "add" || after === undefined) return [];
    const kind = kindNamed(catalog, after.kind);
    return [{ key: kind.plural, part: undefined, target: newDefinition(after, kind, models.get(kind.name)) }];
  });
  const parts = new Map(declarations.map(({ address, part }) => [address, part]));
  const entries = renames.map(({ kind, from, to }) => {
    return { key: MOVED, part: parts.get(addressOf(kind, from)), target: { kind, from, to } };
  });
  for (const [key, elements] of grouped([...added, ...moved, ...entries], (element) => element.key)) {
    // The longest list of the kind; else a new one, in the document that the first of them comes from.
    const home = elements.find(({ part }) => part !== undefined)?.part;
    const rank = (root: Part): number => {
      const list = memberNamed(root, key)?.value;
      return list === undefined ? (isWithin(home, root) ? -1 : -2) : partsIn(list).length;
    };
    const [best] = roots.filter(({ type }) => type === "map").toSorted((a, b) => rank(b) - rank(a));
    if (best === undefined) continue;
    const list = memberNamed(best, key)?.value;
    const added = elements.map(({ target }) => target);
    const root = editedAt(best, targets.get(best));
    const grown =
      list &&
      root.items.map((item) =>
        item.name === key ? { ...item, target: withElements(list, item.target, added) } : item,
      );
    targets.set(
      best,
      grown ? new Edited(best, grown) : withMember(root, { name: key, target: added }, topLevelKeys(catalog)),
    );
  }
  const after = (parsed: ParsedText, targetOf: (root: Part) => Target): ParsedText =>
    parsed.isBroken ? parsed : rewriteText(parsed, parsed.documents.map(targetOf));
  const overridesAfter = (name: string, files: readonly ParsedText[]): readonly ParsedText[] => {
    const isLive = name === texts.environment;
    const overriding = { ...context, updates: isLive ? updates : new Map(), isOverride: true };
    return files.map((file) => after(file, (root) => documentAfter(root, overriding)));
  };
  const settings = new Map(
    catalog.flatMap(({ plural, name }) => games.map((game) => [`/games/${game}/${plural}`, name])),
  );
  const named = (file: ParsedText, kindOf: (path: string) => KindName | undefined): ParsedText =>
    after(file, (root) => namedAfter(root, kindOf, idAfter));
  return {
    ...texts,
    manifests: manifests.map((file) => after(file, (root) => targets.get(root) as Target)),
    overrides: new Map([...overrides].map(([name, files]) => [name, overridesAfter(name, files)])),
    scenarios: scenarios.map((file) => named(file, (path) => scenarioKind(path, scenarioKeys))),
    ...(project && { project: named(project, (path) => settings.get(path)) }),
  };
}

/** The files whose texts differ, and all that are new; errors where a file could not get its values. */
export function changedFiles(
  { isNew = false, ...before }: GameTexts,
  after: GameTexts,
): Checked<readonly TextChange[]> {
  const all = ({ manifests, overrides, scenarios, project }: GameTexts): readonly ParsedText[] =>
    [manifests, ...overrides.values(), scenarios, project ?? []].flat();
  const now = all(after);
  const [value, diagnostics]: [TextChange[], Diagnostic[]] = [[], []];
  for (const [index, parsed] of all(before).entries()) {
    const { file, text } = parsed.source;
    const changed = now[index] ?? parsed;
    if (changed !== parsed) pushAll(diagnostics, changed.diagnostics);
    if (isNew && index < before.manifests.length) value.push({ file, after: changed.source.text });
    else if (changed !== parsed) value.push({ file, before: text, after: changed.source.text });
  }
  return hasErrors(diagnostics) ? { diagnostics } : { value, diagnostics: [] };
}

function isWithin(part: Part | undefined, outer: Part | undefined): boolean {
  return part !== undefined && part.source === outer?.source && outer.start <= part.start && part.start <= outer.end;
}

/** A document of manifests or overrides. */
function documentAfter(root: Part, context: EditContext): Target {
  return mapped(root, (list, key) => {
    const kind = context.catalog.find(({ plural }) => plural === key);
    return kind === undefined ? jsonAt(list) : mapped(list, (element) => resourceAfter(element, kind, context));
  });
}

/** A resource, or a reference to one; undefined where it goes. */
function resourceAfter(part: Part, kind: Kind, context: EditContext): Target | undefined {
  const id = idOf(part, kind);
  if (id === undefined) return jsonAt(part);
  const after = context.idAfter(kind.name, id);
  if (part.type !== "map" || after === undefined) return after;
  context.placed.add(part);
  const update = context.updates.get(addressOf(kind.name, id));
  const isHere = (name: string): boolean =>
    context.isOverride ? memberNamed(part, name) !== undefined : update?.before?.overrides?.[name] === undefined;
  const names = new Set(update?.fields.map(({ path }) => nameIn(path)).filter(isHere));
  let target = mapped(part, (value, name) => {
    const wanted = update?.after && names.has(name) ? valueIn(update.after, name) : undefined;
    return memberAfter(value, { name, kind, definition: part, wanted }, context);
  });
  for (const name of names) {
    const value = update?.after && !memberNamed(part, name) ? newValue(update.after, kind, name) : undefined;
    if (value !== undefined) target = withMember(editedAt(part, target), { name, target: value }, memberNames(kind));
  }
  return target;
}

interface MemberOfDefinition {
  readonly name: string;
  readonly kind: Kind;
  readonly definition: Part;
  /** Its new value, if it gets one. */
  readonly wanted: Json | undefined;
}

function memberAfter(value: Part, member: MemberOfDefinition, context: EditContext): Target | undefined {
  const { name, kind, definition, wanted } = member;
  const [field, link] = [fieldNamed(kind, name), linkNamed(kind, name)];
  const to = link?.to ?? (field?.type === "reference" ? field.to : undefined);
  if (to === undefined) {
    if (wanted !== undefined) return wanted ?? undefined;
    return field?.type === "id" ? context.idAfter(kind.name, String(jsonAt(value))) : jsonAt(value);
  }
  const other = kindNamed(context.catalog, to);
  const referenceAfter = (reference: Part): Target | undefined => {
    // An alias of a definition whose place goes; a definition has one place, the first one that is written.
    const isLost = reference.type === "map" && !context.placed.has(reference) && !isWithin(reference, definition);
    return isLost ? idOf(reference, other) : resourceAfter(reference, other, context);
  };
  if (link === undefined) return wanted === undefined ? referenceAfter(value) : (wanted ?? undefined);
  const members = wanted as readonly (string | undefined)[] | undefined;
  const goes = (reference: Part): boolean => members?.includes(idOf(reference, other)) === false;
  const kept = mapped(value, (reference) => (goes(reference) ? undefined : referenceAfter(reference)));
  const old = new Set(partsIn(value).map((reference) => idOf(reference, other)));
  return withElements(value, kept, members?.filter((id) => !old.has(id)) as readonly string[] | undefined);
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

/** A mapping with one more member, behind those before it in the order; never the first, which has the comments of all. */
function withMember({ part, items }: Edited, member: ItemChange, order: readonly string[]): Edited {
  const before = order.slice(0, order.indexOf(member.name ?? ""));
  const at = Math.max(items.findLastIndex(({ name = "" }) => before.includes(name)) + 1, 1);
  return new Edited(part, items.toSpliced(at, 0, member));
}

/** A list with more elements at its end. */
function withElements(part: Part, target: Target | undefined, added: readonly Target[] = []): Target {
  return added.length === 0 && target !== undefined
    ? target
    : new Edited(part, [...editedAt(part, target).items, ...added.map((element) => ({ target: element }))]);
}

/** Of which kind the ids in scenarios are, by the path to them. */
function scenarioKind(path: string, keys: GameTexts["scenarioKeys"]): KindName | undefined {
  const [name = "", parent] = path.split("/").reverse();
  // Players and their data are called as people like.
  const isFree = parent === "players" || /(?<!\/players)\/(?:custom_data|scores)\//.test(path);
  return isFree || !Object.hasOwn(keys, name) ? undefined : keys[name];
}

/** A document of scenarios or of the project with other ids: one, a list of some, or the keys of a mapping. */
function namedAfter(
  root: Part,
  kindOf: (path: string) => KindName | undefined,
  idAfter: EditContext["idAfter"],
): Target {
  const visit = (part: Part, path: string): Target => {
    const kind = kindOf(path);
    if (kind === undefined) return mapped(part, (inner, name) => visit(inner, `${path}/${name}`));
    const after = (id: Json): Json => (typeof id === "string" ? (idAfter(kind, id) ?? id) : id);
    if (part.type === "scalar") return after(part.value);
    const { items } = new Edited(part);
    return new Edited(
      part,
      items.map((item) =>
        part.type === "list"
          ? { ...item, target: after(item.target as Json) }
          : { ...item, name: String(after(item.name ?? "")) },
      ),
    );
  };
  return visit(root, "");
}
