/**
 * Takes the live game into the texts of its manifests: each value where it stands, by the smallest edit. In: the parsed texts
 * and both sides. Out: new texts, which are read again and compared before anybody sees them.
 */
import type { Catalog, Kind } from "../../catalog/types.ts";
import { ListPatch, type Patches, patched, setMember } from "../../edit/patch.ts";
import { newDocument, rewriteText } from "../../edit/rewrite.ts";
import { loadDesired } from "../../manifest/desired-game.ts";
import { CREATE_ONLY, entryForms, IGNORE, memberNames, resourceForm } from "../../manifest/forms.ts";
import { type Declaration, hoist } from "../../manifest/hoist.ts";
import { manifestLists, OVERRIDES_FILE, type ResourceList } from "../../manifest/manifest-keys.ts";
import { type ManifestText, type ParsedText, parseText } from "../../manifest/parse.ts";
import { type ListPart, type MapPart, memberNamed, type Part, startSpan } from "../../manifest/parts.ts";
import { addressOf, fieldNamed, kindNamed, namesOf, sortedMembers } from "../../model/catalog-lookup.ts";
import { defined } from "../../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { applyEdits } from "../../model/edits.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../model/json.ts";
import type { Address, Desired, DesiredGame, FieldChange, LiveGame } from "../../model/model.ts";
import { isAlike } from "../../model/normalise.ts";
import { manifestForm } from "../export.ts";
import { type PullConflict, type Taken, type TakenUpdate, type TakeOptions, takenFromLive } from "./taken.ts";

/** The files that a game is read from. All are without errors. */
export interface PullTexts {
  readonly manifests: readonly ParsedText[];
  /** Those of the environment. */
  readonly overrides: readonly ParsedText[];
  /** Those of other environments: what is gone is overridden nowhere. */
  readonly otherOverrides?: readonly ParsedText[];
}

export interface PullOptions extends TakeOptions {
  /** The file for new resources, as the user would name it; without it, the one with most of their kind. */
  readonly into?: string;
  /** Keep declarations of what is no longer live, with a comment. */
  readonly keepMissing?: boolean;
  /** What the line for editors in a new file refers to. */
  readonly schema: string;
}

/** What became of one resource's declaration. */
export interface PulledResource {
  readonly address: Address;
  readonly action: "update" | "add" | "remove" | "keep";
  /** `before` is what the manifests said. */
  readonly fields: readonly FieldChange[];
}

/** A file with its text before and after; without `before` it is new. */
export interface PulledFile {
  readonly file: string;
  readonly before?: string;
  readonly after: string;
}

