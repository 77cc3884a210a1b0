/**
 * Takes the live game into the texts of its manifests: each value where it stands, by the smallest edit. In: the parsed texts
 * and both sides. Out: new texts, which are read again and compared before anybody sees them.
 */
import type { Catalog, Field, Kind } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { memberNames, topLevelKeys } from "../manifest/forms.ts";
import { type Declaration, hoist } from "../manifest/hoist.ts";
import { manifestLists, type ResourceList } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { type MapPart, memberNamed, type Part } from "../manifest/parts.ts";
import { both } from "../manifest/wording.ts";
import { addressOf, fieldNamed, inAddressOrder, kindNamed, linkNamed, sortedMembers } from "../model/catalog-lookup.ts";
import { defined, grouped } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../model/json.ts";
import type { Address, Desired, DesiredGame, FieldChange, Live, LiveGame } from "../model/model.ts";
import { canonicalValue, comparableText, isAlike } from "../model/normalise.ts";
import { manifestForm, notExpressible } from "./export.ts";
import { jsonAt } from "./places.ts";
import { addMoved, type NewId, renameIds } from "./rename-ids.ts";
import { rewriteText } from "./rewrite.ts";
import { type PullConflict, type Taken, type TakenUpdate, type TakeOptions, takenFromLive } from "./taken.ts";
import { Targets } from "./targets.ts";

/** The files that a game is read from. All are without errors. */
export interface PullTexts {
  readonly manifests: readonly ParsedText[];
  /** Those of the environment. */
  readonly overrides: readonly ParsedText[];
  /** Those of other environments: what is gone is overridden nowhere, and nothing there refers to it. */
  readonly otherOverrides?: readonly ParsedText[];
}

export type PullOptions = TakeOptions;

/** What became of one resource's declaration. */
export interface PulledResource {
  readonly address: Address;
  readonly action: "update" | "rename" | "add" | "remove";
  /** `before` is what the manifests said. */
  readonly fields: readonly FieldChange[];
}

/** A file with its text before and after. */
export interface PulledFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface Pull {
  readonly files: readonly PulledFile[];
  /** In the order of the catalog. */
  readonly resources: readonly PulledResource[];
  /** What is left alone because a `moved` or `removed` entry or an interrupted apply is not applied. */
  readonly waiting: readonly Address[];
}

