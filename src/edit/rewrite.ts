/**
 * Gives the documents of a file other values as their author would: the smallest piece is replaced
 * where it is, and the file is read again. Values that stay keep their characters. `points: 30 # c`
 * with the new value 40 becomes `points: 40 # c`.
 */

import { isJsonObject, type Json, type JsonObject, jsonText } from "../ground/json.ts";
import { type ParsedText, parseSource } from "../manifest/parse.ts";
import { isJsonFile, memberNamed, type Part, partsIn } from "../manifest/parts.ts";
import { diagnostic } from "../model/diagnostics.ts";
import { isSameJson } from "../model/normalise.ts";
import { sourceFile } from "../model/source.ts";
import { documentItem, type Item, isFlow, itemsIn } from "./items.ts";
import {
  Edited,
  type ItemChange,
  itemChanges,
  itemsOf,
  type NewValue,
  plainValue,
} from "./new-values.ts";
import {
  type FileStyle,
  indented,
  isPlainList,
  isSpread,
  keyText,
  scalarText,
  styleOf,
  typeIn,
} from "./print.ts";
import { tokensOf } from "./tokens.ts";

/** An item that will be in the file: the name of a member, and its value. */
interface WrittenItem {
  readonly name: string | undefined;
  readonly value: NewValue;
}

/** Where parts are written that move elsewhere, with their comments. */
type MovedParts = ReadonlyMap<Part, Item>;

/** The state of one rewriting. */
type Run = FileStyle & {
  /** A collection whose layout a new one gets. */
  readonly model?: Part | undefined;
  readonly moved: MovedParts;
  /** The new values of the parts so far, for aliases of them. */
  readonly becomes: Map<Part, Json>;
};

/**
 * The file with other values, one for each of its documents. It has an error if no edit gives them.
 */
export function rewriteText(
  parsed: ParsedText,
  newValues: readonly NewValue[],
  moved: MovedParts = new Map(),
): ParsedText {
  const { source, documents } = parsed;
  const run: Run = { ...styleOf(parsed), moved, becomes: new Map() };
  let text = "";
  let end = 0;
  for (const [index, part] of documents.entries()) {
    const item = documentItem(part);
    const value = newValues[index];
    text +=
      source.text.slice(end, item.start) +
      bodyAfter(item, value === undefined ? part.value : value, run);
    end = item.tail;
  }
  text += source.text.slice(end);
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

/** The text after the key or the dash of an item, with the comments that belong to it. */
function bodyAfter(item: Item, newValue: NewValue, run: Run): string {
  const { part, isAlias, intro, from, end } = item;
  const { text } = part.source;
  const value = plainValue(newValue);
  const old = isAlias ? run.becomes.get(part) : part.value;
  if (!isAlias) run.becomes.set(part, value);
  const isLeaf = isAlias || partsIn(part).length === 0;
  const isKept = old === value || (isLeaf && isSameJson(old, value));
  if (isKept && (isLeaf || !/(?<!\w)[*&]/.test(text.slice(from, end))))
    return text.slice(intro, item.tail);
  const changes = isLeaf ? [] : itemChanges(part, newValue);
  const hasItems = changes.some((change) => change.value !== undefined);
  const isEmptied =
    changes.length > 0 && isFlow(part) && isSameSort(part, value) && notesInside(item).length > 0;
  const items = isLeaf ? [] : itemsIn(part);
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined || !(hasItems || isEmptied))
    return printedBody(item, newValue, run);
  return new CollectionText(item, { items, first, last }, run).after(changes);
}

function isSameSort({ type }: Part, value: Json): boolean {
  return type === "list" ? Array.isArray(value) : type === "map" && isJsonObject(value);
}

/**
 * The text of a collection that gets other items. Items that stay keep the comments around them.
 */
class CollectionText {
  private readonly parent: Item;
  private readonly run: Run;
  private readonly text: string;
  private readonly items: readonly Item[];
  private readonly first: Item;
  private readonly last: Item;
  private readonly isInFlow: boolean;
  /** End of the bracket, or of the key or dash, with the comments on its line. */
  private readonly begin: number;
  /** Start of the closing bracket, or the end of the last item. */
  private readonly close: number;
  /** The indentation of new lines in new items. */
  private readonly pad: string;
  /** A line break before an item that has none, because a comment ends the line above it. */
  private readonly hang: string;

