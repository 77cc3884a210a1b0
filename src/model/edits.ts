/** Edits of text as values, applied in one place. */

/** Replaces a piece of a text. Offsets count UTF-16 units. */
export interface TextEdit {
  readonly start: number;
  /** The first character that stays. */
  readonly end: number;
  readonly text: string;
}

/** The line break that most lines of a text end with. */
export function lineBreakOf(text: string): "\n" | "\r\n" {
  const breaks = text.match(/\r?\n/g) ?? [];
  return breaks.filter((each) => each === "\r\n").length * 2 > breaks.length ? "\r\n" : "\n";
}

/** The text after its edits. Of several insertions at one place the first comes first. Throws where edits overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text: piece } of sorted) {
    if (start < done || end < start) throw new Error(`edits overlap at ${start}`);
    pieces.push(text.slice(done, start), piece);
    done = end;
  }
  pieces.push(text.slice(done));
  return pieces.join("");
}
