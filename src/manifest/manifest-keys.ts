/**
 * The documents that describe a game: their top level, which has plural names of kinds with lists of resources and keys
 * with lists of entries, and their schemas with what the catalog knows about mistakes.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Advice, DocumentSchema, SchemaMistake } from "./explain.ts";
import { type EntryForm, entryForms, topLevelKeys } from "./forms.ts";
import { checks } from "./manifest-check.ts";
import type { ParsedText } from "./parse.ts";
import { beginningOf, keySpan, type ListPart, memberNamed, type Part, writtenText } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { ID_PATTERN, manifestSchema, overridesSchema } from "./schema.ts";
import { withArticle } from "./wording.ts";

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

const idPattern = new RegExp(ID_PATTERN);

/** Manifests and overrides, for `checkDocument`. */
export function documentSchemas(catalog: Catalog): readonly [manifests: DocumentSchema, overrides: DocumentSchema] {
  const kinds: Kinds = {
    kindOf: (definition) => catalog.find(({ name }) => name === definition),
    ownerOf: (field) => {
      const [only, another] = catalog.filter(({ fields }) => fields.some(({ name }) => name === field));
      return another === undefined ? only : undefined;
    },
  };
  const shared = {
    checks,
    addressOf: (definition: string, part: Part) => {
      const kind = kinds.kindOf(definition);
      const id = memberNamed(part, kind?.fields[0]?.name ?? "")?.value;
      const text = id?.type === "scalar" && typeof id.value === "string" ? id.value : "";
      return kind === undefined || !idPattern.test(text) ? undefined : addressOf(kind.name, text);
    },
  };
  const keys = entryForms(catalog).map(({ key }): string => key);
  return [
    { ...shared, key: "manifest", schema: () => manifestSchema(catalog), advise: (mistake) => advise(mistake, kinds) },
    {
      ...shared,
      key: "overrides",
      schema: () => overridesSchema(catalog),
      advise: (mistake) => {
        const isEntry = mistake.definition === "" && keys.includes(mistake.names.at(-1) ?? "");
        if (isEntry) return { help: "this is about all environments: write it into the manifests" };
        const isDefinition = mistake.part.type === "map" && mistake.keyword === "type" && mistake.definition !== "";
        const help = "define it in the manifests, and write its custom_id here";
        return isDefinition ? { help } : advise(mistake, kinds);
      },
    },
  ];
}

interface Kinds {
  readonly kindOf: (definition: string) => Kind | undefined;
  /** The only kind with a field of the name. */
  readonly ownerOf: (field: string) => Kind | undefined;
}

/** What the catalog knows about a mistake. */
function advise(mistake: SchemaMistake, { kindOf, ownerOf }: Kinds): Advice | undefined {
  const { definition, names, keyword, part } = mistake;
  const [outer, name = ""] = [names.at(-2), names.at(-1)];
  const kind = kindOf(definition);
  const text = writtenText(part);
  if (keyword === "additionalProperties" && Object.hasOwn(kind?.outdatedFields ?? {}, name)) {
    const help = kind?.outdatedFields?.[name] ?? "";
    return { code: "outdated-field", label: `"${name}" is no longer accepted`, help };
  }
  const owner = keyword === "additionalProperties" && kind !== undefined ? ownerOf(name) : undefined;
  if (owner !== undefined) {
    const help = `"${name}" is a field of ${withArticle(owner.label)}: write "${owner.plural}:" above the first of them`;
    return { help };
  }
  const field = kind?.fields.find((each) => each.name === name);
  if (keyword === "pattern" && field?.type === "pattern" && part.type === "scalar") {
    const written = String(part.value);
    const outdated = field.outdated?.find((form) => new RegExp(form.pattern).test(written));
    if (outdated !== undefined) {
      return { code: "outdated-field", label: "this form is no longer accepted", help: outdated.help };
    }
    if (field.large !== undefined && new RegExp(field.large.pattern).test(written)) {
      const help = `the largest is ${field.large.most}`;
      return { code: "out-of-range", label: `the number in "${name}" is too large`, help };
    }
  }
  if (outer === "conditions" && keyword === "type") {
    // Unquoted, `month: 2` is a mapping, and the comma of `betweenHours:9,8` ends the element of a list.
    const plain = text.replaceAll(/^\{\s*|\s*\}$/g, "").replaceAll(/:\s+/g, ":");
    return { help: part.type === "map" ? `quote it: "${plain}"` : "quote a condition that contains commas" };
  }
  if (definition === "" && names.length === 1 && part.type === "scalar" && part.value === null) {
    return { help: `to have none of them, write ${name}: []; otherwise delete the key` };
  }
  return undefined;
}
