/**
 * JSON Schema of files below `overrides`, for editors. It is made from the one of manifests: the same resources, of which
 * only the id must be given; ids instead of definitions; and `null` for what goes back to its default.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { manifestSchema } from "./manifest-schema.ts";

export function overridesSchema(catalog: Catalog): JsonObject {
  const { $schema, definitions } = manifestSchema(catalog) as { $schema: string; definitions: JsonObject };
  return {
    $schema,
    title: "laurel overrides",
    description: "What is different about the resources of one game in one environment.",
    type: "object",
    properties: Object.fromEntries(catalog.map((kind): [string, Json] => [kind.plural, listOf(kind)])),
    additionalProperties: false,
    definitions: Object.fromEntries(
      catalog.map((kind): [string, Json] => [kind.name, partialSchema(kind, definitions[kind.name] as JsonObject)]),
    ),
  };
}

function listOf(kind: Kind): JsonObject {
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
