/** Puts members and elements in block style in, and takes them out: each on lines of its own. */
import type { CST } from "yaml";
import type { Json } from "../model/json.ts";
import { type EditedFile, type Inner, runsOf, type ValuePlace } from "./places.ts";
import { keepsLineBreaks, slotsOf } from "./tokens.ts";
import { indented } from "./values.ts";
import { blockText, inlineText } from "./yaml-text.ts";

/** New elements in braces get no longer lines than these. */
const LONGEST_INLINE = 120;

/** Edits a mapping or list: what has no target goes with the comments above it, what has no place comes behind its neighbour. */
export function arrangeLines(value: CST.Token, inner: readonly Inner[], file: EditedFile): void {
  const places = inner.flatMap(({ place }) => place ?? []);
  const column = file.lines.column((places[0] as ValuePlace).start);
  const isSpaced = hasBlankLines(value, places, column, file);
  const write = elementWriter(value, file);
  for (const { before, after, gone, added } of runsOf(inner)) {
    if (added.length > 0) insert(added.map(write), before, after, column, isSpaced, file);
    if (gone.length > 0) remove(gone, before, after, column, file);
  }
}

function elementWriter(value: CST.Token, { source, eol }: EditedFile): (inner: Inner) => string {
  const last = slotsOf(value).at(-1);
  const isBraces =
    last?.value?.type === "flow-collection" && !source.text.slice(last.value.offset, last.end).includes("\n");
  return ({ name, target }) => {
    const own = target as Json;
    const short = name === undefined && isBraces ? `- ${inlineText(own)}` : "";
    const text = short !== "" && short.length <= LONGEST_INLINE ? `${short}\n` : blockText(name, own);
    return eol === "\n" ? text : text.replaceAll("\n", eol);
  };
}

/** Whether blank lines separate the members or elements, as they do between resources and at the top level. */
function hasBlankLines(value: CST.Token, places: readonly ValuePlace[], column: number, file: EditedFile): boolean {
  const { lines, source } = file;
  const last = places.at(-1) as ValuePlace;
  if (value.type === "block-map" && column > 0) return false;
  if (places.length === 1) return source.text.slice(last.start, last.end).includes("\n");
  const top = firstComment(last.start, column, file);
  return top > 0 && lines.at(top - 1).trim() === "";
}

/** Where the comments begin that stand right above a member or element. */
function firstComment(start: number, column: number, { lines }: EditedFile): number {
  let top = lines.startOf(start);
  while (top > 0) {
    const line = lines.at(top - 1);
    if (!line.trimStart().startsWith("#") || line.length - line.trimStart().length > column) break;
    top = lines.startOf(top - 1);
  }
  return top;
}

/** Behind the last line of a member or element, comments that are indented further included. */
function behindAll(end: number, column: number, { lines, source }: EditedFile): number {
  let bottom = lines.behind(end);
  while (bottom < source.text.length) {
    const line = lines.at(bottom);
    if (!line.trimStart().startsWith("#") || line.length - line.trimStart().length <= column) break;
    bottom = lines.behind(bottom);
  }
  return bottom;
}

function insert(
  added: readonly string[],
  before: ValuePlace | undefined,
  after: ValuePlace | undefined,
  column: number,
  isSpaced: boolean,
  file: EditedFile,
): void {
  const { source, eol, lines } = file;
  const pad = " ".repeat(column);
  const blank = isSpaced && !keepsLineBreaks(before?.value) ? eol : "";
  const all = added.map((text) => indented(pad + text, column, "\n"));
  if (before !== undefined) {
    const at = behindAll(before.end, column, file);
    const body = all.map((text) => blank + text).join("");
    const isOpen = at === source.text.length && !source.text.endsWith("\n");
    file.edits.push({ start: at, end: at, text: isOpen ? eol + body.replace(/\r?\n$/, "") : body });
  } else if (after !== undefined) {
    const isOnOwnLine = lines.at(after.start).slice(0, column).trim() === "";
    const at = isOnOwnLine ? firstComment(after.start, column, file) : after.start;
    const body = all.map((text) => text + blank).join("");
    file.edits.push({ start: at, end: at, text: isOnOwnLine ? body : body.slice(column) + pad });
  }
}

function remove(
  gone: readonly ValuePlace[],
  before: ValuePlace | undefined,
  after: ValuePlace | undefined,
  column: number,
  file: EditedFile,
): void {
  const { lines, source } = file;
  const [first, last] = [gone[0] as ValuePlace, gone.at(-1) as ValuePlace];
  const isOnOwnLine = lines.at(first.start).slice(0, column).trim() === "";
  if (!isOnOwnLine) {
    // The dash stays, and with it the comments on the way to what is next.
    const between = after === undefined ? "" : source.text.slice(last.end, after.start);
    file.edits.push({
      start: first.start,
      end: after === undefined || between.includes("#") ? last.end : after.start,
      text: "",
    });
    return;
  }
  let start = firstComment(first.start, column, file);
  let end = behindAll(last.end, column, file);
  const least = before === undefined ? 0 : behindAll(before.end, column, file);
  const isBlank = (offset: number): boolean => lines.at(offset).trim() === "";
  if (after !== undefined) {
    if (start === 0 || before === undefined || isBlank(start - 1)) {
      const most = firstComment(after.start, column, file);
      while (end < most && isBlank(end)) end = lines.behind(end);
    }
  } else while (start > least && isBlank(start - 1)) start = lines.startOf(start - 1);
  file.edits.push({ start: Math.max(start, least), end, text: "" });
}
