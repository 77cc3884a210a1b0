/**
 * Gives the documents of a file other values as their author would: the smallest piece is replaced where it is, and the file is
 * read again. What keeps its value keeps its characters. `points: 30 # c` with the target 40 becomes `points: 40 # c`.
 */
import { Lexer } from "yaml";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import { jsonOf, type Part } from "../manifest/parts.ts";
import { memoizedBy } from "../model/collections.ts";
import type { Json } from "../model/json.ts";
import { changesOf, type ItemChange, isSame, jsonAt, partsIn } from "./changes.ts";
import { bodyText, type FileStyle, flowText, indented, itemText, keyText, styleOf, typeIn } from "./print.ts";

interface Run {
  readonly style: FileStyle;
  /** Mappings in targets that have a text elsewhere. */
  readonly origins: ReadonlyMap<Json, Part>;
  /** Whether lists and mappings keep their places, so that another id is the same element. */
  readonly inPlace: boolean;
  /** What the parts before are to be, for their aliases. */
  readonly becomes: Map<Part, Json>;
}

/** A member, an element or a document in the text. */
interface Item {
  readonly part: Part;
  readonly name?: string | undefined;
  readonly isAlias: boolean;
  /** Of its key or dash. */
  readonly column: number;
  readonly isInFlow: boolean;
  /** Of its key or dash. */
  readonly start: number;
  /** Behind its colon or dash. */
  readonly intro: number;
  /** Of its value, and behind it. */
  readonly from: number;
  readonly end: number;
  /** Behind the comments that belong to it; in brackets, those are behind its comma. */
  readonly tail: number;
}

/** The characters in front of a definition in which the comments above it are found. */
const LONGEST_NOTES = 10_000;

/** Thrown where no edit gives a file its values. */
export class UnwritableText extends Error {
  constructor(file: string, detail = "No edit of it gives the values. Edit it by hand.") {
    super(`${file}: ${detail}`);
  }
}

/** The file with other values. `targets`: what each document of `parsed` is to read as. Throws an `UnwritableText`. */
export function rewriteText(
  parsed: ParsedText,
  targets: readonly Json[],
  { origins = new Map(), inPlace = false }: Partial<Pick<Run, "origins" | "inPlace">> = {},
): ParsedText {
  const { source, documents } = parsed;
  if (documents.every((part, index) => jsonAt(part) === targets[index])) return parsed;
  const style: FileStyle = { ...styleOf(parsed), written: (value) => movedText(value, run) };
  const run: Run = { style, origins, inPlace, becomes: new Map() };
  let [text, end] = ["", 0];
  for (const [index, part] of documents.entries()) {
    const item = documentItem(part);
    text += source.text.slice(end, item.start) + bodyAfter(item, targets[index] as Json, run);
    end = item.tail;
  }
  const again = parseText(source.file, text + source.text.slice(end));
  if (isSame(again.documents.map(jsonOf), targets)) return again;
  throw new UnwritableText(source.file, again.diagnostics[0]?.detail);
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
    before = isInFlow ? end : tailOf(text, end, column);
    const extent = { start, intro, from: isEmpty ? intro : at, end, tail: before };
    return { part, name: member?.name, column, isInFlow, isAlias: alias !== "", ...extent };
  });
});

/** What is written behind the key or the dash of an item, with the comments that belong to it. */
function bodyAfter(item: Item, target: Json, run: Run): string {
  const { part, isAlias, intro, from, end } = item;
  const { text } = part.source;
  // What an alias means may be another value, or gone: it is then written out.
  const old = isAlias ? run.becomes.get(part) : jsonAt(part);
  if (!isAlias) run.becomes.set(part, target);
  const isLeaf = isAlias || part.type === "scalar";
  const isSelfContained = isLeaf || !/(?<!\w)[*&]/.test(text.slice(from, end));
  if (isSelfContained && old !== undefined && (old === target || (isLeaf && isSame(old, target))))
    return text.slice(intro, item.tail);
  const changes = isAlias || partsIn(part).length === 0 ? [] : changesOf(part, target, run.inPlace);
  const isKept = changes.some((change) => change.target !== undefined);
  return isKept ? itemsAfter(item, changes, run) : printedBody(item, target, run);
}

/** An item that stays, with its new value and perhaps a new key. */
function itemAfter(item: Item, { name, target }: ItemChange, run: Run): string {
  const { start, intro, part, name: old } = item;
  const head = part.source.text.slice(start, intro);
  const key = head.replace(/\s*:$/, "");
  const isRenamed = name !== undefined && name !== old;
  const lead = isRenamed ? keyText(name, { ...run.style, keys: typeIn(key) }) + head.slice(key.length) : head;
  return lead + bodyAfter({ ...item, name }, target as Json, run);
}