  constructor(
    parent: Item,
    {
      items,
      first,
      last,
    }: { readonly items: readonly Item[]; readonly first: Item; readonly last: Item },
    run: Run,
  ) {
    this.parent = parent;
    this.run = run;
    this.text = parent.part.source.text;
    this.items = items;
    this.first = first;
    this.last = last;
    this.isInFlow = first.isInFlow;
    const open = this.isInFlow ? parent.from + 1 : parent.intro;
    this.begin = open + Math.max(this.text.slice(open, first.start).search(/\r?\n/), 0);
    this.close = this.isInFlow ? parent.end - 1 : this.last.tail;
    const ownLine = this.isInFlow ? /\n([ \t]*)$/.exec(this.leadOf(last))?.[1] : undefined;
    this.pad = this.isInFlow
      ? ownLine || indentationAt(this.text, parent.from)
      : " ".repeat(first.column);
    this.hang = run.eol + (this.isInFlow ? ownLine || `${this.pad}  ` : this.pad);
  }

  after(changes: readonly ItemChange[]): string {
    const { text, parent, isInFlow, hang } = this;
    const final = changes.findLast(({ value }) => value !== undefined);
    let result = text.slice(parent.intro, this.begin);
    let model = this.first;
    let isFirst = true;
    const open = isInFlow ? parent.from : parent.intro;
    let endsInComment = tokensOf(parent.part.source).comments(open, this.begin).length > 0;
    for (const change of changes) {
      const item = change.index === undefined ? undefined : this.items[change.index];
      model = item ?? model;
      const { name, value } = change;
      if (value === undefined) {
        result += item === undefined ? "" : text.slice(this.leadStart(item), ownLeadStart(item));
        continue;
      }
      const lead = item === undefined ? this.newLead() : this.leadOf(item);
      const hasComma = isInFlow && (change !== final || this.last.comma !== undefined);
      const written = { name, value };
      const body =
        item === undefined
          ? this.newItem(written, model, hasComma)
          : this.keptItem(item, written, hasComma);
      const gap = this.gapBefore(item, lead, isFirst);
      const needsLine = endsInComment || body.startsWith("#");
      result += (needsLine && !gap.includes("\n") ? hang : gap) + body;
      isFirst = false;
      endsInComment = item === undefined ? !isInFlow : this.endsInComment(item, value);
    }
    const end = text.slice(this.last.tail, this.close);
    const needsLine = endsInComment && isInFlow && !end.includes("\n");
    return result + (needsLine ? hang : end) + text.slice(this.close, parent.tail);
  }

  /**
   * The text before an item. The place after the bracket or the dash is different from the place
   * after another item.
   */
  private gapBefore(item: Item | undefined, lead: string, isFirst: boolean): string {
    const wasFirst = item !== undefined && item === this.first;
    if (isFirst === wasFirst) return lead;
    if (isFirst) return blanksBefore(this.leadOf(this.first)) + lead.trimStart();
    return lead.includes("\n") ? lead : this.newLead();
  }

  private leadStart(item: Item): number {
    return item === this.first ? this.begin : item.leadStart;
  }

  private leadOf(item: Item): string {
    return this.text.slice(this.leadStart(item), item.start);
  }

  /** The blanks and line breaks before a new item, as before the last one. */
  private newLead(): string {
    const { last, isInFlow, run, pad } = this;
    const hasOne = this.items.length === 1;
    const start = this.leadStart(last);
    let lead = this.text.slice(start, last.start);
    const comments = tokensOf(last.part.source).comments(start, last.start);
    for (const comment of comments.toReversed()) {
      const before = lead.slice(0, comment.start - start).replace(/[ \t]*$/, "");
      lead = before + lead.slice(comment.end - start).replace(/^\r?\n/, "");
    }
    if (isInFlow && hasOne && !lead.includes("\n")) return run.commaGap;
    const usual = lead || (isInFlow ? "" : run.eol + run.eol + pad);
    // Under `|+`, blank lines would belong to the text above them.
    const isOpen =
      !isInFlow && /[|>]\d?\+/.test(this.text.slice(this.parent.from, this.parent.end));
    const isUsable = /^\s*$/.test(usual) && (isInFlow || usual.includes("\n"));
    return isOpen || !isUsable ? run.eol + pad : usual;
  }

