/** Lines of a text by offset: for edits, and for problems that the layout of the lines explains. */

export interface Line {
  /** Offset of its first character. */
  readonly start: number;
  /** Without the line break. */
  readonly text: string;
  /** How many blanks and tabs it begins with. */
  readonly indent: number;
}

/** The end of an offset's line, without the line break. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : text[end - 1] === "\r" && end > offset ? end - 1 : end;
}

/** The line that an offset lies in. */
export function lineAt(text: string, offset: number): Line {
  const start = offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const from = Math.max(start, beginning(text));
  const line = text.slice(from, endOfLine(text, from));
  return { start: from, text: line, indent: /^[ \t]*/.exec(line)?.[0].length ?? 0 };
}

/** A byte order mark belongs to no line. */
function beginning(text: string): number {
  return text.startsWith("\uFEFF") ? 1 : 0;
}

/** The lines of a text by offset. */
export interface Lines {
  /** Offset of the first character of the line that an offset lies in. */
  startOf(offset: number): number;
  /** Offset of the first character of the next line, or the end of the text. */
  behind(offset: number): number;
  /** Columns before an offset, from 0. */
  column(offset: number): number;
  /** The line at an offset, without the line break. */
  at(offset: number): string;
}

export function linesOf(text: string): Lines {
  const startOf = (offset: number): number => lineAt(text, offset).start;
  return {
    startOf,
    behind: (offset) => {
      const found = text.indexOf("\n", offset);
      return found === -1 ? text.length : found + 1;
    },
    column: (offset) => offset - startOf(offset),
    at: (offset) => lineAt(text, offset).text,
  };
}

/** The lines above an offset's line, nearest first, without blank lines and comments. */
export function* linesAbove(text: string, offset: number): Generator<Line> {
  for (let { start } = lineAt(text, offset); start > beginning(text); ) {
    const line = lineAt(text, start - 1);
    start = line.start;
    if (!isEmptyLine(line)) yield line;
  }
}

/** The lines below an offset's line, without blank lines and comments. */
export function* linesBelow(text: string, offset: number): Generator<Line> {
  for (let end = text.indexOf("\n", offset); end !== -1; end = text.indexOf("\n", end + 1)) {
    const line = lineAt(text, end + 1);
    if (!isEmptyLine(line)) yield line;
  }
}

function isEmptyLine({ text }: Line): boolean {
  return /^\s*(#|$)/.test(text);
}

/** Where a mapping or a list above a line can go on. */
export interface OpenColumn {
  /** Blanks in front. */
  readonly indent: number;
  /** The key, or `-`. */
  readonly word: string;
}

const KEY = /^("[^"]*"|'[^']*'|[^\s"'#:[\]{},-][^\s:]*)\s*:(?=\s|$)/;

/** The mappings and lists that are open at a line, innermost first. */
export function openColumns(text: string, offset: number): readonly OpenColumn[] {
  const open: OpenColumn[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const line of linesAbove(text, offset)) {
    if (/^(---|\.\.\.)(\s|$)/.test(line.text)) break;
    const own = columnsOf(line);
    for (const each of own.toReversed()) if (each.indent < least) open.push(each);
    least = Math.min(least, line.indent);
    if (least === 0) break;
  }
  return open;
}

function columnsOf({ text, indent }: Line): readonly OpenColumn[] {
  const columns: OpenColumn[] = [];
  let [at, rest] = [indent, text.slice(indent)];
  for (let dash = /^-(\s+|$)/.exec(rest); dash !== null; dash = /^-(\s+|$)/.exec(rest)) {
    columns.push({ indent: at, word: "-" });
    at += dash[0].length;
    rest = rest.slice(dash[0].length);
  }
  const word = keyOf(rest);
  if (word !== undefined) columns.push({ indent: at, word });
  return columns;
}

/** The key that a line, or its rest, begins with. */
export function keyOf(rest: string): string | undefined {
  return KEY.exec(rest)?.[1]?.replaceAll(/^["']|["']$/g, "");
}

/** The line that announces the block text (`description: |`) that an offset's line lies in, or was meant to. */
export function blockTextAbove(text: string, offset: number): Line | undefined {
  const { indent } = lineAt(text, offset);
  for (const line of linesAbove(text, offset)) {
    if (/(^|[:-]\s+)[|>][0-9+-]*\s*(#.*)?$/.test(line.text)) return line.indent <= indent ? line : undefined;
    if (line.indent < indent) return undefined;
  }
  return undefined;
}
