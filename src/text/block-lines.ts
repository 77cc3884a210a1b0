/** Puts members and elements in block style in, and takes them out: each on lines of its own. */
import type { CST } from "yaml";
import type { Json } from "../model/json.ts";
import { type ChangeRun, type EditedFile, type InnerChange, runsOf } from "./places.ts";
import { endsInBlockText, keepsLineBreaks, type Slot, slotsOf } from "./tokens.ts";
import { blockText, indented, inlineText, LINE_WIDTH } from "./yaml-text.ts";

/** Edits a mapping or list: what has no target goes with the comments above it, what has no place comes behind its neighbour. */
export function arrangeLines(value: CST.Token, inner: readonly InnerChange[], file: EditedFile): void {
  const places = inner.flatMap(({ place }) => place ?? []);
  const column = file.lines.column((places[0] as Slot).start);
  const isSpaced = hasBlankLines(value, places, column, file);
  const write = elementWriter(value, column, file);
  for (const run of runsOf(inner)) {
    const added = run.added.map((each) => indented(" ".repeat(column) + write(each), column, file.eol));
    file.edits.push(
      run.gone.length === 0
        ? insertion(run, added, column, isSpaced, file)
        : removal(run, added, column, isSpaced, file),
    );
  }
}

function elementWriter(value: CST.Token, column: number, { source }: EditedFile): (inner: InnerChange) => string {
  const last = slotsOf(value).at(-1);
  const isBraces =
    last?.value?.type === "flow-collection" && !source.text.slice(last.value.offset, last.end).includes("\n");
  return ({ name, target }) => {
    const own = target as Json;
    const short = name === undefined && isBraces ? `- ${inlineText(own)}` : "";
    return short !== "" && column + short.length <= LINE_WIDTH ? `${short}\n` : blockText(name, own);
  };
}

/** Whether blank lines separate the members or elements, as they do between resources and at the top level. */
function hasBlankLines(value: CST.Token, places: readonly Slot[], column: number, file: EditedFile): boolean {
  const { lines, source } = file;
  const last = places.at(-1) as Slot;
  if (value.type === "block-map" && column > 0) return false;
  if (places.length === 1) {
    const isSpaced = value.type === "block-map" || /\n[ \t]*\r?\n/.test(source.text);
    return isSpaced && source.text.slice(last.start, last.end).includes("\n");
  }
  const top = firstComment(last.start, column, file);
  return top > 0 && lines.at(top - 1).trim() === "";
}

/** Where the comments begin that are right above a member or element. */
export function firstComment(start: number, column: number, { lines }: EditedFile): number {
  let top = lines.startOf(start);
  while (top > 0) {
    const line = lines.at(top - 1);
    if (!line.trimStart().startsWith("#") || line.length - line.trimStart().length > column) break;
    top = lines.startOf(top - 1);
  }
  return top;
}

/** Behind the last line of a member or element, comments that are indented further included, also below blank lines. */
function behindAll(end: number, column: number, { lines, source }: EditedFile): number {
  let bottom = lines.behind(end);
  for (let at = bottom; at < source.text.length; at = lines.behind(at)) {
    const line = lines.at(at).trimStart();
    if (line === "") continue;
    if (!line.startsWith("#") || lines.at(at).length - line.length <= column) break;
    bottom = lines.behind(at);
  }
  return bottom;
}

/** Behind the blank lines at an offset that a text in block style in front of them would read as its own. */
function behindReadable(offset: number, before: Slot | undefined, { lines, source }: EditedFile): number {
  if (!endsInBlockText(before?.value)) return offset;
  const isKept = keepsLineBreaks(before?.value);
  let bottom = offset;
  for (let at = offset; at < source.text.length && lines.at(at).trim() === ""; at = lines.behind(at)) {
    if (isKept || lines.at(at) !== "") bottom = lines.behind(at);
  }
  return bottom;
}

type Edit = EditedFile["edits"][number];

function insertion(
  { before, after }: ChangeRun,
  added: readonly string[],
  column: number,
  isSpaced: boolean,
  file: EditedFile,
): Edit {
  const { source, eol } = file;
  if (before !== undefined) {
    const at = behindAll(before.end, column, file);
    const blank = isSpaced && !keepsLineBreaks(before.value) ? eol : "";
    const body = added.map((text) => blank + text).join("");
    const isOpen = at === source.text.length && !source.text.endsWith("\n");
    return { start: at, end: at, text: isOpen ? eol + body.replace(/\r?\n$/, "") : body };
  }
  const { start } = after as Slot;
  const body = added.map((text) => text + (isSpaced ? eol : "")).join("");
  // Behind a dash, the first keeps its line.
  if (!isFirstOnLine(start, file)) return { start, end: start, text: body.slice(column) + " ".repeat(column) };
  const at = firstComment(start, column, file);
  return { start: at, end: at, text: body };
}

/** Takes values out, with their comments, and puts what is new in their place. */
function removal(
  { before, after, gone, added: { length } }: ChangeRun,
  added: readonly string[],
  column: number,
  isSpaced: boolean,
  file: EditedFile,
): Edit {
  const { lines, source, eol } = file;
  const [first, last] = [gone[0] as Slot, gone.at(-1) as Slot];
  const end = behindAll(last.end, column, file);
  const isBehindDash = !isFirstOnLine(first.start, file);
  const least = before === undefined ? 0 : behindAll(before.end, column, file);
  const top = isBehindDash ? first.start : Math.max(firstComment(first.start, column, file), least);
  if (length > 0) {
    const body = added.join(isSpaced ? eol : "").slice(isBehindDash ? column : 0);
    const isOpen = end === source.text.length && !source.text.endsWith("\n");
    return { start: top, end, text: isOpen ? body.replace(/\r?\n$/, "") : body };
  }
  const next = after === undefined ? end : firstComment(after.start, column, file);
  if (isBehindDash) {
    // The next member is behind the dash instead, unless a comment is above it.
    const isCommented = after !== undefined && next < lines.startOf(after.start);
    const dash = source.text.slice(0, top).trimEnd().length;
    if (isCommented) return { start: dash, end: next, text: eol };
    return { start: top, end: next + lines.at(next).search(/\S/), text: "" };
  }
  const isBlank = (offset: number): boolean => lines.at(offset).trim() === "";
  let [from, to] = [top, end];
  // One of the blank lines around it goes as well.
  if (after === undefined) while (from > least && isBlank(from - 1)) from = lines.startOf(from - 1);
  else if (from === 0 || before === undefined || isBlank(from - 1))
    while (to < next && isBlank(to)) to = lines.behind(to);
  return { start: Math.max(from, least), end: behindReadable(to, before, file), text: "" };
}

/** Whether nothing but blanks is before an offset on its line. */
function isFirstOnLine(start: number, { lines, source }: EditedFile): boolean {
  return source.text.slice(lines.startOf(start), start).trim() === "";
}
