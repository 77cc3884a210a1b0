/** Holds printed documents against their schemas. */
import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { DOCUMENT_NAMES } from "../../src/cli/commands/schema.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/ground/json.ts";

const FOLDER = new URL("../../schemas/", import.meta.url);

/** The published schemas by the names of their documents. */
export const SCHEMAS = Object.fromEntries(
  DOCUMENT_NAMES.map((name) => [
    name,
    JSON.parse(readFileSync(new URL(`${name}.schema.json`, FOLDER), "utf8")),
  ]),
) as Readonly<Record<(typeof DOCUMENT_NAMES)[number], JsonObject>>;

/** What is wrong with a document. A member that the schema does not describe is wrong, too. */
export function schemaProblems(schema: object, text: string): readonly object[] {
  const validate = schemaValidator(schema);
  validate(JSON.parse(text));
  return validate.errors ?? [];
}

const compiled = new WeakMap<object, ValidateFunction>();

/** Checks values against the schema with every object closed. */
export function schemaValidator(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  const validate = ajv.compile(closed(schema as JsonObject) as object);
  compiled.set(schema, validate);
  return validate;
}

function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isJsonObject(schema)) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, closed(member)]),
  );
  return isJsonObject(schema.properties) && schema.type === "object"
    ? { ...members, additionalProperties: false }
    : members;
}
