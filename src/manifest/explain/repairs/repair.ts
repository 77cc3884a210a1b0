/** Types and helpers of repairs, which edit pieces of lines around a mistake. */

export interface TextLine {
  /** Number in the whole text, counted from 1. */
  readonly number: number;
  /** Without the line break. */
  readonly text: string;
}

/** The lines around a mistake, and the line of the mistake. */
export interface BrokenLines {
  readonly lines: readonly TextLine[];
  /** The index of the line. */
  readonly at: number;
}

/** A piece of a line. */
export interface Piece {
  /** The index of the line. */
  readonly line: number;
  /** The first column and the one after the last, counted from 0. */
  readonly start: number;
  readonly end: number;
}

interface Edit extends Piece {
  readonly text: string;
}

/** Edits that may correct a text, with words for the message. */
export interface Repair {
  /** The piece that a message underlines. */
  readonly place: Piece;
  readonly label: string;
  readonly help: string;
  readonly edits: readonly Edit[];
  /** Whether the edit quotes a value, so that the text may have the wrong form. */
  readonly isQuoting?: boolean;
}

/** Finds repairs near a mistake, the most likely first. They may not help. */
export type FindRepairs = (broken: BrokenLines) => readonly Repair[];

/** Makes a repair that replaces the underlined piece. */
export function replacement(place: Piece, text: string, label: string): Repair {
  return { place, label, help: `write ${text}`, edits: [{ ...place, text }] };
}

/** Makes a repair that deletes the underlined piece. */
export function deletion(place: Piece, label: string): Repair {
  return { place, label, help: "delete it", edits: [{ ...place, text: "" }] };
}

/**
 * Returns the indices of lines with content around the mistake, the nearest first. `before`,
 * `after`: how many.
 */
export function linesNear(
  { lines, at }: BrokenLines,
  before: number,
  after: number,
): readonly number[] {
  const isContent = ({ text }: TextLine): boolean => /^\s*[^\s#]/.test(text);
  const above = lines
    .flatMap((line, index) => (index < at && isContent(line) ? [index] : []))
    .slice(-before || lines.length);
  const below = lines
    .flatMap((line, index) => (index > at && isContent(line) ? [index] : []))
    .slice(0, after);
  return [at, ...(before === 0 ? [] : above.reverse()), ...below];
}

/** Returns the lines after the edits. */
export function editedText({ lines }: BrokenLines, edits: readonly Edit[]): string {
  const texts = lines.map(({ text }) => text);
  // The last edit of a line is made first, so that the columns of the others stay right.
  for (const { line, start, end, text } of [...edits].sort((a, b) => b.start - a.start)) {
    const was = texts[line] ?? "";
    texts[line] = was.slice(0, start) + text + was.slice(end);
  }
  return texts.join("\n");
}

/** Returns the number of spaces and tabs at the beginning of a line. */
export function indentationOf(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].length ?? 0;
}

/**
 * Returns the end of a line's content, before blanks and a comment. A # in quotes begins no
 * comment.
 */
export function contentEnd(text: string): number {
  let quote: string | undefined;
  for (const [index, character] of [...text.split("")].entries()) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
    } else if (/["']/.test(character) && /(?:^|[\s[{,:-])$/.test(text.slice(0, index)))
      quote = character;
    else if (character === "#" && /(?:^|\s)$/.test(text.slice(0, index)))
      return text.slice(0, index).trimEnd().length;
  }
  return text.trimEnd().length;
}
