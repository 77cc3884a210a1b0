/**
 * The places of signs and comments in a text. In: a text that was read without problems. Out: its
 * tokens in their order, without blanks and line breaks, as the `yaml` package finds them. The
 * tokens of valid JSON need no parser.
 */
import { type CST, Lexer, Parser } from "yaml";
import { memoizedBy } from "../ground/collections.ts";
import { isJsonFile } from "../manifest/parts.ts";
import type { SourceFile } from "../model/source.ts";

interface TextToken {
  readonly type:
    | "comment"
    | "comma"
    | "colon"
    | "dash"
    | "question-mark"
    | "properties"
    | "alias"
    | "content";
  readonly start: number;
  readonly end: number;
}

const TYPES: Readonly<Partial<Record<CST.Token["type"], TextToken["type"]>>> = {
  comment: "comment",
  comma: "comma",
  "map-value-ind": "colon",
  "seq-item-ind": "dash",
  "explicit-key-ind": "question-mark",
  anchor: "properties",
  tag: "properties",
  alias: "alias",
};

/** Tokens that are of no interest for edits. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "space",
  "newline",
  "byte-order-mark",
  "doc-start",
  "doc-end",
  "directive",
]);

class Tokens {
  private readonly source: SourceFile;
  private readonly all: readonly TextToken[];

  constructor(source: SourceFile) {
    this.source = source;
    this.all = isJsonFile(source.name) ? jsonTokens(source.text) : yamlTokens(source.text);
  }

  /**
   * The first token at or after an offset, without comments, and perhaps without anchors and tags.
   */
  next(offset: number, ...without: readonly TextToken["type"][]): TextToken | undefined {
    for (let index = this.indexAt(offset); ; index += 1) {
      const token = this.all[index];
      if (token === undefined || (token.type !== "comment" && !without.includes(token.type)))
        return token;
    }
  }

  /** The last token before an offset, without comments, anchors and tags. */
  previous(offset: number): TextToken | undefined {
    for (let index = this.indexAt(offset) - 1; ; index -= 1) {
      const token = this.all[index];
      if (token === undefined || (token.type !== "comment" && token.type !== "properties"))
        return token;
    }
  }

  comments(start: number, end: number): readonly TextToken[] {
    const found: TextToken[] = [];
    for (let index = this.indexAt(start); ; index += 1) {
      const token = this.all[index];
      if (token === undefined || token.start >= end) return found;
      if (token.type === "comment") found.push(token);
    }
  }

  /** The comment after an offset on the same line, perhaps with an anchor or a tag before it. */
  commentOnLine(offset: number): TextToken | undefined {
    let index = this.indexAt(offset);
    while (this.all[index]?.type === "properties") index += 1;
    const token = this.all[index];
    const isNext =
      token?.type === "comment" && !this.source.text.slice(offset, token.start).includes("\n");
    return isNext ? token : undefined;
  }

  /** The comment that is the next thing after an offset, on a line of its own. */
  commentBelow(offset: number): TextToken | undefined {
    const token = this.all[this.indexAt(offset)];
    return token?.type === "comment" && /^\s*$/.test(this.source.text.slice(offset, token.start))
      ? token
      : undefined;
  }

  /** The texts of the comments in a range. */
  notes(start: number, end: number): readonly string[] {
    return this.comments(start, end).map((token) =>
      this.source.text.slice(token.start, token.end).trimEnd(),
    );
  }

  /** Index of the first token at or after an offset. */
  private indexAt(offset: number): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const tokensOf = memoizedBy((source: SourceFile) => new Tokens(source));

function jsonTokens(text: string): readonly TextToken[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)].map(
    ({ 0: written, index: start }) => {
      const end = start + written.length;
      if (written === ",") return { type: "comma", start, end };
      return { type: written === ":" ? "colon" : "content", start, end };
    },
  );
}

function yamlTokens(text: string): readonly TextToken[] {
  const tokens: TextToken[] = [];
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text))
    for (const token of parser.next(lexeme)) collect(token, tokens);
  for (const token of parser.end()) collect(token, tokens);
  return tokens.sort((a, b) => a.start - b.start);
}

function collect(token: CST.Token | null | undefined, into: TextToken[]): void {
  if (token === null || token === undefined) return;
  if ("start" in token) collectAll(Array.isArray(token.start) ? token.start : [token.start], into);
  if ("props" in token) collectAll(token.props, into);
  if ("items" in token) {
    for (const item of token.items) {
      collectAll(item.start, into);
      collect(item.key, into);
      collectAll(item.sep ?? [], into);
      collect(item.value, into);
    }
  }
  if ("value" in token) collect(token.value, into);
  if ("source" in token && !("props" in token) && !LEFT_OUT.has(token.type)) {
    const { offset, source } = token;
    into.push({ type: TYPES[token.type] ?? "content", start: offset, end: offset + source.length });
  }
  if ("end" in token && token.end !== undefined) collectAll(token.end, into);
}

function collectAll(tokens: readonly CST.Token[], into: TextToken[]): void {
  for (const token of tokens) collect(token, into);
}
