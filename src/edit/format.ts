/** One layout for manifests, overrides and scenarios: text in, text out. It never changes what a file means. */
import type { Catalog } from "../catalog/types.ts";
import { type ManifestText, type ParsedText, parseText } from "../manifest/parse.ts";
import { yamlComments } from "../manifest/parse-yaml.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { lineBreakOf } from "../model/edits.ts";
import { escapeInvisible } from "../model/invisible-characters.ts";
import { canonicalJson, type Json, jsonText } from "../model/json.ts";
import { isJsonFile, jsonOf, type Part } from "../text/parts.ts";
import { inlineText, LINE_WIDTH } from "../text/yaml-text.ts";
import { layoutYaml } from "./layout.ts";

/** A text in the layout; with problems, the text as it was. */
export interface FormattedText {
  readonly text: string;
  /** Errors of syntax, as `parseText` gives them, or the warning that the text has no layout. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Formats the text of a file, whose name decides the syntax: JSON for `.json`, otherwise YAML. */
export function formatText({ file, text }: ManifestText, catalog: Catalog): FormattedText {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const parsed = parseText(file, text.slice(mark.length));
  if (parsed.diagnostics.length > 0) return { text, diagnostics: parseText(file, text).diagnostics };
  const formatted = layoutOf(parsed, catalog);
  const again = formatted === undefined ? undefined : parseText(file, formatted);
  if (again === undefined || !isSame(parsed, again) || layoutOf(again, catalog) !== formatted) {
    const detail = `${file} stays as it is: in the layout of \`laurel fmt\` it would not say the same.`;
    return { text, diagnostics: [diagnostic("not-formatted", detail)] };
  }
  return { text: mark + formatted, diagnostics: [] };
}

/** Undefined where the package cannot write what it reads. */
function layoutOf({ source: { file, text }, documents }: ParsedText, catalog: Catalog): string | undefined {
  const unix = (): string => layoutYaml(text.replaceAll("\r\n", "\n"), catalog);
  const [document] = documents;
  const isJson = isJsonFile(file) && document !== undefined;
  try {
    const formatted = isJson ? `${escapeInvisible(jsonLayout(document, ""))}\n` : unix();
    return formatted.replaceAll("\n", lineBreakOf(text));
  } catch {
    return undefined;
  }
}

/** JSON with two columns for each level. What is on one line stays there if it fits. */
function jsonLayout(part: Part, pad: string): string {
  const line = inlineText(jsonOf(part), "line", "json");
  const holdsMaps = part.type === "list" && part.elements.some(({ type }) => type === "map");
  const isOnLine = !holdsMaps && pad !== "" && !part.source.text.slice(part.start, part.end).includes("\n");
  if (part.type === "scalar" || /^[[{][}\]]$/.test(line) || (isOnLine && pad.length + line.length <= LINE_WIDTH))
    return line;
  const inner = `${pad}  `;
  const values =
    part.type === "list"
      ? part.elements.map((each) => jsonLayout(each, inner))
      : part.members.map(({ name, value }) => `${jsonText(name)}: ${jsonLayout(value, inner)}`);
  const [open, close] = part.type === "list" ? "[]" : "{}";
  return `${open}\n${values.map((each) => inner + each).join(",\n")}\n${pad}${close}`;
}

/** Whether two texts say the same, with the same comments. */
function isSame(one: ParsedText, other: ParsedText): boolean {
  const comments = ({ source }: ParsedText): string =>
    isJsonFile(source.file)
      ? ""
      : yamlComments(source)
          .map(({ text }) => text.trimEnd())
          .sort()
          .join("\n");
  const values = ({ documents }: ParsedText): Json => documents.map(jsonOf);
  const isRead = other.diagnostics.length === 0;
  return isRead && comments(one) === comments(other) && canonicalJson(values(one)) === canonicalJson(values(other));
}
