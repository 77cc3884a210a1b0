/**
 * Wraps text for a terminal with continued lines indented: in the first column, a name or a service's message could
 * pass for a line of laurel's own.
 */
import { stripVTControlCharacters } from "node:util";
import wrapAnsi from "wrap-ansi";
import { widthOf } from "../../view/text/layout.ts";
import type { GivenFlags } from "../args/command.ts";
import type { Output, ProcessPorts } from "./ports.ts";

/** Columns by which continued lines are indented. */
const HANGING = 4;
/** No line is indented by more than this part of the width. */
const MAX_INDENT = 0.5;
/** Narrower terminals cannot show code frames anyway. */
const MIN_WIDTH = 40;

/** Lines to copy into a shell stay whole. */
const COMMAND = /^ *(?:laurel |export |--\w)/;

/** The ports for a run with these flags: text for people is wrapped, documents are not. */
export function withFoldedText(ports: ProcessPorts, flags: GivenFlags): ProcessPorts {
  const { stdout, stderr } = ports;
  return {
    ...ports,
    stdout: flags.format === "text" ? folded(stdout) : stdout,
    stderr: folded(stderr),
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
  if (columns === undefined || columns < MIN_WIDTH) return written;
  return written
    .split("\n")
    .map((line) => foldedLine(line, columns))
    .join("\n");
}

/** Wrapped at blanks. Long words of ASCII stay whole, to be copied; others are cut, as some blanks of Unicode join words. */
function foldedLine(line: string, columns: number): string {
  if (line.length <= columns && /^[ -~]*$/.test(line)) return line;
  // A carriage return overwrites what is before it.
  const start = line.lastIndexOf("\r") + 1;
  const shown = line.slice(start);
  const plain = stripVTControlCharacters(shown);
  if (widthOf(plain) <= columns || COMMAND.test(plain)) return line;
  const indent = Math.min(plain.length - plain.trimStart().length, Math.floor(columns * MAX_INDENT) - HANGING);
  const hard = !/^[ -~]*$/.test(plain);
  const [first = "", ...rest] = wrapAnsi(shown, columns - indent - HANGING, { hard }).split("\n");
  const lines = [" ".repeat(indent) + first, ...rest.map((each) => " ".repeat(indent + HANGING) + each)];
  return line.slice(0, start) + lines.join("\n") + (shown.endsWith(" ") ? " " : "");
}
