/**
 * Takes the live game into the texts of its manifests: each value where it stands, by the smallest edit. In: the parsed texts
 * and both sides. Out: new texts, which are read again and compared before anybody sees them.
 */
import type { Catalog, Field, Kind, KindName } from "../../catalog/types.ts";
import { loadDesired } from "../../manifest/desired-game.ts";
import { memberNames, resourceForm, topLevelKeys } from "../../manifest/forms.ts";
import { type Declaration, hoist } from "../../manifest/hoist.ts";
import { manifestLists, type ResourceList } from "../../manifest/manifest-keys.ts";
import type { ManifestText, ParsedText } from "../../manifest/parse.ts";
import { jsonOf, type ListPart, type MapPart, memberNamed, type Part } from "../../manifest/parts.ts";
import {
  addressOf,
  fieldNamed,
  inAddressOrder,
  kindNamed,
  linkNamed,
  sortedMembers,
} from "../../model/catalog-lookup.ts";
import { defined } from "../../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../model/json.ts";
import type { Address, Desired, DesiredGame, FieldChange, LiveGame } from "../../model/model.ts";
import { canonicalValue, isAlike } from "../../model/normalise.ts";
import { withWritten } from "../../text/match.ts";
import { manifestForm, notExpressible } from "../export.ts";
import { ListPatch, type Patches, patched, setMember } from "../patch.ts";
import { rewriteText } from "../rewrite.ts";
import { type PullConflict, type Taken, type TakenUpdate, type TakeOptions, takenFromLive } from "./taken.ts";

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
  readonly action: "update" | "add" | "remove";
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
  const taken = takenFromLive(desired, live, catalog, options);
  if (taken.conflicts.length > 0) return { diagnostics: taken.conflicts.map((each) => conflictProblem(each, desired)) };
  const strange = withProtoKeys(taken);
  if (strange.length > 0) {
    const detail = `Manifests refuse the key "__proto__", which is live in ${strange.join(", ")}.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP })] };
  }
  const changed = changedTexts(texts, taken, catalog);
  if (changed.homeless.length > 0) {
    const detail = `Only defined inside of a resource that no longer refers to it, and no manifest lists its kind: ${changed.homeless.join(", ")}.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP_IN_PLACE })] };
  }
  const { value: again, diagnostics } = loadDesired(changed.manifests, catalog, changed.overrides);
  if (again === undefined) return { diagnostics: notExpressible(diagnostics, HELP) };
  // Resources without drift must say what they said before.
  const lost = differentFrom(expectedAfter(desired, taken), again);
  if (lost.length > 0) {
    const detail = `The edits would change more than what was changed live: ${lost.join(", ")}. Nothing is written.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP_IN_PLACE })] };
  }
  const left = takenFromLive(again, live, catalog, options);
  const unchanged = [...left.updates.map((each) => each.desired), ...left.missing, ...left.added];
  if (unchanged.length > 0) {
    const detail = `The manifests cannot say what is live of ${unchanged.map(({ address }) => address).join(", ")}.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP })] };
  }
  const resources: PulledResource[] = [
    ...taken.updates.map(({ desired: { address }, fields }) => ({ address, action: "update" as const, fields })),
    ...taken.missing.map(({ address }) => ({ address, action: "remove" as const, fields: [] })),
    ...taken.added.map(({ address }) => ({ address, action: "add" as const, fields: [] })),
  ];
  const value = { files: changed.files, resources: inAddressOrder(resources, catalog), waiting: taken.waiting };
  return { value, diagnostics: [] };
}

/** Resources with the live key `__proto__`, which manifests refuse. */
function withProtoKeys({ updates, added }: Taken): readonly Address[] {
  const values: readonly (readonly [Address, unknown])[] = [
    ...updates.map(({ desired, body }) => [desired.address, [...body.values()]] as const),
    ...added.map(({ address, body }) => [address, body] as const),
  ];
  return values.filter(([, value]) => jsonText(value).includes('"__proto__":')).map(([address]) => address);
}

const HELP_IN_PLACE = [
  "declare them in the list of their kind instead of inside of another resource, and pull again",
  "or leave them out: name what to pull with --target",
];

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

interface ChangedTexts {
  /** Defined in the place of a reference that goes, without a list of their kind to move to. */
  readonly homeless: readonly Address[];
  readonly manifests: readonly ManifestText[];
  readonly overrides: readonly ManifestText[];
  readonly files: readonly PulledFile[];
}

