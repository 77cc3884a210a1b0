/**
 * Text to parts with positions: the one place where manifests and project files are parsed. JSON and plain YAML are read
 * by readers of our own, all other YAML 1.2 by the `yaml` package.
 */
import { parseYamlText } from "./parse-yaml.ts";
import { checkedText, MAXIMUM_DEPTH, type ParsedText, parseWithoutPackage } from "./parsed-text.ts";
import { type SourceText, sourceText } from "./parts.ts";

/** Parses a file's text. `file` is named in spans, and decides the syntax: JSON for `.json`, otherwise YAML. */
export function parseText(file: string, text: string): ParsedText {
  const source = sourceText(file, text);
  return parseWithoutPackage(source) ?? parseWithPackage(source);
}

/** Parses YAML in any form. */
export function parseWithPackage(source: SourceText): ParsedText {
  return checkedText(source, parseYamlText(source, MAXIMUM_DEPTH));
}
