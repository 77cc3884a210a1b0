/** Small edits of a parsed text: a plain value or a key is replaced, or the lines of an element or member go. */
import type { Fix } from "../model/diagnostics.ts";
import type { PlacedEdit } from "../model/edits.ts";
import { jsonText } from "../model/json.ts";
import type { EditableSource, Pointer, ScalarChange } from "../model/model.ts";
import {
  type ListPart,
  type MapPart,
  type Member,
  memberNamed,
  namesOf,
  type Part,
  partAt,
  positionAt,
  type SourceText,
  sourceOf,
  writtenText,
} from "./parts.ts";
import { endOfLine, lineAt } from "./text-lines.ts";

/** Replaces the text between two offsets. */
export function editBetween(source: SourceText, start: number, end: number, text: string): PlacedEdit {
  const [from, to] = [positionAt(source, start), positionAt(source, end)];
  return {
    ...{ file: source.file, start, end, text },
    from: { line: from.line, column: from.column },
    to: { line: to.line, column: to.column },
  };
}

/** One fix, if its edits could be made. */
export function fixOf(title: string, isSafe: boolean, edits: readonly PlacedEdit[] | undefined): readonly Fix[] {
  return edits === undefined || edits.length === 0 ? [] : [{ title, isSafe, edits }];
}

/** Replaces all of a part. */
export function replacing(part: Part, text: string): PlacedEdit {
  return editBetween(part.source, part.start, part.start + writtenText(part).length, text);
}

/** Writes another value where a plain one is, with its quotes. Undefined for values of several lines. */
export function writingValue(part: Part, value: string | number | boolean): PlacedEdit | undefined {
  const written = writtenText(part);
  if (part.type !== "scalar" || written === "" || /[\n|>]/.test(written)) return undefined;
  return replacing(part, typeof value === "string" ? scalarText(value, written) : String(value));
}

/** Writes another key, with its quotes. */
export function writingKey(map: MapPart, { keyStart, keyEnd, source = map.source }: Member, name: string): PlacedEdit {
  return editBetween(source, keyStart, keyEnd, scalarText(name, source.text.slice(keyStart, keyEnd)));
}

