/**
 * Cuts a large YAML text into pieces that can be read one after the other, so that memory does not grow with the
 * file: the reader needs some sixty times the size of what it reads at once.
 *
 * Only the plainest form is cut, the one that large manifests have: keys at the margin, below each a list of which
 * every element begins in the same column. Any other line makes the text uncuttable. Whether a piece is well-formed is
 * for the reader to say; if it complains about one, the text is read as a whole.
 */

/** A key at the margin with the offsets of its list's pieces. */
export interface Section {
  readonly name: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly pieces: readonly { readonly start: number; readonly end: number }[];
}

const PIECE_LENGTH = 100_000;

interface OpenSection {
  readonly name: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Column of the dashes; -1 before the first. */
  column: number;
  readonly pieces: { readonly start: number; end: number }[];
}

/** The sections of a text in the plain form, or undefined for every other text. */
export function sectionsOf(text: string): readonly Section[] | undefined {
  const sections: OpenSection[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    if (!addLine(sections, text, start, end)) return undefined;
    start = end;
  }
  return sections.length > 0 && sections.every(({ pieces }) => pieces.length > 0) ? sections : undefined;
}

/** Puts a line where it belongs. False if it belongs nowhere. */
function addLine(sections: OpenSection[], text: string, start: number, end: number): boolean {
  let first = start;
  while (text[first] === " ") first += 1;
  const section = sections.at(-1);
  const piece = section?.pieces.at(-1);
  const character = text[first];
  if (first >= end - 1 || character === "\n" || character === "\r" || character === "#") {
    if (piece !== undefined) piece.end = end;
    // Before the first element, blank lines and comments belong to nothing; a lone last character is no blank line.
    return first < end - 1 || /\s/.test(text[first] ?? " ");
  }
  const column = first - start;
  const isElement = character === "-" && /\s/.test(text[first + 1] ?? " ");
  if (section !== undefined && isElement && (section.column === -1 || section.column === column)) {
    section.column = column;
    if (piece === undefined || start - piece.start > PIECE_LENGTH) section.pieces.push({ start, end });
    else piece.end = end;
    return true;
  }
  if (section !== undefined && piece !== undefined && column > section.column) {
    piece.end = end;
    return true;
  }
  return column === 0 && addSection(sections, text.slice(start, end), start);
}

function addSection(sections: OpenSection[], line: string, start: number): boolean {
  const [, name] = /^([a-z][a-z_]*):[ ]*(?:\r?\n)?$/.exec(line) ?? [];
  // Words that are no text as a key.
  if (name === undefined || ["null", "true", "false"].includes(name)) return false;
  sections.push({ name, keyStart: start, keyEnd: start + name.length, column: -1, pieces: [] });
  return true;
}
