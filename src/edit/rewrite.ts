/**
 * Gives the documents of a file other values as their author would: each difference is one edit of
 * the text, and the file is read again. Equal values have no edit and keep their characters.
 * `points: 30 # c` with the new value 40 becomes `points: 40 # c`.
 */

import { isJsonObject, type Json } from "../ground/json.ts";
import { type ParsedText, parseSource } from "../manifest/parse.ts";
import { isJsonFile, type Part, partsIn } from "../manifest/parts.ts";
import { diagnostic } from "../model/diagnostics.ts";
import { isSameJson } from "../model/normalise.ts";
import { sourceFile } from "../model/source.ts";
import {
  columnAt,
  documentItem,
  type Item,
  isFlow,
  isPair,
  itemsIn,
  keepsBreaks,
} from "./items.ts";
import {
  blockStyle,
  type ItemStyle,
  type NewBody,
  type NewItem,
  writeBody,
  writeItem,
} from "./new-text.ts";
import { Edited, type ItemChange, itemChanges, type NewValue, plainValue } from "./new-values.ts";
import { notesAt, notesInside, ownLeadStart } from "./notes.ts";
import { indented, keyText } from "./print.ts";
import { type FileStyle, styleOf, typeIn } from "./style.ts";
import { applyEdits, editedSlice, insertion, type TextEdit } from "./text-edits.ts";
import { tokensOf } from "./tokens.ts";

/** The name and value that an item gets. */
interface WrittenItem {
  readonly name: string | undefined;
  readonly value: NewValue;
}

/** Where parts are written that move elsewhere, with their comments. */
type MovedParts = ReadonlyMap<Part, Item>;

/** The state of one rewriting. */
interface Run {
  readonly style: FileStyle;
  readonly moved: MovedParts;
  /** The new values of the parts so far, for aliases of them. */
  readonly becomes: Map<Part, Json>;
  /** Whether aliases are written out, because their anchors may mean something else elsewhere. */
  readonly writesAliases: boolean;
}

/**
 * Returns the file with other values, one for each of its documents. It has an error if no edit
 * gives them.
 */
export function rewriteText(
  parsed: ParsedText,
  newValues: readonly NewValue[],
  moved: MovedParts = new Map(),
): ParsedText {
  const { source, documents } = parsed;
  const run: Run = { style: styleOf(parsed), moved, becomes: new Map(), writesAliases: false };
  const edits = documents.flatMap((part, index) => {
    const value = newValues[index];
    return valueEdits(documentItem(part), value === undefined ? part.value : value, run);
  });
  const text = applyEdits(source.text, edits);
  if (text === source.text) return parsed;
  const again = parseSource(sourceFile({ ...source, text }));
  const values = again.documents.map(({ value }) => value);
  if (isSameJson(values, newValues.map(plainValue))) return again;
  const reason = again.diagnostics[0]?.detail ?? "No edit of it gives the values. Edit it by hand.";
  return {
    ...parsed,
    isBroken: true,
    diagnostics: [diagnostic("not-expressible", `${source.name}: ${reason}`)],
  };
}

/** Returns the edits that give an item another value. */
function valueEdits(item: Item, newValue: NewValue, run: Run): readonly TextEdit[] {
  const { part, isAlias } = item;
  const value = plainValue(newValue);
  const old = isAlias ? aliasedValue(part, run) : part.value;
  if (!isAlias) run.becomes.set(part, value);
  const isLeaf = isAlias || partsIn(part).length === 0;
  const isSame = old === value || (isLeaf && isSameJson(old, value));
  if (isSame && (isLeaf || !hasAnchors(item))) return [];
  const changes = isLeaf ? [] : itemChanges(part, newValue);
  const [first, ...others] = isLeaf ? [] : itemsIn(part);
  return first !== undefined && staysCollection(item, changes, value)
    ? new CollectionEdits(item, [first, ...others], run).editsFor(changes)
    : replacingEdits(item, newValue, run);
}

/** Returns what an alias of a part means after the edits so far, if the alias can stay. */
function aliasedValue(part: Part, { becomes, writesAliases }: Run): Json | undefined {
  return writesAliases ? undefined : becomes.get(part);
}

/** Whether anchors or aliases are in a value, so that its text may no longer say the same. */
function hasAnchors({ part, from, end }: Item): boolean {
  return tokensOf(part.source)
    .between(from, end)
    .some(({ type }) => type === "anchor" || type === "alias");
}