function changedTexts(
  { manifests, overrides, otherOverrides = [] }: PullTexts,
  taken: Taken,
  catalog: Catalog,
): ChangedTexts {
  const documents = manifests.flatMap((each) => each.documents);
  const { resources: lists } = manifestLists(documents, catalog);
  const { declarations } = hoist(lists, catalog);
  const patches: Patches = new Map();
  const byAddress = new Map(declarations.map((each) => [each.address, each]));
  const addresses = new Map<Part, Address | undefined>(declarations.map(({ part, address }) => [part, address]));
  const owners = overridingMembers(overrides, catalog);
  for (const update of taken.updates) {
    const declaration = byAddress.get(update.desired.address);
    if (declaration !== undefined) applyUpdate(update, declaration, owners, patches, catalog);
  }
  const gone = new Set(taken.missing.map(({ address }) => address));
  for (const { list } of lists) {
    for (const element of list.elements) {
      const address = addresses.get(element);
      if (address === undefined || !gone.has(address)) continue;
      patchOf(list, documents, patches, catalog).removed.add(element);
    }
  }
  // A definition in the place of a reference that is gone has to be declared elsewhere, as it is written.
  const stays = new Set<MapPart>();
  for (const document of documents) patched(document, patches, (map) => stays.add(map));
  const staying = new Set(declarations.filter(({ part }) => stays.has(part)).map(({ address }) => address));
  const displaced = declarations.flatMap(({ kind, part, address }) => {
    if (address === undefined || staying.has(address) || gone.has(address)) return [];
    staying.add(address);
    return [{ kind, address, form: withIds(kind, patched(part, patches), catalog) }];
  });
  // A new list would make the kind managed, which is not for a pull to decide.
  const homeless = displaced
    .filter(({ kind }) => !lists.some((each) => each.kind === kind))
    .map(({ address }) => address);
  const forms = taken.added.map((each) => {
    const kind = kindNamed(catalog, each.kind);
    return { kind, form: manifestForm(kind, each) };
  });
  addResources([...forms, ...displaced], lists, documents, { patches, catalog });
  const files: PulledFile[] = [];
  const after = (texts: readonly ParsedText[]): readonly ManifestText[] =>
    texts.map((parsed) => {
      const { file, text } = parsed.source;
      const targets = parsed.documents.map((document) => patched(document, patches));
      const written = { file, text: rewriteText(parsed, targets) };
      if (written.text !== text) files.push({ file, before: text, after: written.text });
      return written;
    });
  for (const parsed of [...overrides, ...otherOverrides]) removeOverrides(parsed, gone, patches, catalog);
  for (const parsed of otherOverrides) removeReferences(parsed, gone, patches, catalog);
  const changed = { manifests: after(manifests), overrides: after(overrides), homeless };
  after(otherOverrides);
  return { ...changed, files };
}

