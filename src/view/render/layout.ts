/** The width of text on a screen, and fitting text into it. Texts are plain: styles are applied afterwards. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Style } from "./style.ts";

/** How a text is laid out. */
export interface TextView {
  readonly style: Style;
  /** Columns of the screen. Unbreakable text may be longer. */
  readonly width: number;
  /** Shows everything instead of what usually matters. */
  readonly verbose: boolean;
}

/** Columns of the text: two for East Asian wide characters and emoji, none for combining marks. */
export function widthOf(text: string): number {
  // The package is loaded by its first call (scripts/build.js), and most texts can do without it.
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

/** The text with blanks after it up to the width; longer texts are unchanged. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
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

/** Lines to copy into a shell stay whole. */
const COMMAND = /^ *(?:laurel |export |--\w)/;
/** Narrower terminals cannot show code frames anyway. */
const MIN_WIDTH = 40;

/** With continued lines indented: in the first column, a name could pass for a line of laurel's own. */
export function foldedText(text: string, columns = 0): string {
  if (columns < MIN_WIDTH) return text;
  const lines = text.split("\n").flatMap((line) => {
    // A carriage return overwrites what is before it.
    const start = line.lastIndexOf("\r") + 1;
    const shown = line.slice(start);
    if (widthOf(shown) <= columns || COMMAND.test(shown)) return [line];
    const indent = " ".repeat(Math.min(/^ */.exec(shown)?.[0].length ?? 0, columns / 2) + 4);
    // Some blanks of Unicode join words, so that a long word could be laid out as lines by the terminal.
    const hard = /\P{ASCII}/u.test(shown);
    const [first = "", ...rest] = wrapText(shown, columns - indent.length, hard);
    return [line.slice(0, start) + first, ...rest.map((each) => indent + each)];
  });
  return lines.join("\n");
}