/** Whether a collection keeps items, or the comments between its brackets. */
function staysCollection(item: Item, changes: readonly ItemChange[], value: Json): boolean {
  if (changes.some((change) => change.value !== undefined)) return true;
  const { part } = item;
  const isSameSort = sortOf(part.value) === sortOf(value);
  return changes.length > 0 && isFlow(part) && isSameSort && notesInside(item).length > 0;
}

/** The items of a collection that has some. */
type SomeItems = readonly [Item, ...Item[]];

/** The edits of a collection with other items. Kept items keep the comments around them. */
class CollectionEdits {
  private readonly parent: Item;
  private readonly run: Run;
  private readonly text: string;
  private readonly items: SomeItems;
  private readonly first: Item;
  private readonly last: Item;
  private readonly isInFlow: boolean;
  /** End of the bracket, or of the colon or dash, with the comments on its line. */
  private readonly begin: number;
  /** Start of the closing bracket, or the end of the last item. */
  private readonly close: number;
  /** The indentation of new lines in new items. */
  private readonly pad: string;
  /** A line break before an item that has none, because a comment ends the line above it. */
  private readonly hang: string;
  private readonly edits: TextEdit[] = [];
  /** End of the last item so far, of those that the text has. */
  private place: number;
  private isFirst = true;
  private endsInComment: boolean;
  /** The last item so far, whose layout a new one gets. */
  private model: Item;

  constructor(parent: Item, items: SomeItems, run: Run) {
    const [first] = items;
    const last = items.at(-1) ?? first;
    this.parent = parent;
    this.run = run;
    this.text = parent.part.source.text;
    this.items = items;
    this.first = first;
    this.last = last;
    this.isInFlow = first.isInFlow;
    this.begin = this.leadStartOf(first);
    this.close = this.isInFlow && !isPair(parent.part) ? parent.end - 1 : last.tail;
    const ownLine = this.isInFlow ? /\n([ \t]*)$/.exec(this.leadOf(last))?.[1] : undefined;
    this.pad = this.isInFlow
      ? ownLine || indentationAt(this.text, parent.from)
      : " ".repeat(first.column);
    this.hang = run.style.eol + (this.isInFlow ? ownLine || `${this.pad}  ` : this.pad);
    this.place = this.begin;
    const open = this.isInFlow ? parent.from : parent.intro;
    this.endsInComment = tokensOf(parent.part.source).comments(open, this.begin).length > 0;
    this.model = first;
  }

  editsFor(changes: readonly ItemChange[]): readonly TextEdit[] {
    const final = changes.findLast(({ value }) => value !== undefined);
    const count = changes.filter(({ value }) => value !== undefined).length;
    const needsBraces = isPair(this.parent.part) && count !== 1;
    if (needsBraces) this.edits.push(insertion(this.begin, "{"));
    for (const change of changes) {
      const hasComma = this.isInFlow && (change !== final || this.last.comma !== undefined);
      this.addChange(change, hasComma);
    }
    this.endLine();
    if (needsBraces) this.edits.push(insertion(this.close, "}"));
    return this.edits;
  }

  private addChange({ index, name, value }: ItemChange, hasComma: boolean): void {
    const item = index === undefined ? undefined : this.items[index];
    this.model = item ?? this.model;
    if (value === undefined) {
      if (item !== undefined) this.remove(item);
    } else if (item === undefined) this.add({ name, value }, hasComma);
    else this.keep(item, { name, value }, hasComma);
  }

  private remove(item: Item): void {
    this.replace(Math.max(ownLeadStart(item), this.parent.intro), item.tail, "");
    this.place = item.tail;
  }

  private keep(item: Item, { name, value }: WrittenItem, hasComma: boolean): void {
    const { start, tail } = item;
    this.replace(this.leadStartOf(item), start, this.gapBefore(item, this.leadOf(item), false));
    this.edits.push(...itemEdits(item, { name, value }, this.run));
    const isMoved = isReplacedByMove(item, value, this.run);
    if (this.isInFlow) this.setComma(item, hasComma, isMoved);
    this.endsInComment = !this.isInFlow || (!isMoved && hasCommentAtEnd(item));
    this.isFirst = false;
    this.place = tail;
  }

  private setComma({ end, comma, tail }: Item, hasComma: boolean, isMoved: boolean): void {
    // The comments move with the value.
    if (isMoved) this.replace(end, tail, hasComma ? "," : "");
    else if (comma === undefined && hasComma) this.edits.push(insertion(end, ","));
    else if (comma !== undefined && !hasComma) this.replace(comma, comma + 1, "");
  }