/** Words that YAML 1.1 or 1.2 reads as something else than text. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n|[-+.]?\d[\d_.:-]*(?:e[-+]?\d+)?|0[xob][\da-f_]+)$/i;

/** A text as one line of YAML and JSON takes it, in the quotes of what is there. */
export function scalarText(text: string, like: string): string {
  if (like.startsWith("'") && !/['\n]/.test(text)) return `'${text}'`;
  const isPlain = !/^["']/.test(like) && /^[A-Za-z0-9_][\w.~-]*(?: [\w.~-]+)*$/.test(text) && !NO_TEXT.test(text);
  return isPlain || (!/^["']/.test(like) && isSafeRule(text)) ? text : jsonText(text);
}

/** `gte:10` and the like. */
function isSafeRule(text: string): boolean {
  return /^[a-z]+:\w[\w.]*$/i.test(text);
}

/** Takes an element out of a list; undefined where more than that would go. */
export function removingElement(list: ListPart, index: number): readonly PlacedEdit[] | undefined {
  const { source, elements } = list;
  const element = elements[index];
  // An alias is a part of somewhere else.
  const isOwn = (part: Part): boolean => part.source === source && part.start >= list.start && part.end <= list.end;
  if (element === undefined || !elements.every(isOwn) || new Set(elements).size < elements.length) return undefined;
  if (source.text[list.start] !== "[") return removingLines(element);
  return removingPiece(source, elements[index - 1], element, elements[index + 1]);
}

/** Takes a member out of a mapping; undefined where more than that would go. */
export function removingMember(map: MapPart, member: Member): readonly PlacedEdit[] | undefined {
  const { source, members } = map;
  const whole = (each: Member | undefined): Stretch | undefined =>
    each && { start: each.keyStart, end: endOf(each.value, each.keyEnd) };
  const isOwn = ({ value, source: own = source }: Member): boolean =>
    own === source && value.source === source && value.start >= map.start && value.end <= map.end;
  if (!members.every(isOwn)) return undefined;
  const index = members.indexOf(member);
  const own = whole(member);
  if (own === undefined) return undefined;
  if (source.text[map.start] === "{") {
    return removingPiece(source, whole(members[index - 1]), own, whole(members[index + 1]));
  }
  const line = lineAt(source.text, own.start);
  return line.start + line.indent === own.start ? removingFrom(source, line.start, own.end) : undefined;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** With the comma before it, or behind it. */
function removingPiece(
  source: SourceText,
  before: Stretch | undefined,
  { start, end }: Stretch,
  after: Stretch | undefined,
): readonly PlacedEdit[] | undefined {
  const isComma = (from: number, to: number): boolean => /^\s*,\s*$/.test(source.text.slice(from, to));
  if (before !== undefined && isComma(before.end, start)) return [editBetween(source, before.end, end, "")];
  if (after !== undefined && isComma(end, after.start)) return [editBetween(source, start, after.start, "")];
  return before === undefined && after === undefined ? [editBetween(source, start, end, "")] : undefined;
}

/** Takes out the lines of an element that has a dash of its own, with the comments above it. */
function removingLines(element: Part): readonly PlacedEdit[] | undefined {
  const { source } = element;
  const line = lineAt(source.text, element.start);
  const isAlone = /^\s*-\s+$/.test(source.text.slice(line.start, element.start));
  return isAlone ? removingFrom(source, startOfComments(source, line.start, line.indent), endOf(element)) : undefined;
}

/** Comments directly above a line, in its column, belong to it. */
function startOfComments({ text }: SourceText, start: number, indent: number): number {
  let from = start;
  while (from > 0) {
    const above = lineAt(text, from - 1);
    if (above.indent !== indent || !above.text.trim().startsWith("#")) break;
    from = above.start;
  }
  return from;
}

/** From the start of a line to the end of the line that an offset lies in, if nothing but a comment is behind it. */
function removingFrom(source: SourceText, start: number, end: number): readonly PlacedEdit[] | undefined {
  const { text } = source;
  const last = endOfLine(text, end);
  if (!/^\s*(#.*)?$/.test(text.slice(end, last))) return undefined;
  const next = text.indexOf("\n", last);
  return [editBetween(source, start, next === -1 ? text.length : next + 1, "")];
}

/** Behind the last character of a part that is written. `otherwise`: where nothing is. */
function endOf(part: Part, otherwise = part.start): number {
  return part.end > part.start ? part.start + writtenText(part).length : otherwise;
}

/** Inserts blanks before each line from one offset to another, so that what begins there begins in the column. */
export function indenting(source: SourceText, start: number, end: number, by: number): readonly PlacedEdit[] {
  const edits: PlacedEdit[] = [];
  for (let { start: from, text } = lineAt(source.text, start); ; { start: from, text } = lineAt(source.text, from)) {
    if (text.trim() !== "") edits.push(editBetween(source, from, from, " ".repeat(by)));
    const next = source.text.indexOf("\n", from);
    if (next === -1 || next + 1 >= end) return edits;
    from = next + 1;
  }
}

/** Where the parts of a resource are, and how to change them. */
export function editableSource(root: Part): EditableSource {
  return { ...sourceOf(root), edit: (pointer, change) => editAt(root, pointer, change) };
}

function editAt(root: Part, pointer: Pointer, change: ScalarChange): readonly PlacedEdit[] | undefined {
  const names = namesOf(pointer);
  const last = names.at(-1);
  if (last === undefined) return "remove" in change ? removingLines(root) : undefined;
  const above = partAt(root, pointer.slice(0, pointer.lastIndexOf("/")));
  const member = memberNamed(above, last);
  const part = member?.value ?? (above.type === "list" ? above.elements[Number(last)] : undefined);
  if (part === undefined) return undefined;
  if ("removeElement" in change) {
    if (part.type !== "list") return undefined;
    const isIt = (each: Part): boolean => each.type === "scalar" && each.value === change.removeElement;
    return removingElement(part, part.elements.findIndex(isIt));
  }
  if ("write" in change) {
    const edit = writingValue(part, change.write);
    return edit === undefined ? undefined : [edit];
  }
  if (above.type === "map" && member !== undefined) {
    return "remove" in change ? removingMember(above, member) : [writingKey(above, member, change.writeKey)];
  }
  return above.type === "list" && "remove" in change ? removingElement(above, Number(last)) : undefined;
}
