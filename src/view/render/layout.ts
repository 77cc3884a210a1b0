/** The width of text on a screen, and fitting text into it. Texts are plain: styles are applied afterwards. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Style } from "./document.ts";

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

/** The text itself when it fits, else its beginning and an ellipsis in at most that many columns. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const [kept] = wrapAnsi(text, width - 1, { hard: true, wordWrap: false, trim: false }).split("\n");
  return width < 2 ? "" : `${kept}…`;
}

/** Narrower terminals cannot show code frames anyway. */
const MIN_WIDTH = 40;

/** With continued lines indented: in the first columns, a name could pass for a line of laurel's own. */
export function foldedLine(line: string, width: number): string {
  const columns = Math.max(MIN_WIDTH, width);
  if (widthOf(line) <= columns) return line;
  const blanks = Math.min(/^ */.exec(line)?.[0].length ?? 0, columns / 2);
  const indent = Math.max(4, blanks + 2);
  // Words stay whole to be copied. But some blanks of Unicode join words, and the terminal would break them at its edge.
  const hard = /\P{ASCII}/u.test(line);
  const rows = wrapAnsi(line.trimStart(), columns - indent, { hard });
  return " ".repeat(blanks) + rows.replaceAll("\n", `\n${" ".repeat(indent)}`);
}

/** Lines to copy into a shell stay whole. */
const COMMAND = /^ *(?:laurel |export |--\w)/;

/** All lines, of which each may begin with a live line that is written over. */
export function foldedText(text: string, width = Number.POSITIVE_INFINITY): string {
  return text.replaceAll(/[^\r\n]+$/gm, (line) => (COMMAND.test(line) ? line : foldedLine(line, width)));
}
