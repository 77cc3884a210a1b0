/**
 * Text for a terminal, in which no line is left to be broken by the terminal itself: that begins the rest in the first
 * column, where a name or the words of a service could then pass for a line of laurel's own. Here the rest stands further
 * to the right than the line that it belongs to.
 */
import { stripVTControlCharacters } from "node:util";
import { widthOf } from "../../view/text/layout.ts";
import { type Flags, text } from "../args/command.ts";
import type { Output, Ports } from "../ports.ts";

/** Columns that the rest of a line stands to the right of its beginning. */
const HANGING = 4;
/** Indentation is not carried on beyond this part of the screen, so that there is room for words. */
const MOST_INDENT = 0.5;

/** On narrower screens the lines of files are too wide as it is, and what stands below them would not be below them. */
const NARROWEST = 40;

/** Lines to be copied into a shell: what a terminal breaks is copied in one piece. */
const COMMAND = /^ *(?:laurel |export |--\w)/;

/** A colour or the like, which takes no room, blanks, or a word. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what begins a colour.
const PIECE = /\u001b\[[\d;]*[A-Za-z]| +|[^ \u001b]+/g;

/** The ports for a run with these flags: what is for people is folded, documents and logs for programs stay as they are. */
export function withFoldedText(ports: Ports, flags: Flags): Ports {
  const { stdout, stderr } = ports;
  const stderrIsText = text(flags, "log-format") !== "json";
  return {
    ...ports,
    stdout: text(flags, "format") === "text" ? folded(stdout) : stdout,
    stderr: stderrIsText ? folded(stderr) : stderr,
    ask: (question) => ports.ask(foldedText(question, stderr.columns)),
  };
}

/** The width may change while the program runs. */
function folded(output: Output): Output {
  return {
    write: (written) => output.write(foldedText(written, output.columns)),
    isTerminal: output.isTerminal,
    get columns() {
      return output.columns;
    },
  };
}

export function foldedText(written: string, columns: number | undefined): string {
  if (columns === undefined || columns < NARROWEST) return written;
  return written
    .split("\n")
    .map((line) => foldedLine(line, columns))
    .join("\n");
}

/**
 * The line with breaks at blanks. A longer word of ASCII, such as an address or an id, stays whole, so that it can be
 * copied; no other does, because there are blanks that are none to a program.
 */
export function foldedLine(line: string, columns: number): string {
  if (line.length <= columns && /^[ -~]*$/.test(line)) return line;
  // What stands behind the last return of the carriage is written over what stood before it.
  const start = line.lastIndexOf("\r") + 1;
  const plain = stripVTControlCharacters(line.slice(start));
  if (widthOf(plain) <= columns || COMMAND.test(plain)) return line;
  const own = plain.length - plain.trimStart().length;
  const margin = " ".repeat(Math.min(own + HANGING, Math.floor(columns * MOST_INDENT)));
  let [done, blanks, column, isBegun] = [line.slice(0, start), "", 0, false];
  for (const [piece] of line.slice(start).matchAll(PIECE)) {
    if (piece.startsWith(" ")) blanks += piece;
    else if (piece.startsWith("\u001b")) done += piece;
    else {
      const width = widthOf(piece);
      const fits = column + blanks.length + width <= columns;
      const before = fits ? blanks : isBegun ? `\n${margin}` : blanks.slice(0, margin.length);
      column = (before.startsWith("\n") ? -1 : column) + before.length;
      const broken = isWhole(piece, column, columns)
        ? { rows: piece, column: column + width }
        : breakWord(piece, column, margin, columns);
      done += before + broken.rows;
      [blanks, column, isBegun] = ["", broken.column, true];
    }
  }
  return done + blanks.slice(0, Math.max(0, columns - column));
}

/** Whether the word fits, or may stick out. */
function isWhole(word: string, column: number, columns: number): boolean {
  return column + widthOf(word) <= columns || /^[!-~]+$/.test(word);
}

function breakWord(
  word: string,
  start: number,
  margin: string,
  columns: number,
): { readonly rows: string; readonly column: number } {
  let [rows, column] = ["", start];
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(word)) {
    const width = widthOf(segment);
    if (column + width > columns) {
      rows += `\n${margin}`;
      column = margin.length;
    }
    rows += segment;
    column += width;
  }
  return { rows, column };
}
