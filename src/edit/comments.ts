/**
 * Puts the comments of a document where the package writes them as it reads them: above a key or an element, at the end of
 * a line, or below the last element of a block. Without this, a comment would move each time that a file is written.
 */
import {
  type CST,
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  visit,
  type YAMLSeq,
} from "yaml";

/** A comment that takes several lines has line breaks in it, as the package keeps it. */
type Collection = Extract<Node, { items: unknown[] }>;

/**
 * Gives comments below a block to the collection in whose column they begin. The package leaves them all to the innermost
 * one as soon as the first of them is in it.
 */
export function ownComments(token: CST.Token): CST.Token {
  if (token.type === "document") {
    token.end = [...commentsBelow(token.value), ...(token.end ?? [])];
  } else if (token.type === "block-map" || token.type === "block-seq") {
    const items: CST.CollectionItem[] = token.items;
    for (let index = 0; index < items.length; index += 1) {
      const below = commentsBelow(items[index]?.value);
      if (below.length === 0) continue;
      const next = items[index + 1];
      if (next === undefined) items.push({ start: [...below] });
      else next.start.unshift(...below);
    }
  }
  return token;
}

/** Takes the comments that begin left of a block off its end, and blank lines. */
function commentsBelow(block: CST.Token | null | undefined): readonly CST.SourceToken[] {
  if (block?.type !== "block-map" && block?.type !== "block-seq") return [];
  ownComments(block);
  const last = block.items.at(-1);
  if (last === undefined || "value" in last || "key" in last || "sep" in last) return [];
  const { start } = last;
  const outer = start.findIndex(({ type, indent }) => type === "comment" && indent < block.indent);
  const inner = (outer === -1 ? start : start.slice(0, outer)).findLastIndex(({ type }) => type === "comment");
  if (inner === -1) return start.splice(0);
  // The first line break ends the line of the comment above; another one is a blank line below it.
  const end = start.findIndex(({ type }, index) => index > inner && type === "newline");
  return end === -1 ? [] : start.splice(end + 1);
}

/**
 * Moves comments to places that last; of blank lines, at most one is left between two entries. `isOnLine`: whether a list
 * will be on one line.
 */
export function placeComments(document: Document, isOnLine: (list: YAMLSeq) => boolean): void {
  document.commentBefore = tidy(document.commentBefore);
  const top = document.contents;
  if (!isNode(top)) return;
  if (isCollection(top)) placeIn(top as Collection, isOnLine);
  tidyNode(top);
  top.spaceBefore = false;
  if (isScalar(top)) return;
  const [, inside] = ends(top);
  top.comment = joined(inside);
  document.comment = tidy(joined([...ends(top)[0], ...linesOf(document.comment)]))?.replace(/\n+$/, "") ?? null;
}

function placeIn(collection: Collection, isOnLine: (list: YAMLSeq) => boolean): void {
  const isFlow = collection.flow === true;
  const items = collection.items as (Node | Pair<Node, Node | null>)[];
  /** Lines that belong above the next element. */
  let above: string[] = [];
  items.forEach((item, index) => {
    const lead = isPair(item) ? item.key : item;
    const value = isPair(item) ? ensuredValue(item) : item;
    if (isCollection(value)) placeIn(value as Collection, isOnLine);
    if (isFlow || index === 0) lead.spaceBefore = false;
    const lines = [...above, ...linesOf(lead.commentBefore)];
    above = [];
    if (isPair(item)) {
      lines.push(...linesOf(lead.comment));
      lead.comment = null;
      const onLine = lineComment(item);
      const before = linesOf(value.commentBefore);
      const isKept = isCollection(value) && value.flow !== true && !(isSeq(value) && isOnLine(value));
      lines.push(...(isKept ? before.slice(0, onLine) : before));
      value.commentBefore = isKept ? joined(before.slice(onLine)) : null;
      value.spaceBefore = false;
    }
    lead.commentBefore = joined(lines);
    if (!isCollection(value) || value.flow === true) {
      const [after, inside] = ends(value);
      const onLine = isBehind(value) ? after.slice(0, 1) : [];
      above = after.slice(onLine.length);
      value.comment = joined([...inside, ...onLine]);
    }
    tidyNode(value);
    tidyNode(lead);
  });
  const [first] = items;
  const lead = isPair(first) ? first.key : first;
  if (lead !== undefined) {
    collection.commentBefore = joined([...linesOf(collection.commentBefore), ...linesOf(lead.commentBefore)]);
    lead.commentBefore = null;
  }
  collection.comment = joined([...above, ...linesOf(collection.comment)]);
}

/** A key without a value gets one that is nothing. */
function ensuredValue(pair: Pair<Node, Node | null>): Node {
  pair.value ??= Object.assign(new Scalar(null), { source: "" });
  return pair.value;
}

/** How many comments are on the line of a key whose value begins on a later line. */
function lineComment(pair: Pair): number {
  let count = 0;
  for (const { type } of pair.srcToken?.sep ?? []) {
    if (type === "newline") break;
    if (type === "comment") count += 1;
  }
  return count;
}

/** The lines of a value's comment: those behind its end, and those inside of its brackets. */
function ends(value: Node): readonly [after: readonly string[], inside: readonly string[]] {
  const all = linesOf(value.comment);
  const token = value.srcToken;
  if (!isCollection(value)) return [all, []];
  if (token?.type !== "flow-collection") return [[], all];
  const lines = all.filter((line) => line !== "");
  const inside = token.items.filter(({ key, sep, value: own }) => !key && !sep && !own).flatMap(({ start }) => start);
  const count = inside.filter(({ type }) => type === "comment").length;
  return [lines.slice(count), lines.slice(0, count)];
}

/** Whether the first comment behind a value is on its last line. */
function isBehind({ srcToken }: Node): boolean {
  const end: readonly CST.SourceToken[] = srcToken !== undefined && "end" in srcToken ? (srcToken.end ?? []) : [];
  const first = end.find(({ type }) => type === "newline" || type === "comment");
  return first?.type !== "newline";
}

function tidyNode(node: Node): void {
  node.commentBefore = tidy(node.commentBefore);
  node.comment = tidy(node.comment)?.replace(/\n+$/, "") ?? null;
}

/** Without blanks at the ends of lines, and with at most one blank line between two comments. */
function tidy(comment: string | null | undefined): string | null {
  if (!comment) return null;
  const text = comment
    .replaceAll(/(?<=\S)[ \t]+$/gm, "")
    .replaceAll(/^[ \t]+$/gm, " ")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .replace(/\n+$/, (end) => (end.length > 1 ? "\n" : end));
  return text === "" ? null : text;
}

/** The comment's lines; empty ones are blank lines between comments. */
function linesOf(comment: string | null | undefined): string[] {
  return comment ? comment.split("\n") : [];
}

function joined(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : lines.join("\n");
}

/** Whether a comment is inside of the value, so that it cannot be on one line. */
export function holdsComments(root: Node): boolean {
  let isFound = false;
  visit(root, {
    Node: (_, node) => {
      if (node.commentBefore && node !== root) isFound = true;
      if (node.comment && (node !== root || (isCollection(node) && ends(node)[1].length > 0))) isFound = true;
    },
  });
  return isFound || (isMap(root) && root.items.some(({ key }) => isNode(key) && Boolean(key.comment)));
}
