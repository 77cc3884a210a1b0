/**
 * The top level of manifests: kinds with lists of resources, and keys with lists of entries. Also
 * the schemas of manifests and overrides.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { type Pointer, parsePointer, pointerTo } from "../ground/pointer.ts";
import { inQuotes } from "../ground/words.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import type { DocumentSchema } from "./checks.ts";
import { type EntryForm, entryForms, topLevelKeys } from "./forms.ts";
import { checks } from "./manifest-check.ts";
import type { ParsedText } from "./parse.ts";
import { type ListPart, memberNamed, type Part, partAt, sourceOf } from "./parts.ts";
import { ID_PATTERN } from "./schema.ts";

export interface ResourceList {
  readonly kind: Kind;
  readonly list: ListPart;
}

export interface EntryList {
  readonly form: EntryForm;
  readonly list: ListPart;
}

/** Finds the lists in the documents of all files. */
export function manifestLists(documents: readonly Part[], catalog: Catalog) {
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
  return { resources, entries };
}

/**
 * Refuses each file of scenarios with a key of manifests, because its resources would not be read.
 */
export function manifestsInScenarios(
  files: readonly ParsedText[],
  catalog: Catalog,
): readonly Diagnostic[] {
  const keys = topLevelKeys(catalog);
  return files.flatMap(({ source, documents }) => {
    const [first] = documents.flatMap((root) =>
      keys.flatMap((key) => (memberNamed(root, key) ? [{ root, key }] : [])),
    );
    if (first === undefined) return [];
    const label = `${inQuotes(first.key)} is a key of manifests, and files named *.test.yaml or *.test.yml hold scenarios`;
    const help = [
      `move it to a file with another name, such as ${source.name.replace(/\.test(\.ya?ml)$/i, "$1")}`,
    ];
    return [
      problemAt("manifest-in-scenarios", sourceOf(first.root).locate(`/${first.key}`, "key"), {
        label,
        help,
      }),
    ];
  });
}

const ID = new RegExp(ID_PATTERN);

/** Returns the schemas of manifests and overrides, for `checkDocument`. */
export function documentSchemas(
  catalog: Catalog,
): readonly [manifests: DocumentSchema, overrides: DocumentSchema] {
  const shared = {
    checks,
    addressOf: (root: Part, pointer: Pointer) => addressAt(root, pointer, catalog),
  };
  return [
    { ...shared, key: "manifest" },
    { ...shared, key: "overrides" },
  ];
}

/** Returns the address of the resource that a pointer leads into. */
function addressAt(root: Part, pointer: Pointer, catalog: Catalog): Address | undefined {
  const [key = "", index = ""] = parsePointer(pointer);
  const kind = catalog.find(({ plural }) => plural === key);
  const id = partAt(root, pointerTo(key, index, "custom_id")).value;
  return kind !== undefined && typeof id === "string" && ID.test(id)
    ? addressOf(kind.name, id)
    : undefined;
}
