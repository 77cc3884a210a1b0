/** A schema that allows the same and is compiled to less code: every run of a command pays for its length. */
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../json.ts";

/** Words for people and editors, which check nothing. */
const WORDS = new Set([
  ...["description", "markdownDescription", "default", "examples", "title"],
  ...["enumDescriptions", "markdownEnumDescriptions"],
]);
/** Fewer members than this are no shorter as a list. */
const WORTH_IT = 10;

/** Where all members of a mapping are allowed the same, they are checked in a loop instead of one by one. */
export function folded(schema: Json): Json {
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