/** Makes the new texts. Errors: conflicts, and what manifests cannot express; then there are no texts. */
export function pullGame(
  texts: PullTexts,
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
  options: PullOptions,
): Checked<Pull> {
  const first = takenFromLive(desired, live, catalog, options);
  if (first.conflicts.length > 0) return { diagnostics: first.conflicts.map((each) => conflictProblem(each, desired)) };
  const found = findRenames(first, catalog);
  const renamed = found.renames.length === 0 ? undefined : withNewIds(texts, found.renames, catalog);
  const [start, before] = [renamed?.texts ?? texts, renamed?.desired ?? desired];
  const taken = renamed === undefined ? first : takenFromLive(before, live, catalog, options);
  const strange = withProtoKeys(taken);
  if (strange.length > 0) {
    const detail = `Manifests refuse the key "__proto__", which is live in ${strange.join(", ")}.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP })] };
  }
  const changed = changedTexts(start, taken, catalog);
  const { value: again, diagnostics } = checkGame(changed.manifests, catalog, [changed.overrides]);
  if (again === undefined) return { diagnostics: notExpressible(diagnostics, HELP) };
  // Resources without drift must say what they said before.
  const lost = differentFrom(expectedAfter(before, taken), again.desired());
  if (lost.length > 0) {
    const detail = `The edits would change more than what was changed live: ${lost.join(", ")}. Nothing is written.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP })] };
  }
  const left = takenFromLive(again.desired(), live, catalog, options);
  const unchanged = [...left.updates.map((each) => each.desired), ...left.missing, ...left.added];
  if (unchanged.length > 0) {
    const detail = `The manifests cannot say what is live of ${unchanged.map(({ address }) => address).join(", ")}.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP })] };
  }
  const value = {
    files: filesOf(texts, changed),
    resources: inAddressOrder(pulledResources(taken, renamed === undefined ? [] : found.renames), catalog),
    waiting: taken.waiting,
  };
  return { value, diagnostics: renamed === undefined ? found.doubts : [] };
}

function pulledResources(taken: Taken, renames: readonly NewId[]): readonly PulledResource[] {
  const ids = new Map(
    renames.map(({ kind, from, to }) => [addressOf(kind, to), { path: "/custom_id", before: from, after: to }]),
  );
  const updated = new Map<Address, PulledResource>();
  for (const [address, field] of ids) updated.set(address, { address, action: "rename", fields: [field] });
  for (const { desired, fields } of taken.updates) {
    const { address } = desired;
    const known = updated.get(address);
    updated.set(address, { address, action: known?.action ?? "update", fields: [...(known?.fields ?? []), ...fields] });
  }
  return [
    ...updated.values(),
    ...taken.missing.map(({ address }) => ({ address, action: "remove" as const, fields: [] })),
    ...taken.added.map(({ address }) => ({ address, action: "add" as const, fields: [] })),
  ];
}

/** The texts with other ids and the `moved` entries, and what they say; undefined where the entries contradict others. */
function withNewIds(
  { manifests, overrides, otherOverrides = [] }: PullTexts,
  renames: readonly NewId[],
  catalog: Catalog,
): { readonly texts: PullTexts; readonly desired: DesiredGame } | undefined {
  const texts = {
    manifests: addMoved(renameIds(manifests, renames, catalog), renames, catalog),
    overrides: renameIds(overrides, renames, catalog),
    otherOverrides: renameIds(otherOverrides, renames, catalog),
  };
  const desired = checkGame(texts.manifests, catalog, [texts.overrides]).value?.desired();
  return desired === undefined ? undefined : { texts, desired };
}

/**
 * What was renamed live: one that is gone and one that is new have the name in common, or all but the id and the name if
 * there is something that is no default. With two candidates, it is for people to decide.
 */
function findRenames(
  { missing, added }: Taken,
  catalog: Catalog,
): { readonly renames: readonly NewId[]; readonly doubts: readonly Diagnostic[] } {
  const renames: NewId[] = [];
  const doubts: Diagnostic[] = [];
  const seen = new Set<Address>();
  for (const likeness of [namesKey, restKey]) {
    const keyOf = (each: Desired | Live): string => likeness(kindNamed(catalog, each.kind), each);
    const isOpen = (each: Desired | Live): boolean => !seen.has(each.address) && keyOf(each) !== "";
    const twins = grouped(added.filter(isOpen), keyOf);
    for (const [key, gone] of grouped(missing.filter(isOpen), keyOf)) {
      const [old, found] = [gone[0] as Desired, twins.get(key) ?? []];
      if (found.length === 0) continue;
      for (const { address } of [...gone, ...found]) seen.add(address);
      if (gone.length + found.length === 2)
        renames.push({ kind: old.kind, from: old.custom_id, to: (found[0] as Live).custom_id });
      else {
        const detail = `${both(gone.map(({ address }) => address))} may be renamed to ${both(found.map(({ address }) => address))}, which are alike; pulled as deleted and created.`;
        const help = [`if one was renamed, first: laurel mv ${old.address} ${found[0]?.custom_id}`];
        doubts.push(diagnostic("looks-like-rename", detail, { address: old.address, help }));
      }
    }
  }
  return { renames, doubts };
}

/** The values of which a kind has one each, such as the name; empty for none. */
function namesKey({ name, fields }: Kind, { body }: Desired | Live): string {
  const own = fields.filter(
    (field) => field.type !== "id" && field.unique === true && (body[field.name] ?? null) !== null,
  );
  return own.length === 0 ? "" : `${name} ${own.map((field) => jsonText(body[field.name])).join(" ")}`;
}

/** All fields but these; empty where all are defaults. */
function restKey({ name, fields }: Kind, { body }: Desired | Live): string {
  const own = fields.filter((field) => field.type !== "id" && field.unique !== true);
  const isFull = own.some((field) => !isAlike(body[field.name] ?? null, field.default ?? null));
  return isFull ? `${name} ${comparableText(own.map((field) => body[field.name] ?? null))}` : "";
}

function filesOf(texts: PullTexts, changed: Required<PullTexts>): readonly PulledFile[] {
  const after = [...changed.manifests, ...changed.overrides, ...changed.otherOverrides];
  return [...texts.manifests, ...texts.overrides, ...(texts.otherOverrides ?? [])].flatMap(({ source }, index) => {
    const text = after[index]?.source.text ?? source.text;
    return text === source.text ? [] : [{ file: source.file, before: source.text, after: text }];
  });
}

/** Resources with the live key `__proto__`, which manifests refuse. */
function withProtoKeys({ updates, added }: Taken): readonly Address[] {
  const values: readonly (readonly [Address, unknown])[] = [
    ...updates.map(({ desired, body }) => [desired.address, [...body.values()]] as const),
    ...added.map(({ address, body }) => [address, body] as const),
  ];
  return values.filter(([, value]) => jsonText(value).includes('"__proto__":')).map(([address]) => address);
}

/** What the manifests must say afterwards of each resource that was declared before; undefined: nothing. */
function expectedAfter(
  { resources }: DesiredGame,
  { updates, missing }: Taken,
): ReadonlyMap<Address, Desired | undefined> {
  const expected = new Map<Address, Desired | undefined>(resources);
  for (const { desired, body, links } of updates) {
    const before = resources.get(desired.address) as Desired;
    const members = [...links].map(([name, { removed, added }]) => {
      const kept = (before.links[name] ?? []).filter((member) => !removed.includes(member));
      return [name, sortedMembers([...kept, ...added])] as const;
    });
    expected.set(desired.address, {
      ...before,
      body: { ...before.body, ...Object.fromEntries(body) },
      links: { ...before.links, ...Object.fromEntries(members) },
    });
  }
  for (const { address } of missing) expected.set(address, undefined);
  return expected;
}

/** The resources of which manifests say something else than what is expected. */
function differentFrom(
  expected: ReadonlyMap<Address, Desired | undefined>,
  { resources }: DesiredGame,
): readonly Address[] {
  return [...expected].flatMap(([address, wanted]) => {
    const found = resources.get(address);
    if (wanted === undefined || found === undefined) return wanted === found ? [] : [address];
    const parts = ({ body, links, ignore, create_only }: Desired): Json => [body, links, ignore, create_only];
    return isAlike(parts(wanted), parts(found)) ? [] : [address];
  });
}

const HELP = [
  "change it on the service, for example in its admin panel, and pull again",
  "or leave it out: name what to pull with --target",
];

function conflictProblem(conflict: PullConflict, { sources }: DesiredGame): Diagnostic {
  const { address, path, referrer, base, live, desired } = conflict;
  const side = (value: Json | undefined): string => (value === undefined ? "nothing" : jsonText(value));
  const what =
    referrer !== undefined
      ? `${address} was deleted live, and ${referrer} refers to it since the base.`
      : path === ""
        ? `One side deletes ${address}, and the other has changed it since the base.`
        : `${address} ${path.slice(1)}: live ${side(live)}, in the manifests ${side(desired)}, at the base ${side(base)}.`;
  const span = sources.get(referrer ?? address)?.locate(path, "value");
  const help =
    referrer === undefined
      ? ["to take the live values: --prefer live; to keep those of the manifests: --prefer files"]
      : [`to keep ${address} and create it again: --prefer files; or take the reference out, and pull again`];
  const text = referrer === undefined ? "changed here, and live" : "refers to it";
  const primary = span === undefined ? undefined : { span, text };
  return diagnostic("pull-conflict", what, { address, help, ...defined({ primary }) });
}

/** The texts with what is taken. */
function changedTexts(
  { manifests, overrides, otherOverrides = [] }: PullTexts,
  taken: Taken,
  catalog: Catalog,
): Required<PullTexts> {
  const documents = manifests.flatMap((each) => each.documents);
  const { resources: lists } = manifestLists(documents, catalog);
  const { declarations } = hoist(lists, catalog);
  const targets = new Targets();
  const byAddress = new Map(declarations.map((each) => [each.address, each]));
  const addresses = new Map<Part, Address | undefined>(declarations.map(({ part, address }) => [part, address]));
  const owners = overridingMembers(overrides, catalog);
  for (const update of taken.updates) {
    const declaration = byAddress.get(update.desired.address);
    if (declaration !== undefined) applyUpdate(update, declaration, { owners, targets, catalog });
  }
  const gone = new Set<Address | undefined>(taken.missing.map(({ address }) => address));
  for (const { list } of lists) {
    for (const element of list.elements)
      if (addresses.has(element) && gone.has(addresses.get(element))) targets.gone.add(element);
  }
  const added: NewElement[] = taken.added.map((each) => {
    const kind = kindNamed(catalog, each.kind);
    return { kind, value: () => manifestForm(kind, each) };
  });
  // A definition in the place of a reference that is gone moves, with all that is defined inside of it and stays there.
  for (const document of documents) targets.of(document);
  const staying = new Set(targets.origins.values());
  for (const { kind, part, address } of declarations) {
    if (staying.has(part) || gone.has(address)) continue;
    targets.of(part);
    for (const inner of targets.origins.values()) staying.add(inner);
    added.push({ kind, value: () => targets.of(part), home: part });
  }
  addResources(added, { lists, documents, declarations, targets, catalog });
  for (const parsed of [...overrides, ...otherOverrides]) removeOverrides(parsed, gone, targets, catalog);
  for (const parsed of otherOverrides) removeReferences(parsed, gone, targets, catalog);
  targets.origins.clear();
  const after = (texts: readonly ParsedText[]): readonly ParsedText[] =>
    texts.map((parsed) => {
      const values = parsed.documents.map((document) => targets.of(document));
      return rewriteText(parsed, values, { origins: targets.origins, texts: manifests });
    });
  return { manifests: after(manifests), overrides: after(overrides), otherOverrides: after(otherOverrides) };
}

interface NewElement {
  readonly kind: Kind;
  readonly value: () => Json;
  /** Where it was defined before. */
  readonly home?: Part;
}

/** Adds resources to the list with most of their kind; without one, a list is made beside the definitions of the kind. */
function addResources(
  added: readonly NewElement[],
  {
    lists,
    documents,
    declarations,
    targets,
    catalog,
  }: {
    readonly lists: readonly ResourceList[];
    readonly documents: readonly Part[];
    readonly declarations: readonly Declaration[];
    readonly targets: Targets;
    readonly catalog: Catalog;
  },
): void {
  for (const [kind, elements] of grouped(added, (each) => each.kind)) {
    const [largest] = lists
      .filter((each) => each.kind === kind)
      .sort((a, b) => b.list.elements.length - a.list.elements.length);
    if (largest !== undefined) {
      for (const { value } of elements) targets.add(largest.list, value);
      continue;
    }
    const home =
      elements.find((each) => each.home !== undefined)?.home ?? declarations.find((each) => each.kind === kind)?.part;
    const isHome = (root: Part): boolean =>
      root.source === home?.source && root.start <= home.start && home.start <= root.end;
    const root = documents.find(isHome) ?? documents[0];
    if (root?.type === "map")
      targets.set(root, kind.plural, () => elements.map(({ value }) => value()), topLevelKeys(catalog));
  }
}

/** By address and member: the mapping of an override that gives the value. */
function overridingMembers(overrides: readonly ParsedText[], catalog: Catalog): ReadonlyMap<string, MapPart> {
  const documents = overrides.flatMap((each) => each.documents);
  const found = new Map<string, MapPart>();
  for (const { kind, list } of manifestLists(documents, catalog).resources) {
    for (const part of list.elements) {
      if (part.type !== "map") continue;
      for (const { name } of part.members) found.set(`${addressOf(kind.name, idOf(part, kind))} ${name}`, part);
    }
  }
  return found;
}

/** Takes the overrides of resources out, and the key of a kind with the last of them. */
function removeOverrides(
  { documents }: ParsedText,
  gone: ReadonlySet<Address | undefined>,
  targets: Targets,
  catalog: Catalog,
): void {
  for (const document of documents) {
    for (const { kind, list } of manifestLists([document], catalog).resources) {
      const own = list.elements.filter((each) => gone.has(addressOf(kind.name, idOf(each, kind))));
      for (const element of own) targets.gone.add(element);
      const isEmpty = own.length > 0 && own.length === list.elements.length;
      if (isEmpty && document.type === "map") targets.set(document, kind.plural, undefined, []);
    }
  }
}

/** Takes what refers to resources out of overrides. */
function removeReferences(
  { documents }: ParsedText,
  gone: ReadonlySet<Address | undefined>,
  targets: Targets,
  catalog: Catalog,
): void {
  for (const { kind, list } of manifestLists(documents, catalog).resources) {
    for (const part of list.elements) {
      for (const { name, value } of part.type === "map" ? part.members : []) {
        const to = targetOf(kind, name, catalog);
        const isGone = (each: Part): boolean => to !== undefined && gone.has(addressOf(to.name, idOf(each, to)));
        if (value.type === "list") for (const each of value.elements.filter(isGone)) targets.gone.add(each);
        else if (isGone(value)) targets.set(part as MapPart, name, undefined, []);
      }
    }
  }
}

/** The kind that a field or link refers to. */
function targetOf(kind: Kind, name: string, catalog: Catalog): Kind | undefined {
  const field = fieldNamed(kind, name);
  const to = field?.type === "reference" ? field.to : linkNamed(kind, name)?.to;
  return to === undefined ? undefined : kindNamed(catalog, to);
}

interface UpdateContext {
  readonly owners: ReadonlyMap<string, MapPart>;
  readonly targets: Targets;
  readonly catalog: Catalog;
}

function applyUpdate(
  { desired: { address }, body, links }: TakenUpdate,
  { kind, part: own }: Declaration,
  { owners, targets, catalog }: UpdateContext,
): void {
  const order = memberNames(kind);
  for (const [name, value] of body) {
    const override = owners.get(`${address} ${name}`);
    const part = override ?? own;
    const field = fieldNamed(kind, name) as Field;
    const written = memberNamed(part, name)?.value;
    const isSame = (other: Json): boolean => isAlike(canonicalValue(field, other), value);
    const old = written === undefined ? undefined : jsonAt(written);
    if (!isSame(null)) targets.set(part, name, () => withWritten(old, value, isSame), order);
    else if (written !== undefined)
      targets.set(part, name, value === null && override === undefined ? undefined : () => value, order);
  }
  for (const [name, { removed, added }] of links) {
    const part = owners.get(`${address} ${name}`) ?? own;
    const old = memberNamed(part, name)?.value;
    const to = targetOf(kind, name, catalog) as Kind;
    const left = new Set(old?.type === "list" ? old.elements.filter((each) => removed.includes(idOf(each, to))) : []);
    const more = added.map((id) => () => id);
    targets.set(part, name, () => (old?.type === "list" ? targets.list(old, left, more) : added), order);
  }
}

/** The id that an element of a list is or defines. */
function idOf(part: Part, kind: Kind): string {
  const id = part.type === "map" ? memberNamed(part, kind.fields[0]?.name ?? "")?.value : part;
  return id?.type === "scalar" ? String(id.value) : "";
}

/**
 * A value with those members of an older one that it lacks and that change nothing, such as a default that is written out.
 * `isSame`: whether the whole value still means the same.
 */
function withWritten(old: Json | undefined, value: Json, isSame: (whole: Json) => boolean): Json {
  if (Array.isArray(old) && Array.isArray(value)) {
    return value.reduce<readonly Json[]>(
      (all, each, index) =>
        all.with(
          index,
          withWritten(old[index], each, (one) => isSame(all.with(index, one))),
        ),
      value,
    );
  }
  // A text under `|` ends with a line break.
  const isShortened =
    typeof old === "string" && typeof value === "string" && /[^\n]\n$/.test(old) && !value.endsWith("\n");
  if (isShortened && isSame(`${value}\n`)) return `${value}\n`;
  if (!isJsonObject(old) || !isJsonObject(value)) return value;
  let all = value;
  for (const [name, member] of Object.entries(old)) {
    const given = (one: Json): JsonObject => ({ ...all, [name]: one });
    const own = Object.hasOwn(all, name) ? withWritten(member, all[name] as Json, (one) => isSame(given(one))) : member;
    if (isSame(given(own))) all = given(own);
  }
  return all;
}
