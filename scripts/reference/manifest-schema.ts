/**
 * JSON Schema of manifests and overrides, for editors. It accepts a little more than validation, which also looks across
 * resources. Empty defaults are given in words only: editors would insert them.
 */
import type { Catalog, Field, Kind, Link, OutdatedForm } from "../../src/catalog/types.ts";
import { fieldSchema, ID_PATTERN } from "../../src/manifest/field-schema.ts";
import {
  CREATE_ONLY,
  type EntryForm,
  entryForms,
  IGNORE,
  IGNORE_SUMMARY,
  ignorableNames,
} from "../../src/manifest/forms.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import { defined } from "../../src/model/collections.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { DRAFT, withMarkdown } from "../../src/model/schema/editor.ts";

const ID_FORM = "Expected a custom_id: letters, digits and _ . ~ -, at most 255 of them, and not . or ..";

/** The schema, in the draft that every editor understands. */
export function manifestSchema(catalog: Catalog): JsonObject {
  const forms = entryForms(catalog);
  return withMarkdown({
    $schema: DRAFT,
    title: "laurel manifest",
    description: "Resources of one game. A game may have any number of such files.",
    type: "object",
    properties: Object.fromEntries([
      ...catalog.map((kind): [string, Json] => [kind.plural, listOf(kind)]),
      ...forms.map((form): [string, Json] => [form.key, listOfEntries(form)]),
    ]),
    additionalProperties: false,
    definitions: Object.fromEntries([
      ...catalog.map((kind): [string, Json] => [kind.name, resourceSchema(kind, catalog)]),
      ...forms.map((form): [string, Json] => [form.key, entrySchema(form)]),
    ]),
  });
}

function listOfEntries({ key, summary }: EntryForm): JsonObject {
  return { type: "array", description: summary, items: { $ref: `#/definitions/${key}` } };
}

function entrySchema({ label, summary, fields }: EntryForm): JsonObject {
  return {
    type: "object",
    title: label,
    description: summary,
    properties: Object.fromEntries(fields.map((field) => [field.name, describedField(field)])),
    required: fields.filter((field) => field.required === true).map((field) => field.name),
    additionalProperties: false,
  };
}

function listOf(kind: Kind): JsonObject {
  return {
    type: "array",
    description: `${kind.summary} Writing this key means that all of the game's resources of the kind are managed here.`,
    items: { $ref: `#/definitions/${kind.name}` },
  };
}

