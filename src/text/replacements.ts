/** Replaces a plain value or a key of a parsed text, in the quotes that it has. */

import { isJsonFile, type Member, type Part, type SourceText, writtenText } from "../manifest/parts.ts";
import type { TextEdit } from "../model/edits.ts";
import { inlineText, type QuoteStyle } from "./yaml-text.ts";

/** Replaces all of a part. */
export function replacing(part: Part, text: string): TextEdit {
  return { start: part.start, end: part.start + writtenText(part).length, text };
}

/** Writes another key, with its quotes. */
export function writingKey({ file, text }: SourceText, { keyStart, keyEnd }: Member, name: string): TextEdit {
  const quotes = quotesOf(file, text.slice(keyStart, keyEnd));
  return { start: keyStart, end: keyEnd, text: inlineText(name, "line", quotes) };
}

/** How a text that is written in a file is quoted. */
export function quotesOf(file: string, written: string): QuoteStyle {
  if (isJsonFile(file)) return "json";
  return written.startsWith('"') ? "double" : written.startsWith("'") ? "single" : "plain";
}
