/** The project file, compiled (schema/checks.ts). */
import { Ajv } from "ajv";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Checks } from "../model/schema/checks.ts";
import { EDITOR_KEYWORDS } from "../model/schema/editor.ts";
import { projectSchema } from "./project-schema.ts";

/** Words for people and editors, which check nothing. */
const WORDS = new Set([
  ...["description", "markdownDescription", "default", "examples", "title"],
  ...["enumDescriptions", "markdownEnumDescriptions"],
]);
/** Fewer members than this are no shorter as a list. */
const WORTH_IT = 10;

/**
 * A schema that allows the same and is compiled to less code, as every run of a command pays for its length: where all
 * members of a mapping are allowed the same, they are checked in a loop instead of one by one.
 */
function folded(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(folded);
  if (!isJsonObject(schema)) return schema;
  const { properties, ...rest } = schema;
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  const forms = new Map(members.map(([, member]) => [canonicalJson(wordless(member)), wordless(member)]));
  const [form] = forms.values();
  if (members.length >= WORTH_IT && forms.size === 1 && form !== undefined && rest.additionalProperties === false) {
    return { ...rest, propertyNames: { enum: members.map(([name]) => name) }, additionalProperties: form };
  }
  return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, folded(member)]));
}

function wordless(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !WORDS.has(name))) as JsonObject;
}

export const checks: Checks = new Ajv({
  allErrors: true,
  strict: true,
  strictRequired: false,
  meta: false,
  validateSchema: false,
  // What several places share is compiled once.
  inlineRefs: false,
  keywords: [...EDITOR_KEYWORDS],
  schemas: { project: folded(projectSchema()) as JsonObject },
});
