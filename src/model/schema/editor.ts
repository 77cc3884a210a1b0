/**
 * What the schemas of files that people write have besides JSON Schema: words for editors, which ignore what they do not
 * know.
 */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/**
 * Draft-07 for these schemas: it is the newest that the YAML support of VS Code, Neovim and the JetBrains IDEs have all
 * understood for years.
 */
export const DRAFT = "http://json-schema.org/draft-07/schema#";

/** Keywords that are no part of JSON Schema. A strict validator must know them. */
export const EDITOR_KEYWORDS: readonly string[] = ["enumDescriptions", "markdownDescription", "patternErrorMessage"];

/**
 * The same schema, with every description that has backticks given as Markdown, too: without it, editors show the
 * backticks as they are.
 */
export function withMarkdown(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (VALUES.has(key)) return [[key, value]];
      const inner: [string, Json] = [key, withMarkdownInside(value)];
      const isSaid = schema[MARKDOWN] !== undefined;
      return key === "description" && typeof value === "string" && value.includes("`") && !isSaid
        ? [inner, [MARKDOWN, value]]
        : [inner];
    }),
  );
}

const MARKDOWN = "markdownDescription";

/** Keywords below which there are values and no schemas. */
const VALUES: ReadonlySet<string> = new Set(["examples", "default", "enum", "const"]);

function withMarkdownInside(value: Json): Json {
  if (Array.isArray(value)) return value.map(withMarkdownInside);
  return isJsonObject(value) ? withMarkdown(value) : value;
}
