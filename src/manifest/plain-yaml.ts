/**
 * The plain form of YAML to parts, in one pass: what nearly all manifests are written in, read many times faster than
 * by the `yaml` package, which has all of YAML to think of. Mappings and lists in blocks and in brackets, texts of one
 * line with and without quotes, block texts, comments, several documents.
 *
 * Everything else is given up: anchors, tags, directives, texts over several lines, tabs, and every mistake. A text
 * that is read here is one that the package reads without a complaint, to the same parts at the same places; a test
 * holds both against each other. Comments behind a collection count to it where they do for the package.
 */
import { type ListPart, type MapPart, type Member, MOST_VALUES, type Part, type SourceText } from "./parts.ts";
import { readBlockText } from "./plain-block-text.ts";
import { readFlow } from "./plain-flow.ts";
import {
  afterSpaces,
  type Budget,
  CODE,
  endOfQuoted,
  endOfUnquoted,
  isBlankAt,
  isQuote,
  NotPlain,
  quotedValue,
  readScalar,
  spend,
  unquotedValue,
  withoutBlanks,
} from "./plain-scalars.ts";

/** The reader's place. */
interface Cursor {
  readonly source: SourceText;
  readonly text: string;
  /** Where reading ends. */
  readonly end: number;
  readonly maximumDepth: number;
  readonly budget: Budget;
  /** The next character that is neither blank nor in a comment, and its column: -1 where a document ends. */
  at: number;
  column: number;
  /** Where the last node ends, with the rest of its line and the comments that count to it. */
  after: number;
  /** Column of the deepest comment since then: -1 if there is none. */
  comment: number;
}

/** The longest key. The package allows 1,024 characters, blanks included. */
const LONGEST_KEY = 1000;

/** The documents of a text, or undefined if it is not in the plain form. Empty documents are not. */
export function readPlainYaml(source: SourceText, maximumDepth: number): readonly Part[] | undefined {
  return orUndefined(() => {
    const cursor = cursorAt(source, 0, source.text.length, maximumDepth, { left: MOST_VALUES });
    const documents: Part[] = [];
    toContent(cursor, 0, 0, false);
    while (cursor.at < cursor.end) {
      if (cursor.column === -1) toContent(cursor, endOfLine(cursor, cursor.at + 3), 0, false);
      // Nothing at all is no document, but nothing behind a marker is one.
      documents.push(readDocument(cursor));
    }
    return documents;
  });
}

/** The one document between two offsets, of which the first begins a line and the second ends one. */
export function readPlainPiece(
  source: SourceText,
  start: number,
  end: number,
  maximumDepth: number,
  budget: Budget = { left: MOST_VALUES },
): Part | undefined {
  return orUndefined(() => {
    const cursor = cursorAt(source, start, end, maximumDepth, budget);
    toContent(cursor, start, 0, false);
    const document = readDocument(cursor);
    if (cursor.at < cursor.end) throw new NotPlain();
    return document;
  });
}

