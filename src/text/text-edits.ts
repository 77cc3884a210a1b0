/** Small edits of a parsed text: a plain value or a key is replaced, or the lines of an element or member go. */
import type { CST } from "yaml";
import { memoizedBy } from "../model/collections.ts";
import type { Fix } from "../model/diagnostics.ts";
import type { PlacedEdit } from "../model/edits.ts";
import { jsonText } from "../model/json.ts";
import type { EditableSource, Pointer, ScalarChange } from "../model/model.ts";
import { arrangeLines, isFirstOnLine } from "./block-lines.ts";
import { arrangeBrackets } from "./brackets.ts";
import {
  isJsonFile,
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
import { type EditedFile, editedFile, type InnerChange } from "./places.ts";
import { linesOf } from "./text-lines.ts";
import { endsInBlockText, isCollection, keepsLineBreaks, type Slot, slotsOf, valueTokens } from "./tokens.ts";
import { textPlaceOf } from "./values.ts";
import { inlineText, type QuoteStyle } from "./yaml-text.ts";

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
  if (part.type !== "scalar" || written === "" || /^[|>]|\n/.test(written)) return undefined;
  return replacing(part, valueText(part, value));
}

/** A value as it is written in the place of a part: on one line, in its quotes. */
export function valueText(part: Part, value: string | number | boolean): string {
  const holder = holdersOf(part.source).byValue.get(part.start);
  const slot = holder?.slots[holder.index];
  const place = slot === undefined ? "line" : textPlaceOf(slot, holder?.collection.type === "flow-collection");
  return inlineText(value, place, quotesOf(part.source, writtenText(part)));
}

/** Writes another key, with its quotes. */
export function writingKey(text: SourceText, { keyStart, keyEnd, source = text }: Member, name: string): PlacedEdit {
  const quotes = quotesOf(source, source.text.slice(keyStart, keyEnd));
  return editBetween(source, keyStart, keyEnd, inlineText(name, "line", quotes));
}

/** How a text that is written in a file is quoted. */
export function quotesOf({ file }: SourceText, written: string): QuoteStyle {
  if (isJsonFile(file)) return "json";
  return written.startsWith('"') ? "double" : written.startsWith("'") ? "single" : "plain";
}

/** Takes an element out of a list, with its comments; undefined where more than that would go. */
export function removingElement(list: ListPart, index: number): readonly PlacedEdit[] | undefined {
  const { source, elements } = list;
  const element = elements[index];
  // An alias is a part of somewhere else.
  const isOwn = (part: Part): boolean => part.source === source && part.start >= list.start && part.end <= list.end;
  if (element === undefined || !elements.every(isOwn) || new Set(elements).size < elements.length) return undefined;
  return removing(element);
}

/** Takes a member out of a mapping, with its comments; undefined where more than that would go. */
export function removingMember(map: MapPart, member: Member): readonly PlacedEdit[] | undefined {
  const { source, members } = map;
  const isOwn = ({ value, source: own = source }: Member): boolean =>
    own === source && value.source === source && value.start >= map.start && value.end <= map.end;
  if (!members.every(isOwn)) return undefined;
  return removingSlot(source, holdersOf(source).byKey.get(member.keyStart));
}

/** Takes out an element of any list. */
function removing({ source, start, type }: Part): readonly PlacedEdit[] | undefined {
  const holder = holdersOf(source).byValue.get(start);
  if (holder === undefined || !isList(holder.collection)) return undefined;
  const isOfType = isCollection(holder.slots[holder.index]?.value) === (type !== "scalar");
  return isOfType ? removingSlot(source, holder) : undefined;
}

function isList(token: CST.Token): boolean {
  return token.type === "block-seq" || (token.type === "flow-collection" && token.start.type === "flow-seq-start");
}

