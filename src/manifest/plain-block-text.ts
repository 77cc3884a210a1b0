/** Block texts (`|` and `>`) of the plain form of YAML: without an indentation indicator, tabs and lines of blanks. */
import { afterSpaces, CODE, NotPlain } from "./plain-scalars.ts";

const HEADER = /([|>])([-+]?)(?: +#[^\n]*| *)\n/y;

/** Reads the block text whose header begins at `start`. Its lines stand deeper than `column`. */
export function readBlockText(
  text: string,
  start: number,
  end: number,
  column: number,
): { readonly value: string; readonly end: number } {
  HEADER.lastIndex = start;
  const [header, style, chomping] = HEADER.exec(text) ?? [];
  if (header === undefined) throw new NotPlain();
  const first = start + header.length;
  const lines: string[] = [];
  /** How many lines have content, blank ones between them included, and where they end. */
  let [count, contentEnd, at] = [0, first, first];
  let indentation = -1;
  while (at < end) {
    const begin = afterSpaces(text, at);
    const newline = text.indexOf("\n", begin);
    const lineEnd = newline === -1 ? end : newline;
    if (text.charCodeAt(begin) === CODE.carriageReturn) throw new NotPlain();
    if (begin >= lineEnd) {
      if (begin > at) throw new NotPlain();
      lines.push("");
    } else {
      if (indentation === -1) indentation = begin - at;
      if (indentation <= column) throw new NotPlain();
      if (begin - at < indentation) break;
      lines.push(text.slice(at + indentation, lineEnd));
      count = lines.length;
      contentEnd = Math.min(lineEnd + 1, end);
    }
    at = lineEnd + 1;
  }
  const isKept = chomping === "+";
  const textEnd = isKept ? Math.min(at, end) : contentEnd;
  if (count === 0 || /[\t\r]/.test(text.slice(first, textEnd))) throw new NotPlain();
  const content = lines.slice(0, count);
  const value = style === "|" ? content.join("\n") : folded(content);
  const breaks = isKept ? lines.length - count + 1 : 1;
  return { value: chomping === "-" ? value : value + "\n".repeat(breaks), end: textEnd };
}

/** Lines joined by blanks, but for those that are empty or stand deeper: the package's own rule, step by step. */
function folded(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line !== "");
  let value = "\n".repeat(first);
  let separator = "";
  let wasDeeper = false;
  for (const line of lines.slice(first)) {
    if (line.startsWith(" ")) {
      if (separator === " ") separator = "\n";
      else if (!wasDeeper && separator === "\n") separator = "\n\n";
      value += separator + line;
      separator = "\n";
      wasDeeper = true;
    } else if (line === "") {
      if (separator === "\n") value += "\n";
      else separator = "\n";
    } else {
      value += separator + line;
      separator = " ";
      wasDeeper = false;
    }
  }
  return value;
}
