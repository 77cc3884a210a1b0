/**
 * The places of signs and comments in a text. In: a text that was read without problems. Out: its
 * tokens in their order, without blanks and line breaks. YAML is read by the `yaml` package, and JSON
 * by the `jsonc-parser` package.
 */
import { visit } from "jsonc-parser";
import { type CST, Lexer, Parser } from "yaml";
import { memoizedBy } from "../ground/collections.ts";
import { isJsonFile } from "../manifest/parts.ts";
import type { SourceFile } from "../model/source.ts";

export interface TextToken {
  readonly type:
    | "comment"
    | "comma"
    | "colon"
    | "dash"
    | "question-mark"
    | "anchor"
    | "tag"
    | "alias"
    | "open"
    | "close"
    | "header"
    | "scalar"
    | "document";
  readonly start: number;
  readonly end: number;
}

const TYPES: Readonly<Partial<Record<CST.Token["type"], TextToken["type"]>>> = {
  comment: "comment",
  comma: "comma",
  "map-value-ind": "colon",
  "seq-item-ind": "dash",
  "explicit-key-ind": "question-mark",
  anchor: "anchor",
  tag: "tag",
  alias: "alias",
  "flow-map-start": "open",
  "flow-seq-start": "open",
  "flow-map-end": "close",
  "flow-seq-end": "close",
  "block-scalar-header": "header",
  scalar: "scalar",
  "single-quoted-scalar": "scalar",
  "double-quoted-scalar": "scalar",
  "doc-start": "document",
  "doc-end": "document",
};

/** The tokens of a text, and the places of members without brackets in a list between brackets. */
interface TokenList {
  readonly tokens: readonly TextToken[];
  readonly pairs: ReadonlySet<number>;
}

class Tokens {
  private readonly source: SourceFile;
  readonly all: readonly TextToken[];
  private readonly pairs: ReadonlySet<number>;

  constructor(source: SourceFile) {
    this.source = source;
    const { tokens, pairs } = isJsonFile(source.name)
      ? jsonTokens(source.text)
      : yamlTokens(source.text);
    this.all = tokens;
    this.pairs = pairs;
  }

  /** Returns the token that begins at an offset. */
  at(offset: number): TextToken | undefined {
    const token = this.all[this.indexAt(offset)];
    return token?.start === offset ? token : undefined;
  }

  /** Whether a key at this offset is the only one of a mapping without brackets, as in `[a: 1]`. */
  isPairAt(offset: number): boolean {
    return this.pairs.has(offset);
  }

  /** Returns the first token at or after an offset that is no comment. */
  next(offset: number): TextToken | undefined {
    let index = this.indexAt(offset);
    while (this.all[index]?.type === "comment") index += 1;
    return this.all[index];
  }

  /** Returns the last token before an offset that is no comment. */
  previous(offset: number): TextToken | undefined {
    let index = this.indexAt(offset) - 1;
    while (this.all[index]?.type === "comment") index -= 1;
    return this.all[index];
  }

  /** Returns the tokens in a range. */
  between(start: number, end: number): readonly TextToken[] {
    return this.all.slice(this.indexAt(start), this.indexAt(end));
  }

  comments(start: number, end: number): readonly TextToken[] {
    return this.between(start, end).filter(({ type }) => type === "comment");
  }

  /** Returns the anchors and tags in a range. */
  properties(start: number, end: number): readonly TextToken[] {
    return this.between(start, end).filter(isProperty);
  }

  /** Returns the comment that is the next token after an offset, on the same line. */
  commentOnLine(offset: number): TextToken | undefined {
    const token = this.all[this.indexAt(offset)];
    return token?.type === "comment" && !this.hasBreak(offset, token.start) ? token : undefined;
  }

  /** Returns the comment that is the next token after an offset, if only blanks are between them. */
  commentBelow(offset: number): TextToken | undefined {
    const token = this.all[this.indexAt(offset)];
    const isNext =
      token?.type === "comment" && this.source.text.slice(offset, token.start).trim() === "";
    return isNext ? token : undefined;
  }

  /** Returns the texts of the comments in a range. */
  notes(start: number, end: number): readonly string[] {
    return this.comments(start, end).map((token) =>
      this.source.text.slice(token.start, token.end).trimEnd(),
    );
  }

  /** Whether a line ends between two offsets. */
  hasBreak(start: number, end: number): boolean {
    return this.source.text.slice(start, end).includes("\n");
  }

  /** Returns the index of the first token at or after an offset. */
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

export function isProperty({ type }: TextToken): boolean {
  return type === "anchor" || type === "tag";
}

function jsonTokens(text: string): TokenList {
  const tokens: TextToken[] = [];
  const add = (type: TextToken["type"], start: number, length: number): void => {
    tokens.push({ type, start, end: start + length });
  };
  visit(text, {
    onObjectBegin: (start, length) => add("open", start, length),
    onObjectEnd: (start, length) => add("close", start, length),
    onArrayBegin: (start, length) => add("open", start, length),
    onArrayEnd: (start, length) => add("close", start, length),
    onObjectProperty: (_, start, length) => add("scalar", start, length),
    onLiteralValue: (_, start, length) => add("scalar", start, length),
    onSeparator: (sign, start, length) => add(sign === "," ? "comma" : "colon", start, length),
  });
  return { tokens, pairs: new Set() };
}

function yamlTokens(text: string): TokenList {
  const tokens: TextToken[] = [];
  const pairs = new Set<number>();
  const collect = (token: CST.Token): void => collectTokens(token, { tokens, pairs });
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text))
    for (const token of parser.next(lexeme)) collect(token);
  for (const token of parser.end()) collect(token);
  tokens.sort((a, b) => a.start - b.start);
  return { tokens, pairs };
}

interface Collected {
  readonly tokens: TextToken[];
  readonly pairs: Set<number>;
}

function collectTokens(token: CST.Token, into: Collected): void {
  const type = TYPES[token.type];
  if (type !== undefined && "source" in token) {
    const { offset, source } = token;
    into.tokens.push({ type, start: offset, end: offset + source.length });
  }
  if (token.type === "flow-collection" && token.start.type === "flow-seq-start") {
    for (const { key, sep } of token.items) if (key && sep) into.pairs.add(key.offset);
  }
  for (const inner of tokensIn(token)) collectTokens(inner, into);
}

/** Returns the tokens that a token of the package consists of. */
function tokensIn(token: CST.Token): readonly CST.Token[] {
  const start = "start" in token ? [token.start].flat() : [];
  const props = "props" in token ? token.props : [];
  const items = "items" in token ? token.items.flatMap(tokensOfItem) : [];
  const value = "value" in token && token.value ? [token.value] : [];
  const end = "end" in token ? (token.end ?? []) : [];
  return [...start, ...props, ...items, ...value, ...end];
}

function tokensOfItem({ start, key, sep, value }: CST.CollectionItem): readonly CST.Token[] {
  return [...start, ...(key ? [key] : []), ...(sep ?? []), ...(value ? [value] : [])];
}