  private newItem({ name, value }: WrittenItem, model: Item, hasComma: boolean): string {
    const { run, isInFlow } = this;
    const isFlowText = isInFlow || (name === undefined && isFlow(model.part));
    const form = { ...run, isInFlow, isFlow: isFlowText, model: model.part };
    const text = itemText(name, value, form);
    const pad = text.startsWith("#") ? this.hang.slice(run.eol.length) : this.pad;
    return indented(text, pad, run.eol) + (hasComma ? "," : "");
  }

  private keptItem(item: Item, { name, value }: WrittenItem, hasComma: boolean): string {
    const { text, isInFlow } = this;
    const kept = isInFlow ? { ...item, tail: item.end } : item;
    const body = itemAfter(kept, { name, value }, this.run);
    if (!isInFlow) return body;
    const { end, comma, tail } = item;
    // The comments move with the value.
    if (isReplacedByMove(item, value, this.run)) return body + (hasComma ? "," : "");
    if (comma === undefined) return body + (hasComma ? "," : "") + text.slice(end, tail);
    return hasComma
      ? body + text.slice(end, tail)
      : body + text.slice(end, comma) + text.slice(comma + 1, tail);
  }

  private endsInComment(item: Item, value: NewValue): boolean {
    const { part, end, tail } = item;
    if (!this.isInFlow) return true;
    const isGone = isReplacedByMove(item, value, this.run);
    return !isGone && tokensOf(part.source).comments(end, tail).at(-1)?.end === tail;
  }
}

/** The blanks at the beginning of an offset's line. */
function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function blanksBefore(lead: string): string {
  return lead.slice(0, lead.length - lead.trimStart().length);
}

/**
 * Start of the comments that belong to an item: comments above a blank line are about all that
 * follows.
 */
function ownLeadStart({ part, leadStart, start }: Item): number {
  const { text } = part.source;
  let own = leadStart;
  for (const { end } of tokensOf(part.source).comments(leadStart, start)) {
    const blank = /\r?\n(?=[ \t]*\r?\n)/y;
    blank.lastIndex = end;
    if (blank.test(text)) own = blank.lastIndex;
  }
  return own;
}

/** An item that stays, with its new value and perhaps a new key. */
function itemAfter(item: Item, { name, value }: WrittenItem, run: Run): string {
  const { start, keyStart, keyEnd, intro, part, name: old } = item;
  const { text } = part.source;
  const isSameKey = name === undefined || name === old;
  const key = text.slice(keyStart, keyEnd);
  const newKey = isSameKey ? key : keyText(name, { ...run, keys: typeIn(key) });
  const head = text.slice(start, keyStart) + newKey + text.slice(keyEnd, intro);
  return head + bodyAfter({ ...item, name: isSameKey ? old : name }, value, run);
}

/** The least number of columns that a text is folded at. */
const LEAST_WIDTH = 20;

