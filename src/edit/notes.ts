/** The comments of an item: which are about it, and which stay if its value is replaced. */
import { type Item, isFlow, itemsIn } from "./items.ts";
import { tokensOf } from "./tokens.ts";

/**
 * Returns the start of the comments about an item. Comments above a blank line are about all items
 * below them.
 */
export function ownLeadStart({ part, leadStart, start }: Item): number {
  const { text } = part.source;
  let own = leadStart;
  for (const { end } of tokensOf(part.source).comments(leadStart, start)) {
    const blank = /\r?\n(?=[ \t]*\r?\n)/y;
    blank.lastIndex = end;
    if (blank.test(text)) own = blank.lastIndex;
  }
  return own;
}

/** Returns the comments that stay if the whole value of an item is replaced. */
export function notesAt(item: Item): readonly string[] {
  const { part, isAlias, intro, from, end, tail } = item;
  const tokens = tokensOf(part.source);
  const [first] = isAlias || isFlow(part) ? [] : itemsIn(part);
  // Comments right above the first item are about that item.
  const headEnd = first === undefined ? from : ownLeadStart(first);
  return [...tokens.notes(intro, headEnd), ...notesInside(item), ...tokens.notes(end, tail)];
}

/**
 * Returns the comments in a value that are about all of it: after its header, or after and before
 * its brackets.
 */
export function notesInside({ part, isAlias, from, end }: Item): readonly string[] {
  const tokens = tokensOf(part.source);
  if (isAlias || (part.type !== "scalar" && !isFlow(part))) return [];
  const items = itemsIn(part);
  const first = items[0];
  const last = items.at(-1);
  if (first === undefined || last === undefined) return tokens.notes(from, end);
  return [...tokens.notes(from, first.leadStart), ...tokens.notes(last.tail, end)];
}
