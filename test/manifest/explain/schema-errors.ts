/** Values in texts, and the errors that a schema finds in them. */
import type { JsonObject } from "../../../src/ground/json.ts";
import { errorsIn, type SchemaError } from "../../../src/manifest/checks.ts";
import { compiled } from "../../../src/manifest/compile-schemas.ts";
import { type Place, placesOf } from "../../../src/manifest/explain/places.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { memberNamed, type Part } from "../../../src/manifest/parts.ts";

export function rootOf(text: string): Part {
  const { documents, diagnostics } = parseText("a.yaml", text);
  const [root] = documents;
  if (root === undefined) throw new Error(`the text cannot be read: ${diagnostics[0]?.detail}`);
  return root;
}

/** The value of the key `k`. */
export function valueIn(text: string): Part {
  const part = memberNamed(rootOf(text), "k")?.value;
  if (part === undefined) throw new Error("the text has no key k");
  return part;
}

export function errorsOf(text: string, schema: JsonObject): readonly SchemaError[] {
  return errorsIn(compiled({ schema }), "schema", rootOf(text).value);
}

export function placesIn(text: string, schema: JsonObject): readonly Place[] {
  return placesOf(errorsOf(text, schema), rootOf(text));
}
