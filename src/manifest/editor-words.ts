/** What the schemas of files that people write have besides JSON Schema: words for editors. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../ground/json.ts";
import { type DiagnosticCode, isCode } from "../model/codes.ts";

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

/** The explanation that a value of `x-keys` is; undefined for any other value. */
export function explanationIn(value: Json | undefined): Explanation | undefined {
  if (!isJsonObject(value)) return undefined;
  const { code, label, help } = value;
  if (!isCode(code) || typeof label !== "string") return undefined;
  return { code, label, ...(typeof help === "string" && { help }) };
}

/** Keywords below which there are values and no schemas. */
const VALUES: ReadonlySet<string> = new Set(["examples", "default", "enum", "const", "x-also", "x-keys", "x-rewrites"]);

/** The same schema, with every description that has backticks as Markdown, too: else, editors show them as they are. */
export function withMarkdown(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    const inner: [string, Json] = [key, VALUES.has(key) ? value : withMarkdownInside(value)];
    const isPlain = key !== "description" || typeof value !== "string" || !value.includes("`");
    return isPlain || schema.markdownDescription !== undefined ? [inner] : [inner, ["markdownDescription", value]];
  });
  return Object.fromEntries(members);
}

function withMarkdownInside(value: Json): Json {
  if (isJsonList(value)) return value.map(withMarkdownInside);
  return isJsonObject(value) ? withMarkdown(value) : value;
}
