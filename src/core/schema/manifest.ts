/**
 * JSON Schema of manifests, for editors: completion, descriptions on hovering, and a definition wherever an id may
 * stand. What it accepts is a little more than validation does, which also sees across resources.
 */
import type { Catalog, Field, Kind, Link, OutdatedForm } from "../../catalog/types.ts";
import type { Json, JsonObject } from "../json.ts";
import { CREATE_ONLY, type EntryForm, entryForms, IGNORE, IGNORE_SUMMARY, ignorableNames } from "../manifests/forms.ts";
import { fieldSchema, ID_PATTERN } from "./field.ts";

/** The schema, draft 2020-12, made of constructs that editors of draft-07 understand too. */
export function manifestSchema(catalog: Catalog): JsonObject {
  const forms = entryForms(catalog);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "laurel manifest",
    description: "Resources of one game. A game may have any number of such files.",
    type: "object",
    properties: Object.fromEntries([
      ...catalog.map((kind): [string, Json] => [kind.plural, listOf(kind)]),
      ...forms.map((form): [string, Json] => [form.key, listOfEntries(form)]),
    ]),
    additionalProperties: false,
    $defs: Object.fromEntries([
      ...catalog.map((kind): [string, Json] => [kind.name, resourceSchema(kind, catalog)]),
      ...forms.map((form): [string, Json] => [form.key, entrySchema(form, catalog)]),
    ]),
  };
}

function listOfEntries({ key, summary }: EntryForm): JsonObject {
  return { type: "array", description: summary, items: { $ref: `#/$defs/${key}` } };
}

function entrySchema({ label, summary, fields }: EntryForm, catalog: Catalog): JsonObject {
  return {
    type: "object",
    title: label,
    description: summary,
    properties: Object.fromEntries(fields.map((field) => [field.name, describedField(field, catalog)])),
    required: fields.filter((field) => field.required === true).map((field) => field.name),
    additionalProperties: false,
  };
}

function listOf(kind: Kind): JsonObject {
  return {
    type: "array",
    description: `${kind.summary} Writing this key means that all of the game's resources of the kind are managed here.`,
    items: { $ref: `#/$defs/${kind.name}` },
  };
}

function resourceSchema(kind: Kind, catalog: Catalog): JsonObject {
  const fields = kind.fields.map((field): [string, Json] => [field.name, describedField(field, catalog)]);
  const links = kind.links.map((link): [string, Json] => [link.name, describedLink(link, catalog)]);
  return {
    type: "object",
    title: kind.label,
    description: kind.summary,
    properties: Object.fromEntries([
      ...fields,
      ...links,
      [IGNORE, ignoreSchema(kind)],
      [CREATE_ONLY.name, describedField(CREATE_ONLY, catalog)],
    ]),
    required: kind.fields.filter((field) => field.required === true).map((field) => field.name),
    additionalProperties: false,
  };
}

function ignoreSchema(kind: Kind): JsonObject {
  const summaries = new Map([...kind.fields, ...kind.links].map(({ name, summary }) => [name, summary]));
  const names = ignorableNames(kind);
  return {
    description: IGNORE_SUMMARY,
    type: "array",
    items: { type: "string", enum: [...names], enumDescriptions: names.map((name) => summaries.get(name) ?? "") },
    uniqueItems: true,
    default: [],
    examples: [names.slice(1, 2)],
  };
}

function describedField(field: Field, catalog: Catalog): JsonObject {
  const words: Record<string, Json> = { description: descriptionOf(field) };
  if (field.default !== undefined && field.default !== null) words.default = field.default;
  if (field.examples !== undefined) words.examples = [...field.examples];
  const constraint = field.type === "reference" ? referenceTo(field.to, catalog) : fieldSchema(field);
  if (field.type === "choice") {
    return { ...words, ...constraint, enumDescriptions: field.choices.map((choice) => choice.summary) };
  }
  return { ...words, ...constraint };
}

function descriptionOf(field: Field): string {
  const parts = [field.summary];
  if (field.type === "choice") {
    parts.push(
      field.choices
        .map((choice) => `\`${choice.value}\`: ${choice.summary}`)
        .join("; ")
        .concat("."),
    );
  }
  if (field.type === "pattern") parts.push(`Form: ${field.form}.`, ...outdatedWords(field.outdated ?? []));
  if (field.createOnly === true) parts.push("Known to be set only when the resource is created.");
  if (field.required !== true && field.default !== undefined) parts.push(`Default: ${defaultWords(field.default)}.`);
  return parts.join("\n\n");
}

function defaultWords(value: Json): string {
  return value === null || value === "" ? "none" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function outdatedWords(forms: readonly OutdatedForm[]): readonly string[] {
  return forms.map((form) => `Note: ${form.help}.`);
}

function describedLink(link: Link, catalog: Catalog): JsonObject {
  return {
    description: link.summary,
    type: "array",
    items: referenceTo(link.to, catalog),
    default: [],
    ...(link.examples === undefined ? {} : { examples: [...link.examples] }),
  };
}

/** An id, or the whole resource in its place. */
function referenceTo(kindName: string, catalog: Catalog): JsonObject {
  const label = catalog.find((kind) => kind.name === kindName)?.label ?? kindName;
  return {
    anyOf: [
      { type: "string", pattern: ID_PATTERN, description: `The custom_id of the ${label}.` },
      { $ref: `#/$defs/${kindName}` },
    ],
  };
}
