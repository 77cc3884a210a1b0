/**
 * The width of text on a screen, and fitting text into it. Texts are plain: styles are applied
 * afterwards.
 */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Style } from "./document.ts";

/** Settings of the layout of a text. */
export interface TextView {
  readonly style: Style;
  /** Columns of the screen. Unbreakable text may be longer. */
  readonly width: number;
  /** Whether to show everything, and not only the usual details. */
  readonly verbose: boolean;
}

/**
 * Counts the columns of a text: two for East Asian wide characters and emoji, none for combining
 * marks.
 */
export function widthOf(text: string): number {
  // The package is loaded by its first call (scripts/build.js), and most texts can do without it.
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

/** Returns the text if it fits, else its beginning and an ellipsis in at most that many columns. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const [kept] = wrapAnsi(text, width - 1, { hard: true, wordWrap: false, trim: false }).split(
    "\n",
  );
  return width < 2 ? "" : `${kept}…`;
}

/**
 * A line of a text before it is fitted to a screen. Its texts may have colours, and no line breaks.
 */
export type Line =
  /** Keeps its blanks and its length: code, commands, parts of files. */
  | { readonly isWhole: true; readonly text: string }
  /** Words continue below if they do not fit. `lead` stays whole in front of the first row. */
  | {
      readonly isWhole: false;
      readonly lead: string;
      readonly words: string;
      readonly isHanging: boolean;
    };

export function wholeLine(text: string): Line {
  return { isWhole: true, text };
}

/**
 * Makes a line that can be folded. Continued rows are indented more than the first one: in its
 * column, a name could pass for a line of laurel's own.
 */
export function foldableLine(text: string, indent = 0): Line {
  const words = text.trimStart();
  const lead = " ".repeat(indent + text.length - words.length);
  return { isWhole: false, lead, words, isHanging: false };
}

/** Makes a line whose continued rows begin in the column of the words. */
export function hangingLine(lead: string, words: string): Line {
  return { isWhole: false, lead, words, isHanging: true };
}

export function indentLine(line: Line, columns: number): Line {
  const blanks = " ".repeat(columns);
  if (!line.isWhole) return { ...line, lead: blanks + line.lead };
  return line.text === "" ? line : wholeLine(blanks + line.text);
}

/** Narrower terminals cannot show code frames anyway. */
const MIN_WIDTH = 40;
/** Words in fewer columns than this are hard to read. */
const MIN_ROOM = 20;
/** Columns that a continued row is indented by, at least. */
const LEAST_INDENT = 4;

/**
 * Folds a line for a screen of that many columns, with line breaks between its rows. Unbreakable
 * text may be longer.
 */
export function foldLine(line: Line, width: number): string {
  if (line.isWhole) return line.text;
  const { lead, words, isHanging } = line;
  const columns = Math.max(MIN_WIDTH, width);
  const taken = widthOf(lead);
  if (taken + widthOf(words) <= columns) return (lead + words).trimEnd();
  if (isHanging && columns - taken >= MIN_ROOM) return lead + foldWords(words, taken, columns);
  // The lead is too long for words to fit after it.
  if (isHanging)
    return `${lead.trimEnd()}\n${" ".repeat(LEAST_INDENT)}${foldWords(words, LEAST_INDENT, columns)}`;
  const blanks = Math.min(taken, Math.floor(columns / 2));
  return " ".repeat(blanks) + foldWords(words, Math.max(LEAST_INDENT, blanks + 2), columns);
}

/** Breaks words into rows, and indents all but the first. */
function foldWords(words: string, indent: number, columns: number): string {
  // Words stay whole to be copied. But some blanks of Unicode join words, and the terminal would
  // break them at its edge.
  const hard = /\P{ASCII}/u.test(words);
  return wrapAnsi(words, columns - indent, { hard }).replaceAll("\n", `\n${" ".repeat(indent)}`);
}

/** Folds sentences, one on a line, for a screen of that many columns. */
export function fittedSentences(text: string, width = Number.POSITIVE_INFINITY): string {
  return text
    .split("\n")
    .map((line) => foldLine(foldableLine(line), width))
    .join("\n");
}
