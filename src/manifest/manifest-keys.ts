/** The top level of manifests: plural names of kinds, each with a list of resources, and keys with lists of entries. */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { didYouMean, nearest } from "../model/nearest.ts";
import { type EntryForm, entryForms, memberNames, resourceForm, topLevelKeys } from "./forms.ts";
import type { ParsedText } from "./parse.ts";
import {
  beginningOf,
  keySpan,
  type ListPart,
  type MapPart,
  type Member,
  type Part,
  startSpan,
  valueSpan,
} from "./parts.ts";
import { problemAt } from "./problem.ts";
import { both, describe, unseenHelp, withArticle } from "./wording.ts";

type KindsManaged = ReadonlySet<KindName>;

export interface ResourceList {
  readonly kind: Kind;
  readonly list: ListPart;
}

export interface EntryList {
  readonly form: EntryForm;
  readonly list: ListPart;
}

export interface ManifestLists {
  readonly resources: readonly ResourceList[];
  readonly entries: readonly EntryList[];
  /** Kinds whose key is written, with an empty list too. An entry about a kind does not count. */
  readonly managed: KindsManaged;
  /** Kinds with resources that could not be read, or all kinds for a key that may be that of any. */
  readonly unread: KindsManaged;
  readonly diagnostics: readonly Diagnostic[];
}

/** How messages name a file, and which keys it may have. */
interface FileSort {
  /** The singular, with an article. */
  readonly label: string;
  readonly hasEntries: boolean;
}

const MANIFEST: FileSort = { label: "a manifest", hasEntries: true };
/** A file below `overrides`: resources in part, and nothing that concerns all environments. */
export const OVERRIDES_FILE: FileSort = { label: "a file of overrides", hasEntries: false };

/** Finds the lists in the documents of all files. */
export function manifestLists(documents: readonly Part[], catalog: Catalog, sort = MANIFEST): ManifestLists {
  const forms = sort.hasEntries ? entryForms(catalog) : [];
  const keys = sort.hasEntries ? topLevelKeys(catalog) : catalog.map(({ plural }) => plural);
  const resources: ResourceList[] = [];
  const entries: EntryList[] = [];
  const managed = new Set<KindName>();
  const unread = new Set<KindName>();
  const diagnostics: Diagnostic[] = [];
  for (const document of documents) {
    if (document.type !== "map") {
      diagnostics.push(notAMapping(document, keys, sort));
      for (const { name } of catalog) unread.add(name);
      continue;
    }
    const seen = new Set<string>();
    for (const member of withFieldsInPlace(document, keys, catalog, diagnostics)) {
      if (member.name === "__proto__" || seen.has(member.name) || isRepeatedEmpty(document, member)) continue;
      seen.add(member.name);
      const isKnown = keys.includes(member.name);
      if (!isKnown) diagnostics.push(unknownKey(document, member, keys, sort, catalog));
      // What is under a misspelt key counts as if the key were right: its resources are referred to.
      const meant = isKnown ? member.name : nearest(member.name, keys);
      const kind = catalog.find((each) => each.plural === meant);
      const form = forms.find((each) => each.key === member.name);
      const list = member.value.type === "list" ? member.value : undefined;
      if (kind !== undefined) {
        managed.add(kind.name);
        if (list === undefined) unread.add(kind.name);
        else {
          for (const own of byKind(kind, list, catalog, diagnostics)) {
            resources.push(own);
            managed.add(own.kind.name);
            if (own.kind !== kind) unread.add(own.kind.name);
          }
        }
        if (list === undefined && isKnown) diagnostics.push(notAListOfResources(document, member, kind));
      } else if (form !== undefined) {
        if (list !== undefined) entries.push({ form, list });
        else diagnostics.push(notAListOfEntries(document, member, form));
      } else for (const { name } of catalog) unread.add(name);
    }
  }
  return { resources, entries, managed, unread, diagnostics };
}

/** Whether a key without a value is written again with one, which is reported. */
function isRepeatedEmpty({ members }: MapPart, { name, value }: Member): boolean {
  return isNothing(value) && members.some((other) => other.name === name && !isNothing(other.value));
}

/**
 * The list, cut in two where the resources of another kind begin because the key of that kind is missing. One problem
 * instead of one for each of their fields.
 */
function byKind(kind: Kind, list: ListPart, catalog: Catalog, diagnostics: Diagnostic[]): readonly ResourceList[] {
  const { elements } = list;
  const isForeign = (element: Part): element is MapPart =>
    element.type === "map" && element.members.some(({ name }) => !takes(kind, name));
  const start = elements.findIndex(isForeign);
  const first = elements[start];
  if (start === -1 || first?.type !== "map") return [{ kind, list }];
  const foreign = elements.slice(start).filter(isForeign);
  const names = new Set(foreign.flatMap(({ members }) => members.map(({ name }) => name)));
  const strange = [...names].filter((name) => !takes(kind, name));
  const other = catalog.find((each) => each !== kind && [...names].every((name) => takes(each, name)));
  if (other === undefined || (foreign.length < 2 && strange.length < 2)) return [{ kind, list }];
  const key = first.members.find(({ name }) => !takes(kind, name)) as Member;
  const label = `${withArticle(kind.label)} has no field "${key.name}"; this looks like ${withArticle(other.label)}`;
  const help = [`write "${other.plural}:" above the first ${other.label}`];
  diagnostics.push(problemAt("unknown-field", keySpan(first, key), label, { help }));
  const part = (own: readonly Part[]): ListPart => ({ ...list, elements: own });
  return [
    { kind, list: part(elements.slice(0, start)) },
    { kind: other, list: part(elements.slice(start)) },
  ];
}

