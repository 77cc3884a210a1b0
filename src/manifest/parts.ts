/**
 * A parsed text as a tree of parts with their positions. Nothing after parsing depends on YAML or
 * JSON. Aliases are shared parts: a tree may be a graph, never a cycle.
 */

import { memoizedBy } from "../ground/collections.ts";
import type { ExactNumber, Json, JsonObject } from "../ground/json.ts";
import { type Pointer, parsePointer } from "../ground/pointer.ts";
import type { Origin, Source } from "../model/model.ts";
import type { Position, SourceFile, Span } from "../model/source.ts";

interface TextPiece {
  readonly source: SourceFile;
  /** Offsets into the text; `end` is the first character that no longer belongs to the part. */
  readonly start: number;
  readonly end: number;
}

export interface Member {
  readonly name: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Part;
  /**
   * The text with the key, if the member is from another file than its mapping, as an override is.
   */
  readonly source?: SourceFile;
}

export interface MapPart extends TextPiece {
  readonly type: "map";
  readonly members: readonly Member[];
  /** Values by name. The first of two equal keys counts; `__proto__` is left out. */
  readonly value: JsonObject;
}
export interface ListPart extends TextPiece {
  readonly type: "list";
  readonly elements: readonly Part[];
  readonly value: readonly Json[];
}
export interface ScalarPart extends TextPiece {
  readonly type: "scalar";
  readonly value: null | boolean | number | ExactNumber | string;
}

/** A value with its place. `value` is made once, while parsing, and all later stages share it. */
export type Part = MapPart | ListPart | ScalarPart;

export function mapPart({ source, start, end }: TextPiece, members: readonly Member[]): MapPart {
  const value: Record<string, Json> = {};
  for (const { name, value: part } of members) {
    if (name !== "__proto__" && !Object.hasOwn(value, name)) value[name] = part.value;
  }
  return { type: "map", members, value, source, start, end };
}

export function listPart({ source, start, end }: TextPiece, elements: readonly Part[]): ListPart {
  return { type: "list", elements, value: elements.map(({ value }) => value), source, start, end };
}

/** Whether a file is read as strict JSON. All other files are YAML. */
export function isJsonFile(file: string): boolean {
  return file.toLowerCase().endsWith(".json");
}

/**
 * Returns the span between two offsets, without blanks at its end. Offsets after the text become
 * its end.
 */
export function spanBetween(source: SourceFile, start: number, end: number): Span {
  const from = Math.min(start, source.text.length);
  const written = source.text.slice(from, Math.max(end, from));
  // A span of blanks alone, such as a tab, keeps them.
  const to = from + (written.trimEnd() === "" ? written : written.trimEnd()).length;
  return { source, start: positionAt(source, from), end: positionAt(source, to) };
}

/** Returns the end of an offset's line, without the line break. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  if (end === -1) return text.length;
  return text[end - 1] === "\r" && end > offset ? end - 1 : end;
}

export function spanOf(part: Part): Span {
  return spanBetween(part.source, part.start, part.end);
}

export function keySpan(map: MapPart, member: Member): Span {
  return spanBetween(member.source ?? map.source, member.keyStart, member.keyEnd);
}

/** Returns the written text of a part. */
export function writtenText(part: Part): string {
  return part.source.text.slice(part.start, part.end).trimEnd();
}

export function memberNamed(part: Part | undefined, name: string): Member | undefined {
  if (part?.type !== "map") return undefined;
  return part.members.length > FEW
    ? firstByName(part).get(name)
    : part.members.find((member) => member.name === name);
}

/** Largest mapping in which a member is searched without an index. */
const FEW = 30;

const firstByName = memoizedBy(
  ({ members }: MapPart): ReadonlyMap<string, Member> =>
    new Map([...members].reverse().map((member) => [member.name, member])),
);

/** Returns the values in a part, in their order. */
export function partsIn(part: Part): readonly Part[] {
  if (part.type === "map") return part.members.map(({ value }) => value);
  return part.type === "list" ? part.elements : [];
}

/** Finds parts by JSON pointer, or the nearest existing part around the place. */
export function sourceOf(root: Part): Source {
  return {
    locate(pointer, half) {
      const { part, map, member } = followed(root, pointer);
      if (map === undefined || member === undefined)
        return part === root ? startSpan(root) : spanOf(part);
      // If the value is empty, the key is shown instead.
      return half === "key" || part.end === part.start ? keySpan(map, member) : spanOf(part);
    },
  };
}

/** Returns the part at a pointer, or the nearest existing part around the place. */
export function partAt(root: Part, pointer: Pointer): Part {
  return followed(root, pointer).part;
}

/** The part at the end of a pointer, and the member with the part as its value. */
interface PointerEnd {
  readonly part: Part;
  readonly map?: MapPart;
  readonly member?: Member;
}

/** Follows a pointer as far as the parts exist. */
function followed(root: Part, pointer: Pointer): PointerEnd {
  let here: PointerEnd = { part: root };
  for (const name of parsePointer(pointer)) {
    const { part: map } = here;
    const member = memberNamed(map, name);
    const part = member?.value ?? (map.type === "list" ? map.elements[Number(name)] : undefined);
    if (part === undefined) return here;
    here = map.type === "map" && member !== undefined ? { part, map, member } : { part };
  }
  return here;
}

/** Returns the place for problems of a whole file. */
export function beginningOf(source: SourceFile): Span {
  const start = { line: 1, column: 1, offset: 0 };
  return { source, start, end: start };
}

export function originAt({ source, start: { line, column } }: Span): Origin {
  return { file: source.name, line, column };
}

/** Returns the first key of a mapping, or the whole part if it has no key. */
export function startSpan(part: Part): Span {
  const first = part.type === "map" ? part.members[0] : undefined;
  return part.type === "map" && first !== undefined ? keySpan(part, first) : spanOf(part);
}

/** Returns the line and column of an offset. */
function positionAt(source: SourceFile, offset: number): Position {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(offset - (source.lineStarts[low] ?? 0), 0) + 1, offset };
}
