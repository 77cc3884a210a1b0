/**
 * Everything that is written about a game, with other resources in it. In: parsed texts, and what changes. Out: new texts, and
 * the files that differ. A resource that goes takes every reference to it along; a definition that loses its place moves.
 */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { MOVED, memberNames, topLevelKeys } from "../manifest/forms.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { type MapPart, memberNamed, type Part } from "../manifest/parts.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed, nameIn, namesOf, valueIn } from "../model/catalog-lookup.ts";
import { grouped, repeatedIn } from "../model/collections.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Address, Moved, Resource } from "../model/model.ts";
import { canonicalValue, isAlike } from "../model/normalise.ts";
import { jsonAt, mapped, partsIn } from "./changes.ts";
import { rewriteText, UnwritableText } from "./rewrite.ts";
import type { TakenChange } from "./taken.ts";

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
  const updates = new Map(changes.map((each) => [each.address, each]));
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const idAfter = (kind: KindName, id: string): string | undefined => {
    const address = addressOf(kind, id);
    return updates.get(address)?.action === "remove" ? undefined : (ids.get(address) ?? id);
  };
  const context: EditContext = { catalog, idAfter, updates, isOverride: false, placed: new Set() };
  const values = new Map<Part, Json>();
  const decide = (files: readonly ParsedText[], after: (root: Part) => Json): void => {
    for (const root of files.flatMap(({ documents }) => documents)) values.set(root, after(root));
  };
  decide(manifests, (root) => documentAfter(root, context));
  const roots = [...values.keys()];
  for (const [name, own] of overrides) {
    const isLive = name === texts.environment;
    const overriding = { ...context, updates: isLive ? updates : new Map(), isOverride: true };
    decide(own, (root) => documentAfter(root, overriding));
  }
  decide(scenarios, (root) => namedAfter(root, (path) => scenarioKind(path, scenarioKeys), idAfter));
  const settings = new Map(
    catalog.flatMap(({ plural, name }) => games.map((game) => [`/games/${game}/${plural}`, name])),
  );
  decide(project ? [project] : [], (root) => namedAfter(root, (path) => settings.get(path), idAfter));
  const { declarations } = hoist(manifestLists(roots, catalog).resources, catalog);
  const moved = declarations.flatMap(({ kind, part, id }) =>
    context.placed.has(part) || idAfter(kind.name, id) === undefined
      ? []
      : [{ key: kind.plural, part, value: resourceAfter(part, kind, context) as Json }],
  );
  const models = new Map(declarations.map(({ kind, part }) => [kind, part]));
  const added = changes.flatMap(({ action, after }) => {
    if (action !== "add" || after === undefined) return [];
    const kind = kindNamed(catalog, after.kind);
    const definition = { kind, model: models.get(kind), after, names: new Set(namesOf(kind)) };
    return [{ key: kind.plural, part: undefined, value: definitionAfter(definition, context) }];
  });
  const parts = new Map(declarations.map(({ address, part }) => [address, part]));
  const entries = renames.map(({ kind, from, to }) => {
    return { key: MOVED, part: parts.get(addressOf(kind, from)), value: { kind, from, to } };
  });
  for (const [key, elements] of grouped([...added, ...moved, ...entries], (each) => each.key)) {
    // The longest list of the kind; else a new one, in the document that the first of them comes from.
    const listIn = (root: Part) => (values.get(root) as JsonObject)[key] as readonly Json[] | undefined;
    const home = elements.find(({ part }) => part !== undefined)?.part;
    const rank = (root: Part): number => listIn(root)?.length ?? (isWithin(home, root) ? -1 : -2);
    const [best] = roots.filter(({ type }) => type === "map").toSorted((a, b) => rank(b) - rank(a));
    if (best === undefined) continue;
    const list = [...(listIn(best) ?? []), ...elements.map(({ value }) => value)];
    const root = values.get(best) as JsonObject;
    values.set(best, key === MOVED ? { ...root, [key]: list } : withMember(root, key, list, topLevelKeys(catalog)));
  }
  const origins = new Map(moved.map(({ part, value }): [Json, Part] => [value, part]));
  const after = (parsed: ParsedText): ParsedText => {
    const targets = parsed.documents.map((root) => values.get(root) as Json);
    return parsed.isBroken ? parsed : rewriteText(parsed, targets, { origins, inPlace: renames.length > 0 });
  };
  return {
    ...texts,
    manifests: manifests.map(after),
    overrides: new Map([...overrides].map(([name, own]) => [name, own.map(after)])),
    scenarios: scenarios.map(after),
    ...(project && { project: after(project) }),
  };
}

/** The files whose texts differ, and all that are new. */
export function changedFiles({ isNew = false, ...before }: GameTexts, after: GameTexts): readonly TextChange[] {
  const all = ({ manifests, overrides, scenarios, project }: GameTexts): readonly ParsedText[] =>
    [manifests, ...overrides.values(), scenarios, project ?? []].flat();
  const now = all(after);
  return all(before).flatMap(({ source: { file, text } }, index): readonly TextChange[] => {
    const other = now[index]?.source.text ?? text;
    if (isNew && index < before.manifests.length) return [{ file, after: other }];
    return other === text ? [] : [{ file, before: text, after: other }];
  });
}

function isWithin(part: Part | undefined, outer: Part | undefined): boolean {
  return part !== undefined && part.source === outer?.source && outer.start <= part.start && part.start <= outer.end;
}

/** A document of manifests or overrides. */
function documentAfter(root: Part, context: EditContext): Json {
  return mapped(root, (value, key) => {
    const kind = context.catalog.find(({ plural }) => plural === key);
    return kind === undefined ? jsonAt(value) : mapped(value, (each) => resourceAfter(each, kind, context));
  });
}

