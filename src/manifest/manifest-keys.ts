/**
 * The documents that describe a game: their top level, which has plural names of kinds with lists of resources and keys
 * with lists of entries, and their schemas with what the catalog knows about mistakes.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { addressOf, fieldNamed, linkNamed } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Address, Pointer } from "../model/model.ts";
import type { DocumentSchema } from "./explain.ts";
import { type EntryForm, entryForms, topLevelKeys } from "./forms.ts";
import { checks } from "./manifest-check.ts";
import type { ParsedText } from "./parse.ts";
import { beginningOf, keySpan, type ListPart, memberNamed, namesOf, type Part } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { ID_PATTERN } from "./schema.ts";

export interface ResourceList {
  readonly kind: Kind;
  readonly list: ListPart;
}

export interface EntryList {
  readonly form: EntryForm;
  readonly list: ListPart;
}

interface ManifestLists {
  readonly resources: readonly ResourceList[];
  readonly entries: readonly EntryList[];
  /** Kinds whose key is written, with an empty list too. An entry about a kind does not count. */
  readonly managed: ReadonlySet<KindName>;
}

/** Finds the lists in the documents of all files. What is no list is left out: the schema refuses it. */
export function manifestLists(documents: readonly Part[], catalog: Catalog): ManifestLists {
  const forms = entryForms(catalog);
  const resources: ResourceList[] = [];
  const entries: EntryList[] = [];
  for (const document of documents) {
    for (const { name, value: list } of document.type === "map" ? document.members : []) {
      if (list.type !== "list") continue;
      const kind = catalog.find(({ plural }) => plural === name);
      const form = forms.find(({ key }) => key === name);
      if (kind !== undefined) resources.push({ kind, list });
      if (form !== undefined) entries.push({ form, list });
    }
  }
  return { resources, entries, managed: new Set(resources.map(({ kind }) => kind.name)) };
}

/**
 * One error for each file of scenarios with a key of manifests: what is under it would not be read. A file with syntax
 * errors counts as one when a line begins with such a key.
 */
export function manifestsInScenarios(files: readonly ParsedText[], catalog: Catalog): readonly Diagnostic[] {
  const keys = topLevelKeys(catalog);
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
    const help = [`move it to a file with another name, such as ${source.file.replace(/\.test(\.ya?ml)$/i, "$1")}`];
    return [problemAt("manifest-in-scenarios", span, label, { help })];
  });
}

const ID = new RegExp(ID_PATTERN);

/** Manifests and overrides, for `checkDocument`. */
export function documentSchemas(catalog: Catalog): readonly [manifests: DocumentSchema, overrides: DocumentSchema] {
  const shared = { checks, addressOf: (root: Part, pointer: Pointer) => addressAt(root, pointer, catalog) };
  return [
    { ...shared, key: "manifest" },
    { ...shared, key: "overrides" },
  ];
}

/** The address of the innermost resource on the way that a pointer leads. */
function addressAt(root: Part, pointer: Pointer, catalog: Catalog): Address | undefined {
  let [part, kind, address]: [Part | undefined, Kind | undefined, Address | undefined] = [root, undefined, undefined];
  let isLink = false;
  for (const name of namesOf(pointer)) {
    const isElement = part?.type === "list";
    if (!isElement) {
      isLink = part === root || (kind !== undefined && linkNamed(kind, name) !== undefined);
      kind = part === root ? catalog.find(({ plural }) => plural === name) : kindUnder(kind, name, catalog);
    }
    if (kind === undefined) break;
    part = part?.type === "list" ? part.elements[Number(name)] : memberNamed(part, name)?.value;
    if (part?.type !== "map" || isElement !== isLink) continue;
    const id = memberNamed(part, kind.fields[0]?.name ?? "")?.value;
    const text = id?.type === "scalar" && typeof id.value === "string" ? id.value : "";
    address = ID.test(text) ? addressOf(kind.name, text) : undefined;
  }
  return address;
}

/** The kind of the resources that a key of a resource takes, if it takes any. */
function kindUnder(kind: Kind | undefined, name: string, catalog: Catalog): Kind | undefined {
  const field = kind && fieldNamed(kind, name);
  const to = field?.type === "reference" ? field.to : kind && linkNamed(kind, name)?.to;
  return catalog.find((each) => each.name === to);
}