export interface Pull {
  readonly files: readonly PulledFile[];
  /** In the order of the catalog. */
  readonly resources: readonly PulledResource[];
  /** What is left alone because its `moved` or `removed` entry, or an interrupted apply, is not applied yet. */
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
  const changed = changedTexts(texts, taken, catalog, options);
  const { value: again, diagnostics } = loadDesired(changed.manifests, catalog, changed.overrides);
  if (again === undefined) return { diagnostics: notExpressible(diagnostics) };
  // Resources without drift must say what they said before.
  const lost = differentFrom(expectedAfter(desired, taken, options), again);
  if (lost.length > 0) {
    const detail = `The edits would change more than what was changed live: ${lost.join(", ")}. Nothing is written.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP_IN_PLACE })] };
  }
  const left = takenFromLive(again, live, catalog, options);
  const kept = new Set(options.keepMissing === true ? taken.missing.map(({ address }) => address) : []);
  const unchanged = [...left.updates.map((each) => each.desired), ...left.missing, ...left.added].filter(
    ({ address }) => !kept.has(address),
  );
  if (unchanged.length > 0) {
    const detail = `The manifests cannot say what is live of ${unchanged.map(({ address }) => address).join(", ")}.`;
    return { diagnostics: [diagnostic("not-expressible", detail, { help: HELP })] };
  }
  const resources: PulledResource[] = [
    ...taken.updates.map(({ desired: { address }, fields }) => ({ address, action: "update" as const, fields })),
    ...taken.missing.map(({ address }) => ({
      address,
      action: kept.has(address) ? ("keep" as const) : ("remove" as const),
      fields: [],
    })),
    ...taken.added.map(({ address }) => ({ address, action: "add" as const, fields: [] })),
  ];
  return { value: { files: changed.files, resources, waiting: taken.waiting }, diagnostics: [] };
}

const HELP_IN_PLACE = [
  "declare them in the list of their kind instead of inside of another resource, and pull again",
  "or leave them out: name what to pull with --target or --kind",
];

/** What the manifests must say afterwards of each resource that was declared before; undefined: nothing. */
function expectedAfter(
  { resources }: DesiredGame,
  { updates, missing }: Taken,
  { keepMissing }: PullOptions,
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
  if (keepMissing !== true) for (const { address } of missing) expected.set(address, undefined);
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
    const parts = ({ body, links, ignore, create_only, retired = false }: Desired): Json => [
      body,
      links,
      ignore,
      create_only,
      retired,
    ];
    return isAlike(parts(wanted), parts(found)) ? [] : [address];
  });
}

const HELP = [
  "change it on the service, for example in its admin panel, and pull again",
  "or leave it out: name what to pull with --target or --kind",
];

function notExpressible(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  return errors.map(({ address, summary, detail }, index) =>
    diagnostic("not-expressible", `${address ?? "The game"}: ${summary}. ${detail}`, {
      ...defined({ address }),
      help: index === errors.length - 1 ? HELP : [],
    }),
  );
}

function conflictProblem({ address, path, base, live, desired }: PullConflict, { sources }: DesiredGame): Diagnostic {
  const side = (value: Json | undefined): string => (value === undefined ? "nothing" : jsonText(value));
  const what =
    path === ""
      ? `One side deletes ${address}, and the other has changed it since the base.`
      : `${address} ${path.slice(1)}: live ${side(live)}, in the manifests ${side(desired)}, at the base ${side(base)}.`;
  const span = sources.get(address)?.locate(path, "value");
  const help = ["to take the live values: --theirs; to keep those of the manifests: --ours"];
  const primary = span === undefined ? undefined : { span, text: "changed here, and live" };
  return diagnostic("pull-conflict", what, { address, help, ...defined({ primary }) });
}

interface ChangedTexts {
  readonly manifests: readonly ManifestText[];
  readonly overrides: readonly ManifestText[];
  readonly files: readonly PulledFile[];
}

function changedTexts(
  { manifests: own, overrides, otherOverrides = [] }: PullTexts,
  taken: Taken,
  catalog: Catalog,
  options: PullOptions,
): ChangedTexts {
  const keepsMissing = options.keepMissing === true;
  const manifests = keepsMissing ? withNotes(own, taken, catalog) : own;
  const documents = manifests.flatMap((each) => each.documents);
  const { resources: lists } = manifestLists(documents, catalog);
  const { declarations } = hoist(lists, catalog);
  const patches: Patches = new Map();
  const listPatches = new Map<ListPart, ListPatch>();
  const byAddress = new Map(declarations.map((each) => [each.address, each]));
  const addresses = new Map<Part, Address | undefined>(declarations.map(({ part, address }) => [part, address]));
  const owners = overridingMembers(overrides, catalog);
  for (const update of taken.updates) {
    const declaration = byAddress.get(update.desired.address);
    if (declaration !== undefined) applyUpdate(update, declaration, owners, patches, catalog);
  }
  const gone = new Set(keepsMissing ? [] : taken.missing.map(({ address }) => address));
  for (const { list } of lists) {
    for (const element of list.elements) {
      const address = addresses.get(element);
      if (address === undefined || !gone.has(address)) continue;
      const patch = listPatches.get(list) ?? new ListPatch(list);
      listPatches.set(list, patch);
      patch.removed.add(element);
    }
  }
  applyLists(listPatches, documents, patches, catalog);
  // A definition in the place of a reference that is gone has to be declared elsewhere, as it is written.
  const stays = new Set<MapPart>();
  for (const document of documents) patched(document, patches, (map) => stays.add(map));
  const staying = new Set(declarations.filter(({ part }) => stays.has(part)).map(({ address }) => address));
  const displaced = declarations.flatMap(({ kind, part, address }) => {
    if (address === undefined || staying.has(address) || gone.has(address)) return [];
    staying.add(address);
    return [{ kind, form: withIds(kind, patched(part, patches), catalog) }];
  });
  const forms = taken.added.map((each) => {
    const kind = kindNamed(catalog, each.kind);
    return { kind, form: manifestForm(kind, each) };
  });
  const created = addResources([...forms, ...displaced], manifests, lists, listPatches, patches, catalog, options);
  applyLists(listPatches, documents, patches, catalog);

  const files: PulledFile[] = [];
  const after = (texts: readonly ParsedText[], before: readonly ParsedText[]): readonly ManifestText[] =>
    texts.map((parsed, index) => {
      const { file, text } = parsed.source;
      const targets = parsed.documents.map((document) => patched(document, patches));
      const written = { file, text: rewriteText(parsed, targets) };
      const old = before[index]?.source.text ?? text;
      if (written.text !== old) files.push({ file, before: old, after: written.text });
      return written;
    });
  for (const parsed of [...overrides, ...otherOverrides]) removeOverrides(parsed, gone, patches, catalog);
  const changed = { manifests: after(manifests, own), overrides: after(overrides, overrides) };
  after(otherOverrides, otherOverrides);
  if (created === undefined) return { ...changed, files };
  const others = changed.manifests.filter(({ file }) => file !== created.file);
  return {
    ...changed,
    manifests: [...others, { file: created.file, text: created.after }],
    files: [...files, created],
  };
}

/** By address and member: the mapping of an override that gives the value. */
function overridingMembers(overrides: readonly ParsedText[], catalog: Catalog): ReadonlyMap<string, MapPart> {
  const { resources } = manifestLists(
    overrides.flatMap(({ documents }) => documents),
    catalog,
    OVERRIDES_FILE,
  );
  const found = new Map<string, MapPart>();
  for (const { kind, list } of resources) {
    for (const part of list.elements) {
      const id = memberNamed(part, kind.fields[0]?.name ?? "")?.value;
      if (part.type !== "map" || id?.type !== "scalar" || typeof id.value !== "string") continue;
      for (const { name } of part.members) found.set(`${addressOf(kind.name, id.value)} ${name}`, part);
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
    for (const { kind, list } of manifestLists([document], catalog, OVERRIDES_FILE).resources) {
      const patch = new ListPatch(list);
      for (const each of list.elements) if (gone.has(addressOf(kind.name, idOf(each, kind)))) patch.removed.add(each);
      if (patch.removed.size === 0 || document.type !== "map") continue;
      const isEmpty = patch.removed.size === list.elements.length;
      setMember(patches, document, topLevel(catalog), kind.plural, isEmpty ? undefined : patch);
    }
  }
}

function orderOf(kind: Kind): readonly string[] {
  const names = memberNames(resourceForm(kind));
  return [...namesOf(kind), ...names.filter((name) => name === IGNORE || name === CREATE_ONLY.name)];
}

function applyUpdate(
  { desired: { address }, body, links }: TakenUpdate,
  { kind, part: own }: Declaration,
  owners: ReadonlyMap<string, MapPart>,
  patches: Patches,
  catalog: Catalog,
): void {
  const order = orderOf(kind);

  for (const [name, value] of body) {
    const override = owners.get(`${address} ${name}`);
    const part = override ?? own;
    const isDefault = isAlike(value, fieldNamed(kind, name)?.default ?? null);
    const isWritten = memberNamed(part, name) !== undefined;
    if (!isDefault) setMember(patches, part, order, name, value);
    else if (isWritten)
      setMember(patches, part, order, name, value === null && override === undefined ? undefined : value);
  }
  for (const [name, { removed, added }] of links) {
    const part = owners.get(`${address} ${name}`) ?? own;
    const old = memberNamed(part, name)?.value;
    if (old?.type !== "list") {
      setMember(patches, part, order, name, added);
      continue;
    }
    const to = kindNamed(catalog, kind.links.find((link) => link.name === name)?.to ?? kind.name);
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

/** The top-level keys in the order of the catalog, then those of entries. */
function topLevel(catalog: Catalog): readonly string[] {
  return [...catalog.map(({ plural }) => plural), ...entryForms(catalog).map(({ key }) => key)];
}

function applyLists(
  listPatches: ReadonlyMap<ListPart, ListPatch>,
  documents: readonly Part[],
  patches: Patches,
  catalog: Catalog,
): void {
  for (const document of documents) {
    if (document.type !== "map") continue;
    for (const { name, value } of document.members) {
      const patch = value.type === "list" ? listPatches.get(value) : undefined;
      if (patch !== undefined) setMember(patches, document, topLevel(catalog), name, patch);
    }
  }
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

/** Puts new resources behind those of their kind. Gives the file that has to be made, if one has. */
function addResources(
  added: readonly { readonly kind: Kind; readonly form: JsonObject }[],
  manifests: readonly ParsedText[],
  lists: readonly ResourceList[],
  listPatches: Map<ListPart, ListPatch>,
  patches: Patches,
  catalog: Catalog,
  { into, schema }: PullOptions,
): PulledFile | undefined {
  const file = manifests.find(({ source }) => source.file === into);
  const fresh: Record<string, JsonObject[]> = {};
  for (const kind of catalog) {
    const forms = added.filter((each) => each.kind === kind).map(({ form }) => form);
    if (forms.length === 0) continue;
    const all = lists.filter((each) => each.kind === kind);
    const own = into === undefined ? all : all.filter(({ list }) => list.source.file === into);
    const largest = [...own].sort((a, b) => b.list.elements.length - a.list.elements.length)[0];
    const document = file?.documents.findLast((each) => each.type === "map");
    if (largest !== undefined) {
      const patch = listPatches.get(largest.list) ?? new ListPatch(largest.list);
      listPatches.set(largest.list, patch);
      patch.added.push(...forms);
    } else if (document?.type === "map") setMember(patches, document, topLevel(catalog), kind.plural, forms);
    else fresh[kind.plural] = forms;
  }
  if (into === undefined || Object.keys(fresh).length === 0) return undefined;
  const old = file?.source.text;
  if (old === undefined || old.trim() === "") {
    return { file: into, ...defined({ before: old }), after: newDocument(into, fresh, schema) };
  }
  const eol = old.includes("\r\n") ? "\r\n" : "\n";
  const more = newDocument(into, fresh).replaceAll("\n", eol);
  return { file: into, before: old, after: old + (old.endsWith("\n") ? "" : eol) + more };
}

const NOTE = "# No longer live; kept by laurel pull --keep-missing.";

/** The texts with a comment above each declaration of what is no longer live, where comments can stand. */
function withNotes(texts: readonly ParsedText[], { missing }: Taken, catalog: Catalog): readonly ParsedText[] {
  const gone = new Set(missing.map(({ address }) => address));
  return texts.map((parsed) => {
    const { source, documents } = parsed;
    if (source.file.toLowerCase().endsWith(".json")) return parsed;
    const { declarations } = hoist(manifestLists(documents, catalog).resources, catalog);
    const edits = declarations.flatMap(({ part, address, isInPlace }) => {
      if (isInPlace || address === undefined || !gone.has(address)) return [];
      const { offset } = startSpan(part).start;
      const start = source.text.lastIndexOf("\n", offset - 1) + 1;
      const [, pad] = /^([ \t]*)-[ \t{]/.exec(source.text.slice(start, offset + 1)) ?? [];
      if (pad === undefined || source.text.slice(0, start).trimEnd().endsWith(NOTE)) return [];
      const eol = source.text.includes("\r\n") ? "\r\n" : "\n";
      return [{ start, end: start, text: pad + NOTE + eol }];
    });
    return edits.length === 0 ? parsed : parseText(source.file, applyEdits(source.text, edits));
  });
}
