/**
 * Everything that is written about a game, with other resources in it. In: parsed texts, and what changes. Out: new texts, and
 * the files that differ. A resource that goes takes every reference to it along; a definition that loses its place moves.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { MOVED, memberNames, topLevelKeys } from "../manifest/forms.ts";
import { type Declaration, hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { memberNamed, type Part } from "../manifest/parts.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed, nameIn, valueIn } from "../model/catalog-lookup.ts";
import { grouped } from "../model/collections.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Address, Comparable, Resource } from "../model/model.ts";
import { canonicalValue, isAlike } from "../model/normalise.ts";
import { jsonAt, mapped } from "./changes.ts";
import { rewriteText, UnwritableText } from "./rewrite.ts";
import type { TakenChange } from "./taken.ts";

/** The files of a game, and the project file. */
export interface GameTexts {
  readonly manifests: readonly ParsedText[];
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

/** A file with its text before and after. */
export interface TextChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** A resource that gets another id. */
export interface NewId {
  readonly kind: KindName;
  readonly from: string;
  readonly to: string;
}

/** What changes: values, or ids. */
interface GameChanges {
  readonly changes?: readonly TakenChange[];
  readonly renames?: readonly NewId[];
}

/** The id that a resource gets; undefined: it goes. */
type IdAfter = (kind: KindName, id: string) => string | undefined;

interface EditContext {
  readonly catalog: Catalog;
  readonly idAfter: IdAfter;
  readonly updates: ReadonlyMap<Address, TakenChange>;
  readonly isOverride: boolean;
  /** Definitions that have a place. */
  readonly placed: Set<Part>;
}

/** The texts with the changes, and a `moved` entry for each other id. What could not be read whole stays as it is. */
export function changedTexts<T extends GameTexts>(
  texts: T,
  { changes = [], renames = [] }: GameChanges,
  catalog: Catalog,
): T {
  const { manifests, overrides, scenarios, project, environment } = texts;
  const updates = new Map(changes.map((each) => [each.address, each]));
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const idAfter: IdAfter = (kind, id) => {
    const address = addressOf(kind, id);
    const update = updates.get(address);
    return update !== undefined && update.after === undefined ? undefined : (ids.get(address) ?? id);
  };
  const context: EditContext = { catalog, idAfter, updates, isOverride: false, placed: new Set() };
  const values = new Map<Part, Json>();
  const decide = (files: readonly ParsedText[], after: (root: Part) => Json): void => {
    for (const root of files.flatMap(({ documents }) => documents)) values.set(root, after(root));
  };
  decide(manifests, (root) => documentAfter(root, context));
  const roots = [...values.keys()];
  for (const [name, own] of overrides) {
    const overriding = { ...context, updates: name === environment ? updates : new Map(), isOverride: true };
    decide(own, (root) => documentAfter(root, overriding));
  }
  decide(scenarios, (root) => namedAfter(root, scenarioKind(texts), idAfter));
  if (project !== undefined) decide([project], (root) => namedAfter(root, settingsKind(texts, catalog), idAfter));
  const { declarations } = hoist(manifestLists(roots, catalog).resources, catalog);
  const moved = declarations.flatMap(({ kind, part, id }) =>
    context.placed.has(part) || idAfter(kind.name, id) === undefined
      ? []
      : [{ key: kind.plural, part, value: resourceAfter(part, kind, context) as Json }],
  );
  const added = changes.flatMap(({ before, after }) => {
    const kind = after && kindNamed(catalog, after.kind);
    return before === undefined && kind ? [{ key: kind.plural, value: manifestForm(kind, after) }] : [];
  });
  const entries = renames.map(({ kind, from, to }) => ({ key: MOVED, value: { kind, from, to } }));
  for (const [key, elements] of grouped([...added, ...moved, ...entries], (each) => each.key)) {
    const isHome = ({ address, kind }: Declaration): boolean =>
      key === MOVED ? ids.has(address) : kind.plural === key;
    const home = moved.findLast((each) => each.key === key) ?? declarations.find(isHome);
    const listIn = (root: Part): readonly Json[] | undefined => listAt(values.get(root), key);
    const rank = (root: Part): number => listIn(root)?.length ?? (isWithin(home?.part, root) ? -1 : -2);
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

/** The files whose texts differ. */
export function changedFiles(before: GameTexts, after: GameTexts): readonly TextChange[] {
  const all = ({ manifests, overrides, scenarios, project }: GameTexts): readonly ParsedText[] =>
    [manifests, ...overrides.values(), scenarios, project ?? []].flat();
  const now = all(after);
  return all(before).flatMap(({ source: { file, text } }, index) => {
    const other = now[index]?.source.text ?? text;
    return other === text ? [] : [{ file, before: text, after: other }];
  });
}

function listAt(value: Json | undefined, key: string): readonly Json[] | undefined {
  return isJsonObject(value) && Array.isArray(value[key]) ? (value[key] as readonly Json[]) : undefined;
}

function isWithin(part: Part | undefined, outer: Part): boolean {
  return part?.source === outer.source && outer.start <= part.start && part.start <= outer.end;
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
  const { catalog, placed, idAfter, updates, isOverride } = context;
  const id = idOf(part, kind);
  if (id === undefined) return jsonAt(part);
  const after = idAfter(kind.name, id);
  if (part.type !== "map" || after === undefined) return after;
  placed.add(part);
  const update = updates.get(addressOf(kind.name, id));
  const isHere = (name: string): boolean =>
    isOverride ? memberNamed(part, name) !== undefined : update?.before?.overrides?.[name] === undefined;
  const names = [...new Set(update?.fields.map(({ path }) => nameIn(path)))].filter(isHere);
  const referenceAfter = (value: Part, to: string): Json | undefined => {
    const target = kindNamed(catalog, to);
    // An alias of a definition whose place goes; a definition has one place, the first one that is written.
    const isLost = value.type === "map" && !placed.has(value) && !isWithin(value, part);
    return isLost ? idOf(value, target) : resourceAfter(value, target, context);
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

/** A live resource as a manifest has it: fields and links in the catalog's order, without what omission means. */
function manifestForm({ fields, links }: Kind, { custom_id, body, links: members }: Resource): JsonObject {
  const own = fields.map(({ name, type, default: usual }): [string, Json] => {
    const value = type === "id" ? custom_id : (body[name] ?? null);
    return [name, isAlike(value, usual) ? null : value];
  });
  const linked = links.map(({ name }): [string, Json] => [name, members[name]?.length ? members[name] : null]);
  return Object.fromEntries([...own, ...linked].filter(([, value]) => value !== null));
}

/** The id that a part is or defines. */
function idOf(part: Part, kind: Kind): string | undefined {
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

/** Of which kind the ids at a place are, by the path to it. */
type KindOf = (path: string) => KindName | undefined;

function scenarioKind({ scenarioKeys }: GameTexts): KindOf {
  return (path) => {
    const [name = "", parent] = path.split("/").reverse();
    // Players and their data are called as people like.
    const isFree = parent === "players" || /(?<!\/players)\/(?:custom_data|scores)\//.test(path);
    return isFree || !Object.hasOwn(scenarioKeys, name) ? undefined : scenarioKeys[name];
  };
}

function settingsKind({ games }: GameTexts, catalog: Catalog): KindOf {
  const isOf = (path: string, key: string): boolean => games.some((game) => path === `/games/${game}/${key}`);
  return (path) => catalog.find(({ plural }) => isOf(path, plural))?.name;
}

/** A document of scenarios or of the project with other ids: one, a list of some, or the keys of a mapping. */
function namedAfter(root: Part, kindOf: KindOf, idAfter: IdAfter): Json {
  const visit = (part: Part, path: string): Json => {
    const kind = kindOf(path);
    if (kind === undefined) return mapped(part, (inner, name) => visit(inner, `${path}/${name}`));
    const value = jsonAt(part);
    const after = (id: Json): Json => (typeof id === "string" ? (idAfter(kind, id) ?? id) : id);
    if (!isJsonObject(value)) return Array.isArray(value) ? value.map(after) : after(value);
    const members = Object.entries(value).map(([id, member]): [string, Json] => [String(after(id)), member]);
    const taken = Object.keys(value).find((id) => after(id) !== id && Object.hasOwn(value, String(after(id))));
    if (taken === undefined) return Object.fromEntries(members);
    throw new UnwritableText(part.source.file, `It has ${taken} and ${after(taken)} in one place.`);
  };
  return visit(root, "");
}