function resourceSchema(kind: Kind, catalog: Catalog): JsonObject {
  const fields = kind.fields.map((field): [string, Json] => [field.name, describedField(field)]);
  const links = kind.links.map((link): [string, Json] => [link.name, describedLink(link, catalog)]);
  return {
    type: "object",
    title: kind.label,
    description: kind.summary,
    properties: Object.fromEntries([
      ...fields,
      ...links,
      [IGNORE, ignoreSchema(kind)],
      [CREATE_ONLY.name, describedField(CREATE_ONLY)],
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
    examples: [names.slice(1, 2)],
  };
}

function describedField(field: Field): JsonObject {
  const words: Record<string, Json> = { ...wordsOf(field) };
  if (!isEmpty(field.default)) words.default = field.default;
  if (field.examples !== undefined) words.examples = [...field.examples];
  if (field.type === "reference") return { ...words, ...referenceTo(field.to) };
  const schema: Record<string, Json> = { ...words, ...fieldSchema(field) };
  if (field.type === "choice") schema.enumDescriptions = field.choices.map((choice) => choice.summary);
  if (field.type === "id") schema.patternErrorMessage = ID_FORM;
  if (field.type === "pattern") schema.patternErrorMessage = `Expected ${field.form}.`;
  return schema;
}

/** Nobody writes these down, but editors that see them as a default would. */
function isEmpty(value: Json | undefined): value is undefined | null | "" | false {
  return value === undefined || value === null || value === "" || value === false;
}

/** Editors that know Markdown show the choices with their own words, so it does not repeat them. */
function wordsOf(field: Field): JsonObject {
  const choices =
    field.type === "choice"
      ? [`${field.choices.map((choice) => `\`${choice.value}\`: ${choice.summary}`).join("; ")}.`]
      : [];
  const more: string[] = [];
  if (field.type === "pattern") more.push(`Form: ${field.form}.`, ...outdatedWords(field.outdated ?? []));
  if (field.createOnly === true) more.push("Known to be set only when the resource is created.");
  if (field.required !== true && field.default !== undefined) more.push(`Default: ${defaultWords(field.default)}.`);
  const description = [field.summary, ...choices, ...more].join("\n\n");
  return choices.length === 0
    ? { description }
    : { description, markdownDescription: [field.summary, ...more].join("\n\n") };
}

function defaultWords(value: Json): string {
  return value === null || value === "" ? "none" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function outdatedWords(forms: readonly OutdatedForm[]): readonly string[] {
  return forms.map((form) => `Note: ${form.help}.`);
}

function describedLink(link: Link, catalog: Catalog): JsonObject {
  const { label } = kindNamed(catalog, link.to);
  return {
    description: link.summary,
    type: "array",
    items: { description: `The ${label}: its custom_id, or its definition.`, ...referenceTo(link.to) },
    ...defined({ examples: link.examples && [...link.examples] }),
  };
}

/**
 * An id, or the whole resource in its place. The words are beside both: editors would show those of one alternative
 * instead.
 */
function referenceTo(kindName: string): JsonObject {
  const id = { type: "string", pattern: ID_PATTERN, patternErrorMessage: ID_FORM };
  return { anyOf: [id, { $ref: `#/definitions/${kindName}` }] };
}

/**
 * JSON Schema of files below `overrides`. It is made from the one of manifests: the same resources, of which only the id
 * must be given; ids instead of definitions; and `null` for what goes back to its default.
 */
export function overridesSchema(catalog: Catalog): JsonObject {
  const { $schema, definitions } = manifestSchema(catalog) as { $schema: string; definitions: JsonObject };
  return {
    $schema,
    title: "laurel overrides",
    description: "What is different about the resources of one game in one environment.",
    type: "object",
    properties: Object.fromEntries(catalog.map((kind): [string, Json] => [kind.plural, listOfOverrides(kind)])),
    additionalProperties: false,
    definitions: Object.fromEntries(
      catalog.map((kind): [string, Json] => [kind.name, partialSchema(kind, definitions[kind.name] as JsonObject)]),
    ),
  };
}

function listOfOverrides(kind: Kind): JsonObject {
  return {
    type: "array",
    description: `${kind.summary} Here: what is different about them in this environment.`,
    items: { $ref: `#/definitions/${kind.name}` },
  };
}

function partialSchema(kind: Kind, whole: JsonObject): JsonObject {
  const [id] = kind.fields;
  const required = new Set(kind.fields.filter((field) => field.required === true).map(({ name }) => name));
  const properties = Object.entries(whole.properties as JsonObject).map(([name, schema]): [string, Json] => {
    const plain = withoutDefinitions(schema as JsonObject);
    return [name, required.has(name) ? plain : orNull(plain)];
  });
  return { ...whole, properties: Object.fromEntries(properties), required: [id?.name ?? ""] };
}

/** An override names resources by their ids: of an id or a definition, the id is left. */
function withoutDefinitions(schema: JsonObject): JsonObject {
  if (isJsonObject(schema.items)) return { ...schema, items: withoutDefinitions(schema.items) };
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf: _, ...words } = schema;
  const plain = schema.anyOf.find((each) => isJsonObject(each) && each.$ref === undefined);
  return { ...(plain as JsonObject), ...words };
}

/** Keywords that say something about a value and do not constrain it. */
const WORDS: ReadonlySet<string> = new Set(["description", "markdownDescription", "default", "examples"]);

function orNull(schema: JsonObject): JsonObject {
  const words = Object.entries(schema).filter(([key]) => WORDS.has(key));
  const constraints = Object.entries(schema).filter(([key]) => !WORDS.has(key));
  // Any value at all may be null as it is.
  if (constraints.length === 0) return schema;
  const back: JsonObject = { type: "null", description: "Back to the default, whatever the manifests say." };
  return { ...Object.fromEntries(words), anyOf: [Object.fromEntries(constraints), back] };
}
