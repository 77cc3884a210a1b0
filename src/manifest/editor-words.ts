/** What the schemas of files that people write have besides JSON Schema: words for editors. */

import { isJsonObject, type Json } from "../ground/json.ts";
import type { DiagnosticCode } from "../model/codes.ts";

/** Draft-07 is the newest that the YAML support of VS Code, Neovim and the JetBrains IDEs have all understood for years. */
export const DRAFT = "http://json-schema.org/draft-07/schema#";

/**
 * Keywords that are no part of JSON Schema. A strict validator must know them. Editors ignore those that begin with `x-`,
 * which are for messages: `x-fix` says what to write for the value, `x-keys` has messages for some keys that are not accepted,
 * `x-also` has the accepted values by words that people use for them, and `x-rewrites` (rewrites.ts) turns what people write
 * into an accepted text.
 */
export const EDITOR_KEYWORDS: readonly string[] = [
  "enumDescriptions",
  "markdownDescription",
  "patternErrorMessage",
  "x-also",
  "x-fix",
  "x-keys",
  "x-rewrites",
];

/** What a diagnostic says about a mistake: a value of `x-keys`. */
export interface Explanation {
  readonly code: DiagnosticCode;
  readonly label: string;
  readonly help?: string;
}

/** Keywords below which there are values and no schemas. */
const VALUES: ReadonlySet<string> = new Set(["examples", "default", "enum", "const", "x-also", "x-keys", "x-rewrites"]);

/** The same schema, with every description that has backticks as Markdown, too: else, editors show them as they are. */
export function withMarkdown<Schema extends Json>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(withMarkdown) as unknown as Schema;
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    const inner: [string, Json] = [key, VALUES.has(key) ? value : withMarkdown(value)];
    const isPlain = key !== "description" || typeof value !== "string" || !value.includes("`");
    return isPlain || schema.markdownDescription !== undefined ? [inner] : [inner, ["markdownDescription", value]];
  });
  return Object.fromEntries(members) as Schema;
}
