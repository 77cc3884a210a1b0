/**
 * The items of a collection in its text: members, elements, and documents, each with its value and
 * its comments.
 */

import { memoizedBy } from "../ground/collections.ts";
import { type Part, partsIn } from "../manifest/parts.ts";
import { tokensOf } from "./tokens.ts";

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
  /** Start of the key or dash. */
  readonly start: number;
  /** Start and end of the key; empty without one. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Offset just after the colon or dash. */
  readonly intro: number;
  /** Start and end of the value. Anchors and tags are before its start. */
  readonly from: number;
  readonly end: number;
  /** The comma after a value between brackets. */
  readonly comma?: number | undefined;
  /** End of the item with its comma and the comments that belong to it. */
  readonly tail: number;
}

export function isFlow({ type, source, start }: Part): boolean {
  return type !== "scalar" && /[[{]/.test(source.text.charAt(start));
}

/** A value on its own. */
export function documentItem(part: Part): Item {
  const { start } = part;
  const column = columnOf(part);
  const end = endOf(part, column - 1);
  const places = {
    leadStart: start,
    start,
    keyStart: start,
    keyEnd: start,
    intro: start,
    from: start,
    end,
    tail: end,
  };
  return { part, column, isInFlow: false, isAlias: false, ...places };
}

export function hasComments({ part, leadStart, tail }: Item): boolean {
  return tokensOf(part.source).comments(leadStart, tail).length > 0;
}

/** The items of parts that are somewhere in a document. */
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

/** The items of a collection. */
export const itemsIn = memoizedBy((parent: Part): readonly Item[] => {
  const tokens = tokensOf(parent.source);
  const isInFlow = isFlow(parent);
  const column = columnOf(parent);
  let leadStart = beginningOfItems(parent);
  return partsIn(parent).map((part, index): Item => {
    const member = parent.type === "map" ? parent.members[index] : undefined;
    const head =
      member === undefined ? elementHead(parent, leadStart, isInFlow) : memberHead(parent, member);
    const first = tokens.next(head.intro, "properties");
    const alias = first?.type === "alias" ? first : undefined;
    const value =
      alias === undefined
        ? valueExtent(part, head.intro, column)
        : { from: alias.start, end: alias.end };
    const { end } = value;
    const sign = isInFlow ? tokens.next(end) : undefined;
    const comma = sign?.type === "comma" ? sign.start : undefined;
    const tail = isInFlow
      ? (tokens.commentOnLine(comma === undefined ? end : comma + 1)?.end ??
        (comma === undefined ? end : comma + 1))
      : tailOf(part, end, column);
    const isAlias = alias !== undefined;
    const item: Item = {
      part,
      name: member?.name,
      isAlias,
      isInFlow,
      column,
      leadStart,
      ...head,
      ...value,
      comma,
      tail,
    };
    leadStart = tail;
    return item;
  });
});

/**
 * End of the bracket, or of the key or dash of a block collection, with the comment on its line.
 */
function beginningOfItems(part: Part): number {
  const { source, start } = part;
  const tokens = tokensOf(source);
  const end = isFlow(part) ? start + 1 : (tokens.previous(start)?.end ?? 0);
  return tokens.commentOnLine(end)?.end ?? end;
}

type Head = Pick<Item, "start" | "keyStart" | "keyEnd" | "intro">;

function memberHead(
  { source }: Part,
  { keyStart, keyEnd }: Pick<Item, "keyStart" | "keyEnd">,
): Head {
  const tokens = tokensOf(source);
  const before = tokens.previous(keyStart);
  const colon = tokens.next(keyEnd);
  const start = before?.type === "question-mark" ? before.start : keyStart;
  return { start, keyStart, keyEnd, intro: colon?.type === "colon" ? colon.end : keyEnd };
}

function elementHead({ source, start: place }: Part, leadStart: number, isInFlow: boolean): Head {
  const tokens = tokensOf(source);
  // The anchor of a block list is before its first dash.
  const first = isInFlow ? tokens.next(leadStart) : tokens.next(leadStart, "properties");
  const start = first?.start ?? place;
  const intro = isInFlow ? start : (first?.end ?? place);
  return { start, keyStart: start, keyEnd: start, intro };
}

/** The place of a value that is not an alias. Nothing, or nothing with an anchor, is empty. */
function valueExtent(part: Part, intro: number, column: number): Pick<Item, "from" | "end"> {
  if (part.start !== part.end) return { from: part.start, end: endOf(part, column) };
  const next = tokensOf(part.source).next(intro);
  const isOnLine = next !== undefined && !part.source.text.slice(intro, next.start).includes("\n");
  const at = next?.type === "properties" && isOnLine ? next.end : intro;
  return { from: at, end: at };
}

/** The column of a part's items; between brackets, the indentation of the line where it begins. */
function columnOf(part: Part): number {
  const { source, start } = part;
  const line = source.text
    .slice(source.text.lastIndexOf("\n", start - 1) + 1, start)
    .replace("\uFEFF", "");
  return isFlow(part) ? line.length - line.trimStart().length : line.length;
}

/** The end of a value. Comments that are deeper than its key belong to a block collection. */
function endOf(part: Part, column: number): number {
  const { text } = part.source;
  if (part.type !== "scalar" && !isFlow(part))
    return tailOf(part, itemsIn(part).at(-1)?.tail ?? part.end, column);
  const written = text.slice(part.start, part.end);
  // Under `|+`, empty lines belong to the text.
  return (
    part.start +
    (/^[|>]\d?\+/.test(written) ? written.replace(/\r?\n$/, "") : written.trimEnd()).length
  );
}

/**
 * The end of the comments after a value: the one on its line, and those below it that are deeper
 * than its key.
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

/** How many blanks follow on the same line. */
function blanksAt(text: string, offset: number): number {
  const blanks = /[ \t]*/y;
  blanks.lastIndex = offset;
  return blanks.exec(text)?.[0].length ?? 0;
}
