/** Edits of a text: each replaces the characters between two offsets. */

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Inserts a text at an offset. */
export function insertion(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text };
}

/** Returns the text with the edits, which must be in their order and must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return editedSlice(text, { start: 0, end: text.length }, edits);
}

/** Returns a range of the text with the edits in it. */
export function editedSlice(
  text: string,
  { start, end }: Omit<TextEdit, "text">,
  edits: readonly TextEdit[],
): string {
  let result = "";
  let done = start;
  for (const edit of edits) {
    if (edit.start < done || edit.end > end) throw new Error("edits of a text overlap");
    result += text.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return result + text.slice(done, end);
}
