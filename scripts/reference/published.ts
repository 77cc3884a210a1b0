/**
 * Every schema that is published in the folder `schemas`, by the name of its document.
 * schema-catalog.ts adds addresses.
 */
import { scenariosSchema } from "../../src/analysis/scenarios/scenarios-schema.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/ground/json.ts";
import { projectSchema } from "../../src/project/project-schema.ts";
import { documentSchemas } from "./document-schemas.ts";
import { manifestSchema, overridesSchema } from "./manifest-schema.ts";

export function publishedSchemas(catalog: Catalog): Readonly<Record<string, JsonObject>> {
  const schemas: Readonly<Record<string, object>> = {
    manifest: manifestSchema(catalog),
    overrides: overridesSchema(catalog),
    project: projectSchema,
    scenarios: scenariosSchema,
    ...documentSchemas,
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      inOrder(schema as JsonObject) as JsonObject,
    ]),
  );
}

/** What says what a value is comes before what is in it, so that people can read the schema. */
const FIRST = ["$schema", "title", "type", "description"];
const LAST = ["properties", "required", "$defs"];

/** The schema as plain JSON, with its keywords in the order in which they are read. */
function inOrder(schema: Json, isSchema = true): Json {
  if (Array.isArray(schema)) return schema.map((each) => inOrder(each));
  if (!isJsonObject(schema)) return schema;
  const names = Object.keys(schema);
  const rank = (name: string): number =>
    FIRST.includes(name)
      ? FIRST.indexOf(name)
      : FIRST.length + (LAST.includes(name) ? 1 + LAST.indexOf(name) : 0);
  const sorted = isSchema ? names.toSorted((one, other) => rank(one) - rank(other)) : names;
  return Object.fromEntries(
    sorted.map((name) => [name, inOrder(schema[name] ?? null, !(isSchema && MAPS.has(name)))]),
  );
}

/** Keywords whose members are schemas by names that are no keywords. */
const MAPS: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);
