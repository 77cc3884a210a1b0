/** What repairs of a text work on, and what they say: pieces of lines, in a small part of the text around a mistake. */

export interface TextLine {
  /** The number in the whole text, counted from 1. */
  readonly number: number;
  /** Without the line break. */
  readonly text: string;
}

/** The lines around a mistake, and the one that the mistake was found in. */
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

/** A change after which the text may be right, with the words that tell a person to make it. */
export interface Repair {
  /** The piece that a message underlines. */
  readonly place: Piece;
  readonly label: string;
  readonly help: string;
  readonly edits: readonly Edit[];
  /** Whether the edit turns a value into a text, so that the text may have the wrong form. */
  readonly isQuoting?: boolean;
}

/** Finds repairs near a mistake, the most likely one first. Whether one helps is tried afterwards. */
export type FindRepairs = (broken: BrokenLines) => readonly Repair[];

/** A repair that replaces what the message underlines. */
export function replacement(place: Piece, text: string, label: string): Repair {
  return { place, label, help: `write ${text}`, edits: [{ ...place, text }] };
}

/** A repair that deletes what the message underlines. */
export function deletion(place: Piece, label: string): Repair {
  return { place, label, help: "delete it", edits: [{ ...place, text: "" }] };
}

/** The indices of lines with content, from so many before the mistake to so many after it; the nearest first. */
export function linesNear({ lines, at }: BrokenLines, before: number, after: number): readonly number[] {
  const isContent = ({ text }: TextLine): boolean => /^\s*[^\s#]/.test(text);
  const above = lines
    .flatMap((line, index) => (index < at && isContent(line) ? [index] : []))
    .slice(-before || lines.length);
  const below = lines.flatMap((line, index) => (index > at && isContent(line) ? [index] : [])).slice(0, after);
  return [at, ...(before === 0 ? [] : above.reverse()), ...below];
}

/** The lines after the edits. */
export function editedText({ lines }: BrokenLines, edits: readonly Edit[]): string {
  const texts = lines.map(({ text }) => text);
  // The last one of a line comes first, so that columns of the others stay right.
  for (const { line, start, end, text } of [...edits].sort((a, b) => b.start - a.start)) {
    const was = texts[line] ?? "";
    texts[line] = was.slice(0, start) + text + was.slice(end);
  }
  return texts.join("\n");
}

/** The number of spaces and tabs that a line begins with. */
export function indentationOf(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].length ?? 0;
}

/** The end of a line's content: before blanks and a comment. Signs in quotes do not count. */
export function contentEnd(text: string): number {
  let quote: string | undefined;
  for (const [index, character] of [...text.split("")].entries()) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
    } else if (/["']/.test(character) && /(?:^|[\s[{,:-])$/.test(text.slice(0, index))) quote = character;
    else if (character === "#" && /(?:^|\s)$/.test(text.slice(0, index))) return text.slice(0, index).trimEnd().length;
  }
  return text.trimEnd().length;
}