  private add({ name, value }: WrittenItem, hasComma: boolean): void {
    const { run, isInFlow, model } = this;
    const { eol } = run.style;
    const isFlowText = isInFlow || (name === undefined && isFlow(model.part));
    const style = { ...itemStyle(run), isInFlow, isFlow: isFlowText, model: model.part };
    const { notes, text } = writeItem(name, value, style);
    const startsInComment = notes.length > 0;
    const pad = startsInComment ? this.hang.slice(eol.length) : this.pad;
    const body = indented([...notes, text].join("\n"), pad, eol) + (hasComma ? "," : "");
    const gap = this.gapBefore(undefined, this.newLead(), startsInComment);
    this.edits.push(insertion(this.place, gap + body));
    this.endsInComment = !isInFlow;
    this.isFirst = false;
  }

  /** Ends the line before the closing bracket if a comment would hide it. */
  private endLine(): void {
    const end = this.text.slice(this.last.tail, this.close);
    if (this.endsInComment && this.isInFlow && !end.includes("\n"))
      this.replace(this.last.tail, this.close, this.hang);
  }

  private replace(start: number, end: number, text: string): void {
    if (this.text.slice(start, end) !== text) this.edits.push({ start, end, text });
  }

  /** Returns the text before an item, with a line break if one is needed. */
  private gapBefore(item: Item | undefined, lead: string, startsInComment: boolean): string {
    const gap = this.gapAt(item, lead);
    const needsLine = this.endsInComment || startsInComment;
    return needsLine && !gap.includes("\n") ? this.hang : gap;
  }

  /**
   * Returns the text before an item. The place after the bracket or the dash is different from the
   * place after another item.
   */
  private gapAt(item: Item | undefined, lead: string): string {
    const wasFirst = item !== undefined && item === this.first;
    if (this.isFirst === wasFirst) return lead;
    if (this.isFirst) return this.gapAtBeginning(lead);
    return lead.includes("\n") ? lead : this.newLead();
  }

  /** Returns the text before an item that becomes the first one. */
  private gapAtBeginning(lead: string): string {
    const blanks = blanksBefore(this.leadOf(this.first));
    const startsInComment = lead.trimStart() !== "";
    // Right after a bracket, a sharp sign would begin no comment.
    return this.isInFlow && startsInComment && !blanks.includes("\n")
      ? lead
      : blanks + lead.trimStart();
  }

  private leadOf(item: Item): string {
    return this.text.slice(this.leadStartOf(item), item.start);
  }

  /** Returns the start of the text before an item. Comments above a document are no part of it. */
  private leadStartOf({ leadStart }: Item): number {
    return Math.max(leadStart, this.parent.intro);
  }

  /** Returns the blanks and line breaks before a new item, as before the last one. */
  private newLead(): string {
    const { last, isInFlow, run, pad } = this;
    const { eol, commaGap } = run.style;
    const lead = this.leadWithoutComments(last);
    if (isInFlow && this.items.length === 1 && !lead.includes("\n")) return commaGap;
    const usual = lead || (isInFlow ? "" : eol + eol + pad);
    const isUsable = usual.trim() === "" && (isInFlow || usual.includes("\n"));
    return isUsable && !this.mayEndOpen() ? usual : eol + pad;
  }

  private leadWithoutComments(item: Item): string {
    const { start } = item;
    const leadStart = this.leadStartOf(item);
    let lead = this.leadOf(item);
    const comments = tokensOf(item.part.source).comments(leadStart, start);
    for (const comment of comments.toReversed()) {
      const before = lead.slice(0, comment.start - leadStart).replace(/[ \t]*$/, "");
      lead = before + lead.slice(comment.end - leadStart).replace(/^\r?\n/, "");
    }
    return lead;
  }

  /** Whether blank lines after an item could belong to its text, because a header keeps them. */
  private mayEndOpen(): boolean {
    const { from, end, part } = this.parent;
    const tokens = tokensOf(part.source).between(from, end);
    return tokens.some((token) => token.type === "header" && keepsBreaks(part.source, token));
  }
}

function hasCommentAtEnd({ part, end, tail }: Item): boolean {
  return tokensOf(part.source).comments(end, tail).at(-1)?.end === tail;
}

/** Returns the blanks at the beginning of an offset's line. */
function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function blanksBefore(lead: string): string {
  return lead.slice(0, lead.length - lead.trimStart().length);
}

