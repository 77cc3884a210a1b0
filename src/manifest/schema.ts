/**
 * Makes the JSON Schemas of manifests and of overrides. Documents are checked by them, and they are
 * published with words for editors. They have all rules about a single document.
 */
import { CONDITION_REWRITES } from "../catalog/conditions.ts";
import type { Catalog, Field, Kind, KindName } from "../catalog/types.ts";
import { isJsonList, type Json, type JsonObject } from "../ground/json.ts";
import { MAXIMUM_MEMBERS } from "../ground/limits.ts";
import { inQuotes } from "../ground/words.ts";
import { DRAFT } from "./editor-words.ts";
import { CREATE_ONLY, type EntryForm, entryForms, IGNORE, ignorableNames, MOVED } from "./forms.ts";

/**
 * Letters, digits and `_ . ~ -`, 1 to 255 of them, and not `.` or `..`
 * (docs/service.md#common-properties, #surprises).
 */
export const ID_PATTERN =
  "^(?!\\.{1,2}$)(?!.*~laurel-(?:moving|old|left)(?:-[0-9]+)?$)[A-Za-z0-9_.~-]{1,255}$";

const ID: JsonObject = {
  type: "string",
  pattern: ID_PATTERN,
  patternErrorMessage: "an id of 1 to 255 letters, digits and _ . ~ -",
};

const OPERATOR: JsonObject = { type: "string", enum: ["and", "or"] };

/**
 * Unquoted, `month: 2` is a mapping, and the comma of `betweenHours:9,8` ends the element of a
 * list.
 */
const CONDITION: JsonObject = {
  type: "string",
  "x-fix": 'quote each condition, such as "betweenHours:9,8"',
  "x-rewrites": CONDITION_REWRITES,
};

/**
 * The shape of `conditions` (docs/service.md#conditions). The texts in it are checked by
 * `parseConditionText`.
 */
const CONDITIONS: JsonObject = {
  type: "object",
  properties: {
    operator: OPERATOR,
    groups: {
      type: "array",
      maxItems: MAXIMUM_MEMBERS,
      items: {
        type: "object",
        properties: {
          operator: OPERATOR,
          conditions: { type: "array", items: CONDITION, maxItems: MAXIMUM_MEMBERS },
        },
        required: ["conditions"],
        additionalProperties: false,
      },
    },
  },
  required: ["groups"],
  additionalProperties: false,
  "x-rewrites": [
    ["^\\[(.*)\\]$", "{ groups: [{ conditions: [$1] }] }"],
    ["^([\"']?[a-z]+:.*)$", "{ groups: [{ conditions: [$1] }] }"],
    ["^'(\\{.*\\})'$", "$1"],
  ],
};

/** Makes the schema of a reference to a resource of a kind. */
type Reference = (kind: KindName) => JsonObject;

/** An id, or a definition in its place. */
const idOrDefinition: Reference = (kind) => ({ anyOf: [ID, { $ref: `#/definitions/${kind}` }] });

/** In overrides, an id alone. */
const idOnly: Reference = () => ({
  ...ID,
  "x-fix": "write the custom_id alone; definitions belong in the manifests",
});

/** Manifests: lists of resources and of entries. */
export function manifestSchema(catalog: Catalog): JsonObject {
  const entries = entryForms(catalog);
  return documentSchema("manifest", [
    ...catalog.map(
      (kind): Listed => [kind.plural, kind.name, resourceSchema(kind, idOrDefinition)],
    ),
    ...entries.map((form): Listed => [form.key, form.key, entrySchema(form)]),
  ]);
}

/** Overrides: the same resources without definitions in place. Only the id is required. */
export function overridesSchema(catalog: Catalog): JsonObject {
  const title = "file of overrides";
  const schema = documentSchema(
    title,
    catalog.map((kind): Listed => {
      const [id] = kind.fields;
      return [
        kind.plural,
        kind.name,
        { ...resourceSchema(kind, idOnly), required: [id?.name ?? ""] },
      ];
    }),
  );
  const help = "this is about all environments: write it into the manifests";
  const entries = entryForms(catalog).map(({ key }): [string, Json] => [
    key,
    { code: "unknown-key", label: `a ${title} has no key ${inQuotes(key)}`, help },
  ]);
  return { ...schema, "x-keys": Object.fromEntries(entries) };
}

type Listed = readonly [key: string, definition: string, schema: JsonObject];