/** Another value at a place, in the old quotes and folding. Comments on its line stay there. */
function printedBody(item: Item, newValue: NewValue, run: Run): string {
  const { part, column, isInFlow, name, intro, from, end } = item;
  const { text } = part.source;
  const old = text.slice(from, end);
  const lines = text.slice(item.start, end).split("\n");
  const lengths = lines.map((line, at) => line.trimEnd().length - (at === 0 ? 0 : column));
  // Short lines show no width, and a text can't be folded to a few columns.
  const width = old.includes("\n") ? Math.max(...lengths, LEAST_WIDTH) : 0;
  const areTexts = typeof newValue === "string" && typeof part.value === "string" && !item.isAlias;
  const form = areTexts ? { texts: typeIn(old), width } : { model: part };
  const isLine = isInFlow || run.isJson || (isFlow(part) && partsIn(part).length > 0);
  const body = bodyText(name, newValue, { ...run, ...form, isInFlow, isFlow: isLine });
  const pad = isInFlow ? indentationAt(text, item.start) : " ".repeat(column);
  const printed = indented(body, pad, run.eol);
  const hasHeader = /^[|>]/.test(old);
  const isNewBlock = isBlockText(printed, plainValue(newValue));
  const isBlock = hasHeader || (part.type !== "scalar" && !isFlow(part)) || isNewBlock;
  const isMoved = isReplacedByMove(item, newValue, run);
  const inner = isMoved ? [] : notesInside(item);
  if (isInFlow || (!isBlock && !isMoved && inner.length === 0)) {
    const body = old === "" ? printed : printed.trimStart();
    // The line break ends the comment.
    const line = `${run.eol}${pad}  `;
    const notes = inner.length === 0 ? "" : ` ${inner.join(line)}${line}`;
    const lead = isMoved && name !== undefined ? " " : text.slice(intro, from);
    return (
      lead +
      (isMoved ? printed.trimStart() : body) +
      notes +
      (isMoved ? "" : text.slice(end, item.tail))
    );
  }
  // Without its anchor.
  run.becomes.delete(part);
  const notes = notesAt(item, isMoved);
  if (!isNewBlock) return [printed, ...notes].join(" ");
  const [line = "", ...more] = printed.split(run.eol);
  return [[line, ...notes].join(" "), ...more].join(run.eol);
}

/**
 * Whether the text of a value is a block collection, or a text with a header: comments are after
 * its first line.
 */