function takes(kind: Kind, name: string): boolean {
  return memberNames(resourceForm(kind)).includes(name);
}

/**
 * The members of a document. Fields of a resource that begin in the column of its list are reported, and put where they
 * belong: otherwise the resource would lack them, too.
 */
function withFieldsInPlace(
  document: MapPart,
  keys: readonly string[],
  catalog: Catalog,
  diagnostics: Diagnostic[],
): readonly Member[] {
  const members: Member[] = [];
  const isReported = new Set<Member>();
  for (const member of document.members) {
    const owner = members.at(-1);
    const kind = catalog.find(({ plural }) => plural === owner?.name);
    const element = owner?.value.type === "list" ? owner.value.elements.at(-1) : undefined;
    const isField = kind !== undefined && [...kind.fields, ...kind.links].some(({ name }) => name === member.name);
    if (
      owner === undefined ||
      kind === undefined ||
      element?.type !== "map" ||
      !isField ||
      keys.includes(member.name)
    ) {
      members.push(member);
      continue;
    }
    const whole = { ...element, members: [...element.members, member] };
    const value: Part = {
      ...owner.value,
      elements: [...(owner.value as ListPart).elements.slice(0, -1), whole],
    } as Part;
    const corrected = { ...owner, value };
    members[members.length - 1] = corrected;
    // Of several fields the first is enough.
    if (!isReported.has(owner)) {
      const label = `"${member.name}" is a field of ${withArticle(kind.label)}, and begins in the column of "${owner.name}"`;
      const column = startSpan(element).start.column;
      const help = [`begin it in column ${column}, like the other fields of the ${kind.label} above`];
      diagnostics.push(problemAt("unknown-key", keySpan(document, member), label, { help }));
    }
    isReported.add(corrected);
  }
  return members;
}

/**
 * One error for each file of scenarios with a key of manifests: what is under it would not be read. A file with syntax
 * errors counts as one when a line begins with such a key.
 */
export function manifestsInScenarios(files: readonly ParsedText[], catalog: Catalog): readonly Diagnostic[] {
  const keys = [...catalog.map(({ plural }) => plural), ...entryForms(catalog).map(({ key }) => key)];
  const line = new RegExp(`^[ \t\ufeff{"'?]*(${keys.join("|")})["']?\\s*:`, "m");
  return files.flatMap(({ source, documents, isBroken }) => {
    const [found] = documents.flatMap((document) =>
      document.type === "map"
        ? document.members.filter(({ name }) => keys.includes(name)).map((member) => ({ document, member }))
        : [],
    );
    const name = found?.member.name ?? (isBroken ? line.exec(source.text)?.[1] : undefined);
    if (name === undefined) return [];
    const label = `"${name}" is a key of manifests, and files named *.test.yaml or *.test.yml hold scenarios`;
    const span = found === undefined ? beginningOf(source.file) : keySpan(found.document, found.member);
    return [
      problemAt("manifest-in-scenarios", span, label, {
        help: [`move it to a file with another name, such as ${source.file.replace(/\.test(\.ya?ml)$/i, "$1")}`],
      }),
    ];
  });
}

function notAMapping(document: Part, keys: readonly string[], sort: FileSort): Diagnostic {
  const label = `expected ${sort.label} as a mapping, found ${describe(document)}`;
  return problemAt("wrong-type", startSpan(document), label, {
    help: [`its keys are ${both(keys)}, each with a list`],
  });
}

function unknownKey(
  document: MapPart,
  member: Member,
  keys: readonly string[],
  { label, hasEntries }: FileSort,
  catalog: Catalog,
): Diagnostic {
  const isEntry = !hasEntries && entryForms(catalog).some(({ key }) => key === member.name);
  const help = isEntry
    ? [`"${member.name}" is about all environments: write it into the manifests`]
    : [...unseenHelp(member.name), ...didYouMean(member.name, keys)];
  return problemAt("unknown-key", keySpan(document, member), `${label} has no key "${member.name}"`, {
    help: [help[0] ?? `the keys of ${label} are ${both(keys)}`],
  });
}

function notAListOfResources(document: MapPart, member: Member, kind: Kind): Diagnostic {
  if (isNothing(member.value)) {
    return nothingListed(document, member, [
      `if there are to be none, and those on the service may be deleted, write ${member.name}: []`,
      "if they are not to be managed here, remove the key",
    ]);
  }
  const [first] = member.value.type === "map" ? member.value.members : [];
  if (first?.name.startsWith("-") === true && member.value.type === "map") {
    const help = [`write - ${first.name.slice(1)}: …`];
    return problemAt("wrong-type", keySpan(member.value, first), 'a space is missing after "-"', { help });
  }
  return notAList(document, member, `begin each ${kind.label} with "- custom_id: …"`);
}

function notAListOfEntries(document: MapPart, member: Member, form: EntryForm): Diagnostic {
  if (isNothing(member.value)) return nothingListed(document, member, ["remove the key"]);
  return notAList(document, member, `begin each ${form.label} with "- ${form.fields[0]?.name}: …"`);
}

function isNothing(value: Part): boolean {
  return value.type === "scalar" && value.value === null;
}

function nothingListed(document: MapPart, member: Member, help: readonly string[]): Diagnostic {
  return problemAt("wrong-type", keySpan(document, member), `nothing is listed under "${member.name}"`, { help });
}

function notAList(document: MapPart, member: Member, help: string): Diagnostic {
  const { value } = member;
  const span = value.type === "map" ? keySpan(document, member) : valueSpan(document, member);
  const label = `"${member.name}": expected a list, found ${describe(value)}`;
  return problemAt("wrong-type", span, label, { help: [help] });
}