function documentSchema(title: string, listed: readonly Listed[]): JsonObject {
  const lists = listed.map(([key, name]) => [
    key,
    {
      type: "array",
      items: { $ref: `#/definitions/${name}` },
      "x-fix": `write a list; ${key}: [] has none of them`,
    },
  ]);
  return {
    $schema: DRAFT,
    title,
    type: "object",
    properties: Object.fromEntries(lists),
    additionalProperties: false,
    definitions: Object.fromEntries(listed.map(([, name, schema]) => [name, schema])),
  };
}

function resourceSchema(kind: Kind, reference: Reference): JsonObject {
  const links = kind.links.map((link): [string, Json] => [
    link.name,
    { type: ["array", "null"], items: reference(link.to), maxItems: MAXIMUM_MEMBERS },
  ]);
  const ignore = { type: "string", enum: [...ignorableNames(kind)] };
  const schema = mappingSchema(kind, reference, [
    ...links,
    [IGNORE, { type: ["array", "null"], items: ignore, uniqueItems: true }],
    [CREATE_ONLY.name, fieldSchema(CREATE_ONLY, reference)],
  ]);
  const outdated = Object.entries(kind.outdatedFields ?? {}).map(([name, help]): [string, Json] => [
    name,
    { code: "outdated-field", label: `${inQuotes(name)} is no longer accepted`, help },
  ]);
  return outdated.length === 0 ? schema : { ...schema, "x-keys": Object.fromEntries(outdated) };
}

/** `reward/egg -> reward/dragon-egg`. */
const ARROWS: Json = [
  [
    "^[\"']?([a-z_]+)/(\\S+)\\s*(?:->|=>|→)\\s*(?:\\1/)?([^\\s\"']+)[\"']?$",
    "{ kind: $1, from: $2, to: $3 }",
  ],
];

function entrySchema(form: EntryForm): JsonObject {
  const schema = mappingSchema(form, () => ID, []);
  return form.key === MOVED ? { ...schema, "x-rewrites": ARROWS } : schema;
}

function mappingSchema(
  { label, fields }: Pick<Kind, "label" | "fields">,
  reference: Reference,
  others: readonly (readonly [string, Json])[],
): JsonObject {
  return {
    type: "object",
    title: label,
    properties: Object.fromEntries([
      ...fields.map((field): [string, Json] => [field.name, fieldSchema(field, reference)]),
      ...others,
    ]),
    required: fields.filter((field) => field.required === true).map((field) => field.name),
    additionalProperties: false,
    "x-also": Object.fromEntries(
      fields.flatMap(({ name, alsoCalled = [] }) =>
        alsoCalled.map((word): [string, Json] => [word, name]),
      ),
    ),
  };
}

/**
 * The constraints on a value of the field. `null` means the default, which required fields do not
 * have.
 */
function fieldSchema(field: Field, reference: Reference): JsonObject {
  const schema = field.type === "reference" ? reference(field.to) : valueSchema(field);
  // Editors would suggest null among the choices.
  const isChoice = field.type === "choice" || field.type === "json-text";
  if (field.required === true || isChoice) return schema;
  if (isJsonList(schema.anyOf)) return { anyOf: [...schema.anyOf, { type: "null" }] };
  return { ...schema, type: [schema.type ?? null, "null"] };
}

function valueSchema(field: Field): JsonObject {
  switch (field.type) {
    case "id":
    case "reference":
      return ID;
    case "text": {
      const limited = { type: "string", maxLength: field.maxLength };
      return field.required === true
        ? { ...limited, pattern: "\\S", patternErrorMessage: "a text that is not blank" }
        : limited;
    }
    case "pattern":
      return {
        type: "string",
        pattern: field.pattern,
        patternErrorMessage: field.form,
        "x-rewrites": field.rewrites ?? [],
      };
    case "choice":
      return {
        type: "string",
        enum: field.choices.map((choice) => choice.value),
        "x-also": Object.fromEntries(
          field.choices.flatMap(({ value, alsoCalled = [] }) =>
            alsoCalled.map((word): [string, Json] => [word, value]),
          ),
        ),
      };
    case "flag":
      return { type: "boolean" };
    case "integer":
      return { type: "integer", minimum: field.minimum, maximum: field.maximum };
    case "conditions":
      return CONDITIONS;
    case "json-text":
      return {};
  }
}
