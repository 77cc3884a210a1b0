/**
 * The items of a collection in its text: members, elements, and documents, each with its value and
 * its comments.
 */

import { memoizedBy } from "../ground/collections.ts";
import { type Member, type Part, partsIn } from "../manifest/parts.ts";
import { isProperty, type TextToken, tokensOf } from "./tokens.ts";

/** A member, an element or a document in the text. All places are offsets. */
export interface Item {
  readonly part: Part;
  readonly name?: string | undefined;
  readonly isAlias: boolean;
  readonly isInFlow: boolean;
  /** Column of the key or dash; between brackets, the indentation of the line where they begin. */
  readonly column: number;
  /** End of the item before, with its comments, or the beginning of the collection. */
  readonly leadStart: number;
  /** Start of the key with its question mark and its anchor, or of the dash. */
  readonly start: number;
  /** Start and end of the key; empty without one. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Whether a key has no colon, as in `{ key }`. */
  readonly lacksColon: boolean;
  /** Offset just after the colon or dash. */
  readonly intro: number;
  /** Start and end of the value. Its anchor and tag are before its start. */
  readonly from: number;
  readonly end: number;
  /** Offset of the comma after a value between brackets. */
  readonly comma?: number | undefined;
  /** End of the item with its comma and the comments that belong to it. */
  readonly tail: number;
}

/** Whether a value is a collection between brackets. */
export function isFlow(part: Part): boolean {
  return (
    part.type !== "scalar" &&
    (isPair(part) || tokensOf(part.source).at(part.start)?.type === "open")
  );
}

/** Whether a value is a mapping of one member without brackets, as in `[key: value]`. */
export function isPair({ type, source, start }: Part): boolean {
  return type === "map" && tokensOf(source).isPairAt(start);
}

/** Returns the item of a value on its own. */
export function documentItem(part: Part): Item {
  const column = columnOf(part);
  const start = startOf(part);
  const end = endOf(part, column - 1);
  return {
    part,
    isAlias: false,
    isInFlow: false,
    column,
    leadStart: start,
    start,
    keyStart: start,
    keyEnd: start,
    lacksColon: false,
    intro: start,
    from: start,
    end,
    tail: end,
  };
}

export function hasComments({ part, leadStart, tail }: Item): boolean {
  return tokensOf(part.source).comments(leadStart, tail).length > 0;
}

/** Returns the items of parts that are somewhere in a document. */
export function itemsOf(parts: ReadonlySet<Part>, roots: readonly Part[]): ReadonlyMap<Part, Item> {
  const found = new Map<Part, Item>();
  const look = (item: Item): void => {
    if (item.isAlias) return;
    if (parts.has(item.part)) found.set(item.part, item);
    for (const inner of itemsIn(item.part)) look(inner);
  };
  if (parts.size > 0) for (const root of roots) look(documentItem(root));
  return found;
}

/** Returns the items of a collection. */
export const itemsIn = memoizedBy((parent: Part): readonly Item[] => {
  const list: ItemList = {
    parent,
    isInFlow: isFlow(parent),
    isInPair: isPair(parent),
    column: columnOf(parent),
  };
  const items: Item[] = [];
  let leadStart = beginningOfItems(parent);
  for (const [index, part] of partsIn(parent).entries()) {
    const member = parent.type === "map" ? parent.members[index] : undefined;
    const item = itemAt({ part, member, leadStart }, list);
    items.push(item);
    leadStart = item.tail;
  }
  return items;
});

/** A collection with what its items have in common. */
interface ItemList extends Pick<Item, "isInFlow" | "column"> {
  readonly parent: Part;
  readonly isInPair: boolean;
}

interface ItemPlace extends Pick<Item, "part" | "leadStart"> {
  readonly member: Member | undefined;
}

function itemAt({ part, member, leadStart }: ItemPlace, list: ItemList): Item {
  const { parent, isInFlow, isInPair, column } = list;
  const tokens = tokensOf(parent.source);
  const head =
    member === undefined ? elementHead(parent, leadStart, isInFlow) : memberHead(parent, member);
  const next = tokens.next(head.intro);
  const isAlias = next?.type === "alias" && !head.lacksColon;
  const value = isAlias
    ? { from: next.start, end: next.end }
    : valueExtent(part, { ...head, isInFlow, column });
  const { end } = value;
  const sign = isInFlow && !isInPair ? tokens.next(end) : undefined;
  const comma = sign?.type === "comma" ? sign.start : undefined;
  return {
    part,
    name: member?.name,
    isAlias,
    isInFlow,
    column,
    leadStart,
    ...head,
    ...value,
    comma,
    tail: tailOfItem({ part, end, comma }, list),
  };
}

function tailOfItem(
  { part, end, comma }: Pick<Item, "part" | "end" | "comma">,
  { isInFlow, isInPair, column }: ItemList,
): number {
  if (isInPair) return end;
  if (!isInFlow) return tailOf(part, end, column);
  const close = comma === undefined ? end : comma + 1;
  return tokensOf(part.source).commentOnLine(close)?.end ?? close;
}

/**
 * Returns the end of the bracket, or of the colon, dash or anchor before a block collection, with
 * the comment on its line.
 */