/** Behind an item in brackets: a comment, the comma, and a comment on its line. */
const BEHIND = /^([ \t]*#.*)?(\s*,)?([ \t]*#.*)?/;

/** The body of a collection. What stays keeps the comments around it. */
function itemsAfter(parent: Item, changes: readonly ItemChange[], run: Run): string {
  const { text } = parent.part.source;
  const items = itemsIn(parent.part);
  const [first, last] = [items[0] as Item, items.at(-1) as Item];
  const { isInFlow, column } = first;
  const line = text.slice(parent.intro, first.start).search(/\r?\n/);
  const begin = isInFlow ? parent.from + 1 : parent.intro + Math.max(line, 0);
  const close = isInFlow ? parent.end - 1 : last.tail;
  const gapAt = (index: number) => {
    const gap = text.slice(items[index - 1]?.tail ?? begin, items[index]?.start ?? close);
    const [behind = "", before = "", comma = "", after = ""] = (isInFlow && BEHIND.exec(gap)) || [];
    return { lead: gap.slice(behind.length), notes: before + after, hasComma: comma !== "" };
  };
  const [head, end] = [gapAt(0), gapAt(items.length)];
  const usual = gapAt(items.length - 1).lead.replaceAll(/[ \t]*#.*\r?\n/g, "");
  const pad = (isInFlow && /\n([ \t]*)$/.exec(usual)?.[1]) || " ".repeat(column + (isInFlow ? 2 : 0));
  const hang = run.style.eol + pad;
  const spaced = usual || (isInFlow ? " " : run.style.eol + hang);
  const newLead = isInFlow || (spaced.includes("\n") && !run.style.hasKeptEnds) ? spaced : hang;
  let left = changes.filter(({ target }) => target !== undefined).length;
  let [result, behind, isFirst, model] = [text.slice(parent.intro, begin), head.notes, true, first];
  const append = (lead: string, body: string): void => {
    const needsLine = isInFlow ? behind.includes("#") || body.startsWith("#") : !isFirst;
    result += behind + (needsLine && !lead.includes("\n") ? hang : lead) + body;
  };
  for (const change of changes) {
    const { index = -1, name, target } = change;
    model = items[index] ?? model;
    const lead = index === -1 ? newLead : gapAt(index).lead;
    if (target === undefined) {
      // Comments that a blank line keeps apart from what goes are about what follows, too.
      result += (isInFlow ? undefined : /^[\s\S]*#.*\r?\n(?=[ \t]*\r?\n)/.exec(lead)?.[0]) ?? "";
      continue;
    }
    const body = index === -1 ? newItem(name, target, model, run) : itemAfter(model, change, run);
    // What takes the place of the first item keeps the comments above it.
    const above = index === -1 ? [] : commentsIn(lead).map((note) => note + hang);
    const opening = isFirst && index !== 0 ? head.lead.replace(/#.*$/s, "") + above.join("") : lead;
    append(opening, index === -1 ? indented(body, pad).replaceAll(/\r?\n/g, run.style.eol) : body);
    [left, isFirst] = [left - 1, false];
    behind = (isInFlow && (left > 0 || end.hasComma) ? "," : "") + (index === -1 ? "" : gapAt(index + 1).notes);
  }
  if (isInFlow) append(end.lead, "");
  return result + text.slice(close, parent.tail);
}

/** Another value at a place, in the old quotes and folding. Comments on its line stay there. */
function printedBody(item: Item, target: Json, { style, becomes }: Run): string {
  const { part, column, isInFlow, isAlias, name, intro, from, end } = item;
  const { text } = part.source;
  const [head, old, rest] = [text.slice(intro, from), text.slice(from, end), text.slice(end, item.tail)];
  const lines = old.split("\n");
  const lengths = lines.map((line, at) => line.trimEnd().length + (at === 0 ? column + (name ?? "").length + 2 : 0));
  const width = lines.length > 1 ? Math.max(...lengths) - column : 0;
  const isCollection = part.type !== "scalar" && !isAlias;
  const form = isCollection || isAlias || typeof target !== "string" ? {} : { texts: typeIn(old), width };
  const isLine = isInFlow || (isFlow(part) && partsIn(part).length > 0);
  const body = bodyText(name, target, { ...style, ...form, isFlow: isLine });
  const printed = indented(body, " ".repeat(column)).replaceAll(/\r?\n/g, style.eol);
  const hasHeader = !isCollection && /^[|>]/.test(old);
  const isBlock = hasHeader || (isCollection && !isFlow(part)) || printed.includes("\n");
  if (isInFlow || !isBlock) return head + (old === "" ? printed : printed.trimStart()) + rest;
  // Without its anchor.
  becomes.delete(part);
  const [line = "", ...more] = printed.split(style.eol);
  const notes = commentsIn(`${head} ${hasHeader ? lines[0] : ""} ${rest}`);
  return [[line, ...notes].join(" "), ...more].join(style.eol);
}

function commentsIn(text: string): readonly string[] {
  return [...new Lexer().lex(text)].flatMap((lexeme) => (lexeme.startsWith("#") ? [lexeme.trimEnd()] : []));
}

/** A new item as its neighbour is written, as from column 0, and the comments above it. */
function newItem(name: string | undefined, target: Json, { part, isInFlow }: Item, { style }: Run): string {
  const { notes = [], body = "" } = (name === undefined && style.written?.(target)) || {};
  if (isInFlow) {
    const key = name === undefined ? "" : `${keyText(name, { ...style, isFlow: true })}: `;
    return [...notes, ...commentsIn(body), key + flowText(target, style)].join("\n");
  }
  const isLine = name === undefined && body === "" && isFlow(part);
  return itemText(name, target, isLine ? { ...style, isFlow: true } : style);
}

/** The text of a mapping that is defined elsewhere, as from column 0, and the comments above it. */
function movedText(target: Json, run: Run) {
  const part = run.origins.get(target);
  if (part === undefined) return undefined;
  const { text } = part.source;
  const [above = ""] =
    /(?:(?:^|\n)[ \t]*#.*)*\n?[ \t]*(?:- *)?$/.exec(text.slice(Math.max(part.start - LONGEST_NOTES, 0), part.start)) ??
    [];
  const item = documentItem(part);
  const body = bodyAfter(item, target, { ...run, becomes: new Map() });
  const tail = isFlow(part) ? textAt(text, item.end, /[ \t]*#.*/y) : "";
  const lines = new RegExp(`\n {0,${item.column}}(?=[^\\r\\n])`, "g");
  return { notes: commentsIn(above), body: (body + tail).replaceAll(lines, "\n") };
}
