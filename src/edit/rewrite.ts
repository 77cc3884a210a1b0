/**
 * Gives the documents of a file other values as their author would: the smallest piece is replaced where it is, and the file is
 * read again. What keeps its value keeps its characters. `points: 30 # c` with the new value 40 becomes `points: 40 # c`.
 */
import { Lexer } from "yaml";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import { jsonOf, type Part, partsIn } from "../manifest/parts.ts";
import { memoizedBy } from "../model/collections.ts";
import { diagnostic } from "../model/diagnostics.ts";
import { canonicalJson, isJsonObject, type Json, jsonText } from "../model/json.ts";
import { Edited, type ItemChange, itemChanges, itemsOf, jsonAt, type NewValue, plainValue } from "./new-values.ts";
import { type FileStyle, indented, keyText, scalarText, styleOf, typeIn } from "./print.ts";

/** What the parts so far are to read as, for the aliases of them. */
type Run = FileStyle & { readonly becomes: Map<Part, Json> };

/** A member, an element or a document in the text. */
interface Item {
  readonly part: Part;
  readonly name?: string | undefined;
  readonly isAlias: boolean;
  readonly isInFlow: boolean;
  /** Of its key or dash, as `start`. */
  readonly column: number;
  readonly start: number;
  /** Behind its colon or dash. */
  readonly intro: number;
  /** Of its value, and behind it. */
  readonly from: number;
  readonly end: number;
  /** Behind its comma and the comments that belong to it. */
  readonly tail: number;
}

/** The file with other values: what each of its documents is to read as. It has an error where no edit gives them. */
export function rewriteText(parsed: ParsedText, newValues: readonly NewValue[]): ParsedText {
  const { source, documents } = parsed;
  const run: Run = { ...styleOf(parsed), becomes: new Map() };
  let [text, end] = ["", 0];
  for (const [index, part] of documents.entries()) {
    const item = documentItem(part);
    text += source.text.slice(end, item.start) + bodyAfter(item, newValues[index] as NewValue, run);
    end = item.tail;
  }
  text += source.text.slice(end);
  if (text === source.text) return parsed;
  const again = parseText(source.file, text, source.of);
  if (canonicalJson(again.documents.map(jsonOf)) === canonicalJson(newValues.map(plainValue))) return again;
  const reason = again.diagnostics[0]?.detail ?? "No edit of it gives the values. Edit it by hand.";
  return { ...parsed, isBroken: true, diagnostics: [diagnostic("not-expressible", `${source.file}: ${reason}`)] };
}

/** A value on its own. */
function documentItem(part: Part): Item {
  const { start } = part;
  const column = columnOf(part);
  const end = endOf(part, column - 1);
  return { part, column, isInFlow: false, isAlias: false, start, intro: start, from: start, end, tail: end };
}