/** Returns the edits of an item that stays, with its new value and perhaps a new key. */
function itemEdits(item: Item, { name, value }: WrittenItem, run: Run): readonly TextEdit[] {
  const { keyStart, keyEnd, part, name: old } = item;
  if (name === undefined || name === old) return valueEdits(item, value, run);
  const key = part.source.text.slice(keyStart, keyEnd);
  const newKey = keyText(name, { ...run.style, keys: typeIn(key) });
  return [
    { start: keyStart, end: keyEnd, text: newKey },
    ...valueEdits({ ...item, name }, value, run),
  ];
}

/** Returns the edits that replace a value, in the old quotes and folding. */
function replacingEdits(item: Item, newValue: NewValue, run: Run): readonly TextEdit[] {
  const body = writeBody(item.name, newValue, replacingStyle(item, newValue, run));
  const isMoved = isReplacedByMove(item, newValue, run);
  if (item.lacksColon) return [colonEdit(item, body, run)];
  if (item.isInFlow)
    return isMoved ? movedEdits(item, body, run) : placeEdits(item, newValue, { body, run });
  if (!isMoved && !body.isBlock && !isBlock(item) && notesInside(item).length === 0)
    return placeEdits(item, newValue, { body, run });
  return [wholeEdit(item, body, { isMoved, run })];
}

/** The least number of columns that a text is folded at. */
const LEAST_WIDTH = 20;

function replacingStyle(item: Item, newValue: NewValue, run: Run): ItemStyle {
  const { part, column, isInFlow, isAlias, from, end } = item;
  const { text } = part.source;
  const isLine = isInFlow || run.style.isJson || (isFlow(part) && partsIn(part).length > 0);
  const style = { ...itemStyle(run), isInFlow, isFlow: isLine };
  if (typeof newValue !== "string" || typeof part.value !== "string" || isAlias)
    return { ...style, model: part };
  const old = text.slice(from, end);
  const lines = text.slice(item.start, end).split("\n");
  const lengths = lines.map((line, at) => line.trimEnd().length - (at === 0 ? 0 : column));
  // Short lines show no width, and a text can't be folded to a few columns.
  const width = old.includes("\n") ? Math.max(...lengths, LEAST_WIDTH) : 0;
  return { ...style, texts: typeIn(old), width };
}

function itemStyle(run: Run): ItemStyle {
  return blockStyle(run.style, (element, style) => moveElement(element, style, run));
}

/** Whether a value has lines of its own below the key: a block collection, or one after a header. */
function isBlock({ part, isAlias, from }: Item): boolean {
  if (part.type !== "scalar") return !isFlow(part);
  return !isAlias && tokensOf(part.source).at(from)?.type === "header";
}

/** Writes a text at an item's indentation. */
function atItem({ part, column, isInFlow, start }: Item, text: string, { style }: Run): string {
  const pad = isInFlow ? indentationAt(part.source.text, start) : " ".repeat(column);
  return indented(text, pad, style.eol);
}

/** Adds the colon and the value to a key that has none. */
function colonEdit(item: Item, { lead, text }: NewBody, run: Run): TextEdit {
  const value = atItem(item, `:${lead}${text}`, run);
  if (item.isInFlow) return insertion(item.keyEnd, value);
  return insertion(item.tail, `${run.style.eol}${" ".repeat(item.column)}${value}`);
}

/** Replaces a value between brackets that moves elsewhere, with its comments. */
function movedEdits(item: Item, { text }: NewBody, run: Run): readonly TextEdit[] {
  const { name, intro, from, end } = item;
  const value = atItem(item, text, run);
  return name === undefined
    ? [{ start: from, end, text: value }]
    : [{ start: intro, end, text: ` ${value}` }];
}

/** Replaces the characters of a value only. */
function placeEdits(
  item: Item,
  newValue: NewValue,
  { body, run }: { readonly body: NewBody; readonly run: Run },
): readonly TextEdit[] {
  const { from, end } = item;
  const value = atItem(item, from === end ? body.lead + body.text : body.text, run);
  const notes = notesInside(item);
  // The line break ends the comment.
  const line = atItem(item, "\n.", run).replace(".", "  ");
  const inside = notes.length === 0 ? "" : ` ${notes.join(line)}${line}`;
  return [...tagEdits(item, newValue), { start: from, end, text: value + inside }];
}