/** By address and member: the mapping of an override that gives the value. */
function overridingMembers(overrides: readonly ParsedText[], catalog: Catalog): ReadonlyMap<string, MapPart> {
  const { resources } = manifestLists(
    overrides.flatMap(({ documents }) => documents),
    catalog,
  );
  const found = new Map<string, MapPart>();
  for (const { kind, list } of resources) {
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
  gone: ReadonlySet<Address>,
  patches: Patches,
  catalog: Catalog,
): void {
  for (const document of documents) {
    for (const { kind, list } of manifestLists([document], catalog).resources) {
      const patch = new ListPatch(list);
      for (const each of list.elements) if (gone.has(addressOf(kind.name, idOf(each, kind)))) patch.removed.add(each);
      if (patch.removed.size === 0 || document.type !== "map") continue;
      const isEmpty = patch.removed.size === list.elements.length;
      setMember(patches, document, topLevelKeys(catalog), kind.plural, isEmpty ? undefined : patch);
    }
  }
}

/** Takes what refers to resources out of overrides. */
function removeReferences(
  { documents }: ParsedText,
  gone: ReadonlySet<Address>,
  patches: Patches,
  catalog: Catalog,
): void {
  for (const { kind, list } of manifestLists(documents, catalog).resources) {
    for (const part of list.elements) {
      if (part.type !== "map" || gone.has(addressOf(kind.name, idOf(part, kind)))) continue;
      for (const { name, value } of part.members) {
        const to = fieldOrLinkTarget(kind, name);
        const isGone = (each: Part): boolean =>
          to !== undefined && gone.has(addressOf(to, idOf(each, kindNamed(catalog, to))));
        if (value.type !== "list") {
          if (isGone(value)) setMember(patches, part, [], name, undefined);
          continue;
        }
        const patch = new ListPatch(value);
        for (const each of value.elements) if (isGone(each)) patch.removed.add(each);
        if (patch.removed.size > 0) setMember(patches, part, [], name, patch);
      }
    }
  }
}

/** The kind that a field or link refers to. */
function fieldOrLinkTarget(kind: Kind, name: string): KindName | undefined {
  const field = fieldNamed(kind, name);
  return field?.type === "reference" ? field.to : linkNamed(kind, name)?.to;
}

function applyUpdate(
  { desired: { address }, body, links }: TakenUpdate,
  { kind, part: own }: Declaration,
  owners: ReadonlyMap<string, MapPart>,
  patches: Patches,
  catalog: Catalog,
): void {
  const order = memberNames(resourceForm(kind));
  for (const [name, value] of body) {
    const override = owners.get(`${address} ${name}`);
    const part = override ?? own;
    const field = fieldNamed(kind, name) as Field;
    const written = memberNamed(part, name)?.value;
    const isSame = (other: Json): boolean => isAlike(canonicalValue(field, other), value);
    if (!isSame(null)) {
      const old = written === undefined ? undefined : jsonOf(written);
      setMember(patches, part, order, name, withWritten(old, value, isSame));
    } else if (written !== undefined)
      setMember(patches, part, order, name, value === null && override === undefined ? undefined : value);
  }
  for (const [name, { removed, added }] of links) {
    const part = owners.get(`${address} ${name}`) ?? own;
    const old = memberNamed(part, name)?.value;
    if (old?.type !== "list") {
      setMember(patches, part, order, name, added);
      continue;
    }
    const to = kindNamed(catalog, fieldOrLinkTarget(kind, name) as KindName);
    const patch = new ListPatch(old);
    for (const each of old.elements) if (removed.includes(idOf(each, to))) patch.removed.add(each);
    patch.added.push(...added);
    setMember(patches, part, order, name, patch);
  }
}

/** The id that an element of a link's list is or defines. */
function idOf(part: Part, kind: Kind): string {
  const id = part.type === "map" ? memberNamed(part, kind.fields[0]?.name ?? "")?.value : part;
  return id?.type === "scalar" ? String(id.value) : "";
}

/** The patch of a list at the top level of a document. */
function patchOf(list: ListPart, documents: readonly Part[], patches: Patches, catalog: Catalog): ListPatch {
  const patch = new ListPatch(list);
  for (const document of documents) {
    if (document.type !== "map") continue;
    const name = document.members.find(({ value }) => value === list)?.name;
    const old = name === undefined ? undefined : patches.get(document)?.members.get(name);
    if (old instanceof ListPatch) return old;
    if (name !== undefined) setMember(patches, document, topLevelKeys(catalog), name, patch);
  }
  return patch;
}

/** A resource with the ids of what is defined inside of it. */
function withIds(kind: Kind, value: Json, catalog: Catalog): JsonObject {
  const idIn = (to: string, inner: Json | undefined): Json => {
    const id = isJsonObject(inner) ? inner[kindNamed(catalog, to).fields[0]?.name ?? ""] : inner;
    return id ?? null;
  };
  const form: Record<string, Json> = { ...(isJsonObject(value) ? value : {}) };
  for (const field of kind.fields) {
    if (field.type === "reference" && form[field.name] !== undefined)
      form[field.name] = idIn(field.to, form[field.name]);
  }
  for (const { name, to } of kind.links) {
    const members = form[name];
    if (Array.isArray(members)) form[name] = members.map((each) => idIn(to, each as Json));
  }
  return form;
}

/** Adds resources to the list with most of their kind. What has no list stays out, which reading again finds. */
function addResources(
  added: readonly { readonly kind: Kind; readonly form: JsonObject }[],
  lists: readonly ResourceList[],
  documents: readonly Part[],
  { patches, catalog }: { readonly patches: Patches; readonly catalog: Catalog },
): void {
  for (const kind of catalog) {
    const forms = added.filter((each) => each.kind === kind).map(({ form }) => form);
    const own = lists.filter((each) => each.kind === kind);
    const [largest] = own.sort((a, b) => b.list.elements.length - a.list.elements.length);
    if (forms.length > 0 && largest !== undefined) {
      patchOf(largest.list, documents, patches, catalog).added.push(...forms);
    }
  }
}