function isFlow({ type, source, start }: Part): boolean {
  return type !== "scalar" && /[[{]/.test(source.text.charAt(start));
}

/** Of its items; of those in brackets, where their line begins. */
function columnOf(part: Part): number {
  const { source, start } = part;
  const line = source.text.slice(source.text.lastIndexOf("\n", start - 1) + 1, start).replace("\uFEFF", "");
  return isFlow(part) ? line.length - line.trimStart().length : line.length;
}

/** Where a value ends. Comments that are deeper than its key belong to a block collection. */
function endOf(part: Part, column: number): number {
  const { text } = part.source;
  if (part.type !== "scalar" && !isFlow(part)) return tailOf(text, itemsIn(part).at(-1)?.tail ?? part.end, column);
  const written = text.slice(part.start, part.end);
  // Under `|+`, empty lines belong to the text.
  return part.start + (/^[|>]\d?\+/.test(written) ? written.replace(/\r?\n$/, "") : written.trimEnd()).length;
}

/** Where the comments behind a value end: the one on its line, and those below it that are deeper than its key. */
function tailOf(text: string, end: number, column: number): number {
  return end + textAt(text, end, new RegExp(`[ \\t]*(?:#.*)?(?:\\s*\\n {${column + 1},}#.*)*`, "y")).length;
}

function textAt(text: string, offset: number, pattern: RegExp): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}

/** The items of a collection. */
const itemsIn = memoizedBy((parent: Part): readonly Item[] => {
  const { text } = parent.source;
  const [isInFlow, column] = [isFlow(parent), columnOf(parent)];
  let before = parent.start + (isInFlow ? 1 : 0);
  return partsIn(parent).map((part, index): Item => {
    const member = parent.type === "map" ? parent.members[index] : undefined;
    const begin = member === undefined ? before : member.keyEnd + textAt(text, member.keyEnd, /\s*:/y).length;
    const alias = part.start < begin ? textAt(text, begin, /(?:[\s,-]|#.*\n)*\*[^\s,[\]{}]+/y) : "";
    const at = alias === "" ? part.start : begin + alias.lastIndexOf("*");
    const start = member?.keyStart ?? (isInFlow ? at : text.lastIndexOf("-", at - 1));
    const intro = member !== undefined ? begin : isInFlow ? at : start + 1;
    const isEmpty = alias === "" && part.start === part.end;
    const end = alias !== "" ? begin + alias.length : isEmpty ? intro : endOf(part, column);
    before = isInFlow ? end + textAt(text, end, /(?:\s*,)?(?:[ \t]*#.*)?/y).length : tailOf(text, end, column);
    const extent = { start, intro, from: isEmpty ? intro : at, end, tail: before };
    return { part, name: member?.name, column, isInFlow, isAlias: alias !== "", ...extent };
  });
});

/** What is written behind the key or the dash of an item, with the comments that belong to it. */
function bodyAfter(item: Item, newValue: NewValue, run: Run): string {
  const { part, isAlias, intro, from, end } = item;
  const { text } = part.source;
  const value = plainValue(newValue);
  const old = isAlias ? run.becomes.get(part) : jsonAt(part);
  if (!isAlias) run.becomes.set(part, value);
  const isLeaf = isAlias || part.type === "scalar";
  const isKept = old === value || (isLeaf && old !== undefined && canonicalJson(old) === canonicalJson(value));
  if (isKept && (isLeaf || !/(?<!\w)[*&]/.test(text.slice(from, end)))) return text.slice(intro, item.tail);
  const changes = isLeaf || partsIn(part).length === 0 ? [] : itemChanges(part, newValue);
  const hasItems = changes.some((change) => change.value !== undefined);
  return hasItems ? itemsAfter(item, changes, run) : printedBody(item, newValue, run);
}

/** An item that stays, with its new value and perhaps a new key. */
function itemAfter(item: Item, { name, value }: ItemChange, run: Run): string {
  const { start, intro, part, name: old } = item;
  const head = part.source.text.slice(start, intro);
  const key = head.replace(/\s*:$/, "");
  const isSameKey = name === undefined || name === old;
  const lead = isSameKey ? head : keyText(name, { ...run, keys: typeIn(key) }) + head.slice(key.length);
  return lead + bodyAfter({ ...item, name }, value as NewValue, run);
}

/** The body of a collection. What stays keeps the comments around it. */
function itemsAfter(parent: Item, changes: readonly ItemChange[], run: Run): string {
  const { text } = parent.part.source;
  const items = itemsIn(parent.part);
  const [first, last] = [items[0] as Item, items.at(-1) as Item];
  const { isInFlow, column } = first;
  const open = isInFlow ? parent.from + 1 : parent.intro;
  const begin = open + Math.max(text.slice(open, first.start).search(/\r?\n/), 0);
  const close = isInFlow ? parent.end - 1 : last.tail;
  const leadOf = (index: number): string => text.slice(items[index - 1]?.tail ?? begin, items[index]?.start);
  const inner = isInFlow ? /\n([ \t]*)$/.exec(leadOf(items.length - 1))?.[1] : undefined;
  const pad = inner || " ".repeat(column + (isInFlow ? 2 : 0));
  const hang = run.eol + pad;
  const usual = leadOf(items.length - 1).replaceAll(/[ \t]*#.*\r?\n/g, "") || (isInFlow ? " " : run.eol + hang);
  // Under `|+`, blank lines would belong to the text above them.
  const newLead = isInFlow || !/[|>]\d?\+/.test(text.slice(parent.from, parent.end)) ? usual : hang;
  const final = changes.findLast(({ value }) => value !== undefined);
  const endsWithComma = /^\s*,/.test(text.slice(last.end, last.tail));
  let [result, model] = [text.slice(parent.intro, begin), first];
  let [isFirst, needsLine] = [true, result.slice(open - parent.intro).includes("#")];
  for (const change of changes) {
    const { index = -1, name, value } = change;
    const item = items[index];
    model = item ?? model;
    const lead = item === undefined ? newLead : leadOf(index);
    if (value === undefined) {
      // Comments that a blank line keeps apart from what goes are about what follows, too.
      result += (isInFlow ? undefined : /^[\s\S]*#.*\r?\n(?=[ \t]*\r?\n)/.exec(lead)?.[0]) ?? "";
      continue;
    }
    // A new item is written as its neighbour.
    const form = { ...run, isInFlow, isFlow: isInFlow || (name === undefined && isFlow(model.part)) };
    // Of what is between brackets, the comma comes before the comments.
    const kept = item && isInFlow ? { ...item, tail: item.end } : item;
    const body = kept ? itemAfter(kept, change, run) : indented(itemText(name, value, form), pad, run.eol);
    const gap = isFirst ? leadOf(0).replace(/\S.*$/s, "") + lead.trimStart() : lead;
    result += (needsLine || body.startsWith("#")) && !gap.includes("\n") ? hang : gap;
    const notes = isInFlow && item ? text.slice(item.end, item.tail).replace(/^\s*,/, "") : "";
    const comma = isInFlow && (change !== final || endsWithComma) ? "," : "";
    result += body + comma + notes;
    [isFirst, needsLine] = [false, isInFlow ? notes !== "" : true];
  }
  const end = text.slice(last.tail, close);
  return result + (needsLine && isInFlow && !end.includes("\n") ? hang : end) + text.slice(close, parent.tail);
}

/** Another value at a place, in the old quotes and folding. Comments on its line stay there. */
function printedBody(item: Item, newValue: NewValue, run: Run): string {
  const { part, column, isInFlow, name, intro, from, end } = item;
  const { text } = part.source;
  const [head, old, rest] = [text.slice(intro, from), text.slice(from, end), text.slice(end, item.tail)];
  const lines = text.slice(item.start, end).split("\n");
  const lengths = lines.map((line, at) => line.trimEnd().length - (at === 0 ? 0 : column));
  const width = old.includes("\n") ? Math.max(...lengths) : 0;
  const areTexts = typeof newValue === "string" && typeof jsonAt(part) === "string" && !item.isAlias;
  const form = areTexts ? { texts: typeIn(old), width } : {};
  const isLine = isInFlow || (isFlow(part) && partsIn(part).length > 0);
  const body = bodyText(name, newValue, { ...run, ...form, isInFlow, isFlow: isLine });
  const printed = indented(body, " ".repeat(column), run.eol);
  const hasHeader = /^[|>]/.test(old);
  const isBlock = hasHeader || (part.type !== "scalar" && !isFlow(part)) || printed.includes("\n");
  if (isInFlow || !isBlock) return head + (old === "" ? printed : printed.trimStart()) + rest;
  // Without its anchor.
  run.becomes.delete(part);
  const [line = "", ...more] = printed.split(run.eol);
  const notes = commentsIn(`${head} ${hasHeader ? old.split("\n")[0] : ""} ${rest}`);
  return [[line, ...notes].join(" "), ...more].join(run.eol);
}

/** A member, or without a name an element of a list. */
export function itemText(name: string | undefined, newValue: NewValue, style: Run): string {
  if (name === undefined && newValue instanceof Edited) return movedText(newValue, style);
  const key = name === undefined ? "" : `${keyText(name, style)}:`;
  return (key === "" && !style.isInFlow ? "-" : key) + bodyText(name, newValue, style);
}

/** Collections that are on one line in block style, too, as JSON: empty ones, and short lists of plain values. */
const SHORT = /^(?:\{\}|\[[^[{]{0,79})$/;

/** What follows the colon or the dash of an item, with the blank or the line break in front of it. */
function bodyText(name: string | undefined, newValue: NewValue, style: Run): string {
  const { dash, step, isListIndented, isInFlow, isFlow, hasPaddedBraces } = style;
  const lead = name !== undefined ? " " : isInFlow ? "" : dash.slice(1);
  const value = plainValue(newValue);
  const isList = Array.isArray(value);
  if (typeof value === "string") return lead + scalarText(value, style, name);
  if (!isList && !isJsonObject(value)) return lead + jsonText(value);
  if (isFlow || SHORT.test(jsonText(value))) {
    const inFlow = { ...style, isInFlow: true, isFlow: true };
    const items = Object.entries(value).map(([key, inner]) => itemText(isList ? undefined : key, inner, inFlow));
    const blank = hasPaddedBraces && items.length > 0 ? " " : "";
    return lead + (isList ? `[${items.join(", ")}]` : `{${blank}${items.join(", ")}${blank}}`);
  }
  const items = itemsOf(newValue).map(([key, inner]) => itemText(isList ? undefined : key, inner, style));
  const pad = name === undefined ? " ".repeat(dash.length) : isList && !isListIndented ? "" : step;
  return (name === undefined ? lead : `\n${pad}`) + indented(items.join("\n"), pad);
}

function commentsIn(text: string): readonly string[] {
  return [...new Lexer().lex(text)].flatMap((lexeme) => (lexeme.startsWith("#") ? [lexeme.trimEnd()] : []));
}

/** An element that is defined elsewhere, with the comments above it, as from column 0. */
function movedText(element: Edited, run: Run): string {
  const { part } = element;
  const { text } = part.source;
  // Searching the whole text in front of each would take time without bounds.
  const before = text.slice(Math.max(part.start - 10_000, 0), part.start);
  const notes = commentsIn(/(?:(?:^|\n)[ \t]*#.*)*\n?[ \t]*(?:- *)?$/.exec(before)?.[0] ?? "");
  const item = documentItem(part);
  const tail = isFlow(part) ? textAt(text, item.end, /[ \t]*#.*/y) : "";
  const body = bodyAfter(item, element, { ...run, becomes: new Map() }) + tail;
  if (run.isInFlow) return [...notes, ...commentsIn(body), bodyText(undefined, plainValue(element), run)].join("\n");
  const lines = body.replaceAll(new RegExp(`\n {0,${item.column}}(?=[^\\r\\n])`, "g"), "\n");
  return [...notes, run.dash + indented(lines, " ".repeat(run.dash.length))].join("\n");
}
