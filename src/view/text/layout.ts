/** How much room a text takes on a screen, and how to make it fit. Texts are plain: styles are put on afterwards. */
import stringWidth from "string-width";
import type { Style } from "./style.ts";

/** How a text is to look. */
export interface TextView {
  readonly style: Style;
  /** Columns of the screen. Text that cannot be broken may be longer. */
  readonly width: number;
  /** Shows everything instead of what usually matters. */
  readonly verbose: boolean;
}

/** Columns that the text takes: two for East Asian wide characters and emoji, none for combining marks. */
export function widthOf(text: string): number {
  // The package is loaded by its first call (scripts/build.js), and most texts can do without it.
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

/** The text with blanks after it up to the width; longer texts stay as they are. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** The text with blanks before it up to the width; longer texts stay as they are. */
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

/** Lines of at most that width, broken at blanks. A word that is longer than a line stays whole, so it can be copied. */
export function wrapText(text: string, width: number): readonly string[] {
  if (width === Number.POSITIVE_INFINITY) return [text];
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(" ")) {
    if (line === undefined) line = word;
    else if (widthOf(line) + 1 + widthOf(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line ?? ""];
}

/** Wrapped text behind a mark: `first` before the first line, as many blanks before the others. */
export function hanging(first: string, text: string, width: number): readonly string[] {
  const room = Math.max(20, width - widthOf(first));
  const blank = " ".repeat(widthOf(first));
  return wrapText(text, room).map((line, index) => (index === 0 ? first : blank) + line);
}