/** Deletes the tags that the new value does not fit. */
function tagEdits({ part, intro, from }: Item, newValue: NewValue): readonly TextEdit[] {
  const { text } = part.source;
  if (sortOf(part.value) === sortOf(plainValue(newValue))) return [];
  const tags = tokensOf(part.source)
    .between(intro, from)
    .filter(({ type }) => type === "tag");
  return tags.map(({ start, end }) => {
    const [after = ""] = /^[ \t]*/.exec(text.slice(end, from)) ?? [];
    if (after !== "") return { start, end: end + after.length, text: "" };
    const [before = ""] = /[ \t]*$/.exec(text.slice(intro, start)) ?? [];
    return { start: start - before.length, end, text: "" };
  });
}

/** Returns the sort of a value, as tags name it. */
function sortOf(value: Json): string {
  if (Array.isArray(value)) return "list";
  if (isJsonObject(value)) return "mapping";
  return Number.isInteger(value) ? "whole number" : typeof value;
}

/** Replaces all of a value with its anchor and its comments; those that stay are on its first line. */
function wholeEdit(
  item: Item,
  { lead, text, isBlock }: NewBody,
  { isMoved, run }: { readonly isMoved: boolean; readonly run: Run },
): TextEdit {
  const { part, intro, tail } = item;
  // Aliases of it are written out.
  run.becomes.delete(part);
  const notes = isMoved ? [] : notesAt(item);
  const printed = atItem(item, lead + text, run);
  const lines = isBlock ? printed.split(run.style.eol) : [printed];
  const [line = "", ...more] = lines;
  const whole = [[line, ...notes].join(" "), ...more].join(run.style.eol);
  return { start: intro, end: tail, text: whole };
}

/** Adds edits that delete the anchors in a value. */
function withoutAnchors(
  { part, from, end }: Item,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  const { text } = part.source;
  const isInEdit = (offset: number): boolean =>
    edits.some((edit) => edit.start <= offset && offset < edit.end);
  const anchors = tokensOf(part.source)
    .between(from, end)
    .filter(({ type, start }) => type === "anchor" && !isInEdit(start));
  const deletions = anchors.map((anchor): TextEdit => {
    const [after = ""] = /^[ \t]*/.exec(text.slice(anchor.end, end)) ?? [];
    const [before = ""] = /\r?\n[ \t]*$/.exec(text.slice(from, anchor.start)) ?? [];
    const isAlone = before !== "" && /^\r?\n/.test(text.slice(anchor.end + after.length, end));
    const start = isAlone ? anchor.start - before.length : anchor.start;
    return { start, end: anchor.end + after.length, text: "" };
  });
  return [...edits, ...deletions].sort((a, b) => a.start - b.start);
}

/** Whether another value takes the place of one that moves elsewhere, with its comments. */
function isReplacedByMove({ part, isAlias }: Item, value: NewValue, { moved }: Run): boolean {
  return !isAlias && moved.has(part) && !(value instanceof Edited && value.part === part);
}

/** Writes an element that is defined elsewhere, with its comments. */
function moveElement(element: Edited, style: ItemStyle, run: Run): NewItem {
  const { part } = element;
  const { source } = part;
  if (style.isStrictJson || isJsonFile(source.name)) {
    const { lead, text } = writeBody(undefined, plainValue(element), style);
    return { notes: [], text: (style.isInFlow ? "" : "-") + lead + text };
  }
  const item = run.moved.get(part) ?? documentItem(part);
  const { from, end } = item;
  const tokens = tokensOf(source);
  const above = tokens.notes(item.name === undefined ? ownLeadStart(item) : item.intro, from);
  const after = tokens.notes(end, item.tail);
  if (style.isInFlow) {
    const { text } = writeBody(undefined, plainValue(element), style);
    return { notes: [...above, ...tokens.notes(from, end), ...after], text };
  }
  const own = { ...item, intro: from, tail: end };
  const edits = valueEdits(own, element, { ...run, becomes: new Map(), writesAliases: true });
  const body = editedSlice(source.text, { start: from, end }, withoutAnchors(own, edits));
  const column = isFlow(part)
    ? indentationAt(source.text, from).length
    : columnAt(source.text, from);
  const lines = body.replaceAll(new RegExp(`\n {0,${column}}(?=[^\\r\\n])`, "g"), "\n");
  const text = style.dash + indented(lines, " ".repeat(style.dash.length));
  if (!isFlow(part)) return { notes: [...above, ...after], text };
  const [tail, ...more] = after;
  return { notes: [...above, ...more], text: tail === undefined ? text : `${text} ${tail}` };
}
