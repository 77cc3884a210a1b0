/** The comments of a YAML text, with their places: what stands behind `#` and is no part of any value. */
import { Lexer } from "yaml";
import type { Span } from "../model/model.ts";
import { type SourceText, spanBetween } from "./parts.ts";

export interface YamlComment {
  /** With the `#`. */
  readonly text: string;
  readonly span: Span;
  /** Whether nothing else is on its line. */
  readonly isAlone: boolean;
}

/** Tokens that the lexer puts in and that stand nowhere in the text: begin of a document, end of a flow, a scalar. */
const MARKS: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001F"]);

/** All comments in their order. */
export function yamlComments(source: SourceText): readonly YamlComment[] {
  const comments: YamlComment[] = [];
  let offset = 0;
  let isValue = false;
  for (const token of new Lexer().lex(source.text)) {
    if (MARKS.has(token)) {
      isValue = token === "\u001F";
      continue;
    }
    if (token.startsWith("#") && !isValue) {
      const span = spanBetween(source, offset, offset + token.length);
      const before = source.text.slice(source.lineStarts[span.start.line - 1] ?? 0, offset);
      comments.push({ text: token, span, isAlone: before.trim() === "" });
    }
    isValue = false;
    offset += token.length;
  }
  return comments;
}