function cursorAt(source: SourceText, start: number, end: number, maximumDepth: number, budget: Budget): Cursor {
  return { source, text: source.text, end, maximumDepth, budget, at: start, column: -1, after: start, comment: -1 };
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function readDocument(cursor: Cursor): Part {
  if (cursor.column === -1 || !beginsBlock(cursor)) throw new NotPlain();
  const document = readBlock(cursor, 1);
  if (cursor.column !== -1) throw new NotPlain();
  return document;
}

/** Whether a list or a mapping begins here, and not a text or a bracket. */
function beginsBlock(cursor: Cursor): boolean {
  return isDash(cursor) || isColonAt(cursor, endOfKey(cursor));
}

function readBlock(cursor: Cursor, depth: number): Part {
  if (depth > cursor.maximumDepth) throw new NotPlain();
  spend(cursor.budget);
  return isDash(cursor) ? readList(cursor, depth) : readMap(cursor, depth);
}

function readList(cursor: Cursor, depth: number): ListPart {
  const { source, at: start, column } = cursor;
  const elements: Part[] = [];
  while (cursor.column === column && isDash(cursor)) {
    const hasComment = cursor.comment !== -1;
    const inner = afterSpaces(cursor.text, cursor.at + 1);
    if (isRestBlank(cursor, inner)) {
      const element = readBelow(cursor, inner, column, false, depth);
      if (hasComment && element.start === element.end) throw new NotPlain();
      elements.push(element);
    } else {
      cursor.column += inner - cursor.at;
      cursor.at = inner;
      elements.push(beginsBlock(cursor) ? readBlock(cursor, depth + 1) : readLeaf(cursor, column, depth));
    }
  }
  return { type: "list", elements, source, start, end: close(cursor, column) };
}

function readMap(cursor: Cursor, depth: number): MapPart {
  const { source, text, at: start, column } = cursor;
  const members: Member[] = [];
  while (cursor.column === column && !isDash(cursor)) {
    const keyStart = cursor.at;
    const keyEnd = endOfKey(cursor);
    const colon = afterSpaces(text, keyEnd);
    if (!isColonAt(cursor, keyEnd) || colon - keyStart > LONGEST_KEY) throw new NotPlain();
    const name = keyName(text, keyStart, keyEnd);
    const inner = afterSpaces(text, colon + 1);
    cursor.at = inner;
    const value = isRestBlank(cursor, inner)
      ? readBelow(cursor, inner, column, true, depth)
      : readLeaf(cursor, column, depth);
    members.push({ name, keyStart, keyEnd, value });
  }
  return { type: "map", members, source, start, end: close(cursor, column) };
}

function keyName(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  if (isQuote(text.charCodeAt(start))) return quotedValue(written);
  // A key that is no text, or that merges, is for the package to refuse.
  if (typeof unquotedValue(written) !== "string" || written === "<<") throw new NotPlain();
  return written;
}

/** The offset behind a key, if one begins here. */
function endOfKey({ text, at }: Cursor): number {
  if (isQuote(text.charCodeAt(at))) return endOfQuoted(text, at);
  return /[[{|>]/.test(text.charAt(at)) ? at : withoutBlanks(text, at, endOfUnquoted(text, at, false));
}

/** Whether what ends at the offset is a key. */
function isColonAt(cursor: Cursor, keyEnd: number): boolean {
  const colon = afterSpaces(cursor.text, keyEnd);
  return cursor.text.charCodeAt(colon) === CODE.colon && isBlankAt(cursor.text, colon + 1);
}

/** The value below its key or dash, whose line ends with blanks or a comment from `from` on. */
function readBelow(cursor: Cursor, from: number, column: number, isInMap: boolean, depth: number): Part {
  const { source, text } = cursor;
  const hasComment = text.charCodeAt(from) === CODE.hash;
  toContent(cursor, endOfLine(cursor, from), column, false);
  if (cursor.column > column || (isInMap && cursor.column === column && isDash(cursor))) {
    if (beginsBlock(cursor)) return readBlock(cursor, depth + 1);
    // The package takes further lines for the text's own after some comments.
    if (cursor.comment !== -1) throw new NotPlain();
    return readLeaf(cursor, column, depth);
  }
  // Comments where nothing is written may count to it or not.
  if (hasComment || cursor.comment !== -1) throw new NotPlain();
  cursor.after = from;
  spend(cursor.budget);
  return { type: "scalar", value: null, source, start: from, end: from };
}

/** A text, or what stands in brackets. `column` is that of the mapping or list around it. */
function readLeaf(cursor: Cursor, column: number, depth: number): Part {
  const { source, text, at: start, end, budget } = cursor;
  spend(budget);
  const character = text.charAt(start);
  if (character === "|" || character === ">") {
    const block = readBlockText(text, start, end, column);
    cursor.after = block.end;
    toNext(cursor, column, false);
    return { type: "scalar", value: block.value, source, start, end: block.end };
  }
  const part = isBracket(text.charCodeAt(start))
    ? readFlow(cursor, start, column, depth + 1)
    : readScalar(source, start, false);
  cursor.after = endOfLine(cursor, part.end);
  toNext(cursor, column, true);
  return part;
}

/** The next content, which cannot be deeper than what has been read: that would go on with it. */
function toNext(cursor: Cursor, column: number, takesComments: boolean): void {
  toContent(cursor, cursor.after, column, takesComments);
  if (cursor.column > column) throw new NotPlain();
}

/**
 * Goes over blank lines and comments from the line at `from` on. `column`: that of the innermost open collection;
 * comments deeper than it count to the text before them if that takes any.
 */
function toContent(cursor: Cursor, from: number, column: number, takesComments: boolean): void {
  const { text, end } = cursor;
  let [lineStart, takes] = [from, takesComments];
  cursor.comment = -1;
  for (;;) {
    const at = afterSpaces(text, lineStart);
    const code = text.charCodeAt(at);
    if (at >= end) {
      cursor.at = end;
      cursor.column = -1;
      return;
    }
    if (code === CODE.hash) {
      const indentation = at - lineStart;
      lineStart = endOfComment(cursor, at);
      takes &&= indentation > column;
      if (takes) cursor.after = lineStart;
      else cursor.comment = Math.max(cursor.comment, indentation);
    } else if (code === CODE.lineFeed) lineStart = at + 1;
    else if (code === CODE.carriageReturn && text.charCodeAt(at + 1) === CODE.lineFeed) lineStart = at + 2;
    else {
      cursor.at = at;
      cursor.column = at - lineStart;
      if (cursor.column === 0) markDocument(cursor);
      return;
    }
  }
}

/** A marker ends a document, as the end of the text does. */
function markDocument(cursor: Cursor): void {
  const marker = cursor.text.slice(cursor.at, cursor.at + 3);
  if (!isBlankAt(cursor.text, cursor.at + 3)) return;
  if (marker === "...") throw new NotPlain();
  if (marker === "---") cursor.column = -1;
}

/**
 * The end of a list or mapping that is over. Comments behind it that are not less indented stay in it, though not in
 * its place: what holds it ends behind them.
 */
function close(cursor: Cursor, column: number): number {
  const end = cursor.after;
  if (column > 0 && cursor.comment >= column) {
    cursor.after = cursor.at;
    cursor.comment = -1;
  }
  return end;
}

/** The offset of the next line, if there is nothing but blanks and a comment before it. */
function endOfLine(cursor: Cursor, from: number): number {
  const { text, end } = cursor;
  const at = afterSpaces(text, from);
  const code = text.charCodeAt(at);
  if (at >= end) return end;
  if (code === CODE.lineFeed) return at + 1;
  if (code === CODE.carriageReturn && text.charCodeAt(at + 1) === CODE.lineFeed) return at + 2;
  if (code !== CODE.hash || text.charCodeAt(at - 1) !== CODE.space) throw new NotPlain();
  return endOfComment(cursor, at);
}

function endOfComment({ text, end }: Cursor, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? end : newline + 1;
}

/** Whether nothing but a comment follows on the line. */
function isRestBlank({ text, end }: Cursor, at: number): boolean {
  const code = text.charCodeAt(at);
  return at >= end || code === CODE.lineFeed || code === CODE.carriageReturn || code === CODE.hash;
}

function isDash({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === CODE.minus && isBlankAt(text, at + 1);
}

function isBracket(code: number): boolean {
  return code === CODE.openBracket || code === CODE.openBrace;
}