/** A resource, or a reference to one; undefined where it goes. */
function resourceAfter(part: Part, kind: Kind, context: EditContext): Json | undefined {
  const id = idOf(part, kind);
  if (id === undefined) return jsonAt(part);
  const after = context.idAfter(kind.name, id);
  if (part.type !== "map" || after === undefined) return after;
  context.placed.add(part);
  const update = context.updates.get(addressOf(kind.name, id));
  const isHere = (name: string): boolean =>
    context.isOverride ? memberNamed(part, name) !== undefined : update?.before?.overrides?.[name] === undefined;
  const names = new Set(update?.fields.map(({ path }) => nameIn(path)).filter(isHere));
  return definitionAfter({ kind, part, after: update?.after, names }, context);
}

interface NewDefinition {
  readonly kind: Kind;
  /** Where it is written. */
  readonly part?: MapPart;
  /** Has its members in the order that new ones get. */
  readonly model?: MapPart | undefined;
  /** Has the new values of these names. */
  readonly after: Resource | undefined;
  readonly names: ReadonlySet<string>;
}

function definitionAfter({ kind, part, model, after, names }: NewDefinition, context: EditContext): JsonObject {
  const wantedIn = (name: string) => (after && names.has(name) ? valueIn(after, name) : undefined);
  const referenceAfter = (value: Part, to: KindName): Json | undefined => {
    const target = kindNamed(context.catalog, to);
    // An alias of a definition whose place goes; a definition has one place, the first one that is written.
    const isLost = value.type === "map" && !context.placed.has(value) && !isWithin(value, part);
    return isLost ? idOf(value, target) : resourceAfter(value, target, context);
  };
  const membersAfter = (value: Part | undefined, { name, to }: Link): Json | undefined => {
    const members = wantedIn(name) as readonly (string | undefined)[] | undefined;
    const idIn = (each: Part): string | undefined => idOf(each, kindNamed(context.catalog, to));
    const goes = (each: Part): boolean => members?.includes(idIn(each)) === false;
    const kept = value && mapped(value, (each) => (goes(each) ? undefined : referenceAfter(each, to)));
    const old = new Set(value && partsIn(value).map(idIn));
    const added = members?.filter((each) => !old.has(each)) ?? [];
    return added.length === 0 ? kept : [...((kept ?? []) as readonly Json[]), ...(added as readonly Json[])];
  };
  const memberAfter = (value: Part | undefined, name: string): Json | undefined => {
    const [field, link, other] = [fieldNamed(kind, name), linkNamed(kind, name), wantedIn(name)];
    if (link !== undefined) return membersAfter(value, link);
    if (field !== undefined && other !== undefined) {
      // A default that was not written stays so.
      const isDefault = isAlike(canonicalValue(field, null), other);
      return isDefault && (value === undefined || other === null) ? undefined : other;
    }
    if (value === undefined) return undefined;
    if (field?.type === "reference") return referenceAfter(value, field.to);
    return field?.type === "id" ? context.idAfter(kind.name, String(jsonAt(value))) : jsonAt(value);
  };
  const order = new Set([...(model?.members.map(({ name }) => name) ?? []), ...memberNames(kind)]);
  let resource = part ? (mapped(part, memberAfter) as JsonObject) : {};
  for (const name of order) {
    const value = names.has(name) && !memberNamed(part, name) ? memberAfter(undefined, name) : undefined;
    if (value !== undefined) resource = withMember(resource, name, value, [...order]);
  }
  return resource;
}

/** The id that a part is or defines. */
function idOf(part: Part, kind: Kind): string | undefined {
  const id = part.type === "map" ? memberNamed(part, kind.fields[0]?.name ?? "")?.value : part;
  return id?.type === "scalar" && typeof id.value === "string" ? id.value : undefined;
}

/** A mapping with one more member, behind those before it in the order; never the first, which has the comments of all. */
function withMember(map: JsonObject, name: string, value: Json, order: readonly string[]): JsonObject {
  const members = Object.entries(map).filter(([other]) => other !== name);
  const before = order.slice(0, order.indexOf(name));
  const at = Math.max(members.findLastIndex(([other]) => before.includes(other)) + 1, 1);
  return Object.fromEntries(members.toSpliced(at, 0, [name, value]));
}

/** Of which kind the ids in scenarios are, by the path to them. */
function scenarioKind(path: string, keys: GameTexts["scenarioKeys"]): KindName | undefined {
  const [name = "", parent] = path.split("/").reverse();
  // Players and their data are called as people like.
  const isFree = parent === "players" || /(?<!\/players)\/(?:custom_data|scores)\//.test(path);
  return isFree || !Object.hasOwn(keys, name) ? undefined : keys[name];
}

/** A document of scenarios or of the project with other ids: one, a list of some, or the keys of a mapping. */
function namedAfter(root: Part, kindOf: (path: string) => KindName | undefined, idAfter: EditContext["idAfter"]): Json {
  const visit = (part: Part, path: string): Json => {
    const kind = kindOf(path);
    if (kind === undefined) return mapped(part, (inner, name) => visit(inner, `${path}/${name}`));
    const after = (id: Json): Json => (typeof id === "string" ? (idAfter(kind, id) ?? id) : id);
    const value = jsonAt(part);
    if (!isJsonObject(value)) return Array.isArray(value) ? value.map(after) : after(value);
    const members = Object.entries(value).map(([id, member]): [string, Json] => [String(after(id)), member]);
    const [twice] = repeatedIn(members, ([id]) => id);
    if (twice === undefined) return Object.fromEntries(members);
    throw new UnwritableText(part.source.file, `It would have ${twice[0][0]} twice in one place.`);
  };
  return visit(root, "");
}