function removingSlot(source: SourceText, holder: Holder | undefined): readonly PlacedEdit[] | undefined {
  if (holder === undefined) return undefined;
  const { collection, slots, index } = holder;
  const file = editedFile(source);
  const neighbours = slots.slice(Math.max(index - 1, 0), index + 2);
  const changes = neighbours.map(
    (place): InnerChange => (place === slots[index] ? { place } : { place, target: null }),
  );
  if (collection.type === "flow-collection") arrangeBrackets(collection, changes, file);
  else if (slots.length > 1 || isFirstOnLine(collection.offset, file)) arrangeLines(collection, changes, file);
  const before = slots[index - 1];
  if (endsInBlockText(before?.value) && !leavesText(before as Slot, slots[index] as Slot, file)) return undefined;
  return file.edits.map((each) => editBetween(source, each.start, each.end, each.text));
}

/** Whether a slot that ends in a text in block style says the same after the next one is taken out: what moves up could be read as part of it. */
function leavesText({ start }: Slot, gone: Slot, { source: { text }, lines, edits }: EditedFile): boolean {
  const [edit] = edits;
  if (edit === undefined) return false;
  let end = edit.end;
  while (end < text.length && /^\s*(?:#|$)/.test(lines.at(end))) end = lines.behind(end);
  const pad = " ".repeat(lines.column(start));
  const own = said(pad + text.slice(start, lines.startOf(gone.start)));
  const moved = text.slice(start, edit.start) + edit.text + text.slice(edit.end, lines.behind(end));
  return jsonText(said(pad + moved).slice(0, own.length)) === jsonText(own);
}

/** The keys and values of a text, whatever its layout. */
function said(text: string): readonly string[] {
  const leaves = (token: CST.Token | null | undefined): readonly string[] => {
    if (isCollection(token)) return token.items.flatMap(({ key, value }) => [...leaves(key), ...leaves(value)]);
    if (token == null || !("source" in token)) return [];
    return [keepsLineBreaks(token) ? token.source : token.source.trimEnd()];
  };
  return valueTokens(text).flatMap(leaves);
}

/** A member or element in the mapping or list that holds it. */
interface Holder {
  readonly collection: CST.Token;
  readonly slots: readonly Slot[];
  readonly index: number;
}

interface Holders {
  /** By the offset of a value. */
  readonly byValue: Map<number, Holder>;
  /** By the offset of a key. */
  readonly byKey: Map<number, Holder>;
}

const holdersOf = memoizedBy(({ text }: SourceText): Holders => {
  const all: Holders = { byValue: new Map(), byKey: new Map() };
  const collect = (collection: CST.Token): void => {
    const slots = slotsOf(collection);
    slots.forEach(({ start, value, isPair }, index) => {
      if (isPair) all.byKey.set(start, { collection, slots, index });
      if (value !== undefined) all.byValue.set(value.offset, { collection, slots, index });
      if (value !== undefined) collect(value);
    });
  };
  for (const token of valueTokens(text)) collect(token);
  return all;
});

/** Inserts blanks before each line from one offset to another, so that what begins there begins in the column. */
export function indenting(source: SourceText, start: number, end: number, by: number): readonly PlacedEdit[] {
  const edits: PlacedEdit[] = [];
  const { startOf, behind, at } = linesOf(source.text);
  for (let from = startOf(start); from < end; from = behind(from)) {
    if (at(from).trim() !== "") edits.push(editBetween(source, from, from, " ".repeat(by)));
  }
  return edits;
}

/** Where the parts of a resource are, and how to change them. */
export function editableSource(root: Part): EditableSource {
  return { ...sourceOf(root), edit: (pointer, change) => editAt(root, pointer, change) };
}

function editAt(root: Part, pointer: Pointer, change: ScalarChange): readonly PlacedEdit[] | undefined {
  const names = namesOf(pointer);
  const last = names.at(-1);
  if (last === undefined) return "remove" in change ? removing(root) : undefined;
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
    return "remove" in change ? removingMember(above, member) : [writingKey(above.source, member, change.writeKey)];
  }
  return above.type === "list" && "remove" in change ? removingElement(above, Number(last)) : undefined;
}