function isBlockText(printed: string, value: Json): boolean {
  if (typeof value === "string") return /^\s*[|>]/.test(printed);
  return (Array.isArray(value) || isJsonObject(value)) && !/^\s*[[{]/.test(printed);
}

/** Whether another value takes the place of one that moves elsewhere, with its comments. */
function isReplacedByMove(
  { part, isAlias }: Item,
  value: NewValue | undefined,
  { moved }: Run,
): boolean {
  return !isAlias && moved.has(part) && !(value instanceof Edited && value.part === part);
}

/** The comments that stay where a value is replaced. */
function notesAt(item: Item, isMoved: boolean): readonly string[] {
  if (isMoved) return [];
  const { part, intro, from, end, tail } = item;
  const tokens = tokensOf(part.source);
  const [first] = item.isAlias || isFlow(part) ? [] : itemsIn(part);
  // Comments right above the first item are about that item.
  const head = tokens.notes(intro, first === undefined ? from : endOfOwnComments(first, intro));
  return [...head, ...notesInside(item), ...tokens.notes(end, tail)];
}

/**
 * The comments in a value that are about all of it: after its block header, or after and before its
 * brackets.
 */
function notesInside({ part, isAlias, from, end }: Item): readonly string[] {
  const tokens = tokensOf(part.source);
  if (isAlias || (part.type !== "scalar" && !isFlow(part))) return [];
  const items = itemsIn(part);
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return tokens.notes(from, end);
  const opening = tokens.commentOnLine(from + 1);
  return [
    ...(opening === undefined ? [] : tokens.notes(opening.start, opening.end)),
    ...tokens.notes(last.tail, end),
  ];
}

/** End of the comments after a key that are not about the first item below it. */
function endOfOwnComments(first: Item, intro: number): number {
  const onLine = tokensOf(first.part.source).commentOnLine(intro)?.end ?? intro;
  return Math.max(onLine, ownLeadStart({ ...first, leadStart: intro }));
}

/** A member, or without a name an element of a list. */
export function itemText(name: string | undefined, newValue: NewValue, style: Run): string {
  if (name === undefined && newValue instanceof Edited) return movedText(newValue, style);
  const beforeColon = style.colon.slice(0, style.colon.indexOf(":"));
  const key = name === undefined ? "" : `${keyText(name, style)}${beforeColon}:`;
  return (key === "" && !style.isInFlow ? "-" : key) + bodyText(name, newValue, style);
}

/**
 * Collections that are on one line in block style, too, as JSON: empty ones, and short lists of
 * plain values.
 */
const SHORT = /^(?:\{\}|\[[^[{]{0,79})$/;

/** The value of an item, with the blank or the line break after its colon or dash. */
function bodyText(name: string | undefined, newValue: NewValue, style: Run): string {
  const { dash, step, isListIndented, isInFlow, isFlow, colon } = style;
  const afterDash = isInFlow ? "" : dash.slice(1);
  const lead = name === undefined ? afterDash : colon.slice(colon.indexOf(":") + 1);
  const value = plainValue(newValue);
  const isList = Array.isArray(value);
  if (typeof value === "string") return lead + scalarText(value, style, name);
  if (!isList && !isJsonObject(value)) return lead + jsonText(value);
  if (isFlow || SHORT.test(jsonText(value))) return lead + flowText(value, style);
  const items = itemsOf(newValue).map(([key, inner]) =>
    itemText(isList ? undefined : key, inner, style),
  );
  const pad = name === undefined ? " ".repeat(dash.length) : isList && !isListIndented ? "" : step;
  return (name === undefined ? lead : `\n${pad}`) + indented(items.join("\n"), pad);
}

/**
 * A collection between brackets, as from column 0. In JSON, it has as many lines as its model, or
 * as others in the file.
 */
function flowText(value: readonly Json[] | JsonObject, style: Run): string {
  const { step, hasPaddedBraces, commaGap, model } = style;
  const isList = Array.isArray(value);
  const inFlow = { ...style, isInFlow: true, isFlow: true };
  const items = Object.entries<Json>(value).map(([key, inner]) =>
    itemText(isList ? undefined : key, inner, { ...inFlow, model: modelIn(model, key) }),
  );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (items.length > 0 && hasLines(value, style)) {
    return `${open}\n${step}${indented(items.join(",\n"), step)}\n${close}`;
  }
  const blank = !isList && hasPaddedBraces && items.length > 0 ? " " : "";
  return open + blank + items.join(`,${commaGap}`) + blank + close;
}

/** Whether a new collection between brackets gets a line for each of its items. */
function hasLines(
  value: readonly Json[] | JsonObject,
  { isJson, model, areListsSpread, areMapsSpread }: Run,
): boolean {
  if (!isJson) return false;
  const isPlain =
    Array.isArray(value) &&
    value.every((element) => typeof element !== "object" || element === null);
  const isOfSort =
    model?.type === (Array.isArray(value) ? "list" : "map") && isPlainList(model) === isPlain;
  if (model !== undefined && isOfSort && partsIn(model).length > 0) return isSpread(model);
  return isPlain ? areListsSpread : areMapsSpread;
}

/** The model of an item in a new collection. */
function modelIn(model: Part | undefined, key: string): Part | undefined {
  if (model?.type === "list") return model.elements.find((element) => partsIn(element).length > 0);
  return memberNamed(model, key)?.value;
}

/** An element that is defined elsewhere, with its comments, as from column 0. */
function movedText(element: Edited, run: Run): string {
  const { part } = element;
  if (run.isStrictJson || isJsonFile(part.source.name))
    return (run.isInFlow ? "" : "-") + bodyText(undefined, plainValue(element), run);
  const item = run.moved.get(part) ?? documentItem(part);
  const tokens = tokensOf(part.source);
  const lead = item.name === undefined ? ownLeadStart(item) : item.intro;
  const above = tokens.notes(lead, item.from);
  const after = tokens.notes(item.end, item.tail);
  const body = bodyAfter({ ...item, intro: item.from, tail: item.end }, element, {
    ...run,
    becomes: new Map(),
  });
  if (run.isInFlow) {
    const inner = tokens.notes(item.from, item.end);
    return [...above, ...inner, ...after, bodyText(undefined, plainValue(element), run)].join("\n");
  }
  const { text } = part.source;
  const column = isFlow(part) ? indentationAt(text, item.from).length : columnOfValue(item);
  const lines = body.replaceAll(new RegExp(`\n {0,${column}}(?=[^\\r\\n])`, "g"), "\n");
  const [tail = "", ...more] = isFlow(part) ? after : [];
  const notes = isFlow(part) ? [...above, ...more] : [...above, ...after];
  const line = `${run.dash}${indented(lines, " ".repeat(run.dash.length))}${tail === "" ? "" : ` ${tail}`}`;
  return [...notes, line].join("\n");
}

function columnOfValue({ part, from }: Item): number {
  return from - part.source.text.lastIndexOf("\n", from - 1) - 1;
}
