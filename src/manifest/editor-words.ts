/**
 * Keywords for editors and messages, which the schemas of files have in addition to JSON Schema.
 */

import { isJsonList, isJsonObject, type Json, type JsonObject } from "../ground/json.ts";
import { type DiagnosticCode, isCode } from "../model/codes.ts";

/**
 * Draft-07 is the newest draft that VS Code, Neovim and the JetBrains IDEs have all supported for
 * years.
 */
export const DRAFT = "http://json-schema.org/draft-07/schema#";

/**
 * Keywords that are not part of JSON Schema. A strict validator must know them. Editors ignore
 * keywords that begin with `x-`, which are for messages: `x-fix` is advice about the value,
 * `x-keys` has messages for some unknown keys, `x-also` has the accepted values by other words that
 * people use, and `x-rewrites` (rewrites.ts) makes an accepted text of other forms.
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

/** Words of a diagnostic about a mistake: a value of `x-keys`. */
export interface Explanation {
  readonly code: DiagnosticCode;
  readonly label: string;
  readonly help?: string;
}

/** Reads an explanation in a schema; undefined for a value of another form. */
export function explanationIn(value: Json | undefined): Explanation | undefined {
  if (!isJsonObject(value)) return undefined;
  const { code, label, help } = value;
  if (!isCode(code) || typeof label !== "string") return undefined;
  return { code, label, ...(typeof help === "string" && { help }) };
}

/** Keywords that contain values, not schemas. */
const VALUES: ReadonlySet<string> = new Set([
  "examples",
  "default",
  "enum",
  "const",
  "x-also",
  "x-keys",
  "x-rewrites",
]);

/** Adds a Markdown form to each description with backticks, which editors would otherwise show. */
export function withMarkdown(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    const inner: [string, Json] = [key, VALUES.has(key) ? value : withMarkdownInside(value)];
    const isPlain = key !== "description" || typeof value !== "string" || !value.includes("`");
    return isPlain || schema.markdownDescription !== undefined
      ? [inner]
      : [inner, ["markdownDescription", value]];
  });
  return Object.fromEntries(members);
}

function withMarkdownInside(value: Json): Json {
  if (isJsonList(value)) return value.map(withMarkdownInside);
  return isJsonObject(value) ? withMarkdown(value) : value;
}
