/** Lines of a text by offset. */

interface Line {
  /** Offset of its first character. */
  readonly start: number;
  /** Without the line break. */
  readonly text: string;
}

/** The end of an offset's line, without the line break. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : text[end - 1] === "\r" && end > offset ? end - 1 : end;
}

/** The line that an offset lies in. */
export function lineAt(text: string, offset: number): Line {
  const start = offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  // A byte order mark belongs to no line.
  const from = Math.max(start, text.startsWith("\uFEFF") ? 1 : 0);
  return { start: from, text: text.slice(from, endOfLine(text, from)) };
}