function beginningOfItems(part: Part): number {
  const { source } = part;
  const tokens = tokensOf(source);
  const start = startOf(part);
  if (isPair(part)) return start;
  const end = isFlow(part) ? start + 1 : (tokens.previous(start)?.end ?? 0);
  const comment = tokens.commentOnLine(end);
  if (comment !== undefined) return comment.end;
  const blanks = blanksAt(source.text, end);
  return /[\r\n]/.test(source.text.charAt(end + blanks)) ? end + blanks : end;
}

type Head = Pick<Item, "start" | "keyStart" | "keyEnd" | "lacksColon" | "intro">;

function memberHead({ source }: Part, { keyStart, keyEnd: end }: Member): Head {
  const tokens = tokensOf(source);
  const keyEnd = keyStart + source.text.slice(keyStart, end).trimEnd().length;
  const colon = tokens.next(end);
  const lacksColon = colon?.type !== "colon";
  const start = startOfKey(source, keyStart);
  return { start, keyStart, keyEnd, lacksColon, intro: lacksColon ? keyEnd : colon.end };
}

/** Returns the start of a key's question mark, or of the anchors and tags on its line. */
function startOfKey(source: Part["source"], keyStart: number): number {
  const tokens = tokensOf(source);
  let start = keyStart;
  let before = tokens.previous(start);
  while (before && isProperty(before) && !tokens.hasBreak(before.end, start)) {
    start = before.start;
    before = tokens.previous(start);
  }
  return before?.type === "question-mark" ? before.start : start;
}

function elementHead({ source, start: place }: Part, leadStart: number, isInFlow: boolean): Head {
  const first = tokensOf(source).next(leadStart);
  const start = first?.start ?? place;
  const intro = isInFlow ? start : (first?.end ?? place);
  return { start, keyStart: start, keyEnd: start, lacksColon: false, intro };
}

/** Returns the place of a value that is no alias. Nothing, or nothing with an anchor, is empty. */
function valueExtent(
  part: Part,
  place: Head & Pick<Item, "isInFlow" | "column">,
): Pick<Item, "from" | "end"> {
  const { intro, lacksColon, column } = place;
  if (part.start !== part.end) return { from: startOf(part), end: endOf(part, column) };
  let at = intro;
  const tokens = tokensOf(part.source);
  if (!lacksColon) {
    for (let next = tokens.next(at); belongsTo(next, place, part); next = tokens.next(at))
      at = next.end;
  }
  return { from: at, end: at };
}

/** Whether a token is an anchor or a tag of the empty value at a place. */
function belongsTo(
  token: TextToken | undefined,
  { intro, isInFlow, column }: Pick<Item, "intro" | "isInFlow" | "column">,
  { source }: Part,
): token is TextToken {
  if (token === undefined || !isProperty(token)) return false;
  const isOnLine = isInFlow || !tokensOf(source).hasBreak(intro, token.start);
  return isOnLine || columnAt(source.text, token.start) > column;
}

/** Returns the start of a value. A block mapping starts with its first key. */
function startOf(part: Part): number {
  const [first] = part.type === "map" ? part.members : [];
  if (first === undefined || tokensOf(part.source).at(part.start)?.type === "open")
    return part.start;
  return startOfKey(part.source, first.keyStart);
}

/** Returns the column of a part's items; between brackets, the indentation of the first line. */
function columnOf(part: Part): number {
  const { text } = part.source;
  if (!isFlow(part)) return columnAt(text, startOf(part));
  const lineStart = text.lastIndexOf("\n", part.start - 1) + 1;
  const line = text.slice(lineStart, part.start).replace("\uFEFF", "");
  return line.length - line.trimStart().length;
}

/** Returns the column of an offset. A byte order mark is no character. */
export function columnAt(text: string, offset: number): number {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return offset - lineStart - (text.startsWith("\uFEFF", lineStart) ? 1 : 0);
}

/**
 * Returns the end of a value. Comments that are deeper than its key belong to a block collection.
 */
function endOf(part: Part, column: number): number {
  const { source, start, end } = part;
  if (part.type !== "scalar" && !isFlow(part))
    return tailOf(part, itemsIn(part).at(-1)?.tail ?? end, column);
  const written = source.text.slice(start, end);
  // Under a header with a plus, empty lines belong to the text.
  const kept = keepsEnd(part) ? written.replace(/\r?\n$/, "") : written.trimEnd();
  return start + kept.length;
}

/** Whether the line breaks after a block text belong to it. */
function keepsEnd({ source, start }: Part): boolean {
  const header = tokensOf(source).at(start);
  return header?.type === "header" && keepsBreaks(source, header);
}

/** Whether a header keeps the line breaks after its text, as `|+` does. */
export function keepsBreaks({ text }: Part["source"], { start, end }: TextToken): boolean {
  return text.slice(start, end).includes("+");
}

/**
 * Returns the end of the comments after a value: the one on its line, and those below it that are
 * deeper than its key.
 */
function tailOf({ source }: Part, end: number, column: number): number {
  const tokens = tokensOf(source);
  let tail = tokens.commentOnLine(end)?.end ?? end + blanksAt(source.text, end);
  for (
    let below = tokens.commentBelow(tail);
    below !== undefined;
    below = tokens.commentBelow(tail)
  ) {
    const indentation = below.start - source.text.lastIndexOf("\n", below.start) - 1;
    if (indentation <= column) break;
    tail = below.end;
  }
  return tail;
}

/** Counts the blanks after an offset on its line. */
function blanksAt(text: string, offset: number): number {
  const blanks = /[ \t]*/y;
  blanks.lastIndex = offset;
  return blanks.exec(text)?.[0].length ?? 0;
}
