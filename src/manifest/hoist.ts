/**
 * Lists of resources to flat declarations. A definition in the place of an id is moved to the list of its kind and
 * replaced by its id. The catalog says which keys refer to other resources.
 */
import type { Catalog, Field, Kind, KindName, Link } from "../catalog/types.ts";
import { addressOf, fieldNamed, kindNamed, linkNamed } from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { canonicalNumbers, isJsonObject, type Json } from "../model/json.ts";
import type { Address } from "../model/model.ts";
import { nearest } from "../model/nearest.ts";
import { ID_PATTERN } from "./field-schema.ts";
import { isPolicy, memberNames, resourceForm } from "./forms.ts";
import type { ResourceList } from "./manifest-keys.ts";
import { jsonOf, type MapPart, type Member, memberNamed, type Part, spanOf, startSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { describe, withArticle } from "./wording.ts";

/** One resource as written, with ids in place of definitions. Nothing in it is checked yet. */
export interface Declaration {
  readonly kind: Kind;
  readonly part: MapPart;
  /** Undefined if no usable text is given. */
  readonly id: string | undefined;
  readonly address: Address | undefined;
  /** Whether it is written in the place of an id. */
  readonly isInPlace: boolean;
  /** Members with ids in place of definitions; members that mean "the default" (null, blank text) are left out. */
  readonly written: { readonly [name: string]: Json };
  readonly mentions: readonly Mention[];
  /** What an environment's overrides changed about it; `part` then holds the members as they are after that. */
  readonly overridden?: {
    readonly base: MapPart;
    readonly members: readonly Member[];
  };
}

/** One place where a resource names another by a well-formed id. */
export interface Mention {
  /** Name of the field or link. */
  readonly by: string;
  readonly link?: Link;
  readonly to: Kind;
  readonly id: string;
  readonly part: Part;
}

export interface Hoisted {
  readonly declarations: readonly Declaration[];
  /** Kinds with a resource that is reported and has no usable id. References may lead to it. */
  readonly nameless: ReadonlySet<KindName>;
  readonly diagnostics: readonly Diagnostic[];
}

interface Context {
  readonly catalog: Catalog;
  readonly declarations: Declaration[];
  readonly nameless: Set<KindName>;
  readonly diagnostics: Diagnostic[];
  /** Definitions already met: an aliased one is declared once. */
  readonly seen: Map<MapPart, string | undefined>;
}

/** Collects every declaration of the lists, those in place right after the one that holds them. */
export function hoist(lists: readonly ResourceList[], catalog: Catalog): Hoisted {
  const context = newContext(catalog);
  for (const { kind, list } of lists) {
    for (const element of list.elements) declareElement(kind, element, context);
  }
  const { declarations, nameless, diagnostics } = context;
  return { declarations, nameless, diagnostics };
}

function newContext(catalog: Catalog): Context {
  return { catalog, declarations: [], nameless: new Set(), diagnostics: [], seen: new Map() };
}

/** One member of a resource by itself. */
export interface MemberAlone {
  /** Absent if it means the default. */
  readonly value?: Json;
  readonly mentions: readonly Mention[];
  /** Definitions in the place of ids. They are declared nowhere. */
  readonly definitions: readonly MapPart[];
}

/** Reads a member as `hoist` does, and declares nothing. */
export function memberAlone(kind: Kind, member: Member, catalog: Catalog): MemberAlone {
  const context = newContext(catalog);
  const mentions: Mention[] = [];
  const value = flatten(kind, member, mentions, [], context);
  return { ...defined({ value }), mentions, definitions: [...context.seen.keys()] };
}

const idPattern = new RegExp(ID_PATTERN);

/** The placeholder of a nested definition without a usable id, which is reported at the definition. */
const PLACEHOLDER = "in-place";

function declareElement(kind: Kind, element: Part, context: Context): void {
  if (element.type === "map") {
    const label = `this ${kind.label} is listed a second time through an alias`;
    if (!context.seen.has(element)) declare(kind, element, false, context);
    else context.diagnostics.push(problemAt("duplicate-id", startSpan(element), label));
    return;
  }
  context.nameless.add(kind.name);
  const label = `expected ${withArticle(kind.label)} as a mapping, found ${describe(element)}`;
  const help = [`begin each ${kind.label} with "- custom_id: …"`];
  context.diagnostics.push(problemAt("wrong-type", spanOf(element), label, { help }));
}

function declare(kind: Kind, part: MapPart, isInPlace: boolean, context: Context): string | undefined {
  const id = usableId(kind, part);
  context.seen.set(part, id);
  const written: Record<string, Json> = {};
  const mentions: Mention[] = [];
  const inner: (() => void)[] = [];
  for (const member of part.members) {
    if (member.name === "__proto__" || Object.hasOwn(written, member.name)) continue;
    const value = flatten(kind, member, mentions, inner, context);
    if (value !== undefined) written[member.name] = value;
  }
  const address = id === undefined ? undefined : addressOf(kind.name, id);
  if (id === undefined) context.nameless.add(kind.name);
  context.declarations.push({ kind, part, isInPlace, written, mentions, id, address });
  for (const declareInner of inner) declareInner();
  return id;
}

/** The member's value as validation sees it; undefined if it means the default. */
function flatten(
  kind: Kind,
  member: Member,
  mentions: Mention[],
  inner: (() => void)[],
  context: Context,
): Json | undefined {
  const { name, value: part } = member;
  // They say how to treat the resource, and are no values of it: see `policiesOf`.
  if (isPolicy(name)) return undefined;
  if (meansDefault(part)) return undefined;
  const mention = (to: Kind, each: Part, link?: Link): Json => {
    const id = idOf(to, each, inner, context);
    if (typeof id === "string" && idPattern.test(id) && (each.type === "scalar" || id !== PLACEHOLDER)) {
      mentions.push({ by: name, to, id, part: each, ...defined({ link }) });
    }
    return id;
  };
  const link = linkNamed(kind, name);
  if (link !== undefined) {
    const to = kindNamed(context.catalog, link.to);
    return part.type === "list" ? part.elements.map((each) => mention(to, each, link)) : shallow(part);
  }
  const field = fieldNamed(kind, name);
  // Values of unknown members are not looked at, but definitions under a misspelt name are referred to.
  if (field === undefined) {
    const meant = nearest(name, memberNames(resourceForm(kind)));
    if (meant !== undefined && meant !== name) flatten(kind, { ...member, name: meant }, [], inner, context);
    return true;
  }
  if (field.type === "reference") {
    if (part.type === "scalar" && isBlank(part.value)) return undefined;
    return mention(kindNamed(context.catalog, field.to), part);
  }
  return plainValue(field, part);
}

/** The id as written, or that of the definition in its place. */
function idOf(to: Kind, part: Part, inner: (() => void)[], context: Context): Json {
  if (part.type === "scalar") return part.value;
  if (part.type === "list") return [];
  if (!context.seen.has(part)) {
    context.seen.set(part, usableId(to, part));
    inner.push(() => declare(to, part, true, context));
  }
  return context.seen.get(part) ?? PLACEHOLDER;
}

function usableId(kind: Kind, part: MapPart): string | undefined {
  const name = kind.fields[0]?.name ?? "";
  const isMeant = (member: Member): boolean => nearest(member.name, memberNames(resourceForm(kind))) === name;
  const given = (memberNamed(part, name) ?? part.members.find(isMeant))?.value;
  const id = given?.type === "scalar" && typeof given.value === "string" ? given.value : undefined;
  return id !== undefined && idPattern.test(id) ? id : undefined;
}

/** Whether a value means the default: null, or empty text. */
export function meansDefault(part: Part): boolean {
  return part.type === "scalar" && (part.value === null || part.value === "");
}

/** A field's value as it is checked; undefined if it means the default. */
export function plainValue(field: Field, part: Part): Json | undefined {
  if (field.type === "json-text") return jsonOf(part);
  const value = canonicalNumbers(jsonOf(part));
  if (typeof value === "string") {
    if (isBlank(value)) return undefined;
    return field.type === "text" ? value.trim() : value;
  }
  if (field.type === "conditions" && (Array.isArray(value) || isJsonObject(value))) {
    return Object.keys(value).length === 0 ? undefined : value;
  }
  return value;
}

function isBlank(value: Json): boolean {
  return typeof value === "string" && value.trim() === "";
}

/** A value of the right type without its content, which does not matter where the type is wrong. */
function shallow(part: Part): Json {
  return part.type === "scalar" ? part.value : part.type === "list" ? [] : {};
}
