/**
 * A parsed text as a tree of parts with their positions. Nothing after parsing depends on YAML or JSON. Aliases are shared
 * parts: a tree may be a graph, never a cycle.
 */

import { memoizedBy } from "../ground/collections.ts";
import type { ExactNumber, Json, JsonObject } from "../ground/json.ts";
import { type Pointer, parsePointer } from "../ground/pointer.ts";
import type { Origin, Position, Source, Span } from "../model/model.ts";

/** A text with what is needed to turn offsets into lines and columns. */
export interface SourceText extends Pick<Span, "file" | "of"> {
  readonly text: string;
  /** Offset of the first character of each line. */
  readonly lineStarts: readonly number[];
}

interface TextPiece {
  readonly source: SourceText;
  /** Offsets into the text; `end` is the first character that no longer belongs to the part. */
  readonly start: number;
  readonly end: number;
}

export interface Member {
  readonly name: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Part;
  /** The text of the key, if it is not that of the mapping: overrides put such members in. */
  readonly source?: SourceText;
}

export interface MapPart extends TextPiece {
  readonly type: "map";
  readonly members: readonly Member[];
}
export interface ListPart extends TextPiece {
  readonly type: "list";
  readonly elements: readonly Part[];
}
export interface ScalarPart extends TextPiece {
  readonly type: "scalar";
  readonly value: null | boolean | number | ExactNumber | string;
}

export type Part = MapPart | ListPart | ScalarPart;

/** Whether a file is read as JSON; any other is YAML. */
export function isJsonFile(file: string): boolean {
  return file.toLowerCase().endsWith(".json");
}

export function sourceText(file: string, text: string, of?: Span["of"]): SourceText {
  // A byte order mark is no character of the first line for any editor.
  const lineStarts = [text.startsWith("\uFEFF") ? 1 : 0];
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) lineStarts.push(index + 1);
  return { file, text, lineStarts, ...(of === undefined ? {} : { of }) };
}

/** The span between two offsets, without blanks at its end. Offsets outside of the text are moved into it. */
export function spanBetween(source: SourceText, start: number, end: number): Span {
  const from = Math.min(start, source.text.length);
  const written = source.text.slice(from, Math.max(end, from));
  // A place that is nothing but blanks, such as a tab, stays whole.
  const to = from + (written.trimEnd() === "" ? written : written.trimEnd()).length;
  const { file, of } = source;
  const span = { file, start: positionAt(source, from), end: positionAt(source, to) };
  return of === undefined ? span : { ...span, of };
}

/** The end of an offset's line, without the line break. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : text[end - 1] === "\r" && end > offset ? end - 1 : end;
}

export function spanOf(part: Part): Span {
  return spanBetween(part.source, part.start, part.end);
}

export function keySpan(map: MapPart, member: Member): Span {
  return spanBetween(member.source ?? map.source, member.keyStart, member.keyEnd);
}

/** The text of a part as it was written. */
export function writtenText(part: Part): string {
  return part.source.text.slice(part.start, part.end).trimEnd();
}

export function memberNamed(part: Part | undefined, name: string): Member | undefined {
  if (part?.type !== "map") return undefined;
  return part.members.length > FEW ? firstByName(part).get(name) : part.members.find((member) => member.name === name);
}

/** Members of a mapping that are looked through, instead of being put in order first. */
const FEW = 30;

const firstByName = memoizedBy(
  ({ members }: MapPart): ReadonlyMap<string, Member> =>
    new Map([...members].reverse().map((member) => [member.name, member])),
);

/** The values in a part, in their order. */
export function partsIn(part: Part): readonly Part[] {
  if (part.type === "map") return part.members.map(({ value }) => value);
  return part.type === "list" ? part.elements : [];
}

/** The value without its places. Of a key given twice the first counts; `__proto__` is left out. */
export function jsonOf(part: Part): Json {
  if (part.type === "scalar") return part.value;
  if (part.type === "list") return part.elements.map(jsonOf);
  const value: Record<string, Json> = {};
  for (const member of part.members) {
    if (member.name !== "__proto__" && !Object.hasOwn(value, member.name)) value[member.name] = jsonOf(member.value);
  }
  return value satisfies JsonObject;
}

/** Finds parts below a part by JSON pointer; where the pointer leads to nothing, the nearest part that exists. */
export function sourceOf(root: Part): Source {
  return {
    locate(pointer, half) {
      const { part, map, member } = followed(root, pointer);
      if (map === undefined || member === undefined) return part === root ? startSpan(root) : spanOf(part);
      // Where nothing is written after the colon, the key stands for the value.
      return half === "key" || part.end === part.start ? keySpan(map, member) : spanOf(part);
    },
  };
}

/** The part that a pointer leads to, or the last one on the way to it. */
export function partAt(root: Part, pointer: Pointer): Part {
  return followed(root, pointer).part;
}

/** Where a pointer ends: a part, and the member that it is the value of. */
function followed(root: Part, pointer: Pointer): { part: Part; map?: MapPart; member?: Member } {
  let here: ReturnType<typeof followed> = { part: root };
  for (const name of parsePointer(pointer)) {
    const { part: map } = here;
    const member = memberNamed(map, name);
    const part = member?.value ?? (map.type === "list" ? map.elements[Number(name)] : undefined);
    if (part === undefined) return here;
    here = map.type === "map" && member !== undefined ? { part, map, member } : { part };
  }
  return here;
}

/** The place for problems of a whole file. */
export function beginningOf({ file, of }: Pick<Span, "file" | "of">): Span {
  const start = { line: 1, column: 1, offset: 0 };
  return of === undefined ? { file, start, end: start } : { file, start, end: start, of };
}

export function originAt({ file, start: { line, column } }: Span): Origin {
  return { file, line, column };
}

/** Where a part begins: the first key of a mapping that has one, otherwise the whole part. */
export function startSpan(part: Part): Span {
  const first = part.type === "map" ? part.members[0] : undefined;
  return part.type === "map" && first !== undefined ? keySpan(part, first) : spanOf(part);
}

/** Where an offset is. */
function positionAt(source: SourceText, offset: number): Position {
  let [low, high] = [0, source.lineStarts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(offset - (source.lineStarts[low] ?? 0), 0) + 1, offset };
}
