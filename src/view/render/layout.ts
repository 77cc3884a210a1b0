/** The width of text on a screen, and fitting text into it. Texts are plain: styles are applied afterwards. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { largest } from "../../model/collections.ts";
import { plainStyle, type Style } from "./style.ts";

/** How a text is laid out. */
export interface TextView {
  readonly style: Style;
  /** Columns of the screen. Unbreakable text may be longer. */
  readonly width: number;
  /** Shows everything instead of what usually matters. */
  readonly verbose: boolean;
}

/** For pages, which wrap their lines themselves. */
export const UNWRAPPED: TextView = { style: plainStyle, width: Number.POSITIVE_INFINITY, verbose: false };

/** Columns of the text: two for East Asian wide characters and emoji, none for combining marks. */
export function widthOf(text: string): number {
  // The package is loaded by its first call (scripts/build.js), and most texts can do without it.
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

/** The text with blanks after it up to the width; longer texts are unchanged. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** The text with blanks before it up to the width; longer texts are unchanged. */
export function padBefore(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

/** The text itself when it fits, else its beginning and an ellipsis in at most that many columns. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let taken = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    taken += widthOf(segment);
    if (taken > width - 1) break;
    kept += segment;
  }
  return width < 1 ? "" : `${kept}…`;
}

/** Lines of at most that width, broken at blanks. A word longer than a line stays whole, so that it can be copied, unless `hard`. */
export function wrapText(text: string, width: number, hard = false): readonly string[] {
  if (width === Number.POSITIVE_INFINITY || widthOf(text) <= width) return [text];
  // The package drops blanks at the beginning of a line: an indentation has to be kept.
  const indent = text.length - text.trimStart().length;
  const [first = "", ...rest] = wrapAnsi("_".repeat(indent) + text.slice(indent), width, { hard }).split("\n");
  return [" ".repeat(indent) + first.slice(indent), ...rest];
}

/** Wrapped text behind a mark: `first` before the first line, as many blanks before the others. */
export function hanging(first: string, text: string, width: number, indent = 0): readonly string[] {
  const blank = " ".repeat(widthOf(first));
  const lines = wrapText(text, Math.max(20, width - indent - blank.length));
  return lines.map((line, index) => " ".repeat(indent) + (index === 0 ? first : blank) + line);
}

/** Wrapped text, painted line by line. Ends with a line break. */
export function paragraph(text: string, width: number, paint: (line: string) => string): string {
  return `${hanging("", text, width).map(paint).join("\n")}\n`;
}

/** Rows of cells in columns. `pads`: of the first columns; the others are numbers, aligned to the right. */
export function alignedRows(
  rows: readonly (readonly string[])[],
  pads: readonly (typeof padTo)[] = [],
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => largest(rows.map((row) => widthOf(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, column) => (pads[column] ?? padBefore)(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Blocks of lines with empty lines between them. Ends with a line break. */
export function blocksOf(blocks: readonly (readonly string[])[]): string {
  const filled = blocks.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
