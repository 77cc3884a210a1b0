/**
 * The JSON Schemas of manifests and overrides with words for editors. What they allow is what
 * laurel checks (src/manifest/schema.ts). Empty defaults are given in words only: editors would
 * insert them.
 */
import { CONDITION_FORMS } from "../../src/catalog/conditions.ts";
import type { Catalog, Field, Kind, Link } from "../../src/catalog/types.ts";
import { defined } from "../../src/ground/collections.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/ground/json.ts";
import { withMarkdown } from "../../src/manifest/editor-words.ts";
import {
  CREATE_ONLY,
  entryForms,
  IGNORE,
  IGNORE_SUMMARY,
  ignorableNames,
} from "../../src/manifest/forms.ts";
import {
  manifestSchema as plainManifestSchema,
  overridesSchema as plainOverridesSchema,
} from "../../src/manifest/schema.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";

export function manifestSchema(catalog: Catalog): JsonObject {
  return described(plainManifestSchema(catalog), catalog, {
    document: "Resources of one game. A game may have any number of such files.",
    list: (kind) =>
      `${kind.summary} Writing this key means that all of the game's resources of the kind are managed here.`,
  });
}

export function overridesSchema(catalog: Catalog): JsonObject {
  return described(plainOverridesSchema(catalog), catalog, {
    document:
      "What is different about the resources of one game in one environment. `null` is the default.",
    list: (kind) => `${kind.summary} Here: what is different about them in this environment.`,
  });
}

function described(
  schema: JsonObject,
  catalog: Catalog,
  words: { readonly document: string; readonly list: (kind: Kind) => string },
): JsonObject {
  const lists = new Map<string, string>(catalog.map((kind) => [kind.plural, words.list(kind)]));
  const definitions = new Map<string, Definition>(
    catalog.map((kind) => [
      kind.name,
      { summary: kind.summary, members: membersOf(kind, catalog) },
    ]),
  );
  for (const { key, summary, fields } of entryForms(catalog)) {
    lists.set(key, summary);
    definitions.set(key, {
      summary,
      members: new Map(fields.map((field) => [field.name, fieldWords(field)])),
    });
  }
  const whole = {
    ...schema,
    description: words.document,
    properties: mapped(schema.properties, (list, key) => ({
      ...list,
      description: lists.get(key) ?? "",
    })),
    definitions: mapped(schema.definitions, (definition, name) => {
      const { summary = "", members } = definitions.get(name) ?? {};
      const properties = mapped(definition.properties, (member, key) => {
        const words = withWords(member, members?.get(key));
        return isJsonObject(member.properties) ? withConditionWords(words) : words;
      });
      return { ...definition, description: summary, properties };
    }),
  };
  return withMarkdown(withSentences(whole) as JsonObject);
}

/** Editors show the message of a pattern by itself. */
function withSentences(value: Json): Json {
  if (Array.isArray(value)) return value.map(withSentences);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]): [string, Json] =>
    key === "patternErrorMessage"
      ? [key, `Expected ${String(member)}.`]
      : [key, withSentences(member)],
  );
  return Object.fromEntries(entries);
}

function withWords(member: JsonObject, words: JsonObject = {}): JsonObject {
  const items =
    isJsonObject(member.items) && isJsonObject(words.items)
      ? { ...member.items, ...words.items }
      : undefined;
  return { ...member, ...words, ...defined({ items }) };
}

interface Definition {
  readonly summary: string;
  readonly members: ReadonlyMap<string, JsonObject>;
}

const CONDITION_EXAMPLES = Object.values(CONDITION_FORMS).map(({ example }) => `\`${example}\``);
/** By the name of a member inside of `conditions`. */
const CONDITION_WORDS: Readonly<Record<string, string>> = {
  operator: "Whether all must match (`and`, the default) or one is enough (`or`).",
  groups: "Groups of conditions.",
  conditions: "Conditions on one activity.",
};

/** The form of `conditions` with words at every level. */
function withConditionWords(schema: JsonObject): JsonObject {
  const properties = mapped(schema.properties, (member, name) => {
    const items = member.items as JsonObject | undefined;
    const described = { ...member, description: CONDITION_WORDS[name] ?? "" };
    if (items === undefined) return described;
    const inner =
      items.type === "object"
        ? withConditionWords(items)
        : { ...items, description: `Which activities count: ${CONDITION_EXAMPLES.join(", ")}.` };
    return { ...described, items: inner };
  });
  return { ...schema, properties };
}

function mapped(
  schemas: Json | undefined,
  change: (schema: JsonObject, name: string) => JsonObject,
): JsonObject {
  const entries = isJsonObject(schemas) ? Object.entries(schemas) : [];
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, change(schema as JsonObject, name)]),
  );
}

function membersOf(kind: Kind, catalog: Catalog): ReadonlyMap<string, JsonObject> {
  return new Map([
    ...kind.fields.map((field): [string, JsonObject] => [field.name, fieldWords(field)]),
    ...kind.links.map((link): [string, JsonObject] => [link.name, linkWords(link, catalog)]),
    [IGNORE, ignoreWords(kind)],
    [CREATE_ONLY.name, fieldWords(CREATE_ONLY)],
  ]);
}

function ignoreWords(kind: Kind): JsonObject {
  return { description: IGNORE_SUMMARY, examples: [ignorableNames(kind).slice(1, 2)] };
}

function linkWords(link: Link, catalog: Catalog): JsonObject {
  const { label } = kindNamed(catalog, link.to);
  const items = { description: `The ${label}: its custom_id, or its definition.` };
  return { description: link.summary, items };
}

function fieldWords(field: Field): JsonObject {
  const words: Record<string, Json> = { ...wordsOf(field) };
  if (!isEmpty(field.default)) words.default = field.default;
  if (field.examples !== undefined) words.examples = [...field.examples];
  if (field.type === "choice") {
    words.enumDescriptions = field.choices.map((choice) => choice.summary);
  }
  return words;
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
  if (field.type === "pattern") more.push(`Form: ${field.form}.`);
  if (field.createOnly === true) more.push("Known to be set only when the resource is created.");
  if (field.required !== true && field.default !== undefined)
    more.push(`Default: ${defaultWords(field.default)}.`);
  const description = [field.summary, ...choices, ...more].join("\n\n");
  return choices.length === 0
    ? { description }
    : { description, markdownDescription: [field.summary, ...more].join("\n\n") };
}

function defaultWords(value: Json): string {
  return value === null || value === ""
    ? "none"
    : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
